// On the page without a server the addresses of the client are behind the #.
import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.mock("./host", () => ({ LOCAL: true, PLAY: "" }));
history.replaceState(null, "", "/site/play/index.html#/rules#6.3");
const { addressOf, go, router, start } = await import("./router.svelte");

let stop: () => void;
beforeEach(() => {
  stop = start();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

it("reads them, and goes to others", () => {
  expect(router.route).toEqual({ page: "rules", rule: "6.3" });
  go("/cards?card=Portal");
  expect(location.pathname + location.hash).toBe("/site/play/index.html#/cards?card=Portal");
  expect(router.route).toEqual({ page: "cards", card: "Portal" });
  expect(addressOf("/t/abc")).toBe(`${location.origin}/site/play/index.html#/t/abc`);
});

it("writes links as another window can open them, and follows them", () => {
  const link = document.createElement("a");
  link.setAttribute("href", "/t/abc");
  document.body.append(link);
  link.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(link.getAttribute("href")).toBe("#/t/abc");
  link.click();
  expect(router.route).toEqual({ page: "table", id: "abc" });
});

it("leaves links elsewhere alone, and shows its first page for what it does not know", () => {
  const link = document.createElement("a");
  link.setAttribute("href", "/api/openapi.json");
  document.body.append(link);
  link.dispatchEvent(new Event("focusin", { bubbles: true }));
  expect(link.getAttribute("href")).toBe("/api/openapi.json");
  history.replaceState(null, "", "/site/play/#main");
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  expect(router.route).toEqual({ page: "home" });
});
