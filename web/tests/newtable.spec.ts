// Tables of all kinds, made with the form.
import { expect, test } from "./fixtures";
import { answer, wanted, Wire } from "./player";
import { AT_ONCE, choices, remember } from "./tables";

// The browser itself tells of what the server refuses.
test.use({ expected: ["422"] });

test("a table with every set alone, and one with all of them and four players", async ({
  page,
  server,
}) => {
  const { sets } = await choices(server);
  await remember(page.context(), AT_ONCE);
  const boxes = page.getByRole("group", { name: "Sets" });
  const create = page.getByRole("button", { name: "Set the table" });
  const wilds = page.getByRole("region", { name: "The Wilds" });
  for (const set of sets) {
    await page.goto(`${server.url}/new`);
    await page.getByRole("button", { name: "None", exact: true }).click();
    await boxes.getByRole("checkbox", { name: set.text, exact: true }).check();
    await expect(boxes.getByText(set.says)).toBeVisible();
    await create.click();
    // A set that cannot be played alone is refused in words; then the base game joins it.
    const refusal = page.getByRole("alert");
    await expect(wilds.or(refusal)).toBeVisible();
    if (await refusal.isVisible()) {
      await expect(refusal).toContainText(/\w/);
      await boxes.getByRole("checkbox").first().check();
      await create.click();
    }
    await expect(wilds).toBeVisible();
    expect(await wilds.getByRole("button").count()).toBeGreaterThan(8);
  }

  await page.goto(`${server.url}/new`);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Add a seat" }).click();
  await page.getByRole("button", { name: "Add a seat" }).click();
  for (const seat of [2, 3, 4])
    await page.getByRole("combobox", { name: `Strength of the bot in seat ${seat}` }).selectOption("greedy");
  const wire = new Wire(page);
  await create.click();
  await wanted(page, wire);
  await expect(page.getByRole("region", { name: /^Mat of/ })).toHaveCount(4);
  await answer(page, wire);
});

test("every edition and variant makes a table", async ({ page, server }) => {
  const { editions, variants } = await choices(server);
  await remember(page.context(), AT_ONCE);
  for (const edition of editions) {
    await page.goto(`${server.url}/new`);
    await page.getByRole("radio", { name: edition.text, exact: true }).check();
    await page.getByText("Rules, goal and variants").click();
    for (const variant of variants)
      await page.getByRole("checkbox", { name: variant.text, exact: true }).check();
    await page.getByRole("button", { name: "Set the table" }).click();
    await expect(page.getByRole("banner")).toContainText(edition.text);
  }
});

test("the form says what is wrong, and remembers the last table", async ({ page, server }) => {
  await remember(page.context(), AT_ONCE);
  await page.goto(`${server.url}/new`);
  await page.getByText("Rules, goal and variants").click();
  const goal = page.getByLabel("Glory to win");
  await goal.fill("0");
  await page.getByRole("button", { name: "Set the table" }).click();
  await expect(page.getByRole("alert").first()).toContainText("from 1 to 99");
  await goal.fill("7");
  await page.getByText("Which cards").click();
  await page.getByRole("searchbox", { name: /Cards you want/ }).fill("dragon");
  await page.getByRole("button", { name: /Dragon/ }).first().click();
  const wanted = page.getByRole("group", { name: "Cards you want" }).getByRole("button", { name: /^Take / });
  await expect(wanted).toHaveCount(1);
  await page.getByRole("button", { name: "Set the table" }).click();
  await expect(page.getByText("7 Glory to win")).toBeVisible();
  await page.goto(`${server.url}/new`);
  await page.getByText("Rules, goal and variants").click();
  await expect(goal).toHaveValue("7");
});
