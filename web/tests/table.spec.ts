// What one can do at a table besides playing: take back, ask, look on, come back, talk.
import type { Locator, Page } from "@playwright/test";
import { expect, GONE, test } from "./fixtures";
import { answer, dock, endPanel, options, playUntil, question, wanted, Wire } from "./player";
import { AT_ONCE, layTable, quick, remember, sitDown } from "./tables";

/** What is asked, as somebody reads it. */
async function asked(page: Page): Promise<string[]> {
  await expect(question(page)).toBeVisible();
  return [await question(page).innerText(), ...(await options(page).allInnerTexts())];
}

const link = (page: Page): Locator => page.getByRole("banner").getByRole("status");

test("undo takes the last answer back", async ({ page, server }) => {
  const wire = new Wire(page);
  await sitDown(page, server, quick(30));
  let before: string[] = [];
  const found = await playUntil(page, wire, async (wants) => {
    if (wants === "answer" && wire.canUndo && before.length > 0) return true;
    before = wants === "answer" ? await asked(page) : [];
    return false;
  });
  expect(found, "an answer that can be taken back").toBe(true);
  expect(await asked(page)).not.toEqual(before);
  const { state } = wire;
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await wire.moved(state);
  await wanted(page, wire);
  expect(await asked(page)).toEqual(before);
});

test("a hint says what a bot would do, and can be followed", async ({ page, server }) => {
  const wire = new Wire(page);
  await sitDown(page, server, quick());
  await playUntil(page, wire, (wants) => wants === "answer" && wire.prompt!.options.length > 1);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  const bubble = page.getByRole("complementary", { name: "Hint" });
  await expect(bubble).toBeVisible();
  await expect(bubble.getByRole("listitem").first()).toContainText(/\w/);
  await page.keyboard.press("Escape");
  await expect(bubble).toBeHidden();
  await page.keyboard.press("h");
  await expect(bubble).toBeVisible();
  const { state } = wire;
  await bubble.getByRole("listitem").first().getByRole("button").click();
  await wire.moved(state);
  await expect(bubble).toBeHidden();
});

test("reload in the middle of a prompt: it is as it was", async ({ page, server }) => {
  const wire = new Wire(page);
  await sitDown(page, server, quick());
  await playUntil(page, wire, (wants) => wants === "answer" && wire.round > 1);
  const before = await asked(page);
  await page.reload();
  await wanted(page, wire);
  expect(await asked(page)).toEqual(before);
  await answer(page, wire);
});

test.describe("when the server dies", () => {
  test.use({ expected: [...GONE, "Unable to preload", "dynamically imported module"] });

  test("the page says so, comes back by itself, and the prompt is as it was", async ({
    page,
    ownServer,
  }) => {
    const wire = new Wire(page);
    await sitDown(page, ownServer, quick());
    await playUntil(page, wire, (wants) => wants === "answer" && wire.round > 1);
    await expect(link(page)).toHaveText("Connected");
    const before = await asked(page);

    await ownServer.stop("SIGKILL");
    await expect(link(page)).toHaveText("Connection lost");
    await expect(page.getByRole("alert")).toContainText("We keep knocking");
    expect(await asked(page)).toEqual(before);
    // What is pressed meanwhile is refused in words.
    await page.keyboard.press("1");
    await expect(page.getByText("was not sent")).toBeVisible();

    await ownServer.start();
    await expect(link(page)).toHaveText("Connected");
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(await asked(page)).toEqual(before);
    await answer(page, wire);
  });

  test("a page that cannot be fetched is a sentence, and comes with the server", async ({
    page,
    ownServer,
  }) => {
    await remember(page.context(), AT_ONCE);
    await page.goto(`${ownServer.url}/about`);
    await expect(page.getByText(/protocol \d/)).toBeVisible();
    await ownServer.stop("SIGKILL");
    await page.getByRole("navigation").getByRole("link", { name: "Cards" }).click();
    const trouble = page.getByRole("alert");
    await expect(trouble).toContainText("Is it running?");
    await ownServer.start();
    await trouble.getByRole("button", { name: "Load the page again" }).click();
    await expect(page.getByRole("heading", { name: "Cards", level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "Portal" })).toBeVisible();
    await expect(trouble).toHaveCount(0);
  });
});

test("two browsers at one table by link", async ({ page, server, somebody }) => {
  const mine = new Wire(page);
  await remember(page.context(), AT_ONCE);
  await page.goto(`${server.url}/new`);
  await page.getByRole("combobox", { name: "Who sits in seat 2" }).selectOption("person");
  await page.getByText("Rules, goal and variants").click();
  await page.getByLabel("Glory to win").fill("2");
  await page.getByRole("button", { name: "Set the table" }).click();
  await expect(page.getByRole("heading", { name: "The waiting room" })).toBeVisible();
  const address = await page.getByRole("textbox", { name: "The link to this table" }).inputValue();

  const theirPage = await somebody();
  const theirs = new Wire(theirPage);
  await remember(theirPage.context(), { ...AT_ONCE, name: "" });
  await theirPage.goto(address);
  await expect(theirPage.getByText("Ada has laid the table")).toBeVisible();
  await theirPage.getByRole("button", { name: "Sit down" }).click();
  await expect(theirPage.getByRole("alert").or(theirPage.getByText("Tell us your name"))).toBeVisible();
  await theirPage.getByRole("textbox", { name: "Your name" }).fill("Bo");
  await theirPage.getByRole("button", { name: "Sit down" }).click();
  await expect(theirPage.getByRole("region", { name: "Mat of Ada" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Mat of Bo" })).toBeVisible();

  // What one says, the other reads; it is text, whatever it looks like.
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Say something" }).fill("<b>Good luck</b>");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await theirPage.getByRole("tab", { name: /Chat/ }).click();
  await expect(theirPage.getByRole("log", { name: "Chat" })).toContainText("<b>Good luck</b>");

  // Turn by turn to the end: whoever is asked answers, the other waits.
  const players = [
    { page, wire: mine, answers: 0 },
    { page: theirPage, wire: theirs, answers: 0 },
  ];
  while (!mine.over) {
    await expect
      .poll(() => mine.over || players.some(({ wire }) => wire.prompt !== null), { timeout: 60_000 })
      .toBe(true);
    const player = players.find(({ wire }) => wire.prompt !== null);
    if (player === undefined) continue;
    await wanted(player.page, player.wire);
    await answer(player.page, player.wire);
    player.answers += 1;
  }
  for (const player of players) {
    expect(await wanted(player.page, player.wire)).toBe("end");
    expect(player.answers).toBeGreaterThan(0);
  }

  // One asks for a rematch, and the other is told: the seat there is kept.
  await endPanel(theirPage).getByRole("button", { name: "Rematch" }).click();
  await expect(theirPage.getByText("Kept for Ada")).toBeVisible();
  await endPanel(page).getByRole("button", { name: "Join the rematch" }).click();
  await expect(page.getByRole("region", { name: "Mat of Bo" })).toBeVisible();
  await expect(theirPage.getByRole("region", { name: "Mat of Ada" })).toBeVisible();
});

test("somebody stalls: time is called, and the game goes on", async ({ page, server, somebody }) => {
  const people = { seats: [{ kind: "person" as const }, { kind: "person" as const }], grace: 20 };
  const seated = await layTable(server, people);
  await remember(page.context(), AT_ONCE, [seated]);
  const other = await somebody();
  await remember(other.context(), { ...AT_ONCE, name: "Bo" });
  const [mine, theirs] = [new Wire(page), new Wire(other)];
  await other.goto(`${server.url}/t/${seated.table}`);
  await other.getByRole("button", { name: "Sit down" }).click();
  await page.goto(`${server.url}/t/${seated.table}`);
  await expect.poll(() => mine.prompt !== null || theirs.prompt !== null).toBe(true);
  const [slow, patient, wire] = mine.prompt !== null ? [page, other, theirs] : [other, page, mine];
  const delays = (of: Page): Locator => of.getByRole("list", { name: "Who keeps the table waiting" });
  await delays(patient).getByRole("button", { name: "Call time" }).click(); // which comes after a while
  for (const one of [slow, patient]) await expect(delays(one).getByRole("timer")).toHaveText(/0:[01]\d|0:20/);
  await expect(delays(slow)).toContainText("Time was called on you");
  await expect(delays(patient)).toContainText("Time was called on");
  // The server decides for the one who stalls, until it is the other's turn to choose.
  await expect.poll(() => wire.prompt !== null, { timeout: 60_000 }).toBe(true);
  await expect(delays(patient)).toBeHidden();
  await expect(delays(slow)).toBeHidden();
});

test("a spectator sees everything and can do nothing", async ({ page, server, somebody }) => {
  const wire = new Wire(page);
  const { table } = await sitDown(page, server, quick());
  await wanted(page, wire);

  const watcher = await somebody();
  await remember(watcher.context(), AT_ONCE);
  await watcher.goto(`${server.url}/t/${table}`);
  await expect(watcher.getByText("You watch")).toBeVisible();
  await expect(watcher.getByRole("region", { name: "Mat of Ada" })).toBeVisible();
  await expect(dock(watcher)).toContainText("Waiting for Ada");
  await expect(options(watcher)).toHaveCount(0);
  await expect(watcher.getByRole("button", { name: "Undo", exact: true })).toHaveCount(0);
  await expect(watcher.getByRole("button", { name: "Hint", exact: true })).toHaveCount(0);
  await expect(page.getByRole("img", { name: "People watching: 1" })).toBeVisible();

  await answer(page, wire);
  await wanted(page, wire);
  const log = (somebodys: Page): Locator => somebodys.getByRole("log", { name: "Log" });
  const last = await log(page).getByRole("paragraph").last().innerText();
  await expect(log(watcher)).toContainText(last.split("\n")[0]!.trim());
});

test("what has the focus may leave the table", async ({ page, server }) => {
  const wire = new Wire(page);
  await sitDown(page, server, quick());
  await wanted(page, wire);
  await page.keyboard.press("Tab"); // so that the focus is one to be seen
  await page.locator(".rivals [data-rove]").first().focus();
  const note = page.getByRole("tooltip");
  await expect(note).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(note).toBeHidden();
  await expect(options(page).first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("standing orders are kept", async ({ page, server }) => {
  const wire = new Wire(page);
  await sitDown(page, server, quick());
  await wanted(page, wire);
  const open = (): Promise<void> => page.getByRole("button", { name: "Orders", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Orders" });
  await open();
  await dialog.getByRole("radio", { name: "The weakest" }).check();
  await dialog.getByRole("checkbox", { name: "Pass by itself" }).check();
  await dialog.getByRole("button", { name: "So be it" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => wire.sent.includes("orders")).toBe(true);
  await page.reload();
  await wanted(page, wire);
  await open();
  await expect(dialog.getByRole("radio", { name: "The weakest" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Pass by itself" })).toBeChecked();
});

test.describe("what the server refuses", () => {
  test.use({ expected: ["404"] });

  test("is a sentence in the page", async ({ page, server }) => {
    await page.goto(`${server.url}/t/AAAAAAAAAAAAAAAA`);
    await expect(page.getByRole("alert")).toContainText("no such table");
    await page.goto(`${server.url}/r/AAAAAAAAAAAAAAAA`);
    await expect(page.getByRole("alert")).toContainText("no such table");
    await page.goto(`${server.url}/no/such/page`);
    await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  });
});

test("a game in play is found again from home and from my games", async ({ page, server }) => {
  const wire = new Wire(page);
  const seated = await layTable(server, quick(9));
  await remember(page.context(), AT_ONCE, [seated]);
  await page.goto(`${server.url}/games`);
  await page.getByRole("link", { name: "Go on playing" }).click();
  await expect(page).toHaveURL(new RegExp(seated.table));
  await wanted(page, wire);
  await page.goto(server.url);
  await page.getByRole("link", { name: "with Greedy" }).click();
  await expect(page).toHaveURL(new RegExp(seated.table));
});
