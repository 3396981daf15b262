// Dark and light, English and Italian.
import type { Page } from "@playwright/test";
import * as en from "../src/lib/i18n/en";
import * as it from "../src/lib/i18n/it";
import { expect, test } from "./fixtures";
import { answer, endPanel, options, playUntil, wanted, Wire } from "./player";
import { AT_ONCE, finishedGame, quick, remember, sitDown } from "./tables";

/** How bright the page is, from 0 to 255. */
function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
    return 0.3 * red + 0.6 * green + 0.1 * blue;
  });
}

test("dark by default at night, light by wish", async ({ page, server }) => {
  await remember(page.context(), { name: "Ada" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(server.url);
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  expect(await brightness(page)).toBeLessThan(80);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).toHaveAttribute("data-theme", "light");
  expect(await brightness(page)).toBeGreaterThan(150);

  await page.getByRole("banner").getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("radio", { name: "Candles" }).check();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await dialog.getByRole("radio", { name: "Noon" }).check();
  await expect(root).toHaveAttribute("data-theme", "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "light");
  expect(await brightness(page)).toBeGreaterThan(150);
});

test("nothing moves for those who ask for it", async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const wire = new Wire(page);
  await sitDown(page, server, quick(), { name: "Ada", autoRoll: true, speed: 1 });
  await expect(page.locator("html")).toHaveAttribute("data-motion", "none");
  await wanted(page, wire);
  await answer(page, wire);
  const running = await page.evaluate(
    () => document.getAnimations().filter((animation) => animation.playState === "running").length,
  );
  expect(running).toBe(0);
});

// --- Italian ---

/** Sentences of the English page that the Italian one must not have, as patterns. */
const ENGLISH: RegExp[] = (() => {
  type Words = Record<string, Record<string, string>>;
  const own = new Set(Object.values(it as Words).flatMap((part) => Object.values(part)));
  const found: RegExp[] = [];
  for (const [part, words] of Object.entries(en as Words))
    for (const [name, text] of Object.entries(words)) {
      const same = (it as Words)[part]?.[name] === text || own.has(text);
      const letters = text.replace(/\{\w+\}/g, "").match(/[A-Za-z]{3,}/g) ?? [];
      if (same || letters.length === 0) continue;
      const plain = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
      const pattern = plain.replaceAll("{n}", "\\d+").replace(/\{\w+\}/g, ".+");
      found.push(new RegExp(`^${pattern}$`, "u"));
    }
  return found;
})();

/** All that a page says: text, names, titles, and what stands in empty boxes. */
function said(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? "");
    for (const element of document.body.querySelectorAll("*"))
      for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"])
        found.push(element.getAttribute(name) ?? "");
    return [...new Set(found.map((text) => text.replace(/\s+/gu, " ").trim()))];
  });
}

async function isItalian(page: Page, where: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  const words = await said(page);
  expect(words.length, where).toBeGreaterThan(10);
  const english = words.filter((text) => ENGLISH.some((pattern) => pattern.test(text)));
  expect(english, `${where} is not all Italian`).toEqual([]);
}

test("Italian: no English word of the page's own", async ({ page, server }) => {
  const table = await finishedGame(server, { language: "it" });
  const wishes = { ...AT_ONCE, language: "it" as const, autoRoll: false };
  await remember(page.context(), wishes);
  const cards = ["/cards", "/cards?card=Portal"];
  const lists = ["/games", "/tables", "/tables?show=replays"];
  const plain = ["/", "/new", "/join", "/rules", "/about", "/learn"];
  for (const path of [...plain, ...lists, ...cards, `/r/${table}`]) {
    await page.goto(server.url + path);
    await page.waitForLoadState("networkidle");
    await isItalian(page, path);
  }
  await page.goto(`${server.url}/learn`);
  await page.getByRole("button", { name: it.learn.begin }).click();
  await expect(page.getByRole("button", { name: it.learn.go_on })).toBeVisible();
  await isItalian(page, "the lesson");
});

test("Italian: a table, its dialogs and its end", async ({ page, server }) => {
  const wire = new Wire(page);
  const setup = { ...quick(2), language: "it" as const };
  await sitDown(page, server, setup, { ...AT_ONCE, language: "it", autoRoll: false });
  await wanted(page, wire);
  await isItalian(page, "the table");
  await playUntil(page, wire, (wants) => wants === "answer");
  await isItalian(page, "a question");
  await page.getByRole("button", { name: it.table.hint, exact: true }).click();
  await expect(page.getByRole("complementary", { name: it.table.hint })).toBeVisible();
  await isItalian(page, "a hint");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: it.table.orders, exact: true }).click();
  await isItalian(page, "orders");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await isItalian(page, "keys");
  await page.keyboard.press("Escape");
  for (;;) {
    const wants = await wanted(page, wire);
    if (wants === "end") break;
    if (wants === "roll") await page.keyboard.press("r");
    else
      await answer(page, wire, async ({ number }) => {
        await options(page).nth(number - 1).click();
        return "list";
      });
  }
  await expect(endPanel(page).getByRole("heading", { level: 2 })).toBeVisible();
  await isItalian(page, "the end");
});

test("the language can be changed in the middle of a game", async ({ page, server }) => {
  const wire = new Wire(page);
  await sitDown(page, server, quick());
  await wanted(page, wire);
  const english = wire.prompt!.question;
  await page.getByRole("button", { name: "Menu of the table" }).click();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "Italiano" }).check();
  await page.keyboard.press("Escape");
  await expect.poll(() => wire.prompt?.question).not.toBe(english);
  await wanted(page, wire);
  await isItalian(page, "the table");
});
