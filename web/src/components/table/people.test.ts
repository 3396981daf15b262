/** Seats that move to another device, reports, and a chat that is closed. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as http from "$lib/api/http";
import { keepSeat, seatAt } from "$lib/api/keys";
import { changeSettings } from "$lib/settings.svelte";
import Chat from "./Chat.svelte";
import CodeEntry from "./CodeEntry.svelte";
import ReportDialog from "./ReportDialog.svelte";
import { players, sampleTableUi } from "./sample";
import SeatDialog from "./SeatDialog.svelte";
import TableMenu from "./TableMenu.svelte";

const TABLE = "abcdefghijklmnop";
const seated = { table: TABLE, seat: 0, token: "new", link: "" };
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  changeSettings({ language: "en" });
  keepSeat({ table: TABLE, token: "old", seat: 0, name: "Ada" });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe("a seat on two devices", () => {
  it("shows a code large, and how long it is valid", async () => {
    const asked = vi.spyOn(http, "giveCode").mockResolvedValue({ code: "7KMPQ2XA", seconds: 600 });
    const { context } = sampleTableUi({ table: TABLE });
    render(SeatDialog, { context });
    await press("Show a code");
    expect(asked).toHaveBeenCalledWith(TABLE, "old");
    expect((await screen.findByText("7KMP Q2XA")).className).toContain("code");
    expect(screen.getByText("Valid once, for 10 minutes.")).toBeTruthy();
  });

  it("keeps the renewed key, and removes data only when asked twice", async () => {
    const reload = vi.fn();
    vi.spyOn(http, "renewToken").mockResolvedValue(seated);
    const forget = vi.spyOn(http, "forgetMe").mockResolvedValue({ tables: 1, names: 1, chat_lines: 0, reports: 0 });
    const { context } = sampleTableUi({ table: TABLE });
    render(SeatDialog, { context, props: { reload } });
    await press("Renew the key");
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(seatAt(TABLE)?.token).toBe("new");
    await press("Remove my data");
    expect(forget).not.toHaveBeenCalled();
    await press("Yes, remove my data for good");
    await vi.waitFor(() => expect(forget).toHaveBeenCalledWith(TABLE, "new"));
    await vi.waitFor(() => expect(seatAt(TABLE)).toBeNull());
  });

  it("brings the seat here by a code, and says why not", async () => {
    localStorage.clear();
    const move = vi.spyOn(http, "moveSeat").mockRejectedValueOnce(new Error("That code isn't right here."));
    const onseat = vi.fn();
    render(CodeEntry, { table: TABLE, players, onseat });
    await press("Bring my seat here");
    expect(move).not.toHaveBeenCalled();
    expect(screen.getByText("Enter the code that your other device shows.")).toBeTruthy();
    await fireEvent.input(screen.getByLabelText("I have a code"), { target: { value: "7kmp q2xa" } });
    await press("Bring my seat here");
    expect(await screen.findByText("That code isn't right here.")).toBeTruthy();
    move.mockResolvedValueOnce(seated);
    await press("Bring my seat here");
    await vi.waitFor(() => expect(onseat).toHaveBeenCalledWith("new"));
    expect(move).toHaveBeenLastCalledWith(TABLE, "7kmp q2xa");
    expect(seatAt(TABLE)).toMatchObject({ token: "new", seat: 0, name: players[0]!.name });
  });
});

describe("reports", () => {
  it("sends a line of another player with its reason", async () => {
    const sent = vi.spyOn(http, "reportTo").mockResolvedValue({ report: 1 });
    const { context } = sampleTableUi({
      table: TABLE,
      me: 0,
      chat: [
        { number: 3, seat: 0, name: "Ada", text: "mine", at: 1 },
        { number: 4, seat: 1, name: "Bo", text: "you cheat", at: 2 },
      ],
    });
    render(ReportDialog, { context });
    expect(screen.queryByRole("radio", { name: /mine/ })).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: "Bo: you cheat" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Threat" }));
    await fireEvent.input(screen.getByLabelText(/Anything to add/), { target: { value: " again " } });
    await press("Send to the operator");
    expect(sent).toHaveBeenCalledWith(TABLE, "old", { reason: "threat", note: "again", line: 4 });
    expect(await screen.findByText(/The operator of this server will see it/)).toBeTruthy();
  });
});

describe("the menu and the chat", () => {
  it("offers a player the move and the host the chat", async () => {
    const { feed, ui, context } = sampleTableUi({ table: TABLE, me: 0, host: true });
    render(TableMenu, { context });
    await press("Table menu");
    await press("Move to another device");
    expect(ui.dialog).toBe("seat");
    await press("Table menu");
    await press("Close the chat");
    expect(feed.done).toEqual([["setChat", false]]);
  });

  it("offers a watcher the code", async () => {
    const { ui, context } = sampleTableUi({ table: TABLE, me: null, host: false });
    render(TableMenu, { context });
    await press("Table menu");
    expect(screen.queryByRole("button", { name: "Move to another device" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Close the chat" })).toBeNull();
    await press("I have a code");
    expect(ui.dialog).toBe("code");
  });

  it("says that the chat is closed instead of taking words", () => {
    const { context } = sampleTableUi({ chatClosed: "host" });
    render(Chat, { context, props: { muted: false } });
    expect(screen.getByText("The host has closed the chat.")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
  });
});
