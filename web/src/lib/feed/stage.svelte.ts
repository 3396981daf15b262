/**
 * The stage: shows the server's updates one at a time, at the speed the player has chosen.
 *
 * Updates wait in a queue; each becomes scenes (scenes.ts) that are shown one after the other, and
 * then the view is what the server says. What is asked is known only when everything is shown. The player
 * may skip, may turn it off (speed 0), and may roll the dice of a new turn by hand: then
 * the stage waits before the roll, for good or for a moment.
 */
import type { Happening, LogLine, Prompt, Remark, View } from "$lib/api/generated";
import { motionAllowed, settings } from "$lib/settings.svelte";
import type { Act, Beat } from "./feed";
import { emitMoment, momentOf } from "./moments";
import { TurnPace } from "./pace";
import { scenes, type Happened, type Scene } from "./scenes";
import { toldSoFar, type TurnStory } from "./turnStory";

/** What is asked when everything is shown. */
export interface Asked {
  prompt: Prompt | null;
  waitingFor: number | null;
  canUndo: boolean;
  whyNot: string;
  canAskUndo: boolean;
}

/** An update on its way to the screen. */
export interface StageUpdate extends Happened {
  logFrom: number; // lines from this number on are new; 0: append
  undone: boolean;
  asked: Asked;
  remark?: Remark | null; // said when it has been shown
}

/** Everything at once: a table that has been sent whole. */
export interface Whole {
  view: View | null;
  log: readonly LogLine[];
  asked: Asked;
}

interface Options {
  /** My seat: its first roll of a turn waits for me. Null: nobody rolls by hand. */
  me?: () => number | null;
  /** The speed: 0 shows nothing, 1 is normal. */
  speed?: () => number;
  /** Everything is shown. */
  onshown?: () => void;
  /** Turns of others are shown in brief (pace.ts). */
  brief?: boolean;
  /** My dice wait until I throw them, not only for a moment: a guide talks about it. */
  patient?: boolean;
  /** Whether something else is on the screen: then nothing takes time here, and nothing is heard. */
  unseen?: () => boolean;
  /** Whether the turn that begins, of this seat, is shown by another stage. */
  handsOver?: (seat: number) => boolean;
}

type Item = { update: StageUpdate } | { whole: Whole };

export const NOTHING_ASKED: Asked = { prompt: null, waitingFor: null, canUndo: false, whyNot: "", canAskUndo: false };
const NOTHING: Whole = { view: null, log: [], asked: NOTHING_ASKED };
const NOBODY: ReadonlyMap<number, Act> = new Map();
const FAR_BEHIND = 6; // updates; with more of them it hurries
const HURRY = 2.5;
const MOMENT = 2_000; // milliseconds in which I may take my dice into the hand
const MOTION = 260; // milliseconds of one short motion at speed 1: --beat in tokens.css

export class Stage {
  view: View | null = $state.raw(null);
  log: readonly LogLine[] = $state.raw([]);
  beat: Beat | null = $state.raw(null);
  behind = $state(0);
  remark: Remark | null = $state.raw(null);
  rollWaits = $state(false);
  /** Something is being shown, or waits for a roll. */
  telling = $state(false);
  #acts: ReadonlyMap<number, Act> = $state.raw(NOBODY);
  #asked: Asked = $state.raw(NOTHING_ASKED);

  readonly #me: () => number | null;
  readonly #speed: () => number;
  readonly #onshown: () => void;
  readonly #pace: TurnPace | null;
  readonly #patient: boolean;
  readonly #unseen: () => boolean;
  readonly #handsOver: (seat: number) => boolean;
  #stories: ReadonlyMap<number, TurnStory> = $state.raw(new Map());
  /** What the server said last of all that has been shown: scenes only show parts of it. */
  #settled: Whole = NOTHING;
  #queue: Item[] = [];
  #current: StageUpdate | null = null;
  #scenes: Scene[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Somebody else has been waited for since I was. */
  #othersActed = false;

  constructor({ me, speed, onshown, brief = false, patient = false, unseen, handsOver }: Options = {}) {
    this.#patient = patient;
    this.#unseen = unseen ?? (() => false);
    this.#handsOver = handsOver ?? (() => false);
    this.#pace = brief ? new TurnPace() : null;
    this.#me = me ?? (() => null);
    this.#speed = speed ?? (() => settings.speed);
    this.#onshown = onshown ?? (() => undefined);
  }

  /** What is asked: nothing as long as something is being shown. */
  get asked(): Asked {
    return this.telling ? { ...this.#asked, prompt: null, canUndo: false, canAskUndo: false } : this.#asked;
  }

  actOf(die: number): Act | null {
    return this.#acts.get(die) ?? null;
  }

  /** What a player did in their last turn, as far as it has been shown. */
  storyOf(seat: number): TurnStory {
    return this.#stories.get(seat) ?? [];
  }

  /** Show this and nothing else. */
  reset(whole: Whole): void {
    this.#drop();
    this.#settle(whole);
    this.#rest();
  }

  /** The same, but these dice of mine have not been seen to roll: they wait for it. */
  resetUnrolled(whole: Whole, view: View, dice: readonly number[]): void {
    const line = whole.log.filter((one) => one.event === "roll").at(-1);
    const from = line?.number ?? whole.log.length + 1;
    const log = whole.log.filter((one) => one.number >= from);
    const seat = view.active;
    const events: Happening[] = [
      { event: "phase", rule: "5.1", seat, die: -1, numbers: [2, 0] },
      ...dice.map((die): Happening => {
        return { event: "roll", rule: "3.5", seat, die, numbers: [0, 0] };
      }),
    ];
    const before = whole.log.filter((one) => one.number < from);
    this.reset({ view, log: before, asked: NOTHING_ASKED });
    this.push({ view, events, log, logFrom: from, undone: false, asked: whole.asked });
  }

  /** Replace everything when what is behind has been shown. */
  replace(whole: Whole): void {
    this.#enqueue({ whole });
  }

  /** An update; it is shown when those before it have been. */
  push(update: StageUpdate): void {
    if (update.undone) this.#finish();
    const waited = this.rollWaits;
    this.#enqueue({ update });
    if (waited) this.roll(); // the game goes on without me
  }

  /** My dice are in the hand: they wait until they are thrown. */
  hold(): void {
    if (this.rollWaits) clearTimeout(this.#timer);
  }

  /** Let my dice roll. */
  roll(shaken = false): void {
    if (!this.rollWaits) return;
    clearTimeout(this.#timer);
    this.rollWaits = false;
    const scene = this.#scenes.shift();
    if (scene !== undefined && this.#play(scene, shaken)) return;
    this.#next();
  }

  /** Show everything that is behind at once, but for a roll that is mine to make. */
  skip(): void {
    if (!this.telling) return;
    const rolled = this.rollWaits ? this.#scenes.shift() : undefined;
    if (rolled !== undefined) this.#record(rolled);
    this.rollWaits = false;
    this.#next(true);
  }

  /** Nothing is shown after this. */
  close(): void {
    this.#drop();
    document.documentElement.style.removeProperty("--beat");
  }

  // --- the show ---

  #enqueue(item: Item): void {
    this.#queue.push(item);
    this.behind = this.#queue.length;
    if (!this.telling) this.#next();
  }

  /** Go on until something takes its time. */
  #next(skipping = false): void {
    clearTimeout(this.#timer);
    this.telling = true;
    for (;;) {
      const scene = this.#scenes[0];
      if (scene !== undefined) {
        if (this.#waitsFor(scene)) return;
        this.#scenes.shift();
        if (scene.begins !== null && this.#handsOver(scene.begins)) skipping = true;
        if (skipping) this.#record(scene);
        else if (this.#play(scene)) return;
        continue;
      }
      if (this.#current !== null) {
        this.#settle(follow(this.#settled, this.#current));
        this.remark = this.#current.remark ?? this.remark;
      }
      this.#current = null;
      const item = this.#queue.shift();
      this.behind = this.#queue.length;
      if (item === undefined) break;
      if ("whole" in item) this.#settle(item.whole);
      else this.#begin(item.update);
    }
    this.#rest();
    this.#onshown();
  }

  #begin(update: StageUpdate): void {
    this.#current = update;
    const { view } = this.#settled;
    if (view === null || update.undone) return;
    const all = scenes(view, update, this.#me());
    this.#scenes = this.#pace?.paced(all, view.active, this.#me()) ?? all;
    const phase = update.events.findLast(({ event }) => event === "phase");
    if (phase !== undefined) this.#pace?.begins(phase.numbers[0]);
  }

  /** Whether a roll is to be made by hand; if so it is waited for. */
  #waitsFor(scene: Scene): boolean {
    const goesOn = this.#queue.some((item) => "update" in item);
    if (scene.unrolled === null || settings.roll === "once" || goesOn) return false;
    const moment = settings.roll === "moment" && !this.#patient;
    if (moment && this.#speed() === 0) return false;
    this.view = scene.unrolled;
    this.beat = null;
    this.#acts = NOBODY;
    this.rollWaits = true;
    if (moment) this.#rollLater();
    this.#myTurn();
    return true;
  }

  /** My dice roll a moment later if I do nothing, because nothing can be decided before; seen, if I am away. */
  #rollLater(): void {
    this.#timer = setTimeout(
      () => (document.visibilityState === "hidden" ? this.#rollLater() : this.roll()),
      MOMENT / Math.max(1, this.#speed()),
    );
  }

  /** Show a scene; false if it takes no time. */
  #play(scene: Scene, shaken = false): boolean {
    this.#record(scene);
    // For tests: what is planned, in milliseconds at speed 1, at whatever speed it is shown.
    performance.mark("beat", { detail: { turnOf: scene.turnOf, event: scene.beat.event, time: scene.time } });
    const tempo = this.#tempo();
    if (tempo === 0 || scene.time === 0) return false;
    const time = scene.time / tempo;
    this.view = scene.view;
    this.beat = { ...scene.beat, time };
    this.#acts = motionAllowed() ? scene.acts : NOBODY;
    if (scene.lines.length > 0) this.log = [...this.log, ...scene.lines];
    const moment = momentOf(scene.beat, this.#me());
    if (moment !== null && !shaken) emitMoment(moment);
    this.#timer = setTimeout(() => {
      if (moment?.name === "roll-start") emitMoment({ ...moment, name: "roll-settle" });
      this.#next();
    }, time);
    return true;
  }

  #record(scene: Scene): void {
    if (this.#pace === null) return;
    const { begins, turnOf } = scene;
    const told = begins === null ? this.storyOf(turnOf) : [];
    const story = toldSoFar(told, scene);
    if (story !== told || begins !== null) this.#stories = new Map(this.#stories).set(turnOf, story);
  }

  /** The game waits for me, and did not before. */
  #myTurn(): void {
    const me = this.#me();
    if (me !== null && this.#othersActed && !this.#unseen()) emitMoment({ name: "your-turn", seat: me, mine: true, amount: 1 });
    this.#othersActed = false;
  }

  /** The speed of this moment, which motions on the page follow; 0 if nobody looks. */
  #tempo(): number {
    if (this.#unseen()) return 0;
    const tempo = this.#speed() * (this.#queue.length > FAR_BEHIND ? HURRY : 1);
    const motion = tempo === 0 ? 0 : Math.round(MOTION / tempo);
    document.documentElement.style.setProperty("--beat", `${motion}ms`);
    return document.visibilityState === "hidden" ? 0 : tempo;
  }

  /** What has been shown is as the server says. */
  #settle(whole: Whole): void {
    this.#settled = whole;
    this.view = whole.view;
    this.log = whole.log;
    this.#asked = whole.asked;
    if (whole.asked.waitingFor !== null && whole.asked.waitingFor !== this.#me()) this.#othersActed = true;
  }

  #rest(): void {
    this.beat = null;
    this.#acts = NOBODY;
    this.telling = false;
    this.#tempo();
    if (this.#asked.waitingFor === this.#me()) this.#myTurn();
  }

  /** Take in everything that is behind, without a show. */
  #finish(): void {
    let whole = this.#settled;
    if (this.#current !== null) whole = follow(whole, this.#current);
    for (const item of this.#queue) whole = "update" in item ? follow(whole, item.update) : item.whole;
    this.reset(whole);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.#current = null;
    this.#scenes = [];
    this.behind = 0;
    this.rollWaits = false;
  }
}

/** What is known after an update. */
function follow(before: Whole, update: StageUpdate): Whole {
  const kept = before.log.filter((line) => update.logFrom === 0 || line.number < update.logFrom);
  return {
    view: before.view === null ? null : { ...before.view, ...update.view },
    log: [...kept, ...update.log],
    asked: update.asked,
  };
}
