/**
 * What is asked of the server over HTTP: tables and seats, finished games, facts about the game.
 *
 * Each function is one endpoint of docs/protocol.md. A refusal is thrown as an `ApiError` whose
 * message is the server's sentence in the player's language, so a page can show it as it is.
 * Addresses for programs (position, schemas, metrics) have no function here.
 */
import { t } from "$lib/i18n/index.svelte";
import { languageTag } from "$lib/settings.svelte";
import { transport } from "./transport";
import type {
  AnalysisAnswer,
  BotList,
  Browser,
  Browsers,
  CardList,
  Choices,
  Club,
  DailyFacts,
  EntryFacts,
  Features,
  Forgot,
  GameRating,
  Health,
  Join,
  MemberFacts,
  MemberKey,
  NewTable,
  OneTimeCode,
  PackCheck,
  PackList,
  Privacy,
  Report,
  Reported,
  RuleList,
  Seated,
  Shelf,
  TableFacts,
  TablePacks,
  WhatIfWish,
  WildsAnswer,
  WildsWish,
} from "./generated";
export type { Features };
import type { ListedTable, ReplayData, Stage, Summary, Tutorial } from "./shapes";

/** A refusal, or a server that cannot be reached (status 0); the message is for people. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    text: string,
  ) {
    super(text);
    this.name = "ApiError";
  }
}

const PATIENCE = 30_000; // milliseconds until an answer counts as lost

interface Asked {
  method?: string;
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
}

// --- tables and seats ---

/** Set up a table and sit down at it as its host. */
export const createTable = (table: NewTable): Promise<Seated> =>
  json("api/tables", { body: table });

/** Open tables with a free seat, in play, or finished; newest changes first. */
export const listTables = (stage: Stage = "waiting"): Promise<{ tables: ListedTable[] }> =>
  json("api/tables", { query: { stage } });

/** What everybody with its link may know of a table. */
export const showTable = (table: string): Promise<TableFacts> => json(at(table));

/** The packs that a table plays with, and their cards. */
export const tablePacks = (table: string): Promise<TablePacks> => json(at(table, "packs"));

/** Take a seat. */
export const joinTable = (table: string, wish: Join): Promise<Seated> =>
  json(at(table, "join"), { body: wish });

/** A new table with the same players and set-up; my token is good there too. */
export const rematch = (table: string, token: string): Promise<Seated> =>
  json(at(table, "rematch"), { body: {}, token });

/** A one-time code that moves my seat to another device. */
export const giveCode = (table: string, token: string): Promise<OneTimeCode> =>
  json(at(table, "code"), { body: {}, token });

/** The seat whose one-time code I have; the device that showed it loses the seat. */
export const moveSeat = (table: string, code: string): Promise<Seated> =>
  json(at(table, "move"), { body: { code } });

/** A new token for my seat; the old one ends everywhere. */
export const renewToken = (table: string, token: string): Promise<Seated> =>
  json(at(table, "renew"), { body: {}, token });

/** Report a line of chat or a name to the operator. */
export const reportTo = (table: string, token: string, report: Report): Promise<Reported> =>
  json(at(table, "reports"), { body: report, token });

/** Remove my name, my token and what I said from a table. */
export const forgetMe = (table: string, token: string): Promise<Forgot> =>
  json(at(table, "me"), { method: "DELETE", token });

// --- the club ---

/** What the server offers beside games. */
export const features = (): Promise<Features> => json("api/features");

/** The ladder of a season; 0 is the present one. */
export const showClub = (season = 0): Promise<Club> =>
  json("api/club", season === 0 ? {} : { query: { season: String(season) } });

/** Take a name in the club. */
export const joinClub = (name: string): Promise<MemberKey> => json("api/club/members", { body: { name } });

/** Who the holder of a key is in the club. */
export const showMember = (key: string): Promise<MemberFacts> => json("api/club/me", { token: key });

/** A one-time code that moves my name in the club to another device. */
export const giveMemberCode = (key: string): Promise<OneTimeCode> =>
  json("api/club/me/code", { body: {}, token: key });

/** The name in the club whose one-time code I have; the device that showed it loses the name. */
export const moveMember = (name: string, code: string): Promise<MemberKey> =>
  json("api/club/move", { body: { name, code } });

/** Remove my name in the club, and what is kept of me under it. */
export const leaveClub = (key: string): Promise<Forgot> => json("api/club/me", { method: "DELETE", token: key });

/** Have a browser told when it is the turn of my seat. */
export const pushTo = (table: string, token: string, browser: Browser): Promise<Browsers> =>
  json(at(table, "push"), { body: browser, token });

/** Have no browser told of the turns of my seat any more. */
export const stopPush = (table: string, token: string): Promise<Browsers> =>
  json(at(table, "push"), { method: "DELETE", token });

/** Whether a game counts for ratings, and what it changed. */
export const gameRating = (table: string): Promise<GameRating> => json(at(table, "rating"));

// --- finished games ---

/** The record of a finished game, as a file to keep. */
export const record = async (table: string, token = ""): Promise<Blob> =>
  (await ask(at(table, "record"), { token })).blob();

/** A finished game step by step. */
export const replay = (table: string, token = ""): Promise<ReplayData> =>
  json(at(table, "replay"), { token });

/** A private table that goes on from a step of a finished game, against bots. */
export const whatIf = (table: string, token: string, wish: WhatIfWish): Promise<Seated> =>
  json(at(table, "what-if"), { body: wish, token });

/** How a finished game went: why it ended, Glory by round, captures, luck. */
export const summary = (table: string, token = ""): Promise<Summary> =>
  json(at(table, "summary"), { token });

/** Where a finished game was decided; it takes a while, so it may have to be asked again. */
export const analysis = (table: string, token = ""): Promise<AnalysisAnswer> =>
  json(at(table, "analysis"), { token });

// --- facts about the game ---

/** All cards. */
export const cards = (): Promise<CardList> => json("api/cards");

/** The digest of the rules. */
export const rules = (): Promise<RuleList> => json("api/rules");

/** What a set-up can choose from. */
export const choices = (): Promise<Choices> => json("api/sets");

/** Wilds for a real table, with their dice and the set-up. */
export const layWilds = (wish: WildsWish): Promise<WildsAnswer> => json("api/wilds", { body: wish });

/** The packs that a host may choose from, and whether one may be brought. */
export const packs = (): Promise<PackList> => json("api/packs");

/** What is wrong with the text of a pack, or its cards. */
export const checkPack = (text: string): Promise<PackCheck> => json("api/packs/check", { body: { text } });

/** The entry of a card, to be corrected. */
export const cardEntry = (card: string): Promise<EntryFacts> => json("api/packs/entry", { query: { card } });

/** The bots that can take a seat. */
export const bots = (): Promise<BotList> => json("api/bots");

/** The guided first game. */
export const tutorial = (): Promise<Tutorial> => json("api/tutorial");

/** The daily of a date. */
export const daily = (date: string): Promise<DailyFacts> => json("api/daily", { query: { date } });

/** What can be achieved in a game. */
export const achievements = (): Promise<Shelf> => json("api/achievements");

/** What the server keeps of people. */
export const privacy = (): Promise<Privacy> => json("api/privacy");

/** Whether the server works, and its version. */
export const health = (): Promise<Health> => json("healthz");

// --- asking ---

function at(table: string, what = ""): string {
  return `api/tables/${encodeURIComponent(table)}${what && `/${what}`}`;
}

async function json<Answer>(path: string, asked: Asked = {}): Promise<Answer> {
  const response = await ask(path, asked);
  try {
    return (await response.json()) as Answer;
  } catch {
    throw unreadable(response.status);
  }
}

/** The answer to a request; anything but success is thrown. */
async function ask(path: string, { method, query = {}, body, token = "" }: Asked): Promise<Response> {
  const words = new URLSearchParams({ ...query, lang: languageTag() });
  const headers = new Headers();
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  let response: Response;
  try {
    response = await transport.ask(`/${path}?${words}`, {
      headers,
      ...(transport.patient ? {} : { signal: AbortSignal.timeout(PATIENCE) }),
      method: method ?? (body === undefined ? "GET" : "POST"),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    const late = error instanceof DOMException && error.name === "TimeoutError";
    throw new ApiError(
      late ? "late" : "unreachable",
      0,
      t(late ? "feed.late" : "feed.unreachable"),
    );
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/** The server's sentence; a proxy in between may answer something else. */
async function refusal(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => null);
  if (typeof problem === "object" && problem !== null && "code" in problem && "text" in problem) {
    return new ApiError(String(problem.code), response.status, String(problem.text));
  }
  return unreadable(response.status);
}

function unreadable(status: number): ApiError {
  return new ApiError("unreadable", status, t("feed.unreadable", { status }));
}
