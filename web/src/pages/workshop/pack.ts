/**
 * A pack as the workshop holds it: the entries of its file as plain values, written out as TOML, with
 * the place of every value, so that what is wrong at a line is shown at its field.
 */
import type { EntryFacts, PackFault } from "$lib/api/generated";

type Value = string | number | boolean | string[] | { [key: string]: Value };

export interface Line {
  en?: string;
  it?: string;
  does?: string;
  burst?: string;
  [more: string]: Value | undefined;
}
/** How an open question about a card was answered. */
export interface Ruling {
  en?: string;
  it?: string;
  [more: string]: Value | undefined;
}
export interface Card {
  name: string;
  class: string;
  line: Line[];
  ruling: Ruling[];
  sources: string[];
  [more: string]: Value | Value[] | Line[] | Ruling[] | undefined;
}
export interface DieEntry {
  class: string;
  kind: string;
  count: number;
  faces: string[];
  [more: string]: Value | undefined;
}
export interface Pack {
  name: string;
  version: string;
  author: string;
  sets: string[];
  cards: Card[];
  dice: DieEntry[];
}

export const BURSTS = ["", "*", "**", "***", "any"] as const;
const LANGUAGES = ["en", "it"];
const TABLES = ["line", "ruling"];

export function emptyPack(name: string, author: string): Pack {
  return { name, version: "1.0", author, sets: [], cards: [], dice: [] };
}

/** The entry that a correction starts from: our card, marked as sourced from the player's box. */
export function correction(entry: EntryFacts, source: string): { card: Card; die: DieEntry } {
  const { set, card, die } = entry;
  const lines = (Array.isArray(card.line) ? card.line : []) as (Line & { confidence?: string })[];
  return {
    card: {
      ...(card as unknown as Card),
      set,
      line: lines.map(({ confidence: _, ...line }) => line as Line),
      ruling: tables(card.ruling) as Ruling[],
      confidence: { numbers: "sourced", text: "sourced" },
      sources: [source],
    },
    die: { ...(die as unknown as DieEntry), corrects: true, confidence: "sourced", sources: [source] },
  };
}

/** A new card of a new class, which can be played as it is. */
export function newCard(name: string, name_it: string, source: string): { card: Card; die: DieEntry } {
  const sure = { confidence: { numbers: "original", text: "original" }, sources: [source] };
  const line = {
    en: "When this is summoned: gain 1 Quiddity.",
    it: "Quando questa creatura viene evocata: ottieni 1 Quiddity.",
    does: "when(SUMMONED, gain_quiddity(1))",
  };
  return {
    card: { name, name_it, class: name, set: "base", cost: 3, glory: 1, ...sure, line: [line], ruling: [] },
    die: {
      class: name,
      class_it: name_it,
      kind: "creature",
      count: 5,
      faces: ["Q1", "Q1", "Q2", "C1:1/2", "C1:2/2*", "C2:2/4**"],
      confidence: "original",
      sources: [source],
    },
  };
}

/** The pack in what the server read of a file; null if that is none. */
export function fromContent(content: Record<string, unknown>): Pack | null {
  const about = content.pack;
  if (!isTable(about)) return null;
  const sets = texts(about.sets);
  const cards = tables(content.card).map((card) => ({
    ...card,
    name: text(card.name),
    class: text(card.class),
    line: tables(card.line) as Line[],
    ruling: tables(card.ruling) as Ruling[],
    sources: texts(card.sources),
  }));
  const dice = tables(content.die).map((die) => ({
    ...die,
    class: text(die.class),
    kind: text(die.kind),
    count: typeof die.count === "number" ? die.count : 0,
    faces: texts(die.faces),
  }));
  return {
    name: text(about.name),
    version: text(about.version),
    author: text(about.author),
    sets,
    cards: cards as Card[],
    dice: dice as DieEntry[],
  };
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const tables = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isTable) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

// --- writing ---

export interface Written {
  text: string;
  /** Of each line: which value stands there, and the column and offset at which it begins. */
  places: { path: string; column: number; offset: number }[];
}

/** The file of a pack, or of one of its cards with the dice, for a check that costs little. */
export function write(pack: Pack, only?: number): Written {
  const lines: string[] = [];
  const places: Written["places"] = [];
  const put = (path: string, said: string, column = 1, offset = 0): void => {
    lines.push(said);
    places.push({ path, column, offset });
  };
  const entry = (path: string, values: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined || value === "" || TABLES.includes(key)) continue;
      const before = `${key} = `;
      if (key === "does" && typeof value === "string" && value.includes("\n") && !/["\\]/.test(value)) {
        put(`${path}.${key}`, `${before}"""`);
        let offset = 0;
        for (const part of value.split("\n")) {
          put(`${path}.${key}`, part, 1, offset);
          offset += part.length + 1;
        }
        lines[lines.length - 1] += '"""';
      } else {
        put(`${path}.${key}`, before + written(value), before.length + (typeof value === "string" ? 2 : 1));
      }
    }
    put(path, "");
  };
  const cards = only === undefined ? pack.cards : pack.cards.slice(only, only + 1);
  const sets = [...new Set([...pack.sets, ...cards.map((card) => text(card.set))])].filter((set) => set !== "");
  put("pack", "[pack]");
  entry("pack", { name: pack.name, version: pack.version, author: pack.author, languages: LANGUAGES, sets: sets.length > 0 ? sets : ["base"] });
  pack.dice.forEach((die, at) => {
    if (only !== undefined && !cards.some((card) => card.class === die.class)) return;
    put(`die.${at}`, "[[die]]");
    entry(`die.${at}`, die);
  });
  cards.forEach((card, at) => {
    const path = `card.${only ?? at}`;
    put(path, "[[card]]");
    entry(path, card);
    for (const key of TABLES) {
      tables(card[key]).forEach((line, number) => {
        put(`${path}.${key}.${number}`, `[[card.${key}]]`);
        entry(`${path}.${key}.${number}`, line);
      });
    }
  });
  return { text: lines.join("\n"), places };
}

function written(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (isTable(value)) {
    return `{ ${Object.entries(value).map(([key, one]) => `${bare(key)} = ${written(one)}`).join(", ")} }`;
  }
  return String(value);
}

const bare = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

// --- what is wrong ---

export interface Mistake {
  path: string; // of a value; "" if it is the whole file's
  text: string;
  offset: number; // in the value; -1 if it is about all of it
}

/** Faults of a file that was written here, each at its value. */
export function placed(faults: readonly PackFault[], { places }: Written): Mistake[] {
  return faults.map((fault) => {
    const place = places[fault.line - 1];
    if (fault.line === 0 || place === undefined) return { path: "", text: fault.text, offset: -1 };
    // What is missing has no line of its own: the server names its key.
    const key = fault.code.startsWith("missing_") ? /`(\w+)`/.exec(fault.text)?.[1] : undefined;
    if (key !== undefined) return { path: `${place.path}.${key}`, text: fault.text, offset: -1 };
    const at = fault.column - place.column;
    return { path: place.path, text: fault.text, offset: at < 0 ? -1 : at + place.offset };
  });
}
