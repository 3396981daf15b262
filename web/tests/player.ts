// A player who plays through the page, by mouse or by keyboard.
//
// What is asked is read from the messages that come over the page's websocket, so that a test knows
// when the server has answered; what is done is done on the page alone.
import { expect, type Locator, type Page } from "@playwright/test";
import type { OptionShown, Prompt, Table, Update } from "../src/lib/api/generated";

const PATIENCE = 180_000; // milliseconds; bots may think, and machines may be busy
/** What brings a game forward, best first; anything else comes after it, and passing last. */
const LIKED = ["summon", "ready", "capture", "use"];
const GO_ON = ["pass", "no"];

export class Wire {
  #table = "";
  state = -1;
  me: number | null = null;
  prompt: Prompt | null = null;
  canUndo = false;
  over = false;
  round = 0;
  /** Messages that the page has sent, by type. */
  sent: string[] = [];
  /** The states in which it has answered. */
  answers: number[] = [];

  /** Listen to a page; before it is opened. With several seats, who is asked is asked on one socket. */
  constructor(
    page: Page,
    readonly seats = 1,
  ) {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => this.hear(JSON.parse(String(payload))));
      socket.on("framesent", ({ payload }) => {
        const { type, state } = JSON.parse(String(payload)) as { type: string; state: number };
        this.sent.push(type);
        if (type === "answer") this.answers.push(state);
      });
    });
  }

  /** Take a message that the page was sent. */
  hear(message: Table | Update | { type: "other" }): void {
    if (message.type !== "table" && message.type !== "update") return;
    if (message.type === "table" && message.table !== this.#table) {
      this.#table = message.table;
      this.state = -1;
      this.prompt = null;
    }
    const known = this.seats > 1 && (message.state < this.state || (message.state === this.state && !message.prompt));
    if (known && message.type === "update") return;
    this.state = message.state;
    if (!known) this.prompt = message.prompt;
    this.canUndo = message.can_undo;
    this.round = message.view?.round ?? this.round;
    if (message.type === "update") return;
    this.me = message.me;
    this.over = message.stage === "over";
  }

  /** Wait until the game is in another state. */
  async moved(before: number): Promise<void> {
    await expect
      .poll(() => this.state !== before || this.over, { timeout: PATIENCE, intervals: [40] })
      .toBe(true);
  }
}

export const dock = (page: Page): Locator => page.locator("[data-light=prompt]");
export const question = (page: Page): Locator => dock(page).locator(".question");
export const options = (page: Page): Locator => page.locator("[data-light^='option:']");
export const rollButton = (page: Page): Locator => dock(page).locator(".roll button");
export const endPanel = (page: Page): Locator => page.locator("section.end.sheet");

/** What the page wants of its player when all is shown. */
export type Wanted = "roll" | "answer" | "end";

/** What the page shows, in one look. */
function look(page: Page): Promise<{ ended: boolean; rolls: boolean; asks: number; text: string }> {
  return page.evaluate(() => ({
    ended: document.querySelector("section.end.sheet") !== null,
    rolls: document.querySelector("[data-light=prompt] .roll button") !== null,
    asks: Number(document.querySelector<HTMLElement>("[data-light=prompt]")?.dataset.asks ?? 0),
    text: document.querySelector("[data-light=prompt] .question")?.textContent ?? "",
  }));
}

/** Wait until the page wants something of its player. */
export async function wanted(page: Page, wire: Wire): Promise<Wanted> {
  let found: Wanted | null = null;
  await expect
    .poll(
      async () => {
        const { prompt, over } = wire;
        if (prompt === null && !over) return null;
        const { ended, rolls, asks, text } = await look(page);
        if (ended) found = "end";
        else if (rolls) found = "roll";
        else if (text === prompt?.question && asks === prompt.options.length) found = "answer";
        return found;
      },
      { timeout: PATIENCE, intervals: [40], message: "the page wants nothing of its player" },
    )
    .not.toBeNull();
  return found!;
}

/** The option that a simple player would take: whatever brings the game forward. */
export function liked(prompt: Prompt): OptionShown {
  const { options: all } = prompt;
  for (const verb of LIKED) {
    const found = all.filter((option) => option.verb === verb).at(-1);
    if (found !== undefined) return found;
  }
  const other = all.find((option) => option.verb !== "spend" && !GO_ON.includes(option.verb));
  return other ?? all.find((option) => GO_ON.includes(option.verb)) ?? all[0]!;
}

/** How an option was chosen. */
export type Way = "die" | "card" | "list" | "key";

/** Press something by mouse or by finger. */
type Press = (at: Locator) => Promise<void>;
const byMouse: Press = (at) => at.click();

/**
 * Choose an option on the page: what lies on the table is selected there and then confirmed,
 * everything else is a button.
 */
export async function click(page: Page, { number }: OptionShown, press: Press = byMouse): Promise<Way> {
  const confirm = page.locator(`[data-light="confirm:${number}"]`);
  const lit = page.locator("button.lit:visible").filter({ hasText: `option ${number}: ` });
  const found = await lit.evaluateAll(([one]) => one?.getAttribute("data-light") ?? null);
  if (found === null && (await confirm.count()) === 0) {
    await press(page.locator(`[data-light="option:${number}"]`));
    return "list";
  }
  if ((await confirm.count()) === 0) await press(lit.first());
  await press(confirm);
  return found?.startsWith("card:") === true ? "card" : "die";
}

/** Choose an option by its number on the keyboard: a plain one acts, another is confirmed by Enter. */
export async function type(page: Page, { number }: OptionShown, { options: all }: Prompt): Promise<Way> {
  const plain = (await page.locator(`[data-light="option:${number}"]`).count()) > 0;
  const selected = (await page.locator(`[data-light="confirm:${number}"]`).count()) > 0;
  for (const digit of String(number)) await page.keyboard.press(digit);
  // A digit that could be the first of two waits for the other one; Enter ends it.
  if (number * 10 <= all.length) await page.keyboard.press("Enter");
  if (!plain && !selected) await page.keyboard.press("Enter");
  return "key";
}

/** Choose an option at once and in the page, where a test is about what follows; waits for nothing. */
export async function choose(page: Page, { number }: OptionShown): Promise<Way> {
  await page.evaluate(async (wanted) => {
    const find = (kind: string) => document.querySelector<HTMLElement>(`[data-light='${kind}:${wanted}']`);
    if (find("confirm") === null && find("option") === null) {
      const lit = [...document.querySelectorAll<HTMLElement>("button.lit")];
      const named = new RegExp(`\\b(option|opzione) ${wanted}: `);
      lit.find(({ textContent }) => named.test(textContent))?.click();
      for (let turns = 0; turns < 9; turns += 1) await null; // until the page shows it as selected
    }
    (find("confirm") ?? find("option"))?.click();
  }, number);
  return "list";
}

/** Answer what is asked, and wait for what the server says. */
export async function answer(
  page: Page,
  wire: Wire,
  how: (option: OptionShown, prompt: Prompt) => Promise<Way> = (option) => click(page, option),
): Promise<Way> {
  const { state, prompt } = wire;
  if (prompt === null) throw new Error("nothing is asked");
  const way = await how(liked(prompt), prompt);
  await wire.moved(state);
  return way;
}

/** Press Tab until something has the focus; nobody presses it very often. */
export async function walkTo(page: Page, goal: Locator, most = 60): Promise<void> {
  await expect(goal).toBeVisible();
  const element = (await goal.elementHandle())!;
  for (let steps = 0; steps < most; steps += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the tab key does not lead there");
}

/** Play until something holds, or the game is over; gives whether it held. */
export async function playUntil(
  page: Page,
  wire: Wire,
  holds: (wants: Wanted) => boolean | Promise<boolean>,
  how?: (option: OptionShown, prompt: Prompt) => Promise<Way>,
): Promise<boolean> {
  for (;;) {
    const wants = await wanted(page, wire);
    if (await holds(wants)) return true;
    if (wants === "end") return false;
    if (wants === "roll") await roll(page);
    else await answer(page, wire, how);
  }
}

/** Press Roll; the button never stands still, so that it is noticed. */
export async function roll(page: Page): Promise<void> {
  await rollButton(page).click({ force: true });
  await expect(rollButton(page)).toBeHidden();
}
