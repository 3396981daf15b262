/**
 * Starting a table: creates it on the server, stores the player's seat and opens its page.
 *
 * Shared by the home page, the form for a new table, the tutorial and the workshop.
 */
import type { Chair, Setup } from "$lib/api/generated";
import { createTable } from "$lib/api/http";
import { keepSeat } from "$lib/api/keys";
import { club } from "$lib/club.svelte";
import { RIVALS, type Rival } from "$lib/art/rivals.svelte";
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

/** All rivals, those nearest to one on the ladder first, and the stronger of two first. */
function neighbours(first: Rival): Rival[] {
  const here = RIVALS.indexOf(first);
  const far = (rival: Rival): number => Math.abs(RIVALS.indexOf(rival) - here - 0.1);
  return [...RIVALS].sort((one, other) => far(one) - far(other));
}

/** What a request to sit down says of my name in the club. */
export function clubKey(): { key?: string } {
  return club.mine === null ? {} : { key: club.mine.key };
}

/** Create a table and open its page; throws an `ApiError` with the server's sentence if it is refused. */
export async function startTable(setup: Setup, name: string, packs: string[] = []): Promise<void> {
  const { table, token, seat } = await createTable({
    setup,
    name,
    ...(packs.length > 0 ? { packs } : {}),
    ...clubKey(),
  });
  keepSeat({ table, token, seat, name: club.name || name });
  go(`/t/${table}`);
}
