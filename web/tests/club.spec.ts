// A server with a club: a name with a key, a rated game to its end, the ladder, another device.
import { expect, test as base } from "./fixtures";
import { isClean } from "./axe";
import { isItalian } from "./italian";
import { playUntil, Wire } from "./player";
import { Server } from "./server";
import { AT_ONCE, quick, remember } from "./tables";

const test = base.extend<{ club: Server }>({
  club: async ({}, use) => {
    const server = new Server(1, ["--ratings"]);
    try {
      await server.start();
      await use(server);
    } finally {
      await server.close();
    }
  },
});

test("a member plays a rated game, sees the ladder, and moves to another device", async ({ page, club, somebody }) => {
  await remember(page.context(), AT_ONCE);
  await page.goto(club.url);
  await page.getByRole("link", { name: /Club ladder/ }).click();
  await expect(page.getByText("No game has been rated in this season yet.")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).first().fill("Ada");
  await page.getByRole("button", { name: "Take this name" }).click();
  await expect(page.getByText("You play here as Ada.")).toBeVisible();
  const { key } = await page.evaluate(() => JSON.parse(localStorage.getItem("quarriors.club") ?? "{}") as { key: string });

  // Somebody else cannot sit down under that name.
  const body = JSON.stringify({ setup: quick(), name: "ADA" });
  const headers = { "Content-Type": "application/json" };
  expect((await fetch(`${club.url}/api/tables`, { method: "POST", body, headers })).status).toBe(422);

  const made = await fetch(`${club.url}/api/tables`, {
    method: "POST",
    headers,
    body: JSON.stringify({ setup: quick(2), name: "whoever", key }),
  });
  const seat = (await made.json()) as { table: string; token: string; seat: number };
  await page.evaluate(
    (kept) => localStorage.setItem("quarriors.seats", JSON.stringify([{ ...kept, name: "Ada", taken: Date.now(), fresh: true }])),
    seat,
  );
  const wire = new Wire(page);
  await page.goto(`${club.url}/t/${seat.table}`);
  await page.getByRole("button", { name: "Table menu" }).click();
  await expect(page.getByText("This game is rated: it counts for the club ladder.")).toBeVisible();
  await page.keyboard.press("Escape");
  await playUntil(page, wire, () => false);
  await expect(page.getByText(/25\.0 ± 16\.3 → /).first()).toBeVisible();
  await page.getByRole("link", { name: "Club ladder" }).click();
  const ladder = page.getByRole("table");
  await expect(ladder.getByRole("rowheader")).toHaveCount(2);
  await expect(ladder).toContainText("Ada");
  await isClean(page, "the club");

  // A code takes the name to a phone, in Italian.
  await page.getByText("Use it elsewhere").click();
  await page.getByRole("button", { name: "Show a code" }).click();
  const code = await page.getByRole("status").innerText();
  const phone = await somebody();
  await phone.setViewportSize({ width: 390, height: 844 });
  await remember(phone.context(), { ...AT_ONCE, language: "it", name: "" });
  await phone.goto(`${club.url}/club`);
  await phone.getByText("Ho già un nome nel club").click();
  await phone.getByRole("textbox", { name: "Nome" }).last().fill("Ada");
  await phone.getByRole("textbox", { name: "Codice" }).fill(code.toLowerCase());
  await phone.getByRole("button", { name: "Porta qui il mio nome" }).click();
  await expect(phone.getByText("Qui giochi come Ada.")).toBeVisible();
  await isItalian(phone, "the club");
});

base("a game by correspondence is set up in days and waits for its player on top of the list", async ({ page, server }) => {
  await remember(page.context(), AT_ONCE);
  await page.goto(`${server.url}/new`);
  await page.getByText(/Timer/).first().click();
  await page.getByRole("radio", { name: /Days per move/ }).check();
  await page.getByRole("textbox", { name: "Days per move" }).fill("2");
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByText(/2 d|1 d 23 h/).first()).toBeVisible();
  await page.goto(`${server.url}/games`);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Your turn");
  await expect(page.getByText(/(2 d.*|1 d 23 h) left/)).toBeVisible();
  // Nobody is at the table; two days later the server has finished the move.
  server.later(2 * 86_400 + 60);
  await page.goto(`${server.url}/games`);
  await expect(page.getByText(/(2 d.*|1 d 23 h) left/)).toBeVisible();
});
