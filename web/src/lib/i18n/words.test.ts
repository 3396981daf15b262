// Every word there is in English there is in Italian, with the same values to be filled in.
import { describe, expect, it as test } from "vitest";
import { changeSettings } from "$lib/settings.svelte";
import * as english from "./en";
import { LANGUAGES, speak, t, type Key } from "./index.svelte";
import * as italian from "./it";

const EN: Record<string, Record<string, string>> = english;
const IT: Record<string, Record<string, string>> = italian;
const PARTS = Object.keys(EN);

const slots = (text: string): string[] => [...text.matchAll(/\{(\w+)(?::[^{}]*)?\}/g)].map(([, name]) => name ?? "").sort();
const FILES = { en: import.meta.glob("./en/*.ts"), it: import.meta.glob("./it/*.ts") };
const SOURCES = Object.entries(
  import.meta.glob<string>(["../../**/*.{svelte,ts}", "!./**", "!../../**/*.test.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
)
  .map(([, text]) => text)
  .join("\n");

test("both languages have the same parts, and every file is one of them", () => {
  expect(Object.keys(IT)).toEqual(PARTS);
  for (const language of LANGUAGES) {
    const wanted = [...PARTS, "index"].map((part) => `./${language}/${part}.ts`);
    expect(Object.keys(FILES[language]).sort()).toEqual(wanted.sort());
  }
});

describe.each(PARTS)("%s", (part) => {
  const here = EN[part] ?? {};
  const there = IT[part] ?? {};

  test("has the same words in both languages", () => {
    expect(Object.keys(there).sort()).toEqual(Object.keys(here).sort());
  });

  test("has words where English has, and values in the same places", () => {
    for (const [name, text] of Object.entries(here)) {
      const other = there[name] ?? "";
      expect(other.trim() === "", `it ${part}.${name}`).toBe(text.trim() === "");
      expect(slots(other), `it ${part}.${name}`).toEqual(slots(text));
    }
  });

  test("counts one and many", () => {
    for (const words of [here, there]) {
      for (const [name, text] of Object.entries(words)) {
        expect(text, `${part}.${name}`).not.toMatch(/\{\w+:[^{}|]*\}/); // a slot with one form
      }
    }
  });
});

test("a word follows the language, and its values are filled in", async () => {
  await speak("it");
  changeSettings({ language: "it" });
  expect(t("shell.game_as", { name: "Ada" })).toBe("come Ada");
  changeSettings({ language: "en" });
  expect(t("shell.game_as", { name: "Ada" })).toBe("as Ada");
  expect(t("shell.minutes", { n: 1 })).toBe("1 minute");
  expect(t("shell.minutes", { n: 3 })).toBe("3 minutes");
});

test("a word that does not exist is an error and not a blank", () => {
  expect(() => t("shell.no_such_word" as Key)).toThrow("no text shell.no_such_word");
});

test("a value that is not given stays in sight", () => {
  expect(t("shell.game_as")).toBe("as {name}");
});

/** The words that a part of the client asks for by a name that the program puts together. */
function families(part: string): string[] {
  const made = [...SOURCES.matchAll(new RegExp(`${part}\\.(\\w*)\\$\\{`, "g"))].map(([, start]) => start ?? "");
  const counted = [...SOURCES.matchAll(new RegExp(`"${part}\\.(\\w+)"`, "g"))].map(([, name]) => `${name}_`);
  return [...made.filter((start) => start !== ""), ...counted];
}

test.each(PARTS)("every word of %s is used somewhere", (part) => {
  const starts = families(part);
  const unused = Object.keys(EN[part] ?? {}).filter(
    (name) => !new RegExp(`\\b${name}\\b`).test(SOURCES) && !starts.some((start) => name.startsWith(start)),
  );
  // Units of time are counted by a name that lib/time.ts puts together whole.
  expect(unused.filter((name) => !/^(days|hours|minutes)_/.test(name))).toEqual([]);
});
