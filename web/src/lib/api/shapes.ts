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

/** A finished game looked at by a bot: chances by turn, and what they changed by. */
export interface Analysis {
  status: "done";
  turns: { turn: number; seat: number; step: number; chances: number[] }[];
  turning_points: TurningPoint[];
  seats: { seat: number; luck: number; choices: number }[];
}
export interface TurningPoint {
  seat: number;
  turn: number;
  step: number;
  cost: number;
  sentence: string;
}
/** It is still being worked out. */
export interface Analysing {
  status: "running";
  progress: number;
}

/** One step of the tutorial; `view` has what differs from the step before. */
export type Step = TutorialStep;
