// What people at a table can do about each other and about their seat, beside playing.
import type { Page } from "@playwright/test";
import { isClean } from "./axe";
import { expect, test } from "./fixtures";
import { isItalian } from "./italian";
import { AT_ONCE, layTable, remember, sitDown } from "./tables";

/** Choose something in the table's menu. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Table menu" }).click();
  await page.getByRole("group", { name: "Table menu" }).getByRole("button", { name, exact: true }).click();
}

test("a line is reported, the chat closed, and a seat moved to another device", async ({ page, server, somebody }) => {
  const host = await layTable(server, { seats: [{ kind: "person" }, { kind: "person" }], goal: 20 });
  const guest = await sitDown(server, host.table, "Bo");
  const address = `${server.url}/t/${host.table}`;
  const [theirs, phone] = [await somebody(), await somebody()];
  await remember(page.context(), AT_ONCE, [host]);
  await remember(theirs.context(), AT_ONCE, [guest]);
  await remember(phone.context(), { ...AT_ONCE, language: "it" });
  await Promise.all([page.goto(address), theirs.goto(address)]);
  await expect(page.getByRole("region", { name: "Bo's mat" })).toBeVisible();

  await theirs.getByRole("tab", { name: /Chat/ }).click();
  const says = theirs.getByRole("textbox", { name: "Say something" });
  await says.fill("You fool");
  await theirs.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("tab", { name: /Chat/ }).click();
  await expect(page.getByRole("log", { name: "Chat" })).toContainText("You fool");

  await choose(page, "Report a line or a name");
  const report = page.getByRole("dialog", { name: "Report a line or a name" });
  await expect(report.getByRole("radio", { name: "Bo: You fool" })).toBeChecked();
  await report.getByRole("radio", { name: "Insult" }).check();
  await isClean(page, "a report", "dialog[open]");
  await report.getByRole("button", { name: "Send to the operator" }).click();
  await expect(report.getByText("The operator of this server will see it.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(report).toBeHidden();

  await choose(page, "Close the chat");
  await expect(theirs.getByText("The host has closed the chat.")).toBeVisible();
  await expect(says).toHaveCount(0);
  await choose(page, "Open the chat");
  await expect(says).toBeVisible();

  // The host's seat goes to a phone, where the table is watched so far.
  await phone.goto(address);
  await phone.getByRole("button", { name: "Menu del tavolo" }).click();
  await phone.getByRole("group", { name: "Menu del tavolo" }).getByRole("button", { name: "Ho un codice" }).click();
  const entry = phone.getByRole("dialog", { name: "Ho un codice" });
  await entry.getByRole("button", { name: "Porta qui il mio posto" }).click();
  await expect(entry.getByText("Inserisci il codice che mostra l'altro dispositivo.")).toBeVisible();
  await isItalian(phone, "a table with a code");

  await choose(page, "Move to another device");
  const move = page.getByRole("dialog", { name: "Move to another device" });
  await move.getByRole("button", { name: "Show a code" }).click();
  const code = await move.getByRole("status").innerText();
  expect(code).toMatch(/^[A-Z0-9]{4} [A-Z0-9]{4}$/);
  await isClean(page, "a seat that moves", "dialog[open]");
  await entry.getByRole("textbox", { name: "Ho un codice" }).fill(code.toLowerCase());
  await entry.getByRole("button", { name: "Porta qui il mio posto" }).click();
  await expect(entry).toBeHidden();
  await phone.getByRole("button", { name: "Menu del tavolo" }).click();
  await expect(phone.getByRole("button", { name: "Chiudi la chat" })).toBeVisible();
  // This device has lost the seat, and says so.
  await expect(page.getByText("moved to another device")).toBeVisible();
});
