/**
 * What a page adds to the dice of its game, and the check of all numbers after the game.
 *
 * The same as `record/fair_seed.py` of the server, on the player's own machine.
 */
import { sha256 } from "./sha256";

/** What a game's dice follow from, as the server names it. */
export interface DiceFacts {
  readonly commitment: string;
  readonly secret: string; // after the end
  readonly numbers: readonly string[]; // by seat, "" for nothing; none at an older table
  readonly seed: string; // after the end
}

export const NO_DICE: DiceFacts = { commitment: "", secret: "", numbers: [], seed: "" };

/** What I added at my seat, and the commitment I saw before. */
export interface OwnNumber {
  readonly seat: number;
  readonly number: string;
  readonly commitment: string;
}

export type Verdict =
  | "bad_secret" // not the one of the commitment
  | "bad_seed" // does not follow from the secret and the numbers
  | "bad_commitment" // another one than I saw
  | "bad_number" // another one than mine stands for my seat
  | "unused" // none stands for my seat, though I sent one
  | "older" // a table without numbers: the secret is the seed
  | "nobody" // no page added a number
  | "good";

/** 128 bits by chance, as hexadecimal digits. */
export function newNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The seed that follows from a secret and the numbers by seat, in decimal digits. */
export function combinedSeed(secret: string, numbers: readonly string[]): string {
  const lines = ["quarriors dice 1", `seats ${numbers.length}`, `secret ${secret}`];
  numbers.forEach((number, seat) => lines.push(`seat ${seat} ${number || "-"}`));
  return BigInt(`0x${sha256(lines.map((line) => `${line}\n`).join(""))}`).toString();
}

/** Whether what the server says of its dice holds, and whether my number was used. */
export function checkDice({ commitment, secret, numbers, seed }: DiceFacts, own: OwnNumber | null): Verdict {
  if (sha256(secret) !== commitment) return "bad_secret";
  const wellFormed = numbers.every((number) => number === "" || /^[0-9a-f]{32}$/.test(number));
  const expected = numbers.length > 0 ? combinedSeed(secret, numbers) : secret;
  if (!wellFormed || seed !== expected) return "bad_seed";
  if (own !== null) {
    if (own.commitment !== commitment) return "bad_commitment";
    const used = numbers[own.seat] ?? "";
    if (used !== own.number) return used === "" ? "unused" : "bad_number";
  }
  if (numbers.length === 0) return "older";
  return numbers.some((number) => number !== "") ? "good" : "nobody";
}
