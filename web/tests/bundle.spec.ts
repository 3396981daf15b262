// How much a browser has to load, and how soon it shows something.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "./fixtures";
import { options } from "./player";
import { quick, startTable } from "./tables";

const ASSETS = fileURLToPath(new URL("../../src/quarriors/server/web/pages/assets/", import.meta.url));
const MOST = 250_000; // bytes of all scripts and styles, gzipped

test("the bundle is small", () => {
  const weigh = (names: RegExp): number[] =>
    readdirSync(ASSETS)
      .filter((name) => names.test(name))
      .map((name) => gzipSync(readFileSync(ASSETS + name)).length);
  const sum = (sizes: number[]): number => sizes.reduce((all, size) => all + size, 0);
  const code = weigh(/\.(?:js|css)$/);
  const fonts = weigh(/\.woff2?$/);
  const said = [code, fonts].map((sizes) => `${(sum(sizes) / 1000).toFixed(1)} kB`);
  console.log(`bundle: ${code.length} files, ${said[0]} gzipped, and ${said[1]} of fonts`);
  expect(code.length).toBeGreaterThan(10);
  expect(fonts.length).toBeGreaterThan(0);
  expect(sum(code)).toBeLessThan(MOST);
});

test("the first useful paint of a table is measured", { tag: "@long" }, async ({ page, server }) => {
  // When the question can be read, in milliseconds since the address was opened.
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector("[data-asks]") === null) return;
      watch.disconnect();
      requestAnimationFrame(() => performance.mark("useful"));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await startTable(page, server, quick());
  await expect(options(page).first()).toBeVisible();
  const marked = (): Promise<number[]> =>
    page.evaluate(() => performance.getEntriesByName("useful").map(({ startTime }) => startTime));
  await expect.poll(async () => (await marked()).length).toBe(1);
  const [first] = await marked();
  await page.reload();
  await expect.poll(async () => (await marked()).length).toBe(1);
  const [again] = await marked();
  console.log(`first useful paint: ${Math.round(first!)} ms, again: ${Math.round(again!)} ms`);
});
