/**
 * What a table on the screen is fed by: a live game, a replay, or the tutorial.
 *
 * The table draws a `Feed` and nothing else, so all three look and feel the same. A feed holds what
 * is shown *now*: the stage (stage.svelte.ts) lets the server's updates through one at a time, at
 * the speed the player likes, and says which dice are acting meanwhile. No rule is worked out here:
 * views, options and sentences are the server's.
 */
import type { DiceFacts } from "$lib/dice";
import type {
  Advice,
  ChatLine,
  LogLine,
  Orders,
  Player,
  Prompt,
  Remark,
  Setup,
  Times,
  UndoRequest,
  View,
  WhatIf,
} from "$lib/api/generated";
import type { TurnStory } from "./turnStory";

/** How the connection is: the table shows everything but `open` at once. */
export type Link = "connecting" | "open" | "lost" | "closed";

/** What a die does at this moment; Die.svelte has a motion for each. */
export type Act =
  | "roll" // tumbles onto the face it has
  | "land" // a summoned creature arrives
  | "lean" // attacks
  | "shield" // defends and holds
  | "crumble" // is destroyed
  | "shine" // scores
  | "spend" // pays
  | "glow" // its ability works
  | "arrive"; // captured, or comes from elsewhere

/** One step of what happened, as it is being shown. */
export interface Beat {
  event: string; // the server's name of the event
  rule: string;
  seat: number; // whose it is; -1 nobody's
  dice: number[];
  numbers: [number, number];
  text: string; // the sentence of the log, "" if there is none
  you: string; // the same as it is said to me, "" if it is not about me
  time: number; // milliseconds for which it is shown
}

/** What is in the player's way as a sentence: a refusal, a lost connection, a full disk. */
export interface Notice {
  kind: "error" | "info";
  text: string;
}

/** A word of the guide, in the tutorial. */
export interface Lesson {
  number: number;
  of: number;
  says: string;
  /** What the guide points at: "prompt", "wilds", "card:NAME", "zone:ready", "track", "log", "attack". */
  lights: string[];
  /** The only option that goes on; others get a nudge. Null: press on. */
  choose: number | null;
}

/** Where a replay is. */
export interface Position {
  frame: number;
  frames: number;
  turn: number;
  /** Frames at which turns begin. */
  turns: number[];
  playing: boolean;
  speed: number;
}

/** All that the table shows; every field is reactive. */
export interface Feed {
  readonly kind: "live" | "replay" | "tutorial";
  readonly link: Link;
  readonly table: string; // its id; "" in the tutorial
  readonly stage: "waiting" | "playing" | "over";
  readonly me: number | null; // my seat; null: a watcher
  readonly host: boolean;
  readonly setup: Setup | null;
  readonly players: readonly Player[];
  readonly watchers: number;
  readonly view: View | null; // null before the game begins
  readonly prompt: Prompt | null; // only when nothing is being shown and no roll waits
  readonly waitingFor: number | null;
  readonly log: readonly LogLine[];
  readonly chat: readonly ChatLine[];
  readonly times: Times;
  readonly canUndo: boolean;
  readonly whyNot: string;
  readonly canAskUndo: boolean; // to go back across a revealed fact, which all people must agree to
  readonly undoRequest: UndoRequest | null; // of any player; one that is closed says how it ended
  readonly undoneByConsent: boolean;
  readonly whatIf: WhatIf | null; // from where the game goes on; null: it began from its set-up
  readonly orders: Orders | null;
  readonly dice: DiceFacts; // secret and seed only after the end
  readonly again: string; // after the end: the table where the same players meet again
  readonly barred: readonly string[]; // for the host: who was sent away from this table
  readonly chatClosed: "" | "host" | "operator"; // who has closed the chat for now
  readonly rated: boolean | null; // whether the game counts for ratings; null: there are none here
  readonly whyUnrated: string; // why it does not, as a sentence
  readonly advice: Advice | null;
  readonly thinking: boolean; // an answer or a hint is under way
  readonly notice: Notice | null;
  readonly lesson: Lesson | null; // tutorial only
  readonly position: Position | null; // replay only

  // --- what is being shown ---
  readonly beat: Beat | null; // the step being shown; null: nothing is being shown
  readonly remark: Remark | null; // what a rival said last; a new one is another object
  readonly behind: number; // updates that wait to be shown
  readonly rollWaits: boolean; // my dice lie unrolled until I press Roll
  actOf(die: number): Act | null;
  storyOf(seat: number): TurnStory; // what that player did in their last turn

  // --- what the player does; each is sent to the server, which may refuse ---
  answer(option: number): void;
  hold(): void; // takes my dice into the hand: they do not roll until they are thrown
  roll(shaken?: boolean): void; // lets my dice roll; shaken: they were heard in the hand already
  skip(): void; // shows everything that is behind at once
  undo(): void;
  askUndo(): void;
  answerUndo(agree: boolean): void; // somebody else's request
  withdrawUndo(): void;
  hint(): void;
  clearAdvice(): void;
  say(text: string): void;
  order(orders: Omit<Orders, "type">): void;
  fill(seat: number, bot: string): void;
  free(seat: number): void;
  admit(): void; // those who were sent away
  begin(): void;
  replace(seat: number, bot: string): void;
  giveBack(seat: number): void;
  setChat(open: boolean): void; // the host closes or opens the chat
  call(): void; // time, on the player the table waits for
  dismiss(): void; // the notice
  close(): void; // leave: nothing is heard after it
}
