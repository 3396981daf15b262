/**
 * My seats: which tables I sit at, and the tokens that make me their players.
 *
 * The server shows a token only once, so it is stored in the browser. The
 * storage is read each time, since another window may have written; where storage is forbidden,
 * seats are kept until the page is closed.
 */

import type { OwnNumber } from "$lib/dice";

/** A seat of mine. */
export interface Seat {
  table: string;
  token: string;
  seat: number | null; // null: host of a table where only bots play
  name: string;
  taken: number; // when, in milliseconds since the epoch
  /** The table has not been looked at yet: its first roll is still to be made by hand. */
  fresh: boolean;
  /** What I added to the dice, and the commitment that the server had shown by then. */
  number?: string;
  commitment?: string;
  /** The game was over when this browser last looked. */
  over?: boolean;
}

const KEY = "quarriors.seats";
const MOST = 100; // older ones are forgotten

/** What could not be written to the storage. */
let unwritten: string | null = null;

/** All my seats, the newest first. */
export function mySeats(): Seat[] {
  const text = read();
  if (text === null) return [];
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.filter(isSeat) : [];
  } catch {
    return []; // somebody else wrote there; a token that cannot be read is lost
  }
}

/** My seat at a table, if I have one. */
export function seatAt(table: string): Seat | null {
  return mySeats().find((seat) => seat.table === table) ?? null;
}

/** Keep a seat that I have just been given. */
export function keepSeat(seat: Omit<Seat, "taken" | "fresh">): void {
  const kept: Seat = { ...seat, taken: Date.now(), fresh: true };
  write([kept, ...mySeats().filter((other) => other.table !== seat.table)]);
}

/** Forget a seat: its token is good no more, or I gave it up. */
export function forgetSeat(table: string): void {
  write(mySeats().filter((seat) => seat.table !== table));
}

/** My number for the dice of a table: the one I have, or a new one for this commitment. */
export function numberFor(table: string, commitment: string, draw: () => string): OwnNumber | null {
  const seats = mySeats();
  const mine = seats.find((seat) => seat.table === table);
  if (mine === undefined || mine.seat === null) return null;
  if (mine.number === undefined) {
    mine.number = draw();
    mine.commitment = commitment;
    write(seats);
  }
  return ownNumber(mine);
}

/** What I added to the dice of a table, if this browser did. */
export function ownNumber(seat: Seat | null): OwnNumber | null {
  if (seat === null || seat.seat === null || seat.number === undefined) return null;
  return { seat: seat.seat, number: seat.number, commitment: seat.commitment ?? "" };
}

/** Whether I look at this table of mine for the first time; true only once. */
export function firstLook(table: string): boolean {
  const seats = mySeats();
  const fresh = seats.some((seat) => seat.table === table && seat.fresh);
  if (fresh) write(seats.map((seat) => (seat.table === table ? { ...seat, fresh: false } : seat)));
  return fresh;
}

/** Remember which games are over. */
export function noteOver(tables: readonly string[]): void {
  const seats = mySeats();
  if (!seats.some(({ table, over }) => tables.includes(table) && over !== true)) return;
  write(seats.map((seat) => (tables.includes(seat.table) ? { ...seat, over: true } : seat)));
}

function isSeat(value: unknown): value is Seat {
  if (typeof value !== "object" || value === null) return false;
  const seat = value as Partial<Seat>;
  return typeof seat.table === "string" && typeof seat.token === "string" && seat.token !== "";
}

function read(): string | null {
  try {
    return unwritten ?? localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(seats: Seat[]): void {
  const text = JSON.stringify(seats.slice(0, MOST));
  try {
    localStorage.setItem(KEY, text);
    unwritten = null;
  } catch {
    unwritten = text;
  }
}
