/**
 * Words of the page itself, in English and Italian; sentences about the game come from the server.
 *
 * Each part of the client has its own file of words. Italian files are typed by the English ones,
 * so a missing word is an error of the compiler; words.test.ts looks at their placeholders too.
 */
import * as en from "./en";
import * as it from "./it";
import { settings } from "$lib/settings.svelte";

export type Language = "en" | "it";
export const LANGUAGES: readonly Language[] = ["en", "it"];
const WORDS = { en, it } as const;

type Parts = typeof en;
export type Key = {
  [P in keyof Parts & string]: `${P}.${keyof Parts[P] & string}`;
}[keyof Parts & string];

/** A word or sentence in the player's language; `{name}` in it is replaced by a value. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const [part, name] = key.split(".") as [keyof Parts, string];
  const text = (WORDS[settings.language][part] as Record<string, string>)[name];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, value: string) => String(values[value] ?? `{${value}}`));
}

/** One of two sentences by a number: `name_one` or `name_many`, which may say `{n}`. */
export function count(key: string, n: number, values: Record<string, string | number> = {}): string {
  return t(`${key}_${n === 1 ? "one" : "many"}` as Key, { n, ...values });
}
