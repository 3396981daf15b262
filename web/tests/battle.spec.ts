// Battles and the turns of others as they are shown: how long by the page's own plan, skipped, still.
import type { Page } from "@playwright/test";
import { expect, GONE, test } from "./fixtures";
import { choose, endPanel, liked, playUntil, rollButton, wanted, Wire } from "./player";
import { AT_ONCE, beforeBattle, inRound, quick, startTable } from "./tables";

/** What the page has planned to show (lib/feed/stage), in milliseconds at speed 1. */
interface Planned {
  turnOf: number;
  event: string;
  time: number;
}
const planned = (page: Page): Promise<Planned[]> =>
  page.evaluate(() =>
    performance.getEntriesByName("beat").map((mark) => (mark as PerformanceMark).detail as Planned),
  );
const scene = (page: Page) => page.locator(".scene");

test("a bot's turn takes at most 4 seconds by the page's own plan, and is left on its mat", async ({ page, server }) => {
  const wire = new Wire(page);
  await startTable(page, server, quick(20), AT_ONCE, inRound(2));
  await playUntil(page, wire, () => wire.round > 5, (option) => choose(page, option));
  const turns: number[] = [];
  let before = -1;
  for (const { turnOf, time } of await planned(page)) {
    if (turnOf !== wire.me && turnOf !== before) turns.push(0);
    if (turnOf !== wire.me) turns[turns.length - 1]! += time;
    before = turnOf;
  }
  expect(turns.length).toBeGreaterThan(2);
  expect(Math.max(...turns)).toBeGreaterThan(500);
  expect(Math.max(...turns), `milliseconds of each turn: ${turns.join(", ")}`).toBeLessThanOrEqual(4000);
  await expect(page.locator("[data-light='story:1'] li").first()).toBeVisible();
});

test.describe("on a clock that the test holds", () => {
  // The page may miss a sign of life when its time jumps, and connect again.
  test.use({ expected: GONE });

  test("a battle is a scene that a click or Escape skips", async ({ page, server }) => {
    const wire = new Wire(page);
    await page.clock.install();
    await startTable(page, server, quick(20), { ...AT_ONCE, speed: 1, motion: "full" }, beforeBattle);
    await page.clock.pauseAt(Date.now() + 600_000); // from here on it goes on when the test says so
    for (const skip of [() => scene(page).getByRole("button", { name: "Skip" }).click(), () => page.keyboard.press("Escape")]) {
      await toScene(page, wire);
      await expect(scene(page).locator(".striker").first()).toBeVisible();
      const shown = await scene(page).textContent();
      await skip();
      // The clock stands still, so nothing else ends the scene; the next one may have come already.
      await expect.poll(async () => (await scene(page).count()) > 0 && (await scene(page).textContent()) === shown).toBe(false);
    }
  });
});

/** Answer what is asked and let time pass until a battle is on the table. */
async function toScene(page: Page, wire: Wire): Promise<void> {
  const found = async (): Promise<boolean> => {
    if (await scene(page).isVisible()) return true;
    expect(await endPanel(page).count(), "a game without a battle").toBe(0);
    // Nothing is waited for in vain: a question may be answered twice.
    if (wire.prompt !== null) await choose(page, liked(wire.prompt));
    await page.clock.runFor(300);
    return false;
  };
  await expect.poll(found, { intervals: [60], timeout: 300_000 }).toBe(true);
}

test("nothing moves under reduced motion: battles are told in the dock", async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const wire = new Wire(page);
  await startTable(page, server, quick(20), { ...AT_ONCE, speed: 4, motion: "auto" }, beforeBattle);
  await page.evaluate(() => {
    const found = { moving: 0, scenes: 0, battles: 0 };
    Object.assign(window, { found });
    // The style sheet makes motions as short as can be instead of taking them away.
    const moves = (one: Animation): boolean => Number(one.effect?.getComputedTiming().endTime ?? 0) > 20;
    const look = (): void => {
      found.moving = Math.max(found.moving, document.getAnimations().filter(moves).length);
      found.scenes += document.querySelectorAll(".scene").length;
      found.battles += document.querySelectorAll(".battle").length;
      requestAnimationFrame(look);
    };
    look();
  });
  const fought = async (): Promise<boolean> => (await planned(page)).some(({ event }) => event === "total");
  expect(await playUntil(page, wire, fought)).toBe(true);
  const found = await page.evaluate(() => (window as unknown as { found: Record<string, number> }).found);
  expect(found).toMatchObject({ moving: 0, scenes: 0 });
  expect(found.battles).toBeGreaterThan(0);
});

test("Roll shakes the dice while it is held, and throws them on release", async ({ page, server }) => {
  const wire = new Wire(page);
  await startTable(page, server, quick(), { ...AT_ONCE, roll: "hand" });
  expect(await wanted(page, wire)).toBe("roll");
  await rollButton(page).hover({ force: true });
  await page.mouse.down();
  await expect(page.locator(".mat.shaking")).toBeVisible();
  await expect(rollButton(page)).toBeVisible();
  await page.mouse.up();
  await expect(rollButton(page)).toBeHidden();
  expect(await wanted(page, wire)).toBe("answer");
});
