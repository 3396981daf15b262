// What one can do at a table besides playing: take back, ask, look on, come back, talk.
import type { Locator, Page } from "@playwright/test";
import { isClean } from "./axe";
import { expect, GONE, test } from "./fixtures";
import { isItalian } from "./italian";
import { answer, choose, dock, endPanel, options, playUntil, question, wanted, Wire } from "./player";
import type { Server } from "./server";
import { AT_ONCE, inRound, layTable, playTo, quick, remember, startTable } from "./tables";

/** What is asked, as somebody reads it. */
async function asked(page: Page): Promise<string[]> {
  await expect(question(page)).toBeVisible();
  const lit = await page.locator("button.lit").allTextContents();
  return [await question(page).innerText(), ...(await options(page).allInnerTexts()), ...lit];
}

const link = (page: Page): Locator => page.getByRole("banner").getByRole("status");

test("a hint can be followed, an answer taken back, and what has the focus may leave", async ({ page, server }) => {
  const wire = new Wire(page);
  await startTable(page, server, quick(30));
  await wanted(page, wire);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  const bubble = page.getByRole("complementary", { name: "Hint" });
  await expect(bubble).toBeVisible();
  await expect(bubble.getByRole("listitem").first()).toContainText(/\w/);
  await page.keyboard.press("Escape");
  await expect(bubble).toBeHidden();
  await page.keyboard.press("h");
  await expect(bubble).toBeVisible();
  const { state: asks } = wire;
  // A piece of advice is selected, and confirmed like anything else.
  const best = bubble.getByRole("listitem").first().getByRole("button");
  const number = Number(await best.locator("b").innerText());
  if ((await page.locator(`[data-light="confirm:${number}"]`).count()) === 0) await best.click();
  if (wire.state === asks) await page.locator(`[data-light="confirm:${number}"]`).click();
  await wire.moved(asks);
  await expect(bubble).toBeHidden();

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

  await page.keyboard.press("Tab"); // so that the focus is one to be seen
  await page.locator(".rivals [data-roving]").first().focus();
  const note = page.getByRole("tooltip");
  await expect(note).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(note).toBeHidden();
  await expect(dock(page)).toHaveAttribute("data-asks", /\d/);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("found again from my games; a reload keeps prompt and orders; the language can be changed", async ({ browser, page, server }) => {
  const wire = new Wire(page);
  const seated = await layTable(server, quick(30));
  await remember(page.context(), AT_ONCE, [seated]);
  await playTo(browser, server, seated, inRound(2));
  await page.goto(`${server.url}/games`);
  await page.getByRole("link", { name: "Resume" }).click();
  await expect(page).toHaveURL(new RegExp(seated.table));
  await wanted(page, wire);

  const open = (): Promise<void> => page.getByRole("button", { name: "Orders", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Orders" });
  await open();
  await dialog.getByRole("radio", { name: "The weakest" }).check();
  await dialog.getByRole("checkbox", { name: "Auto-pass" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => wire.sent.includes("orders")).toBe(true);

  const before = await asked(page);
  await page.reload();
  await wanted(page, wire);
  expect(await asked(page)).toEqual(before);
  await open();
  await expect(dialog.getByRole("radio", { name: "The weakest" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Auto-pass" })).toBeChecked();
  await page.keyboard.press("Escape");
  await answer(page, wire);

  await wanted(page, wire);
  const english = wire.prompt!.question;
  await page.getByRole("button", { name: "Table menu" }).click();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "Italiano" }).check();
  await page.keyboard.press("Escape");
  await expect.poll(() => wire.prompt?.question).not.toBe(english);
  await wanted(page, wire);
  await expect(() => isItalian(page, "the table")).toPass(); // the names of cards come a moment later
});

test.describe("when the server dies", () => {
  test.use({ expected: [...GONE, "Unable to preload", "dynamically imported module"] });

  test("pages say so; the table comes back by itself with its prompt, others on request", async ({
    page,
    context,
    server,
    door,
  }) => {
    const wire = new Wire(page);
    await startTable(page, door, quick(30));
    await wanted(page, wire);
    await expect(link(page)).toHaveText("Connected");
    const before = await asked(page);
    const other = await context.newPage();
    await other.goto(`${door.url}/about`);
    await expect(other.getByText(/protocol \d/)).toBeVisible();

    await server.stop("SIGKILL");
    await expect(link(page)).toHaveText("Connection lost");
    await expect(page.getByRole("alert")).toContainText("Reconnecting");
    expect(await asked(page)).toEqual(before);
    // What is pressed meanwhile is refused in words.
    await page.keyboard.press("1");
    await expect(page.getByText("wasn't sent")).toBeVisible();
    await other.getByRole("navigation").getByRole("link", { name: "Cards" }).click();
    const trouble = other.getByRole("alert");
    await expect(trouble).toContainText("Is the server running?");

    await server.start();
    await expect(link(page)).toHaveText("Connected");
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(await asked(page)).toEqual(before);
    await answer(page, wire);
    await trouble.getByRole("button", { name: "Reload page" }).click();
    await expect(other.getByRole("heading", { name: "Cards", level: 1 })).toBeVisible();
    await expect(other.getByRole("link", { name: "Portal" })).toBeVisible();
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
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByRole("heading", { name: "The waiting room" })).toBeVisible();
  await isClean(page, "the waiting room");
  const address = await page.getByRole("textbox", { name: "Link to this table" }).inputValue();

  const theirPage = await somebody();
  const theirs = new Wire(theirPage);
  await remember(theirPage.context(), { ...AT_ONCE, name: "" });
  await theirPage.goto(address);
  await expect(theirPage.getByText("Ada invites you to Quarriors!")).toBeVisible();
  await isClean(theirPage, "a seat that is offered");
  await expect(theirPage.getByRole("textbox", { name: "Your name" })).not.toHaveValue("");
  await theirPage.getByRole("textbox", { name: "Your name" }).fill("");
  await theirPage.getByRole("button", { name: "Take a seat" }).click();
  await expect(theirPage.getByRole("alert").or(theirPage.getByText("Tell us your name"))).toBeVisible();
  await theirPage.getByRole("textbox", { name: "Your name" }).fill("Bo");
  await theirPage.getByRole("button", { name: "Take a seat" }).click();
  await expect(theirPage.getByRole("region", { name: "Ada's mat" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Bo's mat" })).toBeVisible();

  // What one says, the other reads; it is text, whatever it looks like.
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Say something" }).fill("<b>Good luck</b>");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await theirPage.getByRole("tab", { name: /Chat/ }).click();
  await expect(theirPage.getByRole("log", { name: "Chat" })).toContainText("<b>Good luck</b>");

  // Turn by turn to the end: the player who is asked answers, the other waits.
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
    await answer(player.page, player.wire, (option) => choose(player.page, option));
    player.answers += 1;
  }
  for (const player of players) {
    expect(await wanted(player.page, player.wire)).toBe("end");
    expect(player.answers).toBeGreaterThan(0);
  }

  // One asks for a rematch, and the other sees it: the seat there is kept.
  await endPanel(theirPage).getByRole("button", { name: "Rematch" }).click();
  await expect(theirPage.getByText("Reserved for Ada")).toBeVisible();
  await endPanel(page).getByRole("button", { name: "Join the rematch" }).click();
  await expect(page.getByRole("region", { name: "Bo's mat" })).toBeVisible();
  await expect(theirPage.getByRole("region", { name: "Ada's mat" })).toBeVisible();
});

/** Let time jump, for the server and for everybody who looks. */
async function later(server: Server, pages: readonly Page[], seconds: number): Promise<void> {
  server.later(seconds);
  for (const page of pages) await page.clock.fastForward(1000 * seconds);
}

test("somebody stalls, somebody looks on: time is called, and the game goes on", async ({ page, server, somebody }) => {
  const grace = 120;
  const person = { kind: "person" as const };
  const seated = await layTable(server, { seats: [person, person], grace });
  const [other, watcher] = [await somebody(), await somebody()];
  await remember(page.context(), AT_ONCE, [seated]);
  await remember(other.context(), { ...AT_ONCE, name: "Bo" });
  await remember(watcher.context(), AT_ONCE);
  const pages = [page, other, watcher];
  for (const one of pages) await one.clock.install();
  const [mine, theirs] = [new Wire(page), new Wire(other)];
  await other.goto(`${server.url}/t/${seated.table}`);
  await other.getByRole("button", { name: "Take a seat" }).click();
  await page.goto(`${server.url}/t/${seated.table}`);
  await expect.poll(() => mine.prompt !== null || theirs.prompt !== null).toBe(true);
  const [slow, patient, wire, name] =
    mine.prompt !== null ? ([page, other, theirs, "Ada"] as const) : ([other, page, mine, "Bo"] as const);

  // Who only looks on sees everything and can do nothing.
  await watcher.goto(`${server.url}/t/${seated.table}`);
  await expect(watcher.getByText("Spectating")).toBeVisible();
  await expect(watcher.getByRole("region", { name: "Ada's mat" })).toBeVisible();
  await expect(dock(watcher)).toContainText(`Waiting for ${name}`);
  await expect(options(watcher)).toHaveCount(0);
  await expect(watcher.getByRole("button", { name: "Undo", exact: true })).toHaveCount(0);
  await expect(watcher.getByRole("button", { name: "Hint", exact: true })).toHaveCount(0);
  await expect(page.getByRole("img", { name: "Spectators: 1" })).toBeVisible();

  const delays = (of: Page): Locator => of.getByRole("list", { name: "Who the table is waiting for" });
  await expect(delays(patient)).toHaveCount(0);
  await later(server, pages, 31); // time can be called after half a minute
  await delays(patient).getByRole("button", { name: "Call time" }).click();
  for (const one of [slow, patient]) await expect(delays(one).getByRole("timer")).toHaveText(/[12]:\d\d/);
  await expect(delays(slow)).toContainText("You're on the clock");
  await expect(delays(patient)).toContainText("is on the clock");
  // The server decides for the one who stalls, until it is the other's turn to choose.
  await later(server, pages, grace);
  await expect.poll(() => wire.prompt !== null).toBe(true);
  await expect(delays(patient)).toBeHidden();
  await expect(delays(slow)).toBeHidden();

  const log = (of: Page): Locator => of.getByRole("log", { name: "Log" });
  await wanted(patient, wire);
  const last = await log(patient).getByRole("paragraph").last().innerText();
  await expect(log(watcher)).toContainText(last.split("\n")[0]!.trim());
});

test.describe("what the server refuses", () => {
  test.use({ expected: ["404"] });

  test("is a sentence in the page", async ({ page, server }) => {
    await page.goto(`${server.url}/t/AAAAAAAAAAAAAAAA`);
    await expect(page.getByRole("alert")).toContainText("Table not found");
    await page.goto(`${server.url}/r/AAAAAAAAAAAAAAAA`);
    await expect(page.getByRole("alert")).toContainText("Table not found");
    await page.goto(`${server.url}/no/such/page`);
    await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  });
});
