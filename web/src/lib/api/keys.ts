/**
 * My seats: which tables I sit at, and the tokens that make me their players.
 *
 * The server shows a token only once, so it is stored in the browser. The
 * storage is read each time, since another window may have written; where storage is forbidden,
 * seats are kept until the page is closed.
 */

import type { OwnNumber } from "$lib/dice";
import { LOCAL } from "$lib/host";

/** Somebody who plays on this device: the key of a seat, and what it added to the dice. */
export interface DeviceSeat {
  token: string;
  seat: number | null; // null: host of a table where only bots play
  name: string;
  /** The number for the dice, and the commitment that the server had shown by then. */
  number?: string;
  commitment?: string;
  /** The game was over when this browser last looked. */
  over?: boolean;
}

/** A seat of mine. */
export interface Seat extends DeviceSeat {
  table: string;
  taken: number; // when, in milliseconds since the epoch
  /** The table has not been looked at yet: its first roll is still to be made by hand. */
  fresh: boolean;
  /** Other people who play at the same table on this device. */
  others?: DeviceSeat[];
}

// A server may offer the page without a server at its own address; neither knows the other's tables.
const KEY = LOCAL ? "quarriors.local.seats" : "quarriors.seats";
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

/** Everybody who plays at a table on this device, me first. */
export function deviceSeats(table: string): DeviceSeat[] {
  const mine = seatAt(table);
  return mine === null ? [] : [mine, ...(mine.others ?? [])];
}

/** The key of one of the seats on this device; mine for a watcher, "" without one. */
export function tokenAt(table: string, seat: number | null): string {
  const all = deviceSeats(table);
  return (all.find((one) => one.seat === seat) ?? all[0])?.token ?? "";
}

/** Keep a seat that I have just been given. */
export function keepSeat(seat: Omit<Seat, "taken" | "fresh">): void {
  const kept: Seat = { ...seat, taken: Date.now(), fresh: true };
  write([kept, ...mySeats().filter((other) => other.table !== seat.table)]);
}

/** A seat has another key from now on. */
export function replaceToken(table: string, old: string, token: string): void {
  const seats = mySeats();
  const own = found(seats, table, old);
  if (own !== undefined) own.token = token;
  write(seats);
}

/** Forget a seat: its token is good no more, or it was given up; without a token all of the table. */
export function forgetSeat(table: string, token?: string): void {
  const left = deviceSeats(table).filter((one) => token !== undefined && one.token !== token);
  write(
    mySeats().flatMap((seat) => {
      if (seat.table !== table) return [seat];
      const [first, ...others] = left;
      if (first === undefined) return [];
      const { taken, fresh } = seat;
      const { token: key, seat: at, name, number, commitment } = first;
      const dice = number === undefined ? {} : { number, commitment: commitment ?? "" };
      return [{ table, token: key, seat: at, name, taken, fresh, ...dice, ...(others.length > 0 ? { others } : {}) }];
    }),
  );
}

/** The seat of a key among those of a table. */
function found(seats: readonly Seat[], table: string, token: string): DeviceSeat | undefined {
  const mine = seats.find((seat) => seat.table === table);
  return mine === undefined ? undefined : [mine, ...(mine.others ?? [])].find((one) => one.token === token);
}

/** The number of a key for the dice of a table: the one it has, or a new one for this commitment. */
export function numberFor(table: string, token: string, commitment: string, draw: () => string): OwnNumber | null {
  const seats = mySeats();
  const mine = found(seats, table, token);
  if (mine === undefined || mine.seat === null) return null;
  if (mine.number === undefined) {
    mine.number = draw();
    mine.commitment = commitment;
    write(seats);
  }
  return ownNumber(mine);
}

/** What I added to the dice of a table, if this browser did. */
export function ownNumber(seat: DeviceSeat | null): OwnNumber | null {
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
