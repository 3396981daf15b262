// How much a browser has to load, and how soon it shows something.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "./fixtures";
import { options } from "./player";
import { quick, sitDown } from "./tables";

const ASSETS = fileURLToPath(new URL("../../src/quarriors/server/web/pages/assets/", import.meta.url));
const MOST = 250_000; // bytes, all of it

test("the bundle is small", () => {
  const sizes = readdirSync(ASSETS)
    .filter((name) => /\.(?:js|css|woff2?)$/.test(name))
    .map((name) => gzipSync(readFileSync(ASSETS + name)).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`bundle: ${sizes.length} files, ${(all / 1000).toFixed(1)} kB gzipped`);
  expect(sizes.length).toBeGreaterThan(10);
  expect(all).toBeLessThan(MOST);
});

test("the first useful paint of a table is measured", async ({ page, server }) => {
  // When the question can be read, in milliseconds since the address was opened.
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector("[data-light^='option:']") === null) return;
      watch.disconnect();
      requestAnimationFrame(() => performance.mark("useful"));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await sitDown(page, server, quick());
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
