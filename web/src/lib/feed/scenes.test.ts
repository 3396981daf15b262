import { describe, expect, it } from "vitest";
import type { Update, View } from "$lib/api/generated";
import { sampleAttack, sampleTable, sampleUpdates } from "./sample";
import { scenes, type Scene } from "./scenes";

const updates = sampleUpdates();

/** The view before an update of the sample. */
function before(at: number): View {
  return updates
    .slice(0, at)
    .reduce<View>((view, one) => ({ ...view, ...one.view }), sampleTable().view!);
}

const during = (all: Scene[], event: string): Scene => all.find((one) => one.beat.event === event)!;
const dice = (list: readonly { die: number }[]): number[] => list.map((one) => one.die).sort();
const unrolled = (view: View, seat: number): number[] =>
  dice(view.seats[seat]!.active.filter((die) => die.marks.includes("unrolled")));

describe("an attack", () => {
  const { before: view, update } = sampleAttack();
  const all = scenes(view, update, 0);
  const rival = (scene: Scene): number[] => dice(scene.view.seats[1]!.ready);

  it("shows the fallen die where it lay until it has crumbled", () => {
    expect(dice(view.seats[1]!.ready)).toContain(23);
    expect(rival(during(all, "total"))).toContain(23);
    expect(rival(during(all, "destroy"))).toContain(23);
    expect(during(all, "destroy").acts.get(23)).toBe("crumble");
    expect(rival(during(all, "move"))).not.toContain(23);
  });

  it("lets the attacker's creatures lean in, and nobody else", () => {
    const creatures = view.seats[0]!.ready.filter((die) => die.creature);
    const { acts } = during(all, "total");
    expect([...acts.keys()].sort()).toEqual(dice(creatures));
    expect([...during(all, "total").beat.dice].sort()).toEqual(dice(creatures));
    expect(new Set(acts.values())).toEqual(new Set(["lean"]));
  });

  it("shows the phase of the attack although the update ends in the next", () => {
    expect(during(all, "total").view.phase).toBe(3);
    expect({ ...view, ...update.view }.phase).toBe(4);
  });

  it("ends with the view of the server but for what is asked", () => {
    expect(all.at(-1)!.view.seats).toEqual({ ...view, ...update.view }.seats);
  });
});

describe("the end of a turn and the beginning of the next", () => {
  const at = 9; // Ada captures; Greedy scores
  const all = scenes(before(at), updates[at]!, 0);

  it("lets a scoring die shine in the Ready Area, with the Glory", () => {
    const score = during(all, "score");
    expect(dice(score.view.seats[1]!.ready)).toContain(22);
    expect(score.acts.get(22)).toBe("shine");
    expect(score.view.glory).toEqual([0, 1]);
    expect(during(all, "capture").view.glory).toEqual([0, 0]);
    expect(dice(during(all, "move").view.seats[1]!.ready)).not.toContain(22);
  });

  it("shows whose turn it is from the beginning of the turn on", () => {
    expect(during(all, "capture").view.active).toBe(0);
    expect(during(all, "turn").view.active).toBe(1);
    expect(during(all, "turn").view.at_hand).toBe(0);
  });

  it("shows the card with one die less when it is captured", () => {
    const left = (view: View): number[] => view.wilds.map((wild) => wild.left);
    expect(left(during(all, "capture").view)).toEqual(
      left({ ...before(at), ...updates[at]!.view }),
    );
  });
});

describe("a roll", () => {
  const at = 2; // Greedy captures, Ada draws and rolls
  const roll = [1, 17, 18, 19, 4, 7].sort();

  it("shows drawn dice unrolled until they are rolled", () => {
    const all = scenes(before(at), updates[at]!, 1);
    expect(unrolled(during(all, "draw").view, 0)).toEqual(roll);
    expect(unrolled(during(all, "roll").view, 0)).toEqual([]);
    expect(dice([...during(all, "roll").acts.keys()].map((die) => ({ die })))).toEqual(roll);
  });

  it("can be made by hand by the player whose it is", () => {
    const mine = scenes(before(at), updates[at]!, 0);
    const held = during(mine, "roll").unrolled!;
    expect(unrolled(held, 0)).toEqual(roll);
    expect(held.active).toBe(0);
    expect([held.pool, held.at_hand]).toEqual([0, 0]);
    expect(mine.filter((one) => one.unrolled !== null)).toHaveLength(1);
    for (const me of [1, null]) {
      expect(scenes(before(at), updates[at]!, me).every((one) => one.unrolled === null)).toBe(true);
    }
  });

  it("in the middle of a turn is not made by hand", () => {
    const again: Update = { ...updates[at]!, events: updates[at]!.events.slice(-6), log: [] };
    expect(scenes(before(at), again, 0).every((one) => one.unrolled === null)).toBe(true);
  });
});

it("rolls a creature where it lies, and then lets it go", () => {
  const { before: view, update } = sampleAttack();
  const event = { rule: "3.5", seat: 1, die: 23, numbers: [1, 0] as [number, number] };
  const events = [
    { ...event, event: "shake" },
    { ...event, event: "move" },
  ];
  const [shake, move] = scenes(view, { view: update.view, events, log: [] }, 0);
  expect(dice(shake!.view.seats[1]!.ready)).toContain(23);
  expect(dice(move!.view.seats[1]!.ready)).not.toContain(23);
});

it("leaves the views it is given as they were", () => {
  const { before: view, update } = sampleAttack();
  const copy = structuredClone({ view, update });
  scenes(view, update, 0);
  expect({ view, update }).toEqual(copy);
});
