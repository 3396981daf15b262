// A profile: what counts, what does not count twice, and what is refused.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SUMMARY } from "$components/end/sample";
import type { Player } from "$lib/api/generated";
import { isDate, localDate, monthFrom, moved, weeksOf } from "./dates";
import { merged, MOST_GAMES, nothing, parsed, statsOf, withGame, withTry, written, type Profile } from "./profile";
import { changeProfile, clearProfile, loadProfile } from "./storage";

const player = (seat: number, kind: Player["kind"], bot = ""): Player => ({
  seat, kind, bot, name: "", standing_in: false, here: true, away_since: 0, host: false, kept_for: "", member: false,
});
const PLAYERS = [player(0, "person"), player(1, "bot", "zeno:ms=500")];
const finished = (table: string, daily = "", seat = 1): Parameters<typeof withGame>[1] => ({
  table, seat, daily, summary: { ...SUMMARY, share: ["one", "two"] }, players: PLAYERS,
});
const text = (changes: object): string =>
  JSON.stringify({ format: "quarriors-profile", version: 1, games: [], achievements: {}, dailies: {}, ...changes });
const GAME = {
  id: "abc", at: 5, won: true, rivals: ["zeno"], glory: 20, best: 8, luck: 80, captures: [["Portal", 2]], daily: "",
};
const TRY = { table: "abc", at: 5, over: true, won: true, rounds: 9, lines: ["x"] };

describe("dates", () => {
  it("is the date of the player's own clock", () => {
    expect(localDate(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
    expect(localDate(new Date(2026, 10, 18, 0, 1))).toBe("2026-11-18");
  });
  it("knows which dates exist", () => {
    expect(["2026-11-18", "2028-02-29"].every(isDate)).toBe(true);
    expect(["2026-02-30", "2026-13-01", "26-01-01", "", "__proto__", 3, null].some(isDate)).toBe(false);
  });
  it("moves over months and years", () => {
    expect(moved("2026-12-31", 1)).toBe("2027-01-01");
    expect(moved("2026-03-01", -1)).toBe("2026-02-28");
    expect([monthFrom("2026-01", -1), monthFrom("2026-12", 1), monthFrom("2026-02", 1)]).toEqual(["2025-12", "2027-01", "2026-03"]);
  });
  it("lays a month out from Monday to Sunday", () => {
    const weeks = weeksOf("2026-11");
    expect(weeks[0]).toEqual(["", "", "", "", "", "", "2026-11-01"]);
    expect(weeks.at(-1)).toEqual(["2026-11-30", "", "", "", "", "", ""]);
    expect(weeks.flat().filter((date) => date !== "")).toHaveLength(30);
    expect(weeksOf("2027-02")).toHaveLength(4); // the 1st is a Monday
  });
});

describe("a game", () => {
  it("counts once, with what was achieved in it", () => {
    const once = withGame(nothing(), finished("t1"), 10);
    expect(once.games).toEqual([
      { id: "t1", at: 10, won: true, rivals: ["person"], glory: 20, best: 8, luck: 80, captures: [["Quake Dragon", 2]], daily: "" },
    ]);
    expect([...once.achievements]).toEqual([["win", 10], ["haul", 10]]);
    expect(withGame(once, finished("t1"), 99)).toBe(once);
    expect(withGame(once, finished("t2"), 20).achievements.get("win")).toBe(10);
  });
  it("of a loser counts as lost, and a seat that is not there counts nothing", () => {
    const lost = withGame(nothing(), finished("t1", "", 0), 10);
    expect(lost.games[0]).toMatchObject({ won: false, rivals: ["zeno"], best: 3 });
    const before = nothing();
    expect(withGame(before, finished("t1", "", 3), 10)).toBe(before);
  });
  it("ends the try at its date, and no other one", () => {
    const begun = withTry(nothing(), "2026-11-18", "t1", 5);
    expect(begun.dailies.get("2026-11-18")).toMatchObject({ table: "t1", over: false });
    expect(withTry(begun, "2026-11-18", "t2", 6)).toBe(begun);
    const over = withGame(begun, finished("t1", "2026-11-18"), 10);
    expect(over.dailies.get("2026-11-18")).toEqual({ table: "t1", at: 5, over: true, won: true, rounds: 2, lines: ["one", "two"] });
    const second = withGame(over, finished("t2", "2026-11-18", 0), 20);
    expect(second.dailies.get("2026-11-18")?.table).toBe("t1");
    expect(second.games).toHaveLength(2);
  });
});

describe("what a profile comes to", () => {
  it("adds up rivals, dice, turns, luck and days in a row", () => {
    const one: Profile = {
      games: [
        { ...GAME, id: "a", rivals: ["zeno", "zeno"], captures: [["Portal", 2], ["Life Cantrip", 1]] } as never,
        { ...GAME, id: "b", won: false, best: 3, luck: 20, captures: [["Life Cantrip", 4]] } as never,
      ],
      achievements: new Map(),
      dailies: new Map([
        ["2026-11-15", TRY], ["2026-11-16", { ...TRY, won: false }], ["2026-11-17", TRY],
        ["2026-11-18", { ...TRY, over: false }],
      ]),
    };
    const stats = statsOf(one, "2026-11-18");
    expect(stats).toMatchObject({ games: 2, wins: 1, best: 8, luck: [80, 20] });
    expect(stats.rivals.get("zeno")).toEqual({ played: 2, won: 1 });
    expect(stats.favourites).toEqual([["Life Cantrip", 5], ["Portal", 2]]);
    expect(stats.dailies).toEqual({ played: 3, won: 2, streak: 3 });
    expect(statsOf(one, "2026-11-20").dailies.streak).toBe(0);
    expect(statsOf(nothing(), "2026-11-18")).toMatchObject({ games: 0, best: 0, luck: [] });
  });
});

describe("a file", () => {
  it("holds all of it", () => {
    const one = withGame(withTry(nothing(), "2026-11-18", "t1", 5), finished("t1", "2026-11-18"), 10);
    expect(parsed(written(one))).toEqual(one);
  });
  it("adds what is new, and counts nothing twice", () => {
    const mine = withGame(nothing(), finished("t1"), 10);
    const theirs = withGame(withGame(nothing(), finished("t1"), 3), finished("t2", "", 0), 4);
    const both = merged(mine, theirs);
    expect(both.games.map(({ id }) => id)).toEqual(["t1", "t2"]);
    expect(both.achievements.get("win")).toBe(3);
    expect(merged(both, theirs)).toEqual(both);
    const begun = withTry(nothing(), "2026-11-18", "t9", 1);
    const over = withGame(nothing(), finished("t1", "2026-11-18"), 10);
    expect(merged(begun, over).dailies.get("2026-11-18")?.table).toBe("t1");
    expect(merged(over, begun).dailies.get("2026-11-18")?.table).toBe("t1");
  });
  it.each([
    ["", "not_json"],
    ["{", "not_json"],
    ["[]", "not_profile"],
    ["null", "not_profile"],
    ['{"format": "quarriors-record"}', "not_profile"],
    [text({ version: "1" }), "not_profile"],
    [text({ version: 2 }), "newer"],
    [text({ games: {} }), "damaged"],
    [text({ games: [{ ...GAME, id: "<script>" }] }), "damaged"],
    [text({ games: [{ ...GAME, at: -1 }] }), "damaged"],
    [text({ games: [{ ...GAME, glory: 1e9 }] }), "damaged"],
    [text({ games: [{ ...GAME, luck: 101 }] }), "damaged"],
    [text({ games: [{ ...GAME, rivals: ["a", "b", "c", "d"] }] }), "damaged"],
    [text({ games: [{ ...GAME, captures: [["x".repeat(61), 1]] }] }), "damaged"],
    [text({ games: [{ ...GAME, daily: "today" }] }), "damaged"],
    [text({ games: Array(2 * MOST_GAMES + 1).fill(GAME) }), "damaged"],
    [text({ achievements: { WIN: 1 } }), "damaged"],
    [text({ achievements: [] }), "damaged"],
    ['{"format":"quarriors-profile","version":1,"games":[],"achievements":{"__proto__":1},"dailies":{}}', "damaged"],
    [text({ dailies: { "2026-02-30": TRY } }), "damaged"],
    [text({ dailies: { "2026-11-18": { ...TRY, lines: Array(6).fill("") } } }), "damaged"],
    [" ".repeat(4_000_001), "large"],
  ])("that is wrong is refused: %#", (given, fault) => {
    expect(parsed(given)).toBe(fault);
  });
  it("may hold more than is known, and that is dropped", () => {
    const found = parsed(text({ games: [{ ...GAME, spy: "x" }], more: 1 })) as Profile;
    expect(found.games).toEqual([GAME]);
  });
});

describe("the storage", () => {
  beforeEach(() => {
    localStorage.clear();
    clearProfile();
  });
  it("keeps what changes, and forgets it when told to", () => {
    changeProfile((mine) => withGame(mine, finished("t1"), 10));
    expect(loadProfile().games).toHaveLength(1);
    clearProfile();
    expect(loadProfile()).toEqual(nothing());
  });
  it("puts a text aside that it cannot read", () => {
    localStorage.setItem("quarriors.profile", text({ version: 7 }));
    expect(loadProfile()).toEqual(nothing());
    changeProfile((mine) => withGame(mine, finished("t1"), 10));
    expect(localStorage.getItem("quarriors.profile.unread")).toBe(text({ version: 7 }));
  });
  it("lasts for the visit where nothing can be stored", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    changeProfile((mine) => withGame(mine, finished("t1"), 10));
    expect(loadProfile().games).toHaveLength(1);
    vi.restoreAllMocks();
  });
});
