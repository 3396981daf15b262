// Several people at one device: the table turns to the one who decides, to the end and once more.
import { expect, test } from "./fixtures";
import { answer, endPanel, roll, type, wanted, Wire } from "./player";
import { AT_ONCE, remember } from "./tables";
import { playTogether } from "./together";

test("three people play a whole game on one device, from the form to a rematch", async ({ page, server }) => {
  await remember(page.context(), { ...AT_ONCE, roll: "hand", curtain: true });
  const wire = new Wire(page, 3);
  await page.goto(`${server.url}/new`);
  await playTogether(page, wire);
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
    await expect(page.getByRole("dialog")).toBeHidden();
    if (await page.getByText(/^(Ada|Bruno|Carla) decides$/).isVisible()) return;
    if (wants === "roll") await roll(page);
    else await answer(page, wire, (option, prompt) => type(page, option, prompt));
  }
  throw new Error("the table has not turned");
});
