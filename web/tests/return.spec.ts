// Reasons to come back: the daily, a profile of one's own, and the call back to the table.
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { playUntil, Wire } from "./player";
import { AT_ONCE, quick, remember, startTable } from "./tables";

const NOON = new Date(2026, 10, 18, 12); // the player's own clock: the 18th of November
const TODAY = "2026-11-18";

/** The browser's clock stands at a date; timers run on. */
async function onDate(page: Page, date: Date): Promise<void> {
  await page.clock.setFixedTime(date);
}

/** What other windows would see: a page that is looked at, or not. */
async function look(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (value ? "hidden" : "visible") });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

/** Count notifications instead of showing them; permission is what the test says. */
async function fakeNotifications(page: Page, answer: "granted" | "denied"): Promise<void> {
  await page.addInitScript((given) => {
    const shown: { title: string; body: string; tag: string; open: boolean }[] = [];
    class Fake {
      static get permission(): string {
        return sessionStorage.getItem("permission") ?? "default"; // a browser remembers it
      }
      static requestPermission(): Promise<string> {
        sessionStorage.setItem("permission", given);
        return Promise.resolve(given);
      }
      #mine: (typeof shown)[number];
      onclick: (() => void) | null = null;
      constructor(title: string, { body = "", tag = "" }: NotificationOptions = {}) {
        this.#mine = { title, body, tag, open: true };
        shown.push(this.#mine);
      }
      close(): void {
        this.#mine.open = false;
      }
    }
    Object.assign(window, { Notification: Fake, notificationsShown: shown });
  }, answer);
}

const shown = (page: Page): Promise<{ title: string; body: string; tag: string; open: boolean }[]> =>
  page.evaluate(() => (window as unknown as { notificationsShown: [] }).notificationsShown);
const icon = (page: Page): Promise<string | null> => page.locator("link[rel=icon]").getAttribute("href");

test("a daily is played once, shared in five lines, and found in the calendar", async ({ page, server, context }) => {
  await onDate(page, NOON);
  await remember(context, AT_ONCE);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const wire = new Wire(page);
  await page.goto(server.url);
  await page.getByRole("link", { name: /^Daily game/ }).click();
  const today = page.locator(`[data-daily="${TODAY}"]`);
  await expect(today).toContainText("Daily #322");
  await expect(today).toContainText("You against Bruno");
  await expect(today.locator(".wilds li")).toHaveCount(10);
  await expect(page.locator(`[data-day="${TODAY}"]`)).toHaveAttribute("aria-current", "date");
  await page.getByRole("button", { name: "Play today's game" }).click();
  await expect(page).toHaveURL(/\/t\//);
  const table = page.url();

  // Another window does not begin a second one.
  const other = await context.newPage();
  await onDate(other, NOON);
  await other.goto(`${server.url}/daily`);
  await expect(other.getByRole("link", { name: "Continue your game" })).toHaveAttribute("href", new URL(table).pathname);
  await expect(other.getByRole("button", { name: "Play today's game" })).toHaveCount(0);
  await expect(other.locator(`[data-day="${TODAY}"] [role=img]`)).toHaveAttribute("aria-label", /started$/);
  await other.close();

  await playUntil(page, wire, () => false);
  const lines = page.locator("[data-share]");
  await expect(lines).toContainText(`Quarriors! daily #322 · ${TODAY}`);
  const text = (await lines.innerText()).trim().split("\n");
  expect(text).toHaveLength(5);
  expect(text[1]).toMatch(/^(🏆 Beat|💀 Lost to) Bruno (in|after) \d+ rounds$/u);
  expect(text[2]).toMatch(/^⭐ \d+:\d+ Glory$/u);
  expect(text[3]).toMatch(/^[⬜🟨🟧🟥🟪]+$/u);
  expect(text[4]).toBe(`${server.url}/daily`);
  await page.locator("section.end.sheet details > summary").last().click();
  await expect(page.locator("[data-verdict=daily]")).toContainText(`follow from the date ${TODAY}`);

  await page.goto(`${server.url}/daily`);
  await expect(page.getByText("You've had your try for today.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play today's game" })).toHaveCount(0);
  await page.getByRole("button", { name: "Copy result" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text.join("\n"));
  await expect(page.locator(`[data-day="${TODAY}"] [role=img]`)).toHaveAttribute("aria-label", /(won in|lost after) \d+ rounds$/);
  await expect(page.locator("[data-stat=played]")).toHaveText("1");
  await expect(page.locator("[data-stat=streak]")).toHaveText("1");

  // The next day has a game of its own, and the calendar still has this one.
  await onDate(page, new Date(2026, 11, 1, 0, 5));
  await page.reload();
  await expect(page.locator('[data-daily="2026-12-01"]')).toContainText("You against Marta");
  await expect(page.getByRole("button", { name: "Play today's game" })).toBeVisible();
  await page.getByRole("button", { name: "Previous month" }).click();
  await expect(page.locator(`[data-day="${TODAY}"] [role=img]`)).toHaveAttribute("aria-label", /rounds$/);
  await expect(page.getByRole("button", { name: "Next month" })).toBeEnabled();
});

test("dice of a date are for its own table alone", async ({ server }) => {
  const answer = await fetch(`${server.url}/api/daily?date=${TODAY}`);
  const { setup } = (await answer.json()) as { setup: object };
  const made = (body: object): Promise<Response> =>
    fetch(`${server.url}/api/tables`, {
      method: "POST",
      body: JSON.stringify({ setup: body, name: "Ada" }),
      headers: { "Content-Type": "application/json" },
    });
  expect((await made({ ...setup, goal: 3 })).status).toBe(422);
  expect((await made({ ...setup, daily: "2026-11-19" })).status).toBe(422);
  expect((await made(setup)).status).toBe(201);
  expect((await fetch(`${server.url}/api/daily?date=2026-02-30`)).status).toBe(422);
});

test("a profile counts a game once, and goes to another browser by a file", async ({ page, server, somebody }, info) => {
  const wire = new Wire(page);
  await startTable(page, server, quick(3));
  await playUntil(page, wire, () => false);
  await expect(page.locator("[data-new]").first()).toBeVisible();
  await page.reload();
  await expect(page.locator("section.end.sheet details").last()).toBeVisible();
  await expect(page.locator("[data-new]")).toHaveCount(0); // it was counted before
  await page.goto(`${server.url}/profile`);
  await expect(page.locator("[data-stat=games]")).toHaveText("1");
  await expect(page.locator("[data-trophy]")).toHaveCount(24);
  const earned = await page.locator("li.earned").count();
  expect(earned).toBeGreaterThan(0);
  await expect(page.locator("[data-rival=greedy]")).toBeVisible();
  await page.locator("[data-trophy=quest]").click();
  await expect(page.getByText("Complete a quest (Quartifacts).")).toBeVisible();

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as a file" }).click(),
  ]);
  const path = info.outputPath("profile.json");
  await file.saveAs(path);

  const there = await somebody();
  await there.goto(`${server.url}/profile`);
  await expect(there.getByText("Nothing here yet.")).toBeVisible();
  const chosen = there.locator("input[type=file]");
  for (const [text, said] of [
    ["not JSON at all", "it can't be read at all"],
    ['{"format": "something else"}', "isn't a profile of Quarriors!"],
    [readFileSync(path, "utf8").replace('"version":1', '"version":9'), "from a newer version"],
    [readFileSync(path, "utf8").replace('"won":', '"won":"yes","lost":'), "damaged"],
  ] as const) {
    const bad = info.outputPath("bad.json");
    writeFileSync(bad, text);
    await chosen.setInputFiles(bad);
    await expect(there.getByRole("alert")).toContainText(said);
  }
  await expect(there.getByText("Nothing here yet.")).toBeVisible();
  await chosen.setInputFiles(path);
  await expect(there.getByText(`1 game and ${earned} achievement`)).toBeVisible();
  await expect(there.locator("[data-stat=games]")).toHaveText("1");
  await chosen.setInputFiles(path);
  await expect(there.getByText("0 games and 0 achievements are new")).toBeVisible();
  await expect(there.locator("[data-stat=games]")).toHaveText("1");
  await there.getByRole("button", { name: "Delete everything" }).click();
  await there.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(there.getByText("Nothing here yet.")).toBeVisible();
});

test("a hidden page calls its player back", async ({ page, server, context }) => {
  await fakeNotifications(page, "granted");
  const { table } = await startTable(page, server, quick(20));
  await page.goto(server.url);
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("checkbox", { name: "Turn notifications" }).click();
  await expect(page.getByRole("checkbox", { name: "Turn notifications" })).toBeChecked();
  await page.goto(`${server.url}/t/${table}`);
  await expect(page).toHaveTitle(/^Your turn!/);

  // It is my turn when I leave: title and icon say so, and that is no news.
  await look(page, true);
  await expect(page).toHaveTitle(/^● Your turn!/);
  expect(await icon(page)).toBe("/favicon-turn.svg");
  expect(await shown(page)).toEqual([]);

  // I play on in another window, until the rival has had a turn.
  const other = await context.newPage();
  const wire = new Wire(other);
  await other.goto(`${server.url}/t/${table}`);
  expect(await playUntil(other, wire, async () => (await shown(page)).length > 0)).toBe(true);
  expect(await shown(page)).toEqual([
    { title: "Your turn!", body: "Greedy and the dice are waiting for you.", tag: table, open: true },
  ]);
  await expect(page).toHaveTitle(/^● Your turn!/);
  await look(page, false);
  await expect(page).toHaveTitle(/^Your turn!/);
  expect(await icon(page)).toBe("/favicon.svg");
  expect((await shown(page)).map(({ open }) => open)).toEqual([false]);
});

test("notifications stay off where they are refused", async ({ page, server, context }) => {
  await fakeNotifications(page, "denied");
  await remember(context, { ...AT_ONCE, language: "it" });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Impostazioni" }).first().click();
  await page.getByRole("checkbox", { name: "Notifiche di turno" }).click();
  await expect(page.getByText("Il browser non consente le notifiche per questo sito.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Notifiche di turno" })).not.toBeChecked();
});
