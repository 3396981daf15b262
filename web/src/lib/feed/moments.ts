/**
 * The moments of a game that are worth a sound: emitted as they are shown, and listened to by others.
 *
 * The stage and the Roll button emit them; who listens is not their concern. A moment that is not
 * shown (skipped, speed 0, a hidden page) is not emitted, except `your-turn`.
 */
import type { Beat } from "./feed";

export type MomentName =
  | "roll-start" // dice are in the hand: a roll begins, or the Roll button is held
  | "roll-settle" // the last die of a roll lies still
  | "summon" // a creature arrives in a ready area or on a quest
  | "attack" // an attack or a challenge is declared
  | "crack" // a creature is destroyed
  | "hold" // a defender holds
  | "glory" // somebody scores or gets Glory
  | "capture" // a die is taken from the Wilds
  | "your-turn"; // the game waits for me, after others have acted

export interface Moment {
  name: MomentName;
  /** Whose moment it is; -1: nobody's. */
  seat: number;
  /** Whether that is my seat. */
  mine: boolean;
  /** How much or how many: dice rolled or summoned, the attack's total, Glory; else 1. */
  amount: number;
}

type Listener = (moment: Moment) => void;
const listeners = new Set<Listener>();

/** Listen to all moments until the function returned is called. */
export function onMoment(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitMoment(moment: Moment): void {
  for (const listener of listeners) listener(moment);
}

const BY_EVENT: Readonly<Record<string, MomentName>> = {
  roll: "roll-start",
  "quest-die": "roll-start",
  summon: "summon",
  enter: "summon",
  quest: "summon",
  total: "attack",
  destroy: "crack",
  holds: "hold",
  absorbs: "hold",
  saved: "hold",
  score: "glory",
  glory: "glory",
  capture: "capture",
  gain: "capture",
};

/** The moment with which a beat is shown; null if it has none. */
export function momentOf({ event, seat, dice, numbers }: Beat, me: number | null): Moment | null {
  const name = BY_EVENT[event];
  if (name === undefined) return null;
  if (event === "glory" && numbers[0] <= 0) return null; // Glory that is lost
  const amount = name === "attack" ? numbers[1] : name === "glory" ? numbers[0] : dice.length;
  return { name, seat, mine: seat === me, amount: Math.max(1, amount) };
}
