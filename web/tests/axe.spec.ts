// axe finds nothing serious on any page.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { endPanel, playUntil, roll, wanted, Wire } from "./player";
import { AT_ONCE, choices, finishedGame, quick, remember, sitDown } from "./tables";

/** Look at a page, or at a part of it that lies over the rest. */
async function isClean(page: Page, where: string, part = "html"): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).include(part);
  const found = await axe.analyze();
  const serious = found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
  expect(serious.slice(0, 10), where).toEqual([]);
}

for (const theme of ["dark", "light"] as const) {
  test(`the table, ${theme}`, async ({ page, server }) => {
    const { sets } = await choices(server);
    const wire = new Wire(page);
    const setup = { ...quick(30, 3), sets: sets.map(({ name }) => name) };
    await sitDown(page, server, setup, { ...AT_ONCE, theme, autoRoll: false });
    await playUntil(page, wire, (wants) => wants === "roll");
    await isClean(page, "before the roll");
    await roll(page);
    await playUntil(page, wire, (wants) => wants === "answer" && wire.round > 2);
    await isClean(page, "a question");
    await page.getByRole("tab", { name: /Chat/ }).click();
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await expect(page.getByRole("complementary", { name: "Hint" })).toBeVisible();
    await isClean(page, "chat and hint");
    await page.getByRole("region", { name: "The Wilds" }).getByRole("button").first().focus();
    await page.keyboard.press("i");
    await isClean(page, "a card", "[popover]");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Orders", exact: true }).click();
    await isClean(page, "orders", "dialog");
  });

  test(`the pages, ${theme}`, async ({ page, server }) => {
    const table = await finishedGame(server);
    await remember(page.context(), { ...AT_ONCE, theme });
    const cards = ["/cards?q=dragon", "/cards?q=dragon&card=Portal"];
    const plain = ["/", "/new", "/join", "/games", "/tables", "/rules", "/about", "/learn"];
    for (const path of [...plain, ...cards, `/r/${table}`]) {
      await page.goto(server.url + path);
      await page.waitForLoadState("networkidle");
      await isClean(page, path);
    }
    await page.goto(`${server.url}/t/${table}`);
    await expect(endPanel(page).getByRole("heading", { level: 2 })).toBeVisible();
    await isClean(page, "the end of a game");
    await page.goto(`${server.url}/learn`);
    await page.getByRole("button", { name: "Sit down" }).click();
    await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
    await isClean(page, "the lesson");
    await page.goto(server.url);
    await page.getByRole("banner").getByRole("button", { name: "Settings" }).click();
    await isClean(page, "settings", "dialog");
  });
}

test("the waiting room, and a seat that is offered", async ({ page, server, somebody }) => {
  const people = { kind: "person" as const };
  const { table } = await sitDown(page, server, { seats: [people, people, people] });
  await expect(page.getByRole("heading", { name: "The waiting room" })).toBeVisible();
  await isClean(page, "waiting room");
  const guest = await somebody();
  await guest.goto(`${server.url}/t/${table}`);
  await expect(guest.getByRole("button", { name: "Sit down" })).toBeVisible();
  await isClean(guest, "sitting down");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the table", async ({ page, server }) => {
    const wire = new Wire(page);
    await sitDown(page, server, quick());
    await wanted(page, wire);
    await isClean(page, "a question");
    await page.getByRole("button", { name: "Wilds", exact: true }).tap();
    await expect(page.getByRole("region", { name: "The Wilds" })).toBeInViewport();
    await isClean(page, "the Wilds");
  });
});
