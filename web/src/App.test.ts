// The frame around all pages: title, language, focus, dialogs, and what happens when a page fails.
import { render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import App from "./App.svelte";
import * as http from "$lib/api/http";
import { go } from "$lib/router.svelte";
import { changeSettings } from "$lib/settings.svelte";
import { pageError, watchForErrors } from "$lib/pageError.svelte";

vi.mock("$lib/api/http", async (original) => ({
  ...(await original<typeof http>()),
  health: vi.fn(() => Promise.resolve({ status: "ok", version: "1.2.3", protocol: 1 })),
}));

beforeEach(() => {
  changeSettings({ language: "en", theme: "light", motion: "none" });
  pageError.text = "";
  go("/about", { replace: true });
});

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });

describe("App", () => {
  it("shows the page of the address, with its title", async () => {
    render(App);
    await heading("About");
    expect(document.title).toBe("About · Quarriors!");
    expect(await screen.findByText("Server 1.2.3, protocol 1")).toBeTruthy();
  });

  it("goes to another page, and the focus goes to its heading", async () => {
    render(App);
    await heading("About");
    go("/join");
    const title = await heading("Join a table");
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(document.title).toBe("Join a table · Quarriors!");
  });

  it("leaves the focus alone where only the query changes", async () => {
    render(App);
    go("/join");
    await heading("Join a table");
    const field = screen.getByRole("textbox", { name: "Link or code" });
    field.focus();
    go("/join?x=1", { replace: true });
    await tick();
    await new Promise((done) => setTimeout(done));
    expect(document.activeElement).toBe(field);
  });

  it("follows the language, the theme and the wish for stillness", async () => {
    render(App);
    await heading("About");
    const { documentElement: root } = document;
    expect([root.lang, root.dataset.theme, root.dataset.motion]).toEqual(["en", "light", "none"]);
    changeSettings({ language: "it", theme: "dark", motion: "full" });
    await heading("Informazioni");
    expect([root.lang, root.dataset.theme, root.dataset.motion]).toEqual(["it", "dark", "full"]);
    expect(document.title).toBe("Informazioni · Quarriors!");
  });

  it("says so where an address leads nowhere", async () => {
    go("/no/such/page");
    render(App);
    await heading("Nothing here");
    expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
  });

  it("shows a sentence instead of a page that fails", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.mocked(http.health).mockImplementationOnce(() => {
      throw new Error("a cup of tea was spilled");
    });
    render(App);
    await heading("The table has tipped over.");
    expect(screen.getByText("a cup of tea was spilled")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Reload page" })).toBeTruthy();
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });

  it("shows what nobody caught beside the page, which stays", async () => {
    watchForErrors();
    render(App);
    await heading("About");
    window.dispatchEvent(new ErrorEvent("error", { message: "a chair broke" }));
    expect((await screen.findByRole("alert")).textContent).toContain("a chair broke");
    await heading("About");
    screen.getByRole("button", { name: "Dismiss" }).click();
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("opens the list of keys on a question mark, but not where one types", async () => {
    go("/join");
    render(App);
    await heading("Join a table");
    const press = (target: Element): boolean =>
      target.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true }));
    press(screen.getByRole("textbox", { name: "Link or code" }));
    await tick();
    expect(screen.queryByRole("dialog")).toBeNull();
    press(document.body);
    expect(await screen.findByText(/^select that option/)).toBeTruthy();
  });
});
