// The seats of this browser, sorted by how their games stand.
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import { keepSeat, mySeats } from "$lib/api/keys";
import { changeSettings } from "$lib/settings.svelte";
import MyGamesList from "./MyGamesList.svelte";

const player = (seat: number, kind: string, name: string): object => ({ seat, kind, name, bot: "", host: seat === 0 });
const table = (stage: string): object => ({
  stage,
  setup: { seats: [{}, {}], edition: "qultimate", sets: ["base"], clock: { kind: "none" } },
  players: [player(0, "person", "Ada"), player(1, stage === "waiting" ? "free" : "bot", "Planner")],
});
let answers: Record<string, [number, object]> = {};

beforeEach(() => {
  localStorage.clear();
  changeSettings({ language: "en" });
  answers = {};
  vi.stubGlobal("fetch", (address: string) => {
    const id = new URL(address, "http://table.test").pathname.split("/").at(-1) ?? "";
    const [status, body] = answers[id] ?? [404, { code: "no_table", text: "There is no such table." }];
    return Promise.resolve(new Response(JSON.stringify({ table: id, ...body }), { status }));
  });
});

function sit(id: string, status: number, body: object): void {
  keepSeat({ table: id, token: "secret", seat: 0, name: "Ada" });
  answers[id] = [status, body];
}

it("says so if there are none", async () => {
  render(MyGamesList);
  expect(await screen.findByText("You haven't taken a seat anywhere yet.")).toBeTruthy();
});

it("offers to go on, to look again, and to wait, each under its heading", async () => {
  sit("over1", 200, table("over"));
  sit("wait1", 200, table("waiting"));
  sit("play1", 200, table("playing"));
  render(MyGamesList);
  expect((await screen.findByRole("link", { name: "Resume" })).getAttribute("href")).toBe("/t/play1");
  expect(screen.getByRole("link", { name: "Go to table" }).getAttribute("href")).toBe("/t/wait1");
  expect(screen.getByRole("link", { name: "Replay" }).getAttribute("href")).toBe("/r/over1");
  expect(screen.getByText("free seat")).toBeTruthy();
  expect(screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent)).toEqual([
    "In progress",
    "Waiting for players",
    "Finished",
  ]);
});

it("forgets a seat only when asked twice", async () => {
  sit("play1", 200, table("playing"));
  render(MyGamesList);
  await fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(mySeats()).toHaveLength(1);
  const dialog = await screen.findByRole("dialog");
  await fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(mySeats()).toEqual([]);
  expect(await screen.findByText("You haven't taken a seat anywhere yet.")).toBeTruthy();
});

it("keeps apart what the server no longer has", async () => {
  sit("gone1", 404, { code: "no_table", text: "There is no such table." });
  render(MyGamesList);
  expect(await screen.findByRole("heading", { name: "No longer on the server" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(mySeats()).toEqual([]);
});

it("says so if the server does not answer, and asks again", async () => {
  sit("play1", 503, { code: "storage", text: "The disk is full." });
  render(MyGamesList);
  expect((await screen.findByRole("alert")).textContent).toContain("The disk is full.");
  answers["play1"] = [200, table("playing")];
  await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Resume" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows the games that wait for me first, the most urgent on top", async () => {
  const soon = Date.now() / 1000 + 7_200;
  const by = (waiting: number, until: number): object => ({ ...table("playing"), waiting_for: waiting, until });
  sit("mine1", 200, by(0, soon + 200_000));
  sit("theirs", 200, by(1, soon));
  sit("mine2", 200, by(0, soon));
  sit("mine3", 200, by(0, 0));
  render(MyGamesList);
  expect(await screen.findByRole("heading", { level: 2, name: "Your turn" })).toBeTruthy();
  const links = screen.getAllByRole("link", { name: "Resume" }).map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/t/mine2", "/t/mine1", "/t/mine3", "/t/theirs"]);
  expect(screen.getByText(/Planner's turn · 2 h 0 min left/)).toBeTruthy();
});

it("looks games up first that were not over before", async () => {
  for (let number = 0; number < 14; number += 1) sit(`over${number}`, 200, table("over"));
  const first = render(MyGamesList);
  await vi.waitFor(() => expect(mySeats().filter(({ over }) => over)).toHaveLength(14));
  first.unmount();
  keepSeat({ table: "old", token: "secret", seat: 0, name: "Ada" });
  answers.old = [200, { ...table("playing"), waiting_for: 0, until: 0 }];
  const seats = mySeats();
  localStorage.setItem("quarriors.seats", JSON.stringify([...seats.slice(1), seats[0]]));
  render(MyGamesList);
  expect((await screen.findByRole("link", { name: "Resume" })).getAttribute("href")).toBe("/t/old");
});
