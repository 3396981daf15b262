// Tables for tests, made over HTTP as any program could, and a seat at them for a browser.
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type {
  Choices,
  Prompt,
  Seated,
  Setup,
  Table,
  TableFacts,
  Tutorial,
  Update,
} from "../src/lib/api/generated";
import type { Settings } from "../src/lib/settings.svelte";
import { VERSION } from "../src/lib/api/generated";
import { liked } from "./player";

/** Where a server is reached. */
interface Server {
  readonly url: string;
}

/** A quick game: one person against a bot that thinks little, to so much Glory. */
export function quick(goal = 4, bots = 1): Setup {
  const rivals = Array.from({ length: bots }, () => ({ kind: "bot" as const, bot: "greedy" }));
  return { seats: [{ kind: "person" }, ...rivals], goal };
}

/** Nothing is animated, dice roll by themselves: what a test looks at is there at once. */
export const AT_ONCE: Partial<Settings> = { speed: 0, autoRoll: true, motion: "none", name: "Ada" };

async function answered(server: Server, path: string, body?: unknown): Promise<[Response, string]> {
  const answer = await fetch(server.url + path, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "Content-Type": "application/json" },
  });
  return [answer, await answer.text()];
}

async function asked<Answer>(server: Server, path: string, body?: unknown): Promise<Answer> {
  const [answer, text] = await answered(server, path, body);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Answer;
}

/** Ask for a table that may be refused; gives why, or nothing. */
export async function refusal(server: Server, setup: Setup): Promise<string> {
  const [answer, text] = await answered(server, "/api/tables", { setup, name: "Ada" });
  if (answer.status === 201) return "";
  if (answer.status !== 422) throw new Error(`${answer.status} ${text}`);
  return (JSON.parse(text) as { text: string }).text;
}

export function layTable(server: Server, setup: Setup): Promise<Seated> {
  return asked<Seated>(server, "/api/tables", { setup, name: "Ada" });
}

/** Take a free seat. */
export function sitDown(server: Server, table: string, name: string): Promise<Seated> {
  return asked<Seated>(server, `/api/tables/${table}/join`, { name });
}

export function choices(server: Server): Promise<Choices> {
  return asked<Choices>(server, "/api/sets");
}

export function tutorial(server: Server): Promise<Tutorial> {
  return asked<Tutorial>(server, "/api/tutorial");
}

/** The names of all sets. */
export async function allSets(server: Server): Promise<string[]> {
  return (await choices(server)).sets.map(({ name }) => name);
}

/** A game that is over: bots have played it. */
export async function finishedGame(server: Server, setup: Partial<Setup> = {}): Promise<string> {
  const bot = { kind: "bot" as const, bot: "greedy" };
  const { table } = await layTable(server, { seats: [bot, bot], goal: 4, open: true, ...setup });
  const stage = async (): Promise<string> =>
    (await asked<TableFacts>(server, `/api/tables/${table}`)).stage;
  await expect.poll(stage, { timeout: 300_000, intervals: [50] }).toBe("over");
  return table;
}

/** Play a seat up to my first choice in a round, over a websocket that no page shows. */
export async function playTo(browser: Browser, server: Server, seated: Seated, round: number): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${server.url}/healthz`); // only from there the browser may talk to the server
  await page.exposeFunction("liked", (prompt: Prompt) => liked(prompt).number);
  await page.evaluate(
    ({ table, token, goal, version }) =>
      new Promise<void>((done, failed) => {
        const { liked } = globalThis as unknown as { liked(prompt: Prompt): Promise<number> };
        const socket = new WebSocket(`ws://${location.host}/ws`);
        let now = 0;
        const send = (message: object): void => socket.send(JSON.stringify(message));
        socket.onopen = () => send({ type: "hello", table, token, version });
        socket.onclose = () => failed(new Error("the server has hung up"));
        socket.onmessage = async ({ data }: MessageEvent<string>) => {
          const message = JSON.parse(data) as Table | Update | { type: "other" };
          if (message.type !== "table" && message.type !== "update") return;
          now = message.view?.round ?? now;
          const { prompt, state } = message;
          if (prompt === null) return;
          if (now < goal) return send({ type: "answer", state, option: await liked(prompt) });
          socket.onclose = () => done();
          socket.close();
        };
      }),
    { table: seated.table, token: seated.token, goal: round, version: VERSION },
  );
  await page.close();
}

/** What the browser remembers from earlier visits: settings, and seats at tables. */
export async function remember(
  context: BrowserContext,
  settings: Partial<Settings>,
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
    { "quarriors.wishes": settings, "quarriors.seats": kept },
  );
}

/** Sit down at a table that was laid for this page, and open it, in a later round if asked for. */
export async function startTable(
  page: Page,
  server: Server,
  setup: Setup,
  settings: Partial<Settings> = AT_ONCE,
  round = 1,
): Promise<Seated> {
  const seated = await layTable(server, setup);
  await remember(page.context(), settings, [seated]);
  if (round > 1) await playTo(page.context().browser()!, server, seated, round);
  await page.goto(`${server.url}/t/${seated.table}`);
  return seated;
}
