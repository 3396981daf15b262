/**
 * What the options of a prompt point at on the table, so that it can be lit and clicked.
 *
 * An option names a die, a card or a seat. A die that lies on a mat is lit where it lies; one that
 * nobody can see (on a card of the Wilds, in a bag) is lit through what it lies in.
 */
import type { Mat, OptionShown, Prompt, View } from "$lib/api/generated";

export type Place = "active" | "ready" | "quest" | "spent" | "used" | "aside";
export const PLACES: readonly Place[] = ["active", "ready", "quest", "spent", "used", "aside"];

/** Options by what they point at: `die:7`, `card:Goblin`, `bag:0:Goblin`, `seat:1`. */
export type Picks = ReadonlyMap<string, readonly OptionShown[]>;

/** Verbs that are about a card of the Wilds, wherever the die they name may lie. */
const ABOUT_CARDS = new Set(["capture", "quest", "anchor"]);
/** What goes on without doing more: the key that is always the same. */
const GO_ON = new Set(["pass", "no"]);

/** The dice that can be seen on a mat, those attached to creatures too. */
export function diceOn(mat: Mat): Set<number> {
  const seen = new Set<number>();
  for (const place of PLACES) for (const die of mat[place]) seen.add(die.die);
  for (const die of [...mat.ready, ...mat.quest])
    for (const attached of die.attached ?? []) seen.add(attached.die);
  return seen;
}

function key(option: OptionShown, view: View, seen: ReadonlySet<number>): string | null {
  const onCard = view.wilds.some((wild) => wild.card === option.card);
  if (onCard && ABOUT_CARDS.has(option.verb)) return `card:${option.card}`;
  if (option.die !== null && seen.has(option.die)) return `die:${option.die}`;
  if (option.place === "bag" && option.seat !== null) return `bag:${option.seat}:${option.card}`;
  if (onCard) return `card:${option.card}`;
  return option.seat === null ? null : `seat:${option.seat}`;
}

/** All that can be clicked now, and what a click would choose. */
export function picks(prompt: Prompt | null, view: View | null): Picks {
  const found = new Map<string, OptionShown[]>();
  if (prompt === null || view === null) return found;
  const seen = new Set<number>();
  for (const mat of view.seats) for (const die of diceOn(mat)) seen.add(die);
  for (const option of prompt.options) {
    const at = key(option, view, seen);
    if (at !== null) found.set(at, [...(found.get(at) ?? []), option]);
  }
  return found;
}

/** The option of a following question that does the same: with the same die, or with one like it. */
export function sameIn({ options }: Prompt, { verb, card, die, face, place }: OptionShown): OptionShown | undefined {
  const alike = options.filter(
    (one) => one.verb === verb && one.card === card && one.face === face && one.place === place,
  );
  return alike.find((one) => one.die === die) ?? alike[0];
}

/** Options that nothing on the table stands for: they are buttons wherever the player is asked. */
export function plain(prompt: Prompt, lit: Picks): OptionShown[] {
  const pointing = new Set([...lit.values()].flat());
  return prompt.options.filter((option) => !pointing.has(option));
}

/** The option that Enter and Space choose: to go on, or the only one there is. */
export function goOn(prompt: Prompt | null): OptionShown | null {
  if (prompt === null) return null;
  const on = prompt.options.find((option) => GO_ON.has(option.verb));
  return on ?? (prompt.options.length === 1 ? (prompt.options[0] ?? null) : null);
}
