/** The letter on the sign of a seat. */
import type { Player } from "$lib/api/generated";

/**
 * A letter for each seat that no other seat has: the initial; where that is taken by an earlier
 * seat, the number at the end of the name, or another letter of it, or else the number of the seat.
 */
export function seatLetter(seat: number, players: readonly Pick<Player, "seat" | "name">[]): string {
  const taken = new Set<string>();
  for (const player of [...players].sort((one, other) => one.seat - other.seat)) {
    const letter = candidates(player).find((one) => !taken.has(one)) ?? "?";
    taken.add(letter);
    if (player.seat === seat) return letter;
  }
  return String(seat + 1);
}

function candidates({ seat, name }: Pick<Player, "seat" | "name">): string[] {
  const [initial = "", ...others] = [...name.toUpperCase()].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  const number = /\d$/.exec(name)?.[0] ?? "";
  return [initial, number, ...others, String(seat + 1), ..."123456789"].filter((sign) => sign !== "");
}
