/** The parts of the table that only reckon: what is lit, numbers typed, the path, room, fights. */
import { describe, expect, it } from "vitest";
import type { Beat } from "$lib/feed/feed";
import { capacity, columnsFor, fit } from "./fit";
import { fightAfter, fightIn, type Blow, type Fight } from "./fight";
import { flights, whereabouts } from "./flights";
import { bagged, piles, roomFor } from "./pile";
import { keypad } from "./keypad";
import { clock } from "./now.svelte";
import { apart, hops, path } from "./path";
import { goOn, picks } from "./picks";
import { beside } from "./place";
import { seatLetter } from "./seatLetter";
import { capturing, prompts, view } from "./sample";
import { ruleLink, withoutRule } from "./sentence";

describe("what options point at", () => {
  it("lights the dice on mats", () => {
    const lit = picks(prompts.ready, view);
    expect([...lit.keys()]).toEqual(["die:1", "die:0", "die:18", "die:73"]);
    expect(lit.get("die:73")?.[0]?.number).toBe(4);
  });

  it("lights cards for captures, even where the die named lies on a mat", () => {
    const lit = picks(prompts.capture, capturing);
    expect(lit.get("card:Squire")?.map((option) => option.number)).toEqual([1]);
    expect(lit.has("die:18")).toBe(false);
    expect(lit.size).toBe(4);
  });

  it("puts several options of one thing together", () => {
    const die = prompts.may.options[0]!.die;
    expect(whereabouts(view).has(die!)).toBe(true);
    expect(picks(prompts.may, view).get(`die:${die}`)?.map(({ verb }) => verb)).toEqual(["light", "dark"]);
  });

  it("lights quests and bags and seats", () => {
    expect(picks(prompts.quest, view).get("card:Hunt for Holy Quail")?.[0]?.number).toBe(1);
    const option = { ...prompts.ready.options[4]!, verb: "player", seat: 2 };
    const bag = { ...option, card: "Assistant of Economics", place: "bag", die: 999, seat: 0 };
    const lit = picks({ ...prompts.ready, options: [option, bag] }, view);
    expect([...lit.keys()]).toEqual(["seat:2", "bag:0:Assistant of Economics"]);
  });

  it("knows what goes on", () => {
    expect(goOn(prompts.ready)?.number).toBe(5);
    expect(goOn({ ...prompts.ready, options: prompts.ready.options.slice(0, 1) })?.number).toBe(1);
    expect(goOn({ ...prompts.ready, options: prompts.ready.options.slice(0, 2) })).toBeNull();
    expect(goOn(null)).toBeNull();
  });
});

describe("numbers typed", () => {
  it("chooses at once where no longer number can follow", () => {
    expect(keypad().press("3", 5)).toBe(3);
    expect(keypad().press("2", 12)).toBe(2);
    expect(keypad().press("9", 5)).toBeNull();
  });
  it("waits for a second digit, and takes it", () => {
    const pad = keypad();
    expect(pad.press("1", 12)).toBeNull();
    expect(pad.typed).toBe("1");
    expect(pad.press("2", 12)).toBe(12);
    expect(pad.typed).toBe("");
  });
  it("ends with what was typed", () => {
    const pad = keypad();
    pad.press("1", 12);
    expect(pad.end(12)).toBe(1);
    expect(pad.end(12)).toBeNull();
  });
  it("takes 0 for the tenth", () => {
    expect(keypad().press("0", 10)).toBe(10);
    expect(keypad().press("0", 9)).toBeNull();
  });
});

describe("the glory track", () => {
  it.each([10, 12, 15, 20, 25, 40])("has a stone for each point up to %i, all within its field", (goal) => {
    for (const [width, height, slim] of [[284, 236, false], [374, 36, true]] as const) {
      const way = path(goal, width, height, slim);
      expect(way.stones.length).toBe(goal + 1);
      for (const { x, y } of way.stones) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(width);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(height);
      }
      expect(new Set(way.stones.map(({ x, y }) => `${x} ${y}`)).size).toBe(goal + 1);
    }
  });
  it("goes to and fro, so that neighbours touch", () => {
    const { stones, radius } = path(20, 284, 236);
    stones.slice(1).forEach((stone, at) => {
      const before = stones[at]!;
      expect(Math.hypot(stone.x - before.x, stone.y - before.y)).toBeLessThan(radius * 4);
    });
  });
  it("hops over every stone, back too", () => {
    expect(hops(3, 6)).toEqual([3, 4, 5, 6]);
    expect(hops(6, 4)).toEqual([6, 5, 4]);
    expect(hops(2, 2)).toEqual([2]);
  });
  it("puts markers on one stone apart", () => {
    const places = [0, 1, 2, 3].map((at) => apart(at, 4, 10));
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
    expect(apart(0, 1, 10)).toEqual({ x: 0, y: 0 });
  });
});

describe("room", () => {
  it("makes dice smaller only as far as needed", () => {
    const field = { width: 380, height: 120 };
    const rule = { most: 66, least: 16, gap: 10 };
    expect(fit(2, field, rule)).toEqual({ side: 66, across: 2 });
    expect(fit(6, field, rule)).toEqual({ side: 55, across: 6 }); // one row rather than 5 and 1
    for (const many of [7, 10, 14, 20, 30]) {
      const { side, across } = fit(many, field, rule);
      expect(capacity(field.width, field.height, side, rule.gap)).toBeGreaterThanOrEqual(many);
      expect(Math.ceil(many / across) * (side + 10) - 10).toBeLessThanOrEqual(120);
    }
    expect(fit(5, { width: 0, height: 0 }, rule).side).toBe(66);
  });
  it("gives options one column while they fit", () => {
    const short = (many: number): number[] => Array.from({ length: many }, () => 40);
    expect(columnsFor(short(4), 440, 220)).toEqual({ columns: 1, lines: 1, row: 42, tight: false });
    expect(columnsFor(short(14), 440, 220)).toMatchObject({ columns: 2 });
    expect(columnsFor(short(6), 440, 120).columns).toBe(2);
  });
  it("keeps the words of a long option whole if it can", () => {
    expect(columnsFor([40, 200, 40], 440, 220)).toMatchObject({ columns: 1, lines: 4 });
    expect(columnsFor([400, 400, 400, 40], 440, 220)).toMatchObject({ columns: 1, lines: 3 });
    expect(columnsFor([], 440, 220).columns).toBe(1);
    const crowd = Array.from({ length: 20 }, () => 60);
    expect(columnsFor(crowd, 440, 220)).toMatchObject({ columns: 2, lines: 1, tight: true });
  });
  it("puts notes where they fit", () => {
    const room = { width: 1000, height: 600 };
    const thing = (left: number) => ({ left, top: 100, right: left + 50, bottom: 150 });
    expect(beside(thing(100), { width: 200, height: 100 }, room).left).toBe(158);
    expect(beside(thing(900), { width: 200, height: 100 }, room).left).toBe(692);
    const phone = beside(thing(100), { width: 280, height: 100 }, { width: 300, height: 600 });
    expect(phone).toEqual({ left: 8, top: 158 });
  });
});

describe("piles", () => {
  it("counts piles by card and keeps which dice they are", () => {
    const found = piles(view.seats[1]!.used);
    const herald = found.find((pile) => pile.card === "Herald");
    expect(herald?.count).toBe(view.seats[1]!.used.filter((die) => die.card === "Herald").length);
    expect(found.reduce((sum, pile) => sum + pile.count, 0)).toBe(view.seats[1]!.used.length);
    expect(found.flatMap((pile) => pile.dice).length).toBe(view.seats[1]!.used.length);
  });
  it("counts a bag, the most first", () => {
    const wilds = new Map(view.wilds.map((wild) => [wild.card, wild]));
    const found = bagged({ count: 5, cards: { Squire: 1, "Assistant of Economics": 4 } }, wilds);
    expect(found.map((pile) => [pile.card, pile.cls, pile.count])).toEqual([
      ["Assistant of Economics", "Assistant", 4],
      ["Squire", "Squire", 1],
    ]);
  });
  it("gives creatures that carry something more room", () => {
    const [die] = view.seats[1]!.ready.filter((one) => one.creature);
    const spell = { ...view.seats[0]!.active[0]!, owner: 1 };
    expect(roomFor([die!])).toBe(1);
    expect(roomFor([{ ...die!, attached: [spell] }])).toBe(2);
  });
});

describe("sentences", () => {
  it("loses the rule at its end, in both languages", () => {
    expect(withoutRule("Ada attacks with a total of 3: Squire 3 (rule 6.1).")).toBe(
      "Ada attacks with a total of 3: Squire 3.",
    );
    expect(withoutRule("Ada tira Squire (Q1) (regola 3.5).")).toBe("Ada tira Squire (Q1).");
    expect(withoutRule("Ada rolls Squire (Q1).")).toBe("Ada rolls Squire (Q1).");
    expect(ruleLink("6.3")).toBe("/rules#6.3");
  });
  it("shows clocks", () => {
    expect([clock(65), clock(-3), clock(0.2), clock(3723)]).toEqual(["1:05", "0:00", "0:01", "1:02:03"]);
  });
});

describe("a fight", () => {
  const beat = (event: string, seat: number, dice: number[], numbers: [number, number], rule = "6.3"): Beat => ({
    event,
    rule,
    seat,
    dice,
    numbers,
    text: "",
    you: "",
    time: 500,
  });
  const shown = (...beats: Beat[]): Fight | null =>
    beats.reduce<Fight | null>((fight, one) => fightAfter(fight, one, view), null);
  const blow = (...beats: Beat[]): Blow | null | undefined => shown(...beats)?.blows.at(-1);

  it("begins with a total, meets a creature, and ends with the phase", () => {
    const total = beat("total", 1, [], [0, 5], "6.1");
    expect(shown(total)).toMatchObject({ kind: "attack", attacker: 1, total: 5, blows: [] });
    const defend = beat("defend", 3, [88], [5, 2]);
    expect(blow(total, defend)).toEqual({ seat: 3, die: 88, damage: 5, defense: 2, fate: "meets" });
    expect(blow(total, defend, beat("destroy", 3, [88], [0, 0]))?.fate).toBe("falls");
    expect(blow(total, beat("holds", 0, [73], [5, 7]))?.fate).toBe("holds");
    expect(shown(total, defend, beat("phase", 1, [], [5, 0], "7.1"))).toBeNull();
    expect(shown(defend)).toBeNull();
  });
  it("knows challenges by their rule", () => {
    const total = beat("total", 1, [], [2, 7], "12.3");
    expect(shown(total)?.kind).toBe("challenge");
    expect(shown(total, beat("total", 1, [], [2, 9], "6.2"))).toMatchObject({ kind: "challenge", total: 9 });
    expect(shown(beat("total", 1, [], [2, 9], "6.2"))?.kind).toBe("attack");
  });
  it("goes on in a challenge when a creature falls and gives its Glory at once", () => {
    const total = beat("total", 1, [], [2, 7], "12.3");
    const defend = beat("defend", 3, [88], [5, 2]);
    const glory = beat("glory", 1, [], [1, 4], "12.3");
    expect(blow(total, defend, glory)?.die).toBe(88);
    expect(shown(total, defend, beat("glory", 1, [], [1, 4], "4.1"))).toBeNull();
  });
  it("is read from a view that waits for a defender", () => {
    const attack = { attacker: 2, defender: 0, left: 4, totals: [6, 6, null, 6] };
    expect(fightIn({ ...view, attack })).toMatchObject({ attacker: 2, total: 6, defender: 0, left: 4 });
    expect(fightIn(view)).toBeNull();
    // While a reaction is waited for, the seat that is hit hardest is shown.
    const open = { defender: null, left: null, totals: [8, 0, null, null] };
    const challenge = { card: "", slot: 0, challenger: 0, challenged: 1, ...open };
    expect(fightIn({ ...view, challenge })).toMatchObject({ kind: "challenge", attacker: 1, target: 0, total: 8, defender: null });
  });
});

describe("flights", () => {
  const move = (die: number) => {
    const mat = view.seats[0]!;
    const shown = mat.active.find((one) => one.die === die)!;
    const { face: _, marks: __, ...lying } = shown;
    return {
      ...view,
      seats: [
        { ...mat, active: mat.active.filter((one) => one.die !== die), spent: [...mat.spent, lying] },
        ...view.seats.slice(1),
      ],
    };
  };
  it("knows where dice lie", () => {
    expect(whereabouts(view).get(73)).toBe("zone:active:0");
    expect(whereabouts(null).size).toBe(0);
  });
  it("flies what went into a pile", () => {
    expect(flights(view, move(18))).toEqual([{ die: 18, from: null, into: "zone:spent:0" }]);
    expect(flights(view, view)).toEqual([]);
    expect(flights(null, view)).toEqual([]);
  });
  it("brings what comes back out of the pile", () => {
    expect(flights(move(18), view)).toEqual([{ die: 18, from: "zone:spent:0", into: null }]);
  });
  it("brings new dice from the bag, or from their card", () => {
    const mat = view.seats[0]!;
    const without = { ...view, seats: [{ ...mat, active: [] }, ...view.seats.slice(1)] };
    const found = flights(without, view).map(({ die, from }) => [die, from]);
    expect(found).toContainEqual([73, "zone:bag:0"]);
    expect(found).toContainEqual([18, "card:Squire"]); // no Squire is in the bag
  });
});

describe("the letter of a seat", () => {
  const named = (...names: string[]) => names.map((name, seat) => ({ seat, name }));

  it("is the initial of the name", () => {
    const players = named("ada", "Bo", "Étienne");
    expect(players.map(({ seat }) => seatLetter(seat, players))).toEqual(["A", "B", "É"]);
  });

  it("is another one of the name, or a number, where names begin alike or there is none", () => {
    const letters = (...names: string[]): string[] => {
      const players = named(...names);
      return players.map(({ seat }) => seatLetter(seat, players));
    };
    expect(letters("Pip", "Pia", "Planner 2", "P")).toEqual(["P", "I", "2", "4"]);
    expect(letters("Bruno", "Bruno 2", "", "2")).toEqual(["B", "2", "3", "4"]);
    expect(letters("P", "P3", "P", "p")).toEqual(["P", "3", "1", "4"]);
  });
});
