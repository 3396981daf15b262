/**
 * A feed that nothing feeds: what component tests draw. It is not part of the bundle.
 *
 * Everything has a quiet default; a test overrides what it is about. What the player does is
 * recorded in `done`, so that a test can ask what a click led to.
 */
import { NO_DICE } from "$lib/dice";
import type { Times } from "$lib/api/generated";
import type { Feed } from "./feed";

/** A feed for tests, with what the player did: `["answer", 2]`, `["roll"]`. */
export interface FakeFeed extends Feed {
  readonly done: [string, ...unknown[]][];
}

const NO_CLOCK: Times = { kind: "none", left: [], running: -1, until: 0 };

/** A feed with these fields; functions given replace the recording ones. */
export function fakeFeed(overrides: Partial<Feed> = {}): FakeFeed {
  const done: [string, ...unknown[]][] = [];
  const records =
    (name: string) =>
    (...values: unknown[]): void => {
      done.push([name, ...values]);
    };
  return {
    kind: "live",
    link: "open",
    table: "faketablefaketab",
    stage: "playing",
    me: 0,
    host: false,
    setup: null,
    players: [],
    watchers: 0,
    view: null,
    prompt: null,
    waitingFor: null,
    log: [],
    chat: [],
    times: NO_CLOCK,
    canUndo: false,
    whyNot: "",
    canAskUndo: false,
    undoRequest: null,
    undoneByConsent: false,
    whatIf: null,
    orders: null,
    dice: NO_DICE,
    again: "",
    barred: [],
    chatClosed: "",
    rated: null,
    whyUnrated: "",
    advice: null,
    thinking: false,
    notice: null,
    lesson: null,
    position: null,
    beat: null,
    behind: 0,
    rollWaits: false,
    remark: null,
    actOf: () => null,
    storyOf: () => [],
    answer: records("answer"),
    hold: records("hold"),
    roll: records("roll"),
    skip: records("skip"),
    undo: records("undo"),
    askUndo: records("askUndo"),
    answerUndo: records("answerUndo"),
    withdrawUndo: records("withdrawUndo"),
    hint: records("hint"),
    clearAdvice: records("clearAdvice"),
    say: records("say"),
    order: records("order"),
    fill: records("fill"),
    free: records("free"),
    admit: records("admit"),
    begin: records("begin"),
    replace: records("replace"),
    giveBack: records("giveBack"),
    setChat: records("setChat"),
    call: records("call"),
    dismiss: records("dismiss"),
    close: records("close"),
    ...overrides,
    done,
  };
}
