/**
 * The facts of all cards, loaded from the server once per language.
 */
import type { CardFacts } from "$lib/api/generated";
import { cards, tablePacks } from "$lib/api/http";
import { languageTag } from "$lib/settings.svelte";

class Catalog {
  list: CardFacts[] = $state.raw([]);
  error: string = $state("");
  /** Cards of the packs of the table that is looked at. */
  packed: CardFacts[] = $state.raw([]);
  byName = $derived(new Map([...this.list, ...this.packed].map((card) => [card.name, card])));
  byClass = $derived(new Map([...this.list, ...this.packed].map((card) => [card.class_name, card])));
  asked: ReturnType<typeof languageTag> | null = null;

  /** Ask for the cards in the player's language, unless they are there or on their way. */
  async load(): Promise<void> {
    const language = languageTag();
    if (this.asked === language) return;
    this.asked = language;
    this.error = "";
    try {
      const found = (await cards()).cards;
      if (this.asked === language) this.list = found;
    } catch (error) {
      if (this.asked !== language) return;
      this.asked = null; // so that the next call tries again
      this.error = error instanceof Error ? error.message : String(error);
    }
  }
}

const catalog = new Catalog();

/** Load the cards, and again when the language changes; call it where a page begins. */
export function loadCatalog(): Promise<void> {
  return catalog.load();
}

/** Use the cards of a table's packs while its page is shown; returns a clean-up. */
export function overlayPacks(table: string, packs: readonly string[]): () => void {
  let wanted = packs.length > 0;
  if (wanted) {
    tablePacks(table).then(
      (answer) => {
        if (wanted) catalog.packed = answer.packs.flatMap((pack) => pack.cards);
      },
      (error: unknown) => console.warn(error), // faces and names are drawn without them
    );
  }
  return () => {
    wanted = false;
    catalog.packed = [];
  };
}

/** All cards; empty until they have come. */
export function allCards(): readonly CardFacts[] {
  return catalog.list;
}

/** Why the cards are not there, as a sentence; "" if nothing is wrong. */
export function catalogError(): string {
  return catalog.error;
}

/** What is printed on a card, by its English name; undefined until the cards have come. */
export function facts(name: string): CardFacts | undefined {
  return catalog.byName.get(name);
}

/** The address of the picture that a pack has for a card; null: it is drawn. */
export function pictureOf(card: (CardFacts & { picture?: string | null }) | undefined): string | null {
  return card?.picture || null;
}

/** The name of a class in the player's language. */
export function className(cls: string): string {
  return catalog.byClass.get(cls)?.class_text ?? cls;
}

/** The two letters of a class: the server's, or the first two of its name. */
export function classLetters(cls: string): string {
  return catalog.byClass.get(cls)?.letter ?? cls.slice(0, 2);
}

/** Put cards in place without a server: for tests. */
export function setCatalog(list: readonly CardFacts[]): void {
  catalog.asked = languageTag();
  catalog.list = [...list];
}
