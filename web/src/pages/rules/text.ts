/**
 * The text of a rule cut into pieces that can be drawn: plain text, ids of other rules (links),
 * and the words that were searched for. Separate from the page so that it can be tested.
 */
import type { RuleFacts, Section } from "$lib/api/generated";
import { fold, words } from "../cards/search";

export interface Piece {
  kind: "text" | "rule" | "mark";
  text: string;
}

const ID = /(?<![\d.])\d{1,2}\.\d{1,2}(?!\.?\d)/g;

/** A text with the ids of known rules and the searched words taken out as pieces of their own. */
export function pieces(text: string, known: ReadonlySet<string>, typed: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const hit of text.matchAll(ID)) {
    if (!known.has(hit[0])) continue;
    found.push(...marked(text.slice(at, hit.index), typed), { kind: "rule", text: hit[0] });
    at = hit.index + hit[0].length;
  }
  return [...found, ...marked(text.slice(at), typed)];
}

/** Plain text with the searched words marked, whatever their accents and capitals. */
function marked(text: string, typed: string): Piece[] {
  const wanted = words(typed).filter((word) => word.length > 1);
  if (text === "") return [];
  const { folded, from } = foldedWithPlaces(text);
  const spans: [number, number][] = [];
  for (const word of wanted) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      spans.push([from[at] ?? 0, from[at + word.length] ?? text.length]);
    }
  }
  const found: Piece[] = [];
  let at = 0;
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start < at) continue;
    if (start > at) found.push({ kind: "text", text: text.slice(at, start) });
    found.push({ kind: "mark", text: text.slice(start, end) });
    at = end;
  }
  if (at < text.length) found.push({ kind: "text", text: text.slice(at) });
  return found;
}

/** Folded text, and for each of its characters the place in the original it comes from. */
function foldedWithPlaces(text: string): { folded: string; from: number[] } {
  let folded = "";
  const from: number[] = [];
  let at = 0;
  for (const sign of text) {
    const plain = fold(sign);
    for (let i = 0; i < plain.length; i++) from.push(at);
    folded += plain;
    at += sign.length;
  }
  return { folded, from };
}

/** The sections with the rules that have all the words; a rule's own id is found too. */
export function search(sections: readonly Section[], typed: string): Section[] {
  const wanted = words(typed);
  if (wanted.length === 0) return [...sections];
  const has = (rule: RuleFacts): boolean => {
    const text = fold(`${rule.title} ${rule.text}`);
    return wanted.every((word) => rule.rule === word || text.includes(word));
  };
  return sections
    .map((section) => ({ ...section, rules: section.rules.filter(has) }))
    .filter((section) => section.rules.length > 0);
}

/** The rule an address points at: "#6.3" is 6.3, "#6" the first of its section. */
export function pointedAt(hash: string, sections: readonly Section[]): string {
  const id = hash.replace(/^#/, "");
  if (sections.some((section) => section.rules.some((rule) => rule.rule === id))) return id;
  return sections.find((section) => section.section === id)?.rules[0]?.rule ?? "";
}
