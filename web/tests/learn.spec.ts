// The tutorial, from its first word to its last.
import { expect, test } from "./fixtures";
import { click, question, rollButton } from "./player";
import { AT_ONCE, remember, tutorial } from "./tables";

test("the tutorial can be left, begun again, and played to its end", async ({ page, server }) => {
  const lesson = await tutorial(server);
  await remember(page.context(), { ...AT_ONCE, roll: "hand" });
  await page.goto(`${server.url}/learn`);
  await page.getByRole("button", { name: "Start" }).click();
  const guide = page.getByRole("complementary", { name: `${lesson.guide} says` });
  const goOn = guide.getByRole("button", { name: "Continue" });
  await goOn.click();
  await page.getByRole("button", { name: "Leave the lesson" }).click();
  await expect(page.getByText(lesson.left)).toBeVisible();
  await page.getByRole("button", { name: "Start over" }).click();
  let nudged = 0;

  for (const step of lesson.steps) {
    if (step.says === "" && step.prompt === null) continue; // shown by itself
    // Dice may have to be rolled before the guide goes on.
    await expect(guide.getByText(step.says, { exact: true }).or(rollButton(page))).toBeVisible();
    if (await rollButton(page).isVisible()) await rollButton(page).click();
    if (step.says !== "") await expect(guide.getByText(step.says, { exact: true })).toBeVisible();
    if (step.prompt === null) {
      await goOn.click();
      continue;
    }
    await expect(question(page)).toHaveText(step.prompt.question);
    const wrong = step.prompt.options.find((option) => option.number !== step.choose);
    if (wrong !== undefined && nudged < 2) {
      // Another choice gets a word and changes nothing.
      await click(page, wrong);
      await expect(guide).toContainText(step.nudge[wrong.verb] ?? step.nudge[""] ?? "");
      await expect(question(page)).toHaveText(step.prompt.question);
      nudged += 1;
    }
    await click(page, step.prompt.options[step.choose! - 1]!);
  }
  expect(nudged).toBe(2);
  await expect(page.getByText(lesson.done)).toBeVisible();
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page).toHaveURL(/\/t\//);
});
