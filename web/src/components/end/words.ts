/**
 * Sentences about the end of a game that the page makes itself: who won, in what order they stand.
 */
import type { Summary } from "$lib/api/shapes";
import { t } from "$lib/i18n/index.svelte";

/** "Ada wins!", "You win!", "Ada and Bo share the victory!" */
export function headline({ players, winners }: Pick<Summary, "players" | "winners">, me: number | null): string {
  const names = winners.map((seat) => players[seat] ?? "");
  const [first] = names;
  if (first === undefined) return t("pages.end_nobody");
  if (names.length === 1) {
    return winners[0] === me ? t("pages.end_won_you") : t("pages.end_won", { name: first });
  }
  const most = names.slice(0, -1).join(", ");
  return t("pages.end_shared", { names: `${most}${t("pages.end_and")}${names.at(-1) ?? ""}` });
}

export interface Standing {
  seat: number;
  name: string;
  glory: number;
  place: number;
  winner: boolean;
}

/** Winners first, then by Glory; equal Glory is an equal place among those who did not win. */
export function standings({ seats, winners }: Pick<Summary, "seats" | "winners">): Standing[] {
  const order = [...seats].sort(
    (a, b) =>
      Number(winners.includes(b.seat)) - Number(winners.includes(a.seat)) ||
      b.glory - a.glory ||
      a.seat - b.seat,
  );
  const standing: Standing[] = [];
  for (const { seat, name, glory } of order) {
    const winner = winners.includes(seat);
    const before = standing.at(-1);
    const level = before !== undefined && before.winner === winner && (winner || before.glory === glory);
    standing.push({ seat, name, glory, winner, place: level ? before.place : standing.length + 1 });
  }
  return standing;
}
