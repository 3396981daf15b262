import { describe, expect, it } from "vitest";
import { apart, path, plot, tickStep } from "./plot";

const BOX = { width: 440, height: 220, left: 40, right: 100, top: 20, bottom: 30 };

describe("the plot of Glory", () => {
  it("puts round 0 at the left, the last at the right, the goal above everything below it", () => {
    const drawn = plot([[0, 5, 20], [0, 2, 8]], 20, BOX);
    expect(drawn.lines[0]?.map((point) => [point.x, point.y])).toEqual([
      [40, 190],
      [190, 147.5],
      [340, 20],
    ]);
    expect(drawn.goalY).toBe(20);
    expect(drawn.lines[1]?.at(-1)?.y).toBeGreaterThan(drawn.goalY);
  });

  it("leaves room for more Glory than the goal", () => {
    const drawn = plot([[0, 30], [0, 1]], 15, BOX);
    expect(drawn.lines[0]?.at(-1)?.y).toBe(BOX.top);
    expect(drawn.goalY).toBe(105);
  });

  it("stands a game that ended in its first moment", () => {
    const drawn = plot([[0], [0]], 20, BOX);
    expect(drawn.lines[0]).toHaveLength(1);
    expect(drawn.xTicks.map((tick) => tick.round)).toEqual([0, 1]);
  });

  it("keeps the names of equal players apart and inside", () => {
    const drawn = plot([[0, 4], [0, 4], [0, 4], [0, 0]], 20, BOX);
    const sorted = [...drawn.labels].sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i++) {
      expect((sorted[i] ?? 0) - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(20);
    }
    expect(sorted.at(-1)).toBeLessThanOrEqual(BOX.height - BOX.bottom);
  });

  it("moves names no further than it must", () => {
    expect(apart([10, 100], 20, 0, 200)).toEqual([10, 100]);
    expect(apart([195, 198], 20, 0, 200)).toEqual([180, 200]);
  });

  it("has round steps between ticks", () => {
    expect([tickStep(4, 5), tickStep(12, 5), tickStep(20, 5), tickStep(900, 5)]).toEqual([1, 5, 5, 180]);
  });

  it("writes a path", () => {
    expect(path([{ x: 1, y: 2, round: 0, glory: 0 }, { x: 3.25, y: 4, round: 1, glory: 1 }])).toBe(
      "M1.0 2.0L3.3 4.0",
    );
  });
});
