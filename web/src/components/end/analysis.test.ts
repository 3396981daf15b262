import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BotFacts, View } from "$lib/api/generated";
import { harder } from "$lib/harder";
import { changeSettings } from "$lib/settings.svelte";
import { view } from "../table/sample";
import GameAnalysis from "./GameAnalysis.svelte";
import { winnersDice } from "./winnersDice";

const PATIENT = { timeout: 10_000 }; // machines may be busy
const DONE = {
  status: "done",
  catalog: "abc",
  turns: [
    { turn: 1, seat: 0, step: 12, chances: [0.52, 0.48] },
    { turn: 2, seat: 1, step: 20, chances: [0.31, 0.69] },
  ],
  turning_points: [
    { seat: 0, turn: 1, step: 9, chosen: "a", better: "b", cost: 0.02, sentence: "A small one." },
    { seat: 0, turn: 2, step: 15, chosen: "a", better: "b", cost: 0.14, sentence: "Capture the dragon." },
    { seat: 1, turn: 2, step: 18, chosen: "a", better: "b", cost: 0.3, sentence: "Not mine." },
  ],
  seats: [
    { seat: 0, luck: 0.11, choices: -0.06 },
    { seat: 1, luck: -0.11, choices: 0.06 },
  ],
};
let answers: { status: number; body: unknown }[] = [];
const props = { table: "faketablefaketab", players: ["Ada", "Bo"], me: 0 };

/** Ask for it, as a player does. */
function find(more: { me?: number | null; onseek?: (step: number) => void } = {}): { container: HTMLElement; unmount: () => void } {
  const shown = render(GameAnalysis, { ...props, ...more });
  screen.getByRole("button", { name: "Find out" }).click();
  return shown;
}

beforeEach(() => {
  changeSettings({ language: "en" });
  vi.stubGlobal("fetch", () => {
    const { status, body } = (answers.length > 1 ? answers.shift() : answers[0])!;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});

describe("where a game was decided", () => {
  it("says how far it is, and asks again until it is there", async () => {
    answers = [{ status: 202, body: { status: "running", progress: 0.4 } }, { status: 200, body: DONE }];
    find();
    await vi.waitFor(() => expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(0.4), PATIENT);
    expect(await screen.findByRole("img", { name: /Ada ends with 31%\. Bo ends with 69%\./ }, PATIENT)).toBeTruthy();
  });

  it("lists my turning points, the dearest first, with a way to see them", async () => {
    answers = [{ status: 200, body: DONE }];
    const onseek = vi.fn();
    find({ onseek });
    const link = await screen.findByRole("link", { name: "Show me turn 2 in the replay" }, PATIENT);
    expect(link.getAttribute("href")).toBe("/r/faketablefaketab?at=15");
    const items = screen.getAllByRole("listitem").slice(0, 2);
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringContaining("Capture the dragon."),
      expect.stringContaining("A small one."),
    ]);
    expect(screen.queryByText("Not mine.")).toBeNull();
    expect(items[0]?.querySelector(".when")?.textContent).toMatch(/^\s*Turn 2\s+−14% chance of winning\s*$/);
    // The number of the line across stands at the axis, where no line of a player passes.
    const even = document.querySelector(".goal-text")!;
    expect([even.textContent, even.getAttribute("text-anchor")]).toEqual(["50", "end"]);
    link.click();
    expect(onseek).toHaveBeenCalledWith(15);
    expect(screen.getByRole("img", { name: "Ada, Choices: −6% chance of winning" })).toBeTruthy();
  });

  it("says why it failed and tries again; a server without it is left alone", async () => {
    answers = [{ status: 500, body: { code: "trouble", text: "The server has a problem." } }];
    const first = find();
    expect(await screen.findByText("The server has a problem.", {}, PATIENT)).toBeTruthy();
    answers = [{ status: 200, body: DONE }];
    screen.getByRole("button", { name: "Try again" }).click();
    expect(await screen.findByText("Turning points", {}, PATIENT)).toBeTruthy();
    first.unmount();
    answers = [{ status: 404, body: { code: "no_page", text: "Nothing here." } }];
    const { container } = find();
    await vi.waitFor(() => expect(container.textContent).toBe(""), PATIENT);
  });

  it("shows everybody's turning points to those who only watched", async () => {
    answers = [{ status: 200, body: DONE }];
    find({ me: null });
    expect(await screen.findByText("Not mine.", {}, PATIENT)).toBeTruthy();
  });
});

describe("a harder table", () => {
  const bot = (name: string, strength: number | null, rival = true): BotFacts => ({
    name, text: name, says: "", strength, parameters: [], rival, who: "", style: "", rating: null,
  });
  const ladder = [bot("pip", 1), bot("marta", 1), bot("zeno", 4), bot("greedy", 2, false), bot("other", null, false)];
  const chairs = (...bots: string[]) => ({ seats: [{ kind: "person" as const }, ...bots.map((name) => ({ kind: "bot" as const, bot: name }))] });

  it("has the next one up, once, and is not there at the top or with another person", () => {
    expect(harder(chairs("pip:ms=5"), ladder)).toEqual(chairs("marta"));
    expect(harder(chairs("pip", "marta"), ladder)).toEqual(chairs("marta", "zeno"));
    expect(harder(chairs("greedy"), ladder)).toEqual(chairs("zeno"));
    expect(harder(chairs("zeno"), ladder)).toBeNull();
    expect(harder({ seats: [{ kind: "person" }, { kind: "person" }, { kind: "bot", bot: "pip" }] }, ladder)).toBeNull();
  });
});

describe("the winner's dice", () => {
  it("are those of the mat and of the bag, the most expensive first", () => {
    const dice = winnersDice(view, 0);
    const cost = new Map((view as View).wilds.map((wild) => [wild.card, wild.cost]));
    const costs = dice.map(({ card }) => cost.get(card) ?? 0);
    expect(dice.length).toBeGreaterThan(5);
    expect(dice.length).toBeLessThanOrEqual(18);
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
    expect(winnersDice(view, 9)).toEqual([]);
  });
});
