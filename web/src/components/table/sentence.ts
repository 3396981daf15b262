/**
 * Sentences of the server, taken apart for the page: the rule at the end of a line becomes a link.
 */
import type { LogLine } from "$lib/api/generated";

/** A sentence without the rule in brackets that ends it: "Ada rolls (rule 3.5)." -> "Ada rolls." */
export function withoutRule(text: string): string {
  return text.replace(/\s*\((?:rule|regola) [^()]*\)(\.?)$/u, "$1");
}

const OPENING = new Set(["turn", "phase", "score", "glory", "cull", "draw", "refill", "roll"]);
const LOSSES = new Set(["defend", "destroy"]);

/**
 * What a player lost in the turns of the others, as the server says it to them, while their own turn
 * has not gone further than its roll.
 */
export function lossesSince(log: readonly LogLine[], me: number, players: number): string[] {
  const turns = log.flatMap((line, at) => (line.event === "turn" ? [at] : []));
  const mine = turns.at(-1) ?? 0;
  if (!log.slice(mine).every((line) => OPENING.has(line.event))) return [];
  const lost = log
    .slice(turns.at(-players) ?? 0, mine)
    .filter((line) => line.seat === me && LOSSES.has(line.event) && line.you !== "")
    .map((line) => line.you);
  const times = (text: string): number => lost.filter((one) => one === text).length;
  return [...new Set(lost)].map((text) => (times(text) === 1 ? text : `${text} ×${times(text)}`));
}

/** Where a rule can be read. */
export function ruleLink(rule: string): string {
  return `/rules#${rule}`;
}
