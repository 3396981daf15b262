// What jsdom lacks and components may ask for, and patience for busy machines.
import { configure } from "@testing-library/svelte";
import { vi } from "vitest";

// What the file before has left behind in this thread.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
localStorage.clear();
document.body.replaceChildren();
document.documentElement.removeAttribute("style");
history.replaceState(null, "", "/");

vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal("scrollTo", () => undefined);
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.animate ??= (() => ({
  finished: Promise.resolve(),
  cancel: () => undefined,
  onfinish: null,
})) as unknown as typeof Element.prototype.animate;
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement): void {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement): void {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

configure({ asyncUtilTimeout: 10_000 });

// Italian is fetched when it is asked for; a test can switch to it at once. Imported here and not
// above: the page's modules ask for what is stubbed before.
const { speak } = await import("$lib/i18n/index.svelte");
await speak("it");
