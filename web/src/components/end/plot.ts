/**
 * Where things stand in the plot of Glory by round: scales, lines, ticks, and labels that do not
 * cover each other. Separate from the drawing so that it can be tested.
 */

export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Point {
  x: number;
  y: number;
  round: number;
  glory: number;
}

export interface Plot {
  lines: Point[][]; // by seat
  goalY: number;
  xTicks: { x: number; round: number }[];
  yTicks: { y: number; glory: number }[];
  /** Heights of the names at the end of the lines, by seat. */
  labels: number[];
}

const STEPS = [1, 2, 5, 10, 20, 50, 100];
const LABEL_GAP = 20;

/** The smallest even step that makes at most `most` ticks up to `top`. */
export function tickStep(top: number, most: number): number {
  return STEPS.find((step) => top / step <= most) ?? Math.ceil(top / most);
}

/** Heights moved apart so that neighbours are at least `gap` away, within `top` and `bottom`. */
export function apart(heights: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = heights.map((y, seat) => ({ y, seat })).sort((a, b) => a.y - b.y || a.seat - b.seat);
  let least = top;
  for (const one of order) {
    one.y = Math.max(one.y, least);
    least = one.y + gap;
  }
  let most = bottom;
  for (const one of [...order].reverse()) {
    one.y = Math.min(one.y, most);
    most = one.y - gap;
  }
  const moved = [...heights];
  for (const one of order) moved[one.seat] = one.y;
  return moved;
}

/** All of the plot; `glory[seat][round]`, where the first round is called `first`. */
export function plot(
  glory: readonly (readonly number[])[],
  goal: number,
  box: Box,
  { top: highest = goal, first = 0 }: { top?: number; first?: number } = {},
): Plot {
  const rounds = Math.max(1, ...glory.map((line) => line.length - 1));
  const top = Math.max(1, highest, ...glory.flat());
  const across = box.width - box.left - box.right;
  const down = box.height - box.top - box.bottom;
  const x = (round: number): number => box.left + (across * round) / rounds;
  const y = (value: number): number => box.top + down * (1 - value / top);
  const lines = glory.map((line) =>
    line.map((value, round) => ({ x: x(round), y: y(value), round, glory: value })),
  );
  const ends = lines.map((line) => line.at(-1)?.y ?? y(0));
  return {
    lines,
    goalY: y(goal),
    xTicks: ticks(rounds, Math.max(2, Math.floor(across / 44))).map((at) => ({ x: x(at), round: at + first })),
    yTicks: ticks(top, Math.max(2, Math.floor(down / 32))).map((value) => ({ y: y(value), glory: value })),
    labels: apart(ends, LABEL_GAP, box.top, box.height - box.bottom),
  };
}

function ticks(top: number, most: number): number[] {
  const step = tickStep(top, most);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step);
}

/** A line as an SVG path. */
export function path(line: readonly Point[]): string {
  return line.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
