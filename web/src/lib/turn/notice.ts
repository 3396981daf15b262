/**
 * "Come back, it's your turn": what a page does while nobody looks at it.
 *
 * The title gets a dot, the icon of the tab another picture, and, if the player allowed it, the
 * system shows a notification, once each time that the turn comes. All of it is taken back when the
 * page is looked at again. The code is fetched when a page with a table is first hidden.
 */
import { t } from "$lib/i18n/index.svelte";
import { settings } from "$lib/settings.svelte";

const DOT = "● ";
const CALLING = "/favicon-turn.svg";

/** Whether this browser could show notifications from this address. */
export function canNotify(): boolean {
  return typeof Notification === "function" && window.isSecureContext;
}

/** Ask the player's permission, after a click of theirs; whether notifications may be shown. */
export async function askPermission(): Promise<boolean> {
  if (!canNotify()) return false;
  if (Notification.permission === "default") return (await Notification.requestPermission()) === "granted";
  return Notification.permission === "granted";
}

/** Calls the player of one table back to its page. */
export class TurnNotice {
  #table: string;
  #shown: Notification | null = null;
  #icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  #usual = this.#icon?.getAttribute("href") ?? "";
  #calling = false;

  constructor(table: string) {
    this.#table = table;
  }

  /** It is the player's turn, or not, and the page is hidden, or not. */
  tell(myTurn: boolean, hidden: boolean, who: string): void {
    const call = myTurn && hidden;
    if (call === this.#calling) return;
    this.#calling = call;
    this.#icon?.setAttribute("href", call ? CALLING : this.#usual);
    if (call) this.#notify(who);
    else this.close();
  }

  /** The title with a dot while the player is called. */
  title(text: string): string {
    return this.#calling ? DOT + text : text;
  }

  /** Take the notification away. */
  close(): void {
    this.#shown?.close();
    this.#shown = null;
  }

  /** The page is left: everything as it was. */
  end(): void {
    this.tell(false, false, "");
  }

  #notify(who: string): void {
    if (!settings.notify || !canNotify() || Notification.permission !== "granted") return;
    const said = { body: who === "" ? t("table.your_turn_says") : t("table.your_turn_with", { names: who }) };
    try {
      this.#shown = new Notification(t("table.your_turn"), { ...said, tag: this.#table, icon: "/favicon.svg" });
    } catch {
      return; // some phones have them for service workers only; title and icon have to do
    }
    this.#shown.onclick = () => {
      window.focus();
      this.close();
    };
  }
}
