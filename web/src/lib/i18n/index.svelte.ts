/**
 * Words of the page itself, in English and Italian; sentences about the game come from the server.
 *
 * Each part of the client has its own file of words. Italian files are typed by the English ones,
 * so a missing word is an error of the compiler; words.test.ts looks at their placeholders too.
 * English is always there; other languages are fetched by those who speak them.
 */
import * as en from "./en";
import { settings } from "$lib/settings.svelte";

export type Language = "en" | "it";
export const LANGUAGES: readonly Language[] = ["en", "it"];

type Parts = typeof en;
const ELSEWHERE: Record<Exclude<Language, "en">, () => Promise<Parts>> = { it: () => import("./it") };
let spoken: Partial<Record<Language, Parts>> & { en: Parts } = $state.raw({ en });

/** Have the words of a language at hand; until they have come, English is spoken. */
export async function speak(language: Language): Promise<void> {
  if (language === "en" || spoken[language] !== undefined) return;
  const words = await ELSEWHERE[language]();
  spoken = { ...spoken, [language]: words };
}

export type Key = {
  [P in keyof Parts & string]: `${P}.${keyof Parts[P] & string}`;
}[keyof Parts & string];

/**
 * A word or sentence in the player's language; `{name}` in it is replaced by a value.
 *
 * `{n:# die|# dice}` is the first form if `n` is 1, else the second; `#` is the number. The server's
 * texts are written in the same way (quarriors/text/forms.py).
 */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const [part, name] = key.split(".") as [keyof Parts, string];
  const text = ((spoken[settings.language] ?? spoken.en)[part] as Record<string, string>)[name];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(SLOT, (slot, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return slot;
    if (one === undefined || many === undefined) return String(value);
    return (String(value) === "1" ? one : many).replaceAll("#", String(value));
  });
}

const SLOT = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;
