/**
 * Whether something is heard, and what: the part of the sounds that every page has.
 *
 * Nothing is heard before the first gesture, because browsers forbid it and people dislike it, and
 * nothing at all while the sound is off: then the module that makes the sounds is not even fetched.
 */
import { settings } from "$lib/settings.svelte";
import type { Synth } from "./synth";

export type SoundName =
  | "shake"
  | "dice"
  | "settle"
  | "gem"
  | "summon"
  | "attack"
  | "crack"
  | "hold"
  | "glory"
  | "turn"
  | "win"
  | "loss";

/** How often each was played: for tests, as `quarriorsSounds` of the window. */
export const played: Partial<Record<SoundName, number>> = {};

const TOO_LATE = 400; // milliseconds; a sound that waited longer for its module is left out
let awake = false;
let synth: Promise<Synth | null> | null = null;

function wake(): void {
  awake = true;
  for (const gesture of GESTURES) removeEventListener(gesture, wake, true);
  if (audible()) void ready();
}

const GESTURES = ["pointerdown", "keydown"] as const;

/** Wait for the first gesture; called once, when the client starts. */
export function listenForGesture(): void {
  Object.assign(globalThis, { quarriorsSounds: played });
  for (const gesture of GESTURES) addEventListener(gesture, wake, { capture: true, passive: true });
}

/** Whether a sound would be heard now. */
export function audible(): boolean {
  return awake && settings.sound && settings.volume > 0;
}

/** The module that makes sounds; null where the browser has none, or it could not be fetched. */
function ready(): Promise<Synth | null> {
  synth ??= import("./synth").then(
    (module) => ("AudioContext" in globalThis ? new module.Synth() : null),
    () => (synth = null),
  );
  return synth;
}

/** Let something be heard, unless the player wants silence. */
export function play(name: SoundName, amount = 1): void {
  if (!audible()) return;
  played[name] = (played[name] ?? 0) + 1;
  const asked = performance.now();
  void ready().then((found) => {
    if (performance.now() - asked > TOO_LATE || !audible()) return;
    found?.play(name, amount, settings.volume ** 2); // ears count in powers
  });
}
