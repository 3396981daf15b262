import { beforeEach, describe, expect, it } from "vitest";
import vectors from "../../../tests/record/dice_vectors.json";
import { keepSeat, mySeats, numberFor } from "./api/keys";
import { checkDice, combinedSeed, type DiceFacts, newNumber, type OwnNumber } from "./dice";
import { sha256 } from "./sha256";

const [first] = vectors as { commitment: string; secret: string; numbers: string[]; seed: string }[];
const TRUE = first as DiceFacts;
const MINE: OwnNumber = { seat: 0, number: TRUE.numbers[0] ?? "", commitment: TRUE.commitment };

describe("SHA-256", () => {
  it("is the one of the standard", () => {
    expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256("a".repeat(1_000))).toBe(
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
    );
  });
});

describe("the dice of a game", () => {
  it("follow from secret and numbers as the server computes it", () => {
    for (const { commitment, secret, numbers, seed } of vectors) {
      expect(sha256(secret)).toBe(commitment);
      expect(combinedSeed(secret, numbers)).toBe(seed);
    }
  });

  it("are good if all holds and my number is among them", () => {
    expect(checkDice(TRUE, MINE)).toBe("good");
    expect(checkDice(TRUE, null)).toBe("good");
  });

  it.each<[string, Partial<DiceFacts>]>([
    ["bad_secret", { secret: "4" }],
    ["bad_secret", { commitment: sha256("4") }],
    ["bad_seed", { seed: "4" }],
    ["bad_seed", { numbers: ["", ...TRUE.numbers.slice(1)] }],
    ["bad_seed", { numbers: [...TRUE.numbers].reverse() }],
  ])("show a server that lies: %s", (verdict, lie) => {
    expect(checkDice({ ...TRUE, ...lie }, MINE)).toBe(verdict);
  });

  it("show a server that computes well from other numbers than mine", () => {
    const without = ["", ...TRUE.numbers.slice(1)];
    const dropped = { ...TRUE, numbers: without, seed: combinedSeed(TRUE.secret, without) };
    expect(checkDice(dropped, MINE)).toBe("unused");
    expect(checkDice(TRUE, { ...MINE, number: "0".repeat(32) })).toBe("bad_number");
    const other = { ...TRUE, secret: "4", commitment: sha256("4"), seed: combinedSeed("4", TRUE.numbers) };
    expect(checkDice(other, MINE)).toBe("bad_commitment");
  });

  it("prove less without numbers, and say so", () => {
    const nobody = ["", ""];
    expect(checkDice({ ...TRUE, numbers: nobody, seed: combinedSeed(TRUE.secret, nobody) }, null)).toBe("nobody");
    expect(checkDice({ ...TRUE, numbers: [], seed: TRUE.secret }, null)).toBe("older");
  });
});

describe("my number", () => {
  beforeEach(() => localStorage.clear());

  it("is drawn once for a seat and kept with the commitment", () => {
    expect(numberFor("t", "k", "c", newNumber)).toBeNull();
    keepSeat({ table: "t", token: "k", seat: 1, name: "Ada" });
    const mine = numberFor("t", "k", "c", newNumber);
    expect(mine?.number).toMatch(/^[0-9a-f]{32}$/);
    expect(numberFor("t", "k", "other", newNumber)).toEqual({ ...mine, seat: 1, commitment: "c" });
    expect(mySeats()[0]?.number).toBe(mine?.number);
    expect(newNumber()).not.toBe(newNumber());
  });
});
