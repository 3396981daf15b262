/**
 * Names for some of the server's answers, and the views of the tutorial's steps, of which its
 * schema says only that they are objects.
 */
import type {
  Captured,
  Frame,
  OpenTable,
  Replay,
  SeatSummary,
  Summary,
  TurnMark,
  Tutorial as TutorialTold,
  View,
} from "./generated";

export type { Frame, SeatSummary, Summary, TurnMark };
export type CapturedCard = Captured;
export type ListedTable = OpenTable;
export type Stage = OpenTable["stage"];
export type ReplayTold = Replay;

/** One step of the tutorial; `view` has what differs from the step before. */
export interface Step extends Omit<TutorialTold["steps"][number], "view"> {
  view: Partial<View>;
}

/** A guided game with scripted dice. */
export interface Tutorial extends Omit<TutorialTold, "steps"> {
  steps: Step[];
}
