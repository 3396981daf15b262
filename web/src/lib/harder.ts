/** The same table against stronger bots: who sits there next. */
import type { BotFacts, Setup } from "$lib/api/generated";

/**
 * The set-up with the next rival up for each bot, none of them twice; null if a person would be left
 * out, or nobody is stronger. Rivals are in the server's order, the weakest first.
 */
export function harder(setup: Setup, bots: readonly BotFacts[]): Setup | null {
  if (setup.seats.filter((chair) => chair.kind !== "bot").length !== 1) return null;
  const rivals = bots.filter((bot) => bot.rival);
  const taken = new Set<string>();
  let changed = false;
  const seats = setup.seats.map((chair) => {
    if (chair.kind !== "bot") return chair;
    const name = base(chair.bot ?? "");
    const here = rivals.findIndex((rival) => rival.name === name);
    const strength = bots.find((bot) => bot.name === name)?.strength ?? -1;
    const above = here >= 0 ? rivals.slice(here + 1) : rivals.filter((rival) => (rival.strength ?? -1) > strength);
    const next = above.find((rival) => !taken.has(rival.name));
    taken.add(next?.name ?? name);
    changed ||= next !== undefined;
    // A name that was given belongs to the bot that sat there.
    return next === undefined ? chair : { kind: "bot" as const, bot: next.name };
  });
  return changed ? { ...setup, seats } : null;
}

/** The name of a bot without its settings. */
export function base(bot: string): string {
  return bot.split(":")[0] ?? "";
}
