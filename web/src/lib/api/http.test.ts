import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settings } from "$lib/settings.svelte";
import * as http from "./http";
import { ApiError } from "./http";

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

function answer(value: unknown, status = 200): void {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  fetched.mockResolvedValueOnce(new Response(body, { status }));
}

/** What was asked last: method, address, token, body. */
function asked(): [string, string, string | null, unknown] {
  const [address, init] = fetched.mock.lastCall!;
  const body: unknown = init.body === undefined ? null : JSON.parse(String(init.body));
  return [init.method ?? "GET", address, new Headers(init.headers).get("Authorization"), body];
}

beforeEach(() => {
  settings.language = "en";
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
  settings.language = "en";
});

it("asks each endpoint in the player's language", async () => {
  settings.language = "it";
  const setup = { seats: [{}, { kind: "bot" as const, bot: "planner" }] };
  const calls: [() => Promise<unknown>, string, string, string | null, unknown][] = [
    [
      () => http.createTable({ setup, name: "Ada" }),
      "POST",
      "/api/tables?",
      null,
      { setup, name: "Ada" },
    ],
    [() => http.listTables("over"), "GET", "/api/tables?stage=over&", null, null],
    [() => http.showTable("a/b"), "GET", "/api/tables/a%2Fb?", null, null],
    [
      () => http.joinTable("t", { name: "Bo" }),
      "POST",
      "/api/tables/t/join?",
      null,
      { name: "Bo" },
    ],
    [() => http.rematch("t", "key"), "POST", "/api/tables/t/rematch?", "Bearer key", {}],
    [() => http.record("t", "key"), "GET", "/api/tables/t/record?", "Bearer key", null],
    [() => http.replay("t"), "GET", "/api/tables/t/replay?", null, null],
    [() => http.summary("t", "key"), "GET", "/api/tables/t/summary?", "Bearer key", null],
    [() => http.cards(), "GET", "/api/cards?", null, null],
    [() => http.rules(), "GET", "/api/rules?", null, null],
    [() => http.choices(), "GET", "/api/sets?", null, null],
    [() => http.bots(), "GET", "/api/bots?", null, null],
    [() => http.tutorial(), "GET", "/api/tutorial?", null, null],
    [() => http.health(), "GET", "/healthz?", null, null],
  ];
  for (const [call, method, address, token, body] of calls) {
    answer({});
    await call();
    expect(asked()).toEqual([method, `${address}lang=it`, token, body]);
  }
});

it("gives the answer", async () => {
  answer({ bots: [{ name: "planner" }] });
  expect(await http.bots()).toEqual({ bots: [{ name: "planner" }] });
  answer('{"seed": 1}');
  expect(await (await http.record("t")).text()).toBe('{"seed": 1}');
});

it("throws a refusal with the server's sentence", async () => {
  answer({ code: "no_table", text: "There is no such table." }, 404);
  const error = await http.showTable("t").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: "no_table",
    status: 404,
    message: "There is no such table.",
  });
});

it("says so when the server cannot be reached or takes too long", async () => {
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(http.cards()).rejects.toMatchObject({
    code: "unreachable",
    message: expect.stringMatching(/server isn't answering/) as string,
  });
  fetched.mockRejectedValueOnce(new DOMException("late", "TimeoutError"));
  await expect(http.cards()).rejects.toMatchObject({ code: "late", status: 0 });
});

it("says so when something else answers", async () => {
  answer("<html>Bad Gateway</html>", 502);
  await expect(http.cards()).rejects.toMatchObject({ code: "unreadable", status: 502 });
  answer("<html>Welcome</html>", 200);
  await expect(http.cards()).rejects.toMatchObject({ code: "unreadable", status: 200 });
});
