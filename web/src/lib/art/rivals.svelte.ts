/** Which bots have a face, and their portraits, fetched when the first one is shown. */
import type { Portrait } from "./portraits";

export const RIVALS = ["pip", "marta", "bruno", "isolde", "orsino", "vesna", "zeno"] as const;
export type Rival = (typeof RIVALS)[number];

/** The rival behind the name of a bot, which may have settings (`zeno:ms=500`); null: no rival. */
export function rivalOf(bot: string): Rival | null {
  const name = bot.split(":")[0];
  return RIVALS.find((rival) => rival === name) ?? null;
}

let portraits: Readonly<Record<string, Portrait>> | null = $state.raw(null);
let asked = false;

/** A portrait; null until it has come. */
export function portraitOf(rival: Rival): Portrait | null {
  if (!asked) {
    asked = true;
    import("./portraits").then(
      (module) => (portraits = module.PORTRAITS),
      () => (asked = false), // the letter of the seat stays; the next face asks again
    );
  }
  return portraits?.[rival] ?? null;
}
