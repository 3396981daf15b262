/**
 * Starting a table: creates it on the server, stores the player's seat and opens its page.
 *
 * Shared by the home page, the form for a new table, the tutorial and the workshop.
 */
import type { Chair, Setup } from "$lib/api/generated";
import { createTable, joinTable } from "$lib/api/http";
import { type DeviceSeat, keepSeat } from "$lib/api/keys";
import { club } from "$lib/club.svelte";
import { RIVALS, type Rival } from "$lib/art/rivals.svelte";
import { offer } from "$lib/choices.svelte";
import { LOCAL } from "$lib/host";
import { t } from "$lib/i18n/index.svelte";
import { go } from "$lib/router.svelte";
import { settings } from "$lib/settings.svelte";

/** The player's name, or one of the playful ones: the same at every visit. */
export function playerName(): string {
  if (settings.name !== "") return settings.name;
  const names = t("shell.names").split("|");
  return names[settings.drawnName % names.length] ?? "Q";
}

/** The set-up of a quick game: the base game against a rival, and others of about the same strength. */
export function quickSetup(count: number, first: Rival): Setup {
  const me: Chair = { kind: "person" };
  const bots = neighbours(first).slice(0, count).map((bot): Chair => ({ kind: "bot", bot }));
  return { seats: [me, ...bots], watch: true, rated: false, language: settings.language };
}

/** Whether a rival can be played against here; all of them, until that is known. */
export function isHere(rival: Rival): boolean {
  return offer.bots.length === 0 || offer.bots.some((bot) => bot.name === rival);
}

/** All rivals, those nearest to one on the ladder first, and the stronger of two first. */
function neighbours(first: Rival): Rival[] {
  const here = RIVALS.indexOf(first);
  const far = (rival: Rival): number => Math.abs(RIVALS.indexOf(rival) - here - 0.1);
  return RIVALS.filter(isHere).sort((one, other) => far(one) - far(other));
}

interface Extras {
  /** Texts of packs that I bring. */
  packs?: string[];
  /** The names of all people on this device by seat, mine among them. */
  device?: ReadonlyMap<number, string>;
  /** Hears of the table before its page is opened. */
  onmade?: (table: string) => void;
}

/** What a request to sit down says of my name in the club. */
export function clubKey(): { key?: string } {
  return club.mine === null ? {} : { key: club.mine.key };
}

/** Create a table and open its page; throws an `ApiError` with the server's sentence if it is refused. */
export async function startTable(
  asked: Setup,
  name: string,
  { packs = [], device = new Map(), onmade }: Extras = {},
): Promise<void> {
  // Nobody else can come; a daily is asked for as it is.
  const setup = LOCAL && !asked.daily ? { ...asked, open: false, chat: false } : asked;
  const { table, token, seat } = await createTable({
    setup,
    name,
    ...(packs.length > 0 ? { packs } : {}),
    ...clubKey(),
  });
  const others: DeviceSeat[] = [];
  for (const [at, other] of device) {
    if (at === seat) continue;
    const joined = await joinTable(table, { name: other, seat: at });
    others.push({ token: joined.token, seat: joined.seat, name: other });
  }
  keepSeat({ table, token, seat, name: club.name || name, ...(others.length > 0 ? { others } : {}) });
  onmade?.(table);
  go(`/t/${table}`);
}
