/**
 * Two cards as the server tells them, cut down: for tests of components.
 */
import type { CardFacts } from "$lib/api/generated";

export const DRAGON: CardFacts = {
  name: "Quake Dragon",
  text: "Quake Dragon",
  other_name: "",
  kind: "creature",
  set: "base",
  class_name: "Quake Dragon",
  class_text: "Quake Dragon",
  letter: "QD",
  cost: 8,
  glory: 4,
  level: 0,
  energy: "",
  discount: null,
  dice: 5,
  faces: ["Q1", "Q2", "Q3|R", "C1:4/4", "C2:6/6*", "C3:8/7**"],
  odds: [
    { face: "Q1", count: 1, words: "1 Quiddity" },
    { face: "Q2", count: 1, words: "2 Quiddity" },
    { face: "Q3|R", count: 1, words: "3 Quiddity or re-roll" },
    { face: "C1:4/4", count: 1, words: "creature level 1, attack 4, defense 4" },
    { face: "C2:6/6*", count: 1, words: "creature level 2, attack 6, defense 6, one burst" },
    { face: "C3:8/7**", count: 1, words: "creature level 3, attack 8, defense 7, two bursts" },
  ],
  abilities: [{ timing: "scored", burst: 2, text: "When this scores: +1 Glory." }],
  keywords: {},
  rulings: ["It shakes the table, not the score."],
  needs: [],
  confidence: { numbers: "sourced", text: "sourced", die: "sourced" },
  pack: "",
};

export const DARK: CardFacts = {
  ...DRAGON,
  name: "Dark Spell",
  text: "Dark Spell",
  other_name: "",
  kind: "spell",
  set: "light_vs_dark",
  class_name: "Dark",
  class_text: "Dark",
  letter: "Dr",
  cost: 5,
  glory: 0,
  energy: "dark",
  discount: 4,
  faces: ["D1", "D2", "D2", "I", "S", "S*"],
  odds: [
    { face: "D1", count: 1, words: "1 Dark Quiddity" },
    { face: "D2", count: 2, words: "2 Dark Quiddity" },
    { face: "I", count: 1, words: "immediate effect" },
    { face: "S", count: 1, words: "spell" },
    { face: "S*", count: 1, words: "spell, one burst" },
  ],
  abilities: [{ timing: "cast", burst: 0, text: "Rotate a Light creature down one level." }],
  keywords: { Rotate: "Turn the die to another level." },
  rulings: [],
  confidence: { numbers: "sourced", text: "original", discount: "original", die: "original" },
};
