// The transport of a page without a server, with a worker that the test plays.
import { expect, test, vi } from "vitest";
import type { ToWorker } from "./messages";
import { LocalTransport } from "./transport";

function page(): { transport: LocalTransport; posted: ToWorker[] } {
  const posted: ToWorker[] = [];
  return { transport: new LocalTransport((message) => posted.push(message), "http://page.test/play/game-1/"), posted };
}

test("a request becomes a message, and its answer a response", async () => {
  const { transport, posted } = page();
  const headers = { Authorization: "Bearer secret" };
  const first = transport.ask("/api/tables?lang=en", { method: "POST", headers, body: "{}" });
  const second = transport.ask("/api/tables/a?lang=en", {});
  const [one, two] = posted as Extract<ToWorker, { kind: "ask" }>[];
  expect(one).toMatchObject({ method: "POST", path: "/api/tables?lang=en", token: "secret", body: "{}" });
  expect(two).toMatchObject({ method: "GET", token: "", body: "" });
  transport.hear({ kind: "answer", id: two!.id, status: 404, body: '{"code":"no_table"}' });
  transport.hear({ kind: "answer", id: one!.id, status: 201, body: '{"table":"a"}' });
  expect((await second).status).toBe(404);
  expect(await (await first).json()).toEqual({ table: "a" });
});

test("facts are files of the folder", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: URL) => (asked.push(url.href), new Response("{}")));
  const { transport, posted } = page();
  await transport.ask("/api/cards?lang=it-original", {});
  expect(asked).toEqual(["http://page.test/play/game-1/facts/cards.it-original.json"]);
  expect(posted).toEqual([]);
  vi.unstubAllGlobals();
});

test("a connection hears what it is told until either side ends it", async () => {
  const { transport, posted } = page();
  const heard: string[] = [];
  const wire = transport.connect();
  wire.onopen = () => heard.push("open");
  wire.onmessage = ({ data }) => heard.push(data);
  wire.onclose = () => heard.push("closed");
  await Promise.resolve();
  wire.send("hello");
  const { line } = posted[0] as { line: number };
  expect(posted).toEqual([{ kind: "open", line }, { kind: "say", line, data: "hello" }]);
  transport.hear({ kind: "told", line, data: "table" });
  transport.hear({ kind: "closed", line });
  transport.hear({ kind: "told", line, data: "too late" });
  expect(heard).toEqual(["open", "table", "closed"]);
  const other = transport.connect();
  other.close();
  expect(posted.at(-1)?.kind).toBe("close");
  expect(transport.hear({ kind: "ready", kept: true })).toBe(false);
});
