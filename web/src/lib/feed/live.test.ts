import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket, useFakeSockets } from "$lib/api/fakesocket";
import { type Refused, type Table, type Update, VERSION } from "$lib/api/generated";
import { keepSeat, seatAt } from "$lib/api/keys";
import { settings } from "$lib/settings.svelte";
import type { Feed } from "./feed";
import { connectLive } from "./live.svelte";
import { sampleTable, sampleTurn, sampleUpdates } from "./sample";

const TABLE = sampleTable().table;
let feed: Feed;

function arrive(table: Table = sampleTurn()): void {
  FakeSocket.last.accept().tell(table);
  FakeSocket.last.pong();
}

function tell(update: Update): void {
  FakeSocket.last.tell(update);
  vi.runOnlyPendingTimers();
  while (feed.beat !== null) vi.advanceTimersToNextTimer();
}

function refuse(code: string, to: string, state = sampleTurn().state): void {
  const refused: Refused = { type: "refused", code, text: `No: ${code}.`, to, state };
  FakeSocket.last.tell(refused);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  Object.assign(settings, { language: "en", speed: 0, roll: "once", motion: "full" });
  localStorage.clear();
  useFakeSockets();
  feed = connectLive(TABLE, "key");
});
afterEach(() => {
  feed.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  settings.language = "en";
});

describe("my number for the dice", () => {
  const lobby = (numbers: string[]): Table => ({ ...sampleTurn(), stage: "waiting", view: null, numbers, commitment: "c" });
  const numbers = (): unknown[] => FakeSocket.last.wishes.filter((one) => one.type === "number");

  it("is sent once the commitment has come, and again only if it did not arrive", () => {
    keepSeat({ table: TABLE, token: "key", seat: 0, name: "Ada" });
    FakeSocket.last.accept();
    FakeSocket.last.tell(lobby(["", ""]));
    const number = seatAt(TABLE)?.number ?? "";
    expect(number).toMatch(/^[0-9a-f]{32}$/);
    expect(numbers()).toEqual([{ type: "number", number }]);
    FakeSocket.last.tell(lobby([number, ""]));
    expect(numbers()).toHaveLength(1);
    FakeSocket.last.tell({ ...lobby(["", ""]), commitment: "another" });
    expect(numbers()).toHaveLength(1);
  });

  it("is none at an older table, in a game, or of a watcher", () => {
    keepSeat({ table: TABLE, token: "key", seat: 0, name: "Ada" });
    FakeSocket.last.accept();
    FakeSocket.last.tell(lobby([]));
    FakeSocket.last.tell({ ...lobby(["", ""]), me: null });
    FakeSocket.last.tell({ ...sampleTurn(), numbers: ["", ""] });
    expect(numbers()).toEqual([]);
  });
});

describe("what comes", () => {
  it("greets with token and language, and shows the table", () => {
    expect(feed.link).toBe("connecting");
    expect(feed.view).toBeNull();
    arrive();
    expect(FakeSocket.last.sent[0]).toEqual({
      type: "hello",
      table: TABLE,
      token: "key",
      language: "en",
      version: VERSION,
    });
    const table = sampleTurn();
    expect(feed).toMatchObject({ link: "open", stage: "playing", me: 0, host: true, table: TABLE });
    expect(feed.view).toEqual(table.view);
    expect(feed.prompt).toEqual(table.prompt);
    expect(feed.players.map((player) => player.name)).toEqual(table.players.map((one) => one.name));
    expect(feed.log).toEqual(table.log);
  });

  it("puts the changed keys of an update over the view", () => {
    arrive();
    const update = sampleUpdates()[3]!;
    tell(update);
    expect(feed.view).toEqual({ ...sampleTurn().view, ...update.view });
    expect(feed.prompt).toEqual(update.prompt);
    expect(feed.canUndo).toBe(true);
    expect(feed.log.at(-1)).toEqual(update.log.at(-1));
  });

  it("asks only when all is shown", () => {
    settings.speed = 1;
    arrive();
    FakeSocket.last.tell(sampleUpdates()[3]!);
    expect(feed.beat!.event).toBe("spend");
    expect(feed.prompt).toBeNull();
    expect(feed.canUndo).toBe(false);
    feed.skip();
    expect(feed.beat).toBeNull();
    expect(feed.prompt).toEqual(sampleUpdates()[3]!.prompt);
  });

  it("takes the whole table anew if it has missed an update", () => {
    arrive();
    FakeSocket.last.tell(sampleUpdates()[5]!);
    expect(FakeSocket.all).toHaveLength(2);
    expect(feed.view).toEqual(sampleTurn().view);
  });

  it("hears of people, chat and times", () => {
    arrive();
    const players = sampleTurn().players.map((player) => ({ ...player, here: false }));
    const times = { kind: "move" as const, left: [60, 60], running: 0, until: 5000 };
    FakeSocket.last.tell({ type: "people", players, times, watchers: 3 });
    FakeSocket.last.tell({
      type: "chat",
      line: { number: 1, seat: 1, name: "Bo", text: "Hi", at: 1 },
    });
    expect(feed.players).toEqual(players);
    expect(feed.watchers).toBe(3);
    expect(feed.chat.map((line) => line.text)).toEqual(["Hi"]);
    expect(feed.times).toEqual(times);
  });

  it("tells times by our own clock", () => {
    arrive();
    const times = { kind: "move" as const, left: [60, 60], running: 0, until: 5000 };
    FakeSocket.last.tell({ type: "people", players: [], times, watchers: 0 });
    FakeSocket.last.pong(40);
    expect(feed.times.until).toBeCloseTo(4960, 1);
  });

  it("is over only when the end has been shown", () => {
    settings.speed = 1;
    arrive();
    FakeSocket.last.tell({ ...sampleUpdates()[3]!, prompt: null });
    const end: Table = {
      ...sampleTurn(),
      stage: "over",
      secret: "41",
      seed: "42",
      state: sampleUpdates()[3]!.state,
    };
    FakeSocket.last.tell(end);
    expect(feed.stage).toBe("playing");
    feed.skip();
    expect(feed).toMatchObject({ stage: "over", dice: { secret: "41", seed: "42" } });
  });
});

describe("what the player does", () => {
  beforeEach(() => arrive());

  it("answers with the state it was asked in, once", () => {
    feed.answer(2);
    feed.answer(3);
    const { state } = sampleTurn();
    expect(FakeSocket.last.wishes).toEqual([{ type: "answer", state, option: 2 }]);
    expect(feed.thinking).toBe(true);
    tell(sampleUpdates()[3]!);
    expect(feed.thinking).toBe(false);
    feed.answer(1);
    expect(FakeSocket.last.wishes.at(-1)).toEqual({
      type: "answer",
      state: sampleUpdates()[3]!.state,
      option: 1,
    });
  });

  it("sends wishes as they are", () => {
    feed.undo();
    feed.say("Hello");
    feed.order({ defend: "weakest" });
    feed.fill(1, "planner");
    feed.free(1);
    feed.admit();
    feed.begin();
    feed.replace(1, "greedy");
    feed.giveBack(1);
    feed.call();
    expect(FakeSocket.last.wishes).toEqual([
      { type: "undo", state: sampleTurn().state },
      { type: "say", text: "Hello" },
      { type: "orders", defend: "weakest" },
      { type: "fill", seat: 1, bot: "planner" },
      { type: "free", seat: 1 },
      { type: "admit" },
      { type: "begin" },
      { type: "replace", seat: 1, bot: "greedy" },
      { type: "give_back", seat: 1 },
      { type: "call", state: sampleTurn().state },
    ]);
  });

  it("asks for a hint and gets it, as long as it is about the present", () => {
    const { state } = sampleTurn();
    feed.hint();
    feed.hint();
    expect(FakeSocket.last.wishes).toEqual([{ type: "hint", state }]);
    expect(feed.thinking).toBe(true);
    FakeSocket.last.tell({ type: "advice", state, bot: "planner", lines: [] });
    expect(feed.thinking).toBe(false);
    expect(feed.advice!.bot).toBe("planner");
    feed.clearAdvice();
    expect(feed.advice).toBeNull();
    FakeSocket.last.tell({ type: "advice", state: state - 1, bot: "planner", lines: [] });
    expect(feed.advice).toBeNull();
  });

  it("forgets a hint when the game goes on", () => {
    FakeSocket.last.tell({ type: "advice", state: sampleTurn().state, bot: "planner", lines: [] });
    tell(sampleUpdates()[3]!);
    expect(feed.advice).toBeNull();
  });

  it("may answer while a hint is under way", () => {
    feed.hint();
    feed.answer(1);
    expect(FakeSocket.last.wishes.map((one) => one.type)).toEqual(["hint", "answer"]);
  });

  it("shows a refusal as a sentence, which can be put away", () => {
    feed.answer(9);
    refuse("illegal", "answer");
    expect(feed.notice).toEqual({ kind: "error", text: "No: illegal." });
    expect(feed.thinking).toBe(false);
    expect(feed.prompt).toEqual(sampleTurn().prompt);
    feed.dismiss();
    expect(feed.notice).toBeNull();
  });

  it("makes nothing of an answer that came late, and looks anew if it knows too little", () => {
    feed.answer(1);
    refuse("stale", "answer");
    expect(feed.notice).toBeNull();
    expect(FakeSocket.all).toHaveLength(1);
    feed.answer(1);
    refuse("stale", "answer", 99);
    expect(FakeSocket.all).toHaveLength(2);
    expect(feed.notice).toBeNull();
  });
});

describe("the connection", () => {
  it("comes back, and the prompt is as it was", () => {
    arrive();
    FakeSocket.last.drop();
    expect(feed.link).toBe("lost");
    expect(feed.view).toEqual(sampleTurn().view);
    feed.answer(1);
    expect(feed.notice!.kind).toBe("error");
    vi.advanceTimersByTime(500);
    expect(feed.link).toBe("lost");
    arrive();
    expect(feed.link).toBe("open");
    expect(feed.prompt).toEqual(sampleTurn().prompt);
    expect(feed.notice).toBeNull();
    expect(feed.thinking).toBe(false);
  });

  it("replaces everything with what the table has become meanwhile", () => {
    settings.speed = 1;
    arrive();
    FakeSocket.last.tell(sampleUpdates()[3]!);
    expect(feed.beat).not.toBeNull();
    FakeSocket.last.drop();
    vi.advanceTimersByTime(500);
    const later: Table = { ...sampleTurn(), state: 50, log: [], prompt: null, waiting_for: 1 };
    arrive(later);
    expect(feed.beat).toBeNull();
    expect(feed).toMatchObject({ log: [], prompt: null, waitingFor: 1 });
  });

  it("says that the server restarts, until it is back", () => {
    arrive();
    FakeSocket.last.tell({ type: "closing", text: "Back in a moment." });
    expect(feed.link).toBe("lost");
    expect(feed.notice).toEqual({ kind: "info", text: "Back in a moment." });
    vi.advanceTimersByTime(1_000);
    arrive();
    expect(feed.notice).toBeNull();
    expect(feed.link).toBe("open");
  });

  it("forgets a seat whose token is no good, says so, and watches", () => {
    keepSeat({ table: TABLE, token: "key", seat: 0, name: "Ada" });
    FakeSocket.last.accept();
    refuse("bad_token", "hello");
    expect(seatAt(TABLE)).toBeNull();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", token: "" });
    FakeSocket.last.tell({ ...sampleTable(), me: null, host: false });
    expect(feed.me).toBeNull();
    expect(feed.notice!.text).toBe("No: bad_token. You're spectating now.");
  });

  it("gives up where there is no table, with the server's sentence", () => {
    FakeSocket.last.accept();
    refuse("no_table", "hello");
    expect(feed.link).toBe("closed");
    expect(feed.notice!.text).toBe("No: no_table.");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("comes again where the server is only busy", () => {
    FakeSocket.last.accept();
    refuse("too_fast", "hello");
    FakeSocket.last.drop();
    expect(feed.notice!.text).toBe("No: too_fast.");
    vi.advanceTimersByTime(500);
    arrive();
    expect(feed.link).toBe("open");
    expect(feed.notice).toBeNull();
  });

  it("connects anew in another language", () => {
    arrive();
    settings.language = "it";
    flushSync();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent[0]).toMatchObject({ language: "it" });
  });

  it("hears nothing once it is closed", () => {
    arrive();
    feed.close();
    expect(feed.link).toBe("closed");
    settings.language = "it";
    flushSync();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe("rolling by hand", () => {
  beforeEach(() => {
    settings.roll = "hand";
  });

  it("waits with my dice unrolled", () => {
    arrive(sampleTable());
    for (const update of sampleUpdates().slice(0, 3)) FakeSocket.last.tell(update);
    expect(feed.rollWaits).toBe(true);
    expect(feed.prompt).toBeNull();
    feed.roll();
    expect(feed.rollWaits).toBe(false);
    expect(feed.prompt).toEqual(sampleTurn().prompt);
  });

  it("waits for the very first roll of a table that I have just made, but not after a reload", () => {
    keepSeat({ table: TABLE, token: "key", seat: 0, name: "Ada" });
    const first = sampleTurn();
    first.view!.turn = 1;
    arrive(first);
    expect(feed.rollWaits).toBe(true);
    feed.roll();
    expect(feed.prompt).toEqual(first.prompt);
    feed.close();
    feed = connectLive(TABLE, "key");
    arrive(first);
    expect(feed.rollWaits).toBe(false);
    expect(feed.prompt).toEqual(first.prompt);
  });

  it("waits for the first roll when a table begins that I waited at", () => {
    arrive({ ...sampleTable(), stage: "waiting", view: null, log: [] });
    expect(feed).toMatchObject({ stage: "waiting", view: null });
    const first = sampleTurn();
    first.view!.turn = 1;
    FakeSocket.last.tell(first);
    expect(feed.stage).toBe("playing");
    expect(feed.rollWaits).toBe(true);
  });

  it("still waits after a lost connection", () => {
    arrive(sampleTable());
    for (const update of sampleUpdates().slice(0, 3)) FakeSocket.last.tell(update);
    FakeSocket.last.drop();
    vi.advanceTimersByTime(500);
    arrive();
    expect(feed.rollWaits).toBe(true);
    feed.roll();
    expect(feed.prompt).toEqual(sampleTurn().prompt);
  });

  it("does not wait if my dice were rolled and looked at before", () => {
    arrive();
    expect(feed.rollWaits).toBe(false);
  });
});
