/**
 * Which cards are shown, and in which order: what was typed, the filters, and their form in the
 * address, so that a list of cards can be linked. Separate from the page so that it can be tested.
 */
import type { CardFacts } from "$lib/api/generated";

export const SORTS = ["cost", "name", "glory", "set"] as const;
export const KINDS = ["creature", "spell", "basic", "quest"] as const;
export const ENERGIES = ["none", "light", "dark"] as const;
export const SURENESS = ["sourced", "mixed", "original"] as const;
export const COSTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

export type Sort = (typeof SORTS)[number];
export type Sure = (typeof SURENESS)[number];

/** What the reader wants to see; an empty list leaves everything in. */
export interface Wanted {
  text: string;
  sets: string[];
  costs: string[];
  kinds: string[];
  energies: string[];
  sure: string[];
  sort: Sort;
}

export const NOTHING_WANTED: Wanted = {
  text: "",
  sets: [],
  costs: [],
  kinds: [],
  energies: [],
  sure: [],
  sort: "cost",
};

const LISTS = ["sets", "costs", "kinds", "energies", "sure"] as const;
export type ListName = (typeof LISTS)[number];

/** A card as the search sees it: folded once, so that typing stays quick. */
export interface Entry {
  facts: CardFacts;
  title: string;
  body: string;
}

/** Text without accents and capitals: "Quiddità" is found by "quiddita". */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
}

/** The words that were typed. */
export function words(text: string): string[] {
  return fold(text).split(/\s+/).filter(Boolean);
}

/** All cards, ready to be searched. */
export function index(cards: readonly CardFacts[]): Entry[] {
  return cards.map((facts) => ({
    facts,
    title: fold(`${facts.text} ${facts.other_name} ${facts.name} ${facts.class_text} ${facts.class_name}`),
    body: fold([...facts.abilities.map((ability) => ability.text), ...facts.rulings].join(" ")),
  }));
}

/** How much of a card is backed by a public source: all, some, or nothing. */
export function sureness(facts: CardFacts): Sure {
  const parts = Object.values(facts.confidence);
  if (parts.every((how) => how === "sourced")) return "sourced";
  return parts.some((how) => how === "sourced") ? "mixed" : "original";
}

/** The cards that are wanted, best first: a word in the name counts more than one in the text. */
export function find(entries: readonly Entry[], wanted: Wanted, setOrder: readonly string[]): CardFacts[] {
  const typed = words(wanted.text);
  const hits: { facts: CardFacts; rank: number }[] = [];
  for (const { facts, title, body } of entries) {
    if (!fits(facts, wanted)) continue;
    if (!typed.every((word) => title.includes(word) || body.includes(word))) continue;
    const rank = typed.length > 0 && typed.every((word) => title.includes(word)) ? 0 : 1;
    hits.push({ facts, rank });
  }
  const order = comparison(wanted.sort, setOrder);
  return hits.sort((a, b) => a.rank - b.rank || order(a.facts, b.facts)).map(({ facts }) => facts);
}

function fits(facts: CardFacts, wanted: Wanted): boolean {
  const allows = (list: readonly string[], value: string): boolean =>
    list.length === 0 || list.includes(value);
  return (
    allows(wanted.sets, facts.set) &&
    allows(wanted.costs, facts.kind === "quest" ? "" : String(facts.cost)) &&
    allows(wanted.kinds, facts.kind) &&
    allows(wanted.energies, facts.energy || "none") &&
    allows(wanted.sure, sureness(facts))
  );
}

function comparison(sort: Sort, setOrder: readonly string[]): (a: CardFacts, b: CardFacts) => number {
  const byName = (a: CardFacts, b: CardFacts): number => a.text.localeCompare(b.text);
  // A quest is not bought, so it has no cost: it comes last.
  const price = ({ kind, cost }: CardFacts): number => (kind === "quest" ? 100 : cost);
  const byCost = (a: CardFacts, b: CardFacts): number => price(a) - price(b) || byName(a, b);
  switch (sort) {
    case "name":
      return byName;
    case "glory":
      return (a, b) => b.glory - a.glory || byCost(a, b);
    case "set":
      return (a, b) => setOrder.indexOf(a.set) - setOrder.indexOf(b.set) || byCost(a, b);
    case "cost":
      return byCost;
  }
}

/** What the address asks for; what it does not know is left out. */
export function fromQuery(query: URLSearchParams): Wanted {
  const list = (name: string): string[] => (query.get(name) ?? "").split(",").filter(Boolean);
  const sort = SORTS.find((one) => one === query.get("sort")) ?? NOTHING_WANTED.sort;
  return {
    text: query.get("q") ?? "",
    sets: list("sets"),
    costs: list("costs"),
    kinds: list("kinds"),
    energies: list("energies"),
    sure: list("sure"),
    sort,
  };
}

/** The address of a list of cards, and of one card in it. */
export function address(wanted: Wanted, card = ""): string {
  const query = new URLSearchParams();
  if (wanted.text) query.set("q", wanted.text);
  for (const name of LISTS) if (wanted[name].length > 0) query.set(name, wanted[name].join(","));
  if (wanted.sort !== NOTHING_WANTED.sort) query.set("sort", wanted.sort);
  if (card) query.set("card", card);
  const text = query.toString();
  return text ? `/cards?${text}` : "/cards";
}

/** How many filters are set, beside the search itself. */
export function filters(wanted: Wanted): number {
  return LISTS.reduce((sum, name) => sum + wanted[name].length, 0);
}

/** A list with a value switched on or off. */
export function toggled(list: readonly string[], value: string): string[] {
  return list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
}

/** Where an arrow leads in a grid of `count` cards in `columns`; null: the key means nothing. */
export function arrow(key: string, at: number, count: number, columns: number): number | null {
  const wide = Math.max(1, columns);
  const to: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + wide,
    ArrowUp: at - wide,
    Home: 0,
    End: count - 1,
    PageDown: Math.min(count - 1, at + wide * 3),
    PageUp: Math.max(0, at - wide * 3),
  };
  const next = to[key];
  if (next === undefined) return null;
  return next < 0 || next >= count ? at : next;
}
