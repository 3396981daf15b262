// The shelf, the luck line and the calendar as people see them.
import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import Calendar from "$components/daily/Calendar.svelte";
import LuckLine from "./LuckLine.svelte";
import RivalWins from "./RivalWins.svelte";
import Shelf from "./Shelf.svelte";
import { TurnNotice } from "$lib/turn/notice";
import { changeSettings } from "$lib/settings.svelte";

const TROPHIES = [
  { id: "win", die: "Victory", name: "First laurels", how: "Win a game." },
  { id: "quest", die: "Exqualibur", name: "Questing beast", how: "Complete a quest." },
];
const TRY = { table: "t", at: 1, over: true, won: true, rounds: 9, lines: [] };

it("stands dice on a shelf, and says how the chosen one is earned", async () => {
  render(Shelf, { trophies: TROPHIES, earned: new Map([["win", Date.UTC(2026, 10, 18, 12)]]) });
  expect(screen.getByText("Complete a quest.")).toBeTruthy(); // the first that is missing
  expect(screen.getByText("Not yet")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: /First laurels, earned/ }));
  expect(screen.getByText("Win a game.")).toBeTruthy();
  expect(screen.getByText(/^Earned on .*2026/)).toBeTruthy();
  expect(screen.getByRole("button", { name: /Questing beast, not earned yet/ })).toBeTruthy();
});

it("draws luck game by game, the last fifty", () => {
  const { container } = render(LuckLine, { luck: [...Array(60).fill(20), 90, 50] });
  expect(container.querySelectorAll("circle")).toHaveLength(50);
  expect(screen.getByRole("img", { name: /Your last 50 games: luckier than 22%/ })).toBeTruthy();
});

it("counts wins by rival, people and programs", () => {
  render(RivalWins, { rivals: new Map([["pip", { played: 3, won: 2 }], ["person", { played: 1, won: 0 }]]) });
  expect(screen.getByRole("img", { name: "Pip: 2 of 3 games won" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "People: 0 of 1 game won" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "Zeno: 0 of 0 games won" })).toBeTruthy();
});

it("shows a month of daily games and leads to the one before", async () => {
  const dailies = new Map([
    ["2026-11-16", TRY],
    ["2026-11-17", { ...TRY, won: false, rounds: 1 }],
    ["2026-11-18", { ...TRY, over: false }],
    ["2026-10-31", TRY],
  ]);
  render(Calendar, { dailies, today: "2026-11-18" });
  expect(screen.getByText("November 2026")).toBeTruthy();
  expect(screen.getByRole("img", { name: "November 16: won in 9 rounds" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "November 17: lost after 1 round" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "November 18: started" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "November 15: not played" })).toBeTruthy();
  expect(screen.queryByRole("img", { name: /^November 19/ })).toBeNull();
  expect((screen.getByRole("button", { name: "Next month" }) as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.click(screen.getByRole("button", { name: "Previous month" }));
  expect(screen.getByRole("img", { name: "October 31: won in 9 rounds" })).toBeTruthy();
});

it("calls a player back once a turn, if they want it", () => {
  const shown: { body: string; close: () => void }[] = [];
  const Fake = Object.assign(
    function (this: { close: () => void }, _title: string, { body }: { body: string }) {
      this.close = vi.fn();
      shown.push({ body, close: this.close });
    },
    { permission: "granted" },
  );
  vi.stubGlobal("Notification", Fake);
  vi.stubGlobal("isSecureContext", true);
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg" />';
  const icon = (): string | null => document.querySelector("link")!.getAttribute("href");
  const notice = new TurnNotice("t");
  notice.tell(true, true, "Bo"); // it was my turn already
  expect([icon(), notice.title("x"), shown.length]).toEqual(["/favicon-turn.svg", "● x", 0]);
  notice.tell(false, true, "Bo");
  expect([icon(), notice.title("x")]).toEqual(["/favicon.svg", "x"]);
  notice.tell(true, true, "Bo");
  expect(shown).toHaveLength(0); // notifications are off
  changeSettings({ notify: true });
  notice.tell(false, true, "Bo");
  notice.tell(true, true, "Bo");
  notice.tell(true, true, "Bo");
  expect(shown.map(({ body }) => body)).toEqual(["Bo and the dice are waiting for you."]);
  notice.tell(true, false, "Bo");
  expect(shown[0]!.close).toHaveBeenCalled();
  notice.tell(false, false, "");
  notice.tell(true, false, "Bo"); // looked at: nothing to call for
  expect(shown).toHaveLength(1);
  notice.end();
  changeSettings({ notify: false });
  vi.unstubAllGlobals();
});
