// A screen that stays on, in browsers that can, may, or cannot.
import { afterEach, expect, test, vi } from "vitest";
import { canStayAwake, stayAwake } from "./awake";

/** A browser that can keep its screen on; says how many locks are held. */
function able(refuses = false): { held: number } {
  const seen = { held: 0 };
  const request = async (): Promise<{ release: () => Promise<void> }> => {
    if (refuses) throw new DOMException("battery", "NotAllowedError");
    seen.held += 1;
    return { release: async () => void (seen.held -= 1) };
  };
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
  return seen;
}

afterEach(() => {
  Reflect.deleteProperty(navigator, "wakeLock");
});

test("the screen stays on until the page lets it go", async () => {
  const seen = able();
  expect(canStayAwake()).toBe(true);
  const stop = stayAwake();
  await vi.waitFor(() => expect(seen.held).toBe(1));
  stop();
  await vi.waitFor(() => expect(seen.held).toBe(0));
});

test("a page that lets go before the browser has answered holds nothing", async () => {
  const seen = able();
  stayAwake()();
  await vi.waitFor(() => expect(seen.held).toBe(0));
});

test("the screen is kept on again when the page comes back in sight", async () => {
  const seen = able();
  const stop = stayAwake();
  await vi.waitFor(() => expect(seen.held).toBe(1));
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(seen.held).toBe(2)); // the browser had let the first one go
  stop();
});

test("a browser that refuses or cannot is left alone", async () => {
  const seen = able(true);
  stayAwake()();
  expect(seen.held).toBe(0);
  Reflect.deleteProperty(navigator, "wakeLock");
  expect(canStayAwake()).toBe(false);
  stayAwake()();
});
