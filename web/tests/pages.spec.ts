// Every page but the table: clean for axe in both themes, no wider than a phone, Italian if asked for.
import type { Page } from "@playwright/test";
import * as it from "../src/lib/i18n/it";
import { isClean } from "./axe";
import { expect, test } from "./fixtures";
import { isItalian } from "./italian";
import { tooWide } from "./layout";
import { AT_ONCE, finishedGame, remember } from "./tables";

/** Each address, and what is there when all of its page has come, and on no page before it. */
const PAGES: Record<string, string> = {
  "/": ".hero button",
  "/new": ".dock button[type=submit]",
  "/join": "form.sheet",
  "/games": ".empty",
  "/tables": ".tables :is(ul, .empty)",
  "/tables?show=replays": ".tables :is(ul, .empty)",
  "/rules": "article",
  "/privacy": ".text h2",
  "/about": ".version:text-matches('[0-9]')",
  "/learn": ".minutes",
  "/box": ".box-tabs .leaf",
  "/workshop": ".begin select",
  "/daily": "[data-daily]",
  "/profile": "[data-trophy]",
};

/** What axe looks at where the rest of a page is looked at elsewhere: below a card, and at a table. */
const PARTS: Record<string, string> = { "card=": "dialog[open]", "/t/": "section.end.sheet" };

/** Go to another page as a link does, without loading the client again. */
async function visit(page: Page, path: string, sign: string): Promise<void> {
  await page.evaluate((address) => {
    const link = document.createElement("a");
    link.href = address;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await expect(page.locator(sign).first()).toBeVisible();
  await expect(page.locator(".spinner")).toHaveCount(0);
}

/** Go to every page and look at it: cards that are searched for, a replay, the end of a game too. */
async function tour(
  page: Page,
  server: { url: string },
  table: string,
  search: string,
  look: (where: string) => Promise<void>,
): Promise<void> {
  await page.goto(`${server.url}/cards`);
  const more = {
    [`/cards?q=${search}`]: ".list a[href*='card=']",
    [`/cards?q=${search}&card=Portal`]: "dialog h2",
    [`/r/${table}`]: "[data-light^='mat:']",
    [`/t/${table}`]: "section.end.sheet h2",
  };
  for (const [path, sign] of Object.entries({ ...PAGES, ...more })) {
    await visit(page, path, sign);
    await look(path);
  }
}

test("axe finds nothing, and no page is wider than a phone", async ({ page, server, finished }) => {
  await remember(page.context(), AT_ONCE);
  await tour(page, server, finished, "dragon", async (where) => {
    if (where === "/rules") await page.getByRole("searchbox").fill("burst"); // all rules look like some
    await isClean(page, where, Object.entries(PARTS).find(([sign]) => where.includes(sign))?.[1]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await tooWide(page), where).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await visit(page, "/learn", ".minutes");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
  await isClean(page, "the lesson");
  await visit(page, "/", ".hero button");
  await page.getByRole("banner").getByRole("button", { name: "Settings" }).click();
  await isClean(page, "settings", "dialog");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the Italian pages have no English word of their own, and are no wider than it", async ({ page, server }) => {
    const table = await finishedGame(server, { language: "it" });
    await remember(page.context(), { ...AT_ONCE, language: "it" });
    await tour(page, server, table, "", async (where) => {
      await isItalian(page, where);
      expect(await tooWide(page), where).toBe(0);
    });
    await visit(page, "/learn", ".minutes");
    await page.getByRole("button", { name: it.learn.begin }).click();
    await expect(page.getByRole("button", { name: it.learn.go_on })).toBeVisible();
    await isItalian(page, "the lesson");
    expect(await tooWide(page), "the lesson").toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await isItalian(page, "the lesson on a desktop");
    await visit(page, `/r/${table}`, "[data-light^='mat:']");
    await isItalian(page, "a replay on a desktop");
  });
});
