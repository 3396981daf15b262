// Several people at one device: the table turns to the one who decides, to the end and once more.
import { expect, test } from "./fixtures";
import { answer, endPanel, roll, type, wanted, Wire } from "./player";
import { AT_ONCE, remember } from "./tables";

const NAMES = ["Ada", "Bruno", "Carla"];

test("three people play a whole game on one device, from the form to a rematch", async ({ page, server }) => {
  await remember(page.context(), { ...AT_ONCE, roll: "hand", curtain: true });
  const wire = new Wire(page, 3);
  await page.goto(`${server.url}/new`);
  await page.getByRole("combobox", { name: "Who sits in seat 2" }).selectOption("person");
  await page.getByRole("button", { name: "Add a seat" }).click();
  await page.getByRole("combobox", { name: "Who sits in seat 3" }).selectOption("person");
  await page.getByRole("checkbox", { name: "Several people on this device" }).check();
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
  let first = "";
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
    first ||= (await mine.textContent()) ?? "";
    if (wants === "roll") await roll(page);
    else await answer(page, wire, (option, prompt) => type(page, option, prompt));
  }
  expect([...handed].sort()).toEqual(NAMES);
  await expect(endPanel(page)).toContainText(/(Ada|Bruno|Carla) wins/);
  // All three sit down again, and the game goes on with the one who begins.
  const before = page.url();
  await endPanel(page).getByRole("button", { name: "Rematch" }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  expect(await wanted(page, wire)).not.toBe("end");
  const kept = await page.evaluate(() => localStorage.getItem("quarriors.seats") ?? "");
  expect((JSON.parse(kept) as { others?: unknown[] }[])[0]?.others).toHaveLength(2);
  // The curtain is a setting: without it the table just says to whom it has turned.
  await page.evaluate(() => {
    const wishes = JSON.parse(localStorage.getItem("quarriors.wishes") ?? "{}") as object;
    localStorage.setItem("quarriors.wishes", JSON.stringify({ ...wishes, curtain: false }));
  });
  await page.reload();
  for (let moves = 0; moves < 40; moves += 1) {
    const wants = await wanted(page, wire);
    await expect(curtain).toBeHidden();
    if (await page.getByText(/^(Ada|Bruno|Carla) decides$/).isVisible()) return;
    if (wants === "roll") await roll(page);
    else await answer(page, wire, (option, prompt) => type(page, option, prompt));
  }
  throw new Error("the table has not turned");
});
