// A phone: one mat at a time, the Wilds in a drawer, the prompt within reach of the thumb.
import type { Page } from "@playwright/test";
import { isClean } from "./axe";
import { expect, test } from "./fixtures";
import { cutOff, tooWide } from "./layout";
import type { OptionShown } from "../src/lib/api/generated";
import { answer, click, dock, endPanel, playUntil, roll, wanted, Wire, type Wanted, type Way } from "./player";
import { allSets, AT_ONCE, quick, startTable, type Stop } from "./tables";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Choose an option by thumb: on the table, then confirmed; or a button. */
const tap = (page: Page, option: OptionShown): Promise<Way> => click(page, option, (at) => at.tap());
/** What a thumb must hit: buttons where the player is asked, and dice and cards that are lit. */
const TARGETS = "[data-light=prompt] :is([data-light^='option:'], [data-light^='confirm']), .spot.lit, .pile.lit";

/** Everything to be tapped is as large as a thumb, in sight, and on the page. */
async function inReach(page: Page, wire: Wire): Promise<void> {
  const asked = wire.prompt!.question;
  expect(await tooWide(page), asked).toBe(0);
  expect(await cutOff(page, "[data-light='prompt']"), asked).toEqual([]);
  expect(await cutOff(page, "[data-light=prompt] .foot button, [data-light^='confirm']"), asked).toEqual([]);
  const sizes = await page.locator(TARGETS).evaluateAll((all) =>
    all
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ width, height }) => Math.min(width, height)),
  );
  expect(Math.min(40, ...sizes), `the smallest target: ${asked}`).toBe(40);
}

test("a game on a phone", async ({ page, server }) => {
  const wire = new Wire(page);
  const clock = { kind: "move" as const, seconds: 3600 };
  // A question about dice: what it is about is in sight while the Wilds are not.
  const aboutDice: Stop = ({ kind }, round) => round >= 3 && kind === "ready";
  await startTable(page, server, { ...quick(30, 3), sets: await allSets(server), clock }, AT_ONCE, aboutDice);
  await wanted(page, wire);
  await isClean(page, "a question");

  // On the narrowest phones the upper edge has room for the phase, the clock and the menu, and the
  // places on the mat for their names.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => cutOff(page, "header.bar > *, header.bar button")).toEqual([]);
  const titles = page.locator(".zone .title");
  expect(await titles.count()).toBeGreaterThan(4);
  expect(await titles.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });

  // One mat at a time.
  const mats = page.getByRole("region", { name: /'s mat$/ });
  await expect(mats).toHaveCount(1);
  await expect(mats).toHaveAccessibleName("Ada's mat");
  const tabs = page.getByRole("navigation", { name: "Player mats" }).getByRole("button");
  await expect(tabs).toHaveCount(4);
  await tabs.nth(1).tap();
  await expect(mats).toHaveCount(1);
  await expect(mats).not.toHaveAccessibleName("Ada's mat");
  await tabs.nth(0).tap();
  await expect(mats).toHaveAccessibleName("Ada's mat");

  // The Wilds come when they are called, and go.
  const wilds = page.getByRole("region", { name: "The Wilds" });
  await expect(wilds).not.toBeInViewport();
  await dock(page).getByRole("button", { name: "Wilds", exact: true }).tap();
  await expect(wilds).toBeInViewport({ ratio: 0.9 });
  await isClean(page, "the Wilds", ".wilds");
  await wilds.locator("[data-light^='card:']:not(.lit)").first().tap();
  const note = page.getByRole("dialog");
  await expect(note).toContainText("What it rolls");
  await note.getByRole("button", { name: "Close", exact: true }).tap();
  await wilds.getByRole("button", { name: "Close", exact: true }).tap();
  await expect(wilds).not.toBeInViewport();

  // The log is a sheet.
  await dock(page).getByRole("button", { name: "Log", exact: true }).tap();
  await expect(page.getByRole("log", { name: "Log" })).toBeInViewport();
  const sheet = page.getByRole("region", { name: "Log and chat" });
  await sheet.getByRole("button", { name: "Close", exact: true }).tap();
  await expect(page.getByRole("log", { name: "Log" })).not.toBeInViewport();

  // What is asked is always in the lower half, and options are as large as a thumb.
  let looks = 0;
  const look = async (wants: Wanted): Promise<boolean> => {
    if (wants !== "answer") return false;
    looks += 1;
    await inReach(page, wire);
    return looks >= 8;
  };
  expect(await playUntil(page, wire, look, (option) => tap(page, option))).toBe(true);
  expect(await cutOff(page, "[data-light='prompt']")).toEqual([]);

  // On its side: the prompt stands beside the mat, and its options are in sight.
  await page.setViewportSize({ width: 844, height: 390 });
  await inReach(page, wire);
  const [mat, prompt] = await Promise.all([mats.boundingBox(), dock(page).boundingBox()]);
  expect(prompt!.x).toBeGreaterThanOrEqual(mat!.x + mat!.width);
  expect(prompt!.y + prompt!.height).toBeLessThanOrEqual(391);
});

for (const [side, width, height] of [["upright", 390, 844], ["on its side", 844, 390]] as const) {
  test(`a whole game by thumb, ${side}, to its end`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    const wire = new Wire(page);
    await startTable(page, server, quick(2), { ...AT_ONCE, roll: "hand" });
    for (;;) {
      const wants = await wanted(page, wire);
      if (wants === "end") break;
      if (wants === "roll") {
        expect(await cutOff(page, "[data-light=prompt] .roll button")).toEqual([]);
        await roll(page);
        continue;
      }
      await inReach(page, wire);
      await answer(page, wire, (option) => tap(page, option));
    }
    await expect(endPanel(page).getByRole("heading", { level: 2 })).toContainText(/win/);
    expect(await tooWide(page)).toBe(0);
  });
}
