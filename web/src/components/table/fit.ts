/**
 * Sizes at which all things fit: dice in a zone, options in the dock.
 */

/** How many squares of this side lie in a field. */
export function capacity(width: number, height: number, side: number, gap: number): number {
  const across = Math.max(1, Math.floor((width + gap) / (side + gap)));
  const down = Math.max(1, Math.floor((height + gap) / (side + gap)));
  return across * down;
}

export interface Fit {
  side: number;
  /** How many lie in a row, so that rows are about equally long. */
  across: number;
}

/** One row is worth dice that are a little smaller. */
const ONE_ROW = 0.72;

/** The largest side, from `most` down to `least`, at which `many` squares fit. */
export function fit(
  many: number,
  field: { width: number; height: number },
  { most, least, gap }: { most: number; least: number; gap: number },
): Fit {
  const count = Math.max(1, many);
  if (field.width === 0 || field.height === 0) return { side: most, across: count }; // not measured
  let side = Math.min(most, Math.floor(field.height), Math.floor(field.width));
  while (side > least && capacity(field.width, field.height, side, gap) < count) side -= 1;
  side = Math.max(least, side);
  const inOneRow = Math.floor((field.width + gap) / count - gap);
  if (inOneRow >= side * ONE_ROW && inOneRow >= least)
    return { side: Math.min(side, inOneRow), across: count };
  const across = Math.max(1, Math.floor((field.width + gap) / (side + gap)));
  const rows = Math.ceil(count / across);
  return { side, across: Math.ceil(count / rows) };
}

export interface Columns {
  columns: 1 | 2;
  /** Lines of text that an option may take. */
  lines: number;
  /** How high an option is at least: higher where there is room. */
  row: number;
  /** Not even that is enough: everything is as small as it can be. */
  tight: boolean;
}

const LINE = 17;
const LETTER = 6.9; // about the width of one
const BESIDE = 64; // what an option has besides its words: number, edges, a key
const GAP = 4;
const AROUND = 9; // above and below the words
const TIGHT = 4;
const COMFORTABLE = 42;

/** How many lines each row of options needs; an odd one out has a row of its own. */
function rowsOf(lengths: readonly number[], columns: 1 | 2, width: number): number[] {
  const lines = (length: number, room: number): number =>
    Math.max(1, Math.ceil(length / Math.max(10, Math.floor((room - BESIDE) / LETTER))));
  if (columns === 1) return lengths.map((length) => lines(length, width));
  const rows: number[] = [];
  for (let at = 0; at < lengths.length; at += 2) {
    const pair = lengths.slice(at, at + 2);
    const room = pair.length === 2 ? width / 2 : width;
    rows.push(Math.max(...pair.map((length) => lines(length, room))));
  }
  return rows;
}

/** The most lines an option may have so that all rows fit; at least one. */
function shape(columns: 1 | 2, rows: readonly number[], height: number): Columns & { fits: boolean } {
  const needs = (most: number): number =>
    rows.reduce((sum, lines) => sum + Math.min(lines, most) * LINE + AROUND + GAP, -GAP);
  let lines = Math.max(1, ...rows);
  while (lines > 1 && needs(lines) > height) lines -= 1;
  const spare = Math.max(0, height - needs(lines));
  const row = Math.min(COMFORTABLE, LINE + AROUND + Math.floor(spare / Math.max(1, rows.length)));
  const whole = needs(lines) <= height;
  const fits = whole && lines >= Math.min(2, Math.max(...rows));
  return { columns, lines, row: whole ? row : LINE + TIGHT, tight: !whole, fits };
}

/** One column of options if they fit with at least two lines each, else two. */
export function columnsFor(lengths: readonly number[], width: number, height: number): Columns {
  const one = shape(1, rowsOf(lengths, 1, width), height);
  const { fits: _, ...best } = one.fits ? one : shape(2, rowsOf(lengths, 2, width), height);
  return best;
}
