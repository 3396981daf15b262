/** The letter on the sign of a seat. */
import type { Player } from "$lib/api/generated";

/** The initial of the player's name, or the number of the seat where another name begins alike. */
export function seatLetter(seat: number, players: readonly Pick<Player, "seat" | "name">[]): string {
  const initials = new Map(players.map((player) => [player.seat, initial(player.name)]));
  const mine = initials.get(seat) ?? "";
  const others = [...initials].some(([other, letter]) => other !== seat && letter === mine);
  return mine === "" || others ? String(seat + 1) : mine;
}

function initial(name: string): string {
  return [...name][0]?.toUpperCase() ?? "";
}
