/**
 * A turn of another player in a few beats: scored, rolled, summoned, attacked, captured.
 *
 * Each beat has its share of the turn's time. What an earlier one did not use is there for the
 * later ones, and a step never takes all that is left, so a turn ends in time however much happens
 * in it. Small steps (a draw, dice that pay) are shown together with the one that follows.
 */
import type { Scene } from "./scenes";

export type Part = "scored" | "rolled" | "summoned" | "attacked" | "captured";

/** Milliseconds at speed 1 that are kept for each beat, in the order of the phases. */
const SHARES: readonly (readonly [Part, number])[] = [
  ["scored", 500],
  ["rolled", 800],
  ["summoned", 700],
  ["attacked", 1400],
  ["captured", 500],
];
/** No turn of another player takes longer at speed 1, apart from my own decisions in it. */
export const TURN_TIME = SHARES.reduce((sum, [, time]) => sum + time, 0);
const OF_STEP = 0.6; // what one step may take of what is left for its beat
const OF_PHASE: readonly Part[] = [
  "scored",
  "scored",
  "rolled",
  "summoned",
  "attacked",
  "captured",
  "captured",
];
const TOGETHER = new Set([
  "turn", "refill", "draw", "spend", "move", "clean", "energy", "quiddity", "discount", "captures",
]); // prettier-ignore

/** Where the rules have no phase of their own for it, summoning begins with one of these. */
const SUMMONING = new Set(["spend", "summon", "enter", "ready", "quest"]);
const ROLLED = 1;

export class TurnPace {
  /** Whose turn it is as far as scenes have been paced. */
  seat = -1;
  #part = 2; // a table that is entered in the middle of a turn
  #spent = 0;

  /** The scenes of an update, those of others' turns in brief; every one knows its beat. */
  paced(scenes: readonly Scene[], active: number, me: number | null): Scene[] {
    if (this.seat < 0) this.seat = active;
    const found: Scene[] = [];
    let held: Scene[] = []; // shown together with the next one
    for (const scene of scenes) {
      this.#follow(scene);
      const others = this.seat !== me;
      const part = SHARES[this.#part]![0];
      if (others && TOGETHER.has(scene.beat.event)) {
        held.push({ ...scene, part });
        continue;
      }
      const time = others ? this.#take(scene.time) : scene.time;
      found.push(together(held, { ...scene, time, part, turnOf: this.seat }));
      held = [];
    }
    // Nothing follows: it is shown, but nobody waits for it.
    if (held.length > 0) found.push(together(held, { ...held.at(-1)!, time: 0, turnOf: this.seat }));
    return found;
  }

  /** A phase of the engine begins; an update may end with one in which nothing has happened yet. */
  begins(phase: number): void {
    const part = OF_PHASE[phase];
    if (part !== undefined) this.#part = SHARES.findIndex(([name]) => name === part);
  }

  #follow({ beat, phase }: Scene): void {
    if (beat.event === "turn") {
      this.seat = beat.seat;
      this.#part = 0;
      this.#spent = 0;
    }
    if (phase > 0) this.begins(phase);
    if (this.#part === ROLLED && SUMMONING.has(beat.event)) this.#part += 1;
  }

  #take(wanted: number): number {
    const later = SHARES.slice(this.#part + 1).reduce((sum, [, time]) => sum + time, 0);
    const left = Math.max(0, TURN_TIME - this.#spent - later);
    const time = Math.min(wanted, Math.round(left * OF_STEP));
    this.#spent += time;
    return time;
  }
}

/** A scene that also shows what was held back for it. */
function together(held: readonly Scene[], scene: Scene): Scene {
  const before = held.filter((one) => one.beat !== scene.beat);
  if (before.length === 0) return scene;
  return {
    ...scene,
    acts: new Map([...before.flatMap((one) => [...one.acts]), ...scene.acts]),
    lines: [...before.flatMap((one) => one.lines), ...scene.lines],
    begins: before.find((one) => one.begins !== null)?.begins ?? scene.begins,
  };
}
