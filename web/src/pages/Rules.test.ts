import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { go } from "$lib/router.svelte";
import { changeSettings } from "$lib/settings.svelte";
import Rules from "./Rules.svelte";

const PATIENT = { timeout: 10_000 }; // machines may be busy

const SECTIONS = [
  { section: "6", title: "Attack", rules: [{ rule: "6.3", title: "Defending", text: "Pick one of your creatures." }] },
  { section: "15", title: "Our rulings", rules: [{ rule: "15.2", title: "Reacting", text: "Not in defence (6.3)." }] },
];
const scrolled = vi.fn();

beforeEach(() => {
  changeSettings({ language: "en" });
  scrolled.mockClear();
  Element.prototype.scrollIntoView = function scroll(): void {
    scrolled(this.id);
  };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ sections: SECTIONS, cards: [] }))));
  go("/rules", { replace: true });
});

describe("the rules", () => {
  it("stand under their sections, with links to the rules they name", async () => {
    render(Rules);
    expect(await screen.findByRole("heading", { name: "6.3 Defending" })).toBeTruthy();
    expect(screen.getByText("2 rules")).toBeTruthy();
    const links = screen.getAllByRole("link", { name: "6.3" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/rules#6.3", "/rules#6.3"]);
  });

  it("begin with pictures for a newcomer, not for those who follow a link to a rule", async () => {
    const { unmount } = render(Rules);
    expect(await screen.findByRole("heading", { name: "The game in pictures" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "4 attack against 2 defense: it falls" })).toBeTruthy();
    unmount();
    go("/rules#6.3", { replace: true });
    render(Rules);
    expect(await screen.findByRole("heading", { name: "6.3 Defending" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "The game in pictures" })).toBeNull();
  });

  it("are searched, with the words marked", async () => {
    render(Rules);
    const box = await screen.findByRole<HTMLInputElement>("searchbox", { name: "Search the rules" });
    box.value = "creatures";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    await tick();
    expect(screen.queryByText("Reacting")).toBeNull();
    expect(document.querySelector("mark")?.textContent).toBe("creatures");
    box.value = "zzz";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    await tick();
    expect(screen.getByText(/No rule says anything about that/)).toBeTruthy();
  });

  it("are arrived at by their address, which scrolls there and lights them", async () => {
    go("/rules#15.2", { replace: true });
    render(Rules);
    await vi.waitFor(() => expect(scrolled).toHaveBeenCalledWith("15.2"), PATIENT);
    const rule = document.getElementById("15.2");
    expect(rule?.classList.contains("here")).toBe(true);
    expect(document.activeElement).toBe(rule);
  });

  it("show a searched-away rule again when a link leads to it", async () => {
    render(Rules);
    const box = await screen.findByRole<HTMLInputElement>("searchbox", { name: "Search the rules" });
    box.value = "reacting";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    await tick();
    go("/rules#6.3");
    await vi.waitFor(() => expect(scrolled).toHaveBeenCalledWith("6.3"), PATIENT);
    expect(box.value).toBe("");
  });

  it("say why they are not there", async () => {
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response(JSON.stringify({ code: "trouble", text: "The server has a problem." }), { status: 500 })),
    );
    render(Rules);
    expect(await screen.findByText("The server has a problem.")).toBeTruthy();
  });
});
