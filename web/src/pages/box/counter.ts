/** The Glory of two to four players at a real table, with every step back to the first. */

export interface Counter {
  names: string[]; // always four: those of players who left are kept
  glory: number[]; // one for each player
  past: number[][]; // what stood there before each step
}

const LONGEST = 500; // steps that can be taken back
const MOST = 99;

export function begun(players: number): Counter {
  return { names: ["", "", "", ""], glory: Array<number>(players).fill(0), past: [] };
}

function stepped(counter: Counter, glory: number[]): Counter {
  return { ...counter, glory, past: [...counter.past, counter.glory].slice(-LONGEST) };
}

/** More or less Glory for a player; never less than none. */
export function add(counter: Counter, seat: number, by: number): Counter {
  const glory = counter.glory.map((now, at) => (at === seat ? Math.min(MOST, Math.max(0, now + by)) : now));
  return glory[seat] === counter.glory[seat] ? counter : stepped(counter, glory);
}

/** Another number of players; those who stay keep their Glory. */
export function seat(counter: Counter, players: number): Counter {
  if (players === counter.glory.length) return counter;
  return stepped(
    counter,
    Array.from({ length: players }, (_, at) => counter.glory[at] ?? 0),
  );
}

/** Everybody at 0 again. */
export function again(counter: Counter): Counter {
  return counter.glory.every((glory) => glory === 0) ? counter : stepped(counter, counter.glory.map(() => 0));
}

/** One step back. */
export function undone(counter: Counter): Counter {
  const glory = counter.past.at(-1);
  return glory === undefined ? counter : { ...counter, glory, past: counter.past.slice(0, -1) };
}

/** The last step if it was Glory of one player: what an undo would take back. */
export function lastStep(counter: Counter): { seat: number; by: number } | null {
  const before = counter.past.at(-1);
  if (before === undefined || before.length !== counter.glory.length) return null;
  const changed = counter.glory.flatMap((now, at) => (now === before[at] ? [] : [at]));
  const [only] = changed;
  if (only === undefined || changed.length > 1) return null;
  return { seat: only, by: (counter.glory[only] ?? 0) - (before[only] ?? 0) };
}
