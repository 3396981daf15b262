// axe finds nothing serious, in either theme.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The rules that judge colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

async function serious(page: Page, part: string, rules: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).include(part);
  axe.setLegacyMode(); // the other one opens a page for each look, for the sake of frames
  const found = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
}

/** Look at a page whose theme is the system's, or at a part of it that lies over the rest. */
export async function isClean(page: Page, where: string, part = "html"): Promise<void> {
  const root = page.locator("html");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root).toHaveAttribute("data-theme", "dark");
  expect((await serious(page, part, [])).slice(0, 10), `${where}, dark`).toEqual([]);
  // Themes differ in colours and in nothing else.
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).toHaveAttribute("data-theme", "light");
  const pale = await serious(page, part, COLOURS);
  expect(pale.slice(0, 10), `${where}, light`).toEqual([]);
}
