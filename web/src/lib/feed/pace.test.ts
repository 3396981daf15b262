import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Happening } from "$lib/api/generated";
import { settings } from "$lib/settings.svelte";
import { TURN_TIME } from "./pace";
import { sampleTable, sampleUpdates, staged } from "./sample";
import { NOTHING_ASKED, Stage, type StageUpdate } from "./stage.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(settings, { speed: 1, roll: "once", motion: "full" });
});
afterEach(() => vi.useRealTimers());

function opened(): Stage {
  const stage = new Stage({ me: () => 0, brief: true });
  const { view, log } = sampleTable();
  stage.reset({ view, log, asked: NOTHING_ASKED });
  return stage;
}

const event = (name: string, seat: number, die = -1, numbers: [number, number] = [0, 0]): Happening => {
  return { event: name, rule: "1.1", seat, die, numbers };
};
const phase = (number: number): Happening => event("phase", 1, -1, [number, 0]);
const update = (...events: Happening[]): StageUpdate => {
  return { view: {}, events, log: [], logFrom: 0, undone: false, asked: NOTHING_ASKED };
};

/** How long everything takes, and what is shown. */
function watched(stage: Stage): { time: number; seen: string[] } {
  const began = Date.now();
  const seen: string[] = [];
  while (stage.telling) {
    if (stage.beat !== null) seen.push(stage.beat.event);
    vi.advanceTimersToNextTimer();
  }
  return { time: Date.now() - began, seen };
}

describe("a turn of another player", () => {
  /** More than ever happens in one turn. */
  const long = [
    event("turn", 1),
    phase(1),
    ...Array.from({ length: 6 }, (_, die) => event("score", 1, die, [2, 0])),
    phase(2),
    ...Array.from({ length: 6 }, (_, die) => event("draw", 1, die)),
    ...Array.from({ length: 6 }, (_, die) => event("roll", 1, die)),
    phase(3),
    ...Array.from({ length: 6 }, (_, die) => [event("spend", 1, 20 + die), event("summon", 1, die)]).flat(),
    phase(4),
    event("total", 1, -1, [0, 9]),
    ...Array.from({ length: 6 }, (_, die) => [event("defend", 0, 30 + die), event("destroy", 0, 30 + die)]).flat(),
    phase(5),
    ...Array.from({ length: 3 }, (_, die) => [event("spend", 1, 40 + die), event("capture", 1, 50 + die)]).flat(),
    phase(6),
    event("clean", 1),
  ];

  it("takes at most four seconds, however much happens", () => {
    expect(TURN_TIME).toBeLessThanOrEqual(4000);
    const stage = opened();
    stage.push(update(...long));
    const { time, seen } = watched(stage);
    expect(time).toBeLessThanOrEqual(TURN_TIME);
    for (const shown of ["score", "roll", "summon", "total", "destroy", "capture"]) expect(seen).toContain(shown);
  });

  it("takes as little in many updates, and the next turn has its own time", () => {
    const stage = opened();
    let time = 0;
    for (const one of [...long, ...long]) {
      stage.push(update(one));
      time += watched(stage).time;
    }
    expect(time).toBeGreaterThan(TURN_TIME);
    expect(time).toBeLessThanOrEqual(2 * TURN_TIME);
  });

  it("shows small steps with the one that follows", () => {
    const stage = opened();
    stage.push(update(event("turn", 1), phase(2), event("draw", 1, 3), event("roll", 1, 3)));
    expect(stage.beat?.event).toBe("roll");
    expect(stage.actOf(3)).toBe("roll");
    expect(watched(stage).seen).toEqual(["roll"]);
  });

  it("leaves my own turn as it is", () => {
    const stage = opened();
    stage.push(update(event("turn", 0), phase(2), event("draw", 0, 3), event("roll", 0, 3)));
    expect(watched(stage).seen).toEqual(["turn", "draw", "roll"]);
  });

  it("is twice as fast at 2, and takes no time at 0", () => {
    settings.speed = 2;
    const stage = opened();
    stage.push(update(...long));
    expect(watched(stage).time).toBeLessThanOrEqual(TURN_TIME / 2);
    settings.speed = 0;
    stage.push(update(...long));
    expect(stage.telling).toBe(false);
  });
});

describe("the story of a turn", () => {
  it("is left when the turn is over, shown or skipped", () => {
    const shown = opened();
    const skipped = opened();
    for (const one of sampleUpdates().slice(0, 3)) {
      shown.push(staged(one));
      skipped.push(staged(one));
    }
    watched(shown);
    skipped.skip();
    const story = shown.storyOf(1);
    expect(story.map(({ part }) => part)).toEqual(["summoned", "captured"]);
    expect(story.map(({ dice }) => dice.length)).toEqual([1, 1]);
    expect(story[1]!.texts[0]).toMatch(/^Greedy captures/u);
    expect(skipped.storyOf(1)).toEqual(story);
  });

  it("counts what fell and is forgotten with the next turn", () => {
    const stage = opened();
    stage.push(update(event("turn", 1), phase(4), event("total", 1, -1, [0, 5]), event("defend", 0, 3), event("destroy", 0, 3)));
    watched(stage);
    expect(stage.storyOf(1)).toMatchObject([{ part: "attacked", amount: 5, fallen: 1 }]);
    stage.push(update(event("turn", 1), phase(4), event("total", 1, -1, [0, 2])));
    watched(stage);
    expect(stage.storyOf(1)).toMatchObject([{ part: "attacked", amount: 2, fallen: 0 }]);
  });
});
