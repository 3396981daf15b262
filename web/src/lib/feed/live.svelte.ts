/**
 * A live game: a websocket to the server, and the stage that shows what comes from it.
 *
 * Whatever the player does is sent with the state it was asked in; the server decides. After every
 * new connection the whole table comes and replaces everything, so the prompt is as it was.
 */
import type { Advice, ChatLine, Refused, Table, Times, Update } from "$lib/api/generated";
import { VERSION } from "$lib/api/generated";
import { firstLook, forgetSeat, numberFor } from "$lib/api/keys";
import { openSocket, type FromClient, type FromServer } from "$lib/api/socket";
import { newNumber, NO_DICE } from "$lib/dice";
import { t } from "$lib/i18n/index.svelte";
import { languageTag } from "$lib/settings.svelte";
import type { Feed, Link, Notice } from "./feed";
import { Stage, type Whole } from "./stage.svelte";

const NO_CLOCK: Times = { kind: "none", left: [], running: -1, until: 0 };
/** Refusals of a greeting after which it is worth to come again. */
const COME_AGAIN = new Set(["too_fast", "storage"]);
const RESTART = 1_000; // milliseconds that a server which goes down is given

/** What a feed must know that shares the page with those of other seats (hotseat.svelte.ts). */
export interface Shared {
  /** Whether another seat is shown just now. */
  unseen(): boolean;
  /** Whether the turn that begins is shown from its own seat. */
  handsOver(seat: number): boolean;
}

/** Sit at a table, or watch it without a token. */
export function connectLive(table: string, token: string, shared: Partial<Shared> = {}): Feed {
  let link: Link = $state("connecting");
  let latest: Table | null = $state.raw(null); // the last whole table that was received
  let chat: readonly ChatLine[] = $state.raw([]);
  let times: Times = $state.raw(NO_CLOCK);
  let skew = $state(0); // seconds that the server's clock is ahead of ours
  let watchers = $state(0);
  let advice: Advice | null = $state.raw(null);
  let pending: FromClient["type"] | null = $state(null); // what the server is thinking about
  let notice: Notice | null = $state.raw(null);
  let closing = false; // the notice is about the connection, and goes with it
  let key = token;
  let state = -1; // of the last update
  let arrived = false; // the table has come since we connected

  const stage = new Stage({ me: () => latest?.me ?? null, brief: true, ...shared });

  const socket = openSocket({
    hello: () => {
      arrived = false;
      return { type: "hello", table, token: key, language: languageTag(), version: VERSION };
    },
    heard,
    linked(open) {
      link = open ? "open" : link === "closed" ? "closed" : "lost";
      pending = null;
      if (open && closing) notice = null;
      if (open) closing = false;
    },
  });

  let language = languageTag();
  const stopWatching = $effect.root(() => {
    $effect(() => {
      if (languageTag() === language) return;
      language = languageTag();
      socket.again(); // sentences are the server's
    });
  });

  function heard(message: FromServer): void {
    switch (message.type) {
      case "table":
        return hearTable(message);
      case "update":
        return hearUpdate(message);
      case "people":
        if (latest !== null) latest = { ...latest, players: message.players };
        times = message.times;
        watchers = message.watchers;
        return;
      case "chat":
        chat = [...chat, message.line];
        return;
      case "advice":
        if (message.state === state) advice = message;
        if (pending === "hint") pending = null;
        return;
      case "refused":
        return hearRefusal(message);
      case "pong":
        skew = message.now - (message.at + Date.now() / 1000) / 2;
        return;
      case "closing":
        notice = { kind: "info", text: message.text };
        closing = true;
        socket.later(RESTART);
    }
  }

  function hearTable(message: Table): void {
    const before = latest;
    const whole: Whole = { view: message.view, log: message.log, asked: asked(message) };
    latest = message;
    addNumber(message);
    chat = message.chat;
    times = message.times;
    const sameState = message.state === state;
    state = message.state;
    if (!sameState) advice = null;
    if (pending !== "hint") pending = null;

    const waits = stage.rollWaits;
    const anew = !arrived;
    arrived = true;
    if (!anew && before?.view) return stage.replace(whole);
    const begins = before?.stage === "waiting" || (before === null && firstLook(table));
    const dice = begins || (waits && sameState) ? firstRoll(message) : [];
    if (dice.length > 0 && message.view) stage.resetUnrolled(whole, message.view, dice);
    else stage.reset(whole);
  }

  /** Add my number to the dice, as soon as the server's part in them is fixed. */
  function addNumber({ commitment, me, numbers, stage }: Table): void {
    if (stage !== "waiting" || me === null || numbers[me] !== "") return;
    const mine = numberFor(table, key, commitment, newNumber);
    if (mine !== null && mine.commitment === commitment) {
      socket.send({ type: "number", number: mine.number });
    }
  }

  function hearUpdate(message: Update): void {
    if (message.since >= 0 && message.since !== state) return socket.again(); // we missed one
    state = message.state;
    times = message.times;
    advice = null;
    pending = null;
    if (latest?.undo_request?.open === false) latest = { ...latest, undo_request: null };
    const { view, events, log, log_from: logFrom, undone, remark } = message;
    stage.push({ view, events, log, logFrom, undone, asked: asked(message), remark });
  }

  function hearRefusal({ code, text, to, state: theirs }: Refused): void {
    if (to === "" || to === pending) pending = null;
    if (code === "stale") {
      if (theirs !== state) socket.again(); // else the answer was merely late
    } else if (to === "hello" && code === "bad_token" && key !== "") {
      forgetSeat(table, key);
      key = "";
      notice = { kind: "error", text: t("feed.seat_lost", { why: text }) };
      socket.again();
    } else {
      notice = { kind: "error", text };
      if (to === "hello" && !COME_AGAIN.has(code)) end();
      else closing = to === "hello";
    }
  }

  function send(message: FromClient): boolean {
    const sent = socket.send(message);
    if (!sent) notice = { kind: "error", text: t("feed.not_sent") };
    if (!sent) closing = true;
    return sent;
  }

  function end(): void {
    link = "closed";
    socket.close();
  }

  return {
    kind: "live",
    table,
    lesson: null,
    position: null,
    get link() {
      return link;
    },
    get stage() {
      if (latest === null) return "waiting";
      return latest.stage === "over" && stage.telling ? "playing" : latest.stage;
    },
    get me() {
      return latest?.me ?? null;
    },
    get host() {
      return latest?.host ?? false;
    },
    get setup() {
      return latest?.setup ?? null;
    },
    get players() {
      return latest?.players ?? [];
    },
    get watchers() {
      return watchers;
    },
    get view() {
      return stage.view;
    },
    get prompt() {
      return stage.asked.prompt;
    },
    get waitingFor() {
      return stage.asked.waitingFor;
    },
    get log() {
      return stage.log;
    },
    get chat() {
      return chat;
    },
    get times() {
      return times.until > 0 ? { ...times, until: times.until - skew } : times;
    },
    get canUndo() {
      return stage.asked.canUndo;
    },
    get whyNot() {
      return stage.asked.whyNot;
    },
    get canAskUndo() {
      return stage.asked.canAskUndo;
    },
    get undoRequest() {
      return latest?.undo_request ?? null;
    },
    get undoneByConsent() {
      return latest?.undone_by_consent ?? false;
    },
    get whatIf() {
      return latest?.what_if ?? null;
    },
    get orders() {
      return latest?.orders ?? null;
    },
    get dice() {
      return latest ?? NO_DICE;
    },
    get again() {
      return latest?.again ?? "";
    },
    get rated() {
      return latest?.rated ?? null;
    },
    get whyUnrated() {
      return latest?.why_unrated ?? "";
    },
    get chatClosed() {
      return latest?.chat_closed ?? "";
    },
    get barred() {
      return latest?.barred ?? [];
    },
    get advice() {
      return advice;
    },
    get thinking() {
      return pending !== null;
    },
    get notice() {
      return notice;
    },
    get beat() {
      return stage.beat;
    },
    get remark() {
      return stage.remark;
    },
    get behind() {
      return stage.behind;
    },
    get rollWaits() {
      return stage.rollWaits;
    },
    actOf: (die) => stage.actOf(die),
    storyOf: (seat) => stage.storyOf(seat),

    answer(option) {
      if (stage.asked.prompt === null || pending === "answer" || pending === "undo") return;
      if (send({ type: "answer", state, option })) pending = "answer";
    },
    hold: () => stage.hold(),
    roll: (shaken) => stage.roll(shaken),
    skip: () => stage.skip(),
    undo() {
      if (pending === "answer" || pending === "undo") return;
      if (send({ type: "undo", state })) pending = "undo";
    },
    askUndo() {
      if (stage.asked.canAskUndo) send({ type: "ask_undo", state });
    },
    answerUndo(agree) {
      send({ type: "answer_undo", agree });
    },
    withdrawUndo() {
      send({ type: "withdraw_undo" });
    },
    hint() {
      if (pending === null && send({ type: "hint", state })) pending = "hint";
    },
    clearAdvice() {
      advice = null;
    },
    say(text) {
      send({ type: "say", text });
    },
    order(orders) {
      send({ type: "orders", ...orders });
    },
    fill(seat, bot) {
      send({ type: "fill", seat, bot });
    },
    free(seat) {
      send({ type: "free", seat });
    },
    admit() {
      send({ type: "admit" });
    },
    begin() {
      send({ type: "begin" });
    },
    replace(seat, bot) {
      send({ type: "replace", seat, bot });
    },
    giveBack(seat) {
      send({ type: "give_back", seat });
    },
    setChat(open) {
      send({ type: "set_chat", open });
    },
    call() {
      send({ type: "call", state });
    },
    dismiss() {
      notice = null;
    },
    close() {
      stopWatching();
      stage.close();
      end();
    },
  };
}

/** What a message asks of me. */
function asked(message: Table | Update): Whole["asked"] {
  return {
    prompt: message.prompt,
    waitingFor: message.waiting_for,
    canUndo: message.can_undo,
    whyNot: message.why_not,
    canAskUndo: message.can_ask_undo,
  };
}

/** My dice, if the last thing that happened at a table is that I rolled them. */
function firstRoll({ view, me, log }: Table): number[] {
  if (view === null || me === null || view.active !== me) return [];
  const last = log.filter((line) => line.event !== "phase").at(-1);
  return last?.event === "roll" ? (view.seats[me]?.active ?? []).map((die) => die.die) : [];
}
