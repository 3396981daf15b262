// The page of the club: the ladder, and one's own name in it.
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import RatingChange from "$components/end/RatingChange.svelte";
import RatedNote from "$components/table/RatedNote.svelte";
import { club } from "$lib/club.svelte";
import { changeSettings } from "$lib/settings.svelte";
import Club from "./Club.svelte";

const rating = (strength: number): object => ({ strength, margin: 7.25 });
const LADDER = {
  season: { number: 2, name: "Spring", began: 1 },
  seasons: [
    { number: 2, name: "Spring", began: 1 },
    { number: 1, name: "", began: 0 },
  ],
  ladder: [
    { rank: 1, name: "Ada", bot: "", rating: rating(31.234), games: 9, wins: 7 },
    { rank: 2, name: "Zeno", bot: "zeno", rating: rating(30), games: 8, wins: 3 },
  ],
  members: 3,
};
type Answer = [number, unknown];
let answers: Record<string, Answer> = {};
let asked: { path: string; body: unknown; key: string | null }[] = [];

beforeEach(() => {
  localStorage.clear();
  club.keep(null);
  changeSettings({ language: "en", name: "" });
  asked = [];
  answers = { "GET /api/club": [200, LADDER] };
  vi.stubGlobal("fetch", (address: string, { method, body, headers }: RequestInit) => {
    const path = `${method} ${new URL(address, "http://table.test").pathname}`;
    const key = (headers as Headers).get("Authorization");
    asked.push({ path, body: typeof body === "string" ? JSON.parse(body) : null, key });
    const [status, value] = answers[path] ?? [404, { code: "no_page", text: "nothing here" }];
    return Promise.resolve(new Response(JSON.stringify(value), { status }));
  });
});

it("shows the ladder of a season with how certain ratings are", async () => {
  render(Club);
  const rows = within(await screen.findByRole("table")).getAllByRole("row");
  const cells = (row: Element): string[] => [...row.children].map((one) => one.textContent?.trim() ?? "");
  expect(rows.map(cells)).toEqual([
    ["Rank", "Name", "Rating", "Games", "Wins"],
    ["1", "Ada", "31.2 ± 7.3", "9", "7"],
    ["2", "Zeno", "30.0 ± 7.3", "8", "3"],
  ]);
  expect(screen.getByRole("img", { name: "bot" })).toBeTruthy();
  expect(screen.getAllByRole("option").map((one) => one.textContent)).toEqual(["Spring", "Season 1"]);
  expect(screen.getByText("3 players in all; the first 2 are listed.")).toBeTruthy();
});

it("takes a name, keeps its key, and leaves", async () => {
  answers["POST /api/club/members"] = [201, { name: "Ada", key: "k".repeat(32) }];
  answers["GET /api/club/me"] = [200, { name: "Ada", rating: rating(31.234), rank: 1, games: 9, wins: 7 }];
  answers["DELETE /api/club/me"] = [200, { tables: 1, names: 1, chat_lines: 0, reports: 0 }];
  render(Club);
  await fireEvent.click(await screen.findByRole("button", { name: "Take this name" }));
  expect(screen.getByRole("alert").textContent).toContain("Enter a name.");
  const [field] = screen.getAllByRole("textbox", { name: "Name" });
  await fireEvent.input(field!, { target: { value: " Ada " } });
  await fireEvent.click(screen.getByRole("button", { name: "Take this name" }));
  expect(await screen.findByText("You play here as Ada.")).toBeTruthy();
  expect(await screen.findByText("Rank 1, rating 31.2 ± 7.3, 9 games, 7 wins this season.")).toBeTruthy();
  expect(asked.find(({ path }) => path === "POST /api/club/members")?.body).toEqual({ name: "Ada" });
  expect(JSON.parse(localStorage.getItem("quarriors.club") ?? "")).toEqual({ name: "Ada", key: "k".repeat(32) });
  await fireEvent.click(screen.getByRole("button", { name: "Leave the club", hidden: true }));
  await fireEvent.click(screen.getByRole("button", { name: "Yes, leave and remove everything", hidden: true }));
  expect(await screen.findByRole("button", { name: "Take this name" })).toBeTruthy();
  expect(localStorage.getItem("quarriors.club")).toBeNull();
});

it("brings a name by its key or by a code, and says what is refused", async () => {
  answers["POST /api/club/move"] = [401, { code: "bad_token", text: "That code isn't right here." }];
  answers["GET /api/club/me"] = [200, { name: "Bo", rating: null, rank: 0, games: 0, wins: 0 }];
  render(Club);
  await fireEvent.click(await screen.findByRole("button", { name: "Bring my name here", hidden: true }));
  expect(screen.getByRole("alert").textContent).toContain("Enter the name and the code.");
  const names = screen.getAllByRole("textbox", { name: "Name", hidden: true });
  await fireEvent.input(names.at(-1)!, { target: { value: "Bo" } });
  await fireEvent.input(screen.getByRole("textbox", { name: "Code", hidden: true }), { target: { value: "AAAA 2222" } });
  await fireEvent.click(screen.getByRole("button", { name: "Bring my name here", hidden: true }));
  expect((await screen.findByText("That code isn't right here.")).textContent).toBeTruthy();
  await fireEvent.input(screen.getByRole("textbox", { name: "Club key", hidden: true }), { target: { value: " key " } });
  await fireEvent.click(screen.getByRole("button", { name: "Use this key", hidden: true }));
  expect(await screen.findByText("You haven't finished a rated game this season.")).toBeTruthy();
  expect(club.mine).toEqual({ name: "Bo", key: "key" });
  expect(asked.at(-1)?.key).toBe("Bearer key");
});

it("forgets a key that the server does not know any more", async () => {
  club.keep({ name: "Ada", key: "old" });
  answers["GET /api/club/me"] = [401, { code: "bad_token", text: "That key doesn't match a name in the club." }];
  render(Club);
  expect(await screen.findByText("That key doesn't match a name in the club.")).toBeTruthy();
  expect(club.mine).toBeNull();
});

it("says at the table whether the game is rated", async () => {
  const { rerender, container } = render(RatedNote, { feed: { rated: true, whyUnrated: "" } });
  expect(screen.getByText("This game is rated: it counts for the club ladder.")).toBeTruthy();
  await rerender({ feed: { rated: false, whyUnrated: "Somebody is a guest." } });
  expect(screen.getByText("Somebody is a guest.")).toBeTruthy();
  await rerender({ feed: { rated: null, whyUnrated: "" } });
  expect(container.textContent).toBe("");
});

it("shows what a game changed, as soon as it is rated", async () => {
  vi.useFakeTimers();
  try {
    answers["GET /api/tables/t/rating"] = [200, { rated: true, why: "", seats: [] }];
    const players = [{ seat: 0, name: "Ada", kind: "person" }] as never;
    render(RatingChange, { table: "t", feed: { rated: true, whyUnrated: "", players }, pause: 1_000 });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(asked.length).toBe(2);
    answers["GET /api/tables/t/rating"] = [
      200,
      { rated: true, why: "", seats: [{ seat: 0, before: rating(25), after: rating(27.5) }] },
    ];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(screen.getByText("25.0 ± 7.3 → 27.5 ± 7.3")).toBeTruthy();
    expect(screen.getByText("+2.5")).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});
