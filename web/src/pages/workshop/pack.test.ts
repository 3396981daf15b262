// A pack is written as its file is read, and what is wrong at a line is shown at its field.
import { expect, test } from "vitest";
import { correction, emptyPack, fromContent, newCard, placed, write } from "./pack";

const ENTRY = {
  set: "base",
  card: { name: "Imp", name_it: "Diavoletto", class: "Imp", cost: 2, line: [{ en: "A", it: "B", does: "a(\n  b)", confidence: "recalled" }], confidence: { numbers: "original" }, sources: ["x"], ruling: [{ en: "C", it: "D" }] },
  die_set: "base",
  die: { class: "Imp", kind: "creature", count: 5, faces: ["Q1", "Q1", "Q1", "Q1", "Q1", "Q1"], sources: ["x"] },
};

test("a correction keeps the entry and carries its own certainty and source", () => {
  const { card, die } = correction(ENTRY, "my box");
  expect(card).toMatchObject({ cost: 2, set: "base", sources: ["my box"], ruling: [{ en: "C", it: "D" }] });
  expect(card.confidence).toEqual({ numbers: "sourced", text: "sourced" });
  expect(card.line[0]).not.toHaveProperty("confidence");
  expect(die).toMatchObject({ corrects: true, sources: ["my box"] });
});

test("every value has its line, texts over several lines and quotes included", () => {
  const pack = { ...emptyPack('Say "hi"', "Ada"), cards: [correction(ENTRY, "box").card, newCard("Elf", "Elfo", "own").card] };
  const { text, places } = write(pack);
  const lines = text.split("\n");
  expect(lines).toHaveLength(places.length);
  expect(text).toContain('name = "Say \\"hi\\""');
  expect(text).toContain('confidence = { numbers = "sourced", text = "sourced" }');
  const at = (part: string): number => lines.findIndex((line) => line.includes(part)) + 1;
  const fault = (line: number, column: number) => ({ line, column, code: "x", text: "no" });
  const found = placed([fault(at("  b)"), 3), fault(at("cost = 3"), 1), fault(0, 0)], { text, places });
  expect(found).toEqual([
    { path: "card.0.line.0.does", text: "no", offset: 5 },
    { path: "card.1.cost", text: "no", offset: -1 },
    { path: "", text: "no", offset: -1 },
  ]);
  // One card alone is checked under the number it has in the pack.
  const only = write({ ...pack, dice: [newCard("Elf", "Elfo", "own").die] }, 1);
  expect(only.text).not.toContain("Imp");
  expect(only.places.some(({ path }) => path === "card.1.line.0.does")).toBe(true);
  expect(only.places.some(({ path }) => path === "die.0.faces")).toBe(true);
});

test("rulings are written, read again, and a missing text is shown at its box", () => {
  const { card } = correction(ENTRY, "box");
  card.ruling.push({ en: "New.", it: "" });
  const written = write({ ...emptyPack("P", "Ada"), cards: [card] });
  expect(written.text.match(/\[\[card\.ruling\]\]\nen = "(?:C|New\.)"/g)).toHaveLength(2);
  const line = written.text.split("\n").lastIndexOf("[[card.ruling]]") + 1;
  const faults = [{ line, column: 1, code: "missing_text", text: "the text `it` is missing" }];
  expect(placed(faults, written)).toEqual([
    { path: "card.0.ruling.1.it", text: "the text `it` is missing", offset: -1 },
  ]);
  const read = fromContent({ pack: { name: "P" }, card: [{ ...ENTRY.card, ruling: [{ en: "C", it: "D" }, 3] }] });
  expect(read?.cards[0]?.ruling).toEqual([{ en: "C", it: "D" }]);
});

test("what the server read becomes a pack, and nonsense does not", () => {
  const pack = fromContent({ pack: { name: "P", sets: [] }, card: [ENTRY.card, 3], die: "no" });
  expect(pack).toMatchObject({ name: "P", version: "", sets: [], dice: [] });
  expect(pack?.cards.map((card) => card.name)).toEqual(["Imp"]);
  expect(fromContent({ pack: 3 })).toBeNull();
});
