/**
 * Sitting down: a table is asked of the server, the seat is kept, and the page goes there.
 *
 * Home and the form for a new table do the same thing with set-ups of their own.
 */
import type { Chair, Setup } from "$lib/api/generated";
import { createTable } from "$lib/api/http";
import { keepSeat } from "$lib/api/keys";
import { t } from "$lib/i18n/index.svelte";
import { go } from "$lib/router.svelte";
import { settings } from "$lib/settings.svelte";

/** How good the rivals of a quick game are, and the bot that plays so. */
export const STRENGTHS = {
  easy: "greedy",
  good: "planner",
  hard: "mcts:ms=600",
} as const;
export type Strength = keyof typeof STRENGTHS;

let drawn: number | null = null;

/** The player's name, or one of the playful ones: the same until the page is closed. */
export function playerName(): string {
  const names = t("shell.names").split("|");
  drawn ??= Math.floor(Math.random() * names.length);
  return settings.name || names[drawn % names.length] || "Q";
}

/** A quick game: me, and so many rivals, with the base game and everything else as usual. */
export function quickSetup(rivals: number, strength: Strength): Setup {
  const me: Chair = { kind: "person" };
  const bots = Array.from({ length: rivals }, (): Chair => ({ kind: "bot", bot: STRENGTHS[strength] }));
  return { seats: [me, ...bots], watch: true, language: settings.language };
}

/** Set a table and go there; what the server refuses is thrown as a sentence. */
export async function sitDown(setup: Setup, name: string, packs: string[] = []): Promise<void> {
  const { table, token, seat } = await createTable({ setup, name, ...(packs.length > 0 ? { packs } : {}) });
  keepSeat({ table, token, seat, name });
  go(`/t/${table}`);
}

/** What went wrong, as a sentence for people. */
export function sentence(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
