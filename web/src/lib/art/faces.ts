/**
 * What to draw on a face, from the notation of the facts (`C2:3/4*`, `Q1+W1`, `D3|R`).
 *
 * Only the notation is read here; the server knows what a face does. A symbol that this
 * page does not know yet is kept as text, so that a newer server's die still shows something.
 */
export type Energy = "" | "light" | "dark";

export type FaceSymbol =
  | { kind: "quiddity"; energy: Energy; n: number }
  | { kind: "draw"; n: number }
  | { kind: "reroll" | "immediate" | "spell" | "lock" | "bonus" }
  | { kind: "creature"; level: number; attack: number | null; defense: number | null }
  | { kind: "quartifact"; name: string }
  | { kind: "other"; text: string };

export type Creature = Extract<FaceSymbol, { kind: "creature" }>;

export interface ShownFace {
  symbols: FaceSymbol[];
  /** One of the symbols is used and not all of them. */
  choice: boolean;
  bursts: number;
}

const CREATURE = /^C(\d+):(\d+|\?)\/(\d+|\?)$/;
const COUNTED = /^([QLDW])(\d+)$/;
const ENERGIES: Record<string, Energy> = { Q: "", L: "light", D: "dark" };
const PLAIN = { R: "reroll", I: "immediate", S: "spell", K: "lock", BONUS: "bonus" } as const;

const kept = new Map<string, ShownFace>();

/** The symbols of a face; the same object for the same notation. */
export function readFace(notation: string): ShownFace {
  let face = kept.get(notation);
  if (face === undefined) {
    const text = notation.replace(/\*+$/, "");
    face = {
      symbols: text === "" ? [] : text.split(/[|+]/).map(readSymbol),
      choice: text.includes("|"),
      bursts: notation.length - text.length,
    };
    kept.set(notation, face);
  }
  return face;
}

function readSymbol(text: string): FaceSymbol {
  const creature = CREATURE.exec(text);
  if (creature) {
    const [, level, attack, defense] = creature;
    return { kind: "creature", level: Number(level), attack: known(attack), defense: known(defense) };
  }
  const counted = COUNTED.exec(text);
  if (counted) {
    const [, sign = "", digits] = counted;
    const n = Number(digits);
    return sign === "W" ? { kind: "draw", n } : { kind: "quiddity", energy: ENERGIES[sign] ?? "", n };
  }
  if (Object.hasOwn(PLAIN, text)) return { kind: PLAIN[text as keyof typeof PLAIN] };
  if (text.startsWith("QF:")) return { kind: "quartifact", name: text.slice(3) };
  return { kind: "other", text };
}

/** A number, or null where the card says what it is. */
function known(text: string | undefined): number | null {
  return text === "?" ? null : Number(text);
}
