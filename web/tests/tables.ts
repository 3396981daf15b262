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
export const AT_ONCE: Partial<Settings> = { speed: 0, roll: "once", motion: "none", name: "Ada" };

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

/** Where a seat that is played in advance stops: at the first question for which this holds. */
export type Stop = (prompt: Prompt, round: number) => boolean;
export const inRound =
  (goal: number): Stop =>
  (_, round) =>
    round >= goal;
/** My attack is about to meet somebody's creatures. */
export const beforeBattle: Stop = ({ forecast }) => forecast.length > 0;

/** Play a seat up to a question, or to the end, over a websocket that no page shows; gives the answers. */
export async function playTo(browser: Browser, server: Server, seated: Seated, stop: Stop): Promise<number> {
  const page = await browser.newPage();
  let answers = 0;
  await page.goto(`${server.url}/healthz`); // only from there the browser may talk to the server
  await page.exposeFunction("decide", (prompt: Prompt, round: number) => {
    if (stop(prompt, round)) return null;
    answers += 1;
    return liked(prompt).number;
  });
  await page.evaluate(
    ({ table, token, version }) =>
      new Promise<void>((done, failed) => {
        const { decide } = globalThis as unknown as { decide(prompt: Prompt, round: number): Promise<number | null> };
        const socket = new WebSocket(`ws://${location.host}/ws`);
        let round = 0;
        const send = (message: object): void => socket.send(JSON.stringify(message));
        const end = (): void => {
          socket.onclose = () => done();
          socket.close();
        };
        socket.onopen = () => send({ type: "hello", table, token, version });
        socket.onclose = () => failed(new Error("the server has hung up"));
        socket.onmessage = async ({ data }: MessageEvent<string>) => {
          const message = JSON.parse(data) as Table | Update | { type: "other" };
          if (message.type !== "table" && message.type !== "update") return;
          round = message.view?.round ?? round;
          if (message.type === "table" && message.stage === "over") return end();
          const { prompt, state } = message;
          if (prompt === null) return;
          const option = await decide(prompt, round);
          if (option === null) end();
          else send({ type: "answer", state, option });
        };
      }),
    { table: seated.table, token: seated.token, version: VERSION },
  );
  await page.close();
  return answers;
}

/** Stops some answers before the game ends: the same answers make the same game, so it is played before. */
export async function nearTheEnd(page: Page, server: Server, setup: Setup, left: number): Promise<Stop> {
  const seated = await layTable(server, setup);
  const all = await playTo(page.context().browser()!, server, seated, () => false);
  let questions = 0;
  return () => (questions += 1) > all - left;
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

/** Sit down at a table that was laid for this page, and open it, at a later question if asked for. */
export async function startTable(
  page: Page,
  server: Server,
  setup: Setup,
  settings: Partial<Settings> = AT_ONCE,
  stop?: Stop,
): Promise<Seated> {
  const seated = await layTable(server, setup);
  await remember(page.context(), settings, [seated]);
  if (stop !== undefined) await playTo(page.context().browser()!, server, seated, stop);
  await page.goto(`${server.url}/t/${seated.table}`);
  return seated;
}
