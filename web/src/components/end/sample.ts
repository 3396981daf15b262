/** A small finished game for tests; not part of the bundle. */
import type { Summary } from "$lib/api/shapes";

const LUCK = { dice: 20, quiddity: 10, quiddity_expected: 12, creatures: 3, creatures_expected: 4, percent: 20, says: "" };

export const SUMMARY: Summary = {
  players: ["Ada", "Bo"],
  winners: [1],
  rule: "9.1",
  why: "Bo wins: the Glory goal is reached (rule 9.1).",
  reason: "The Glory goal is reached.",
  goal: 20,
  rounds: 2,
  turns: 4,
  glory: [
    [0, 1, 4],
    [0, 9, 20],
  ],
  seats: [
    { seat: 0, name: "Ada", glory: 4, captures: [], best: [], luck: LUCK, banner: "16 Glory short. The Quake Dragon did it.", best_turn: 3, achievements: ["cull"] },
    {
      seat: 1,
      name: "Bo",
      glory: 20,
      captures: [{ card: "Quake Dragon", text: "Quake Dragon", count: 2, first_round: 1, paid: 17 }],
      best: [{ card: "Quake Dragon", text: "Quake Dragon", glory: 12, scored: 3, summoned: 4, destroyed: 2 }],
      luck: { ...LUCK, quiddity: 30, quiddity_expected: 24.5, percent: 80, says: "Bo's dice were kind." },
      banner: "Won by 16 Glory. Your Quake Dragon brought you 12 Glory.",
      best_turn: 8,
      achievements: ["win", "haul"],
    },
  ],
  share: [],
  highlights: [{ kind: "fallen", seat: 0, card: "", number: 3, text: "Ada lost 3 creatures." }],
};
