// How many clicks a game takes with the settings of a first visit: printed for some games, and
// asserted for their median and for the first of them.
import type { Page } from "@playwright/test";
import type { Advice } from "../src/lib/api/generated";
import { expect, test } from "./fixtures";
import { click, wanted, Wire } from "./player";
import { Server } from "./server";
import { startTable } from "./tables";

const MOST = 45; // clicks
const ROUNDS = 11; // for which they are allowed
const SEEDS = [1, 2, 3, 4, 5];

/** The number of the option that the server advises to choose. */
async function advised(page: Page, heard: () => Advice | null, state: number): Promise<number> {
  await expect(async () => {
    await page.keyboard.press("h");
    await expect.poll(() => heard()?.state, { timeout: 5_000 }).toBe(state);
  }).toPass();
  await page.keyboard.press("Escape");
  return heard()!.lines[0]!.option;
}

/** Play a game as the server advises, by mouse; gives the clicks and the rounds. */
async function play(page: Page, server: Server): Promise<{ clicks: number; rounds: number; spent: Record<string, number> }> {
  let advice: Advice | null = null;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload)) as Advice | { type: "other" };
      if (message.type === "advice") advice = message;
    }),
  );
  const wire = new Wire(page);
  const seats = [{ kind: "person" as const }, { kind: "bot" as const, bot: "pip" }];
  // Only faster than usual: dice roll without a click, as they do after a moment.
  await startTable(page, server, { seats }, { speed: 0, motion: "none", name: "Ada" });
  const clicks = (): Promise<number> => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
  await page.evaluate(() => {
    Object.assign(window, { clicks: 0 });
    addEventListener("click", ({ isTrusted }) => isTrusted && (window as unknown as { clicks: number }).clicks++, true);
  });
  const spent: Record<string, number> = {};
  let before = 0;
  for (;;) {
    if ((await wanted(page, wire)) === "end") break;
    const { state } = wire;
    const { kind, options, shortcut } = wire.prompt!;
    const number = await advised(page, () => advice, state);
    const button = page.locator("[data-light=shortcut]");
    if (shortcut.includes(number) && (await button.isVisible())) {
      const sent = wire.answers.length;
      await button.click();
      // All of its answers, unless something else is asked in between.
      await expect.poll(() => wire.answers.length - sent >= shortcut.length || wire.prompt?.kind !== kind).toBe(true);
    } else await click(page, options[number - 1]!);
    await wire.moved(state);
    await expect.poll(() => wire.over || wire.state !== wire.answers.at(-1)).toBe(true);
    const now = await clicks();
    spent[kind] = (spent[kind] ?? 0) + now - before;
    before = now;
  }
  return { clicks: await clicks(), rounds: wire.round, spent };
}

test("a base game against one bot takes few clicks", { tag: "@long" }, async ({ somebody }) => {
  test.setTimeout(3_600_000);
  const found: number[] = [];
  for (const seed of SEEDS) {
    const server = new Server(seed);
    await server.start();
    const page = await somebody();
    const { clicks, rounds, spent } = await play(page, server);
    await page.close();
    await server.close();
    found.push((clicks * ROUNDS) / rounds);
    const kinds = Object.entries(spent).map(([kind, many]) => `${kind} ${many}`);
    console.log(`game ${seed}: ${clicks} clicks in ${rounds} rounds (${kinds.join(", ")}): ${found.at(-1)!.toFixed(1)} for ${ROUNDS}`);
  }
  const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
  const median = [...found].sort((a, b) => a - b)[Math.floor(found.length / 2)]!;
  console.log(`clicks for ${ROUNDS} rounds: median ${median.toFixed(1)}, mean ${mean.toFixed(1)} of ${found.length} games`);
  expect(found[0]).toBeLessThanOrEqual(MOST);
  expect(median).toBeLessThanOrEqual(MOST);
});
