// Tables of all kinds, made with the form.
import type { Locator, Page } from "@playwright/test";
import { fileURLToPath } from "node:url";
import * as en from "../src/lib/i18n/en";
import { expect, test } from "./fixtures";
import { answer, wanted, Wire } from "./player";
import { AT_ONCE, choices, quick, refusal, remember } from "./tables";

// The browser itself tells of what the server refuses.
test.use({ expected: ["422"] });

const PACK = fileURLToPath(new URL("../../examples/packs/winter.toml", import.meta.url));

const boxes = (page: Page): Locator => page.getByRole("group", { name: "Sets" });
const create = (page: Page): Locator => page.getByRole("button", { name: "Create table" });
const wilds = (page: Page): Locator => page.getByRole("region", { name: "The Wilds" });

test("everything that the form offers makes a table, or is refused with a reason", async ({ server }) => {
  const { sets, editions, variants } = await choices(server);
  const names = variants.map(({ name }) => name);
  for (const { name } of sets)
    expect(await refusal(server, { ...quick(), sets: [name] }), name).toMatch(/^$|can't be played\. .*\w/);
  for (const { name } of sets)
    expect(await refusal(server, { ...quick(), sets: [...new Set(["base", name])] }), name).toBe("");
  for (const { name } of editions)
    expect(await refusal(server, { ...quick(), edition: name, variants: names }), name).toBe("");
});

test("a set that cannot be played alone, then all of them and four players", async ({ page, server }) => {
  await remember(page.context(), AT_ONCE);
  await page.goto(`${server.url}/new`);
  await page.getByRole("button", { name: "None", exact: true }).click();
  await boxes(page).getByRole("checkbox", { name: "Promo", exact: false }).check();
  await create(page).click();
  await expect(page.getByRole("alert")).toContainText("can't be played");

  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Add a seat" }).click();
  await page.getByRole("button", { name: "Add a seat" }).click();
  for (const seat of [2, 3, 4])
    await page.getByRole("combobox", { name: `Bot strength in seat ${seat}` }).selectOption("greedy");
  const wire = new Wire(page);
  await create(page).click();
  await wanted(page, wire);
  await expect(page.getByRole("region", { name: /'s mat$/ })).toHaveCount(4);
  expect(await wilds(page).getByRole("button").count()).toBeGreaterThan(8);
  await answer(page, wire);
});

test("the form says what is wrong, makes the table that is asked for, and remembers it", async ({ page, server }) => {
  const { editions, variants } = await choices(server);
  const edition = editions.at(-1)!;
  await remember(page.context(), AT_ONCE);
  await page.goto(`${server.url}/new`);
  await page.getByText("Rules, goal and variants").click();
  const goal = page.getByLabel("Glory to win");
  await goal.fill("0");
  await create(page).click();
  await expect(page.getByRole("alert").first()).toContainText("from 1 to 99");
  await goal.fill("7");
  await page.getByRole("radio", { name: edition.text, exact: true }).check();
  for (const variant of variants)
    await page.getByRole("checkbox", { name: variant.text, exact: true }).check();
  await page.getByText("Which cards").click();
  await page.getByRole("searchbox", { name: /Cards you want/ }).fill("dragon");
  await page.getByRole("button", { name: /Dragon/ }).first().click();
  const cards = page.getByRole("group", { name: "Cards you want" }).getByRole("button", { name: /^Remove / });
  await expect(cards).toHaveCount(1);
  await create(page).click();
  await expect(page.getByText("7 Glory to win")).toBeVisible();
  await expect(page.getByRole("banner")).toContainText(edition.text);
  await page.goto(`${server.url}/new`);
  await page.getByText("Rules, goal and variants").click();
  await expect(goal).toHaveValue("7");
  await expect(page.getByRole("radio", { name: edition.text, exact: true })).toBeChecked();
});

test("a card of a pack that the host brings is wanted and lies in the Wilds", async ({ page, server }) => {
  await remember(page.context(), AT_ONCE);
  await page.goto(`${server.url}/new`);
  await page.getByText(en.workshop.packs, { exact: true }).click();
  await page.getByLabel(en.workshop.bring).setInputFiles(PACK);
  await page.getByText("Which cards").click();
  const wanted = page.getByRole("group", { name: "Cards you want" });
  await expect(wanted.getByRole("button")).toHaveCount(5); // three new cards and two corrections
  await wanted.getByRole("button", { name: "Growth Hymn Growth New: Winter at the Quay" }).click();
  await create(page).click();
  await expect(wilds(page).getByRole("button", { name: /^Growth Hymn/ })).toBeVisible();
});

test("a table with every set alone, and with every edition", { tag: "@long" }, async ({ page, server }) => {
  const { sets, editions, variants } = await choices(server);
  await remember(page.context(), AT_ONCE);
  for (const set of sets) {
    await page.goto(`${server.url}/new`);
    await page.getByRole("button", { name: "None", exact: true }).click();
    await boxes(page).getByRole("checkbox", { name: set.text, exact: true }).check();
    await expect(boxes(page).getByText(set.says)).toBeVisible();
    await create(page).click();
    // A set that cannot be played alone is refused in words; then the base game joins it.
    const refused = page.getByRole("alert");
    await expect(wilds(page).or(refused)).toBeVisible();
    if (await refused.isVisible()) {
      await expect(refused).toContainText(/\w/);
      await boxes(page).getByRole("checkbox").first().check();
      await create(page).click();
    }
    await expect(wilds(page)).toBeVisible();
    expect(await wilds(page).getByRole("button").count()).toBeGreaterThan(8);
  }
  for (const edition of editions) {
    await page.goto(`${server.url}/new`);
    await page.getByRole("radio", { name: edition.text, exact: true }).check();
    await page.getByText("Rules, goal and variants").click();
    for (const variant of variants)
      await page.getByRole("checkbox", { name: variant.text, exact: true }).check();
    await create(page).click();
    await expect(page.getByRole("banner")).toContainText(edition.text);
  }
});
