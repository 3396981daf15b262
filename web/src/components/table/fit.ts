/**
 * How large things can be so that all of them find room: dice in a zone, options in the dock.
 */

/** How many squares of this side lie in a field. */
export function capacity(width: number, height: number, side: number, gap: number): number {
  const across = Math.max(1, Math.floor((width + gap) / (side + gap)));
  const down = Math.max(1, Math.floor((height + gap) / (side + gap)));
  return across * down;
}

/** The largest side, from `most` down to `least`, at which so many squares find room. */
export function fit(
  many: number,
  field: { width: number; height: number },
  { most, least, gap }: { most: number; least: number; gap: number },
): number {
  if (field.width === 0 || field.height === 0) return most; // not measured yet
  for (let side = most; side > least; side -= 1)
    if (side <= field.height && capacity(field.width, field.height, side, gap) >= many) return side;
  return least;
}

export interface Columns {
  columns: 1 | 2;
  /** Lines of text that an option may take. */
  lines: number;
}

const LINE = 17;
const AROUND = 12; // what an option needs above and below its words, and between

/** One column of options if they find room, else two; and how many lines each may have. */
export function columnsFor(options: number, height: number): Columns {
  const lines = (rows: number): number => Math.floor((height / Math.max(1, rows) - AROUND) / LINE);
  const one = lines(options);
  if (one >= 1 && (options <= 6 || one >= 2)) return { columns: 1, lines: Math.min(4, one) };
  // The one that goes on has a row of its own.
  return { columns: 2, lines: Math.max(1, Math.min(3, lines(Math.ceil((options - 1) / 2) + 1))) };
}
