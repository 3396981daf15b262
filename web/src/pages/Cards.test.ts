import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { setCatalog } from "$components/card/catalog.svelte";
import type { CardFacts } from "$lib/api/generated";
import { offer } from "$lib/choices.svelte";
import { go, router } from "$lib/router.svelte";
import { changeSettings } from "$lib/settings.svelte";
import Cards from "./Cards.svelte";

function card(name: string, cost: number, changes: Partial<CardFacts> = {}): CardFacts {
  return {
    name,
    text: name,
    other_name: "",
    kind: "creature",
    set: "base",
    class_name: name,
    class_text: name,
    letter: name.slice(0, 2),
    odds: [{ face: "Q1", count: 6, words: "1 Quiddity" }],
    cost,
    glory: 1,
    level: 0,
    energy: "",
    discount: null,
    dice: 5,
    faces: ["Q1", "Q1", "Q1", "Q1", "Q1", "Q1"],
    abilities: [],
    keywords: {},
    rulings: [],
    needs: [],
    confidence: { numbers: "sourced" },
    pack: "",
    picture: "",
    ...changes,
  };
}

beforeEach(() => {
  changeSettings({ language: "en" });
  setCatalog([
    card("Quake Dragon", 8),
    card("Witching Hag", 5),
    card("Death Cantrip", 4, { kind: "spell", rulings: ["Not for dragons."] }),
  ]);
  offer.asked = "en";
  go("/cards", { replace: true });
});

const names = (): (string | null)[] =>
  screen
    .getAllByRole("listitem")
    .flatMap((item) => [...item.querySelectorAll('a[href^="/cards?"] > .hidden')])
    .map((name) => name.textContent);

describe("the cards", () => {
  it("are listed by cost, and found by what is typed, which stands in the address", async () => {
    render(Cards);
    expect(names()).toEqual(["Death Cantrip", "Witching Hag", "Quake Dragon"]);
    const box = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search cards" });
    box.value = "dragon";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    await tick();
    expect(names()).toEqual(["Quake Dragon", "Death Cantrip"]);
    expect(screen.getByText("2 cards")).toBeTruthy();
    expect(router.url.search).toBe("?q=dragon");
  });

  it("are filtered by chips that stay down", async () => {
    render(Cards);
    screen.getByRole("button", { name: "Spells", hidden: true }).click();
    await tick();
    expect(names()).toEqual(["Death Cantrip"]);
    expect(screen.getByRole("button", { name: "Spells", hidden: true }).getAttribute("aria-pressed")).toBe("true");
    screen.getByRole("button", { name: "Clear filters", hidden: true }).click();
    await tick();
    expect(names()).toHaveLength(3);
  });

  it("are walked through with arrows: one stop of the tab key", async () => {
    render(Cards);
    const links = [...document.querySelectorAll<HTMLElement>('a[href*="card="]')];
    expect(links.map((link) => link.tabIndex)).toEqual([0, -1, -1]);
    links[0]?.focus();
    links[0]?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await tick();
    expect(document.activeElement).toBe(links[1]);
    expect(links.map((link) => link.tabIndex)).toEqual([-1, 0, -1]);
  });

  it("open under an address of their own; arrows go on, closing goes back to the list", async () => {
    go("/cards?card=Witching%20Hag", { replace: true });
    render(Cards);
    expect(await screen.findByRole("heading", { name: "Witching Hag" })).toBeTruthy();
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    await tick();
    expect(router.url.searchParams.get("card")).toBe("Quake Dragon");
    document.querySelector("dialog")?.close();
    await tick();
    expect(router.url.search).toBe("");
  });

  it("say so if there is no such card, and if nothing fits", async () => {
    go("/cards?card=Nessie&q=zzz", { replace: true });
    render(Cards);
    await tick();
    expect(screen.getByText("No card is called “Nessie”.")).toBeTruthy();
    expect(screen.getByText(/Not a single match/)).toBeTruthy();
  });
});
