/**
 * The attack or challenge that is being shown, put together from its beats and the view.
 *
 * Nothing is computed here: totals, damage and defense come from the server.
 */
import type { View } from "$lib/api/generated";
import type { Beat } from "$lib/feed/feed";

export type Fate = "meets" | "holds" | "falls" | "absorbs" | "saved";

/** The damage meets a creature. */
export interface Blow {
  seat: number;
  die: number;
  damage: number;
  defense: number;
  fate: Fate;
}

export interface Fight {
  kind: "attack" | "challenge";
  attacker: number;
  /** The last total that was shown. */
  total: number;
  blow: Blow | null;
  /** Whose answer the attack waits for, and the damage that is left for them. */
  defender: number | null;
  left: number | null;
}

const CHALLENGE_RULE = "12.3";
const CHANGED_RULE = "6.2"; // of a total that a reaction has changed
const MEETS: Readonly<Record<string, Fate>> = { defend: "meets", holds: "holds", absorbs: "absorbs" };
/** What may happen in between without ending the fight on the screen. */
const GOES_ON = new Set(["move", "trigger", "effect", "saved", "prevent", "press", "cast", "no-damage"]);

/** The fight after a beat; null when it is over, or when there was none. */
export function fightAfter(fight: Fight | null, beat: Beat): Fight | null {
  const { event, seat, dice, numbers } = beat;
  if (event === "total") {
    const still = beat.rule === CHANGED_RULE && fight?.kind === "challenge";
    const kind = beat.rule === CHALLENGE_RULE || still ? "challenge" : "attack";
    return { kind, attacker: seat, total: numbers[1], blow: null, defender: null, left: null };
  }
  if (fight === null) return null;
  const fate = MEETS[event];
  if (fate !== undefined) {
    const [damage, defense] = numbers;
    return { ...fight, blow: { seat, die: dice[0] ?? -1, damage, defense, fate } };
  }
  if (event === "destroy" || event === "saved") {
    if (fight.blow === null || fight.blow.die !== dice[0]) return fight;
    return { ...fight, blow: { ...fight.blow, fate: event === "saved" ? "saved" : "falls" } };
  }
  if (event === "glory" && beat.rule === CHALLENGE_RULE) return fight; // for each that falls
  return GOES_ON.has(event) ? fight : null;
}

/** The fight in progress in a view, when a player must answer. */
export function fightIn(view: View | null): Fight | null {
  if (view === null) return null;
  if (view.attack !== null) {
    const { attacker, defender, left, totals } = view.attack;
    const total = defender === null ? Math.max(0, ...totals.map((one) => one ?? 0)) : totals[defender];
    return { kind: "attack", attacker, total: total ?? 0, blow: null, defender, left };
  }
  if (view.challenge !== null) {
    const { challenger, challenged, defender, left, totals } = view.challenge;
    const hits = defender === challenger ? challenged : challenger;
    const total = totals[defender ?? challenged] ?? 0;
    return { kind: "challenge", attacker: hits, total, blow: null, defender, left };
  }
  return null;
}
