/**
 * Names for some of the server's answers, and views where its schema says only "an object".
 */
import type {
  Captured,
  Frame as FrameTold,
  OpenTable,
  Replay,
  SeatSummary,
  Step as StepTold,
  Summary,
  TurnMark,
  Tutorial as TutorialTold,
  View,
} from "./generated";

export type { SeatSummary, Summary, TurnMark };
export type CapturedCard = Captured;
export type ListedTable = OpenTable;
export type Stage = OpenTable["stage"];

/** One step of a finished game; `view` has what differs from the step before. */
export interface Frame extends Omit<FrameTold, "view"> {
  view: Partial<View>;
}

/** A finished game, step by step. */
export interface ReplayTold extends Omit<Replay, "frames"> {
  frames: Frame[];
}

/** One step of the tutorial; `view` as in a replay. */
export interface Step extends Omit<StepTold, "view"> {
  view: Partial<View>;
}

/** A guided game with scripted dice. */
export interface Tutorial extends Omit<TutorialTold, "steps"> {
  steps: Step[];
}
