// axe finds nothing at the table. Other tests look where they come by: at dice that wait to
// be rolled, the waiting room, a seat that is offered, a phone, and all other pages.
import type { Page } from "@playwright/test";
import { isClean } from "./axe";
import { expect, test } from "./fixtures";
import { wanted, Wire } from "./player";
import type { Server } from "./server";
import { allSets, AT_ONCE, inRound, quick, startTable } from "./tables";

/** A question in the third round of a game with four players and all sets. */
async function table(page: Page, server: Server): Promise<void> {
  const wire = new Wire(page);
  const setup = { ...quick(30, 3), sets: await allSets(server) };
  await startTable(page, server, setup, AT_ONCE, inRound(3));
  expect(await wanted(page, wire)).toBe("answer");
}

test("the table with four players and all sets", async ({ page, server }) => {
  await table(page, server);
  await isClean(page, "a question");
  await page.getByRole("tab", { name: /Chat/ }).click();
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await expect(page.getByRole("complementary", { name: "Hint" })).toBeVisible();
  await page.getByRole("region", { name: "The Wilds" }).getByRole("button").first().focus();
  await page.keyboard.press("i");
  await expect(page.locator("[popover]")).toBeVisible();
  await isClean(page, "chat, hint and a card", ".side, .bubble, [popover]");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Orders", exact: true }).click();
  await isClean(page, "orders", "dialog");
});

test("the same on screens of every size", { tag: "@long" }, async ({ page, server }) => {
  await table(page, server);
  for (const [width, height] of [[1920, 1080], [1024, 768], [768, 1024], [390, 844], [844, 390]] as const) {
    await page.setViewportSize({ width, height });
    await isClean(page, `${width}x${height}`);
  }
});
