import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Update, View } from "$lib/api/generated";
import { settings } from "$lib/settings.svelte";
import { sampleAttack, sampleTable, sampleUpdates, staged } from "./sample";
import { NOTHING_ASKED, Stage } from "./stage.svelte";

const updates = sampleUpdates();

function opened(me: number | null = null): Stage {
  const stage = new Stage({ me: () => me });
  const { view, log } = sampleTable();
  stage.reset({ view, log, asked: NOTHING_ASKED });
  return stage;
}

/** What the server says after this number of updates. */
const after = (count: number): View =>
  updates
    .slice(0, count)
    .reduce<View>((view, one) => ({ ...view, ...one.view }), sampleTable().view!);
const seen = (stage: Stage): string[] => {
  const beats: string[] = [];
  for (let step = 0; stage.beat !== null && step < 100; step += 1) {
    beats.push(stage.beat.event);
    vi.advanceTimersToNextTimer();
  }
  return beats;
};

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(settings, { speed: 1, roll: "once", motion: "full" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the show", () => {
  it("tells an update beat by beat, its lines with it, and asks at the end", () => {
    const stage = opened();
    const lines = stage.log.length;
    stage.push(staged(updates[2]!));
    expect(stage.asked.prompt).toBeNull();
    expect(stage.log).toHaveLength(lines + 1);
    expect(seen(stage)).toEqual(["spend", "capture", "clean", "turn", "draw", "roll"]);
    expect(stage.asked.prompt).toEqual(updates[2]!.prompt);
    expect(stage.log.slice(lines)).toEqual(updates[2]!.log);
    expect(stage.telling).toBe(false);
  });

  it("says who acts, and nobody when everything is shown", () => {
    const { before, update } = sampleAttack();
    const stage = new Stage();
    stage.reset({ view: before, log: [], asked: NOTHING_ASKED });
    stage.push(staged(update));
    while (stage.beat?.event !== "destroy") vi.advanceTimersToNextTimer();
    expect(stage.actOf(23)).toBe("crumble");
    expect(stage.view!.seats[1]!.ready.map((die) => die.die)).toContain(23);
    vi.runAllTimers();
    expect(stage.actOf(23)).toBeNull();
    expect(stage.view).toEqual({ ...before, ...update.view });
  });

  it("ends with exactly the server's view, however many updates there were", () => {
    const stage = opened(0);
    for (const update of updates) stage.push(staged(update));
    vi.runAllTimers();
    expect(stage.view).toEqual(after(updates.length));
    expect(stage.behind).toBe(0);
    const numbers = stage.log.map((line) => line.number);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  it("applies at once what has nothing to show", () => {
    const stage = opened();
    const view = { at_hand: 9 };
    stage.push({ view, events: [], log: [], logFrom: 0, undone: false, asked: NOTHING_ASKED });
    expect(stage.view!.at_hand).toBe(9);
    expect(stage.telling).toBe(false);
  });

  it("goes on by itself with what waits behind", () => {
    const stage = opened();
    for (const update of updates.slice(0, 2)) stage.push(staged(update));
    expect(stage.behind).toBe(1);
    vi.runAllTimers();
    expect(stage.view).toEqual(after(2));
  });

  it("calls its owner when everything is shown", () => {
    const onshown = vi.fn();
    const stage = new Stage({ onshown });
    stage.reset({ view: sampleTable().view, log: [], asked: NOTHING_ASKED });
    expect(onshown).not.toHaveBeenCalled();
    stage.push(staged(updates[0]!));
    expect(onshown).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(onshown).toHaveBeenCalledOnce();
  });

  it("shows nothing more after it is closed", () => {
    const stage = opened();
    stage.push(staged(updates[2]!));
    stage.close();
    const { view } = stage;
    vi.runAllTimers();
    expect(stage.view).toBe(view);
  });
});

describe("speed", () => {
  /** How long the sample's update takes to tell. */
  function length(update: Update, stage = opened()): number {
    const began = Date.now();
    stage.push(staged(update));
    while (stage.telling) vi.advanceTimersToNextTimer();
    return Date.now() - began;
  }

  it("is twice as fast at 2, and motions on the page follow", () => {
    const whole = length(updates[2]!);
    expect(document.documentElement.style.getPropertyValue("--beat")).toBe("260ms");
    settings.speed = 2;
    expect(length(updates[2]!) / whole).toBeCloseTo(0.5, 1);
    expect(document.documentElement.style.getPropertyValue("--beat")).toBe("130ms");
  });

  it("0 shows no beats at all", () => {
    settings.speed = 0;
    const stage = opened();
    stage.push(staged(updates[2]!));
    expect(stage.telling).toBe(false);
    expect(stage.view).toEqual({ ...sampleTable().view, ...updates[2]!.view });
  });

  it("shows nothing to a page that nobody sees, but still waits for my roll", () => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    settings.roll = "hand";
    const stage = opened(0);
    for (const update of updates.slice(0, 3)) stage.push(staged(update));
    expect(stage.behind).toBe(0);
    expect(stage.rollWaits).toBe(true);
  });

  it("hurries when it is far behind", () => {
    const alone = length(updates[0]!);
    const stage = opened();
    for (let more = 0; more < 8; more += 1) stage.push(staged(updates[0]!));
    expect(stage.behind).toBe(7);
    const began = Date.now();
    while (stage.behind > 6) vi.advanceTimersToNextTimer();
    expect(Date.now() - began).toBeLessThan(alone);
  });

  it("skips everything that is behind", () => {
    const stage = opened();
    for (const update of updates) stage.push(staged(update));
    stage.skip();
    expect(stage.beat).toBeNull();
    expect(stage.behind).toBe(0);
    expect(stage.view).toEqual(after(updates.length));
    expect(stage.asked.waitingFor).toBe(updates.at(-1)!.waiting_for);
  });

  it("tells in words only where nothing may move", () => {
    settings.motion = "none";
    const stage = opened();
    stage.push(staged(updates[2]!));
    const acting: unknown[] = [];
    while (stage.beat !== null) {
      acting.push(...stage.beat.dice.map((die) => stage.actOf(die)));
      vi.advanceTimersToNextTimer();
    }
    expect(acting.length).toBeGreaterThan(0);
    expect(acting.every((act) => act === null)).toBe(true);
  });
});

describe("undo", () => {
  it("replaces view and log at once, also in the middle of a show", () => {
    const stage = opened(0);
    for (const update of updates.slice(0, 4)) stage.push(staged(update));
    expect(stage.telling).toBe(true);
    const undo = updates[4]!;
    expect(undo.undone).toBe(true);
    stage.push(staged(undo));
    expect(stage.telling).toBe(false);
    expect(stage.view).toEqual(after(5));
    expect(stage.log.at(-1)!.number).toBe(undo.log_from - 1);
    expect(stage.asked.prompt).toEqual(undo.prompt);
  });
});

describe("rolling by hand", () => {
  const marks = (stage: Stage): boolean[] =>
    stage.view!.seats[0]!.active.map((die) => die.marks.includes("unrolled"));

  function waiting(): Stage {
    settings.roll = "hand";
    const stage = opened(0);
    for (const update of updates.slice(0, 3)) stage.push(staged(update));
    vi.runAllTimers();
    return stage;
  }

  it("waits before my first roll of a turn, and asks nothing meanwhile", () => {
    const stage = waiting();
    expect(stage.rollWaits).toBe(true);
    expect(stage.beat).toBeNull();
    expect(stage.asked.prompt).toBeNull();
    expect(marks(stage)).toEqual([true, true, true, true, true, true]);
    expect(stage.log.at(-1)!.event).toBe("draw");
  });

  it("rolls when I say so", () => {
    const stage = waiting();
    stage.roll();
    expect(stage.rollWaits).toBe(false);
    expect(stage.beat!.event).toBe("roll");
    expect(stage.actOf(18)).toBe("roll");
    expect(marks(stage)).toEqual([false, false, false, false, false, false]);
    vi.runAllTimers();
    expect(stage.asked.prompt).toEqual(updates[2]!.prompt);
  });

  it("waits at speed 0 too, and then shows the faces at once", () => {
    settings.speed = 0;
    const stage = waiting();
    expect(stage.rollWaits).toBe(true);
    stage.roll();
    expect(stage.telling).toBe(false);
    expect(stage.view).toEqual(after(3));
  });

  it("is not asked for by a wish, by others' rolls or by watchers", () => {
    const stage = opened(0);
    for (const update of updates.slice(0, 3)) stage.push(staged(update));
    vi.runAllTimers();
    expect(stage.rollWaits).toBe(false); // at once
    settings.roll = "hand";
    const watcher = opened(null);
    for (const update of updates) watcher.push(staged(update));
    vi.runAllTimers();
    expect(watcher.rollWaits).toBe(false);
    expect(watcher.view).toEqual(after(updates.length));
  });

  it("stops a skip, so that the roll is still mine", () => {
    settings.roll = "hand";
    const stage = opened(0);
    for (const update of updates.slice(0, 3)) stage.push(staged(update));
    stage.skip();
    expect(stage.rollWaits).toBe(true);
    stage.skip();
    expect(stage.rollWaits).toBe(false);
    expect(stage.view).toEqual(after(3));
  });

  it("happens a moment later if I do nothing, but not while I hold the dice", () => {
    settings.roll = "moment";
    const shown = (): Stage => {
      const stage = opened(0);
      for (const update of updates.slice(0, 3)) stage.push(staged(update));
      stage.skip();
      expect(stage.rollWaits).toBe(true);
      return stage;
    };
    const idle = shown();
    vi.runOnlyPendingTimers();
    expect(idle.rollWaits).toBe(false);
    expect(idle.beat!.event).toBe("roll");
    const held = shown();
    held.hold();
    vi.runAllTimers();
    expect(held.rollWaits).toBe(true);
    held.roll();
    expect(held.beat!.event).toBe("roll");
    settings.speed = 0;
    const stage = opened(0);
    for (const update of updates.slice(0, 3)) stage.push(staged(update));
    expect(stage.rollWaits).toBe(false);
  });

  it("is done without me if the game goes on", () => {
    const stage = waiting();
    stage.push(staged(updates[3]!));
    expect(stage.rollWaits).toBe(false);
    vi.runAllTimers();
    expect(stage.view).toEqual(after(4));
  });

  it("outlasts a table that is sent again meanwhile", () => {
    const stage = waiting();
    stage.replace({ view: after(3), log: [], asked: NOTHING_ASKED });
    expect(stage.rollWaits).toBe(true);
    stage.roll();
    vi.runAllTimers();
    expect(stage.view).toEqual(after(3));
  });

  it("can be held back in a table that comes whole", () => {
    settings.roll = "hand";
    const stage = new Stage({ me: () => 0 });
    const view = after(3);
    const log = [...sampleTable().log, ...updates.slice(0, 3).flatMap((one) => one.log)];
    const asked = staged(updates[2]!).asked;
    stage.resetUnrolled(
      { view, log, asked },
      view,
      view.seats[0]!.active.map((die) => die.die),
    );
    expect(stage.rollWaits).toBe(true);
    expect(marks(stage)).toEqual([true, true, true, true, true, true]);
    expect(stage.log.at(-1)!.event).toBe("draw");
    stage.roll();
    expect(stage.beat!.text).toMatch(/^Ada rolls/);
    vi.runAllTimers();
    expect(stage.view).toEqual(view);
    expect(stage.log).toEqual(log);
    expect(stage.asked).toEqual(asked);
  });
});
