/** What the page and its worker say to each other, and what the worker says to Python. */

/** From the page to the worker. */
export type ToWorker =
  | { kind: "start"; folder: string } // the address of the game's files
  | { kind: "ask"; id: number; method: string; path: string; token: string; body: string }
  | { kind: "open"; line: number }
  | { kind: "say"; line: number; data: string }
  | { kind: "close"; line: number };

/** What is being done before the first game can begin, in this order. */
export const PARTS = ["program", "python", "library", "game", "start"] as const;
export type Part = (typeof PARTS)[number];

/** From the worker to the page. */
export type ToPage =
  | { kind: "progress"; part: Part; done: number } // from 0 to 1
  | { kind: "ready"; kept: boolean } // whether games outlive the page
  | { kind: "failed"; text: string } // it cannot run here; the text is for developers
  | { kind: "unsaved" } // something could not be stored; it has not happened
  | { kind: "answer"; id: number; status: number; body: string }
  | { kind: "told"; line: number; data: string }
  | { kind: "closed"; line: number };

/** An entry of a table as it is stored. */
export interface Row {
  table: string;
  seq: number;
  at: number;
  entry: string;
  snapshot: string | null;
}

export interface Head {
  table: string;
  head: string;
}

/** A command to Python: `quarriors.local.worker`. */
export type Command =
  | { do: "ask"; method: string; path: string; token: string; body: string }
  | { do: "open" | "close"; line: number }
  | { do: "hear"; line: number; data: string }
  | { do: "restore"; table: string; head: string | null; rows: Row[] }
  | { do: "drop"; table: string }
  | { do: "work" };

/** What comes of a command: a table that must be restored first, or what to store and then to send. */
export type Result = { missing: string } | Outcome;

export interface Outcome {
  missing?: undefined;
  heads: Head[];
  rows: Row[];
  removed: string[];
  sent: { line: number; data: string }[];
  closed: number[];
  status?: number;
  body?: string;
  wait?: number | null;
}
