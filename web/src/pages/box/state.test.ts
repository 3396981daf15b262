// What the page for owners of the box asks the server for, and what it does without one.
import { beforeEach, expect, test, vi } from "vitest";
import type { WildsAnswer, WildsWish } from "$lib/api/generated";
import { BoxState } from "./state.svelte";

const asked: WildsWish[] = [];

function laid(codes: string[]): WildsAnswer {
  const wilds = codes.map((code, seed) => ({ code, seed, cards: [{ name: `Card of ${code}`, dice: 5 }] }));
  return { players: 2, edition: "qultimate", sets: ["base"], modules: [], house_rules: [], basics: [], wilds, setups: [] };
}

/** A server that answers with these Wilds, refuses with a sentence, or cannot be reached. */
function server(answer: string[] | string | null): void {
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    if (answer === null) throw new TypeError("no connection");
    asked.push(JSON.parse(String(init.body)) as WildsWish);
    if (typeof answer === "string") return Response.json({ code: "illegal", text: answer }, { status: 422 });
    return Response.json(laid(answer));
  });
}

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  return () => vi.unstubAllGlobals();
});

const code = (here: BoxState): string | undefined => here.box.answer?.wilds[0]?.code;

test("Wilds that were drawn in advance come before the server is asked again", async () => {
  server(["one", "two"]);
  const here = new BoxState();
  await here.draw();
  expect(code(here)).toBe("one");
  server(null);
  await here.draw();
  expect(code(here)).toBe("two");
  expect(here.error).toBe("");
  await here.draw();
  expect(code(here)).toBe("two");
  expect(here.error).toContain("New Wilds come from the server");
  expect(asked).toHaveLength(1);
});

test("a wish or a ban asks anew: what was drawn in advance knows nothing of it", async () => {
  server(["one", "two"]);
  const here = new BoxState();
  await here.draw();
  expect(here.isStale).toBe(false);
  here.box.wanted = ["Card of one"];
  expect(here.isStale).toBe(false); // it lies there already
  server(["three"]);
  await here.draw();
  expect(code(here)).toBe("three");
  expect(asked.at(-1)).toMatchObject({ wilds: ["Card of one"], count: 6 });
  expect(here.isStale).toBe(true);
});

test("a banned card is swapped at once and never drawn again", async () => {
  server(["one", "two"]);
  const here = new BoxState();
  await here.draw();
  here.box.wanted = ["Card of one"];
  server(["other"]);
  await here.ban("Card of one");
  expect(asked.at(-1)).toMatchObject({ code: "one", swap: ["Card of one"], without: ["Card of one"] });
  expect(code(here)).toBe("other");
  expect(here.wish).toMatchObject({ wilds: [], without: ["Card of one"] });
  expect(here.isStale).toBe(false);
  await here.draw();
  expect(asked.at(-1)).toMatchObject({ without: ["Card of one"], count: 6 });
});

test("a refusal is the server's sentence, and what lies there stays", async () => {
  server(["one"]);
  const here = new BoxState();
  await here.draw();
  server("There is no such code.");
  await here.lay({ code: "ABCD" });
  expect(here.error).toBe("There is no such code.");
  expect(code(here)).toBe("one");
});
