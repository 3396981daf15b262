/** Several seats on one device: which of them is in front, and what is done for all of them. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeSocket, useFakeSockets } from "$lib/api/fakesocket";
import type { Table, Update } from "$lib/api/generated";
import { deviceSeats, forgetSeat, keepSeat, seatAt, tokenAt } from "$lib/api/keys";
import { settings } from "$lib/settings.svelte";
import { connectHotSeat, type HotSeat } from "./hotseat.svelte";
import { sampleTurn, sampleUpdates } from "./sample";

const TABLE = sampleTurn().table;
let hot: HotSeat;
const sockets = (): FakeSocket[] => FakeSocket.all;

/** The sample's game, in which both seats are people on this device. */
function table(me: number, changes: Partial<Table> = {}): Table {
  const sent = sampleTurn();
  const players = sent.players.map((player) => ({ ...player, kind: "person" as const, bot: "" }));
  return { ...sent, me, players, prompt: me === 0 ? sent.prompt : null, ...changes };
}

function update(me: number, deciding: number): Update {
  const sent = sampleUpdates()[9]!; // after which Greedy scores and rolls
  const prompt = me === deciding ? sampleTurn().prompt : null;
  return { ...sent, since: sampleTurn().state, waiting_for: deciding, prompt };
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(settings, { language: "en", speed: 0, roll: "once", motion: "full", curtain: false });
  localStorage.clear();
  useFakeSockets();
  keepSeat({ table: TABLE, token: "ada", seat: 0, name: "Ada", others: [{ token: "bo", seat: 1, name: "Bo" }] });
  hot = connectHotSeat(TABLE, deviceSeats(TABLE));
});
afterEach(() => {
  hot.feed.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  settings.curtain = false;
});

function arrive(changes: Partial<Table> = {}): void {
  sockets()[0]!.accept().tell(table(0, changes));
  sockets()[1]!.accept().tell(table(1, changes));
  flushSync();
}

it("greets with the token of every seat", () => {
  arrive();
  const tokens = sockets().map((socket) => socket.sent.find((one) => one.type === "hello"));
  expect(tokens).toMatchObject([{ token: "ada" }, { token: "bo" }]);
  expect(hot.feed.me).toBe(0);
  expect(hot.turned).toBeNull();
});

it("adds a number of its own for every seat", () => {
  arrive({ stage: "waiting", view: null, prompt: null, numbers: ["", ""], commitment: "c" });
  const numbers = sockets().map((socket) => socket.wishes.find((one) => one.type === "number"));
  expect(numbers).toEqual([
    { type: "number", number: seatAt(TABLE)?.number },
    { type: "number", number: seatAt(TABLE)?.others?.[0]?.number },
  ]);
  expect(seatAt(TABLE)?.number).not.toBe(seatAt(TABLE)?.others?.[0]?.number);
});

it("turns to the seat that decides, when the one in front has nothing left to show", () => {
  arrive();
  expect(hot.feed.prompt).not.toBeNull();
  sockets()[1]!.tell(update(1, 1)); // the other seat hears it first
  flushSync();
  expect(hot.feed.me).toBe(0);
  sockets()[0]!.tell(update(0, 1));
  flushSync();
  expect(hot.feed.me).toBe(1);
  expect(hot.turned).toBe(1);
  expect(hot.curtain).toBe(false);
  hot.feed.answer(1);
  expect(sockets()[1]!.wishes.at(-1)).toMatchObject({ type: "answer", option: 1 });
  expect(sockets()[0]!.wishes).toEqual([]);
});

it("keeps the table covered until the next player takes the device, if that is wanted", () => {
  settings.curtain = true;
  arrive();
  for (const seat of [0, 1]) sockets()[seat]!.tell(update(seat, 1));
  flushSync();
  expect(hot.curtain).toBe(true);
  hot.lift();
  expect(hot.curtain).toBe(false);
});

it("answers a request to undo for everybody here, and refuses once", () => {
  const undo_request = { seat: 2, text: "", open: true, waits_for: [0, 1], until: 0 };
  arrive({ undo_request });
  hot.feed.answerUndo(true);
  expect(sockets().map((socket) => socket.wishes)).toEqual([
    [{ type: "answer_undo", agree: true }],
    [{ type: "answer_undo", agree: true }],
  ]);
  hot.feed.answerUndo(false);
  expect(sockets().flatMap((socket) => socket.wishes)).toHaveLength(3);
});

it("withdraws the request of the seat that made it, from any seat in front", () => {
  arrive({ undo_request: { seat: 1, text: "", open: true, waits_for: [0], until: 0 } });
  hot.feed.withdrawUndo();
  expect(sockets()[1]!.wishes).toEqual([{ type: "withdraw_undo" }]);
});

it("shows the end from the winner's seat", () => {
  arrive();
  const view = { ...sampleTurn().view!, result: { ...sampleTurn().view!.result, winners: [1] } } as Table["view"];
  const over = { stage: "over", view, prompt: null, waiting_for: null } as const;
  sockets()[0]!.tell(table(0, over));
  flushSync();
  expect(hot.feed.stage).toBe("playing"); // until the winner's own feed knows it
  sockets()[1]!.tell(table(1, over));
  flushSync();
  expect([hot.feed.stage, hot.feed.me]).toEqual(["over", 1]);
});

it("keeps the other seats when one is moved to another device", () => {
  expect([tokenAt(TABLE, 1), tokenAt(TABLE, null)]).toEqual(["bo", "ada"]);
  forgetSeat(TABLE, "ada");
  expect(seatAt(TABLE)).toMatchObject({ token: "bo", seat: 1, name: "Bo" });
  expect(seatAt(TABLE)?.others).toBeUndefined();
  forgetSeat(TABLE, "bo");
  expect(seatAt(TABLE)).toBeNull();
});
