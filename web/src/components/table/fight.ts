/**
 * The attack, challenge or quest that is being shown, put together from its beats and the view.
 *
 * Nothing is computed here: totals, damage, defense and sentences come from the server. The dice
 * are kept as they lay when they came in, because those that fall leave the view before the scene
 * is over.
 */
import type { ReadyDie, View } from "$lib/api/generated";
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
  kind: "attack" | "challenge" | "quest";
  attacker: number;
  attackers: readonly ReadyDie[];
  /** The last total that was shown; of a quest the sum of the levels. */
  total: number;
  /** The seat that is hit, with its creatures. */
  target: number | null;
  party: readonly ReadyDie[];
  blows: readonly Blow[];
  /** Whose answer the attack waits for, and the damage that is left for them. */
  defender: number | null;
  left: number | null;
  /** What it means for me, in the server's words. */
  said: readonly string[];
  /** Of a quest: its card, the levels it needs, and how it ended. */
  quest: { card: string; level: number; done: boolean } | null;
}

const CHALLENGE_RULE = "12.3";
const CHANGED_RULE = "6.2"; // of a total that a reaction has changed
const MEETS: Readonly<Record<string, Fate>> = { defend: "meets", holds: "holds", absorbs: "absorbs" };
/** What may happen in between without ending the fight on the screen. */
const GOES_ON = new Set(["move", "trigger", "effect", "saved", "prevent", "press", "cast", "no-damage"]);
const QUEST_GOES_ON = new Set(["glory", "quest-die", "equip", "return", "move", "cull", "roll"]);

/** The creature that the damage met last; null: nobody yet. */
export const blowOf = (fight: Fight): Blow | null => fight.blows.at(-1) ?? null;

/** The fight after a beat; null when it is over, or when there was none. */
export function fightAfter(fight: Fight | null, beat: Beat, view: View | null = null): Fight | null {
  const { event, seat, dice, numbers } = beat;
  if (event === "total") return counted(fight, beat, view);
  if (event === "quest-done" || event === "quest-failed") return quested(beat, view);
  if (fight === null) return null;
  if (fight.kind === "quest") return QUEST_GOES_ON.has(event) ? fight : null;
  const fate = MEETS[event];
  if (fate !== undefined) {
    const [damage, defense] = numbers;
    const met = aimed(fight, seat, view);
    const blow = { seat, die: dice[0] ?? -1, damage, defense, fate };
    return said({ ...met, blows: [...met.blows, blow] }, fate === "meets" ? "" : beat.you);
  }
  if (event === "destroy" || event === "saved") {
    const blow = blowOf(fight);
    if (blow === null || blow.die !== dice[0]) return said(fight, beat.you);
    const now: Blow = { ...blow, fate: event === "saved" ? "saved" : "falls" };
    return said({ ...fight, blows: [...fight.blows.slice(0, -1), now] }, beat.you);
  }
  if (event === "glory" && beat.rule === CHALLENGE_RULE) return fight; // for each that falls
  return GOES_ON.has(event) ? said(fight, beat.you) : null;
}

function counted(fight: Fight | null, beat: Beat, view: View | null): Fight {
  const { seat, numbers, rule } = beat;
  const still = rule === CHANGED_RULE && fight?.kind === "challenge";
  const kind = rule === CHALLENGE_RULE || still ? "challenge" : "attack";
  const begun = fightOf(kind, seat, numbers[1], view);
  const again = fight !== null && fight.attacker === seat && rule === CHANGED_RULE;
  return aimed(again ? { ...begun, attackers: fight.attackers } : begun, numbers[0], view);
}

function quested({ event, seat, numbers, you }: Beat, view: View | null): Fight {
  const quest = view?.quests.find((one) => one.slot === numbers[0]);
  const begun = fightOf("quest", seat, numbers[1], view);
  const done = event === "quest-done";
  return said({ ...begun, quest: { card: quest?.card ?? "", level: quest?.level ?? 0, done } }, you);
}

function fightOf(kind: Fight["kind"], attacker: number, total: number, view: View | null): Fight {
  const attackers = creatures(view, attacker, kind !== "attack");
  const nobody = { target: null, party: [], blows: [], defender: null, left: null };
  return { kind, attacker, attackers, total, ...nobody, said: [], quest: null };
}

/** The same against a seat. */
function aimed(fight: Fight, seat: number, view: View | null): Fight {
  if (fight.target === seat) return fight;
  const party = creatures(view, seat, fight.kind === "challenge");
  return { ...fight, target: seat, party, blows: [] };
}

function said(fight: Fight, you: string): Fight {
  return you === "" || fight.said.includes(you) ? fight : { ...fight, said: [...fight.said, you] };
}

function creatures(view: View | null, seat: number, questing: boolean): ReadyDie[] {
  const mat = view?.seats[seat];
  if (mat === undefined) return [];
  return (questing ? mat.quest : mat.ready).filter((die) => die.creature);
}

/** What an attacker adds to the total, as the server says. */
export function attackOf(fight: Fight, die: ReadyDie): number {
  if (fight.kind === "quest") return die.level ?? 0;
  return die.attack_against?.[fight.target ?? -1] ?? die.attack ?? 0;
}

/** The fight in progress in a view, when a player must answer. */
export function fightIn(view: View | null): Fight | null {
  if (view?.attack != null) {
    const { attacker, defender, left, totals } = view.attack;
    const struck = defender ?? hardest(totals);
    return waiting(fightOf("attack", attacker, totals[struck] ?? 0, view), struck, totals, view, { defender, left });
  }
  if (view?.challenge != null) {
    const { challenger, challenged, defender, left, totals } = view.challenge;
    const struck = defender ?? hardest(totals);
    const hits = struck === challenger ? challenged : challenger;
    return waiting(fightOf("challenge", hits, totals[struck] ?? 0, view), struck, totals, view, { defender, left });
  }
  return null;
}

type Answer = Pick<Fight, "defender" | "left">;

/** A fight that waits for an answer; nobody is aimed at before anything is counted. */
function waiting(fight: Fight, struck: number, totals: readonly (number | null)[], view: View, answer: Answer): Fight {
  const counted = answer.defender !== null || totals[struck] != null;
  return { ...(counted ? aimed(fight, struck, view) : fight), ...answer };
}

/** The seat that is hit hardest: what is shown while nobody defends yet, such as before a reaction. */
function hardest(totals: readonly (number | null)[]): number {
  return totals.reduce<number>((best, one, seat) => ((one ?? -1) > (totals[best] ?? -1) ? seat : best), 0);
}
