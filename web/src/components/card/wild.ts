/** A card as it would lie in the Wilds at the beginning of a game: for books of cards and for tests. */
import type { CardFacts, Wild } from "$lib/api/generated";

export function asWild(card: CardFacts, changes: Partial<Wild> = {}): Wild {
  return {
    anchored: null,
    captured: true,
    card: card.name,
    class: card.class_name,
    confidence: card.confidence as Wild["confidence"],
    cost: card.cost,
    cost_now: card.cost,
    discount: card.discount,
    discount_now: card.discount,
    energy: card.energy as Wild["energy"],
    faces: card.faces,
    glory: card.glory,
    kind: card.kind as Wild["kind"],
    left: card.dice,
    level: card.level,
    set: card.set,
    slot: -1,
    ...changes,
  };
}
