// The workshop: from "correct this card" to a game played with it, and a pack saved and loaded.
import * as en from "../src/lib/i18n/en";
import { isClean } from "./axe";
import { expect, test } from "./fixtures";
import { tooWide } from "./layout";
import { playUntil, Wire } from "./player";
import { AT_ONCE, remember } from "./tables";

const { workshop } = en;
const GOBLIN = "Scavenging Goblin";

test("a card is corrected, checked as it is typed, saved, loaded, and played with", async ({ page, server }) => {
  const wire = new Wire(page);
  await remember(page.context(), AT_ONCE);
  await page.goto(`${server.url}/cards?card=${encodeURIComponent(GOBLIN)}`);
  await page.getByRole("link", { name: en.pages.cards_correct }).click();
  const state = page.locator(".state [role=status]");
  await expect(state).toHaveText(workshop.good);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel(workshop.cost).fill("1");
  const does = page.getByLabel(workshop.does).first();
  await does.fill("when(SUMMONED, gain_quidity(2))");
  await page.getByLabel(workshop.text_en).first().fill("When summoned: gain 2 Quiddity.");
  await expect(page.locator(".error").first()).toContainText("did you mean `gain_quiddity`?");
  await page.locator("form").getByRole("button", { name: workshop.show }).click();
  expect(await does.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))).toBe(
    "gain_quidity",
  );
  await page.keyboard.type("gain_quiddity");
  await expect(state).toHaveText(workshop.good);
  const live = page.getByRole("group", { name: workshop.picture });
  await expect(live).toContainText("When summoned: gain 2 Quiddity.");
  await expect(live).toContainText("Corrected by the table's pack");
  await page.getByRole("button", { name: workshop.ruling_add }).click();
  await page.keyboard.type("Once a turn."); // the new box has the focus
  await page.locator(".dock").getByRole("button", { name: workshop.show }).click();
  await expect(page.getByLabel(workshop.ruling_it)).toBeFocused();
  await page.keyboard.type("Una volta per turno.");
  await expect(state).toHaveText(workshop.good);
  await expect(live).toContainText("Once a turn.");
  await isClean(page, "the workshop on a phone");
  expect(await tooWide(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The file holds all of it; loaded, it goes on where it was.
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: workshop.save }).click(),
  ]);
  await page.getByRole("button", { name: workshop.remove }).click();
  await expect(page.getByText(workshop.none)).toBeVisible();
  await page.getByRole("button", { name: workshop.undo }).click(); // nothing is lost by mistake
  await expect(page.getByLabel(workshop.cost)).toHaveValue("1");
  await page.getByRole("button", { name: workshop.remove }).click();
  await page.getByLabel(workshop.load).setInputFiles(await saved.path());
  await expect(page.getByLabel(workshop.cost)).toHaveValue("1");
  await expect(page.getByLabel(workshop.ruling_it)).toHaveValue("Una volta per turno.");
  await expect(state).toHaveText(workshop.good);

  await page.getByRole("button", { name: workshop.try, exact: true }).click();
  await expect(page).toHaveURL(/\/t\//);
  const card = page.locator(`[data-light='card:${GOBLIN}']`);
  await expect(card).toContainText("1");
  expect(await playUntil(page, wire, () => wire.round > 2)).toBe(true);
  await expect(card).toBeVisible();
});
