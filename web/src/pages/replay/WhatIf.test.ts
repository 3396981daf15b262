/** What if: which step and seat the server is asked for, and what it refuses. */
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { players } from "$components/table/sample";
import * as http from "$lib/api/http";
import { keepSeat, seatAt } from "$lib/api/keys";
import { fakeFeed } from "$lib/feed/fake";
import * as router from "$lib/router.svelte";
import { changeSettings } from "$lib/settings.svelte";
import WhatIf from "./WhatIf.svelte";

vi.mock("$lib/api/http", { spy: true });
vi.mock("$lib/router.svelte", { spy: true });
const position = { frame: 12, frames: 90, turn: 3, turns: [], playing: false, speed: 1 };
const feed = fakeFeed({ kind: "replay", players, me: null, position });

beforeEach(() => {
  changeSettings({ language: "en", name: "Ada" });
  vi.mocked(router.go).mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  localStorage.clear();
});

it("plays on in my seat of that game, or in another", async () => {
  keepSeat({ table: feed.table, token: "key", seat: 1, name: "Ada" });
  vi.mocked(http.whatIf).mockResolvedValue({ table: "newtablenewtable", seat: 2, token: "T0ken", link: "" });
  render(WhatIf, { feed, open: true });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: players[1]!.name, hidden: true }).checked).toBe(true);
  await fireEvent.click(screen.getByRole("radio", { name: players[2]!.name, hidden: true }));
  await fireEvent.click(screen.getByRole("button", { name: "Play on", hidden: true }));
  await waitFor(() => expect(router.go).toHaveBeenCalledWith("/t/newtablenewtable"));
  expect(http.whatIf).toHaveBeenCalledWith(feed.table, "key", { frame: 12, seat: 2, name: "Ada" });
  expect(seatAt("newtablenewtable")).toMatchObject({ token: "T0ken", seat: 2 });
});

it("says why the server refuses", async () => {
  vi.mocked(http.whatIf).mockRejectedValue(new http.ApiError("too_fast", 429, "Too many tables."));
  render(WhatIf, { feed, open: true });
  await fireEvent.click(screen.getByRole("button", { name: "Play on", hidden: true }));
  expect(await screen.findByText("Too many tables.")).toBeTruthy();
  expect(router.go).not.toHaveBeenCalled();
});
