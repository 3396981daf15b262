import { describe, expect, it } from "vitest";
import type { CardFacts } from "$lib/api/generated";
import { address, arrow, filters, find, fromQuery, index, NOTHING_WANTED, sureness, toggled } from "./search";

function card(name: string, changes: Partial<CardFacts> = {}): CardFacts {
  return {
    name,
    text: name,
    other_name: "",
    kind: "creature",
    set: "base",
    class_name: name,
    class_text: name,
    letter: "XX",
    odds: [],
    cost: 3,
    glory: 2,
    level: 0,
    energy: "",
    discount: null,
    dice: 5,
    faces: [],
    abilities: [],
    keywords: {},
    rulings: [],
    needs: [],
    confidence: { numbers: "sourced", text: "sourced", die: "sourced" },
    pack: "",
    picture: "",
    ...changes,
  };
}

const GOBLIN = card("Scavenging Goblin", {
  text: "Goblin Rovistatore",
  class_text: "Goblin Rovistatore",
  cost: 2,
  abilities: [{ timing: "scored", burst: 0, text: "Quando va a punti, screma un dado: c'è più Gloria." }],
});
const DRAGON = card("Quake Dragon", { cost: 9, glory: 4, confidence: { numbers: "sourced", text: "original" } });
const HERALD = card("Herald", { set: "light_vs_dark", energy: "light", confidence: { numbers: "original" } });
const HERMIT = card("Hermit", { kind: "spell", rulings: ["Not for a goblin."] });
const QUEST = card("Hunt", { kind: "quest", cost: 0, glory: 0, energy: "dark" });
const ALL = index([QUEST, GOBLIN, DRAGON, HERALD, HERMIT]);
const SETS = ["light_vs_dark", "base"];

const names = (changes: Partial<typeof NOTHING_WANTED>): string[] =>
  find(ALL, { ...NOTHING_WANTED, ...changes }, SETS).map((one) => one.name);

describe("searching cards", () => {
  it("finds words in names of both languages, names before texts", () => {
    expect(names({ text: "goblin" })).toEqual(["Scavenging Goblin", "Hermit"]);
    expect(names({ text: "scavenging" })).toEqual(["Scavenging Goblin"]);
    expect(names({ text: "ROVISTATORE screma" })).toEqual(["Scavenging Goblin"]);
  });

  it("does not mind accents", () => {
    expect(names({ text: "c'e piu" })).toEqual(["Scavenging Goblin"]);
  });

  it("filters by what is chosen; several of a group are alternatives, groups add up", () => {
    expect(names({ kinds: ["spell"] })).toEqual(["Hermit"]);
    expect(names({ costs: ["2", "9"] })).toEqual(["Scavenging Goblin", "Quake Dragon"]);
    expect(names({ costs: ["2", "9"], sets: ["light_vs_dark"] })).toEqual([]);
    expect(names({ energies: ["light"] })).toEqual(["Herald"]);
    expect(names({ energies: ["none"], kinds: ["creature"] })).toEqual(["Scavenging Goblin", "Quake Dragon"]);
    expect(names({ sure: ["original", "mixed"] })).toEqual(["Herald", "Quake Dragon"]);
  });

  it("knows that a quest has no cost", () => {
    expect(names({ costs: ["0"] })).toEqual([]);
    expect(names({}).at(-1)).toBe("Hunt");
  });

  it("sorts", () => {
    expect(names({ sort: "name" })).toEqual(["Scavenging Goblin", "Herald", "Hermit", "Hunt", "Quake Dragon"]);
    expect(names({ sort: "glory" })[0]).toBe("Quake Dragon");
    expect(names({ sort: "set" })[0]).toBe("Herald");
  });

  it("says how sure a card is by all its parts", () => {
    expect([HERMIT, DRAGON, HERALD].map(sureness)).toEqual(["sourced", "mixed", "original"]);
  });
});

describe("the address of a list", () => {
  it("comes back as it was", () => {
    const wanted = { ...NOTHING_WANTED, text: "a & b", sets: ["base", "promos"], costs: ["9"], sort: "glory" as const };
    const link = new URL(address(wanted, "Quake Dragon"), "http://here");
    expect(fromQuery(link.searchParams)).toEqual(wanted);
    expect(link.searchParams.get("card")).toBe("Quake Dragon");
  });

  it("is short when nothing is wanted, and bears nonsense", () => {
    expect(address(NOTHING_WANTED)).toBe("/cards");
    expect(fromQuery(new URLSearchParams("sort=weight&sets=,"))).toEqual(NOTHING_WANTED);
  });

  it("counts filters", () => {
    expect(filters({ ...NOTHING_WANTED, text: "x", costs: ["1", "2"], kinds: ["spell"] })).toBe(3);
    expect(toggled(["1", "2"], "1")).toEqual(["2"]);
    expect(toggled(["2"], "1")).toEqual(["2", "1"]);
  });
});

describe("arrows in the grid", () => {
  it("walk by one and by rows, and stay inside", () => {
    expect(arrow("ArrowRight", 3, 10, 4)).toBe(4);
    expect(arrow("ArrowDown", 3, 10, 4)).toBe(7);
    expect(arrow("ArrowDown", 7, 10, 4)).toBe(7);
    expect(arrow("ArrowUp", 2, 10, 4)).toBe(2);
    expect(arrow("End", 2, 10, 4)).toBe(9);
    expect(arrow("PageDown", 2, 10, 4)).toBe(9);
    expect(arrow("x", 2, 10, 4)).toBeNull();
  });
});
