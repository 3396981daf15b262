import { cleanup, render, screen, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import vectors from "../../../../tests/record/dice_vectors.json";
import type { Player } from "$lib/api/generated";
import type { DiceFacts } from "$lib/dice";
import { fakeFeed } from "$lib/feed/fake";
import { changeSettings } from "$lib/settings.svelte";
import { SUMMARY } from "./sample";
import EndPanel from "./EndPanel.svelte";

const PATIENT = { timeout: 10_000 }; // machines may be busy

const TABLE = "faketablefaketab";
const PLAYER: Omit<Player, "name" | "seat"> = {
  kind: "person", bot: "", standing_in: false, here: true, away_since: 0, host: false, kept_for: "", member: false,
};
const answers: Record<string, { status: number; body: unknown }> = {};
let asked: { url: string; init: RequestInit | undefined }[] = [];

beforeEach(() => {
  changeSettings({ language: "en" });
  localStorage.clear();
  asked = [];
  answers.summary = { status: 200, body: SUMMARY };
  answers.rematch = { status: 200, body: { table: "newtablenewtable", seat: 0, token: "secret", link: "" } };
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    asked.push({ url, init });
    const found = Object.entries(answers).find(([name]) => url.includes(`/${name}?`))?.[1];
    const { status, body } = found ?? { status: 404, body: { code: "no_page", text: "Nothing here." } };
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});

function sit(seat: number): void {
  const mine = [{ table: TABLE, token: "secret", seat, name: "Ada", taken: 1, fresh: false }];
  localStorage.setItem("quarriors.seats", JSON.stringify(mine));
}

describe("the end of a game", () => {
  it("says who won and why, with the rule", async () => {
    render(EndPanel, { table: TABLE, feed: fakeFeed() });
    expect(await screen.findByRole("heading", { name: "Bo wins!" })).toBeTruthy();
    expect(screen.getByText(/^The Glory goal is reached\./)).toBeTruthy();
    expect(screen.getAllByText(/Bo wins/)).toHaveLength(2); // the heading, and the same for ears
    expect(screen.getByRole("link", { name: "Rule 9.1" }).getAttribute("href")).toBe("/rules#9.1");
    expect(screen.getByText("Ada lost 3 creatures.")).toBeTruthy();
  });

  it("greets a winner as one", async () => {
    sit(1);
    render(EndPanel, { table: TABLE, feed: fakeFeed() });
    expect(await screen.findByRole("heading", { name: "You win!" })).toBeTruthy();
    expect(new Headers(asked.find(({ url }) => url.includes("/summary?"))?.init?.headers).get("Authorization")).toBe("Bearer secret");
  });

  it("says to a loser what was missing, with the face and the word of the rival who won", async () => {
    sit(0);
    const players = [{ ...PLAYER, name: "Ada", seat: 0 }, { ...PLAYER, kind: "bot" as const, bot: "bruno", name: "Bo", seat: 1 }];
    const remark = { seat: 1, moment: "win" as const, text: "Solid work!" };
    const { container } = render(EndPanel, { table: TABLE, feed: fakeFeed({ players, remark }) });
    expect(await screen.findByText("16 Glory short. The Quake Dragon did it.")).toBeTruthy();
    expect(screen.getByText("“Solid work!”")).toBeTruthy();
    await vi.waitFor(() => expect(container.querySelector(".portrait svg path")).toBeTruthy(), PATIENT);
  });

  it("gives the plot as words and as a table too", async () => {
    render(EndPanel, { table: TABLE, feed: fakeFeed() });
    expect(
      await screen.findByRole("img", { name: /Ada ends with 4\. Bo ends with 20\. The goal is 20\./ }),
    ).toBeTruthy();
    const row = screen.getByRole("row", { name: /^Bo/, hidden: true });
    expect(within(row).getAllByRole("cell", { hidden: true }).map((cell) => cell.textContent)).toEqual(["0", "9", "20"]);
  });

  it("tells captures, best creatures and luck", async () => {
    render(EndPanel, { table: TABLE, feed: fakeFeed() });
    expect(
      await screen.findByRole("link", { name: "Quake Dragon, 2 times, first in round 1, 17 Quiddity in all" }),
    ).toBeTruthy();
    expect(screen.getByText("scored 3 times · destroyed 2")).toBeTruthy();
    expect(screen.getByText("Captured nothing.")).toBeTruthy();
    expect(screen.getByRole("img", { name: "Quiddity: rolled 30, expected 24.5" })).toBeTruthy();
    expect(screen.getByText("Bo's dice were kind.")).toBeTruthy();
  });

  it("shows how to check the game", async () => {
    const dice = { commitment: "abcdef", secret: "7", numbers: ["", ""], seed: "12345" };
    render(EndPanel, { table: TABLE, feed: fakeFeed({ dice }) });
    expect(await screen.findByText(`quarriors verify ${location.origin}/t/${TABLE}`)).toBeTruthy();
    expect(screen.getByText("12345")).toBeTruthy();
    expect(screen.getByText("abcdef")).toBeTruthy();
    expect(screen.getByText(/^Don't trust these dice: the server's secret/)).toBeTruthy();
  });

  it("checks the dice and says whether my number was used", async () => {
    const [dice] = vectors as DiceFacts[];
    const number = dice?.numbers[0] ?? "";
    const mine = { table: TABLE, token: "k", seat: 0, name: "Ada", taken: 1, fresh: false, number };
    const players = ["Ada", "Bo"].map((name, seat) => ({ ...PLAYER, name, seat }));
    const check = async (commitment: string): Promise<void> => {
      localStorage.setItem("quarriors.seats", JSON.stringify([{ ...mine, commitment }]));
      render(EndPanel, { table: TABLE, feed: fakeFeed({ dice: dice!, players }) });
      await screen.findByText("Check this game");
    };
    await check(dice!.commitment);
    expect(screen.getByText(/follows from it and the players' numbers/)).toBeTruthy();
    expect(screen.getByText(`Your number was used: ${number}`)).toBeTruthy();
    expect(screen.getByText("Number of Bo")).toBeTruthy();
    cleanup();
    await check("another");
    expect(screen.getByText(/^Don't trust these dice: the server shows another/)).toBeTruthy();
    expect(screen.queryByText(/^Your number was used/)).toBeNull();
  });

  it("offers a rematch to players only, and goes to the new table", async () => {
    sit(0);
    const onrematch = vi.fn();
    render(EndPanel, { table: TABLE, feed: fakeFeed(), onrematch });
    (await screen.findByRole("button", { name: "Rematch" })).click();
    await vi.waitFor(() => expect(onrematch).toHaveBeenCalledWith("newtablenewtable"), PATIENT);
    expect(localStorage.getItem("quarriors.seats")).toContain("newtablenewtable");
  });

  it("tells everybody of a rematch: players join it, watchers watch it", async () => {
    render(EndPanel, { table: TABLE, feed: fakeFeed({ again: "newtablenewtable" }) });
    const watch = await screen.findByRole<HTMLAnchorElement>("link", { name: "Watch the rematch" });
    expect(watch.getAttribute("href")).toBe("/t/newtablenewtable?watch");
    expect(screen.getByText("The table is ready for a rematch.")).toBeTruthy();
    cleanup();
    sit(0);
    const onrematch = vi.fn();
    render(EndPanel, { table: TABLE, feed: fakeFeed({ again: "newtablenewtable" }), onrematch });
    (await screen.findByRole("button", { name: "Join the rematch" })).click();
    await vi.waitFor(() => expect(onrematch).toHaveBeenCalledWith("newtablenewtable"), PATIENT);
  });

  it("offers a harder rematch against the next bot up, if there is one and no person is left out", async () => {
    sit(0);
    answers.sets = { status: 200, body: { sets: [], editions: [] } };
    const bot = (name: string, strength: number): object => ({ name, text: name, says: "", strength, parameters: [], rival: true });
    answers.bots = { status: 200, body: { bots: [bot("pip", 1), bot("marta", 1), bot("bruno", 2)] } };
    answers.tables = { status: 200, body: { table: "hardtablehardtab", seat: 0, token: "secret", link: "" } };
    const setup = { seats: [{ kind: "person" as const }, { kind: "bot" as const, bot: "pip" }, { kind: "bot" as const, bot: "pip" }], goal: 9 };
    render(EndPanel, { table: TABLE, feed: fakeFeed({ setup }) });
    const button = await screen.findByRole("button", { name: "Rematch, harder" }, PATIENT);
    await vi.waitFor(() => expect(button.title).toBe("The same table against marta, bruno"), PATIENT);
    button.click();
    await vi.waitFor(() => expect(location.pathname).toBe("/t/hardtablehardtab"), PATIENT);
    const body = JSON.parse(String(asked.find(({ url }) => url.startsWith("/api/tables?"))?.init?.body)) as { setup: unknown };
    expect(body.setup).toEqual({ seats: [{ kind: "person" }, { kind: "bot", bot: "marta" }, { kind: "bot", bot: "bruno" }], goal: 9 });
  });

  it("has no rematch for a watcher and no replay inside a replay", async () => {
    render(EndPanel, { table: TABLE, feed: fakeFeed({ kind: "replay" }) });
    await screen.findByRole("heading", { name: "Bo wins!" });
    expect(screen.queryByRole("button", { name: "Rematch" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Watch the replay" })).toBeNull();
  });

  it("says why there is no summary, and asks again", async () => {
    answers.summary = { status: 409, body: { code: "not_now", text: "The game is not over yet." } };
    render(EndPanel, { table: TABLE, feed: fakeFeed() });
    expect(await screen.findByText("The game is not over yet.")).toBeTruthy();
    answers.summary = { status: 200, body: SUMMARY };
    screen.getByRole("button", { name: "Try again" }).click();
    expect(await screen.findByRole("heading", { name: "Bo wins!" })).toBeTruthy();
  });
});
