// What a player sees and hears of a die: its face, its numbers now, how it rolls, how it stands.
import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { setCatalog } from "$components/card/catalog.svelte";
import { DRAGON } from "$components/card/sample";
import { changeSettings } from "$lib/settings.svelte";
import Die from "./Die.svelte";

const dragon = { cls: "Quake Dragon", card: "Quake Dragon" };

beforeEach(() => {
  changeSettings({ language: "en", motion: "full", speed: 1 });
  setCatalog([DRAGON]);
});

const printed = (root: Element): string[] =>
  [...root.querySelectorAll("text")].map((text) => text.textContent.trim());

describe("Die", () => {
  it("says and shows a creature", () => {
    const { container } = render(Die, { ...dragon, face: "C2:6/6*" });
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      "Quake Dragon, creature, level 2, attack 6, defense 6, one burst",
    );
    expect(printed(container)).toEqual(["6", "6"]);
    expect(container.querySelectorAll("polygon")).toHaveLength(1); // the burst
  });

  it("shows the numbers of now, and which way they went", () => {
    const { container } = render(Die, {
      ...dragon,
      face: "C2:6/6*",
      numbers: { attack: 8, defense: 5, level: 2 },
    });
    expect(printed(container)).toEqual(["8", "5"]);
    expect(container.querySelectorAll("text.up")).toHaveLength(1);
    expect(container.querySelectorAll("text.down")).toHaveLength(1);
    expect(screen.getByRole("img").getAttribute("aria-label")).toContain("attack 8, defense 5");
  });

  it("does not call a printed question mark changed", () => {
    const { container } = render(Die, {
      cls: "Primordial Ooze",
      face: "C2:?/?",
      numbers: { attack: 7, defense: 7 },
    });
    expect(printed(container)).toEqual(["7", "7"]);
    expect(container.querySelector(".up, .down")).toBeNull();
  });

  it("keeps its face to itself until it is rolled", () => {
    const { container } = render(Die, { ...dragon, face: "C2:6/6*", unrolled: true });
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe("Quake Dragon, not rolled");
    expect(printed(container)).toEqual(["QD"]); // the letters the server gives the class
  });

  it("tells how it stands", () => {
    render(Die, { ...dragon, face: "C1:4/4", marks: ["attacking", "damaged"] });
    expect(screen.getByRole("img").getAttribute("aria-label")).toMatch(/attacking, damaged$/);
  });

  it("is silent where something around it speaks", () => {
    const { container } = render(Die, { ...dragon, face: "Q1", label: "" });
    expect(screen.queryByRole("img")).toBeNull();
    expect(container.querySelector(".die")?.getAttribute("aria-hidden")).toBe("true");
  });

  it("draws a class that nobody drew", () => {
    const { container } = render(Die, { cls: "Homemade Hero", face: "Z9" });
    expect(printed(container)).toContain("Z9");
  });
});

describe("a roll", () => {
  const sides = (root: Element): number => root.querySelectorAll(".side").length;

  it("tumbles as a cube with the face it was given in front, and lies flat after it", async () => {
    const { container } = render(Die, { ...dragon, face: "C3:8/7**", act: "roll" });
    expect(sides(container)).toBe(6);
    const [front] = container.querySelectorAll(".side-0");
    expect(front && printed(front)).toEqual(["8", "7"]);
    const all = [...container.querySelectorAll(".side:not(.side-0)")];
    expect(all.some((side) => printed(side).includes("4"))).toBe(true); // C1:4/4 is on another side
    const cube = container.querySelector(".cube");
    if (cube === null) throw new Error("no cube");
    await fireEvent.animationEnd(cube);
    expect(sides(container)).toBe(0);
    expect(printed(container)).toEqual(["8", "7"]);
  });

  it("tumbles again the next time", async () => {
    const { container, rerender } = render(Die, { ...dragon, face: "Q1", act: "roll" });
    const cube = container.querySelector(".cube");
    if (cube === null) throw new Error("no cube");
    await fireEvent.animationEnd(cube);
    await rerender({ act: null });
    await rerender({ act: "roll", face: "Q2" });
    expect(sides(container)).toBe(6);
  });

  it("is seen to its end, unless the die has something else to do", async () => {
    const { container, rerender } = render(Die, { ...dragon, face: "Q1", act: "roll" });
    await rerender({ act: null });
    expect(sides(container)).toBe(6);
    await rerender({ act: "spend" });
    expect(sides(container)).toBe(0);
  });

  it.each([
    ["the player wants no motion", { motion: "none", speed: 1 }],
    ["the speed is 0", { motion: "full", speed: 0 }],
  ] as const)("does not happen if %s", (_, wishes) => {
    changeSettings(wishes);
    const { container } = render(Die, { ...dragon, face: "C1:4/4", act: "roll" });
    expect(sides(container)).toBe(0);
    expect(printed(container)).toEqual(["4", "4"]);
  });

  it("is the only act with a cube; others are motions of the flat die", () => {
    const { container } = render(Die, { ...dragon, face: "C1:4/4", act: "lean" });
    expect(sides(container)).toBe(0);
    expect(container.querySelector(".die")?.classList).toContain("act-lean");
  });
});
