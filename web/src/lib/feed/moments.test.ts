import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settings } from "$lib/settings.svelte";
import { onMoment, type Moment } from "./moments";
import { sampleAttack, sampleTable, sampleUpdates, staged } from "./sample";
import { NOTHING_ASKED, Stage } from "./stage.svelte";

let heard: Moment[] = [];
let stop = (): void => undefined;
beforeEach(() => {
  heard = [];
  stop = onMoment((moment) => heard.push(moment));
  vi.useFakeTimers();
  Object.assign(settings, { speed: 1, roll: "hand", motion: "full" });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});
const names = (): string[] => heard.map((moment) => moment.name);

it("emits what is shown, in order, and my turn once when others have acted", () => {
  const stage = new Stage({ me: () => 0 });
  const { view, log } = sampleTable();
  stage.reset({ view, log, asked: { ...NOTHING_ASKED, waitingFor: 1 } });
  for (const update of sampleUpdates().slice(0, 3)) stage.push(staged(update));
  vi.runAllTimers();
  expect(names()).toEqual(["summon", "capture", "your-turn"]);
  stage.roll();
  vi.runAllTimers();
  expect(names().slice(3)).toEqual(["roll-start", "roll-settle"]);
  expect(heard[3]).toMatchObject({ seat: 0, mine: true });
});

it("emits the attack with its total and what cracks, and nothing that is skipped", () => {
  const { before, update } = sampleAttack();
  const stage = new Stage({ me: () => 1 });
  stage.reset({ view: before, log: [], asked: NOTHING_ASKED });
  stage.push(staged(update));
  while (stage.beat !== null && stage.beat.event !== "destroy") vi.advanceTimersToNextTimer();
  expect(names()).toEqual(["attack", "crack"]);
  expect(heard[1]).toMatchObject({ seat: 1, mine: true, amount: 1 });
  stage.skip();
  expect(heard).toHaveLength(2);
});
