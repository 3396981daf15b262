// A phone: one mat at a time, the Wilds in a drawer, the prompt within reach of the thumb.
import type { Page } from "@playwright/test";
import { isClean } from "./axe";
import { expect, test } from "./fixtures";
import { cutOff, tooWide } from "./layout";
import { answer, dock, endPanel, options, playUntil, wanted, Wire, type Wanted, type Way } from "./player";
import { allSets, AT_ONCE, quick, startTable } from "./tables";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Choose an option in the list. */
async function tap(page: Page, number: number): Promise<Way> {
  await options(page).nth(number - 1).tap();
  return "list";
}

test("a game on a phone", async ({ page, server }) => {
  const wire = new Wire(page);
  const clock = { kind: "move" as const, seconds: 3600 };
  await startTable(page, server, { ...quick(30, 3), sets: await allSets(server), clock });
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
    expect(await tooWide(page), wire.prompt!.question).toBe(0);
    const box = (await dock(page).boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(845);
    await expect(options(page).first()).toBeInViewport();
    const heights = await options(page).evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(Math.min(...heights), "height of an option").toBeGreaterThanOrEqual(40);
    return wire.round >= 4;
  };
  await playUntil(page, wire, look, ({ number }) => tap(page, number));
  expect(looks).toBeGreaterThan(4);
  expect(await cutOff(page, "[data-light='prompt']")).toEqual([]);

  // On its side: the prompt stands beside the mat, and its options are in sight.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(options(page).first()).toBeInViewport({ ratio: 1 });
  expect(await tooWide(page)).toBe(0);
  const [mat, prompt] = await Promise.all([mats.boundingBox(), dock(page).boundingBox()]);
  expect(prompt!.x).toBeGreaterThanOrEqual(mat!.x + mat!.width);
  expect(prompt!.y + prompt!.height).toBeLessThanOrEqual(391);
});

test("a whole game by thumb, to its end", async ({ page, server }) => {
  const wire = new Wire(page);
  await startTable(page, server, quick(2), { ...AT_ONCE, autoRoll: false });
  for (;;) {
    const wants = await wanted(page, wire);
    if (wants === "end") break;
    if (wants === "roll") await dock(page).getByRole("button", { name: "Roll!" }).tap();
    else await answer(page, wire, ({ number }) => tap(page, number));
  }
  await expect(endPanel(page).getByRole("heading", { level: 2 })).toContainText(/win/);
  expect(await tooWide(page)).toBe(0);
});
