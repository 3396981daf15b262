// Addresses are read into routes, and clicks on links stay within the client where they can.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { go, inside, read, router, start } from "./router.svelte";

const at = (path: string): ReturnType<typeof read> => read(new URL(path, "http://table.test"));

describe("read", () => {
  it.each([
    ["/", { page: "home" }],
    ["/new", { page: "new" }],
    ["/join/", { page: "join" }],
    ["/games", { page: "games" }],
    ["/tables?show=watch", { page: "tables" }],
    ["/t/abc_-9", { page: "table", id: "abc_-9" }],
    ["/r/abc", { page: "replay", id: "abc" }],
    ["/cards", { page: "cards", card: "" }],
    ["/cards?card=Quake%20Dragon", { page: "cards", card: "Quake Dragon" }],
    ["/rules#6.3", { page: "rules", rule: "6.3" }],
    ["/learn", { page: "learn" }],
    ["/about", { page: "about" }],
  ])("%s", (path, route) => {
    expect(at(path)).toEqual(route);
  });

  it.each(["/t", "/t/a/b", "/new/x", "/nothing", "/api/tables", "/toString"])("%s leads nowhere", (path) => {
    expect(at(path)).toEqual({ page: "lost" });
  });

  it("bears a broken escape", () => {
    expect(at("/t/%E0%A4%A")).toEqual({ page: "table", id: "%E0%A4%A" });
  });
});

describe("going elsewhere", () => {
  let stop: () => void;
  beforeEach(() => {
    stop = start();
    go("/", { replace: true });
  });
  afterEach(() => {
    stop();
    document.body.replaceChildren();
  });

  it("changes address and route, and forgets the title of the page before", () => {
    const before = router.moves;
    router.title = "Your turn!";
    go("/cards?card=Portal");
    expect(location.pathname).toBe("/cards");
    expect(router.route).toEqual({ page: "cards", card: "Portal" });
    expect(router.title).toBe("");
    expect(router.moves).toBe(before + 1);
  });

  it("is no move to another page if only the query changes", () => {
    go("/cards");
    const before = router.moves;
    go("/cards?card=Portal", { replace: true });
    expect(router.route).toEqual({ page: "cards", card: "Portal" });
    expect(router.moves).toBe(before);
  });

  it("adds to the history, or replaces what is there", () => {
    const length = history.length;
    go("/new", { replace: true });
    expect(history.length).toBe(length);
    go("/games");
    expect(history.length).toBe(length + 1);
  });

  it("hears of the way back", async () => {
    go("/new");
    const heard = new Promise((done) => window.addEventListener("popstate", done, { once: true }));
    history.back();
    await heard;
    expect(router.route).toEqual({ page: "home" });
  });

  function click(html: Partial<HTMLAnchorElement>, how: MouseEventInit = {}): MouseEvent {
    const link = Object.assign(document.createElement("a"), { textContent: "go" }, html);
    document.body.append(link);
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, button: 0, ...how });
    // Last of all: jsdom cannot leave the page.
    window.addEventListener("click", (seen) => seen.preventDefault(), { once: true });
    link.dispatchEvent(event);
    return event;
  }

  it("follows a click on a link of ours", () => {
    click({ href: "/rules#6.3" });
    expect(router.route).toEqual({ page: "rules", rule: "6.3" });
  });

  it.each([
    ["another host", { href: "https://elsewhere.test/new" }, {}],
    ["a file of the server", { href: "/api/tables/x/record" }, {}],
    ["a download", { href: "/new", download: "x" }, {}],
    ["another window", { href: "/new", target: "_blank" }, {}],
    ["a click with a key", { href: "/new" }, { ctrlKey: true }],
    ["the middle button", { href: "/new" }, { button: 1 }],
  ])("leaves %s to the browser", (_, link, how) => {
    click(link, how);
    expect(router.route).toEqual({ page: "home" });
  });

  it("leaves a click that somebody has dealt with", () => {
    const event = new MouseEvent("click", { cancelable: true });
    event.preventDefault();
    expect(inside(event)).toBeNull();
  });
});
