// Looks must tell classes apart without colour, and print must be readable on every die.
import { describe, expect, it } from "vitest";
import { lookOf, LOOKS, quartifactIcon } from "./classes";
import { outline } from "./icons";

/** Relative luminance of a colour such as #a1b2c3 (WCAG 2). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, two: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

describe("every class", () => {
  it.each([...LOOKS])("%s can be read on its own die", (_, look) => {
    expect(look.body).toMatch(/^#[0-9a-f]{6}$/);
    expect(contrast(look.body, look.ink)).toBeGreaterThanOrEqual(4.5);
    expect(outline(look.icon)).toMatch(/^[mM]/);
  });

  it("has a picture of its own", () => {
    const icons = [...LOOKS.values()].map((look) => look.icon);
    expect(new Set(icons).size).toBe(icons.length);
  });

  it("has a pair of colours of its own", () => {
    const pairs = [...LOOKS.values()].map((look) => look.body + look.ink);
    expect(new Set(pairs).size).toBe(pairs.length);
  });
});

describe("a class that nobody drew", () => {
  it("always looks the same, and can be read", () => {
    const look = lookOf("Homemade Hero");
    expect(lookOf("Homemade Hero")).toEqual(look);
    expect(contrast(look.body, look.ink)).toBeGreaterThanOrEqual(4.5);
  });

  it("is not found among what every object has", () => {
    expect(lookOf("constructor").icon).toBe("help");
    expect(quartifactIcon("constructor")).toBe("trophy-cup");
  });
});
