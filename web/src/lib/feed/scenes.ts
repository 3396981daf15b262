/**
 * The view that is shown during each beat of an update: partly before, partly after.
 *
 * Mats are replaced one by one, each when the first thing happens that needs its new state and
 * nothing is left to happen to dice as they lay before. What is worth seeing comes from the
 * server's two views; only the moment is chosen here.
 */
import type { Happening, LogLine, Mat, ReadyDie, ShownDie, View } from "$lib/api/generated";
import { opensTurn, steps, type Step } from "./beats";
import type { Act, Beat } from "./feed";
import type { Part } from "./pace";

/** A beat with all that is seen while it lasts. */
export interface Scene {
  beat: Beat;
  acts: ReadonlyMap<number, Act>;
  time: number;
  lines: LogLine[];
  view: View;
  /** The phase of the engine that begins with it; 0: none. */
  phase: number;
  /** Whose turn begins with it; null: nobody's. */
  begins: number | null;
  /** The part of the turn that it belongs to, and whose turn that is. */
  part: Part;
  turnOf: number;
  /** The same before the dice are rolled, if the player may roll them by hand; else null. */
  unrolled: View | null;
}

/** What happened between two views. */
export interface Happened {
  view: Partial<View>;
  events: readonly Happening[];
  log: readonly LogLine[];
}

/** Beats during which a die must lie where it lay before. */
const AS_BEFORE = new Set([
  "score",
  "defend",
  "holds",
  "absorbs",
  "saved",
  "prevent",
  "destroy",
  "cull",
  "remove",
  "quest-done",
  "quest-failed",
  "no-damage",
]);
/** Beats that leave mats as they are. */
const NOT_OF_MATS = new Set(["turn", "total", "over", "challenge", "glory", "trigger"]);
/** Beats after which cards of the Wilds and quests are as in the new view. */
const OF_WILDS = new Set(["capture", "gain", "cull", "remove", "return", "quest", "quest-done"]);

type Key = keyof View;
const OF_TURN: readonly Key[] = [
  "turn",
  "round",
  "active",
  "phases",
  "captures",
  "discount",
  "lock_used",
  "anchor_used",
];
const OF_PURSE: readonly Key[] = ["pool", "at_hand", "energy"];
const OF_BATTLE: readonly Key[] = ["attack", "challenge"];
const WILDS: readonly Key[] = ["wilds", "quests", "removed"];

/** The scenes that lead from a view to the next one; `me` may roll by hand. */
export function scenes(before: View, happened: Happened, me: number | null): Scene[] {
  const all = steps(happened.events, happened.log);
  const after: View = { ...before, ...happened.view };
  const moments = after.seats.map((_, seat) => matMoment(all, seat));
  const turn = all.findIndex((step) => step.beat.event === "turn");
  const purse = purseMoment(all, turn);
  const wilds = Math.max(
    0,
    all.findIndex((step) => OF_WILDS.has(step.beat.event)),
  );
  const battle = all.findIndex((step) => step.beat.event === "total");

  let view = before;
  const found: Scene[] = [];
  all.forEach((step, at) => {
    if (at === Math.max(0, turn)) view = take(view, after, OF_TURN);
    if (at === turn) view = emptyPurse(take(view, after, OF_BATTLE));
    if (at === purse) view = take(view, after, OF_PURSE);
    if (at === wilds) view = take(view, after, WILDS);
    if (at === Math.max(0, battle)) view = take(view, after, fought(after));
    if (step.phase > 0) view = { ...view, phase: phaseShown(step.phase, after.phases) };
    if (step.glory !== null) view = { ...view, glory: put(view.glory, ...step.glory) };
    view = { ...view, seats: mats(view, after, moments, step, at) };
    const later = rolledFrom(all, at + 1);
    const byHand = step.beat.seat === me && opensTurn(all, at);
    const dice = step.act === "lean" ? attackers(view, step.beat) : step.beat.dice;
    const you = step.line !== null && step.line.seat === me ? step.line.you : undefined;
    found.push({
      beat: { ...step.beat, dice, you: you ?? "" },
      acts: acting(dice, step.act),
      time: step.time,
      lines: step.lines,
      view: mask(view, later),
      phase: step.phase,
      begins: step.beat.event === "turn" ? step.beat.seat : null,
      part: "summoned",
      turnOf: view.active,
      unrolled: byHand ? mask(emptyPurse(view), rolledFrom(all, at)) : null,
    });
  });
  return found;
}

/** A view in which some dice of the pools still wait for their roll. */
export function mask(view: View, dice: ReadonlySet<number>): View {
  if (dice.size === 0) return view;
  const seats = view.seats.map((mat) =>
    mat.active.some((die) => dice.has(die.die))
      ? { ...mat, active: mat.active.map((die) => (dice.has(die.die) ? unrolled(die) : die)) }
      : mat,
  );
  return { ...view, seats };
}

function unrolled(die: ShownDie): ShownDie {
  return die.marks.includes("unrolled") ? die : { ...die, marks: [...die.marks, "unrolled"] };
}

/** The dice that are rolled in this step or a later one. */
function rolledFrom(all: readonly Step[], at: number): Set<number> {
  const rolls = all.slice(at).filter((step) => step.beat.event === "roll");
  return new Set(rolls.flatMap((step) => step.beat.dice));
}

/** The step from which on a mat is shown as it is after the update. */
function matMoment(all: readonly Step[], seat: number): number {
  const touches = (step: Step): boolean => step.beat.seat === seat;
  const last = all.map((step, at) => touches(step) && asBefore(all, step, at)).lastIndexOf(true);
  const news = (step: Step, at: number): boolean =>
    at > last && touches(step) && !NOT_OF_MATS.has(step.beat.event);
  // A die that is moved away is just left out, as long as more of the old mat is to be seen.
  const first = all.findIndex((step, at) => news(step, at) && step.beat.event !== "move");
  if (first >= 0) return first;
  const moved = all.findIndex(news);
  return moved >= 0 ? moved : last + 1;
}

/** Whether the dice of a step lie where they lay before: soon they will be gone. */
function asBefore(all: readonly Step[], { beat }: Step, at: number): boolean {
  if (AS_BEFORE.has(beat.event)) return true;
  const leaves = ({ beat: later }: Step): boolean =>
    later.event === "move" && later.dice.some((die) => beat.dice.includes(die));
  return beat.event === "shake" && all.slice(at).some(leaves);
}

/** What can be spent is known with the roll; until then a new turn has nothing. */
function purseMoment(all: readonly Step[], turn: number): number {
  const roll = all.findIndex((step, at) => at > turn && step.beat.event === "roll");
  return roll >= 0 ? roll : Math.max(0, turn);
}

function emptyPurse(view: View): View {
  const none = { pool: 0, at_hand: 0 };
  return { ...view, ...none, energy: { light: none, dark: none } };
}

/** An attack that is over stays on the table until it has been shown. */
function fought(after: View): Key[] {
  return OF_BATTLE.filter((key) => after[key] !== null);
}

function take(view: View, after: View, keys: readonly Key[]): View {
  return { ...view, ...Object.fromEntries(keys.map((key) => [key, after[key]])) };
}

/** The server counts five phases or six; its events always six. */
function phaseShown(phase: number, phases: number): number {
  return phases >= 6 || phase <= 2 ? phase : phase - 1;
}

function put(list: readonly number[], at: number, value: number): number[] {
  return list.map((old, index) => (index === at ? value : old));
}

function mats(view: View, after: View, moments: readonly number[], step: Step, at: number): Mat[] {
  return view.seats.map((mat, seat) => {
    if (at === moments[seat]) return after.seats[seat] ?? mat;
    const leaves = step.beat.event === "move" && step.beat.seat === seat && at < moments[seat]!;
    return leaves ? without(mat, new Set(step.beat.dice)) : mat;
  });
}

/** A mat without dice that have crumbled or scored; they turn up with the new mat. */
function without(mat: Mat, dice: ReadonlySet<number>): Mat {
  const stays = (die: { die: number }): boolean => !dice.has(die.die);
  return { ...mat, ready: mat.ready.filter(stays), quest: mat.quest.filter(stays) };
}

/** Who acts, and how. */
function acting(dice: readonly number[], act: Act | null): Map<number, Act> {
  return new Map(act === null ? [] : dice.map((die) => [die, act]));
}

const CHALLENGE = "12.3";

/** A total names no dice: it is all creatures of the attacker that lean in. */
function attackers(view: View, { seat, rule }: Beat): number[] {
  const mat = view.seats[seat];
  const dice: ReadyDie[] = (rule === CHALLENGE ? mat?.quest : mat?.ready) ?? [];
  return dice.filter((die) => die.creature).map((die) => die.die);
}
