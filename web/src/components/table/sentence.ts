/**
 * Sentences of the server, taken apart for the page: the rule at the end of a line becomes a link.
 */

/** A sentence without the rule in brackets that ends it: "Ada rolls (rule 3.5)." -> "Ada rolls." */
export function withoutRule(text: string): string {
  return text.replace(/\s*\((?:rule|regola) [^()]*\)(\.?)$/u, "$1");
}

/** Where a rule can be read. */
export function ruleLink(rule: string): string {
  return `/rules#${rule}`;
}
