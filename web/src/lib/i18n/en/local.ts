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
  fair_says: "Before the first roll the page shows a fingerprint of its secret, and the dice follow from it and a number that was drawn afterwards. After the game you can download the record and check every roll with the command quarriors verify.",
  private_says: "The game runs in this browser, and your games stay on this device. Nothing is sent anywhere.",
  version: "Version {version}, protocol {protocol}",
  home: "Without the server",
  home_says: "The same game in your browser, also offline",
  play_on: "Play on without the server",
};
