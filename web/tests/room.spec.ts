// One room, and what people agree on: the invitation, the page a guest lands on, undo by consent, what if.
import { expect, test } from "./fixtures";
import { answer, roll, wanted, Wire } from "./player";
import { AT_ONCE, finishedGame, layTable, quick, remember, sitDown, startTable } from "./tables";

test("a guest scans the code, reads what this is and sits down with one button", async ({ page, server, browser }) => {
  const two = { seats: [{ kind: "person" as const }, { kind: "person" as const }], goal: 4 };
  const { table } = await startTable(page, server, two);
  const link = page.getByRole("textbox", { name: "Link to this table" });
  await expect(link).toHaveValue(`${server.url}/t/${table}`);
  const code = page.getByRole("img", { name: "QR code of the link to this table" });
  await expect(code).toBeVisible();
  await expect.poll(() => code.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);

  const context = await browser.newContext({ locale: "it-IT", viewport: { width: 390, height: 844 } });
  const guest = await context.newPage();
  const wrong: string[] = [];
  guest.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  await guest.goto(`${server.url}/t/${table}`);
  await expect(guest.getByText(/Ada ti invita a Quarriors!.*Tiri i dadi.*Non serve registrarsi/)).toBeVisible();
  const picture = guest.getByRole("img", { name: "Il tavolo con le sue carte e i suoi dadi" });
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await expect(guest.getByRole("textbox", { name: "Il tuo nome" })).not.toHaveValue("");
  expect(await guest.locator("main button:visible").count()).toBe(1);
  await guest.locator("main button:visible").click();
  await expect(guest.locator(".board")).toBeVisible(); // both are there, and the game begins
  await expect(page.locator(".board")).toBeVisible();
  expect(await guest.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(wrong).toEqual([]);
  const tags = await page.request.get(`${server.url}/t/${table}`);
  expect(await tags.text()).toContain('property="og:title"');
  await context.close();
});

test("two people undo across a roll: asked, refused, asked again and agreed", async ({ page, server, browser }) => {
  const seated = await layTable(server, { seats: [{ kind: "person" }, { kind: "person" }], goal: 9 });
  const other = await sitDown(server, seated.table, "Bo");
  await remember(page.context(), AT_ONCE, [seated]);
  const context = await browser.newContext({ locale: "en-GB" });
  await remember(context, AT_ONCE, [other]);
  const second = await context.newPage();
  const wires = [new Wire(page), new Wire(second)];
  const pages = [page, second];
  for (const one of pages) await one.goto(`${server.url}/t/${seated.table}`);
  const undo = (at: number) => pages[at]!.getByRole("button", { name: "Undo", exact: true });

  async function play(): Promise<void> {
    await expect.poll(() => wires.some((wire) => wire.prompt !== null)).toBe(true);
    const at = wires.findIndex((wire) => wire.prompt !== null);
    if ((await wanted(pages[at]!, wires[at]!)) === "roll") return roll(pages[at]!);
    const { state } = wires[1 - at]!;
    await answer(pages[at]!, wires[at]!);
    await wires[1 - at]!.moved(state);
  }
  /** Whose undo button is enabled, though nothing can be undone alone. */
  async function asker(): Promise<number> {
    for (let moves = 0; moves < 60; moves += 1) {
      for (const at of [0, 1]) if (!wires[at]!.canUndo && (await undo(at).isEnabled())) return at;
      await play();
    }
    throw new Error("nobody could ask");
  }

  let at = await asker();
  await undo(at).click();
  await pages[at]!.getByRole("button", { name: "Ask the others" }).click();
  await expect(pages[at]!.getByRole("button", { name: "Withdraw" })).toBeVisible();
  await pages[1 - at]!.getByRole("button", { name: "Refuse" }).click();
  await expect(pages[at]!.getByText(/said no to undoing/)).toBeVisible();
  await pages[at]!.getByRole("button", { name: "Dismiss" }).click();
  await play();
  at = await asker();
  await undo(at).click();
  await pages[at]!.getByRole("button", { name: "Ask the others" }).click();
  const before = wires[at]!.state;
  await pages[1 - at]!.getByRole("button", { name: "Agree" }).click();
  await wires[at]!.moved(before);
  for (const one of pages) {
    await expect(one.getByRole("log").getByText(/undid a choice of round \d+ with everyone's consent/)).toBeVisible();
  }
  expect(wires[at]!.prompt).not.toBeNull(); // the same player chooses again
  await play();
  await context.close();
});

test("alone with bots nobody is asked, but the log says it", async ({ page, server }) => {
  const wire = new Wire(page);
  await startTable(page, server, quick(9));
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  for (;;) {
    await wanted(page, wire);
    if (!wire.canUndo && (await undo.isEnabled())) break;
    await answer(page, wire);
  }
  await page.keyboard.press("u");
  await expect(page.getByText(/With bots only, you can go back anyway/)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/undid a choice of round \d+ with everyone's consent/)).toBeVisible();
});

test("what if: a replay is played on from any step, in any seat", async ({ page, server }) => {
  await remember(page.context(), AT_ONCE);
  const table = await finishedGame(server);
  const wire = new Wire(page);
  await page.goto(`${server.url}/r/${table}?at=12`);
  await page.getByRole("button", { name: "What if…" }).click();
  await page.getByRole("radio", { name: "Greedy 2" }).check();
  await page.getByRole("button", { name: "Play on" }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect(page.getByText("What if: the game continues from here as it stood in another one.")).toBeAttached();
  await expect.poll(() => wire.me).toBe(1);
  while ((await wanted(page, wire)) !== "end") {
    if (wire.prompt !== null) await answer(page, wire);
  }
  await expect(page.getByRole("link", { name: /What if: this game continued/ })).toHaveAttribute("href", `/r/${table}?at=12`);
});
