/** Words of the page without a server: what is loading, and what is wrong. */
export const local = {
  part_program: "Loading the page …",
  part_python: "Loading Python …",
  part_library: "Loading Python's library …",
  part_game: "Loading the cards and rules …",
  part_start: "Starting the game …",
  failed: "The game can't start in this browser.",
  failed_says: "It needs a current version of Firefox, Chrome, Edge or Safari. Reload the page to try again.",
  forgetful: "This browser doesn't let the page save anything, so your games end when you close it.",
  unsaved: "Your last move couldn't be saved, so it wasn't made. The browser's storage may be full.",
};
