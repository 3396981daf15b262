// The notation of the facts, symbol by symbol.
import { describe, expect, it } from "vitest";
import { readFace } from "./faces";

describe("readFace", () => {
  it.each([
    ["Q2", [{ kind: "quiddity", energy: "", n: 2 }]],
    ["Q0", [{ kind: "quiddity", energy: "", n: 0 }]],
    ["L1", [{ kind: "quiddity", energy: "light", n: 1 }]],
    ["D3", [{ kind: "quiddity", energy: "dark", n: 3 }]],
    ["W2", [{ kind: "draw", n: 2 }]],
    ["R", [{ kind: "reroll" }]],
    ["I", [{ kind: "immediate" }]],
    ["S", [{ kind: "spell" }]],
    ["K", [{ kind: "lock" }]],
    ["BONUS", [{ kind: "bonus" }]],
    ["QF:Scabbard of Quamelot", [{ kind: "quartifact", name: "Scabbard of Quamelot" }]],
    ["C4:10/7", [{ kind: "creature", level: 4, attack: 10, defense: 7 }]],
    ["C2:?/?", [{ kind: "creature", level: 2, attack: null, defense: null }]],
    ["C0:0/1", [{ kind: "creature", level: 0, attack: 0, defense: 1 }]],
  ])("reads %s", (notation, symbols) => {
    expect(readFace(notation)).toEqual({ symbols, choice: false, bursts: 0 });
  });

  it.each([
    ["S**", 2],
    ["C3:8/7**", 2],
    ["K*", 1],
    ["R+W1", 0],
  ])("counts the bursts of %s", (notation, bursts) => {
    expect(readFace(notation).bursts).toBe(bursts);
  });

  it("knows a face of bursts alone", () => {
    expect(readFace("***")).toEqual({ symbols: [], choice: false, bursts: 3 });
  });

  it("tells both from one of the two", () => {
    const both = readFace("Q1+W1");
    expect(both.symbols.map((symbol) => symbol.kind)).toEqual(["quiddity", "draw"]);
    expect(both.choice).toBe(false);
    const either = readFace("D3|R*");
    expect(either.symbols.map((symbol) => symbol.kind)).toEqual(["quiddity", "reroll"]);
    expect(either).toMatchObject({ choice: true, bursts: 1 });
  });

  it("keeps what it does not know as text", () => {
    expect(readFace("Z9").symbols).toEqual([{ kind: "other", text: "Z9" }]);
    // words that an object has by itself are no symbols
    expect(readFace("constructor").symbols).toEqual([{ kind: "other", text: "constructor" }]);
  });

  it("shows nothing for a die that is not rolled", () => {
    expect(readFace("")).toEqual({ symbols: [], choice: false, bursts: 0 });
  });
});
