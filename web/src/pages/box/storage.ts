/**
 * What the page for owners of the box remembers on the device: sets, wishes, the last Wilds, and the
 * Glory counter. Storage may be forbidden, full or of another version: invalid
 * values are replaced by defaults.
 */
import type { WildsAnswer, WildsWish } from "$lib/api/generated";
import { brought, FAVOURING } from "../newtable/draft";
import { begun, type Counter } from "./counter";

export interface Box {
  sets: string[];
  players: number;
  edition: string;
  mix: string;
  featured: string;
  wanted: string[];
  without: string[];
  /** Rules of my sets that the table plays without. */
  off: string[];
  awake: boolean;
  /** The last Wilds, and after them those that the server has drawn in advance for the same wishes. */
  answer: WildsAnswer | null;
  /** The wishes that these were drawn for; null: they came by a code. */
  drawn: WildsWish | null;
  /** The language of the sentences in the answer. */
  language: string;
  counter: Counter;
}

const KEY = "quarriors.box";

export function atFirst(): Box {
  return {
    sets: ["base"],
    players: 2,
    edition: "qultimate",
    mix: "hint",
    featured: "",
    wanted: [],
    without: [],
    off: [],
    awake: true,
    answer: null,
    drawn: null,
    language: "",
    counter: begun(2),
  };
}

const isText = (value: unknown): boolean => typeof value === "string";
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one) && one >= 0);
const isSeats = (value: unknown): boolean =>
  isNumbers(value) && (value as number[]).length >= 2 && (value as number[]).length <= 4;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function isPiles(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => isObject(one) && isText(one.name) && Number.isInteger(one.dice));
}

function isAnswer(value: unknown): boolean {
  return (
    isObject(value) &&
    [2, 3, 4].includes(value.players as number) &&
    isText(value.edition) &&
    [value.sets, value.modules, value.house_rules].every(isNames) &&
    isPiles(value.basics) &&
    Array.isArray(value.wilds) &&
    value.wilds.length > 0 &&
    value.wilds.every((one) => isObject(one) && isText(one.code) && isPiles(one.cards)) &&
    Array.isArray(value.setups) &&
    value.setups.every(
      (one) =>
        isObject(one) &&
        Number.isInteger(one.players) &&
        Number.isInteger(one.goal) &&
        Array.isArray(one.steps) &&
        one.steps.every((step) => isObject(step) && isText(step.text) && isText(step.rule)),
    )
  );
}

function isCounter(value: unknown): boolean {
  return (
    isObject(value) &&
    isNames(value.names) &&
    (value.names as string[]).length === 4 &&
    isSeats(value.glory) &&
    Array.isArray(value.past) &&
    value.past.every(isSeats)
  );
}

const ALLOWED: { [K in keyof Box]: (value: unknown) => boolean } = {
  sets: isNames,
  players: (value) => value === 2 || value === 3 || value === 4,
  edition: isText,
  mix: isText,
  featured: isText,
  wanted: isNames,
  without: isNames,
  off: isNames,
  awake: (value) => typeof value === "boolean",
  answer: isAnswer,
  drawn: (value) => isObject(value) && isText(value.mix) && isText(value.featured),
  language: isText,
  counter: isCounter,
};

/** What is remembered in a stored text. */
export function parsed(text: string | null): Box {
  const box = atFirst();
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    // Somebody else wrote there: as if nothing were stored.
  }
  if (!isObject(stored)) return box;
  for (const name of Object.keys(ALLOWED) as (keyof Box)[]) {
    if (ALLOWED[name](stored[name])) Object.assign(box, { [name]: stored[name] });
  }
  return box;
}

export function load(): Box {
  try {
    return parsed(localStorage.getItem(KEY));
  } catch {
    return atFirst(); // storage is forbidden
  }
}

export function keep(box: Box): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(box));
  } catch {
    // Private windows may forbid storage; then it holds for this visit.
  }
}

// --- what the server is asked ---

/** The wishes for new Wilds; `known` are the sets that there are, with the rules they bring. */
export function wishOf(box: Box, known: Parameters<typeof brought>[1]): WildsWish {
  const modules = brought(box.sets, known);
  const favours = FAVOURING.includes(box.mix) && box.sets.includes(box.featured);
  return {
    players: box.players,
    edition: box.edition,
    sets: [...box.sets],
    modules: modules.some((name) => box.off.includes(name)) ? modules.filter((name) => !box.off.includes(name)) : null,
    mix: box.mix,
    featured: favours ? box.featured : "",
    wilds: [...box.wanted],
    without: [...box.without],
  };
}

/** The wish for exactly the Wilds that lie there. */
export function sameAs(answer: WildsAnswer): WildsWish {
  const { players, edition, sets, modules } = answer;
  const code = answer.wilds[0]?.code ?? "";
  return { players, edition, sets: [...sets], modules: [...modules], code };
}

/** The wish for the same Wilds with another card in the place of one. */
export function swapOf(box: Box, answer: WildsAnswer, card: string): WildsWish {
  // When the players have named all cards, chance chooses the one that is missing now.
  const { mix = "hint", featured = "" } = box.drawn?.mix === "democratic" ? {} : (box.drawn ?? {});
  return {
    ...sameAs(answer),
    mix,
    featured,
    without: box.without.filter((name) => name === card || !onTable(answer, name)),
    swap: [card],
  };
}

function onTable(answer: WildsAnswer, name: string): boolean {
  return answer.wilds[0]?.cards.some((pile) => pile.name === name) ?? false;
}

/** The address that opens the same Wilds for friends. */
export function linkOf(answer: WildsAnswer): string {
  const query = new URLSearchParams({
    code: answer.wilds[0]?.code ?? "",
    players: String(answer.players),
    edition: answer.edition,
    sets: answer.sets.join(","),
    modules: answer.modules.join(","),
  });
  return `/box?${query}`;
}

/** The Wilds that an address asks for; null: none. */
export function linked(query: URLSearchParams): WildsWish | null {
  const code = query.get("code") ?? "";
  if (code === "") return null;
  const list = (name: string): string[] | null => query.get(name)?.split(",").filter(Boolean) ?? null;
  const players = Number(query.get("players"));
  return {
    code,
    players: [2, 3, 4].includes(players) ? players : null,
    ...(query.has("edition") ? { edition: query.get("edition") ?? "" } : {}),
    sets: list("sets"),
    modules: list("modules"),
  };
}
