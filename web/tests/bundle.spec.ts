// How much a browser has to load for a first game, and how soon it shows something.
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "./fixtures";
import { options } from "./player";
import { AT_ONCE, quick, remember, startTable } from "./tables";

const PAGES = fileURLToPath(new URL("../../src/quarriors/server/web/pages/", import.meta.url));
const MOST = 250_000; // bytes of the scripts and styles of a first game, gzipped
/** What somebody opens who plays a first game; the faces of the rivals are fetched at the table. */
const FIRST_GAME = ["index.html", "src/pages/Home.svelte", "src/pages/NewTable.svelte", "src/pages/TablePage.svelte", "src/lib/art/portraits.ts"];
const SOUNDS = "src/lib/sound/synth.ts";

/** What the build says about its files: https://vite.dev/guide/backend-integration */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;
const manifest = JSON.parse(readFileSync(`${PAGES}.vite/manifest.json`, "utf8")) as Manifest;

/** The files that some parts of the client are made of, with all that these import. */
function filesOf(parts: readonly string[], found = new Set<string>()): Set<string> {
  for (const part of parts) {
    const entry = manifest[part];
    if (entry === undefined) throw new Error(`the build has no ${part}`);
    if (found.has(entry.file)) continue;
    found.add(entry.file);
    for (const sheet of entry.css ?? []) found.add(sheet);
    filesOf(entry.imports ?? [], found);
  }
  return found;
}

const weigh = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(readFileSync(PAGES + name)).length, 0);
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

test("what a first game loads is small", () => {
  const first = filesOf(FIRST_GAME);
  const all = readdirSync(`${PAGES}assets`).map((name) => `assets/${name}`);
  const code = all.filter((name) => /\.(?:js|css)$/.test(name));
  const fonts = all.filter((name) => /\.woff2?$/.test(name));
  console.log(
    `gzipped: a first game ${kilobytes(weigh(first))} in ${first.size} files, the sounds ` +
      `${kilobytes(weigh(filesOf([SOUNDS])))}, all pages ${kilobytes(weigh(code))}, fonts ${kilobytes(weigh(fonts))}`,
  );
  expect(first.size).toBeGreaterThan(5);
  expect(first.size).toBeLessThan(code.length);
  expect(fonts.length).toBeGreaterThan(0);
  expect(first.has(manifest[SOUNDS]!.file), "sounds are apart").toBe(false);
  expect(weigh(first)).toBeLessThan(MOST);
});

test("from home by the form to a table, nothing else is loaded", async ({ page, server }) => {
  const loaded = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(?:js|css)$/.test(pathname)) loaded.add(pathname.slice(1));
  });
  await remember(page.context(), AT_ONCE);
  await page.goto(server.url);
  await page.getByRole("banner").getByRole("link", { name: "New table" }).click();
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(options(page).or(page.locator("button.lit")).first()).toBeVisible();
  const counted = filesOf([...FIRST_GAME, SOUNDS]);
  expect([...loaded].filter((name) => !counted.has(name))).toEqual([]);
  expect(loaded.has(manifest["src/pages/TablePage.svelte"]!.file)).toBe(true);
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
  const marked = (): Promise<number[]> =>
    page.evaluate(() => performance.getEntriesByName("useful").map(({ startTime }) => startTime));
  const times: number[] = [];
  for (let visit = 0; visit < 6; visit += 1) {
    if (visit > 0) await page.reload();
    await expect.poll(async () => (await marked()).length).toBe(1);
    times.push(Math.round((await marked())[0]!));
  }
  const [first, ...again] = times;
  console.log(`first useful paint: ${first} ms, again: ${again.join(", ")} ms; load ${loadavg()[0]!.toFixed(1)}`);
  expect(times).toHaveLength(6);
});
