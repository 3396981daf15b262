// Outlines are made at build time: rounding must keep the shape, and a wrong name must be said.
import { describe, expect, it } from "vitest";
import { outlines, rounded } from "../../../scripts/icons.mjs";
import { credits, outline } from "./icons";
import authors from "./icons.json";

describe("rounded", () => {
  it.each([
    ["M10.4 10.4L20.2 30.7", "m10 10l10 21"],
    ["M0 0h10.6v.2H5", "m0 0h11-6"], // a line of no length is left out
    ["m1 1l2 2 3 3z", "m1 1l2 2 3 3z"],
    ["m1 1 2 2z m5 5 1 1z", "m1 1l2 2zm5 5l1 1z"], // a move starts from where z went back to
    ["M0 0c1.2 1.4 2.6 2.6 3.4-3.4", "m0 0c1 1 3 3 3-3"],
    ["M0 0c3 .4 6-.4 9 0", "m0 0l9 0"], // a curve that is a line
    ["M0 0c3 0 6 0 9 0s3 4 9 9", "m0 0c3 0 6 0 9 0s3 4 9 9"], // not if another goes on from it
    ["M5 5a3.25 3.25 0 015-5", "m5 5a3.3 3.3 0 0 1 5-5"], // flags may stand together
    ["M0 0L1 1M9 9L8 8", "m0 0l1 1m8 8l-1-1"],
  ])("%s", (exact, short) => {
    expect(rounded(exact)).toBe(short);
  });

  it("does not let errors add up", () => {
    const steps = rounded(`M0 0${"l.4 0".repeat(10)}`);
    const moved = [...steps.matchAll(/[l ](\d+) 0/g)].map(([, n]) => Number(n));
    expect(moved.reduce((sum, n) => sum + n, 0)).toBe(4);
  });

  it("refuses what is no path", () => {
    expect(() => rounded("M0 nowhere")).toThrow(/no number/);
  });
});

describe("outlines", () => {
  it("has the pictures that are named, and no others", () => {
    expect(Object.keys(outlines({ ghost: "Lorc" }))).toEqual(["ghost"]);
  });

  it("says which picture does not exist", () => {
    expect(() => outlines({ "no-such-beast": "Nobody" })).toThrow(/no-such-beast/);
  });

  it("has one for every name", () => {
    for (const name of Object.keys(authors)) {
      expect(outline(name as keyof typeof authors)).toMatch(/^[mM]-?\d/);
    }
  });
});

it("credits every picture once", () => {
  const named = credits().flatMap(({ icons }) => icons);
  expect([...named].sort()).toEqual(Object.keys(authors).sort());
  expect(credits().map(({ author }) => author)).toContain("Lorc");
});
