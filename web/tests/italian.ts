// Whether a page is Italian: it has none of the sentences of the English one.
import { expect, type Page } from "@playwright/test";
import * as en from "../src/lib/i18n/en";
import * as it from "../src/lib/i18n/it";

/** Sentences of the English page that the Italian one must not have, as patterns. */
const ENGLISH: RegExp[] = (() => {
  type Words = Record<string, Record<string, string>>;
  const own = new Set(Object.values(it as Words).flatMap((part) => Object.values(part)));
  const found: RegExp[] = [];
  for (const [part, words] of Object.entries(en as Words))
    for (const [name, text] of Object.entries(words)) {
      const same = (it as Words)[part]?.[name] === text || own.has(text);
      const letters = text.replace(/\{\w+(?=[:}])/g, "").match(/[A-Za-z]{3,}/g) ?? [];
      if (same || letters.length === 0) continue;
      const plain = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
      const pattern = plain
        .replace(/\{\w+:([^{}|]*)\\\|([^{}|]*)\}/g, (_, one: string, many: string) =>
          `(?:${one}|${many})`.replaceAll("#", "\\d+"),
        )
        .replaceAll("{n}", "\\d+")
        .replace(/\{\w+\}/g, ".+");
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

export async function isItalian(page: Page, where: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  const words = await said(page);
  expect(words.length, where).toBeGreaterThan(10);
  const english = words.filter((text) => ENGLISH.some((pattern) => pattern.test(text)));
  expect(english, `${where} is not all Italian`).toEqual([]);
}
