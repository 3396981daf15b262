import { beforeEach, describe, expect, it } from "vitest";
import { changeSettings } from "$lib/settings.svelte";
import { SUMMARY } from "./sample";
import { headline, standings } from "./words";

beforeEach(() => changeSettings({ language: "en" }));

describe("who won", () => {
  const players = ["Ada", "Bo", "Cy"];

  it("is one, or several, or nobody", () => {
    expect(headline({ players, winners: [1] }, 0)).toBe("Bo wins!");
    expect(headline({ players, winners: [1] }, 1)).toBe("You win!");
    expect(headline({ players, winners: [0, 1, 2] }, 0)).toBe("Ada, Bo and Cy share the victory!");
    expect(headline({ players, winners: [] }, null)).toBe("Nobody wins");
  });
});

describe("how they stand", () => {
  const seat = (at: number, glory: number): (typeof SUMMARY.seats)[number] => ({ ...SUMMARY.seats[0]!, seat: at, name: `P${at}`, glory });

  it("winners first, then by Glory, equal Glory at an equal place", () => {
    const order = standings({ seats: [seat(0, 7), seat(1, 5), seat(2, 12), seat(3, 7)], winners: [2] });
    expect(order.map((one) => [one.seat, one.place])).toEqual([
      [2, 1],
      [0, 2],
      [3, 2],
      [1, 4],
    ]);
  });

  it("with a winner who has less Glory than another", () => {
    const order = standings({ seats: [seat(0, 9), seat(1, 5)], winners: [1] });
    expect(order.map((one) => one.seat)).toEqual([1, 0]);
  });
});
