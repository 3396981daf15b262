import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tutorial } from "$lib/api/http";
import type { Step } from "$lib/api/shapes";
import { settings } from "$lib/settings.svelte";
import { sampleTable, sampleUpdates } from "./sample";
import { openTutorial } from "./tutorial.svelte";

vi.mock("$lib/api/http");

const table = sampleTable();
const [first, second, third, fourth] = sampleUpdates();

function step(number: number, parts: Partial<Step>): Step {
  return {
    number,
    topic: "aim",
    view: {},
    events: [],
    log: [],
    says: "",
    lights: [],
    prompt: null,
    choose: 0,
    praise: "",
    nudge: { "": "Not now.", pass: "Do not stop." },
    ...parts,
  };
}

const STEPS: Step[] = [
  step(0, { view: table.view!, log: table.log, says: "Welcome.", lights: ["wilds"] }),
  step(1, { ...first!, prompt: null }), // the opponent's, without words
  step(2, { ...second!, prompt: null }),
  step(3, {
    ...third!,
    topic: "summon",
    says: "Summon!",
    lights: ["prompt"],
    choose: 2,
    praise: "Well done.",
  }),
  step(4, { ...fourth!, prompt: null, says: "That is all." }),
];

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(settings, { speed: 1, roll: "once", motion: "full" });
  vi.mocked(tutorial).mockResolvedValue({
    guide: "Quill",
    title: "A first game",
    about: "",
    players: ["You", "Gob"],
    goal: 5,
    minutes: 8,
    topics: [],
    steps: structuredClone(STEPS),
    left: "Come back!",
    done: "You know it all.",
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

/** The tutorial at the step in which something is to be chosen. */
async function choosing() {
  const feed = await openTutorial();
  feed.next();
  vi.runAllTimers();
  return feed;
}

describe("the tutorial", () => {
  it("begins with the guide's first words", async () => {
    const feed = await openTutorial();
    expect(feed).toMatchObject({
      kind: "tutorial",
      me: 0,
      stage: "playing",
      topic: "aim",
      ended: "",
    });
    expect(feed.view).toEqual(table.view);
    expect(feed.players.map((one) => [one.name, one.kind])).toEqual([
      ["You", "person"],
      ["Gob", "bot"],
    ]);
    expect(feed.lesson).toEqual({
      number: 1,
      of: 3,
      says: "Welcome.",
      lights: ["wilds"],
      choose: null,
    });
  });

  it("shows the opponent's steps by itself, and speaks when they are shown", async () => {
    const feed = await openTutorial();
    feed.next();
    expect(feed.beat).not.toBeNull();
    expect(feed.lesson).toBeNull();
    vi.runAllTimers();
    expect(feed.lesson).toMatchObject({ number: 2, says: "Summon!", choose: 2 });
    expect(feed.topic).toBe("summon");
    expect(feed.prompt).toEqual(third!.prompt);
    expect(feed.log.at(-1)).toEqual(third!.log.at(-1));
  });

  it("nudges after any other choice, by what was chosen, and changes nothing", async () => {
    const feed = await choosing();
    const { view } = feed;
    const pass = third!.prompt!.options.find((option) => option.verb === "pass")!;
    feed.answer(pass.number);
    expect(feed.notice).toEqual({ kind: "info", text: "Do not stop." });
    feed.answer(
      third!.prompt!.options.find((one) => one.verb !== "pass" && one.number !== 2)!.number,
    );
    expect(feed.notice!.text).toBe("Not now.");
    expect(feed.view).toBe(view);
    expect(feed.lesson!.says).toBe("Summon!");
  });

  it("takes no choice that is not there, and does not press on where one is wanted", async () => {
    const feed = await choosing();
    feed.answer(77);
    feed.next();
    expect(feed.notice).toBeNull();
    expect(feed.lesson!.says).toBe("Summon!");
  });

  it("praises the right choice and goes on to the end", async () => {
    const feed = await choosing();
    feed.answer(2);
    expect(feed.notice).toEqual({ kind: "info", text: "Well done." });
    vi.runAllTimers();
    expect(feed.lesson!.says).toBe("That is all.");
    feed.next();
    expect(feed.notice).toBeNull();
    expect(feed).toMatchObject({ ended: "done", stage: "over" });
    expect(feed.lesson!.says).toBe("You know it all.");
  });

  it("can be left at any time", async () => {
    const feed = await choosing();
    feed.leave();
    expect(feed.ended).toBe("left");
    expect(feed.lesson!.says).toBe("Come back!");
    expect(feed.prompt).toBeNull();
  });

  it("lets the pupil roll by hand", async () => {
    settings.roll = "hand";
    const feed = await choosing();
    expect(feed.rollWaits).toBe(true);
    expect(feed.lesson).toBeNull();
    feed.roll();
    vi.runAllTimers();
    expect(feed.lesson!.says).toBe("Summon!");
  });

  it("can be hurried, step by step", async () => {
    const feed = await openTutorial();
    feed.next();
    expect(feed.beat!.event).toBe("spend");
    feed.skip(); // the next step has nothing to show; the one after it captures
    expect(feed.beat!.text).toMatch(/^Greedy spends .* 4 Quiddity/);
    feed.skip();
    expect(feed.lesson!.says).toBe("Summon!");
    feed.close();
  });
});
