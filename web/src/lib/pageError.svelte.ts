/** Uncaught errors of the page, shown as a sentence. Refusals of the server are handled by each page. */
import { errorText } from "$lib/errors";

export const pageError: { text: string } = $state({ text: "" });

/** Collect uncaught errors and rejections. */
export function watchForErrors(): void {
  window.addEventListener("error", (event) => {
    // Browsers report this harmless one whenever an observer needs a second frame.
    if (event.message.startsWith("ResizeObserver loop")) return;
    pageError.text = event.message || "?";
  });
  window.addEventListener("unhandledrejection", (event) => {
    pageError.text = errorText(event.reason) || "?";
  });
}
