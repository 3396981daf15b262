/**
 * The keys of the table: digits choose, Enter and Space go on, letters open and do things.
 *
 * Keys that a focused button, link or text box needs are left to it.
 */
import { tick } from "svelte";
import type { TableUi } from "./tableUi.svelte";
import { keypad, type Keypad } from "./keypad";
import { goOn } from "./picks";

const MOMENT = 900; // milliseconds in which a second digit may follow

export class TableKeys {
  readonly #pad: Keypad = keypad();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly ui: TableUi) {}

  /** Take a key; true if it meant something here. */
  press(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest("input, textarea, select") != null) return false;
    // A dialog has all keys, also when what had the focus in it is gone.
    if (document.querySelector("dialog[open]") !== null) return false;
    const { ui } = this;
    const { feed } = ui;
    if (event.key === "Escape") return ui.shut();
    if (/^\d$/u.test(event.key)) return this.#digit(event.key);
    // A replay has keys of its own.
    if (feed.kind !== "replay" && (event.key === "Enter" || event.key === " ")) {
      // On a thing of the table, Enter selects it and then confirms, as a click does.
      const taken = target?.closest("button, a, summary, [role=log]") != null;
      return this.#typedSoFar() || (!taken && this.#onward());
    }
    switch (event.key.toLowerCase()) {
      case "r":
        if (!feed.rollWaits) return false;
        feed.roll();
        return true;
      case "u":
        if (feed.canUndo) feed.undo();
        else if (feed.canAskUndo) ui.dialog = "undo";
        return true;
      case "h":
        if (feed.prompt !== null) feed.hint();
        return true;
      case "i":
        return ui.readOn();
      case "l":
        ui.toggle("log");
        return this.#focus(".side [role=log]");
      case "c":
        if (feed.kind !== "live") return false;
        ui.toggle("chat");
        return this.#focus("#chat-words");
      case "w":
        ui.toggle("wilds");
        return this.#focus(".wilds [data-roving][tabindex='0']");
      case "m":
        return this.#nextMat(event.shiftKey ? -1 : 1);
      default:
        return false;
    }
  }

  /** Forget the timer. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #last(): number {
    return this.ui.feed.prompt?.options.length ?? 0;
  }

  #digit(digit: string): boolean {
    const last = this.#last();
    if (last === 0) return false;
    clearTimeout(this.#timer);
    const chosen = this.#pad.press(digit, last);
    this.ui.typed = this.#pad.typed;
    if (chosen !== null) this.#choose(chosen);
    else if (this.#pad.typed !== "") this.#timer = setTimeout(() => this.#typedSoFar(), MOMENT);
    return true;
  }

  #typedSoFar(): boolean {
    clearTimeout(this.#timer);
    const chosen = this.#pad.end(this.#last());
    this.ui.typed = "";
    if (chosen === null) return false;
    this.#choose(chosen);
    return true;
  }

  /** Choose; where that is to be confirmed, Enter does it, wherever the focus was. */
  #choose(number: number): void {
    this.ui.choose(number);
    void tick().then(() => document.querySelector<HTMLElement>("[data-light^='confirm']")?.focus());
  }

  #onward(): boolean {
    const { feed } = this.ui;
    if (feed.rollWaits) feed.roll();
    else if (feed.beat !== null) feed.skip();
    else if (this.ui.selected.length > 0) this.ui.confirm();
    else {
      const on = goOn(feed.prompt);
      if (on === null) return false;
      this.ui.answer(on.number);
    }
    return true;
  }

  #nextMat(step: number): boolean {
    const many = this.ui.feed.players.length;
    if (many === 0) return false;
    const next = (this.ui.front + step + many) % many;
    this.ui.chosen = next === this.ui.feed.me ? null : next;
    return true;
  }

  /** When the page has changed, the keyboard goes there. */
  #focus(selector: string): boolean {
    requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
    return true;
  }
}
