/**
 * Errors of the page itself, which nobody foresaw: they are shown as a sentence, never as a blank
 * screen. What the server refuses is not trouble: pages show it where it was asked for.
 */
export const trouble: { text: string } = $state({ text: "" });

function words(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

/** Hear of what nobody caught. */
export function watchForTrouble(): void {
  window.addEventListener("error", (event) => {
    // Browsers report this harmless one whenever an observer needs a second frame.
    if (event.message.startsWith("ResizeObserver loop")) return;
    trouble.text = event.message || "?";
  });
  window.addEventListener("unhandledrejection", (event) => {
    trouble.text = words(event.reason) || "?";
  });
}
