/**
 * What a player did in their last turn, in a few parts: what is left on their mat to be read.
 *
 * It is put together from the scenes as they are shown; numbers and sentences are the server's.
 */
import type { View } from "$lib/api/generated";
import type { Part } from "./pace";
import type { Scene } from "./scenes";

export interface StoryDie {
  die: number;
  card: string;
  class: string;
  face: string;
}

export interface StoryPart {
  part: Part;
  /** Glory, quiddity at hand, or the attack; 0 if it has no number. */
  amount: number;
  dice: readonly StoryDie[];
  /** Creatures of others that were destroyed. */
  fallen: number;
  texts: readonly string[];
}

export type TurnStory = readonly StoryPart[];

const DICE = new Set(["summon", "enter", "quest", "cast", "anchor", "capture", "gain"]);

/** The story of a turn after a scene of it. */
export function toldSoFar(story: TurnStory, { beat, part, view, turnOf }: Scene): TurnStory {
  const { event, seat, text } = beat;
  const dice = DICE.has(event) && part !== "rolled" ? beat.dice.flatMap((die) => dieIn(view, die)) : [];
  const amount = amountOf(beat, view);
  const fallen = event === "destroy" && seat !== turnOf ? 1 : 0;
  const told = dice.length > 0 || amount > 0 || fallen > 0 || event === "total";
  if (!told) return story;
  const of: Part = event === "score" || event === "quest-done" ? "scored" : part;
  const last = story.find((one) => one.part === of) ?? { part: of, amount: 0, dice: [], fallen: 0, texts: [] };
  const added: StoryPart = {
    part: of,
    amount: event === "total" || event === "roll" ? Math.max(last.amount, amount) : last.amount + amount,
    dice: [...last.dice, ...dice],
    fallen: last.fallen + fallen,
    texts: text === "" || last.texts.includes(text) ? last.texts : [...last.texts, text],
  };
  return story.some((one) => one.part === of)
    ? story.map((one) => (one.part === of ? added : one))
    : [...story, added];
}

function amountOf({ event, numbers }: Scene["beat"], view: View): number {
  if (event === "score") return numbers[0];
  if (event === "roll") return view.at_hand;
  return event === "total" ? numbers[1] : 0;
}

/** A die of any mat. */
function dieIn(view: View, number: number): StoryDie[] {
  for (const mat of view.seats) {
    const { ready, quest, active, spent, used, aside } = mat;
    const found = [...ready, ...quest, ...active, ...spent, ...used, ...aside].find(
      (die) => die.die === number,
    );
    if (found !== undefined) {
      const face = "face" in found ? (found.face ?? "") : "";
      return [{ die: number, card: found.card, class: found.class, face }];
    }
  }
  return [];
}
