// Dark and light, and a table in Italian.
import type { Page } from "@playwright/test";
import * as it from "../src/lib/i18n/it";
import { expect, test } from "./fixtures";
import { isItalian } from "./italian";
import { choose, endPanel, playUntil, wanted, Wire } from "./player";
import { AT_ONCE, quick, remember, startTable } from "./tables";

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
  await dialog.getByRole("radio", { name: "Dark" }).check();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await dialog.getByRole("radio", { name: "Light" }).check();
  await expect(root).toHaveAttribute("data-theme", "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "light");
  expect(await brightness(page)).toBeGreaterThan(150);
});

test("Italian: a table, its dialogs and its end", async ({ page, server }) => {
  const wire = new Wire(page);
  const setup = { ...quick(2), language: "it" as const };
  await startTable(page, server, setup, { ...AT_ONCE, language: "it", roll: "hand" });
  await wanted(page, wire);
  await isItalian(page, "the table");
  await playUntil(page, wire, (wants) => wants === "answer");
  await isItalian(page, "a question");
  await page.getByRole("button", { name: it.table.hint, exact: true }).click();
  const hint = page.getByRole("complementary", { name: it.table.hint });
  await expect(hint).toBeVisible();
  await isItalian(page, "a hint");
  await page.keyboard.press("Escape");
  await expect(hint).toBeHidden();
  await page.getByRole("button", { name: it.table.orders, exact: true }).click();
  await isItalian(page, "orders");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await isItalian(page, "keys");
  await page.keyboard.press("Escape");
  await playUntil(
    page,
    wire,
    (wants) => wants === "end",
    (option) => choose(page, option),
  );
  await expect(endPanel(page).getByRole("heading", { level: 2 })).toBeVisible();
  await isItalian(page, "the end");
});
