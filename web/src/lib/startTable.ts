/**
 * Starting a table: creates it on the server, stores the player's seat and opens its page.
 *
 * Shared by the home page, the form for a new table, the tutorial and the workshop.
 */
import type { Chair, Setup } from "$lib/api/generated";
import { createTable } from "$lib/api/http";
import { keepSeat } from "$lib/api/keys";
import { t } from "$lib/i18n/index.svelte";
import { go } from "$lib/router.svelte";
import { settings } from "$lib/settings.svelte";

/** How good the rivals of a quick game are, and who they are, in the order they sit down. */
export const STRENGTHS = {
  easy: ["pip", "marta", "bruno"],
  good: ["isolde", "bruno", "orsino"],
  hard: ["zeno", "vesna", "orsino"],
} as const;
export type Strength = keyof typeof STRENGTHS;

/** The player's name, or one of the playful ones: the same at every visit. */
export function playerName(): string {
  if (settings.name !== "") return settings.name;
  const names = t("shell.names").split("|");
  return names[settings.drawnName % names.length] ?? "Q";
}

/** The set-up of a quick game against bots: the base game with default rules. */
export function quickSetup(rivals: number, strength: Strength): Setup {
  const me: Chair = { kind: "person" };
  const bots = STRENGTHS[strength].slice(0, rivals).map((bot): Chair => ({ kind: "bot", bot }));
  return { seats: [me, ...bots], watch: true, language: settings.language };
}

/** Create a table and open its page; throws an `ApiError` with the server's sentence if it is refused. */
export async function startTable(setup: Setup, name: string, packs: string[] = []): Promise<void> {
  const { table, token, seat } = await createTable({ setup, name, ...(packs.length > 0 ? { packs } : {}) });
  keepSeat({ table, token, seat, name });
  go(`/t/${table}`);
}
