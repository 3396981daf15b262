/**
 * My name in the club of this server and its key, kept in the browser; and whether there is a club.
 *
 * The server shows the key only once. The player who has it plays under the name, so it leaves the browser
 * only for this server, and where the player copies it.
 */
import type { RatingFacts } from "$lib/api/generated";
import { features, type Features } from "$lib/api/http";
import { LOCAL } from "$lib/host";
import { settings } from "$lib/settings.svelte";

/** A name in the club. */
export interface Membership {
  name: string;
  key: string;
}

const KEY = "quarriors.club";

class Club {
  /** What the server offers; null until it has said so, or if it does not know. */
  offers: Features | null = $state.raw(null);
  mine: Membership | null = $state.raw(read());
  #asked = false;

  /** Whether the server has a club. */
  get open(): boolean {
    return this.offers?.ratings ?? false;
  }

  /** My name, where it counts. */
  get name(): string {
    return this.open ? (this.mine?.name ?? "") : "";
  }

  /** Ask what the server offers, once. */
  async load(): Promise<void> {
    if (this.#asked || LOCAL) return; // the page without a server has neither
    this.#asked = true;
    try {
      this.offers = await features();
    } catch {
      this.#asked = false; // asked again on the next page
    }
  }

  /** Keep a name and its key; null forgets them. */
  keep(member: Membership | null): void {
    this.mine = member;
    try {
      if (member === null) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify(member));
    } catch {
      // Storage is forbidden: it is kept until the page is closed.
    }
  }
}

function read(): Membership | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    const { name, key } = found as Partial<Membership>;
    return typeof name === "string" && typeof key === "string" && key !== "" ? { name, key } : null;
  } catch {
    return null; // storage is forbidden, or somebody else wrote there
  }
}

export const club = new Club();

/** A number with one decimal, as the player's language writes it. */
export function oneDecimal(number: number): string {
  return number.toLocaleString(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A rating and how certain it is: "27.4 ± 6.1". */
export function ratingWords({ strength, margin }: RatingFacts): string {
  return `${oneDecimal(strength)} ± ${oneDecimal(margin)}`;
}
