import { describe, expect, it } from "vitest";
import type { Happening } from "$lib/api/generated";
import { opensTurn, steps } from "./beats";
import { sampleAttack, sampleUpdates } from "./sample";

const [summon, , turn] = sampleUpdates() as [never, never, never];
const stepsOf = (update: { events: Happening[]; log: never[] }) => steps(update.events, update.log);
const names = (all: ReturnType<typeof steps>): string[] => all.map((one) => one.beat.event);

describe("steps", () => {
  it("tells like events in a row once, with all their dice", () => {
    const all = stepsOf(turn);
    expect(names(all)).toEqual(["spend", "capture", "clean", "turn", "draw", "roll"]);
    expect(all.at(-1)!.beat).toMatchObject({ seat: 0, dice: [18, 19, 1, 17, 7, 4] });
    expect(all.at(-1)!.beat.text).toMatch(/^Ada rolls/);
    expect(all.at(-1)!.act).toBe("roll");
  });

  it("tells every line of the log exactly once and in order", () => {
    for (const update of sampleUpdates()) {
      const all = steps(update.events, update.log);
      if (all.length > 0) expect(all.flatMap((one) => one.lines)).toEqual(update.log);
      else expect(update.log.every((line) => line.event === "phase")).toBe(true);
    }
  });

  it("begins a phase with what happens in it, and shows none in which nothing does", () => {
    const all = stepsOf(turn);
    expect(all.map((one) => one.phase)).toEqual([0, 0, 6, 0, 2, 0]);
    expect(all[4]!.lines.map((line) => line.event)).toEqual(["phase", "draw"]);
    const [, , , , , , , , attack] = sampleUpdates();
    expect(names(steps(attack!.events, attack!.log))).toEqual(["total", "holds"]);
    expect(names(steps(sampleUpdates()[1]!.events, sampleUpdates()[1]!.log))).toEqual([]);
  });

  it("lets a creature defend before it crumbles, in one sentence", () => {
    const { update } = sampleAttack();
    const all = steps(update.events, update.log);
    const [defend, destroy] = all.filter((one) => one.beat.dice.includes(23));
    expect([defend!.act, destroy!.act]).toEqual(["shield", "crumble"]);
    expect(destroy!.beat.text).toBe(defend!.beat.text);
    expect(destroy!.lines).toEqual([]);
  });

  it("tells a score with its Glory", () => {
    const all = steps(sampleUpdates()[9]!.events, sampleUpdates()[9]!.log);
    const score = all.find((one) => one.beat.event === "score")!;
    expect(score.glory).toEqual([1, 1]);
    expect(score.act).toBe("shine");
    expect(names(all)).not.toContain("glory");
  });

  it("separates totals that differ, and spending for nothing", () => {
    const event = (name: string, die: number, numbers: [number, number]): Happening => {
      return { event: name, rule: "1.1", seat: 0, die, numbers };
    };
    const row = [
      event("total", -1, [1, 4]),
      event("total", -1, [2, 4]),
      event("total", -1, [3, 5]),
      event("spend", 1, [2, 2]),
      event("spend", 2, [0, 2]),
    ];
    expect(steps(row, []).map((one) => [one.beat.event, one.beat.numbers])).toEqual([
      ["total", [1, 4]],
      ["total", [3, 5]],
      ["spend", [2, 2]],
      ["spend", [0, 2]],
    ]);
  });

  it("tells a quest die as one roll", () => {
    const event = (name: string): Happening => {
      return { event: name, rule: "12.5", seat: 0, die: 9, numbers: [3, 0] };
    };
    expect(names(steps([event("roll"), event("quest-die")], []))).toEqual(["quest-die"]);
  });

  it("tells a line that belongs to no event at the end", () => {
    const line = { number: 9, event: "news", rule: "1.1", text: "Something new.", seat: -1, you: "" };
    expect(steps([], [line])[0]).toMatchObject({ beat: { text: "Something new." }, lines: [line] });
  });
});

describe("opensTurn", () => {
  it("is the roll after the phase of drawing, and no other step", () => {
    const all = stepsOf(turn);
    expect(all.map((_, at) => opensTurn(all, at))).toEqual([...Array(5).fill(false), true]);
    const other = stepsOf(summon);
    expect(other.some((_, at) => opensTurn(other, at))).toBe(false);
  });

  it("is not a roll in the middle of a turn", () => {
    const again: Happening = { event: "roll", rule: "3.5", seat: 0, die: 1, numbers: [2, 0] };
    const all = steps([again], []);
    expect(opensTurn(all, 0)).toBe(false);
  });
});
