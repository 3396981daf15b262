/** The dice of a player at the end of a game, for the picture of the victory: the best first. */
import type { View } from "$lib/api/generated";

export interface OwnDie {
  card: string;
  cls: string;
  face: string; // "" if it is not known
}

const MOST = 18;

export function winnersDice(view: View, seat: number): OwnDie[] {
  const mat = view.seats[seat];
  if (mat === undefined) return [];
  const wilds = new Map(view.wilds.map((wild) => [wild.card, wild]));
  const seen = [...mat.ready, ...mat.quest, ...mat.active, ...mat.spent, ...mat.used].map((die) => ({
    card: die.card,
    cls: die.class,
    face: die.face ?? "",
  }));
  const bag = Object.entries(mat.bag.cards).flatMap(([card, count]) =>
    Array.from({ length: count }, () => ({ card, cls: wilds.get(card)?.class ?? card, face: "" })),
  );
  const cost = ({ card }: OwnDie): number => wilds.get(card)?.cost ?? 0;
  return [...seen, ...bag].sort((one, other) => cost(other) - cost(one)).slice(0, MOST);
}
