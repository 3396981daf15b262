// Being told of one's turn: what the worker shows and opens, and how a browser subscribes.
import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import TurnMessages from "$components/table/TurnMessages.svelte";
import { keepSeat } from "$lib/api/keys";
import { club } from "$lib/club.svelte";
import { changeSettings } from "$lib/settings.svelte";
import { openTable, shownFor, type Pages } from "./worker";

const TABLE = "abcdefghijklmnop";
const HOME = "https://table.example";

it("shows a message of the server, and nothing else", () => {
  expect(shownFor(JSON.stringify({ title: "It's your turn", body: "With Bo", table: TABLE }))).toEqual({
    title: "It's your turn",
    options: { body: "With Bo", tag: TABLE, icon: "/favicon.svg", data: `/t/${TABLE}` },
  });
  for (const text of ["", "x", "null", "[]", "{}", JSON.stringify({ title: "a", body: "b", table: "//evil.example" })]) {
    expect(shownFor(text)).toBeNull();
  }
});

it("opens the table, or brings up the page that shows it", async () => {
  const focus = vi.fn(async () => undefined);
  const openWindow = vi.fn(async () => undefined);
  const pages = (...urls: string[]): Pages => ({ matchAll: async () => urls.map((url) => ({ url, focus })), openWindow });
  await openTable(pages(`${HOME}/games`), `/t/${TABLE}`, HOME);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${HOME}/t/${TABLE}`);
  await openTable(pages(`${HOME}/games`, `${HOME}/t/${TABLE}?watch`), `/t/${TABLE}`, HOME);
  expect(focus).toHaveBeenCalledOnce();
  await openTable(pages(), "https://evil.example/", HOME);
  expect(openWindow).toHaveBeenCalledOnce();
});

const subscribe = vi.fn();
const unsubscribe = vi.fn(async () => true);
let permission = "granted";
let asked: [string, unknown][] = [];

beforeEach(() => {
  localStorage.clear();
  changeSettings({ language: "en" });
  permission = "granted";
  asked = [];
  const key = btoa("k".repeat(65)).replace(/=+$/, "");
  club.offers = { ratings: false, push: key, webhooks: false };
  vi.spyOn(club, "load").mockResolvedValue(); // it is known
  keepSeat({ table: TABLE, token: "secret", seat: 0, name: "Ada" });
  subscribe.mockReset();
  subscribe.mockResolvedValue({ toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }) });
  const before = { options: { applicationServerKey: new TextEncoder().encode("old").buffer }, unsubscribe };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission, requestPermission: async () => permission });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { register: async () => ({ active: {}, pushManager: { subscribe, getSubscription: async () => before } }) },
  });
  vi.stubGlobal("fetch", (address: string, { method, body }: RequestInit) => {
    asked.push([`${method} ${new URL(address, HOME).pathname}`, typeof body === "string" ? JSON.parse(body) : null]);
    return Promise.resolve(new Response(JSON.stringify({ browsers: 1 })));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  club.offers = null;
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const feed = (kind: "days" | "move" = "days") =>
  ({ table: TABLE, me: 0, stage: "playing", setup: { seats: [], clock: { kind } } }) as never;

it("subscribes this browser for the server's key, and ends it", async () => {
  render(TurnMessages, { feed: feed() });
  await fireEvent.click(screen.getByRole("button", { name: "Notify me when it's my turn" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Stop notifying me" }));
  expect(await screen.findByRole("button", { name: "Notify me when it's my turn" })).toBeTruthy();
  expect(unsubscribe).toHaveBeenCalledOnce(); // from the key of an earlier server
  const wanted = subscribe.mock.calls[0]![0] as PushSubscriptionOptionsInit;
  expect(wanted.userVisibleOnly).toBe(true);
  expect(new TextDecoder().decode(wanted.applicationServerKey as Uint8Array)).toBe("k".repeat(65));
  expect(asked).toEqual([
    [`POST /api/tables/${TABLE}/push`, { endpoint: "https://push.example/1", p256dh: "p", auth: "a" }],
    [`DELETE /api/tables/${TABLE}/push`, null],
  ]);
});

it("says so if the player does not allow it", async () => {
  permission = "denied";
  render(TurnMessages, { feed: feed() });
  await fireEvent.click(screen.getByRole("button", { name: "Notify me when it's my turn" }));
  expect((await screen.findByRole("alert")).textContent).toContain("doesn't allow notifications");
  expect(asked).toEqual([]);
});

it("is offered in games by correspondence of a server that can, and nowhere else", () => {
  const { unmount } = render(TurnMessages, { feed: feed("move") });
  expect(screen.queryByRole("button")).toBeNull();
  unmount();
  club.offers = { ratings: true, push: "", webhooks: false };
  render(TurnMessages, { feed: feed() });
  expect(screen.queryByRole("button")).toBeNull();
});
