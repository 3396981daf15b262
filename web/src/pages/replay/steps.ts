/**
 * What keys mean in a replay, and where the marks of turns stand on the scrubber. Separate
 * from the page so that it can be tested.
 */
import type { TurnMark } from "$lib/api/shapes";

export type Move = "back" | "next" | "turn back" | "turn on" | "play" | "first" | "last";

/** What a key asks for; null: nothing of ours, or something else has the focus that needs it. */
export function moveOf(event: Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey" | "target">): Move | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input, select, textarea, dialog, [role=tablist], [data-roving]")) return null;
  switch (event.key) {
    case "ArrowLeft":
      return event.shiftKey ? "turn back" : "back";
    case "ArrowRight":
      return event.shiftKey ? "turn on" : "next";
    case "Home":
      return "first";
    case "End":
      return "last";
    case " ":
      return target?.closest("button, a, summary") ? null : "play";
    default:
      return null;
  }
}

export interface Stretch {
  turn: number;
  seat: number;
  frame: number;
  /** Where it begins and how long it is, in percent of the whole. */
  from: number;
  width: number;
}

/** The turns as stretches of the scrubber. */
export function stretches(marks: readonly TurnMark[], frames: number): Stretch[] {
  const last = Math.max(1, frames - 1);
  return marks.map(({ turn, seat, frame }, i) => {
    const end = marks[i + 1]?.frame ?? last;
    return { turn, seat, frame, from: (100 * frame) / last, width: (100 * Math.max(0, end - frame)) / last };
  });
}

/** The frame of an address (`?at=120`), 0 if it names none. */
export function frameOf(query: URLSearchParams, frames: number): number {
  const at = Number(query.get("at") ?? "0");
  return Number.isInteger(at) && at > 0 ? Math.min(at, frames - 1) : 0;
}
