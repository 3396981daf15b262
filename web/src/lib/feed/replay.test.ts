import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { replay, showTable } from "$lib/api/http";
import { keepSeat } from "$lib/api/keys";
import type { View } from "$lib/api/generated";
import type { Frame, ReplayData } from "$lib/api/shapes";
import { settings } from "$lib/settings.svelte";
import { openReplay } from "./replay.svelte";
import { sampleTable, sampleUpdates } from "./sample";

vi.mock("$lib/api/http");

const table = sampleTable();
const updates = sampleUpdates().filter((update) => !update.undone);

function replayData(word = ""): ReplayData {
  const blank = { round: 1, seat: null, answer: "", remark: null };
  const frames: Frame[] = [
    { number: 0, turn: 1, ...blank, view: table.view!, events: [], log: table.log },
    ...updates.map((update, at) => ({ ...update, number: at + 1, turn: at < 3 ? 1 : 2, ...blank })),
  ];
  const log = frames[0]!.log.map((line) => ({ ...line, text: word + line.text }));
  frames[0] = { ...frames[0]!, log };
  const mark = { round: 1, seat: 0 };
  const turns = [
    { turn: 1, frame: 0, ...mark },
    { turn: 2, frame: 3, ...mark },
    { turn: 3, frame: 6, ...mark },
  ];
  return { table: "t", players: ["Ada", "Greedy"], commitment: "c", secret: "x", numbers: [], seed: "s", turns, frames };
}

const LAST = updates.length;
const view = (frame: number): View =>
  updates.slice(0, frame).reduce<View>((before, one) => ({ ...before, ...one.view }), table.view!);

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(settings, { language: "en", speed: 1, roll: "hand", motion: "full" });
  vi.mocked(replay).mockResolvedValue(replayData());
  vi.mocked(showTable).mockResolvedValue({ ...table, link: "", seed: "s", until: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
  settings.language = "en";
  localStorage.clear();
});

describe("a replay", () => {
  it("begins at the beginning, and nobody is asked", async () => {
    keepSeat({ table: "t", token: "key", seat: 0, name: "Ada" });
    const feed = await openReplay("t");
    expect(replay).toHaveBeenCalledWith("t", "key");
    expect(feed).toMatchObject({
      kind: "replay",
      me: null,
      prompt: null,
      stage: "playing",
      dice: { commitment: "c", secret: "x", seed: "s" },
    });
    expect(feed.view).toEqual(table.view);
    expect(feed.players).toHaveLength(2);
    expect(feed.position).toEqual({
      frame: 0,
      frames: LAST + 1,
      turn: 1,
      turns: [0, 3, 6],
      playing: false,
      speed: 1,
    });
    feed.close();
  });

  it("shows a step forward like a live game, and rolls by itself", async () => {
    const feed = await openReplay("t");
    feed.seek(2);
    feed.next();
    expect(feed.position!.frame).toBe(3);
    expect(feed.beat).not.toBeNull();
    vi.runAllTimers();
    expect(feed.rollWaits).toBe(false);
    expect(feed.view).toEqual(view(3));
    expect(feed.position!.frame).toBe(3);
    feed.close();
  });

  it("steps on at once if the step before is still being shown", async () => {
    const feed = await openReplay("t");
    feed.next();
    feed.next();
    feed.next();
    feed.skip();
    expect(feed.position!.frame).toBe(3);
    expect(feed.view).toEqual(view(3));
    feed.close();
  });

  it("jumps back and to turns, with the log of that moment", async () => {
    const feed = await openReplay("t");
    const frame = (): number => feed.position!.frame;
    feed.seek(99);
    expect(frame()).toBe(LAST);
    expect(feed.stage).toBe("over");
    expect(feed.view).toEqual(view(LAST));
    const whole = feed.log.length;
    feed.back();
    expect(frame()).toBe(LAST - 1);
    expect(feed.log.length).toBeLessThan(whole);
    expect(feed.beat).toBeNull();
    feed.turn(-1);
    expect(frame()).toBe(6);
    feed.turn(-1);
    expect(frame()).toBe(3);
    feed.turn(1);
    expect(frame()).toBe(6);
    feed.turn(1);
    expect(frame()).toBe(LAST);
    feed.seek(-5);
    feed.turn(-1);
    expect(frame()).toBe(0);
    feed.close();
  });

  it("plays to the end, stops there, and begins anew", async () => {
    const feed = await openReplay("t");
    feed.play();
    expect(feed.position!.playing).toBe(true);
    vi.runAllTimers();
    expect(feed.position).toMatchObject({ frame: LAST, playing: false });
    expect(feed.view).toEqual(view(LAST));
    feed.play();
    expect(feed.position).toMatchObject({ frame: 0, playing: true });
    vi.runAllTimers();
    expect(feed.position!.frame).toBe(LAST);
    feed.close();
  });

  it("pauses after the step being shown, and goes on from wherever it is put", async () => {
    const feed = await openReplay("t");
    feed.play();
    feed.pause();
    vi.runAllTimers();
    expect(feed.position).toMatchObject({ frame: 1, playing: false });
    feed.play();
    feed.seek(5);
    expect(feed.position).toMatchObject({ frame: 5, playing: true });
    vi.runAllTimers();
    expect(feed.position!.frame).toBe(LAST);
    feed.close();
  });

  it("can be looked at from any seat, and says whose turns there were", async () => {
    const feed = await openReplay("t");
    feed.see(1);
    expect(feed.me).toBe(1);
    feed.see(null);
    expect(feed.me).toBeNull();
    expect(feed.marks.map((mark) => mark.turn)).toEqual([1, 2, 3]);
    feed.close();
  });

  it("plays at the chosen speed", async () => {
    const feed = await openReplay("t");
    const length = (): number => {
      const began = Date.now();
      feed.seek(0);
      feed.play();
      vi.runAllTimers();
      return Date.now() - began;
    };
    const slow = length();
    feed.setSpeed(4);
    expect(feed.position!.speed).toBe(4);
    expect(length() / slow).toBeCloseTo(0.25, 1);
    feed.close();
  });

  it("stays where it is in another language", async () => {
    const feed = await openReplay("t");
    feed.seek(2);
    vi.mocked(replay).mockResolvedValue(replayData("Ecco: "));
    settings.language = "it";
    flushSync();
    await vi.runAllTimersAsync();
    expect(feed.position!.frame).toBe(2);
    expect(feed.log[0]!.text).toMatch(/^Ecco: /);
    feed.close();
  });

  it("says why it cannot be had in another language, and goes on", async () => {
    const feed = await openReplay("t");
    vi.mocked(replay).mockRejectedValue(new Error("The server does not answer."));
    settings.language = "it";
    flushSync();
    await vi.runAllTimersAsync();
    expect(feed.notice).toEqual({ kind: "error", text: "The server does not answer." });
    feed.dismiss();
    expect(feed.notice).toBeNull();
    feed.close();
  });

  it("does nothing more once it is closed", async () => {
    const feed = await openReplay("t");
    feed.play();
    feed.close();
    vi.runAllTimers();
    expect(feed.position!.frame).toBe(1);
  });
});
