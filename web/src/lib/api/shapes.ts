/** Shorter names for some of the server's answers. */
import type {
  Captured,
  Frame,
  OpenTable,
  Replay,
  SeatSummary,
  Summary,
  TurnMark,
  Tutorial,
  TutorialStep,
} from "./generated";

export type { Frame, SeatSummary, Summary, TurnMark, Tutorial };
export type CapturedCard = Captured;
export type ListedTable = OpenTable;
export type Stage = OpenTable["stage"];
export type ReplayData = Replay;

/** One step of the tutorial; `view` has what differs from the step before. */
export type Step = TutorialStep;
