import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sampleTable } from "$lib/feed/sample";
import { FakeSocket, useFakeSockets } from "./fakesocket";
import { openSocket, type FromServer, type Socket } from "./socket";

let socket: Socket;
let heard: FromServer[];
let links: boolean[];

function open(): void {
  heard = [];
  links = [];
  socket = openSocket({
    hello: () => ({ type: "hello", table: "t", token: "k", language: "it" }),
    heard: (message) => heard.push(message),
    linked: (link) => links.push(link),
  });
}

/** The server takes us in. */
function arrive(): void {
  FakeSocket.last.accept().tell(sampleTable());
  FakeSocket.last.pong();
}

/** Let the connection break so often, and measure how long it takes to come back. */
function waits(times: number): number[] {
  return Array.from({ length: times }, () => {
    const began = Date.now();
    const before = FakeSocket.all.length;
    FakeSocket.last.drop();
    while (FakeSocket.all.length === before) vi.advanceTimersByTime(1);
    return Date.now() - began;
  });
}

function say(visibility: "visible" | "hidden"): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  useFakeSockets();
  open();
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("connects to the server of the page, greets, and is open with the table", () => {
  expect(FakeSocket.last.url).toBe("ws://localhost:3000/ws");
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent[0]).toEqual({
    type: "hello",
    table: "t",
    token: "k",
    language: "it",
  });
  expect(links).toEqual([]);
  FakeSocket.last.tell(sampleTable());
  expect(links).toEqual([true]);
  expect(heard[0]!.type).toBe("table");
});

it("sends only when it is open", () => {
  expect(socket.send({ type: "begin" })).toBe(false);
  arrive();
  expect(socket.send({ type: "begin" })).toBe(true);
  expect(FakeSocket.last.wishes).toEqual([{ type: "begin" }]);
  FakeSocket.last.drop();
  expect(socket.send({ type: "begin" })).toBe(false);
});

it("comes back by itself, less and less often, and at once the next time", () => {
  arrive();
  expect(waits(10)).toEqual([500, 750, 1125, 1688, 2531, 3797, 5695, 8543, 10_000, 10_000]);
  arrive();
  expect(waits(1)).toEqual([500]);
  expect(links).toEqual([true, ...Array<boolean>(10).fill(false), true, false]);
});

it("does not come back with everybody else in the same moment", () => {
  vi.mocked(Math.random).mockReturnValue(0.8);
  expect(waits(2)).toEqual([600, 900]);
});

it("notices a connection that says nothing, within seconds", () => {
  arrive();
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.last.sent.at(-1)!.type).toBe("ping");
  vi.advanceTimersByTime(3_900);
  expect(links).toEqual([true]);
  vi.advanceTimersByTime(200);
  expect(links).toEqual([true, false]);
  expect(FakeSocket.all[0]!.closed).toBe(true);
});

it("stays as long as there are signs of life", () => {
  arrive();
  for (let round = 0; round < 5; round += 1) {
    vi.advanceTimersByTime(15_000);
    FakeSocket.last.pong();
  }
  expect(links).toEqual([true]);
  expect(FakeSocket.all).toHaveLength(1);
});

it("notices soon after a wish that nobody hears it", () => {
  arrive();
  socket.send({ type: "say", text: "Hello?" });
  vi.advanceTimersByTime(4_100);
  expect(links).toEqual([true, false]);
});

it("gives up an attempt that gets no answer", () => {
  vi.advanceTimersByTime(8_000);
  expect(links).toEqual([false]);
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
});

it("tries at once when the network or the page is back", () => {
  arrive();
  waits(5);
  FakeSocket.last.drop();
  const before = FakeSocket.all.length;
  say("hidden");
  expect(FakeSocket.all).toHaveLength(before);
  say("visible");
  expect(FakeSocket.all).toHaveLength(before + 1);
  FakeSocket.last.drop();
  window.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(before + 2);
});

it("asks for a sign of life when the browser loses the network or wakes up", () => {
  arrive();
  const pings = (): number => FakeSocket.last.sent.filter((one) => one.type === "ping").length;
  const before = pings();
  window.dispatchEvent(new Event("offline"));
  say("visible");
  expect(pings()).toBe(before + 2);
  vi.advanceTimersByTime(4_100);
  expect(links).toEqual([true, false]);
});

it("hears nothing from a connection it has given up", () => {
  arrive();
  const old = FakeSocket.last;
  socket.again();
  const before = heard.length;
  old.tell(sampleTable());
  old.drop();
  expect(heard).toHaveLength(before);
  expect(FakeSocket.all).toHaveLength(2);
});

it("reconnects later when asked to", () => {
  arrive();
  socket.later(1_000);
  expect(links).toEqual([true, false]);
  vi.advanceTimersByTime(999);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(2);
});

it("is quiet once it is closed", () => {
  arrive();
  socket.close();
  window.dispatchEvent(new Event("online"));
  socket.again();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(FakeSocket.last.closed).toBe(true);
  expect(links).toEqual([true]);
});
