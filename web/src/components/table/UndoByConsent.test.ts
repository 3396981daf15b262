/** Undo across a revealed fact: asking, answering, withdrawing, and reading what became of it. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { UndoRequest } from "$lib/api/generated";
import { keepSeat } from "$lib/api/keys";
import { changeSettings } from "$lib/settings.svelte";
import DockFoot from "./DockFoot.svelte";
import { players, sampleTableUi } from "./sample";
import UndoByConsent from "./UndoByConsent.svelte";

const people = players.map((player) => ({ ...player, kind: "person" as const, standing_in: false }));
const request = (changes: Partial<UndoRequest>): UndoRequest => ({
  seat: 1,
  text: "Bo asks to undo.",
  open: true,
  waits_for: [0, 2],
  until: 0,
  ...changes,
});
const may = { canUndo: false, canAskUndo: true, whyNot: "Dice have been rolled." };

beforeEach(() => {
  changeSettings({ language: "en" });
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe("asking", () => {
  it("begins at the undo button when nothing can be undone alone", async () => {
    const { ui, feed, context } = sampleTableUi({ ...may, players: people });
    render(DockFoot, { context });
    await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(ui.dialog).toBe("undo");
    render(UndoByConsent, { context });
    expect(screen.getByText(/Dice have been rolled. You can still go back if everyone agrees/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Ask the others", hidden: true }));
    expect(feed.done).toEqual([["askUndo"]]);
    expect(ui.dialog).toBe("");
  });

  it("needs nobody alone with bots, but says what it means", () => {
    const { ui, context } = sampleTableUi({ ...may, players: people.map((one) => ({ ...one, kind: one.seat === 0 ? "person" : "bot" })) });
    ui.dialog = "undo";
    render(UndoByConsent, { context });
    expect(screen.getByText(/With bots only, you can go back anyway/)).toBeTruthy();
    expect(screen.getByText(/can't count for a rating/)).toBeTruthy();
  });

  it("is not offered where it would be refused", () => {
    render(DockFoot, { context: sampleTableUi({ canUndo: false, canAskUndo: false }).context });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Undo" }).disabled).toBe(true);
  });
});

describe("a request", () => {
  it("is answered by those it waits for", async () => {
    const { feed, context } = sampleTableUi({ undoRequest: request({}), players: people });
    render(UndoByConsent, { context });
    expect(screen.getByText("Bo asks to undo.")).toBeTruthy();
    expect(screen.getByText(`Waiting for ${people[0]!.name}, ${people[2]!.name}.`)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Agree" }));
    await fireEvent.click(screen.getByRole("button", { name: "Refuse" }));
    expect(feed.done).toEqual([["answerUndo", true], ["answerUndo", false]]);
    expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
  });

  it("is withdrawn by its player, and only seen by others", async () => {
    const { feed, context } = sampleTableUi({ undoRequest: request({ seat: 0, waits_for: [1] }), players: people });
    render(UndoByConsent, { context });
    expect(screen.queryByRole("button", { name: "Agree" })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Withdraw" }));
    expect(feed.done).toEqual([["withdrawUndo"]]);
    cleanup();
    render(UndoByConsent, { context: sampleTableUi({ undoRequest: request({ waits_for: [2] }), players: people }).context });
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is a question to everybody at this device", () => {
    const { feed, context } = sampleTableUi({ undoRequest: request({ waits_for: [2] }), players: people });
    keepSeat({ table: feed.table, token: "a", seat: 0, name: "Ada", others: [{ token: "c", seat: 2, name: "Cy" }] });
    render(UndoByConsent, { context });
    expect(screen.getByRole("button", { name: "Agree" })).toBeTruthy();
  });

  it("says what became of it until that is read", async () => {
    const { context } = sampleTableUi({ undoRequest: request({ open: false, text: "Bo said no." }), players: people });
    render(UndoByConsent, { context });
    expect(screen.getByText("Bo said no.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("Bo said no.")).toBeNull();
  });
});
