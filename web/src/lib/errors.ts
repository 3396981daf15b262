/** The message of anything that was thrown, to be shown to the player. */
export function errorText(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
