// The loop around Python: what is stored before it is sent, tables that are fetched, other windows.
import { expect, test } from "vitest";
import type { Command, Outcome, Result, ToPage } from "./messages";
import { Conflict, type Store } from "./store";
import { Tables, type Others } from "./tables";

const NOTHING: Outcome = { heads: [], rows: [], removed: [], sent: [], closed: [] };
const ROW = { table: "a", seq: 1, at: 0, entry: "{}", snapshot: null };

/** A worker whose Python and store the test plays; `log` has what happened, in order. */
function worker(python: (command: Command) => Partial<Outcome> | { missing: string }) {
  const log: string[] = [];
  const sent: ToPage[] = [];
  const commands: Command[] = [];
  let trouble: Error | null = null;
  const store: Store = {
    lasting: true,
    read: async (table) => (log.push(`read ${table}`), { head: "head", rows: [] }),
    write: async ({ rows }) => {
      if (trouble !== null) throw trouble;
      if (rows.length > 0) log.push(`write ${rows.map(({ seq }) => seq).join()}`);
    },
  };
  const others: Others = { tell: (table) => log.push(`others ${table}`), heard: null };
  const tables = new Tables(
    (command): Result => {
      commands.push(command);
      return { ...NOTHING, ...python(command) } as Result;
    },
    store,
    others,
    (message) => {
      sent.push(message);
      log.push(`send ${message.kind}`);
    },
  );
  return { tables, log, sent, commands, others, fail: (error: Error | null) => (trouble = error) };
}

const told = { rows: [ROW], sent: [{ line: 1, data: "update" }] };
const answers = (command: Command): Partial<Outcome> => (command.do === "hear" ? told : { wait: null });

test("what comes of a message is stored before anybody hears of it", async () => {
  const { tables, log } = worker(answers);
  await tables.hear({ kind: "say", line: 1, data: "answer" });
  expect(log).toEqual(["write 1", "others a", "send told"]);
});

test("a table that is not in memory is fetched, and the command done again", async () => {
  let restored = false;
  const { tables, sent, commands } = worker((command) => {
    if (command.do === "restore") restored = true;
    if (command.do === "ask") return restored ? { status: 200, body: "{}" } : { missing: "a" };
    return { wait: null };
  });
  await tables.hear({ kind: "ask", id: 7, method: "GET", path: "/api/tables/a", token: "", body: "" });
  expect(commands.map((one) => one.do)).toEqual(["ask", "restore", "ask"]);
  expect(sent).toEqual([{ kind: "answer", id: 7, status: 200, body: "{}" }]);
});

test("what another window has written first did not happen here", async () => {
  const { tables, log, commands, fail } = worker((command) =>
    command.do === "drop" ? { closed: [1] } : answers(command),
  );
  fail(new Conflict());
  await tables.hear({ kind: "say", line: 1, data: "answer" });
  expect(log).toEqual(["send closed"]);
  expect(commands.at(-1)).toEqual({ do: "drop", table: "a" });
});

test("what cannot be stored is said, and not done", async () => {
  const { tables, sent, fail } = worker((command) =>
    command.do === "ask" ? { ...told, status: 201, body: "{}" } : { wait: null },
  );
  fail(new Error("full"));
  await tables.hear({ kind: "ask", id: 3, method: "POST", path: "/api/tables", token: "", body: "{}" });
  expect(sent).toEqual([{ kind: "unsaved" }, { kind: "answer", id: 3, status: 500, body: "" }]);
});

test("a table that another window has changed is forgotten", async () => {
  const { tables, commands, others } = worker(answers);
  others.heard?.("b");
  await tables.hear({ kind: "open", line: 2 });
  expect(commands.slice(0, 2)).toEqual([{ do: "drop", table: "b" }, { do: "open", line: 2 }]);
});

test("bots go on between messages, until nothing is due", async () => {
  let due = 3;
  const { tables, commands } = worker((command) => ({ wait: command.do === "work" && --due > 0 ? 0 : null }));
  await tables.hear({ kind: "open", line: 1 });
  await expect.poll(() => commands.filter((one) => one.do === "work").length).toBe(3);
});
