// What a player sees and hears of a card, small in the Wilds and whole on its sheet.
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { changeSettings } from "$lib/settings.svelte";
import CardDetail from "./CardDetail.svelte";
import { allCards, catalogError, classLetters, className, facts, loadCatalog, setCatalog } from "./catalog.svelte";
import Credits from "./Credits.svelte";
import { DARK, DRAGON } from "./sample";
import { asWild } from "./wild";
import { byConfidence, lowestConfidence } from "./confidence";
import WildCard from "./WildCard.svelte";

beforeEach(() => {
  changeSettings({ language: "en" });
  setCatalog([DRAGON, DARK]);
});

describe("WildCard", () => {
  it("says what it is", () => {
    render(WildCard, { card: asWild(DRAGON), facts: DRAGON });
    const words = screen.getByRole("img").getAttribute("aria-label");
    expect(words).toBe("Quake Dragon, Creature, Cost 8, Glory 4, 5 dice left");
  });

  it("shows the six faces, the dice left and the cost of now", () => {
    const { container } = render(WildCard, {
      card: asWild(DRAGON, { cost_now: 6, left: 2 }),
      facts: DRAGON,
    });
    expect(container.querySelectorAll(".faces .face")).toHaveLength(6);
    expect(container.querySelector(".stack")?.textContent.trim()).toBe("2");
    expect(container.querySelector(".cost")?.textContent.trim()).toBe("6");
    expect(container.querySelector(".cost .turn.down")).not.toBeNull();
  });

  it("shows a discount in the shape of its energy, and no star without glory", () => {
    const { container } = render(WildCard, { card: asWild(DARK), facts: DARK });
    expect(container.querySelector(".discount svg.dark")?.textContent.trim()).toBe("4");
    expect(container.querySelector(".glory")).toBeNull();
  });

  it("marks a card of which we are not sure", () => {
    const { container } = render(WildCard, { card: asWild(DARK), facts: DARK });
    expect(container.querySelector(".sure")).not.toBeNull();
  });

  it("is a button only while it can be captured", async () => {
    const onpick = vi.fn();
    const { rerender } = render(WildCard, { card: asWild(DRAGON), facts: DRAGON, onpick, lit: 3 });
    const button = screen.getByRole("button", { name: /Option 3$/ });
    await fireEvent.click(button);
    expect(onpick).toHaveBeenCalledOnce();
    await rerender({ lit: null });
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("tells a quest by its level, and an empty card", () => {
    render(WildCard, { card: asWild(DRAGON, { kind: "quest", level: 2, left: 0 }) });
    const words = screen.getByRole("img").getAttribute("aria-label");
    expect(words).toBe("Quake Dragon, Quest, Level 2, Glory 4, No dice left");
  });
});

describe("the picture of a pack", () => {
  it("is shown with its words, and the painting comes back if it cannot be loaded", async () => {
    const { container } = render(CardDetail, { facts: { ...DRAGON, picture: "/api/packs/p/dragon.png" } as typeof DRAGON });
    const picture = screen.getByRole("img", { name: "Picture of Quake Dragon" });
    expect(picture.getAttribute("src")).toBe("/api/packs/p/dragon.png");
    expect(container.querySelector(".frame svg")).toBeNull();
    await fireEvent.error(picture);
    expect(container.querySelector(".frame img")).toBeNull();
    expect(container.querySelector(".frame svg")).not.toBeNull();
  });

  it("is on the card in the Wilds too", () => {
    const facts = { ...DRAGON, picture: "/p.webp" } as typeof DRAGON;
    const { container } = render(WildCard, { card: asWild(DRAGON), facts });
    expect(container.querySelector(".frame img")?.getAttribute("src")).toBe("/p.webp");
  });
});

describe("CardDetail", () => {
  it("tells everything about a card", () => {
    render(CardDetail, { facts: DARK });
    const sheet = screen.getByRole("article", { name: "Dark Spell" });
    const seen = within(sheet);
    expect(seen.getByText("Cost 4 if you pay at least 1 Dark Quiddity")).toBeTruthy();
    expect(seen.getByText(/Rotate a Light creature/)).toBeTruthy();
    expect(seen.getByText("2 in 6").closest("li")?.textContent).toContain("2 Dark Quiddity");
    expect(seen.getByText(/printed card may differ/)).toBeTruthy();
    expect(seen.getByText("Abilities, Discounted cost, Die faces")).toBeTruthy();
  });

  it("shows both names of a card that has two", () => {
    render(CardDetail, { facts: { ...DRAGON, text: "Drago Sismico", other_name: "Quake Dragon" } });
    const sheet = within(screen.getByRole("article", { name: "Drago Sismico" }));
    expect(sheet.getByText("Quake Dragon").getAttribute("lang")).toBe("en");
  });

  it("explains the keywords in its text", () => {
    render(CardDetail, { facts: DARK });
    const keywords = within(screen.getByRole("region", { name: "Keywords" }));
    expect(keywords.getByText("Rotate").nextElementSibling?.textContent).toBe("Turn the die to another level.");
    expect(screen.queryByRole("heading", { name: "Rulings" })).toBeNull();
  });

  it("has rulings where there are any, and bursts in words", () => {
    render(CardDetail, { facts: DRAGON });
    expect(screen.queryByRole("heading", { name: "Keywords" })).toBeNull();
    expect(screen.getByRole("heading", { name: "Rulings" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Two bursts" })).toBeTruthy();
    expect(screen.queryByText(/printed card may differ/)).toBeNull();
  });

  it("says so if a card has no ability", () => {
    render(CardDetail, { facts: { ...DRAGON, abilities: [], rulings: [] } });
    expect(screen.getByText("No ability of its own.")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Rulings" })).toBeNull();
  });
});

describe("how sure we are", () => {
  it("is as sure as the least sure part", () => {
    expect(lowestConfidence({ numbers: "sourced", text: "sourced" })).toBe("sourced");
    expect(lowestConfidence({ numbers: "sourced", text: "recalled" })).toBe("recalled");
    expect(lowestConfidence({ numbers: "original", text: "recalled" })).toBe("original");
    expect(lowestConfidence({ numbers: "guessed" })).toBe("original");
    expect(lowestConfidence({})).toBe("sourced");
  });

  it("groups the parts", () => {
    expect(byConfidence({ numbers: "original", text: "sourced", die: "original" })).toEqual([
      { label: "sourced", parts: ["text"] },
      { label: "original", parts: ["numbers", "die"] },
    ]);
  });
});

describe("the catalogue", () => {
  it("looks cards and classes up", () => {
    expect(facts("Dark Spell")?.cost).toBe(5);
    expect(facts("Nothing")).toBeUndefined();
    expect([className("Dark"), classLetters("Dark")]).toEqual(["Dark", "Dr"]);
    expect([className("Homemade"), classLetters("Homemade")]).toEqual(["Homemade", "Ho"]);
  });

  it("asks once a language, says what went wrong, and asks again", async () => {
    const answer = (status: number, body: unknown): Promise<Response> =>
      Promise.resolve(new Response(JSON.stringify(body), { status }));
    const fetching = vi
      .fn()
      .mockImplementationOnce(() => answer(503, { code: "storage", text: "Il disco è pieno." }))
      .mockImplementation(() => answer(200, { cards: [{ ...DARK, text: "Incantesimo" }] }));
    vi.stubGlobal("fetch", fetching);
    await loadCatalog(); // English is there
    expect(fetching).not.toHaveBeenCalled();
    changeSettings({ language: "it" });
    await loadCatalog();
    expect(catalogError()).toBe("Il disco è pieno.");
    expect(allCards()).toHaveLength(2); // better English cards than none
    await loadCatalog();
    await loadCatalog();
    expect(fetching).toHaveBeenCalledTimes(2);
    expect(catalogError()).toBe("");
    expect(facts("Dark Spell")?.text).toBe("Incantesimo");
  });
});

it("names the authors of the pictures and their licence", () => {
  render(Credits);
  expect(screen.getByText("By Lorc:")).toBeTruthy();
  expect(screen.getByRole("link", { name: "CC BY 3.0" }).getAttribute("href")).toContain("creativecommons.org");
});
