import { describe, expect, it } from "vitest";
import { around, dock, marks, overlap, place, rest } from "./place";

const BUBBLE = { width: 320, height: 160 };
const SCREEN = { width: 1440, height: 900 };
const PROMPT = { left: 420, top: 640, width: 600, height: 120 };

describe("where the guide stands", () => {
  it("beside what he points at, whatever it is", () => {
    const lights = [
      { left: 10, top: 60, width: 120, height: 150 },
      { left: 1200, top: 60, width: 230, height: 300 },
      { left: 420, top: 780, width: 600, height: 110 },
      { left: 300, top: 60, width: 840, height: 320 },
    ];
    for (const light of lights) {
      const spot = { ...place(BUBBLE, SCREEN, [light], PROMPT), ...BUBBLE };
      expect(overlap(spot, light)).toBe(0);
      expect(overlap(spot, PROMPT)).toBe(0);
      expect(spot.left).toBeGreaterThanOrEqual(0);
      expect(spot.top + spot.height).toBeLessThanOrEqual(SCREEN.height);
    }
  });

  it("near it rather than far", () => {
    const light = { left: 1200, top: 60, width: 230, height: 300 };
    expect(place(BUBBLE, SCREEN, [light], PROMPT).left).toBeGreaterThan(800);
  });

  it("over the prompt rather than over what is lit, if the screen is too small for both", () => {
    const screen = { width: 340, height: 500 };
    const light = { left: 0, top: 0, width: 340, height: 300 };
    const prompt = { left: 0, top: 320, width: 340, height: 180 };
    const spot = { ...place(BUBBLE, screen, [light], prompt), ...BUBBLE };
    expect(overlap(spot, light)).toBe(0);
  });

  it("somewhere on the screen if he points at nothing", () => {
    const spot = place(BUBBLE, SCREEN, [], null);
    expect(spot.left).toBeGreaterThanOrEqual(8);
    expect(spot.top).toBeGreaterThanOrEqual(8);
  });
});

describe("what a light means", () => {
  it("names the pupil's own zones where no seat is given, and falls back to what holds it", () => {
    expect(marks("zone:ready")).toEqual(["zone:ready:0", "mat:0"]);
    expect(marks("zone:ready:1")).toEqual(["zone:ready:1", "mat:1"]);
    expect(marks("card:Death Spell")).toEqual(["card:Death Spell", "wilds"]);
    expect(marks("bag")).toEqual(["zone:bag:0", "mat:0"]);
    expect(marks("option:2")).toEqual(["option:2", "prompt"]);
    expect(marks("track")).toEqual(["track"]);
  });

  it("is one rectangle around several", () => {
    expect(around([])).toBeNull();
    expect(
      around([
        { left: 1, top: 2, width: 3, height: 4 },
        { left: 10, top: 0, width: 1, height: 1 },
      ]),
    ).toEqual({ left: 1, top: 0, width: 10, height: 6 });
  });
});

describe("on a phone", () => {
  const screen = { width: 390, height: 844 };
  const bubble = { width: 374, height: 170 };
  const prompt = { left: 0, top: 600, width: 390, height: 244 };

  it("he stands right above the prompt", () => {
    const spot = dock(bubble, screen, [{ left: 0, top: 44, width: 390, height: 40 }], prompt);
    expect(spot.top + bubble.height).toBe(prompt.top - 8);
  });

  it("unless that hides what he points at", () => {
    const ready = { left: 0, top: 440, width: 390, height: 120 };
    expect(overlap({ ...dock(bubble, screen, [ready], prompt), ...bubble }, ready)).toBe(0);
  });

  it("and at the bottom while nothing is asked", () => {
    expect(dock(bubble, screen, [], null).top).toBe(844 - 170 - 8);
  });
});

it("he rests in a corner while others play", () => {
  expect(rest({ width: 284, height: 100 }, SCREEN)).toEqual({ left: 1140, top: 784 });
});
