// Spans of time as people say them.
import { beforeEach, expect, it } from "vitest";
import { changeSettings } from "./settings.svelte";
import { ago, clockWords, span, timeLeft } from "./time";

beforeEach(() => changeSettings({ language: "en" }));

it.each([
  [5, "5 seconds"],
  [60, "1 minute"],
  [90, "90 seconds"],
  [7_200, "2 hours"],
  [86_400, "1 day"],
])("%d is %s", (seconds, words) => {
  expect(span(seconds)).toBe(words);
});

it.each([
  [1_000, "just now"],
  [1_030, "just now"],
  [880, "2 minutes ago"],
  [1_000 - 90_000, "1 day ago"],
])("%d, seen from 1000, is %s", (moment, words) => {
  expect(ago(moment, 1_000)).toBe(words);
});

it("tells the clock of a table", () => {
  expect(clockWords({})).toBe("no timer");
  expect(clockWords({ kind: "move", seconds: 30 })).toBe("30 seconds per move");
  expect(clockWords({ kind: "days", seconds: 259_200 })).toBe("3 days per move, by correspondence");
  expect(clockWords({ kind: "game", seconds: 600, extra: 5 })).toBe(
    "10 minutes per game, 5 seconds more with each answer",
  );
});

it.each([
  [200_000, "2 d 7 h"],
  [7_260, "2 h 1 min"],
  [61, "2 min"],
  [-5, "0 min"],
])("of %d seconds, %s are left", (seconds, words) => {
  expect(timeLeft(seconds)).toBe(words);
});
