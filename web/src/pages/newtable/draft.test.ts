// What the form says becomes the set-up that the server is asked for.
import { describe, expect, it } from "vitest";
import { brought, deviceNames, keepDraft, lastDraft, mistakes, parsed, setupOf, usual, type Draft } from "./draft";

const draft = (changes: Partial<Draft> = {}): Draft => ({ ...usual("en"), ...changes });

describe("setupOf", () => {
  it("is the usual table if nothing was touched", () => {
    expect(setupOf(draft(), [])).toEqual({
      seats: [{ kind: "person" }, { kind: "bot", bot: "isolde" }],
      edition: "qultimate",
      sets: ["base"],
      modules: null,
      variants: [],
      mix: "hint",
      featured: "",
      wilds: [],
      without: [],
      goal: null,
      open: false,
      watch: true,
      chat: true,
      rated: true,
      clock: { kind: "none" },
      grace: 120,
      language: "en",
    });
  });

  it("gives a person no bot, even if one was chosen before", () => {
    const seats: Draft["seats"] = [
      { kind: "person", bot: "mcts", name: "" },
      { kind: "person", bot: "greedy", name: "" },
      { kind: "bot", bot: "mcts", name: "" },
    ];
    expect(setupOf(draft({ seats }), []).seats).toEqual([
      { kind: "person" },
      { kind: "person" },
      { kind: "bot", bot: "mcts" },
    ]);
  });

  it("sends only modules of sets that are in the game", () => {
    const wanted = draft({ ownModules: true, modules: ["quests", "light_vs_dark_rules"] });
    expect(setupOf(wanted, ["quests"]).modules).toEqual(["quests"]);
    expect(setupOf({ ...wanted, modules: [] }, ["quests"]).modules).toEqual([]);
    expect(setupOf({ ...wanted, ownModules: false }, ["quests"]).modules).toBeNull();
  });

  it("favours a set only where the mix does, and only one that is in the game", () => {
    const two = draft({ sets: ["base", "promos"], featured: "promos" });
    expect(setupOf(two, []).featured).toBe("");
    for (const mix of ["small_side", "side", "two_scoops"]) {
      expect(setupOf({ ...two, mix }, []).featured).toBe("promos");
    }
    expect(setupOf({ ...two, mix: "side", sets: ["base"] }, []).featured).toBe("");
  });

  it("with a code sends neither sets nor cards nor mixes", () => {
    const setup = setupOf(draft({ code: "  Q1-ABC ", wilds: ["Portal"], mix: "side", featured: "base" }), []);
    expect(setup.code).toBe("Q1-ABC");
    for (const name of ["sets", "modules", "mix", "featured", "wilds", "without"]) {
      expect(setup).not.toHaveProperty(name);
    }
  });

  it("counts clocks in seconds", () => {
    expect(setupOf(draft({ clock: "days", days: "3" }), []).clock).toEqual({ kind: "days", seconds: 259_200 });
    expect(mistakes(draft({ clock: "days", days: "15" }))).toEqual({ days: "shell.new_clock_days_bad" });
    expect(mistakes(draft({ clock: "days", days: "1" }))).toEqual({});
    expect(setupOf(draft({ clock: "move", time: "3", unit: "minutes" }), []).clock).toEqual({
      kind: "move",
      seconds: 180,
    });
    expect(setupOf(draft({ clock: "game", time: "1", unit: "hours", extra: "15" }), []).clock).toEqual({
      kind: "game",
      seconds: 3600,
      extra: 15,
    });
  });

  it("takes everything else as it is", () => {
    const all = draft({
      edition: "revised",
      variants: ["expert_culling"],
      wilds: ["Quake Dragon"],
      without: ["Portal"],
      goal: " 7 ",
      open: true,
      watch: false,
      chat: false,
      grace: 30,
      language: "it",
    });
    expect(setupOf(all, [])).toMatchObject({
      edition: "revised",
      variants: ["expert_culling"],
      wilds: ["Quake Dragon"],
      without: ["Portal"],
      goal: 7,
      open: true,
      watch: false,
      chat: false,
      grace: 30,
      language: "it",
    });
  });
});

describe("brought", () => {
  it("lists the rules of the chosen sets", () => {
    const sets = [
      { name: "base", modules: [] },
      { name: "quartifacts", modules: ["quests"] },
      { name: "light_vs_dark", modules: ["light_vs_dark_rules"] },
    ];
    expect(brought(["base", "quartifacts"], sets)).toEqual(["quests"]);
    expect(brought(["base"], sets)).toEqual([]);
  });
});

describe("mistakes", () => {
  it("has none for the usual table", () => {
    expect(mistakes(draft())).toEqual({});
  });

  it("wants a set, unless a code names the cards", () => {
    expect(mistakes(draft({ sets: [] }))).toEqual({ sets: "shell.new_sets_bad" });
    expect(mistakes(draft({ sets: [], code: "Q1" }))).toEqual({});
  });

  it.each(["0", "100", "-3", "7.5", "ten"])("refuses the goal %s", (goal) => {
    expect(mistakes(draft({ goal }))).toEqual({ goal: "shell.new_goal_bad" });
  });

  it.each([
    ["4", "seconds"],
    ["15", "days"],
    ["", "minutes"],
    ["soon", "hours"],
  ] as const)("refuses a clock of %s %s", (time, unit) => {
    expect(mistakes(draft({ clock: "move", time, unit }))).toEqual({ time: "shell.new_clock_bad" });
    expect(mistakes(draft({ clock: "none", time, unit }))).toEqual({});
  });

  it("looks at the seconds won only where they count", () => {
    expect(mistakes(draft({ clock: "game", extra: "9999" }))).toEqual({ extra: "shell.new_clock_extra_bad" });
    expect(mistakes(draft({ clock: "move", extra: "9999" }))).toEqual({});
  });
});

describe("the last table", () => {
  it("is remembered", () => {
    const mine = draft({ edition: "original", sets: ["base", "promos"], goal: "9" });
    keepDraft(mine);
    expect(lastDraft("en")).toEqual(mine);
    keepDraft(null);
    expect(lastDraft("it")).toEqual(usual("it"));
  });

  it.each(["", "no json", "[]", '{"seats": [], "sets": "base", "unit": "weeks", "clock": "sun", "grace": "x"}'])(
    "is the usual one if %j is stored",
    (text) => {
      expect(parsed(text, "en")).toEqual(usual("en"));
    },
  );
});

describe("people on this device", () => {
  const person = (name: string): Draft["seats"][number] => ({ kind: "person", bot: "", name });
  const seats = [person(""), { kind: "bot" as const, bot: "pip", name: "" }, person(" Bo "), person("")];
  const playful = ["Ada", "Sir Rollalot"];

  it("are called as they typed it, or by a playful name that nobody has", () => {
    const names = deviceNames(draft({ seats, device: true }), "Ada", playful);
    expect([...names]).toEqual([[0, "Ada"], [2, "Bo"], [3, "Sir Rollalot"]]);
    expect(deviceNames(draft({ seats, device: false }), "Ada", playful).size).toBe(0);
    expect(deviceNames(draft({ seats: seats.slice(0, 2), device: true }), "Ada", playful).size).toBe(0);
  });

  it("need names of their own, and a table that nobody else finds", () => {
    expect(mistakes(draft({}), ["Ada", "ada"]).names).toBe("shell.new_device_same");
    expect(mistakes(draft({}), ["Ada", "Bo"]).names).toBeUndefined();
    expect(setupOf(draft({ device: true, open: true }), []).open).toBe(false);
  });

  it("have no names in drafts of older versions", () => {
    const stored = JSON.stringify({ seats: [{ kind: "person", bot: "" }, { kind: "bot", bot: "pip" }] });
    expect(parsed(stored, "en").seats.map((seat) => seat.name)).toEqual(["", ""]);
    expect(parsed(stored, "en").device).toBe(false);
  });
});
