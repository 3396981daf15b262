/**
 * The player's settings, stored in the browser: language, theme, speed and so on.
 *
 * Without storage (forbidden or full) they last until the page is closed. Stored values that are
 * missing or invalid, of another version for example, are replaced by their defaults.
 */
import { MediaQuery } from "svelte/reactivity";
import type { Language } from "$lib/i18n/index.svelte";

export type Theme = "auto" | "dark" | "light";
export type Motion = "auto" | "full" | "none";
export type Rolling = "hand" | "moment" | "once";

export interface Settings {
  language: Language;
  /** Cards keep their English names, as in the Italian box. */
  originalNames: boolean;
  theme: Theme;
  motion: Motion;
  /** 0: no animation or pauses, 1: normal, 2: twice as fast. */
  speed: number;
  /** When my dice roll: when I throw them, a moment later if I do nothing, or at once. */
  roll: Rolling;
  list: boolean; // all options as a numbered list, also those that are lit on the table
  oneClick: boolean; // what is clicked on the table is chosen without being confirmed
  help: boolean; // explanations on cards and words
  banter: boolean; // rivals say something now and then
  curtain: boolean; // several people at one device: each takes it before anything is seen
  notify: boolean; // a notification of the system when it is my turn and the page is hidden
  sound: boolean;
  volume: number; // 0 to 1
  name: string;
  /** Which of the playful names a player without a name has; -1 before one was drawn. */
  drawnName: number;
}

const KEY = "quarriors.wishes"; // of the first version; another name would lose stored settings
const DEFAULTS: Settings = {
  language: navigator.language.toLowerCase().startsWith("it") ? "it" : "en",
  originalNames: false,
  theme: "auto",
  motion: "auto",
  speed: 1,
  roll: "moment",
  list: false,
  oneClick: false,
  help: true,
  banter: true,
  curtain: false,
  notify: false,
  sound: true,
  volume: 0.6,
  name: "",
  drawnName: -1,
};

const ALLOWED: { [K in keyof Settings]: (value: unknown) => boolean } = {
  language: (value) => value === "en" || value === "it",
  originalNames: (value) => typeof value === "boolean",
  theme: (value) => value === "auto" || value === "dark" || value === "light",
  motion: (value) => value === "auto" || value === "full" || value === "none",
  speed: (value) => typeof value === "number" && value >= 0 && value <= 4,
  roll: (value) => value === "hand" || value === "moment" || value === "once",
  list: (value) => typeof value === "boolean",
  oneClick: (value) => typeof value === "boolean",
  help: (value) => typeof value === "boolean",
  banter: (value) => typeof value === "boolean",
  curtain: (value) => typeof value === "boolean",
  notify: (value) => typeof value === "boolean",
  sound: (value) => typeof value === "boolean",
  volume: (value) => typeof value === "number" && value >= 0 && value <= 1,
  name: (value) => typeof value === "string" && value.length <= 24,
  drawnName: (value) => Number.isInteger(value) && Number(value) >= -1,
};

/** The settings in a stored text, with defaults for what is missing or invalid. */
export function parsed(text: string | null): Settings {
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    // Somebody else wrote there: as if nothing were stored.
  }
  const found = { ...DEFAULTS };
  if (typeof stored !== "object" || stored === null) return found;
  if ("autoRoll" in stored && stored.autoRoll === true) found.roll = "once"; // of earlier versions
  for (const [name, value] of Object.entries(stored)) {
    if (name in ALLOWED && ALLOWED[name as keyof Settings](value)) {
      Object.assign(found, { [name]: value });
    }
  }
  return found;
}

function load(): Settings {
  try {
    return parsed(localStorage.getItem(KEY));
  } catch {
    return { ...DEFAULTS }; // storage is forbidden
  }
}

export const settings: Settings = $state(load());

/** Change some settings and store them. */
export function changeSettings(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may forbid storage; the change lasts for this visit.
  }
}

// Drawn at the first visit, and kept: a player without a name has the same one at every visit.
if (settings.drawnName < 0) changeSettings({ drawnName: Math.floor(Math.random() * 1000) });

/** The language as the server names it; "it-original" is Italian with the English names of cards. */
export function languageTag(): Language | "it-original" {
  return settings.language === "it" && settings.originalNames ? "it-original" : settings.language;
}

const still = new MediaQuery("prefers-reduced-motion: reduce");
const bright = new MediaQuery("prefers-color-scheme: light");

/** Whether animations are allowed, by the player's setting or the system's. */
export function motionAllowed(): boolean {
  if (settings.motion !== "auto") return settings.motion === "full";
  return !still.current;
}

/** The theme that is shown: the player's wish, or the system's. */
export function theme(): "dark" | "light" {
  if (settings.theme !== "auto") return settings.theme;
  return bright.current ? "light" : "dark";
}
