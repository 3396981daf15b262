/**
 * How sure we are of a card: the least certain of its parts is what its small mark says.
 */
export type Sure = "sourced" | "recalled" | "original";

const ORDER: readonly Sure[] = ["sourced", "recalled", "original"];

/** The least certain label of a card; what has an unknown label counts as original. */
export function lowestConfidence(confidence: Readonly<Record<string, string>>): Sure {
  const worst = Math.max(0, ...Object.values(confidence).map((label) => rank(label)));
  return ORDER[worst] ?? "original";
}

function rank(label: string): number {
  const found = ORDER.indexOf(label as Sure);
  return found < 0 ? ORDER.length - 1 : found;
}

/** The parts of a card by how sure we are of them, the surest first. */
export function byConfidence(
  confidence: Readonly<Record<string, string>>,
): { label: Sure; parts: string[] }[] {
  const parts = Object.entries(confidence);
  return ORDER.map((label, at) => ({
    label,
    parts: parts.filter(([, given]) => rank(given) === at).map(([part]) => part),
  })).filter((group) => group.parts.length > 0);
}
