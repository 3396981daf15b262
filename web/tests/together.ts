// Three people at one device, by the form for a new table: on a server, and on a page without one.
import { expect, type Page } from "@playwright/test";
import { answer, endPanel, roll, type, wanted, type Wire } from "./player";

const NAMES = ["Ada", "Bruno", "Carla"];

/** Set a table for three up on the open form, and play it to its end; each takes the device behind the curtain. */
export async function playTogether(page: Page, wire: Wire): Promise<void> {
  await page.getByRole("combobox", { name: "Who sits in seat 2" }).selectOption("person");
  await page.getByRole("button", { name: "Add a seat" }).click();
  await page.getByRole("combobox", { name: "Who sits in seat 3" }).selectOption("person");
  const several = page.getByRole("checkbox", { name: "Several people on this device" });
  if ((await several.count()) > 0) await several.check(); // without a server they always are
  await page.getByRole("textbox", { name: "Name in seat 2" }).fill("ada");
  await page.getByRole("textbox", { name: "Name in seat 3" }).fill("Carla");
  await expect(page.getByText("Two people on this device have the same name; please change one.")).toBeVisible();
  await page.getByRole("textbox", { name: "Name in seat 2" }).fill("Bruno");
  await page.getByText("Rules, goal and variants").click();
  await page.getByLabel("Glory to win").fill("3");
  await page.getByRole("button", { name: "Create table" }).click();

  const curtain = page.getByRole("dialog");
  const mine = page.locator("main.mine");
  const handed = new Set<string>();
  for (;;) {
    const wants = await wanted(page, wire);
    if (wants === "end") break;
    if (await curtain.isVisible()) {
      const text = (await curtain.getByRole("heading").textContent()) ?? "";
      const who = NAMES.find((name) => text === `Pass the device to ${name}`) ?? "";
      expect(who).not.toBe("");
      handed.add(who);
      await curtain.getByRole("button").click();
      await expect(curtain).toBeHidden();
      await expect(mine).toContainText(who); // the mat in front is theirs
    }
    if (wants === "roll") await roll(page);
    else await answer(page, wire, (option, prompt) => type(page, option, prompt));
  }
  expect([...handed].sort()).toEqual(NAMES);
  await expect(endPanel(page)).toContainText(/(Ada|Bruno|Carla) wins/);
}
