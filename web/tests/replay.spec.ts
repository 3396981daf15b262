// Finished games, looked at again.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { AT_ONCE, remember } from "./tables";

const controls = (page: Page): Locator => page.getByRole("region", { name: "Replay" });
const scrubber = (page: Page): Locator => page.getByRole("slider", { name: "Position in the game" });

/** The frame that is shown, counted from 0. */
async function frame(page: Page): Promise<number> {
  return Number(await scrubber(page).inputValue());
}

test("a replay goes step by step, turn by turn, anywhere, plays by itself, and pauses", async ({
  page,
  server,
  finished: table,
}) => {
  await remember(page.context(), AT_ONCE);
  await page.goto(`${server.url}/tables?show=replays`);
  // The list is some seconds behind, which need not be waited for.
  server.later(10);
  const entry = page.locator(`a[href="/r/${table}"]`);
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(entry).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await entry.click();
  await expect(page.getByRole("region", { name: "Greedy 2's mat" })).toBeVisible();
  const last = Number(await scrubber(page).getAttribute("max"));
  const press = (name: string): Promise<void> => controls(page).getByRole("button", { name }).click();
  expect(await frame(page)).toBe(0);

  await press("One step forward");
  await expect(scrubber(page)).toHaveValue("1");
  await press("One step forward");
  await expect(scrubber(page)).toHaveValue("2");
  await press("One step back");
  await expect(scrubber(page)).toHaveValue("1");

  await press("Next turn");
  await expect(controls(page)).toContainText("Turn 2");
  const second = await frame(page);
  expect(second).toBeGreaterThan(1);
  await press("Previous turn");
  await expect(controls(page)).toContainText("Turn 1");

  // Keys do the same.
  await page.keyboard.press("Home");
  await expect(scrubber(page)).toHaveValue("0");
  await page.keyboard.press("ArrowRight");
  await expect(scrubber(page)).toHaveValue("1");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(scrubber(page)).toHaveValue(String(second));

  // Anywhere: the table shows that moment, the log ends there.
  const middle = Math.floor(last / 2);
  await scrubber(page).fill(String(middle));
  await expect(controls(page)).toContainText(`${middle + 1} / ${last + 1}`);
  const lines = await page.getByRole("log", { name: "Log" }).getByRole("paragraph").count();
  await scrubber(page).fill(String(last - 1));
  await expect
    .poll(() => page.getByRole("log", { name: "Log" }).getByRole("paragraph").count())
    .toBeGreaterThan(lines);

  // It plays by itself, at the speed that is asked for, up to the result.
  await scrubber(page).fill(String(Math.max(0, last - 4)));
  await controls(page).getByRole("combobox", { name: "Speed" }).selectOption("4");
  await press("Play");
  const result = page.getByRole("dialog", { name: "Result" });
  await expect(result.getByRole("heading", { level: 2 }).nth(1)).toContainText("wins!");
  await expect(scrubber(page)).toHaveValue(String(last));
  await page.keyboard.press("Escape");
  await expect(result).toBeHidden();

  // A link to a moment opens there, as somebody's seat if asked for.
  await page.goto(`${server.url}/r/${table}?at=${middle}`);
  await expect(scrubber(page)).toHaveValue(String(middle));
  await controls(page).getByRole("combobox", { name: "Seen by" }).selectOption({ label: "Greedy 2" });
  await expect(page.getByRole("main").getByRole("region", { name: "Greedy 2's mat" })).toBeVisible();

  // Pause stops it, and the speed is kept.
  await page.keyboard.press("Home");
  await expect(scrubber(page)).toHaveValue("0");
  await controls(page).getByRole("combobox", { name: "Speed" }).selectOption("0.5");
  await page.keyboard.press(" ");
  await expect.poll(() => frame(page)).toBeGreaterThan(0);
  await controls(page).getByRole("button", { name: "Pause" }).click();
  await expect(controls(page).getByRole("button", { name: "Play" })).toBeVisible();
  await expect(controls(page).getByRole("combobox", { name: "Speed" })).toHaveValue("0.5");
});
