/** The table as a player sees and uses it: by mouse, by keyboard, as a watcher. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { View } from "$lib/api/generated";
import type { Feed } from "$lib/feed/feed";
import { speak } from "$lib/i18n/index.svelte";
import { changeSettings } from "$lib/settings.svelte";
import Board from "./Board.svelte";
import { capturing, log, players, prompts, sampleFeed, view } from "./sample";

const light = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>("[data-light]")].find(
    (element) => element.dataset.light === name || element.dataset.light?.split(" ").includes(name),
  )!;
// Most of the time goes into drawing cards and dice; for what is chosen and said, few will do.
const NEEDED = ["Herald", "Quasar Charm", "Assistant of Economics"];
const few = (whole: View): View => ({
  ...whole,
  wilds: whole.wilds.filter((wild) => NEEDED.includes(wild.card) || wild.kind === "quest"),
});
const show = (overrides: Partial<Feed> = {}) => {
  const feed = sampleFeed({ view: few(view), ...overrides });
  render(Board, { feed });
  return feed;
};
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });

beforeEach(() => changeSettings({ language: "en", speed: 0, list: false, oneClick: false }));
afterEach(cleanup);

describe("what is shown", () => {
  it("draws everybody's mat, the Wilds, the quests and the track", () => {
    show({ view });
    for (const { name, seat } of players)
      expect(light(`mat:${seat}`).getAttribute("aria-label")).toBe(`${name}'s mat`);
    const cards = document.querySelectorAll('.wilds [data-light^="card:"]');
    expect(cards.length).toBe(view.wilds.length);
    expect(screen.getByText(/Planner: 6 of 15 Glory/).tagName).toBe("title");
    expect(screen.getByText("Round 6")).toBeTruthy();
    expect(document.querySelector('[aria-current="step"]')?.textContent).toContain("Draw, roll and ready");
  });

  it("says what is asked, and numbers the options where the player likes a list", () => {
    changeSettings({ list: true });
    show();
    const question = screen.getByText("What do you do with your dice?");
    expect(question.getAttribute("aria-live")).toBe("assertive");
    expect(light("option:4").textContent).toContain("Summon Assistant of Economics");
    expect(screen.getByTitle(/Ada: 5 Quiddity/).textContent?.trim()).toMatch(/^5/);
  });

  it("turns the rule of a line into a link", () => {
    show();
    const line = log.findLast((one) => one.event === "roll")!;
    const shown = document.querySelector<HTMLElement>('[role="log"]')!;
    const link = within(shown).getAllByRole("link", { name: `Rule ${line.rule}` })[0];
    expect(link?.getAttribute("href")).toBe(`/rules#${line.rule}`);
    expect(shown.textContent).not.toContain("(rule ");
  });

  it("shows a lost connection at once, and the server's refusals", async () => {
    const feed = show({ link: "lost", notice: { kind: "error", text: "The dice are still rolling." } });
    expect(screen.getByText(/Connection lost\. Reconnecting/)).toBeTruthy();
    expect(screen.getByText("The dice are still rolling.")).toBeTruthy();
    await fireEvent.click(document.querySelector('[role="alert"] button')!);
    expect(feed.done).toEqual([["dismiss"]]);
  });

  it("waits for others, and lets a watcher do nothing", () => {
    show({ me: null, prompt: null, waitingFor: 2 });
    expect(screen.getByText("Waiting for Greedy…")).toBeTruthy();
    expect(screen.getByText("Spectating")).toBeTruthy();
    expect(within(light("prompt")).queryByText("Undo")).toBeNull();
    expect(document.querySelector('[data-light^="option:"]')).toBeNull();
  });

  it("tells the beat that is being shown, with the attack in numbers", () => {
    const text = "Greedy attacks Ada with a total of 7: Qladiator 7 (rule 6.1).";
    const beat = { event: "total", rule: "6.1", seat: 2, dice: [], numbers: [0, 7] as [number, number], text, you: "", time: 500 };
    show({ prompt: null, beat });
    const dock = within(light("prompt"));
    expect(dock.getByText("Greedy attacks Ada with a total of 7: Qladiator 7.")).toBeTruthy();
    expect(within(light("attack")).getByText("7")).toBeTruthy();
  });
});

describe("choosing by mouse", () => {
  it("selects by a click, and confirms by a second one, by the button or by Enter", async () => {
    const feed = show({ view: few(capturing), prompt: prompts.capture });
    const charm = light("card:Quasar Charm");
    await fireEvent.click(charm);
    expect(feed.done).toEqual([]);
    expect(charm.classList.contains("selected")).toBe(true);
    await fireEvent.click(charm);
    expect(feed.done).toEqual([["answer", 2]]);
    await fireEvent.click(charm);
    await fireEvent.click(light("confirm:2"));
    await fireEvent.click(charm);
    await key("Enter");
    expect(feed.done).toEqual([["answer", 2], ["answer", 2], ["answer", 2]]);
  });

  it("says how to answer with what is lit, to those who want to be helped", async () => {
    show({ view: few(capturing), prompt: prompts.capture });
    expect(screen.getByText(/^Pick a lit card/)).toBeTruthy();
    await fireEvent.click(light("card:Quasar Charm"));
    expect(screen.queryByText(/^Pick a lit card/)).toBeNull();
    cleanup();
    show();
    expect(screen.getByText(/^Pick a lit die/)).toBeTruthy();
    cleanup();
    changeSettings({ list: true });
    show();
    expect(screen.queryByText(/^Pick a lit/)).toBeNull();
  });

  it("takes a selection back", async () => {
    const feed = show();
    await fireEvent.click(light("die:73"));
    await fireEvent.click(light("unselect"));
    expect(light("selection")).toBeUndefined();
    await fireEvent.click(light("die:73"));
    await key("Escape");
    expect(light("selection")).toBeUndefined();
    expect(feed.done).toEqual([]);
  });

  it("does several things that were selected together one after the other", async () => {
    const feed = sampleFeed({ view: few(view) });
    const { rerender } = render(Board, { feed });
    await fireEvent.click(light("die:18"));
    await fireEvent.click(light("die:73"));
    expect(light("confirm").textContent).toMatch(/Spend Squire.*Summon Assistant/);
    await key("Enter");
    expect(feed.done).toEqual([["answer", 3]]);
    const options = prompts.ready.options.slice(3).map((option, at) => ({ ...option, number: at + 1 }));
    const next = sampleFeed({ view: few(view), prompt: { ...prompts.ready, options } });
    await rerender({ feed: next });
    expect(next.done).toEqual([["answer", 1]]);
  });

  it("selects the only thing there is, with a button for each thing it can do", async () => {
    const feed = show({ prompt: prompts.may });
    expect(light("confirm:1").textContent).toContain("Light Quiddity");
    await fireEvent.click(light("confirm:2"));
    expect(feed.done).toEqual([["answer", 2]]);
  });

  it("lists nothing that is lit on the table, unless the player likes a list", async () => {
    const feed = show();
    expect([...document.querySelectorAll("[data-light^='option:']")].map((one) => one.textContent)).toHaveLength(1);
    cleanup();
    changeSettings({ list: true });
    const listed = show();
    await fireEvent.click(light("option:2"));
    expect(listed.done).toEqual([]);
    await fireEvent.click(light("option:2"));
    expect(listed.done).toEqual([["answer", 2]]);
    expect(feed.done).toEqual([]);
  });

  it("asks for no second click where the player wants one", async () => {
    changeSettings({ oneClick: true });
    const feed = show();
    await fireEvent.click(light("die:73"));
    expect(feed.done).toEqual([["answer", 4]]);
  });

  it("does not answer where nothing is lit", async () => {
    const feed = show();
    await fireEvent.click(light("card:Herald"));
    await fireEvent.click(light("die:82"));
    expect(feed.done).toEqual([]);
  });

  it("names a lit die with what it would do", () => {
    show();
    expect(light("die:73").textContent).toMatch(/Assistant.*option 4: Summon/);
  });

  it("lets another mat come to the front and mine go back", async () => {
    show();
    expect(light("mat:0").classList.contains("large")).toBe(true);
    await fireEvent.click(within(light("mat:2")).getByTitle(/Greedy/));
    expect(light("mat:2").classList.contains("large")).toBe(true);
    await fireEvent.click(within(light("mat:2")).getByTitle(/Greedy/));
    expect(light("mat:0").classList.contains("large")).toBe(true);
  });
});

describe("choosing by keyboard", () => {
  it("takes digits, and Enter to go on", async () => {
    const feed = show();
    await key("3");
    expect(feed.done).toEqual([]);
    await key("Enter");
    await key("Enter");
    await key("5");
    expect(feed.done).toEqual([["answer", 3], ["answer", 5], ["answer", 5]]);
  });

  it("rolls, skips, takes back, asks for a hint", async () => {
    const rolls = show({ prompt: null, rollWaits: true });
    await key("r");
    await key(" ");
    expect(rolls.done).toEqual([["roll"], ["roll"]]);
    cleanup();
    const beat = { event: "roll", rule: "3.5", seat: 1, dice: [], numbers: [0, 0] as [number, number], text: "", you: "", time: 500 };
    const shows = show({ prompt: null, beat, waitingFor: 1 });
    expect(light("mat:1").textContent).not.toContain("decides"); // while something is shown, nobody does
    await key(" ");
    expect(shows.done).toEqual([["skip"]]);
    cleanup();
    const asked = show({ canUndo: true });
    await key("u");
    await key("h");
    expect(asked.done).toEqual([["undo"], ["hint"]]);
  });

  it("leaves keys to text boxes and to shortcuts with Ctrl", async () => {
    const feed = show();
    await key("c");
    const box = screen.getByLabelText("Say something");
    await fireEvent.keyDown(box, { key: "2" });
    await fireEvent.keyDown(document.body, { key: "2", ctrlKey: true });
    expect(feed.done).toEqual([]);
    await fireEvent.input(box, { target: { value: " Well rolled! " } });
    await fireEvent.submit(box.closest("form")!);
    expect(feed.done).toEqual([["say", "Well rolled!"]]);
  });

  it("has one tab stop for a zone, and arrows within it", async () => {
    show();
    const zone = light("zone:active:0");
    const dice = [...zone.querySelectorAll<HTMLElement>("[data-roving]")];
    expect(dice.map((die) => die.tabIndex)).toEqual([0, -1, -1, -1]);
    dice[0]!.focus();
    await fireEvent.keyDown(dice[0]!, { key: "ArrowRight" });
    expect(document.activeElement).toBe(dice[1]);
    await fireEvent.keyDown(dice[1]!, { key: "End" });
    expect(document.activeElement).toBe(dice[3]);
    expect(dice.map((die) => die.tabIndex)).toEqual([-1, -1, -1, 0]);
  });

  it("leaves a replay its keys, and says nothing of waiting there", async () => {
    const beat = { event: "roll", rule: "3.5", seat: 1, dice: [], numbers: [0, 0] as [number, number], text: "", you: "", time: 500 };
    const feed = show({ kind: "replay", me: null, prompt: null, beat });
    await key(" ");
    await key("Enter");
    expect(feed.done).toEqual([]);
    cleanup();
    show({ kind: "replay", me: null, prompt: null });
    expect(screen.queryByText(/Waiting for/)).toBeNull();
    expect(screen.queryByText("Chat")).toBeNull();
  });

  it("shows the next mat with M", async () => {
    show();
    await key("m");
    expect(light("mat:1").classList.contains("large")).toBe(true);
  });
});

it("speaks Italian", async () => {
  changeSettings({ language: "it" });
  await speak("it");
  show({ prompt: null, waitingFor: 1 });
  expect(screen.getByText("Aspettiamo Planner…")).toBeTruthy();
  expect(light("wilds").getAttribute("aria-label")).toBe("Le Lande");
});
