// Faces in words, in both languages.
import { beforeEach, describe, expect, it } from "vitest";
import { speak } from "$lib/i18n/index.svelte";
import { changeSettings } from "$lib/settings.svelte";
import { faceWords, markWords } from "./words";

beforeEach(() => changeSettings({ language: "en" }));

describe("faceWords", () => {
  it.each([
    ["", "not rolled"],
    ["Q2", "2 Quiddity"],
    ["L1", "1 Light Quiddity"],
    ["D2", "2 Dark Quiddity"],
    ["W1", "draw and roll one die"],
    ["W3", "draw and roll 3 dice"],
    ["R+W1", "re-roll and draw and roll one die"],
    ["Q3|R", "3 Quiddity or re-roll"],
    ["S**", "spell, 2 bursts"],
    ["***", "3 bursts"],
    ["K", "lock"],
    ["I", "immediate effect (?)"],
    ["BONUS", "bonus (?)"],
    ["QF:Holy Quill", "quartifact Holy Quill"],
    ["C2:?/?", "creature, level 2, attack ?, defense ?"],
  ])("%s is “%s”", (face, words) => {
    expect(faceWords(face)).toBe(words);
  });

  it("says the numbers of now", () => {
    expect(faceWords("C1:2/2", { attack: 5 })).toBe("creature, level 1, attack 5, defense 2");
  });

  it("speaks Italian", async () => {
    await speak("it");
    changeSettings({ language: "it" });
    expect(faceWords("C1:2/3*")).toBe("creatura, livello 1, attacco 2, difesa 3, un burst");
  });
});

it("names marks, and keeps still about those it does not know", () => {
  expect(markWords("first-defender")).toBe("must defend first");
  expect(markWords("unrolled")).toBe(""); // the face says it
  expect(markWords("sparkling")).toBe("");
});
