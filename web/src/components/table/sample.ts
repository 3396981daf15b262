/**
 * A moment of a real game of four with everything mixed, with fewer cards in the Wilds, for the tests
 * of this folder. It is not part of the bundle.
 */
import type { LogLine, Player, Prompt, Setup, View } from "$lib/api/generated";
import type { Feed } from "$lib/feed/feed";
import { fakeFeed, type FakeFeed } from "$lib/feed/fake";
import { TableUi, tableUiContext } from "./tableUi.svelte";
import file from "./sample.json";

const sample = file as unknown as {
  setup: Setup;
  players: Player[];
  view: View;
  /** What is different a little later, when Ada captures. */
  capturing: Partial<View>;
  prompts: { ready: Prompt; capture: Prompt; may: Prompt; quest: Prompt };
  log: LogLine[];
};

export const { players, setup, prompts, log } = sample;
export const view: View = sample.view;
export const capturing: View = { ...sample.view, ...sample.capturing };

/** A feed in the middle of that game; Ada (seat 0) is asked what to do with her dice. */
export function sampleFeed(overrides: Partial<Feed> = {}): FakeFeed {
  return fakeFeed({ players, setup, view, prompt: prompts.ready, waitingFor: 0, log, ...overrides });
}

/** What a single part of the table is rendered with, and what the player did in it. */
export function sampleTableUi(overrides: Partial<Feed> = {}): {
  feed: FakeFeed;
  ui: TableUi;
  context: Map<unknown, unknown>;
} {
  const feed = sampleFeed(overrides);
  const ui = new TableUi(() => feed);
  return { feed, ui, context: tableUiContext(ui) };
}
