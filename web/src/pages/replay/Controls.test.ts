import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeFeed } from "$lib/feed/fake";
import type { Feed } from "$lib/feed/feed";
import type { ReplayControls } from "$lib/feed/replay.svelte";
import { changeSettings } from "$lib/settings.svelte";
import Controls from "./Controls.svelte";
import { frameOf, moveOf, stretches } from "./steps";

const MARKS = [
  { turn: 1, round: 1, seat: 1, frame: 0 },
  { turn: 2, round: 1, seat: 0, frame: 4 },
];
const player = (seat: number, name: string): Feed["players"][number] => ({
  seat,
  name,
  kind: "person",
  bot: "",
  standing_in: false,
  here: false,
  away_since: 0,
  host: false,
  kept_for: "", member: false,
});

function replayFeed(playing = false): Feed & ReplayControls {
  const controls = {
    marks: MARKS,
    seek: vi.fn(),
    see: vi.fn(),
    next: vi.fn(),
    back: vi.fn(),
    turn: vi.fn(),
    play: vi.fn(),
    pause: vi.fn(),
    setSpeed: vi.fn(),
  };
  const position = { frame: 5, frames: 9, turn: 2, turns: [0, 4], playing, speed: 1 };
  const players = [player(0, "Ada"), player(1, "Bo")];
  return { ...fakeFeed({ kind: "replay", me: null, players, position }), ...controls };
}

beforeEach(() => changeSettings({ language: "en" }));

describe("the controls of a replay", () => {
  it("say where we are and whose turn it is", () => {
    render(Controls, { feed: replayFeed(), onmove: vi.fn(), onresult: vi.fn(), onwhatif: vi.fn() });
    expect(screen.getByText("Turn 2: Ada")).toBeTruthy();
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("Step 6 of 9, turn 2");
  });

  it("step, play, and show the result", () => {
    const onmove = vi.fn();
    const onresult = vi.fn();
    render(Controls, { feed: replayFeed(), onmove, onresult, onwhatif: vi.fn() });
    for (const name of ["Previous turn", "One step back", "Play", "One step forward", "Next turn"]) {
      screen.getByRole("button", { name }).click();
    }
    expect(onmove.mock.calls.flat()).toEqual(["turn back", "back", "play", "next", "turn on"]);
    screen.getByRole("button", { name: "Result" }).click();
    expect(onresult).toHaveBeenCalledOnce();
  });

  it("pause while it plays", () => {
    render(Controls, { feed: replayFeed(true), onmove: vi.fn(), onresult: vi.fn(), onwhatif: vi.fn() });
    expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
  });

  it("scrub, change speed and whose view it is", async () => {
    const feed = replayFeed();
    render(Controls, { feed, onmove: vi.fn(), onresult: vi.fn(), onwhatif: vi.fn() });
    await fireEvent.input(screen.getByRole("slider"), { target: { value: "7" } });
    await fireEvent.change(screen.getByLabelText("Speed"), { target: { value: "4" } });
    await fireEvent.change(screen.getByLabelText("Seen by"), { target: { value: "1" } });
    expect(feed.seek).toHaveBeenCalledWith(7);
    expect(feed.setSpeed).toHaveBeenCalledWith(4);
    expect(feed.see).toHaveBeenCalledWith(1);
  });
});

describe("keys of a replay", () => {
  const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body): ReturnType<typeof moveOf> => {
    const event = new KeyboardEvent("keydown", { key, ...more });
    Object.defineProperty(event, "target", { value: target });
    return moveOf(event);
  };

  it("step, turn, play and jump", () => {
    expect(["ArrowLeft", "ArrowRight", "Home", "End", " "].map((key) => press(key))).toEqual([
      "back",
      "next",
      "first",
      "last",
      "play",
    ]);
    expect(press("ArrowRight", { shiftKey: true })).toBe("turn on");
    expect(press("ArrowLeft", { ctrlKey: true })).toBeNull();
    expect(press("x")).toBeNull();
  });

  it("are left to whatever needs them", () => {
    expect(press("ArrowLeft", {}, document.createElement("input"))).toBeNull();
    expect(press(" ", {}, document.createElement("button"))).toBeNull();
    expect(press("ArrowLeft", {}, document.createElement("button"))).toBe("back");
  });
});

describe("places in a replay", () => {
  it("are stretches of the whole, one for each turn", () => {
    expect(stretches(MARKS, 9)).toEqual([
      { turn: 1, seat: 1, frame: 0, from: 0, width: 50 },
      { turn: 2, seat: 0, frame: 4, from: 50, width: 50 },
    ]);
  });

  it("can be linked", () => {
    expect(frameOf(new URLSearchParams("at=5"), 9)).toBe(5);
    expect(frameOf(new URLSearchParams("at=500"), 9)).toBe(8);
    expect(frameOf(new URLSearchParams("at=-2"), 9)).toBe(0);
    expect(frameOf(new URLSearchParams("at=x"), 9)).toBe(0);
  });
});
