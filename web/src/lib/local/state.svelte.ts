/** How far the page without a server is: what is loading, and what is wrong if it cannot run. */
import { PARTS, type Part } from "./messages";

/** How much of the time to the first game each part takes, about. */
const WEIGHTS: Record<Part, number> = { program: 0.05, python: 0.4, library: 0.15, game: 0.1, start: 0.3 };

class LocalState {
  #done: Record<Part, number> = $state({ program: 0, python: 0, library: 0, game: 0, start: 0 });
  ready = $state(false);
  /** Games are not kept: the browser has no storage for them. */
  forgetful = $state(false);
  /** The last change could not be stored. */
  unsaved = $state(false);
  /** Why the game cannot run in this browser; "" if it can. */
  failed = $state("");

  /** From 0 to 1. */
  readonly progress = $derived(PARTS.reduce((sum, part) => sum + WEIGHTS[part] * this.#done[part], 0));
  /** What is loading: the first part that is not there. */
  readonly part: Part = $derived(PARTS.find((part) => this.#done[part] < 1) ?? "start");

  note(part: Part, done: number): void {
    this.#done[part] = done;
  }
}

export const local = new LocalState();
