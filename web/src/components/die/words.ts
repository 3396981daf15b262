/**
 * Dice and faces in words, for those who listen instead of looking.
 */
import { className, facts } from "$components/card/catalog.svelte";
import { readFace, type FaceSymbol } from "$lib/art/faces";
import { t, type Key } from "$lib/i18n/index.svelte";
import type { Numbers } from "./numbers";

const MARKS = [
  "ability-used", "attacking", "damaged", "dying", "first-defender", "fresh", "kept", "late",
  "locked", "new", "scoring", "unrolled",
] as const;
export type Mark = (typeof MARKS)[number];

/** What a mark of a die means; "" for one that this page does not know. */
export function markWords(mark: string): string {
  return MARKS.includes(mark as Mark) ? t(`card.mark_${mark.replace("-", "_")}` as Key) : "";
}

/** A face in words; a creature with the numbers it has now, if they are given. */
export function faceWords(face: string, numbers?: Numbers): string {
  if (face === "") return t("card.unrolled");
  const { symbols, choice, bursts } = readFace(face);
  const joined = symbols
    .map((symbol) => symbolWords(symbol, numbers))
    .join(choice ? t("card.or") : t("card.and"));
  const burst = bursts === 0 ? "" : t("card.bursts", { n: bursts });
  return [joined, burst].filter((part) => part !== "").join(", ");
}

function symbolWords(symbol: FaceSymbol, numbers: Numbers = {}): string {
  switch (symbol.kind) {
    case "quiddity":
      return t(`card.face_quiddity${symbol.energy && `_${symbol.energy}`}` as Key, { n: symbol.n });
    case "draw":
      return t("card.face_draw", { n: symbol.n });
    case "creature":
      return t("card.face_creature", {
        level: numbers.level ?? symbol.level,
        attack: numbers.attack ?? symbol.attack ?? "?",
        defense: numbers.defense ?? symbol.defense ?? "?",
      });
    case "quartifact":
      return t("card.face_quartifact", { name: symbol.name });
    case "other":
      return symbol.text;
    default:
      return t(`card.face_${symbol.kind}`);
  }
}

/** A die in words: its card, what it shows, how it stands. */
export function dieWords(
  cls: string,
  card: string | undefined,
  face: string,
  marks: readonly string[],
  numbers?: Numbers,
): string {
  const name = card === undefined ? className(cls) : (facts(card)?.text ?? card);
  return [name, faceWords(face, numbers), ...marks.map(markWords)]
    .filter((part) => part !== "")
    .join(", ");
}
