// Whole games against a bot: by mouse on the table itself, and without a mouse.
import type { Page } from "@playwright/test";
import { isClean } from "./axe";
import { expect, test } from "./fixtures";
import { usedArea } from "./layout";
import {
  answer,
  click,
  dock,
  endPanel,
  options,
  playUntil,
  roll,
  rollButton,
  type,
  walkTo,
  wanted,
  Wire,
  type Way,
} from "./player";
import { AT_ONCE, layTable, quick, remember, startTable } from "./tables";

test("a whole game by mouse, on lit dice and cards", async ({ page, server }) => {
  const wire = new Wire(page);
  await startTable(page, server, quick(2), { ...AT_ONCE, roll: "hand" });
  const ways: Record<Way | "roll", number> = { die: 0, card: 0, list: 0, key: 0, roll: 0 };
  for (;;) {
    const what = await wanted(page, wire);
    if (what === "end") break;
    if (what === "roll") {
      if (ways.roll === 0) await isClean(page, "before the roll", "main, [data-light=prompt]");
      await roll(page);
      ways.roll += 1;
    } else {
      if (ways.card + ways.die + ways.list === 0) await looksFull(page);
      const [asks, clicks] = [wire.state, await clicked(page)];
      ways[await answer(page, wire)] += 1;
      expect((await clicked(page)) - clicks, `clicks for answer ${asks}`).toBeLessThanOrEqual(2);
    }
  }
  expect(ways.roll).toBeGreaterThan(1);
  expect(ways.card, "captures on cards").toBeGreaterThan(0);
  expect(ways.die + ways.list).toBeGreaterThan(0);

  const end = endPanel(page);
  await expect(end.getByRole("heading", { level: 2 })).toContainText(/win/);
  await expect(end.getByRole("img", { name: /Glory by round/ })).toBeVisible();
  await expect(end.getByRole("link", { name: "Watch the replay" })).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    end.getByRole("button", { name: "Download record" }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^quarriors-.*\.json$/);

  // The table can be looked at again, and a rematch is one click away.
  await end.getByRole("button", { name: "Close", exact: true }).click();
  await expect(end).toBeHidden();
  await page.getByRole("button", { name: "How it ended" }).click();
  const before = page.url();
  await end.getByRole("button", { name: "Rematch", exact: true }).click();
  await expect(page).not.toHaveURL(before);
  await expect(rollButton(page).or(options(page).first())).toBeVisible();
});

/** At most two clicks an answer: one that selects, one that confirms. */
function clicked(page: Page): Promise<number> {
  return page.evaluate(() => {
    const counted = window as unknown as { clicks?: number };
    if (counted.clicks === undefined) {
      counted.clicks = 0;
      addEventListener("click", () => (counted.clicks! += 1), true);
    }
    return counted.clicks;
  });
}

/** Two players at 1440x900: the table is used, cards can be read, a click on one captures nothing. */
async function looksFull(page: Page): Promise<void> {
  expect(await usedArea(page), "part of the table that is used").toBeGreaterThan(0.85);
  const texts = page.locator(".wilds .text");
  expect(await texts.count()).toBeGreaterThan(6);
  await expect(texts.first()).toBeVisible();
  await expect(page.locator(".wilds .owned").first()).toHaveText(/^yours: \d+$/);
}

test("from home through a whole game without a mouse", async ({ page, server }) => {
  const wire = new Wire(page);
  const seated = await layTable(server, quick(2));
  await remember(page.context(), { ...AT_ONCE, roll: "hand" }, [seated]);
  await page.goto(server.url);
  await walkTo(page, page.getByRole("button", { name: "Play now" }));
  await walkTo(page, page.getByRole("link", { name: "with Greedy" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(seated.table));
  let rolls = 0;
  let answers = 0;
  for (;;) {
    const what = await wanted(page, wire);
    if (what === "end") break;
    if (what === "roll") {
      await page.keyboard.press(rolls % 2 === 0 ? "r" : "Enter");
      await expect(rollButton(page)).toBeHidden();
      rolls += 1;
      continue;
    }
    if (answers === 0) await lettersAndArrows(page, wire);
    else
      await answer(page, wire, (option, prompt) => {
        // What lies on the table is selected by its number and confirmed by Enter.
        if (option.verb !== "pass") return type(page, option, prompt);
        return page.keyboard.press(String(option.number)).then(() => "key");
      });
    answers += 1;
  }
  expect(rolls).toBeGreaterThan(1);
  expect(answers).toBeGreaterThan(2);
  await expect(endPanel(page).getByRole("heading", { level: 2 })).toContainText(/win/);

  // The tab key finds the way to a rematch.
  const again = endPanel(page).getByRole("button", { name: "Rematch", exact: true });
  const before = page.url();
  await walkTo(page, again, 40);
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(before);
});

/** Letters open things, Esc shuts them, ? tells about all of it; arrows choose an option. */
async function lettersAndArrows(page: Page, wire: Wire): Promise<void> {
  await page.keyboard.press("c");
  await expect(page.getByRole("textbox", { name: "Say something" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();

  await walkTo(page, options(page).first());
  const last = options(page).nth((await options(page).count()) - 1);
  await page.keyboard.press("End");
  await expect(last).toBeFocused();
  const outline = await last.evaluate((button) => getComputedStyle(button).outlineWidth);
  expect(parseFloat(outline), "a focus that can be seen").toBeGreaterThanOrEqual(2);
  const { state } = wire;
  await page.keyboard.press("Enter");
  await wire.moved(state);
}

test("two clicks from home to a game, with dice that are shown, or not for those who ask for it", async ({ page, server }) => {
  await remember(page.context(), { name: "Ada", roll: "hand" });
  const wire = new Wire(page);
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  expect(await playUntil(page, wire, (wants) => wants === "roll")).toBe(true);
  await expect(dock(page)).toContainText("Shake well");
  await roll(page);
  expect(await wanted(page, wire)).toBe("answer");
  await expect(page).toHaveTitle(/Your turn!/);
  const { state, prompt } = wire;
  await click(page, prompt!.options[0]!);
  await wire.moved(state);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-motion", "none");
  expect(await playUntil(page, wire, (wants) => wants === "answer")).toBe(true);
  await answer(page, wire);
  const running = await page.evaluate(
    () => document.getAnimations().filter((animation) => animation.playState === "running").length,
  );
  expect(running).toBe(0);
});
