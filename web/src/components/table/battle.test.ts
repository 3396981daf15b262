/** The battle as a scene, the strip of a turn, the Roll button, and what the dock says about attacks. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReadyDie } from "$lib/api/generated";
import type { Beat } from "$lib/feed/feed";
import { onMoment } from "$lib/feed/moments";
import { changeSettings } from "$lib/settings.svelte";
import BattleScene from "./BattleScene.svelte";
import Dock from "./Dock.svelte";
import { fightAfter, type Fight } from "./fight";
import RollButton from "./RollButton.svelte";
import { capturing, log, prompts, sampleTableUi, view } from "./sample";
import { lossesSince } from "./sentence";
import TurnStrip from "./TurnStrip.svelte";

const beat = (event: string, seat: number, dice: number[], numbers: [number, number], you = ""): Beat => {
  return { event, rule: "6.3", seat, dice, numbers, text: `${event} (rule 6.3).`, you, time: 900 };
};
const creature = view.seats[1]!.ready.find((die) => die.creature)!;
const die = (number: number, attack: number, defense: number): ReadyDie => {
  return { ...creature, die: number, attack, attack_against: [attack, attack, attack, attack], defense };
};
/** Ada (0) has two creatures, Greedy (1) three. */
const seats = view.seats.map((mat, seat) => ({
  ...mat,
  ready: seat === 0 ? [die(1, 1, 2), die(2, 1, 5)] : seat === 1 ? [die(11, 3, 2), die(12, 2, 2), die(13, 1, 2)] : [],
}));
const table = { ...view, seats, active: 1 };
const total = beat("total", 1, [11, 12, 13], [0, 7]);
const fight = (...beats: Beat[]): Fight =>
  beats.reduce<Fight | null>((so, one) => fightAfter(so, one, table), null)!;

beforeEach(() => {
  vi.useFakeTimers();
  changeSettings({ language: "en", speed: 1, motion: "full", name: "" });
});
afterEach(() => vi.useRealTimers());

const shown = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map((one) => one.textContent?.trim() ?? "");

describe("the scene", () => {
  it("adds the attack up die by die, and ends with the server's total", async () => {
    const { context } = sampleTableUi({ view: table, prompt: null, beat: total });
    render(BattleScene, { context, props: { fight: fight(total) } });
    const counts = [shown(".middle .number")[0]];
    for (let step = 0; step < 4; step += 1) {
      vi.advanceTimersByTime(175);
      await tick();
      counts.push(shown(".middle .number")[0]);
    }
    expect(counts).toEqual(["0", "3", "5", "7", "7"]);
    expect(shown(".bonus")).toEqual(["+1"]); // 7 in all, 6 by the dice
  });

  it("lets defenders step forward, crack or hold, and says to me what I lost", () => {
    const lost = "You lost your Witching Hag: 3 Glory gone.";
    const destroy = beat("destroy", 0, [1], [0, 0], lost);
    const holds = beat("holds", 0, [2], [5, 5], "Your Hag holds against 5.");
    const { context } = sampleTableUi({ view: table, prompt: null, beat: destroy });
    const over = fight(total, beat("defend", 0, [1], [7, 2], lost), destroy);
    const { rerender } = render(BattleScene, { context, props: { fight: over } });
    expect(document.querySelectorAll(".defender")).toHaveLength(2);
    expect(document.querySelectorAll(".falls.now .half")).toHaveLength(2);
    expect(shown(".line.you")).toEqual([lost]);
    return rerender({ fight: fight(total, beat("defend", 0, [1], [7, 2]), destroy, holds) }).then(() => {
      expect(document.querySelectorAll(".falls")).toHaveLength(1);
      expect(document.querySelectorAll(".holds.now")).toHaveLength(1);
      expect(shown(".line")).toEqual(["Your Hag holds against 5."]);
    });
  });

  it("says nothing of a loss before the creature has fallen", () => {
    expect(fight(total, beat("defend", 0, [1], [7, 2], "You lost it.")).said).toEqual([]);
  });

  it("shows the end of a quest with its levels", () => {
    const done = { ...beat("quest-done", 1, [], [view.quests[0]!.slot, 1], "You completed it."), rule: "12.5" };
    const { context } = sampleTableUi({ view, prompt: null, beat: done });
    render(BattleScene, { context, props: { fight: fightAfter(null, done, view)! } });
    expect(screen.getByText("level 1 needed")).toBeTruthy();
    expect(screen.getByText("Completed!")).toBeTruthy();
  });

  it("is skipped by a click", async () => {
    const { feed, context } = sampleTableUi({ view: table, prompt: null, beat: total });
    render(BattleScene, { context, props: { fight: fight(total) } });
    await fireEvent.click(screen.getByRole("button", { name: "Skip" }));
    expect(feed.done).toEqual([["skip"]]);
  });

  it("is there only where things may move and nothing is asked", () => {
    const { ui } = sampleTableUi({ view: table, prompt: null, beat: total });
    ui.fight = fight(total);
    expect(ui.scene).not.toBeNull();
    changeSettings({ motion: "none" });
    expect(ui.scene).toBeNull();
    changeSettings({ motion: "full", speed: 0 });
    expect(ui.scene).toBeNull();
    changeSettings({ speed: 1 });
    const asked = sampleTableUi({ view: table }).ui;
    asked.fight = fight(total);
    expect(asked.scene).toBeNull();
  });

  it("is skipped by Escape, which shuts what lies on top first", () => {
    const { ui, feed } = sampleTableUi({ view: table, prompt: null, beat: total });
    ui.drawer = "log";
    expect([ui.shut(), feed.done.length]).toEqual([true, 0]);
    expect([ui.shut(), feed.done]).toEqual([true, [["skip"]]]);
  });
});

describe("the player who acts", () => {
  it("finds the table uncovered: Wilds that came up by themselves go, those that were opened stay", () => {
    const { ui } = sampleTableUi({ view: capturing, prompt: prompts.capture });
    ui.showLit();
    expect(ui.drawer).toBe("wilds");
    ui.lookAway();
    expect(ui.drawer).toBe("");
    ui.toggle("wilds");
    ui.showLit();
    ui.lookAway();
    expect(ui.drawer).toBe("wilds");
  });

  it("has the only mat of a phone, until something is asked of me", () => {
    const watching = sampleTableUi({ view: table, prompt: null, beat: total }).ui;
    expect(watching.front).toBe(0);
    watching.follows = true;
    expect(watching.front).toBe(1);
    watching.chosen = 2;
    expect(watching.front).toBe(2);
    const asked = sampleTableUi({ view: table, prompt: prompts.may }).ui;
    asked.follows = true;
    expect(asked.front).toBe(0);
  });
});

describe("the strip of a turn", () => {
  it("has each part with its number or its dice", () => {
    const goblin = { die: 4, card: "Scavenging Goblin", class: "Goblin", face: "C1:2/2" };
    const storyOf = (seat: number) =>
      seat !== 1
        ? []
        : [
            { part: "rolled" as const, amount: 5, dice: [], fallen: 0, texts: [] },
            { part: "summoned" as const, amount: 0, dice: [goblin], fallen: 0, texts: [] },
            { part: "attacked" as const, amount: 7, dice: [], fallen: 2, texts: ["Greedy attacks (rule 6.1)."] },
          ];
    const { context } = sampleTableUi({ storyOf });
    render(TurnStrip, { context, props: { seat: 1 } });
    const parts = [...screen.getByRole("list").children];
    expect(parts.map((one) => one.textContent?.replace(/\s+/gu, " ").trim())).toEqual(["5", expect.anything(), "7 2"]);
    expect(screen.getByRole("img", { name: "Attacked" })).toBeTruthy();
    expect(parts[2]!.getAttribute("title")).toBe("Greedy attacks.");
  });

  it("is not there before the first turn", () => {
    const { context } = sampleTableUi();
    render(TurnStrip, { context, props: { seat: 1 } });
    expect(screen.queryByRole("list")).toBeNull();
  });
});

describe("Roll", () => {
  it("shakes while it is held, and throws once on release", async () => {
    const heard: string[] = [];
    const stop = onMoment((moment) => heard.push(moment.name));
    const { feed, ui, context } = sampleTableUi({ prompt: null, rollWaits: true });
    render(RollButton, { context });
    const button = screen.getByRole("button", { name: "Roll!" });
    await fireEvent.pointerDown(button, { button: 0 });
    expect([ui.shaking, feed.done, heard]).toEqual([true, [["hold"]], ["roll-start"]]);
    await fireEvent.pointerUp(button);
    stop();
    expect([ui.shaking, feed.done]).toEqual([false, [["hold"], ["roll", true]]]);
  });

  it("throws at a plain click, as the keyboard makes one", async () => {
    const { feed, context } = sampleTableUi({ prompt: null, rollWaits: true });
    render(RollButton, { context });
    await fireEvent.click(screen.getByRole("button", { name: "Roll!" }));
    expect(feed.done).toEqual([["roll", false]]);
  });

  it("throws nothing when the hold is cancelled", async () => {
    const { feed, ui, context } = sampleTableUi({ prompt: null, rollWaits: true });
    render(RollButton, { context });
    const button = screen.getByRole("button", { name: "Roll!" });
    await fireEvent.pointerDown(button, { button: 0 });
    await fireEvent.pointerCancel(button);
    expect([ui.shaking, feed.done]).toEqual([false, [["hold"]]]);
  });
});

describe("the dock", () => {
  it("says what the attack will meet", () => {
    const forecast = ["5 attack; Bruno can hold 4: at least one falls."];
    const { context } = sampleTableUi({ prompt: { ...prompts.ready, forecast } });
    render(Dock, { context });
    expect(screen.getByText(forecast[0]!)).toBeTruthy();
  });

  it("says what I lost in the turns of the others, until my turn goes on", () => {
    const line = (number: number, event: string, seat = -1, you = "") => {
      return { number, event, rule: "6.3", text: event, seat, you };
    };
    const turns = [
      line(1, "turn"),
      line(2, "defend", 0, "You lost an old one."),
      line(3, "turn"),
      line(4, "defend", 0, "You lost your Hag: 3 Glory gone."),
      line(5, "holds", 0, "Your Goblin holds."),
      line(6, "defend", 1, "You lost theirs."),
      line(7, "turn"),
      line(8, "roll"),
    ];
    expect(lossesSince(turns, 0, 2)).toEqual(["You lost your Hag: 3 Glory gone."]);
    expect(lossesSince([...turns, line(9, "summon")], 0, 2)).toEqual([]);
    expect(lossesSince(log, 0, 4)).toEqual([]);
  });
});
