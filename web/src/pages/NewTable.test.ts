// The form asks for the table that it shows, and shows what the server says against it.
import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { offer } from "$lib/choices.svelte";
import { DRAGON } from "$components/card/sample";
import { go, router } from "$lib/router.svelte";
import { changeSettings } from "$lib/settings.svelte";
import NewTable from "./NewTable.svelte";
import { lastDraft } from "./newtable/draft";

const TABLE = "hV3x_9aBcD-efGh12345";
const named = (name: string): object => ({ name, text: name.toUpperCase(), says: `${name} explained` });
const SETS = {
  sets: [
    { ...named("base"), cards: 53, modules: [] },
    { ...named("quartifacts"), cards: 36, modules: ["quests"] },
  ],
  editions: [named("qultimate"), named("original")],
  modules: [named("quests")],
  variants: [named("expert_culling")],
  mixes: [named("hint"), named("side")],
  goals: { "2": 20, "3": 15, "4": 12 },
  quest_goals: { "2": 25, "3": 19, "4": 15 },
};
const BOTS = {
  bots: [
    { ...named("mcts"), strength: 4, parameters: [], rival: false, who: "", style: "", rating: null },
    { ...named("isolde"), strength: 2, parameters: [], rival: true, who: "", style: "", rating: 1500 },
  ],
};
const SEATED = { table: TABLE, seat: 0, token: "secret", link: "" };

const ADDED = { ...DRAGON, name: "Frost Sprite", text: "Frost Sprite" };
const PACK = {
  ...{ id: "winter@1.0#1", name: "Winter", version: "1.0", author: "Bo", languages: ["en"], sets: ["base"], text: "" },
  ...{ added: ["Frost Sprite"], corrected: ["Quake Dragon"], cards: [ADDED, DRAGON] },
};

type Answer = [status: number, body: unknown];
let created: Answer = [201, SEATED];
let facts: Answer = [200, SETS];
let sent: Record<string, unknown>[] = [];

beforeEach(() => {
  localStorage.clear();
  changeSettings({ language: "en", name: "Ada" });
  go("/new", { replace: true });
  Object.assign(offer, { choices: null, asked: null, error: "" });
  created = [201, SEATED];
  facts = [200, SETS];
  sent = [];
  vi.stubGlobal("fetch", (address: string, options?: RequestInit) => {
    const path = new URL(address, "http://table.test").pathname;
    if (path === "/api/tables") sent.push(JSON.parse(String(options?.body)) as Record<string, unknown>);
    const answers: Record<string, Answer> = {
      "/api/sets": facts,
      "/api/bots": [200, BOTS],
      "/api/cards": [200, { cards: [] }],
      "/api/packs": [200, { packs: [PACK], own: false }],
      "/api/tables": created,
    };
    const [status, body] = answers[path] ?? [404, { code: "no_page", text: path }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});

const create = async (): Promise<void> => {
  await fireEvent.click(await screen.findByRole("button", { name: "Create table" }));
};

describe("NewTable", () => {
  it("sets the usual table with one click and goes there", async () => {
    render(NewTable);
    await create();
    await waitFor(() => expect(router.route).toEqual({ page: "table", id: TABLE }));
    expect(sent).toMatchObject([
      { name: "Ada", setup: { seats: [{ kind: "person" }, { kind: "bot", bot: "isolde" }], sets: ["base"] } },
    ]);
  });

  it("explains sets and editions, and adds up what was chosen", async () => {
    render(NewTable);
    expect(await screen.findByText("quartifacts explained")).toBeTruthy();
    expect(screen.getByText("original explained")).toBeTruthy();
    expect(screen.getByText("2 players · QULTIMATE · BASE · first to 20 Glory")).toBeTruthy();
    await fireEvent.click(screen.getByRole("checkbox", { name: /QUARTIFACTS/ }));
    await fireEvent.click(screen.getByRole("radio", { name: "ORIGINAL" }));
    await fireEvent.click(screen.getByRole("button", { name: "Add a seat" }));
    expect(screen.getByText("3 players · ORIGINAL · BASE + QUARTIFACTS · first to 19 Glory")).toBeTruthy();
    await create();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.setup).toMatchObject({ edition: "original", sets: ["base", "quartifacts"] });
  });

  it("offers bots from the weakest to the strongest", async () => {
    render(NewTable);
    const list = await screen.findByRole("combobox", { name: "Bot strength in seat 2" });
    expect(within(list).getAllByRole("option").map((one) => one.textContent)).toEqual([
      "ISOLDE (fair)",
      "MCTS (strongest)",
    ]);
    await fireEvent.change(list, { target: { value: "mcts" } });
    await create();
    await waitFor(() => expect(sent[0]?.setup).toMatchObject({ seats: [{}, { bot: "mcts" }] }));
  });

  it("shows the server's refusal with names for people, and can be sent again", async () => {
    created = [422, { code: "illegal", text: "Of quartifacts there are too few; add a set, such as base." }];
    render(NewTable);
    await create();
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Of QUARTIFACTS there are too few; add a set, such as BASE.",
    );
    expect(router.route).toEqual({ page: "new" });
    created = [201, SEATED];
    await create();
    await waitFor(() => expect(router.route).toEqual({ page: "table", id: TABLE }));
  });

  it("wants at least one set", async () => {
    render(NewTable);
    await fireEvent.click(await screen.findByRole("button", { name: "None" }));
    await create();
    expect((await screen.findByRole("alert")).textContent).toContain("Choose at least one set.");
    expect(sent).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "All" }));
    await create();
    await waitFor(() => expect(sent[0]?.setup).toMatchObject({ sets: ["base", "quartifacts"] }));
  });

  it("sends nothing that is plainly wrong", async () => {
    render(NewTable);
    await fireEvent.input(await screen.findByLabelText("Glory to win"), { target: { value: "lots" } });
    await create();
    expect((await screen.findByRole("alert")).textContent).toContain("whole number from 1 to 99");
    expect(sent).toEqual([]);
  });

  it("remembers the last table, and forgets it on request", async () => {
    const first = render(NewTable);
    await fireEvent.click(await screen.findByRole("radio", { name: "ORIGINAL" }));
    await create();
    await waitFor(() => expect(sent).toHaveLength(1));
    first.unmount();
    render(NewTable);
    const chosen = await screen.findByRole<HTMLInputElement>("radio", { name: "ORIGINAL" });
    expect(chosen.checked).toBe(true);
    await fireEvent.click(screen.getByRole("button", { name: "Reset to defaults" }));
    expect(chosen.checked).toBe(false);
  });

  it("opens the door for who comes from the list of open tables", async () => {
    go("/new?open=1", { replace: true });
    render(NewTable);
    await create();
    await waitFor(() => expect(sent[0]?.setup).toMatchObject({ open: true }));
  });

  it("says so if the server does not answer, and asks again", async () => {
    facts = [503, { code: "storage", text: "The disk is full." }];
    render(NewTable);
    expect((await screen.findByRole("alert")).textContent).toContain("The disk is full.");
    facts = [200, SETS];
    await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: "Create table" })).toBeTruthy();
  });

  it("lists the cards of a chosen pack, to be wanted or banned, and forgets them with the pack", async () => {
    render(NewTable);
    const pack = await screen.findByRole("checkbox", { name: "Winter 1.0", hidden: true });
    const group = (name: string) => within(screen.getByRole("group", { name, hidden: true }));
    const listed = (name: string): string[] =>
      group(name).queryAllByRole("button", { hidden: true }).map((button) => button.textContent.replace(/\s+/g, " ").trim());
    expect(listed("Cards you want")).toEqual([]);
    await fireEvent.click(pack);
    const cards = ["Frost Sprite Quake Dragon New: Winter", "Quake Dragon Corrected: Winter"];
    expect(listed("Cards you want").sort()).toEqual(cards);
    await fireEvent.click(group("Cards you want").getByRole("button", { name: /^Frost Sprite/, hidden: true }));
    await fireEvent.click(group("Cards you don't want").getByRole("button", { name: /^Quake Dragon/, hidden: true }));
    await create();
    const setup = { packs: [PACK.id], wilds: ["Frost Sprite"], without: ["Quake Dragon"] };
    expect(sent).toMatchObject([{ setup }]);
    // The next table starts without the pack, so without its new card; ours stays banned.
    expect(lastDraft("en")).toMatchObject({ wilds: [], without: ["Quake Dragon"] });
    await fireEvent.click(pack);
    expect(listed("Cards you want")).toEqual([]);
    await create();
    expect(sent[1]).toMatchObject({ setup: { wilds: [], without: ["Quake Dragon"] } });
    expect(sent[1]?.setup).not.toHaveProperty("packs");
  });
});
