import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Player } from "$lib/api/generated";
import { RIVALS, portraitOf, rivalOf } from "$lib/art/rivals.svelte";
import { fakeFeed } from "$lib/feed/fake";
import { changeSettings } from "$lib/settings.svelte";
import RivalRemark from "./RivalRemark.svelte";
import SeatMark from "./SeatMark.svelte";
import { TableUi, tableUiContext } from "./tableUi.svelte";

const BRUNO: Player = {
  seat: 1, kind: "bot", name: "Bruno", bot: "bruno", standing_in: false, here: false, away_since: 0, host: false, kept_for: "", member: false,
};
const remark = { seat: 1, moment: "kill" as const, text: "One blow. One!" };
const context = (player: Player): { context: Map<unknown, unknown> } => {
  const feed = fakeFeed({ players: [player], remark });
  return { context: tableUiContext(new TableUi(() => feed)) };
};

beforeEach(() => changeSettings({ language: "en", banter: true }));

describe("rivals at the table", () => {
  it("say their line, with their name", async () => {
    render(RivalRemark, context(BRUNO));
    expect(screen.getByRole("status").textContent).toContain("One blow. One!");
    changeSettings({ banter: false });
    await tick();
    expect(screen.getByRole("status").textContent.trim()).toBe("");
  });

  it("fall silent after a while", async () => {
    vi.useFakeTimers();
    render(RivalRemark, context(BRUNO));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(screen.getByRole("status").textContent.trim()).toBe("");
    vi.useRealTimers();
  });

  it("have a face instead of a letter; a bot that stands in for a person has not", async () => {
    const { container, unmount } = render(SeatMark, { props: { seat: 1 }, ...context(BRUNO) });
    await vi.waitFor(() => expect(container.querySelectorAll("svg.face path").length).toBeGreaterThan(10));
    unmount();
    const person = { ...BRUNO, name: "Bea", standing_in: true };
    expect(render(SeatMark, { props: { seat: 1 }, ...context(person) }).container.textContent).toContain("B");
  });

  it("are known by the name of their bot, whatever its settings", async () => {
    expect([rivalOf("zeno:ms=500"), rivalOf("mcts"), rivalOf("")]).toEqual(["zeno", null, null]);
    await vi.waitFor(() => expect(RIVALS.every((rival) => portraitOf(rival) !== null)).toBe(true));
  });
});
