/**
 * A player's own history, which stays in the browser: games, achievements, dailies.
 *
 * A game is known by its table, so it counts once however often its end is opened or a file is
 * imported. What is read, from the storage or from a file, is checked field by field. Facts of a game
 * (luck, captures, achievements) are the server's.
 */
import type { Player } from "$lib/api/generated";
import type { Summary } from "$lib/api/shapes";
import { isDate, moved } from "./dates";

/** A finished game of mine. */
export interface PlayedGame {
  id: string; // of its table
  at: number; // when it was counted, in milliseconds since the epoch
  won: boolean;
  rivals: string[]; // bots by name, or PERSON, or PROGRAM
  glory: number;
  best: number; // the most Glory in one turn
  luck: number; // luckier than so many of a hundred
  captures: [card: string, count: number][];
  daily: string; // its date; "" for another game
}

/** My try at a daily. */
export interface DailyTry {
  table: string;
  at: number; // when it began
  over: boolean;
  won: boolean;
  rounds: number;
  lines: string[]; // to share
}

export interface Profile {
  games: PlayedGame[]; // the oldest first
  achievements: Map<string, number>; // by id: when it was first earned
  dailies: Map<string, DailyTry>; // by date
}

/** What is wrong with something that was to be read. */
export type Fault = "not_json" | "not_profile" | "newer" | "damaged" | "large";

export const PERSON = "person";
export const PROGRAM = "program";
export const MOST_GAMES = 3_000; // the oldest are dropped
export const MOST_BYTES = 4_000_000; // of a file
const FORMAT = "quarriors-profile";
const VERSION = 1;
const FAVOURITES = 6;

export const nothing = (): Profile => ({ games: [], achievements: new Map(), dailies: new Map() });

// --- reading and writing ---

const isText = (value: unknown, most: number): value is string => typeof value === "string" && value.length <= most;
const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
const isMoment = (value: unknown): value is number => isCount(value, 8.64e15);
const isList = (value: unknown, most: number, good: (one: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.length <= most && value.every(good);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is string => isText(value, 64) && /^[\w-]+$/.test(value);
const isCapture = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && isText(value[0], 60) && isCount(value[1], 999);

function isGame(value: unknown): value is PlayedGame {
  return (
    isObject(value) &&
    isId(value.id) &&
    isMoment(value.at) &&
    typeof value.won === "boolean" &&
    isList(value.rivals, 3, (one) => isText(one, 40)) &&
    isCount(value.glory, 999) &&
    isCount(value.best, 999) &&
    isCount(value.luck, 100) &&
    isList(value.captures, 60, isCapture) &&
    (value.daily === "" || isDate(value.daily))
  );
}

function isTry(value: unknown): value is DailyTry {
  return (
    isObject(value) &&
    isId(value.table) &&
    isMoment(value.at) &&
    typeof value.over === "boolean" &&
    typeof value.won === "boolean" &&
    isCount(value.rounds, 9_999) &&
    isList(value.lines, 5, (one) => isText(one, 400))
  );
}

/** Only the fields that are known: a file may have more. */
const game = ({ id, at, won, rivals, glory, best, luck, captures, daily }: PlayedGame): PlayedGame => ({
  id, at, won, rivals, glory, best, luck, captures, daily,
});
const oneTry = ({ table, at, over, won, rounds, lines }: DailyTry): DailyTry => ({
  table, at, over, won, rounds, lines,
});

/** A profile from a text, or what is wrong with the text. */
export function parsed(text: string): Profile | Fault {
  if (text.length > MOST_BYTES) return "large";
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return "not_json";
  }
  if (!isObject(told) || told.format !== FORMAT || !Number.isInteger(told.version)) return "not_profile";
  if (Number(told.version) > VERSION) return "newer";
  const { games, achievements, dailies } = told;
  if (!isList(games, 2 * MOST_GAMES, isGame) || !isObject(achievements) || !isObject(dailies)) return "damaged";
  const earned = Object.entries(achievements);
  const tries = Object.entries(dailies);
  if (earned.length > 200 || !earned.every(([id, at]) => /^[a-z]{1,30}$/.test(id) && isMoment(at))) return "damaged";
  if (tries.length > 40_000 || !tries.every(([date, one]) => isDate(date) && isTry(one))) return "damaged";
  return {
    games: sorted((games as PlayedGame[]).map(game)),
    achievements: new Map(earned as [string, number][]),
    dailies: new Map((tries as [string, DailyTry][]).map(([date, one]) => [date, oneTry(one)])),
  };
}

/** A profile as a text, for the storage and for a file. */
export function written({ games, achievements, dailies }: Profile): string {
  return JSON.stringify({
    format: FORMAT,
    version: VERSION,
    games,
    achievements: Object.fromEntries(achievements),
    dailies: Object.fromEntries(dailies),
  });
}

/** One of each table, the oldest first, and not more than are kept. */
function sorted(games: PlayedGame[]): PlayedGame[] {
  const once = new Map<string, PlayedGame>();
  for (const one of [...games].sort((a, b) => a.at - b.at)) if (!once.has(one.id)) once.set(one.id, one);
  return [...once.values()].slice(-MOST_GAMES);
}

// --- changing; each gives another profile ---

/** Both together: what is in both counts once, and a daily that is over beats one that is not. */
export function merged(one: Profile, other: Profile): Profile {
  const achievements = new Map(one.achievements);
  for (const [id, at] of other.achievements) achievements.set(id, Math.min(at, achievements.get(id) ?? at));
  const dailies = new Map(one.dailies);
  for (const [date, theirs] of other.dailies) {
    const mine = dailies.get(date);
    const better = mine === undefined || (theirs.over === mine.over ? theirs.at < mine.at : theirs.over);
    if (better) dailies.set(date, theirs);
  }
  return { games: sorted([...one.games, ...other.games]), achievements, dailies };
}

/** A daily has begun: from now on this is my try, unless there is one already. */
export function withTry(profile: Profile, date: string, table: string, at: number): Profile {
  if (profile.dailies.has(date)) return profile;
  const begun: DailyTry = { table, at, over: false, won: false, rounds: 0, lines: [] };
  return { ...profile, dailies: new Map(profile.dailies).set(date, begun) };
}

/** A finished game as the server sums it up. */
export interface Finished {
  table: string;
  seat: number;
  daily: string;
  summary: Summary;
  players: readonly Player[];
}

/** A game is over: it counts, once, and so does what was achieved in it. */
export function withGame(profile: Profile, { table, seat, daily, summary, players }: Finished, at: number): Profile {
  const mine = summary.seats.find((one) => one.seat === seat);
  if (mine === undefined || profile.games.some((one) => one.id === table)) return profile;
  const won = summary.winners.includes(seat);
  const played: PlayedGame = {
    id: table,
    at,
    won,
    rivals: players.filter((player) => player.seat !== seat).map(rivalName),
    glory: Math.max(0, mine.glory),
    best: Math.max(0, mine.best_turn),
    luck: mine.luck.percent,
    captures: mine.captures.map(({ card, count }) => [card, count]),
    daily,
  };
  const achievements = new Map(profile.achievements);
  for (const id of mine.achievements) if (!achievements.has(id)) achievements.set(id, at);
  const dailies = new Map(profile.dailies);
  const before = dailies.get(daily);
  if (daily !== "" && (before === undefined || before.table === table)) {
    const { rounds, share: lines } = summary;
    dailies.set(daily, { table, at: before?.at ?? at, over: true, won, rounds, lines });
  }
  return { games: sorted([...profile.games, played]), achievements, dailies };
}

function rivalName({ kind, bot }: Player): string {
  if (kind === "bot") return bot.split(":")[0]!.slice(0, 40);
  return kind === "remote" ? PROGRAM : PERSON;
}

// --- what a profile comes to ---

export interface Stats {
  games: number;
  wins: number;
  /** Games with each rival at the table, by name. */
  rivals: Map<string, { played: number; won: number }>;
  favourites: [card: string, count: number][]; // captured most, the most first
  best: number;
  luck: number[]; // by game, the oldest first
  dailies: { played: number; won: number; streak: number };
}

export function statsOf({ games, dailies }: Profile, today: string): Stats {
  const rivals: Stats["rivals"] = new Map();
  const captures = new Map<string, number>();
  for (const { won, rivals: names, captures: taken } of games) {
    for (const name of new Set(names)) {
      const { played, won: before } = rivals.get(name) ?? { played: 0, won: 0 };
      rivals.set(name, { played: played + 1, won: before + Number(won) });
    }
    for (const [card, count] of taken) captures.set(card, (captures.get(card) ?? 0) + count);
  }
  const tries = [...dailies.values()].filter(({ over }) => over);
  return {
    games: games.length,
    wins: games.filter(({ won }) => won).length,
    rivals,
    favourites: [...captures].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, FAVOURITES),
    best: Math.max(0, ...games.map(({ best }) => best)),
    luck: games.map(({ luck }) => luck),
    dailies: { played: tries.length, won: tries.filter(({ won }) => won).length, streak: streak(dailies, today) },
  };
}

/** How many days in a row have been played, up to today or yesterday. */
function streak(dailies: Profile["dailies"], today: string): number {
  const played = (date: string): boolean => dailies.get(date)?.over ?? false;
  let days = 0;
  for (let date = played(today) ? today : moved(today, -1); played(date); date = moved(date, -1)) days += 1;
  return days;
}
