// The page for owners of the box: Wilds, counter and look-up, with and without a connection.
import type { Page } from "@playwright/test";
import * as en from "../src/lib/i18n/en";
import { isClean } from "./axe";
import { Builds } from "./builds";
import { expect, GONE, test } from "./fixtures";
import { tooWide } from "./layout";
import { AT_ONCE, remember } from "./tables";

const tab = (page: Page, name: keyof typeof en.box): Promise<void> =>
  page.getByRole("tab", { name: en.box[name] }).click();
const names = (page: Page): Promise<string[]> => page.locator("li:has(.acts) .card strong").allInnerTexts();
const glory = (page: Page): Promise<string[]> => page.locator(".count strong").allInnerTexts();

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("Wilds are drawn, swapped, banned and opened by link, and every part is clean", async ({ page, server }) => {
    await remember(page.context(), AT_ONCE);
    await page.goto(`${server.url}/box`);
    await page.getByLabel("Quartifacts").check();
    await isClean(page, "my sets");
    await page.getByRole("button", { name: en.box.sets_go }).click();
    await page.getByRole("button", { name: en.box.draw_again }).click();
    await expect(page.getByRole("heading", { name: en.box.kind_quest })).toBeVisible();
    const first = await names(page);
    expect(first).toHaveLength(11); // seven creatures, three spells, one quest
    const [kept, gone, never] = first as [string, string, string];
    await page.getByRole("button", { name: `Swap ${gone} for another card`, exact: true }).click();
    await expect.poll(() => names(page)).not.toContain(gone);
    await page.getByRole("button", { name: `Ban ${never}`, exact: false }).click();
    await expect.poll(() => names(page)).not.toContain(never);
    const swapped = await names(page);
    expect(first.filter((name) => !swapped.includes(name)).sort()).toEqual([gone, never].sort());
    expect(swapped).toHaveLength(11);
    await page.getByRole("button", { name: `Keep ${kept}`, exact: false }).click();
    await isClean(page, "the Wilds");
    expect(await tooWide(page)).toBe(0);
    const code = await page.locator(".letters").innerText();
    await page.getByRole("button", { name: en.box.draw_again }).click();
    await expect(page.locator(".letters")).not.toHaveText(code);
    const drawn = await names(page);
    expect(drawn).toContain(kept);
    expect(drawn).not.toContain(never);
    for (const [name, sign] of [["tab_setup", "ol li"], ["tab_glory", ".buttons"], ["tab_find", "details"]] as const) {
      await tab(page, name);
      await expect(page.locator(sign).first()).toBeVisible();
      await isClean(page, name);
      expect(await tooWide(page), name).toBe(0);
    }
    await page.goto(`${server.url}/box?code=${code}&sets=base,quartifacts&players=2`);
    await expect(page.locator(".letters")).toHaveText(code);
    expect(await names(page)).toEqual(swapped);
  });
});

test.describe("without a connection", () => {
  test.use({ expected: GONE });

  test("the page opens again with Wilds, counter, set-up and look-up", async ({ page, door }) => {
    await remember(page.context(), AT_ONCE);
    await page.goto(`${door.url}/box?show=glory`);
    const plus = page.getByRole("button", { name: "+3 Glory for Player 1" });
    await plus.click();
    await plus.click();
    await page.getByLabel("Name of player 2").fill("Ada");
    await page.getByRole("button", { name: "+1 Glory for Ada" }).click();
    await expect(page.getByText(en.box.kept_kept)).toBeVisible();
    await tab(page, "tab_wilds");
    await expect(page.locator(".letters")).toBeVisible();
    const code = await page.locator(".letters").innerText();

    door.close();
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.locator(".letters")).toHaveText(code);
    await expect(page.getByText(en.box.kept_kept)).toBeVisible();
    await page.getByRole("button", { name: en.box.draw_again }).click(); // the server has drawn more in advance
    await expect(page.locator(".letters")).not.toHaveText(code);
    await page.locator("li .acts").first().getByRole("button").nth(1).click();
    await expect(page.getByText(en.box.away)).toBeVisible();
    await tab(page, "tab_setup");
    await expect(page.getByText("8 × Basic Quiddity and 4 × Assistant")).toBeVisible();
    await page.getByRole("radio", { name: "4" }).check();
    await expect(page.getByText("12 Glory to win")).toBeVisible();
    await page.getByRole("button", { name: "Rule 2.3" }).click();
    await expect(page.getByRole("dialog")).toContainText("8 Basic Quiddity dice");
    await page.keyboard.press("Escape");
    await tab(page, "tab_find");
    await page.getByRole("searchbox").fill("quake dragon");
    await page.getByRole("button", { name: /^Mighty Quake Dragon Quake/ }).click();
    await expect(page.getByRole("dialog").getByRole("heading", { name: "Mighty Quake Dragon" })).toBeVisible();
    await page.keyboard.press("Escape");
    await tab(page, "tab_glory");
    expect(await glory(page)).toEqual(["6", "1"]);
    await page.getByRole("button", { name: "Undo: Ada +1" }).press("Enter");
    await page.getByRole("button", { name: "Undo: Player 1 +3" }).press("Enter");
    expect(await glory(page)).toEqual(["3", "0"]);
  });

  test("a newer build takes the place of the one that the worker has stored", async ({ page, server }) => {
    const builds = new Builds(server);
    await builds.open();
    const entry = (): Promise<string | null> => page.locator("script[type=module]").getAttribute("src");
    const stored = (): Promise<string[]> => page.evaluate(() => caches.keys());
    try {
      await remember(page.context(), AT_ONCE);
      await page.goto(`${builds.url}/box?show=glory`);
      await page.getByRole("button", { name: "+3 Glory for Player 1" }).click();
      await expect(page.getByText(en.box.kept_kept)).toBeVisible();
      const [before, files] = [await entry(), await stored()];

      // The server is renewed while the page is open: it goes on, and finds the new build.
      builds.second = true;
      await tab(page, "tab_find");
      await expect(page.getByRole("searchbox")).toBeVisible();
      await tab(page, "tab_glory");
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      await expect.poll(entry).not.toBe(before);
      await expect.poll(() => glory(page)).toEqual(["3", "0"]);
      expect(await stored()).toEqual(files.map(Builds.renamed));

      // Nothing of the first build is left: without a connection the new one opens.
      await builds.close();
      await page.context().setOffline(true);
      await page.reload();
      await expect.poll(() => glory(page)).toEqual(["3", "0"]);
      expect(await entry()).toBe(Builds.renamed(before!));
    } finally {
      await builds.close();
    }
  });
});
