/**
 * The parts of a feed that a replay and the tutorial have no use for: no connection, no clock, no
 * chat, nobody to send anything to.
 */
import { NO_DICE } from "$lib/dice";
import type { Feed } from "./feed";

const nothing = (): void => undefined;

export const inactive = {
  link: "open",
  me: null,
  host: false,
  setup: null,
  watchers: 0,
  prompt: null,
  chat: [],
  times: { kind: "none", left: [], running: -1, until: 0 },
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
  lesson: null,
  position: null,
  rollWaits: false,
  remark: null,
  answer: nothing,
  hold: nothing,
  roll: nothing,
  undo: nothing,
  askUndo: nothing,
  answerUndo: nothing,
  withdrawUndo: nothing,
  hint: nothing,
  clearAdvice: nothing,
  say: nothing,
  order: nothing,
  fill: nothing,
  free: nothing,
  admit: nothing,
  begin: nothing,
  replace: nothing,
  giveBack: nothing,
  setChat: nothing,
  call: nothing,
} as const satisfies Partial<Feed>;
