// Tables for tests, made over HTTP as any program could, and a seat at them for a browser.
import type { BrowserContext, Page } from "@playwright/test";
import type { Choices, Seated, Setup, TableFacts, Tutorial } from "../src/lib/api/generated";
import type { Wishes } from "../src/lib/settings.svelte";
import type { Server } from "./server";

/** A quick game: one person against a bot that thinks little, to so much Glory. */
export function quick(goal = 4, bots = 1): Setup {
  const rivals = Array.from({ length: bots }, () => ({ kind: "bot" as const, bot: "greedy" }));
  return { seats: [{ kind: "person" }, ...rivals], goal };
}

/** Nothing is animated, dice roll by themselves: what a test looks at is there at once. */
export const AT_ONCE: Partial<Wishes> = { speed: 0, autoRoll: true, motion: "none", name: "Ada" };

async function asked<Answer>(server: Server, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "Content-Type": "application/json" },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Answer;
}

export function layTable(server: Server, setup: Setup): Promise<Seated> {
  return asked<Seated>(server, "/api/tables", { setup, name: "Ada" });
}

export function choices(server: Server): Promise<Choices> {
  return asked<Choices>(server, "/api/sets");
}

export function tutorial(server: Server): Promise<Tutorial> {
  return asked<Tutorial>(server, "/api/tutorial");
}

/** A game that is over: bots have played it. */
export async function finishedGame(server: Server, setup: Partial<Setup> = {}): Promise<string> {
  const bot = { kind: "bot" as const, bot: "greedy" };
  const { table } = await layTable(server, { seats: [bot, bot], goal: 4, open: true, ...setup });
  for (;;) {
    const facts = await asked<TableFacts>(server, `/api/tables/${table}`);
    if (facts.stage === "over") return table;
    await new Promise((later) => setTimeout(later, 200));
  }
}

/** What the browser remembers from earlier visits: wishes, and seats at tables. */
export async function remember(
  context: BrowserContext,
  wishes: Partial<Wishes>,
  seats: readonly Seated[] = [],
): Promise<void> {
  const kept = seats.map(({ table, token, seat }) => {
    return { table, token, seat, name: "Ada", taken: Date.now(), fresh: true };
  });
  await context.addInitScript(
    (stored) => {
      if (!location.protocol.startsWith("http")) return; // an empty page has no storage
      for (const [key, value] of Object.entries(stored))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
    },
    { "quarriors.wishes": wishes, "quarriors.seats": kept },
  );
}

/** Sit down at a table that was laid for this page, and open it. */
export async function sitDown(
  page: Page,
  server: Server,
  setup: Setup,
  wishes: Partial<Wishes> = AT_ONCE,
): Promise<Seated> {
  const seated = await layTable(server, setup);
  await remember(page.context(), wishes, [seated]);
  await page.goto(`${server.url}/t/${seated.table}`);
  return seated;
}
