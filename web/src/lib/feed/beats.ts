/**
 * An update as a row of beats: what is shown first, for how long, and which dice act.
 *
 * The server tells the view before and after; what lies between is shown by letting parts of the
 * new view through at the right moment: a destroyed creature crumbles where it lay, a rolled die
 * lies in the pool before its face is seen. Everything shown is a part of one of the two views.
 * Pure functions; the stage (stage.svelte.ts) has the timers.
 */
import type { Happening, LogLine } from "$lib/api/generated";
import type { Act, Beat } from "./feed";

/** A beat, with the lines of the log that it tells. */
export interface Step {
  beat: Beat;
  act: Act | null;
  time: number; // milliseconds at speed 1
  lines: LogLine[];
  /** The line that its sentence comes from. */
  line: LogLine | null;
  /** The phase of the engine that began since the step before; 0: none. */
  phase: number;
  /** Glory as it is after it, by seat. */
  glory: [seat: number, now: number] | null;
}

const PHASE_ROLL = 2;

/** Like events in a row that make one sentence, as the server tells them. */
const IN_A_ROW = new Set(["draw", "roll", "spend", "move", "total", "quest"]);

const ACTS: Record<string, Act> = {
  draw: "arrive",
  capture: "arrive",
  gain: "arrive",
  swap: "arrive",
  lock: "arrive",
  unlock: "arrive",
  roll: "roll",
  shake: "roll",
  "quest-die": "roll",
  summon: "land",
  enter: "land",
  ready: "land",
  quest: "land",
  spend: "spend",
  total: "lean",
  defend: "shield",
  holds: "shield",
  absorbs: "shield",
  saved: "shield",
  prevent: "shield",
  destroy: "crumble",
  cull: "crumble",
  remove: "crumble",
  return: "crumble",
  score: "shine",
  cast: "glow",
  trigger: "glow",
  anchor: "glow",
  attach: "glow",
  rotate: "glow",
  copy: "glow",
  effect: "glow",
  press: "glow",
  equip: "glow",
};

const TIMES: Record<string, number> = {
  turn: 500,
  draw: 300,
  refill: 200,
  roll: 1200, // until the last die lies still
  spend: 170,
  summon: 450,
  enter: 450,
  ready: 350,
  total: 850,
  defend: 450,
  holds: 650,
  absorbs: 650,
  destroy: 550,
  move: 160,
  score: 850,
  glory: 650,
  capture: 550,
  clean: 250,
  energy: 300,
  quiddity: 300,
  over: 1200,
};
const OTHER_TIME = 650;

/**
 * The steps of an update, in order. A phase is no step of its own: it begins with the next one, and
 * its log line is shown with it.
 */
export function steps(events: readonly Happening[], log: readonly LogLine[]): Step[] {
  const found: Step[] = [];
  const lines = [...log];
  let begun: LogLine[] = []; // of phases
  let phase = 0;
  for (const run of runs(events)) {
    const first = run[0]!;
    const matches = lines[0]?.event === first.event && lines[0].rule === first.rule;
    const line = matches ? [lines.shift()!] : [];
    if (first.event === "phase") {
      phase = first.numbers[0];
      begun.push(...line);
      continue;
    }
    const made = parts(run).map((part) => step(part, line[0] ?? null));
    Object.assign(made[0]!, { phase, lines: [...begun, ...line] });
    phase = 0;
    begun = [];
    found.push(...made);
  }
  found.push(...lines.map(lineOnly));
  found.at(-1)?.lines.push(...begun);
  return found;
}

/** Whether the dice of a step are the roll with which a player's turn begins. */
export function opensTurn(all: readonly Step[], at: number): boolean {
  const step = all[at]!;
  return (
    step.beat.event === "roll" &&
    all.slice(0, at + 1).some((before) => before.phase === PHASE_ROLL) &&
    !all.slice(0, at).some((before) => before.beat.event === "roll" && mine(before, step))
  );
}

const mine = (one: Step, other: Step): boolean => one.beat.seat === other.beat.seat;

/** Groups events that are shown together, as the server joins them in sentences. */
function runs(events: readonly Happening[]): Happening[][] {
  const found: Happening[][] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (event.event === "quest-die" && last?.at(-1)?.event === "roll") {
      last.pop(); // this event includes the roll
      if (last.length === 0) found.pop();
      found.push([event]);
    } else if (last !== undefined && joins(last, event)) {
      last.push(event);
    } else {
      found.push([event]);
    }
  }
  return found;
}

function joins(run: readonly Happening[], event: Happening): boolean {
  const last = run.at(-1)!;
  if (last.event === event.event && IN_A_ROW.has(event.event)) {
    if (last.rule !== event.rule || last.seat !== event.seat) return false;
    const [a, b] = event.numbers;
    if (event.event === "total") return last.numbers[1] === b;
    if (event.event === "spend") return last.numbers[0] > 0 === a > 0;
    if (event.event === "move" || event.event === "quest") {
      return last.numbers[0] === a && event.rule !== "4.4";
    }
    return run.every((other) => other.die !== event.die);
  }
  if (run.length > 1) return false;
  if (last.event === "score") return event.event === "glory";
  return last.event === "defend" && event.event === "destroy" && last.die === event.die;
}

/** What falls is first seen to defend; everything else in a group is shown together. */
function parts(run: Happening[]): Happening[][] {
  return run[0]!.event === "defend" ? run.map((event) => [event]) : [run];
}

function step(run: readonly Happening[], line: LogLine | null): Step {
  const { event, rule, seat, numbers } = run[0]!;
  const dice = run.map((one) => one.die).filter((die) => die >= 0);
  const gain = run.find((one) => one.event === "glory");
  return {
    beat: { event, rule, seat, dice, numbers, text: line?.text ?? "", you: "", time: 0 },
    act: ACTS[event] ?? null,
    time: TIMES[event] ?? OTHER_TIME,
    lines: [],
    line,
    phase: 0,
    glory: gain === undefined ? null : [gain.seat, gain.numbers[1]],
  };
}

/** A log line without a known event; it is shown anyway. */
function lineOnly(line: LogLine): Step {
  const { event, rule, text } = line;
  const beat: Beat = { event, rule, seat: -1, dice: [], numbers: [0, 0], text, you: "", time: 0 };
  return { beat, act: null, time: OTHER_TIME, lines: [line], line, phase: 0, glory: null };
}
