/**
 * How large things can be so that all of them find room: dice in a zone, options in the dock.
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

/** The largest side, from `most` down to `least`, at which so many squares find room. */
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
}

const LINE = 17;
const GAP = 4;
const AROUND = 6; // what an option needs above and below its words
const COMFORTABLE = 42;

/** One column of options if they find room, else two; and how much each may take. */
export function columnsFor(options: number, height: number): Columns {
  const inRows = (columns: 1 | 2, rows: number): Columns => {
    const each = Math.floor((height + GAP) / Math.max(1, rows)) - GAP;
    const lines = Math.max(1, Math.min(4, Math.floor((each - AROUND) / LINE)));
    return { columns, lines, row: Math.max(24, Math.min(COMFORTABLE, each)) };
  };
  const one = inRows(1, options);
  const fits = options * (24 + GAP) - GAP <= height;
  if (fits && (options <= 6 || one.lines >= 2)) return one;
  // The one that goes on has a row of its own.
  return inRows(2, Math.ceil((options - 1) / 2) + 1);
}
