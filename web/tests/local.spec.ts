// The page without a server: served as files alone, it plays, remembers, and starts without a network.
import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { expect, GONE, test } from "./fixtures";
import { FileServer, listenToWorker, PLAY } from "./local";
import { dock, endPanel, playUntil, wanted } from "./player";
import { Server } from "./server";
import { AT_ONCE, quick, remember, startTable } from "./tables";
import { playTogether } from "./together";

const PYTHON = process.env.PYTHON ?? "python3";
const files = new FileServer();
test.beforeAll(() => files.start());
test.afterAll(() => files.stop());

/** A short game against a bot, chosen on the page for a new table. */
async function newGame(page: Page): Promise<void> {
  await page.goto(`${files.url}#/new`);
  await page.getByText("Rules, goal and variants").click();
  await page.getByLabel("Glory to win").fill("2");
  await page.getByRole("button", { name: "Create table" }).click();
}

test.describe("without a network", () => {
  test.use({ expected: GONE });

  test("first visit, a game with a reload in its middle, its record, and a start offline", async ({ page, context }) => {
    const elsewhere: string[] = [];
    context.on("request", (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(files.url)) elsewhere.push(request.url());
    });
    await remember(context, AT_ONCE);
    const wire = await listenToWorker(page);
    await page.goto(files.url);
    await expect(page.getByRole("progressbar")).toHaveAccessibleName(/^(Loading|Starting) /);
    await newGame(page);
    await wanted(page, wire);
    await expect(page.getByRole("progressbar")).toBeHidden();

    await playUntil(page, wire, (wants) => wants === "answer" && wire.round > 1);
    const { state, prompt } = wire;
    wire.state = -1;
    await page.reload();
    await expect.poll(() => wire.state).toBe(state);
    expect(wire.prompt).toEqual(prompt);

    await playUntil(page, wire, (wants) => wants === "end");
    const end = endPanel(page);
    await expect(end.getByRole("img", { name: /Glory by round/ })).toBeVisible();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      end.getByRole("button", { name: "Download record" }).click(),
    ]);
    const told = execFileSync(PYTHON, ["-m", "quarriors", "verify", (await saved.path())!]).toString();
    expect(told).toContain("The secret fits the commitment");

    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    files.stop();
    await context.setOffline(true);
    await page.goto(files.url);
    await page.locator("button.play").click();
    await expect(dock(page).locator(".question")).toBeVisible();
    expect(elsewhere, "nothing is asked for but files of the folder").toEqual([]);
    await context.setOffline(false);
    await files.start();
  });
});

test.describe("beside a server", () => {
  test.use({ expected: GONE });

  test("a guest plays on when the server is gone", { tag: "@long" }, async ({ page, context }) => {
    const server = new Server(1, ["--play", PLAY]);
    await server.start();
    try {
      await startTable(page, server, quick(20));
      const kept = (): Promise<boolean> =>
        page.evaluate(async () => {
          const all = await navigator.serviceWorker.getRegistrations();
          return all.some(({ scope, active }) => scope.endsWith("/play/") && active !== null);
        });
      await expect.poll(kept).toBe(true);
      await server.stop();
      await page.getByRole("link", { name: "Play on without the server" }).click();
      await page.locator("button.play").click();
      await expect(dock(page).locator(".question")).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/play/");
    } finally {
      await server.close();
      await context.close();
    }
  });
});

test("everything else works there too", { tag: "@long" }, async ({ page, context }) => {
  await remember(context, AT_ONCE);
  const wire = await listenToWorker(page);
  await newGame(page);
  await playUntil(page, wire, (wants) => wants === "end");
  const table = page.url().split("/").at(-1)!;
  await endPanel(page).getByRole("button", { name: "Find out" }).click();
  await expect(page.getByRole("img", { name: /chance of winning/i }).first()).toBeVisible({ timeout: 400_000 });
  await page.goto(`${files.url}#/r/${table}`);
  await expect(page.getByRole("slider")).toBeVisible();
  await page.goto(`${files.url}#/cards?card=Portal`);
  await expect(page.getByRole("dialog")).toContainText("Portal");
  await page.goto(`${files.url}#/rules#6.3`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto(`${files.url}#/learn`);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.goto(`${files.url}#/box?show=wilds`);
  await expect(page.getByRole("button", { name: /Draw/ }).first()).toBeVisible();
  await page.goto(`${files.url}#/workshop?card=Portal`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto(`${files.url}#/games`);
  await page.getByRole("button", { name: "Remove" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.goto(`${files.url}#/t/${table}`);
  await expect(page.getByText("Table not found.")).toBeVisible();
});

test("a daily has one try, a profile goes by a file, and three share the device", { tag: "@long" }, async ({ page, context }, info) => {
  await page.clock.setFixedTime(new Date(2026, 10, 18, 12));
  await remember(context, { ...AT_ONCE, roll: "hand", curtain: true });
  const wire = await listenToWorker(page, 3);
  await page.goto(`${files.url}#/daily`);
  await page.getByRole("button", { name: "Play today's game" }).click();
  await playUntil(page, wire, (wants) => wants === "end");
  await page.goto(`${files.url}#/daily`);
  await expect(page.getByText("You've had your try for today.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play today's game" })).toHaveCount(0);

  await page.goto(`${files.url}#/profile`);
  await expect(page.locator("[data-stat=games]")).toHaveText("1");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as a file" }).click(),
  ]);
  const path = info.outputPath("profile.json");
  await file.saveAs(path);
  await page.getByRole("button", { name: "Delete everything" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(path);
  await expect(page.locator("[data-stat=games]")).toHaveText("1");

  await page.goto(`${files.url}#/new`);
  await playTogether(page, wire);
});
