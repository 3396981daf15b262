/**
 * The numbers a creature has at this moment, beside the ones printed on its face.
 */
export interface Numbers {
  attack?: number;
  defense?: number;
  level?: number;
}

/** Which way a number has gone from the printed one; a printed "?" (null) has no way to go. */
export function turnOf(printed: number | null, now: number | undefined): "" | "up" | "down" {
  if (now === undefined || printed === null || now === printed) return "";
  return now > printed ? "up" : "down";
}
