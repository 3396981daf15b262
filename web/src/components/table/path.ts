/**
 * The way of the glory track: where each stone of the winding path lies, from 0 to the goal.
 *
 * The stones go to and fro in rows from the bottom up, a little out of line, as a path does. The
 * same for any goal: rows and columns follow from the room there is.
 */
export interface Stone {
  x: number;
  y: number;
}

export interface Path {
  stones: Stone[];
  /** Where the last row has room to spare. */
  free: Stone[];
  /** A line through all stones, for SVG. */
  line: string;
  /** Half of what a stone takes up. */
  radius: number;
}

/** How many stones a row has, so that stones are as far apart across as up. */
export function columns(goal: number, width: number, height: number): number {
  const stones = goal + 1;
  const best = Math.round(Math.sqrt((stones * width) / height));
  return Math.min(stones, Math.max(2, best));
}

const NARROW = 12; // pixels; stones closer than this need a second row

/** A way of `goal` steps in a field of this size; a slim one has one row if it can. */
export function path(goal: number, width: number, height: number, slim = false): Path {
  const oneRow = slim && width / (goal + 1) >= NARROW;
  const across = oneRow ? goal + 1 : columns(goal, width, height);
  const rows = Math.ceil((goal + 1) / across);
  const stepX = width / across;
  const stepY = height / rows;
  const sway = rows === 1 ? 0.2 : 0.1;
  const stones: Stone[] = [];
  for (let number = 0; number < across * rows; number += 1) {
    const row = Math.floor(number / across);
    const inRow = number % across;
    const column = row % 2 === 0 ? inRow : across - 1 - inRow;
    stones.push({
      x: round(stepX * (column + 0.5)),
      y: round(height - stepY * (row + 0.5) + Math.sin(number * 1.9) * stepY * sway),
    });
  }
  const free = stones.splice(goal + 1);
  return { stones, free, line: smooth(stones), radius: Math.min(stepX, stepY) / 2 };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A line through points that bends at each of them instead of breaking. */
function smooth(points: readonly Stone[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  let line = `M${first.x} ${first.y}`;
  let before = first;
  rest.forEach((point, index) => {
    const after = rest[index + 1] ?? point;
    const earlier = points[index - 1] ?? first;
    const ax = round(before.x + (point.x - earlier.x) / 6);
    const ay = round(before.y + (point.y - earlier.y) / 6);
    const bx = round(point.x - (after.x - before.x) / 6);
    const by = round(point.y - (after.y - before.y) / 6);
    line += `C${ax} ${ay} ${bx} ${by} ${point.x} ${point.y}`;
    before = point;
  });
  return line;
}

/** The stones that a marker touches on its way, both ends included; back as well as forth. */
export function hops(from: number, to: number): number[] {
  const step = Math.sign(to - from);
  const way = [from];
  for (let at = from; at !== to; at += step) way.push(at + step);
  return way;
}

/** How far several markers on one stone stand from its middle, so that each can be seen. */
export function apart(index: number, many: number, radius: number): Stone {
  if (many === 1) return { x: 0, y: 0 };
  const angle = (Math.PI * 2 * index) / many - Math.PI / 2 + (many === 2 ? Math.PI / 2 : 0);
  return { x: round(Math.cos(angle) * radius), y: round(Math.sin(angle) * radius) };
}
