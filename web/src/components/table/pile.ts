/**
 * Dice that lie together without a face that matters, counted by card: bags, used and spent piles.
 */
import type { Bag, PileDie, ReadyDie, Wild } from "$lib/api/generated";

export interface Pile {
  card: string;
  cls: string;
  count: number;
  dice: number[]; // empty for a bag: its dice are not known one by one
}

/** The dice of a zone by card, in the order in which their first dice came. */
export function piles(pile: readonly PileDie[]): Pile[] {
  const found = new Map<string, Pile>();
  for (const die of pile) {
    const pile = found.get(die.card);
    if (pile === undefined)
      found.set(die.card, { card: die.card, cls: die.class, count: 1, dice: [die.die] });
    else {
      pile.count += 1;
      pile.dice.push(die.die);
    }
  }
  return [...found.values()];
}

/** What is in a bag, the most first. */
export function bagged(bag: Bag, wilds: ReadonlyMap<string, Wild>): Pile[] {
  return Object.entries(bag.cards)
    .map(([card, count]) => ({ card, cls: wilds.get(card)?.class ?? card, count, dice: [] }))
    .sort((a, b) => b.count - a.count);
}

/** How many dice's room some creatures need, with what they carry beside them. */
export function roomFor(dice: readonly ReadyDie[]): number {
  const carriers = dice.filter((die) => (die.attached ?? []).length > 0).length;
  const locked = dice.some((die) => die.marks.includes("locked")) ? 1 : 0;
  return dice.length + Math.ceil(carriers / 2) + locked;
}
