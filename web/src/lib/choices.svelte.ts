/**
 * What tables can be made of, asked of the server once a language: sets, editions, bots.
 */
import type { BotFacts, Choices, Named, SetFacts } from "$lib/api/generated";
import { bots, choices } from "$lib/api/http";
import type { Language } from "$lib/i18n/index.svelte";
import { settings } from "$lib/settings.svelte";
import { errorText } from "$lib/errors";

class Offer {
  /** Null until it has come. */
  choices: Choices | null = $state.raw(null);
  bots: BotFacts[] = $state.raw([]);
  /** Why it is not there, as a sentence; "" if nothing is wrong. */
  error = $state("");
  asked: Language | null = null;

  /** Ask in the player's language, unless it is there or on its way. */
  async load(): Promise<void> {
    const language = settings.language;
    if (this.asked === language) return;
    this.asked = language;
    this.error = "";
    try {
      const [found, players] = await Promise.all([choices(), bots()]);
      if (this.asked !== language) return;
      this.choices = found;
      this.bots = [...players.bots].sort((one, other) => rank(one) - rank(other));
    } catch (error) {
      if (this.asked !== language) return;
      this.asked = null; // so that the next one who looks asks again
      this.error = errorText(error);
    }
  }

  /** The name of a set or an edition for people; the name for programs until it has come. */
  nameOf(kind: "sets" | "editions", name: string): string {
    const all: readonly (Named | SetFacts)[] = this.choices?.[kind] ?? [];
    return all.find((one) => one.name === name)?.text ?? name;
  }
}

/** The weakest first; bots of other packages, whose strength nobody knows, last. */
function rank(bot: BotFacts): number {
  return bot.strength ?? Number.POSITIVE_INFINITY;
}

export const offer = new Offer();
