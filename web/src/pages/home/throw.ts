/** The picture on the first page: dice in a tray, and the cards behind it. Nothing is played with them. */

export interface TrayDie {
  cls: string;
  faces: readonly string[];
  x: number; // of the middle, in percent of the tray
  y: number;
  turn: number; // degrees
  size: "" | "large" | "small";
}

const die = (
  cls: string,
  faces: readonly string[],
  x: number,
  y: number,
  turn: number,
  size: TrayDie["size"] = "",
): TrayDie => ({ cls, faces, x, y, turn, size });

/** The first face of each is what the first throw shows. */
export const THROW: readonly TrayDie[] = [
  die("Quake Dragon", ["C3:8/7**", "C2:6/6*", "C1:4/4", "Q2"], 47, 46, -8, "large"),
  die("Questing Wizard", ["C2:3/6", "C3:4/8**", "Q2*", "Q2"], 71, 33, 14, "large"),
  die("Scavenging Goblin", ["C1:2/2*", "C1:2/2", "Q1"], 25, 34, 9),
  die("Ghostly Spirit", ["C2:3/3", "C1:2/2", "Q1"], 30, 63, -17),
  die("Witching Hag", ["C2:4/5", "C1:3/3", "Q2"], 66, 68, -6, "large"),
  die("Basic Quiddity", ["Q2", "Q1"], 12, 52, 22, "small"),
  die("Basic Quiddity", ["Q1", "Q2"], 49, 79, 31, "small"),
  die("Portal", ["W2", "W1", "Q1"], 48, 17, -24, "small"),
  die("Growth", ["S", "Q2"], 87, 57, 12, "small"),
  die("Assistant", ["C1:1/2", "R*", "Q1"], 16, 79, -11, "small"),
  die("Victory", ["R+W1", "S", "Q2"], 85, 82, -20, "small"),
  die("Death", ["S**", "S*", "Q2"], 28, 13, 27, "small"),
];

/** The dice after this number of throws; the first throw is fixed. */
export function placed(
  dice: readonly TrayDie[],
  throws: number,
  luck: () => number = Math.random,
): (TrayDie & { face: string; wait: number })[] {
  const some = (most: number): number => (throws === 0 ? 0 : (luck() * 2 - 1) * most);
  return dice.map((one) => ({
    ...one,
    x: one.x + some(3),
    y: one.y + some(3),
    turn: one.turn + some(24),
    face: one.faces[throws === 0 ? 0 : Math.floor(luck() * one.faces.length)] ?? "",
    wait: Math.floor(luck() * 5),
  }));
}

/** The cards that look out from behind the tray, once their facts have come. */
export const CARDS = ["Witching Hag", "Quake Dragon", "Growth Charm"] as const;
