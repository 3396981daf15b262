import { describe, expect, it } from "vitest";
import type { Section } from "$lib/api/generated";
import { pieces, pointedAt, search } from "./text";

const KNOWN = new Set(["6.3", "15.2"]);
const SECTIONS: Section[] = [
  {
    section: "6",
    title: "Attack",
    rules: [
      { rule: "6.1", title: "Total", text: "Add all attack values." },
      { rule: "6.3", title: "Defending", text: "As long as damage is left, c'è un difensore." },
    ],
  },
  { section: "15", title: "Ours", rules: [{ rule: "15.2", title: "Reacting", text: "See 6.3." }] },
];

describe("the text of a rule", () => {
  it("links the rules it names, and only those there are", () => {
    expect(pieces("See 6.3, 15.2 and 99.9 or 16.30.", KNOWN, "")).toEqual([
      { kind: "text", text: "See " },
      { kind: "rule", text: "6.3" },
      { kind: "text", text: ", " },
      { kind: "rule", text: "15.2" },
      { kind: "text", text: " and 99.9 or 16.30." },
    ]);
  });

  it("marks what was searched for, accents and capitals or not, and loses no letter", () => {
    const found = pieces("Quiddità: la quiddita è più.", KNOWN, "QUIDDITÀ piu");
    expect(found.filter((piece) => piece.kind === "mark").map((piece) => piece.text)).toEqual([
      "Quiddità",
      "quiddita",
      "più",
    ]);
    expect(found.map((piece) => piece.text).join("")).toBe("Quiddità: la quiddita è più.");
  });

  it("does not mark a word twice where searched words overlap", () => {
    const found = pieces("attacker", KNOWN, "attack tack");
    expect(found).toEqual([
      { kind: "mark", text: "attack" },
      { kind: "text", text: "er" },
    ]);
  });
});

describe("searching the rules", () => {
  it("finds words of title and text, and ids", () => {
    expect(search(SECTIONS, "").length).toBe(2);
    expect(search(SECTIONS, "DAMAGE left").flatMap((section) => section.rules.map((rule) => rule.rule))).toEqual(["6.3"]);
    expect(search(SECTIONS, "6.3").flatMap((section) => section.rules.map((rule) => rule.rule))).toEqual(["6.3", "15.2"]);
    expect(search(SECTIONS, "dragon")).toEqual([]);
  });
});

describe("an address", () => {
  it("points at a rule or at the first of a section", () => {
    expect(pointedAt("#15.2", SECTIONS)).toBe("15.2");
    expect(pointedAt("#6", SECTIONS)).toBe("6.1");
    expect(pointedAt("#7.7", SECTIONS)).toBe("");
    expect(pointedAt("#%E0", SECTIONS)).toBe("");
  });
});
