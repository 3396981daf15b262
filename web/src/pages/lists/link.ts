/** Links to tables, as people paste them. */

/** The table that a pasted link or code names; null if it names none. */
export function tableIn(text: string): string | null {
  const words = text.trim();
  const path = /\/[tr]\/([^/?#\s]+)/.exec(words)?.[1];
  const code = path ?? words;
  return /^[A-Za-z0-9_-]{16,64}$/.test(code) ? code : null;
}
