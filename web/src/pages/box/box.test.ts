// What the page for owners of the box remembers, asks and counts.
import { expect, test } from "vitest";
import type { WildsAnswer } from "$lib/api/generated";
import { add, again, begun, lastStep, seat, undone } from "./counter";
import { atFirst, linked, linkOf, parsed, swapOf, wishOf } from "./storage";

const ANSWER: WildsAnswer = {
  players: 3,
  edition: "revised",
  sets: ["base", "quartifacts"],
  modules: [],
  house_rules: ["quests"],
  basics: [{ name: "Portal", dice: 5 }],
  wilds: [{ code: "AB12-CD34", seed: 1, cards: [{ name: "Quake Dragon", dice: 5 }] }],
  setups: [{ players: 3, goal: 15, steps: [{ text: "Lay out.", rule: "2.1" }] }],
};

test("every step of the counter can be taken back, up to the first", () => {
  let counter = begun(2);
  counter = add(counter, 0, 3);
  counter = add(counter, 1, 1);
  expect(lastStep(counter)).toEqual({ seat: 1, by: 1 });
  counter = seat(counter, 3);
  expect(counter.glory).toEqual([3, 1, 0]);
  expect(lastStep(counter)).toBeNull();
  counter = again(add(counter, 0, -1));
  expect(counter.glory).toEqual([0, 0, 0]);
  const seen = [counter.glory];
  while (counter.past.length > 0) {
    counter = undone(counter);
    seen.push(counter.glory);
  }
  expect(seen.slice(1)).toEqual([[2, 1, 0], [3, 1, 0], [3, 1], [3, 0], [0, 0]]);
  expect(undone(counter)).toBe(counter);
});

test("what changes nothing is no step: less than no Glory, as many players, 0 again", () => {
  const counter = begun(4);
  expect(add(counter, 2, -1)).toBe(counter);
  expect(seat(counter, 4)).toBe(counter);
  expect(again(counter)).toBe(counter);
});

test("what is remembered comes back, and what makes no sense is as at first", () => {
  const box = { ...atFirst(), sets: ["promos"], players: 4, answer: ANSWER, counter: add(begun(3), 1, 5) };
  expect(parsed(JSON.stringify(box))).toEqual(box);
  const broken = { ...box, players: 7, sets: [1], answer: { wilds: [] }, counter: { names: [], glory: [1] }, x: 1 };
  expect(parsed(JSON.stringify(broken))).toEqual(atFirst());
  for (const text of [null, "", "{", "[]", "7"]) expect(parsed(text)).toEqual(atFirst());
});

test("a link opens the same Wilds with the same rules", () => {
  const address = new URL(linkOf(ANSWER), "https://table.example");
  expect(address.pathname).toBe("/box");
  expect(linked(address.searchParams)).toEqual({
    code: "AB12-CD34",
    players: 3,
    edition: "revised",
    sets: ["base", "quartifacts"],
    modules: [],
  });
  expect(linked(new URLSearchParams("code=AB12"))).toEqual({ code: "AB12", players: null, sets: null, modules: null });
  expect(linked(new URLSearchParams("show=glory"))).toBeNull();
});

test("a card is swapped in the Wilds as they lie there, and bans count for what comes", () => {
  const box = { ...atFirst(), without: ["Quake Dragon", "Portal"], mix: "side", featured: "promos" };
  expect(swapOf(box, ANSWER, "Quake Dragon")).toMatchObject({
    code: "AB12-CD34",
    swap: ["Quake Dragon"],
    without: ["Quake Dragon", "Portal"],
    sets: ["base", "quartifacts"],
    modules: [],
    mix: "hint",
  });
  const drawn = { mix: "side", featured: "base" };
  expect(swapOf({ ...box, drawn }, ANSWER, "Quake Dragon")).toMatchObject(drawn);
  expect(swapOf({ ...box, drawn: { mix: "democratic" } }, ANSWER, "Quake Dragon")).toMatchObject({ mix: "hint" });
});

test("wishes are those of the sets I have; rules that are switched off are left out", () => {
  const known = [
    { name: "base", modules: [] },
    { name: "quartifacts", modules: ["quests"] },
  ];
  const box = { ...atFirst(), without: ["Portal"], mix: "side", featured: "quartifacts", off: ["quests"] };
  expect(wishOf(box, known)).toMatchObject({ sets: ["base"], without: ["Portal"], featured: "", modules: null });
  const more = { ...box, sets: ["base", "quartifacts"] };
  expect(wishOf(more, known)).toMatchObject({ featured: "quartifacts", modules: [] });
});
