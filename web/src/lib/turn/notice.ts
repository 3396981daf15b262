/**
 * "Come back, it's your turn": what a page does while nobody looks at it.
 *
 * While the page is hidden and it is the player's turn, the title has a dot and the tab another icon.
 * If the turn comes while it is hidden and the player allowed it, the system shows a notification,
 * once. All of it is taken back when the page is looked at again or the turn is over. The code is
 * fetched when a page with a table is first hidden.
 */
import { t } from "$lib/i18n/index.svelte";
import { settings } from "$lib/settings.svelte";

const DOT = "● ";

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

/** The picture that calls, beside the usual one. */
const beside = (usual: string): string => usual.replace(/favicon\.svg$/, "favicon-turn.svg");

/** Calls the player of one table back to its page. */
export class TurnNotice {
  #table: string;
  #shown: Notification | null = null;
  #icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  #usual = this.#icon?.getAttribute("href") ?? "";
  #turn = true; // a turn that was on before the page was hidden is no news
  #calling = false;

  constructor(table: string) {
    this.#table = table;
  }

  /** It is the player's turn, or not, and the page is hidden, or not. */
  tell(myTurn: boolean, hidden: boolean, who: string): void {
    const news = myTurn && !this.#turn && hidden;
    this.#turn = myTurn;
    this.#calling = myTurn && hidden;
    this.#icon?.setAttribute("href", this.#calling ? beside(this.#usual) : this.#usual);
    if (news) this.#notify(who);
    else if (!this.#calling) this.close();
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
      this.#shown = new Notification(t("table.your_turn"), { ...said, tag: this.#table, icon: this.#usual });
    } catch {
      return; // some phones have them for service workers only; title and icon have to do
    }
    this.#shown.onclick = () => {
      window.focus();
      this.close();
    };
  }
}
