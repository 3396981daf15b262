// axe finds nothing of any level, in either theme.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

type Axe = { run(part: string, options: RunOptions): Promise<AxeResults> };

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The rules that judge colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

async function found(page: Page, part: string, rules: string[]): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ([where, only]) => {
      const { axe } = window as unknown as { axe: Axe };
      const chosen = only.length > 0 ? { runOnly: only } : { rules: { "label-content-name-mismatch": { enabled: true } } };
      const { violations } = await axe.run(where, { resultTypes: ["violations"], ...chosen });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
      );
    },
    [part, rules] as const,
  );
}

/** Look at a page whose theme is the system's, or at a part of it that lies over the rest. */
export async function isClean(page: Page, where: string, part = "html"): Promise<void> {
  const root = page.locator("html");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root).toHaveAttribute("data-theme", "dark");
  expect((await found(page, part, [])).slice(0, 10), `${where}, dark`).toEqual([]);
  // Themes differ in colours and in nothing else.
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).toHaveAttribute("data-theme", "light");
  const pale = await found(page, part, COLOURS);
  expect(pale.slice(0, 10), `${where}, light`).toEqual([]);
}
