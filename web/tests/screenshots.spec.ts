// Pictures of the main pages for people to look at, in a folder that git ignores.
import type { Page } from "@playwright/test";
import type { Replay, View } from "../src/lib/api/generated";
import { expect, test } from "./fixtures";
import { endPanel, wanted, Wire } from "./player";
import type { Server } from "./server";
import { allSets, AT_ONCE, finishedGame, inRound, quick, remember, startTable } from "./tables";

const SIZES = [
  [1440, 900],
  [390, 844],
] as const;
const SETTINGS = { ...AT_ONCE, theme: "auto" as const };

/** Both sizes in both themes. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(720, 2); // points at nothing
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      // What measures itself has done so after two frames.
      await page.evaluate(async () => {
        await document.fonts.ready;
        for (let frames = 0; frames < 2; frames += 1)
          await new Promise((next) => requestAnimationFrame(next));
      });
      const path = `screenshots/${name}-${width}x${height}-${colorScheme}.png`;
      const picture = await page.screenshot({ path, animations: "disabled" });
      expect(picture.length).toBeGreaterThan(10_000); // not an empty page
    }
  }
}

test("home, new table, cards, tutorial", { tag: "@long" }, async ({ page, server }) => {
  await remember(page.context(), SETTINGS);
  await page.goto(server.url);
  await expect(page.getByRole("button", { name: "Play now" })).toBeVisible();
  await shoot(page, "home");
  await page.goto(`${server.url}/new`);
  await expect(page.getByRole("button", { name: "Create table" })).toBeVisible();
  await shoot(page, "new-table");
  await page.goto(`${server.url}/cards`);
  await expect(page.getByRole("link", { name: "Portal" })).toBeVisible();
  await shoot(page, "cards");
  await page.goto(`${server.url}/learn`);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Leave the lesson" })).toBeVisible();
  await shoot(page, "tutorial");
});

test("the middle of a game with four players and everything mixed", { tag: "@long" }, async ({ page, server }) => {
  const wire = new Wire(page);
  const setup = { ...quick(40, 3), sets: await allSets(server) };
  await startTable(page, server, setup, SETTINGS, inRound(6));
  await wanted(page, wire);
  await shoot(page, "table");
});

/** A finished game, and the frame in which a player is attacked and has to choose; -1 if none is. */
async function playedGame(server: Server): Promise<{ table: string; frames: number; at: number }> {
  const bot = { kind: "bot" as const, bot: "greedy" };
  const seats = [bot, bot, bot, bot];
  const setup = { seats, goal: 20, sets: await allSets(server) };
  const table = await finishedGame(server, setup);
  const { frames } = (await (
    await fetch(`${server.url}/api/tables/${table}/replay`)
  ).json()) as Replay;
  let view: Partial<View> = {};
  const at = frames.findIndex((frame) => {
    view = { ...view, ...(frame.view as Partial<View>) };
    return (view.attack ?? null) !== null;
  });
  return { table, frames: frames.length, at };
}

test("an attack, a replay, an end", { tag: "@long" }, async ({ page, server }) => {
  await remember(page.context(), SETTINGS);
  const { table, frames, at } = await playedGame(server);
  expect(at, "a choice in an attack").toBeGreaterThan(0);

  await page.goto(`${server.url}/t/${table}`);
  await expect(endPanel(page).getByRole("heading", { level: 2 })).toBeVisible();
  await shoot(page, "end");
  await page.goto(`${server.url}/r/${table}?at=${Math.floor(frames / 2)}`);
  await expect(page.getByRole("region", { name: "Replay" })).toBeVisible();
  await shoot(page, "replay");

  await page.goto(`${server.url}/r/${table}?at=${at}`);
  await expect(page.locator("[data-light=attack]")).toBeVisible();
  await shoot(page, "attack");
});
