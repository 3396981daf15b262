/**
 * The contents of the form for a new table, and the set-up they stand for.
 *
 * A draft keeps what is typed as it is typed, so that switching something off and on again loses
 * nothing; `setupOf` says what of it counts. The last draft is kept in the browser.
 */
import type { Chair, Clock, Setup } from "$lib/api/generated";
import { LOCAL } from "$lib/host";
import type { Key, Language } from "$lib/i18n/index.svelte";

export const UNITS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;
export type Unit = keyof typeof UNITS;
export const GRACES = [30, 60, 120, 300, 900, 3_600, 86_400] as const;

export interface DraftSeat {
  kind: "person" | "bot";
  bot: string;
  /** What a person on this device is called; empty: a playful name. */
  name: string;
}

export interface Draft {
  seats: DraftSeat[];
  /** Whether all people play on this device. */
  device: boolean;
  edition: string;
  sets: string[];
  /** Whether the modules are the player's choice, or what the sets bring. */
  ownModules: boolean;
  modules: string[];
  variants: string[];
  mix: string;
  featured: string;
  wilds: string[];
  without: string[];
  code: string;
  goal: string;
  open: boolean;
  watch: boolean;
  chat: boolean;
  rated: boolean;
  clock: "none" | "move" | "game" | "days";
  time: string;
  unit: Unit;
  extra: string;
  days: string;
  grace: number;
  language: Language;
}

export const FAVOURING = ["small_side", "side", "two_scoops"]; // mixes that favour one set (rule 2.5)
const KEY = "quarriors.table";

/** The usual table: you against one good bot, with the base game. */
export function usual(language: Language): Draft {
  return {
    seats: [
      { kind: "person", bot: "isolde", name: "" },
      { kind: "bot", bot: "isolde", name: "" },
    ],
    device: LOCAL, // a page without a server has no other
    edition: "qultimate",
    sets: ["base"],
    ownModules: false,
    modules: [],
    variants: [],
    mix: "hint",
    featured: "",
    wilds: [],
    without: [],
    code: "",
    goal: "",
    open: false,
    watch: true,
    chat: true,
    rated: true,
    clock: "none",
    time: "2",
    unit: "minutes",
    extra: "0",
    days: "3",
    grace: 120,
    language,
  };
}

function whole(text: string, least: number, most: number): number | null {
  if (!/^\s*\d{1,9}\s*$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}

/** Mistakes that need no server to be seen: by the field they stand in. */
export type Mistakes = Partial<Record<"names" | "sets" | "goal" | "time" | "extra" | "days", Key>>;

/** `names` are those of all people on this device. */
export function mistakes(draft: Draft, names: readonly string[] = []): Mistakes {
  const found: Mistakes = {};
  const alike = new Set(names.map((name) => name.toLowerCase()));
  if (alike.size < names.length) found.names = "shell.new_device_same";
  if (draft.sets.length === 0 && draft.code.trim() === "") found.sets = "shell.new_sets_bad";
  if (draft.goal.trim() !== "" && whole(draft.goal, 1, 99) === null) {
    found.goal = "shell.new_goal_bad";
  }
  if (draft.clock === "days") {
    if (whole(draft.days, 1, 14) === null) found.days = "shell.new_clock_days_bad";
  } else if (draft.clock !== "none") {
    const time = whole(draft.time, 1, 1_209_600);
    const seconds = (time ?? 0) * UNITS[draft.unit];
    if (time === null || seconds < 5 || seconds > 1_209_600) found.time = "shell.new_clock_bad";
    if (draft.clock === "game" && whole(draft.extra, 0, 3_600) === null) {
      found.extra = "shell.new_clock_extra_bad";
    }
  }
  return found;
}

/**
 * What the people on this device are called, by seat, me first: as they typed it, or by one of the
 * playful names that nobody else has. Nothing if everybody plays on a device of their own.
 */
export function deviceNames(draft: Draft, me: string, playful: readonly string[]): Map<number, string> {
  const people = draft.seats.flatMap(({ kind }, at) => (kind === "person" ? [at] : []));
  if (!draft.device || people.length < 2) return new Map();
  const typed = people.map((seat, at) => (at === 0 ? me : draft.seats[seat]!.name.trim()));
  const free = playful.filter((name) => !typed.includes(name));
  return new Map(people.map((seat, at) => [seat, typed[at] || free.shift() || `${seat + 1}`]));
}

function clockOf(draft: Draft): Clock {
  if (draft.clock === "none") return { kind: "none" };
  if (draft.clock === "days") return { kind: "days", seconds: Number(draft.days) * UNITS.days };
  const seconds = Number(draft.time) * UNITS[draft.unit];
  if (draft.clock === "move") return { kind: "move", seconds };
  return { kind: "game", seconds, extra: Number(draft.extra) };
}

/** The rules that a choice of sets brings along, in the order of the sets. */
export function brought(sets: readonly string[], known: readonly { name: string; modules: string[] }[]): string[] {
  return known.filter((set) => sets.includes(set.name)).flatMap((set) => set.modules);
}

/**
 * The set-up that a draft without mistakes stands for. `possible` are the modules of the sets in it:
 * others were chosen before a set was taken out, and count no more.
 */
export function setupOf(draft: Draft, possible: readonly string[]): Setup {
  const code = draft.code.trim();
  const cards: Partial<Setup> =
    code !== ""
      ? { code }
      : {
          sets: [...draft.sets],
          modules: draft.ownModules ? draft.modules.filter((name) => possible.includes(name)) : null,
          mix: draft.mix,
          featured: FAVOURING.includes(draft.mix) && draft.sets.includes(draft.featured) ? draft.featured : "",
          wilds: [...draft.wilds],
          without: [...draft.without],
        };
  return {
    seats: draft.seats.map(({ kind, bot }): Chair => (kind === "bot" ? { kind, bot } : { kind })),
    edition: draft.edition,
    ...cards,
    variants: [...draft.variants],
    goal: draft.goal.trim() === "" ? null : Number(draft.goal),
    open: draft.open && !draft.device,
    watch: draft.watch,
    chat: draft.chat,
    rated: draft.rated,
    clock: clockOf(draft),
    grace: draft.grace,
    language: draft.language,
  };
}

/** A draft that neither wants nor bans these cards: those of a pack that is not at the table any more. */
export function withoutCards(draft: Draft, names: readonly string[]): Draft {
  const rest = (list: readonly string[]): string[] => list.filter((name) => !names.includes(name));
  return { ...draft, wilds: rest(draft.wilds), without: rest(draft.without) };
}

// --- kept in the browser ---

function fits(value: unknown, model: unknown): boolean {
  if (Array.isArray(model)) {
    return Array.isArray(value) && value.every((item) => typeof item === typeof (model[0] ?? ""));
  }
  return typeof value === typeof model;
}

/** A stored draft, with defaults for what is missing or invalid. */
export function parsed(text: string | null, language: Language): Draft {
  const draft = usual(language);
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    // Somebody else wrote there: as if nothing were stored.
  }
  if (typeof stored !== "object" || stored === null) return draft;
  for (const [name, model] of Object.entries(draft)) {
    const value: unknown = (stored as Record<string, unknown>)[name];
    if (fits(value, model)) Object.assign(draft, { [name]: value });
  }
  const seats = draft.seats.filter((seat) => seat.kind === "person" || seat.kind === "bot");
  const named = seats.map((seat) => ({ ...seat, name: typeof seat.name === "string" ? seat.name.slice(0, 24) : "" }));
  draft.seats = seats.length < 2 || seats.length > 4 ? usual(language).seats : named;
  if (!(draft.unit in UNITS)) draft.unit = "minutes";
  if (!["none", "move", "game", "days"].includes(draft.clock)) draft.clock = "none";
  if (draft.language !== "en" && draft.language !== "it") draft.language = language;
  return draft;
}

/** The table that was set last, or the usual one. */
export function lastDraft(language: Language): Draft {
  try {
    return parsed(localStorage.getItem(KEY), language);
  } catch {
    return usual(language); // storage is forbidden
  }
}

/** Keep a draft for the next time; null forgets it. */
export function keepDraft(draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Private windows may forbid storage; the next table begins as usual.
  }
}
