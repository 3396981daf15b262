/**
 * How the dice and cards of each class look: a picture, the colours of body and print, a finish.
 *
 * Never colour alone: the picture and the two letters (the server's, in the player's language) tell
 * classes apart without it, and bodies differ in lightness as well as in hue. A class that is not
 * here, of a card that somebody added, gets a look made from its name.
 */
import type { IconName } from "./icons";

/** What the surface of the die is like; patterns.css draws it. */
export type Finish = "plain" | "rim" | "marble" | "speckle" | "stripe" | "split" | "pearl" | "weave";

export interface Look {
  icon: IconName;
  body: string;
  ink: string;
  finish: Finish;
}

const look = (icon: IconName, body: string, ink: string, finish: Finish): Look => ({
  icon,
  body,
  ink,
  finish,
});

export const LOOKS: ReadonlyMap<string, Look> = new Map(
  Object.entries({
    // the base set
    "Basic Quiddity": look("floating-crystal", "#e9e4f2", "#3a2a6b", "plain"),
    Assistant: look("bully-minion", "#7a4f2a", "#ffe9c4", "plain"),
    Portal: look("magic-portal", "#2b2350", "#9fe8ff", "marble"),
    Death: look("death-skull", "#1b181f", "#e8e2d0", "rim"),
    Growth: look("sprout", "#7cc46a", "#10350f", "marble"),
    Life: look("ankh", "#f7d6df", "#9c1238", "rim"),
    Shaping: look("butterfly", "#bfe6ea", "#0d4a57", "split"),
    Victory: look("trophy-cup", "#d3a122", "#2b1a00", "pearl"),
    Deathdealer: look("grim-reaper", "#3b3f4a", "#ffab9b", "stripe"),
    "Defender of the Pale": look("templar-shield", "#dfe3ea", "#1f3b6e", "rim"),
    "Devotee of the Holy Query": look("prayer", "#f4e9c8", "#7a3d00", "pearl"),
    "Ghostly Spirit": look("ghost", "#cfe9e4", "#17514e", "pearl"),
    "Primordial Ooze": look("slime", "#b7d63a", "#24340a", "speckle"),
    "Quake Dragon": look("spiked-dragon-head", "#8f1d14", "#ffd36b", "marble"),
    "Questing Wizard": look("wizard-face", "#2647a8", "#ffe48a", "speckle"),
    "Scavenging Goblin": look("goblin-head", "#3f5a1e", "#f5e08a", "plain"),
    "Warrior of the Quay": look("harpoon-trident", "#0f5f78", "#ffe2b0", "stripe"),
    "Witching Hag": look("witch-face", "#5a2472", "#b8f06a", "marble"),
    // Rise of the Demons
    "Corrupted Quiddity": look("vile-fluid", "#3a2f22", "#c6e04a", "speckle"),
    Corruption: look("tentacles-skull", "#8a9a3a", "#1d0f2b", "marble"),
    "Demonic Overlord": look("overlord-helm", "#1f0d10", "#ff7a5c", "rim"),
    // Quarmageddon
    "Gnome Barbarian": look("dwarf-face", "#a34a14", "#fff1d6", "weave"),
    "Heavenly Seraph": look("angel-wings", "#fdf3d0", "#8a5b00", "pearl"),
    "Lord of the Quarry": look("stone-throne", "#6b6459", "#fff3d8", "marble"),
    "Mischievous Imp": look("imp-laugh", "#f08a5d", "#4a0d12", "plain"),
    "Troll Behemoth": look("troll", "#2e5d4b", "#d8f2c0", "weave"),
    "Voodoo Doll": look("voodoo-doll", "#c9a877", "#4a1030", "weave"),
    Discriminating: look("scales", "#3d4f80", "#f0e6c8", "split"),
    Oblation: look("sacrificial-dagger", "#701c32", "#ffd9a8", "stripe"),
    // Quest of the Qladiator
    "Frost Howler": look("wolf-howl", "#bfe3f7", "#0e3d6b", "marble"),
    "Pink Eye Cyclops": look("cyclops", "#f3a6c4", "#5a0f3a", "plain"),
    "Poison Dart Frog": look("frog", "#0f2f8f", "#f7e52a", "speckle"),
    Qladiator: look("crested-helmet", "#b07c30", "#2a0c06", "rim"),
    "Quake Dragon Mystic": look("wyvern", "#0f6e63", "#ffe7a0", "marble"),
    "Quaxos' Eye": look("warlock-eye", "#2a1140", "#ffb02e", "pearl"),
    Chaos: look("pentarrows-tornado", "#e0609a", "#1c0620", "split"),
    Harmony: look("yin-yang", "#f4f2ee", "#1b1b22", "split"),
    // Quartifacts
    Squire: look("light-helm", "#9fb0bf", "#22303d", "plain"),
    "Ancient Guide": look("lantern-flame", "#5b4a7d", "#ffdf91", "pearl"),
    "Quixotic Minstrel": look("banjo", "#f2c14e", "#6b1a2a", "stripe"),
    "Relic Rustler": look("robber", "#2b3a3a", "#e9c46a", "weave"),
    "Knight of Quamelot": look("black-knight-helm", "#c4cbd6", "#7a0f1c", "split"),
    "Manxome Minotaur": look("minotaur", "#5c2a14", "#f7d9b5", "stripe"),
    Misdirection: look("split-arrows", "#6ad0c0", "#0c3a3d", "stripe"),
    Quasar: look("star-swirl", "#0d1440", "#b6c8ff", "speckle"),
    "Holy Quail": look("kiwi-bird", "#efe0b8", "#5c3a12", "speckle"),
    Exqualibur: look("sword-in-stone", "#1d5f9e", "#fdf6d8", "rim"),
    "Tri-Clops Skull": look("third-eye", "#e8e0cf", "#6a1420", "marble"),
    // Light vs. Dark
    "Large Quiddity": look("crystal-growth", "#b9a6f2", "#24114f", "pearl"),
    Herald: look("trumpet-flag", "#fff1b0", "#8a3d00", "stripe"),
    "Black Cat": look("cat", "#15131b", "#f5d94a", "plain"),
    "Quartz Golem": look("rock-golem", "#f6dfe6", "#6b2f52", "marble"),
    Boogieman: look("sharp-smile", "#241a3d", "#c998ff", "plain"),
    Archangel: look("angel-outfit", "#f1f3ff", "#2d56b0", "rim"),
    Queelzebub: look("diablo-skull", "#4a0a0a", "#b6f25a", "speckle"),
    Light: look("heraldic-sun", "#ffe28a", "#6b4a00", "rim"),
    Dark: look("evil-moon", "#2b1b52", "#cbb5ff", "rim"),
  }),
);

/** Pictures of quartifacts, which are named on the faces of quest dice (12.5). */
const QUARTIFACTS: ReadonlyMap<string, IconName> = new Map([
  ["Holy Quail", "kiwi-bird"],
  ["Holy Quill", "quill-ink"],
  ["Exqualibur", "sword-in-stone"],
  ["Scabbard of Quamelot", "scabbard"],
  ["Tri-Clops Skull", "third-eye"],
  ["Ruby Eye", "fire-gem"],
  ["Poison Claw", "grasping-claws"],
]);

const STRANGE_BODIES = ["#43506b", "#6b4343", "#3f6153", "#6a5a35", "#59446e", "#37606b"];
const FINISHES: readonly Finish[] = ["plain", "rim", "marble", "speckle", "stripe", "split", "weave"];

/** The look of a class. */
export function lookOf(cls: string): Look {
  return LOOKS.get(cls) ?? strange(cls);
}

/** The picture of a quartifact. */
export function quartifactIcon(name: string): IconName {
  return QUARTIFACTS.get(name) ?? "trophy-cup";
}

/** A look for a class without one, derived from its name. */
function strange(cls: string): Look {
  const sum = [...cls].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7);
  const body = STRANGE_BODIES[sum % STRANGE_BODIES.length] ?? "#43506b";
  return { icon: "help", body, ink: "#fff6e2", finish: FINISHES[sum % FINISHES.length] ?? "plain" };
}
