/** Single parts of the table: hints, orders, who is away or slow, the waiting room, sitting down,
    chat, the log. */
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Player, TableFacts } from "$lib/api/generated";
import * as http from "$lib/api/http";
import { seatAt } from "$lib/api/keys";
import { changeSettings } from "$lib/settings.svelte";
import Chat from "./Chat.svelte";
import Clock from "./Clock.svelte";
import Delays from "./Delays.svelte";
import HintBubble from "./HintBubble.svelte";
import Log from "./Log.svelte";
import OrdersDialog from "./OrdersDialog.svelte";
import { players, sampleTableUi, setup } from "./sample";
import TakeSeat from "./TakeSeat.svelte";
import WaitingRoom from "./WaitingRoom.svelte";

vi.mock("$lib/api/http", { spy: true });
const bot = { name: "greedy", text: "The Grabber", says: "", strength: 1, parameters: [], rival: false, who: "", style: "", rating: null };

beforeEach(() => {
  changeSettings({ language: "en", name: "" });
  vi.mocked(http.bots).mockResolvedValue({ bots: [bot] });
  vi.mocked(http.showTable).mockRejectedValue(new Error("no server"));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
  localStorage.clear();
});

const away = (changes: Partial<Player>): Player[] =>
  players.map((player) =>
    player.seat === 2 ? { ...player, kind: "person", bot: "", here: false, ...changes } : player,
  );

describe("a hint", () => {
  it("shows the lines with their values and lets one be chosen", async () => {
    const advice = {
      type: "advice" as const,
      state: 4,
      bot: "planner",
      lines: [
        { option: 4, value: 5.004, text: "summon Assistant: 77 % to survive" },
        { option: 1, value: null, text: "Spend Squire" },
      ],
    };
    const { feed, ui, context } = sampleTableUi({ advice });
    render(HintBubble, { context });
    expect(screen.getByText("5.0")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: /77 %/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(ui.selected.map((one) => one.options[0]?.number)).toEqual([4]); // to be confirmed
    expect(feed.done).toEqual([["clearAdvice"]]);
  });
});

describe("standing orders", () => {
  it("shows what holds and gives new ones", async () => {
    const { feed, ui, context } = sampleTableUi({
      orders: { type: "orders", defend: "weakest", reactions: "ask", pass_alone: false, away: true },
    });
    ui.orders = true;
    render(OrdersDialog, { context });
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /The weakest/ }).checked).toBe(true);
    await fireEvent.click(screen.getByRole("radio", { name: "Never react" }));
    await fireEvent.click(screen.getByRole("checkbox", { name: /Auto-pass/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(feed.done).toEqual([
      ["order", { defend: "weakest", reactions: "never", pass_alone: true, away: true }],
    ]);
    expect(ui.orders).toBe(false);
  });
});

describe("who is away", () => {
  it("counts down, then lets the host put a bot there", async () => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    const { feed, context } = sampleTableUi({ host: true, players: away({ away_since: 1_000_000 - 30 }) });
    render(Delays, { context });
    expect(screen.getByText(/Greedy is away; a bot may take over in 1:30/)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(91_000);
    expect(screen.getByText("Greedy has been away for a long time")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Let a bot play" }));
    expect(feed.done).toEqual([["replace", 2, "planner"]]);
  });

  it("gives the seat back, and offers nothing to others than the host", async () => {
    const standsIn = away({ away_since: 1, standing_in: true, bot: "planner" });
    const { feed, context } = sampleTableUi({ host: true, players: standsIn });
    render(Delays, { context });
    await fireEvent.click(screen.getByRole("button", { name: "Give the seat back" }));
    expect(feed.done).toEqual([["giveBack", 2]]);
    cleanup();
    render(Delays, { context: sampleTableUi({ host: false, players: standsIn }).context });
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("lets any player look after an absent host, and nobody who watches", async () => {
    const host = away({ away_since: 1, host: true });
    const { feed, context } = sampleTableUi({ host: false, players: host });
    render(Delays, { context });
    await fireEvent.click(screen.getByRole("button", { name: "Let a bot play" }));
    expect(feed.done).toEqual([["replace", 2, "planner"]]);
    cleanup();
    render(Delays, { context: sampleTableUi({ me: null, players: host }).context });
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("who thinks for long", () => {
  const slow = away({ here: true });

  it("may be called to hurry after half a minute", async () => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    const { feed, context } = sampleTableUi({ players: slow, prompt: null, waitingFor: 2 });
    render(Delays, { context });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(screen.queryByRole("button")).toBeNull();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(screen.getByText("The table has been waiting for Greedy for 0:31")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Call time" }));
    expect(feed.done).toEqual([["call"]]);
  });

  it.each([
    ["myself", { waitingFor: 0 }],
    ["a watcher", { me: null }],
    ["a bot", { players: away({ kind: "bot", here: true }) }],
    ["one for whom a bot plays", { players: away({ here: true, standing_in: true }) }],
    ["a table with a clock", { setup: { ...setup, clock: { kind: "move" as const } } }],
  ])("but not with %s", async (_, changes) => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    const { context } = sampleTableUi({ players: slow, prompt: null, waitingFor: 2, ...changes });
    render(Delays, { context });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is shown to everybody with the time that is left", async () => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    const times = { kind: "call" as const, left: [0, 0, 90, 0], running: 2, until: 1_000_090 };
    render(Delays, { context: sampleTableUi({ players: slow, waitingFor: 2, times }).context });
    expect(screen.getByRole("status").textContent).toContain("Greedy is on the clock");
    expect(screen.getByRole("timer").textContent).toBe("1:30");
    expect(screen.queryByRole("button")).toBeNull();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(screen.getByRole("timer").textContent).toBe("1:25");
    cleanup();
    render(Delays, { context: sampleTableUi({ me: 2, players: slow, waitingFor: 2, times }).context });
    expect(screen.getByRole("status").textContent).toContain("You're on the clock");
  });
});

describe("a clock", () => {
  it("runs for the one who must answer", async () => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    const times = { kind: "game" as const, left: [100, 200, 300, 400], running: 1, until: 1_000_065 };
    const { context } = sampleTableUi({ times });
    render(Clock, { props: { seat: 1 }, context });
    render(Clock, { props: { seat: 2 }, context });
    expect(screen.getByText("1:05")).toBeTruthy();
    expect(screen.getByText("5:00")).toBeTruthy();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(screen.getByText("0:59")).toBeTruthy();
    expect(screen.getByText("5:00")).toBeTruthy();
  });
});

describe("chat", () => {
  it("shows lines as text, and can be muted", async () => {
    const chat = [{ number: 1, seat: 1, name: "Bo", text: "<b>ha</b>", at: 1_700_000_000 }];
    const { context } = sampleTableUi({ chat });
    render(Chat, { props: { muted: false }, context });
    expect(screen.getByText(/<b>ha<\/b>/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Mute the chat" }));
    expect(screen.queryByText(/<b>ha/)).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("textbox").disabled).toBe(true);
  });
});

describe("the log", () => {
  it("ignores a scroll event that arrives after it is gone", async () => {
    const complaints: unknown[] = [];
    const heard = (event: ErrorEvent): void => {
      complaints.push(event.error);
      event.preventDefault();
    };
    window.addEventListener("error", heard);
    const { context } = sampleTableUi({});
    const { unmount } = render(Log, { context });
    const list = screen.getByRole("log");
    unmount();
    await fireEvent.scroll(list);
    window.removeEventListener("error", heard);
    expect(complaints).toEqual([]);
  });
});

describe("the waiting room", () => {
  const waiting = (free: boolean): Player[] =>
    players.map((player) =>
      player.seat === 3 && free ? { ...player, kind: "free", name: "", bot: "" } : player,
    );

  it("shows the link, and lets the host seat and unseat bots", async () => {
    const { feed, context } = sampleTableUi({ stage: "waiting", host: true, players: waiting(true), view: null });
    render(WaitingRoom, { context });
    const link = screen.getByRole<HTMLInputElement>("textbox", { name: "Link to this table" });
    expect(link.value).toBe(`${location.origin}/t/${feed.table}`);
    const choose = await screen.findByRole("option", { name: "The Grabber" });
    await fireEvent.change(choose.closest("select")!, { target: { value: "greedy" } });
    await fireEvent.click(screen.getByRole("button", { name: "Add a bot" }));
    await fireEvent.click(screen.getAllByRole("button", { name: "Free the seat" })[0]!);
    expect(feed.done).toEqual([["fill", 3, "greedy"], ["free", 1]]);
    expect(screen.queryByRole("button", { name: "Begin the game" })).toBeNull();
  });

  it("has the address by which others reach the server, as a code too, and shares it", async () => {
    const { feed, context } = sampleTableUi({ stage: "waiting", players: waiting(true), view: null });
    const facts = { link: `http://192.168.1.5:7733/t/${feed.table}` } as TableFacts;
    vi.mocked(http.showTable).mockResolvedValue(facts);
    const share = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
    render(WaitingRoom, { context });
    const link = screen.getByRole<HTMLInputElement>("textbox", { name: "Link to this table" });
    await waitFor(() => expect(link.value).toBe(facts.link));
    expect(screen.getByRole("img", { name: /QR code/ }).getAttribute("src")).toBe(`/api/tables/${feed.table}/code.svg`);
    await fireEvent.click(screen.getByRole("button", { name: "Share the link" }));
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: facts.link }));
    vi.unstubAllGlobals();
    cleanup();
    render(WaitingRoom, { context: sampleTableUi({ stage: "waiting", players: waiting(false), view: null }).context });
    expect(screen.queryByRole("button", { name: "Share the link" })).toBeNull(); // jsdom cannot
    expect(screen.queryByRole("img", { name: /QR code/ })).toBeNull(); // nobody else can join
  });

  it("says who was sent away, and lets the host have them back", async () => {
    const { feed, context } = sampleTableUi({ stage: "waiting", host: true, players: waiting(true), view: null, barred: ["Bo"] });
    render(WaitingRoom, { context });
    expect(screen.getByText(/can't sit down here again: Bo\./)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Let them back in" }));
    expect(feed.done).toEqual([["admit"]]);
  });

  it("says for whom a seat is kept", () => {
    const kept = waiting(true).map((player) => (player.seat === 3 ? { ...player, kept_for: "Bo" } : player));
    render(WaitingRoom, { context: sampleTableUi({ stage: "waiting", players: kept, view: null }).context });
    expect(screen.getByText("Reserved for Bo")).toBeTruthy();
    expect(screen.queryByText("Free seat")).toBeNull();
    expect(screen.getByText(/Rematch: starts when/)).toBeTruthy();
  });

  it("begins when everybody sits, and is the host's to rule", async () => {
    const full = { stage: "waiting" as const, players: waiting(false), view: null };
    const { feed, context } = sampleTableUi({ ...full, host: true });
    render(WaitingRoom, { context });
    await fireEvent.click(screen.getByRole("button", { name: "Begin the game" }));
    expect(feed.done).toEqual([["begin"]]);
    cleanup();
    render(WaitingRoom, { context: sampleTableUi({ ...full, host: false, me: 1 }).context });
    expect(screen.queryByRole("button", { name: /Begin|Free|Seat/ })).toBeNull();
  });
});

describe("sitting down", () => {
  const facts = {
    table: "abcdefghijklmnop",
    stage: "waiting",
    setup,
    players,
    commitment: "",
    link: "",
    numbers: [],
    secret: "",
    seed: "",
    waiting_for: null,
    until: 0,
  } satisfies TableFacts;

  it("asks for a name, takes a seat and remembers its token", async () => {
    vi.mocked(http.joinTable).mockResolvedValue({ table: facts.table, seat: 1, token: "T0ken", link: "" });
    const onseat = vi.fn();
    render(TakeSeat, { facts, onseat, onwatch: vi.fn() });
    const sit = screen.getByRole("button", { name: "Take a seat" });
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Your name" }).value).not.toBe(""); // a playful one
    expect(screen.getByRole("img", { name: "The table with its cards and dice" }).getAttribute("src")).toBe(
      `/api/tables/${facts.table}/picture.svg`,
    );
    await fireEvent.input(screen.getByRole("textbox", { name: "Your name" }), { target: { value: " " } });
    await fireEvent.submit(sit.closest("form")!);
    expect(screen.getByText(/Tell us your name/)).toBeTruthy();
    expect(http.joinTable).not.toHaveBeenCalled();
    await fireEvent.input(screen.getByRole("textbox", { name: "Your name" }), { target: { value: "Bo" } });
    await fireEvent.submit(sit.closest("form")!);
    await waitFor(() => expect(onseat).toHaveBeenCalledWith("T0ken"));
    expect(seatAt(facts.table)).toMatchObject({ token: "T0ken", seat: 1, name: "Bo" });
  });

  it("says why there is no seat, and lets one watch", async () => {
    vi.mocked(http.joinTable).mockRejectedValue(new http.ApiError("not_now", 409, "Every seat is taken."));
    const onwatch = vi.fn();
    render(TakeSeat, { facts, onseat: vi.fn(), onwatch });
    const form = screen.getByRole("button", { name: "Take a seat" }).closest("form")!;
    await fireEvent.input(within(form).getByRole("textbox"), { target: { value: "Bo" } });
    await fireEvent.submit(form);
    expect(await screen.findByText("Every seat is taken.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("link", { name: "Just watch" }));
    expect(onwatch).toHaveBeenCalled();
  });
});
