// A plugin for vite: the module `virtual:icons` has the outlines of the pictures that
// src/lib/art/icons.json names, and of no others. They come from the package
// @iconify-json/game-icons at build time, so that none of that work lies in this repository.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULE = "virtual:icons";
const HERE = dirname(fileURLToPath(import.meta.url));
const USED = join(HERE, "../src/lib/art/icons.json");
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

// How many numbers each command of a path takes, and which of them are x (0) and y (1).
const AXES = {
  m: [0, 1], l: [0, 1], h: [0], v: [1], c: [0, 1, 0, 1, 0, 1], s: [0, 1, 0, 1],
  q: [0, 1, 0, 1], t: [0, 1], a: [null, null, null, null, null, 0, 1], z: [],
};
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy;
const FLAG = /[01]/y;

/** The commands of a path with their numbers, one entry for each time one is carried out. */
function commands(path) {
  const found = [];
  let at = 0;
  let letter = "";
  const skip = () => {
    while (/[\s,]/.test(path[at] ?? "")) at += 1;
  };
  const next = (pattern) => {
    skip();
    pattern.lastIndex = at;
    const [text] = pattern.exec(path) ?? [];
    if (text === undefined) throw new Error(`a path has no number at ${at}: ${path.slice(at, at + 20)}`);
    at += text.length;
    return Number(text);
  };
  for (skip(); at < path.length; skip()) {
    if (/[a-z]/i.test(path[at])) letter = path[at++];
    else if (letter === "m") letter = "l";
    else if (letter === "M") letter = "L";
    const arc = letter.toLowerCase() === "a";
    const numbers = AXES[letter.toLowerCase()].map((_, i) => next(arc && (i === 3 || i === 4) ? FLAG : NUMBER));
    found.push([letter, numbers]);
  }
  return found;
}

/** Whether a curve to x, y is a line but for what nobody sees: its control points lie on the line. */
function straight([x1, y1, x2, y2, x, y]) {
  const length = Math.hypot(x, y);
  const beside = (a, b) => Math.abs(a * y - b * x) <= length; // by at most one
  const between = (a, b) => a * x + b * y >= 0 && a * x + b * y <= length * length;
  return beside(x1, y1) && beside(x2, y2) && between(x1, y1) && between(x2, y2);
}

/** A path on whole numbers: on a square of 512 nobody sees the difference, and it is half as long. */
export function rounded(path) {
  const exact = [0, 0]; // where the path really is
  const drawn = [0, 0]; // where the rounded one is, so that errors do not add up
  let begun = [0, 0, 0, 0];
  let text = "";
  let before = "";
  const steps = commands(path);
  for (const [at, [letter, numbers]] of steps.entries()) {
    let kind = letter.toLowerCase();
    const axes = AXES[kind];
    if (kind === "z") {
      [exact[0], exact[1], drawn[0], drawn[1]] = begun;
      text += before === "z" ? "" : "z";
      before = "z";
      continue;
    }
    const goal = numbers.map((n, i) => (axes[i] === null || letter !== kind ? n : n + exact[axes[i]]));
    let moved = goal.map((n, i) => {
      if (axes[i] === null) return kind === "a" && i < 2 ? Number(n.toFixed(1)) : n;
      return Math.round(n) - drawn[axes[i]];
    });
    axes.forEach((axis, i) => {
      if (axis !== null) exact[axis] = goal[i]; // the last of each axis is where it ends
    });
    drawn[0] = Math.round(exact[0]);
    drawn[1] = Math.round(exact[1]);
    if (kind === "m") begun = [exact[0], exact[1], drawn[0], drawn[1]];
    // The curve of an "s" goes on from the one before it.
    if (kind === "c" && !/s/i.test(steps[at + 1]?.[0]) && straight(moved)) [kind, moved] = ["l", moved.slice(4)];
    if ("lhv".includes(kind) && moved.every((n) => n === 0)) continue;
    const again = kind === before && kind !== "m"; // numbers after a move would be lines
    text += moved.reduce((all, n, i) => all + (n < 0 || (i === 0 && !again) ? "" : " ") + n, again ? "" : kind);
    before = kind;
  }
  return text;
}

/** The outlines by name; all of them are drawn on a square of 512. */
export function outlines(used = read(USED)) {
  const { icons } = read(createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json"));
  return Object.fromEntries(
    Object.keys(used).map((name) => {
      const shapes = [...(icons[name]?.body ?? "").matchAll(/ d="([^"]+)"/g)].map(([, d]) => rounded(d));
      if (shapes.length === 0) {
        throw new Error(`game-icons has no picture "${name}"; src/lib/art/icons.json must name one it has.`);
      }
      // Each shape begins at 0, 0: a relative first move is an absolute one.
      return [name, shapes.map((shape) => shape.replace(/^m/, "M")).join("")];
    }),
  );
}

export function icons() {
  return {
    name: "quarriors-icons",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      this.addWatchFile(USED);
      return `export const OUTLINES = ${JSON.stringify(outlines())};`;
    },
  };
}
