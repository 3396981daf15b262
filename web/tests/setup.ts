// jsdom lacks what every component may ask for.
import { vi } from "vitest";

vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
Element.prototype.animate ??= (() => ({
  finished: Promise.resolve(),
  cancel: () => undefined,
  onfinish: null,
})) as unknown as typeof Element.prototype.animate;
