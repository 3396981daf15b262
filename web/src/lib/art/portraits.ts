/**
 * The portraits of the rivals, drawn by us: paths on a square of 100, from back to front.
 *
 * One style for all: a bust in front of a glow, an ink line around every shape, light from the upper
 * left. Each has a silhouette and a colour of its own, so that they can be told apart at 24 pixels.
 * A module of its own, which is fetched only where a face is shown; pictures to share use it too.
 */

/** A shape: its path, what it is filled with ("" for nothing), and the line around it. */
export interface Shape {
  d: string;
  fill: string;
  line: number;
  ink: string;
}

export interface Portrait {
  /** The glow behind the head, and the colour at the edge. */
  light: string;
  deep: string;
  shapes: readonly Shape[];
}

const INK = "#1b1122";
const LINE = 2.4;

const shape = (fill: string, d: string, line = LINE, ink = INK): Shape => ({ d, fill, line, ink });
/** A shape without a line around it: light, shade, a mark. */
const dab = (fill: string, d: string): Shape => shape(fill, d, 0);
/** A line alone. */
const stroke = (d: string, line = LINE, ink = INK): Shape => shape("", d, line, ink);

const oval = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
const star = (x: number, y: number, r: number): string => {
  const q = r * 0.28;
  return `M${x} ${y - r}L${x + q} ${y - q}L${x + r} ${y}L${x + q} ${y + q}L${x} ${y + r}L${x - q} ${y + q}L${x - r} ${y}L${x - q} ${y - q}Z`;
};
/** Two eyes that look out of the picture, with a spark of light. */
const eyes = (y: number, apart: number, rx: number, ry: number): Shape[] =>
  [50 - apart, 50 + apart].flatMap((x) => [dab(INK, oval(x, y, rx, ry)), dab("#fff", oval(x - rx * 0.3, y - ry * 0.4, rx * 0.36))]);

const SHADE = "#2a0f3030"; // over the right side of a face
const SHINE = "#ffffff40";

export const PORTRAITS: Readonly<Record<string, Portrait>> = {
  pip: {
    light: "#d6ef86",
    deep: "#4c8a35",
    shapes: [
      shape("#9a6a35", "M12 104C13 84 30 78 50 78S87 84 88 104Z"),
      shape("#e9d9b0", "M38 79 50 92 62 79C56 84 44 84 38 79Z", 1.8),
      shape("#eab98c", oval(22, 55, 8.5, 10)),
      shape("#eab98c", oval(78, 55, 8.5, 10)),
      dab("#c98a5f", oval(21, 56, 3.4, 5)),
      dab("#c98a5f", oval(79, 56, 3.4, 5)),
      shape("#f4cba0", "M26 47C26 72 37 84 50 84S74 72 74 47C74 33 63 27 50 27S26 33 26 47Z"),
      dab(SHADE, "M58 28C70 34 68 66 52 84C66 82 74 70 74 47C74 35 66 29 58 28Z"),
      shape("#e07b2c", "M25 48C28 37 34 36 38 43C40 36 46 35 49 42C53 35 60 36 61 43C66 36 72 38 75 48C80 32 70 20 50 20S20 32 25 48Z", 2),
      shape("#d8392b", "M66 20C66 8 78-3 92 1C94 12 86 24 74 27Z", 2),
      stroke("M68 24C76 16 82 10 89 4", 1.4),
      shape("#3f7a2c", "M17 40C15 20 31 10 50 11C70 10 88 20 85 38C66 28 38 29 17 40Z"),
      dab(SHINE, "M24 31C26 21 36 16 46 16C36 20 30 25 28 32Z"),
      ...eyes(55, 11, 4.2, 5.4),
      stroke("M33 46C36 43 40 43 43 45M57 45C60 43 64 43 67 46", 2.2),
      dab("#c97c4c", `${oval(32, 64, 1.3)}${oval(36, 67, 1.3)}${oval(68, 64, 1.3)}${oval(64, 67, 1.3)}`),
      stroke("M48 60C47 63 49 65 52 64", 1.8),
      shape("#7c2b25", "M38 69C44 72 56 72 62 69C60 79 40 79 38 69Z", 2),
      dab("#fff7e6", "M45 71.4C48 72 52 72 55 71.4V75H45Z"),
    ],
  },
  marta: {
    light: "#ffe2a0",
    deep: "#c46a26",
    shapes: [
      shape("#5f3318", "M21 46C14 70 22 86 34 84H66C78 86 86 70 79 46Z"),
      shape("#b23a34", "M6 104C7 84 28 78 50 78S93 84 94 104Z"),
      shape("#fbf3e2", "M30 81C36 92 64 92 70 81L74 104H26Z", 2),
      shape("#f6cda6", "M23 50C23 72 36 85 50 85S77 72 77 50C77 35 65 29 50 29S23 35 23 50Z"),
      dab(SHADE, "M60 31C74 38 70 70 52 85C68 84 77 70 77 50C77 38 70 32 60 31Z"),
      shape("#6f3d1c", "M22 51C25 37 40 32 50 40C60 32 75 37 78 51C80 34 68 25 50 25S20 34 22 51Z", 2),
      shape("#fffaf0", "M21 41C4 38 4 17 22 16C25 4 43 0 51 8C59-1 78 4 79 16C97 17 96 38 79 41C62 33 38 33 21 41Z"),
      stroke("M36 33C34 26 35 20 39 16M52 31C51 24 52 18 54 14M66 33C68 27 68 22 66 18", 1.6, "#c9b48c"),
      shape("#e8543f", "M20 42C37 32 63 32 80 42L78 49C62 40 38 40 22 49Z", 2),
      dab("#ee8468aa", oval(33, 65, 6.5, 4.8)),
      dab("#ee8468aa", oval(67, 65, 6.5, 4.8)),
      stroke("M33 57C36 51 43 51 46 57M54 57C57 51 64 51 67 57", 3),
      stroke("M49 61C47 65 50 67 53 65", 1.8),
      stroke("M40 71C45 77 55 77 60 71", 2.8),
      dab(SHINE, "M13 28C13 22 18 20 24 21C19 24 17 28 18 33Z"),
      dab("#fff", `${oval(70, 73, 2.2)}${oval(75, 69, 1.2)}`),
    ],
  },
  bruno: {
    light: "#ffb35a",
    deep: "#8a2413",
    shapes: [
      shape("#4a382e", "M-6 104C-5 78 24 70 50 70S105 78 106 104Z"),
      shape("#2c201b", "M18 75 34 104H46L28 72Z", 2),
      shape("#2c201b", "M82 75 66 104H54L72 72Z", 2),
      shape("#b97850", oval(21, 47, 6, 8)),
      shape("#b97850", oval(79, 47, 6, 8)),
      shape("#cf9166", "M24 34C23 12 77 12 76 34L78 60H22Z"),
      dab(SHADE, "M60 17C78 22 76 32 77 60H58C68 50 66 28 60 17Z"),
      dab(SHINE, "M30 30C31 22 38 18 46 18C40 21 36 25 35 30Z"),
      shape("#a3281c", "M23 33C38 27 62 27 77 33V42C62 36 38 36 23 42Z", 2),
      shape("#7d1c14", "M77 34 92 27 88 37 95 43 77 42Z", 2),
      shape("#2b1814", "M21 48C12 80 32 102 50 102S88 80 79 48C77 58 70 62 64 60C58 56 42 56 36 60C30 62 23 58 21 48Z"),
      dab("#5a382c", "M26 66C27 80 36 90 44 94C36 82 32 74 32 66Z"),
      stroke("M40 80C42 88 45 93 48 96M60 80C58 88 55 93 52 96", 1.6, "#5a382c"),
      shape("#b9714a", "M45 44C42 54 43 60 50 60S58 54 55 44Z", 2),
      shape("#3b231c", "M29 65C36 55 46 58 50 62C54 58 64 55 71 65C64 72 54 71 50 67C46 71 36 72 29 65Z", 2),
      dab(INK, `${oval(37, 50, 3.2, 3.4)}${oval(63, 50, 3.2, 3.4)}`),
      dab("#ffd9a0", `${oval(36, 49, 1.1)}${oval(62, 49, 1.1)}`),
      shape("#2b1814", "M27 45 45 47 44 41C38 39 32 40 27 45Z", 1.4),
      shape("#2b1814", "M73 45 55 47 56 41C62 39 68 40 73 45Z", 1.4),
      dab("#3a231a88", "M66 56 74 53 73 58Z"),
    ],
  },
  isolde: {
    light: "#bfe4ff",
    deep: "#2a559f",
    shapes: [
      shape("#e3b548", "M26 36C12 62 14 92 20 106H80C86 92 88 62 74 36Z"),
      stroke("M24 62C21 78 22 90 26 102M76 62C79 78 78 90 74 102", 1.6, "#a87720"),
      shape("#1e2f66", "M10 106C14 90 32 86 50 86S86 90 90 106Z"),
      shape("#f1cda9", "M42 76H58V90H42Z", 2),
      shape("#f7f4ea", "M29 86 36 80 42 88 50 81 58 88 64 80 71 86 64 96 57 91 50 98 43 91 36 96Z", 2),
      shape("#f8d9b8", "M30 42C29 64 40 83 50 84C60 83 71 64 70 42C69 32 60 28 50 28S31 32 30 42Z"),
      dab(SHADE, "M58 29C67 36 66 66 51 84C61 82 71 64 70 42C69 34 64 30 58 29Z"),
      shape("#efc65c", "M29 54C29 40 40 36 60 33C66 38 70 44 71 54C76 44 76 34 70 28H30C24 34 24 44 29 54Z", 2),
      shape("#f4f6ff", "M33 20C22 26 2 22-1 4C8 8 12 4 20 0C26 8 38 8 40 14Z", 2),
      stroke("M34 17C24 18 12 14 4 8", 1.4, "#8a9cc8"),
      shape("#172250", "M28 34C25 14 38 5 54 5S80 12 77 26C60 26 44 28 28 34Z"),
      shape("#172250", "M-1 45C12 26 72 14 102 28C88 42 34 34-1 45Z"),
      dab("#3b57a8", "M9 39C28 27 66 20 90 27C66 25 32 31 9 39Z"),
      shape("#c42f3a", "M27.4 32C44 25 60 23 77.4 24L77 18C58 17 42 20 27.6 26Z", 1.8),
      stroke("M32 51C36 47 41 48 44 51M56 51C59 48 64 47 68 51", 2.6),
      dab("#1f6b57", `${oval(39, 55, 3.4, 3.8)}${oval(61, 55, 3.4, 3.8)}`),
      dab(INK, `${oval(39, 55, 1.7, 2.4)}${oval(61, 55, 1.7, 2.4)}`),
      stroke("M33 54C36 51.5 42 51.5 45 55M55 55C58 51.5 64 51.5 67 54", 2),
      stroke("M50 56 48 64C49 66 51 66 52 65", 1.7),
      shape("#b9343f", "M42 72C47 70 49 72 50 72S56 69 60 70C57 77 46 78 42 72Z", 1.6),
      stroke("M64 62 69 71", 1.8, "#b5654e"),
    ],
  },
  orsino: {
    light: "#8f95ff",
    deep: "#191a52",
    shapes: [
      dab("#fff3c4", `${star(14, 20, 6)}${star(86, 14, 5)}${star(90, 48, 4)}${star(9, 58, 3.6)}`),
      shape("#2b2c78", "M8 106C12 86 32 80 50 80S88 86 92 106Z"),
      shape("#e6b93c", "M30 83 50 106 70 83 76 86 60 108H40L24 86Z", 2),
      shape("#e9e9f4", "M31 40C18 40 14 58 22 68C28 66 32 58 33 50Z", 2),
      shape("#e9e9f4", "M69 40C82 40 86 58 78 68C72 66 68 58 67 50Z", 2),
      shape("#ecc6a2", "M29 44C29 62 37 74 50 74S71 62 71 44C71 34 62 30 50 30S29 34 29 44Z"),
      dab(SHADE, "M60 32C68 38 68 60 54 74C66 72 71 60 71 44C71 36 66 33 60 32Z"),
      shape("#f4f4fb", "M29 62C26 84 42 104 50 108C58 104 74 84 71 62C64 70 56 66 50 66S36 70 29 62Z"),
      stroke("M40 78C42 88 45 96 48 101M60 78C58 88 55 96 52 101M50 80V98", 1.5, "#b4b7d6"),
      shape("#fff", "M32 66C37 60 46 61 50 65C54 61 63 60 68 66C62 72 54 71 50 68C46 71 38 72 32 66Z", 1.8),
      shape("#3a3da8", "M31 36 36 3C44-1 56-1 64 3L69 36C58 29 42 29 31 36Z"),
      dab(SHINE, "M36 30 40 6 45 4 42 28Z"),
      dab("#ffdf7a", `${star(50, 16, 8)}${star(59, 25, 3)}`),
      shape("#e6b93c", "M29 37C41 28 59 28 71 37L70 43C58 35 42 35 30 43Z", 2),
      shape("#d5f0ff", oval(39, 52, 9, 8.6), 3, "#a8741a"),
      shape("#d5f0ff", oval(61, 52, 9, 8.6), 3, "#a8741a"),
      stroke("M48 50C49 48 51 48 52 50", 2.6, "#a8741a"),
      dab(INK, `${oval(40, 53, 3.2, 3.8)}${oval(60, 53, 3.2, 3.8)}`),
      dab("#fff", `${oval(39, 51.5, 1.2)}${oval(59, 51.5, 1.2)}`),
      shape("#f4f4fb", "M29 42C34 37 42 38 46 43L44 46C39 42 34 43 30 47Z", 1.4),
      shape("#f4f4fb", "M71 42C66 37 58 38 54 43L56 46C61 42 66 43 70 47Z", 1.4),
    ],
  },
  vesna: {
    light: "#d99cff",
    deep: "#43145f",
    shapes: [
      dab("#fff0b8", "M88 10A13 13 0 1 0 97 32 11 11 0 1 1 88 10Z"),
      shape("#1a1220", "M28 38C8 58 8 92 14 106H86C92 92 92 58 72 38Z"),
      stroke("M22 62C17 78 18 92 22 102M78 62C83 78 82 92 78 102", 1.8, "#54406a"),
      shape("#50206e", "M16 106C20 92 36 88 50 88S80 92 84 106Z"),
      shape("#b8c996", "M42 78H58V92L50 99 42 92Z", 2),
      shape("#cddcab", "M30 46C29 64 42 86 50 89C58 86 71 64 70 46C68 36 60 33 50 33S32 36 30 46Z"),
      dab(SHADE, "M60 35C68 42 64 70 51 89C60 85 71 64 70 46C69 40 65 36 60 35Z"),
      shape("#1a1220", "M29 58C30 46 40 44 49 37C58 43 70 45 71 58C77 48 76 38 70 34H30C24 38 23 48 29 58Z", 2),
      shape("#2c1244", "M25 38C34 26 36 12 44 3C54-7 74-3 86 11C76 7 69 10 68 15C70 24 73 30 77 38C60 32 42 32 25 38Z"),
      dab("#6a3a94", "M33 33C40 24 42 12 50 5C46 14 45 24 43 31Z"),
      shape("#2c1244", "M-2 45C20 28 80 28 102 45C84 50 68 41 50 41S16 50-2 45Z"),
      shape("#8fd04a", "M27 36C42 31 60 31 76.6 36L75 29C60 25.5 44 25.5 31.6 29Z", 1.8),
      shape("#ffd75a", "M46 26H56V35H46Z", 1.8),
      shape("#b8f06a", "M32 58C36 51 44 52 47 59C42 63 36 63 32 58Z", 2),
      shape("#b8f06a", "M68 58C64 51 56 52 53 59C58 63 64 63 68 58Z", 2),
      dab(INK, `${oval(40.5, 58, 1.7, 4)}${oval(59.5, 58, 1.7, 4)}`),
      stroke("M31 53C36 48 43 49 47 54M69 53C64 48 57 49 53 54", 2.2),
      stroke("M50 60 48 69C49 71 52 71 53 70", 1.7),
      stroke("M41 75C47 79 55 78 62 72", 2.6, "#6a1c48"),
      dab("#5a3a2a", oval(63, 67, 1.7)),
    ],
  },
  zeno: {
    light: "#ffe9a6",
    deep: "#a8741c",
    shapes: [
      ...[0, 45, 90, 135].map((turn) => stroke(ray(turn), 1.6, "#fff6d488")),
      shape("#211b33", "M4 106C6 58 16 4 50 2C84 4 94 58 96 106Z"),
      dab("#3a3056", "M12 98C12 60 22 14 46 7C32 20 24 54 24 98Z"),
      shape("#0d0a16", "M25 104C18 60 28 22 50 20C72 22 82 60 75 104Z", 3.4, "#e2b64a"),
      shape("#f5ead2", "M31 44C31 32 69 32 69 44C71 64 62 84 50 90C38 84 29 64 31 44Z"),
      dab("#cdb07a", "M50 35C62 35 69 38 69 44C71 64 62 84 50 90Z"),
      stroke("M50 35V52M50 66V90", 1.4, "#8a6a34"),
      shape("#0d0a16", "M35 54C39 48 45 50 47 56C43 59 38 59 35 54Z", 1.4),
      shape("#0d0a16", "M65 54C61 48 55 50 53 56C57 59 62 59 65 54Z", 1.4),
      dab("#ffd75a", `${oval(42, 54.6, 1.9)}${oval(58, 54.6, 1.9)}`),
      shape("#d99a22", "M50 36 55 43 50 50 45 43Z", 1.6),
      stroke("M34 48C38 44 43 44 47 48M66 48C62 44 57 44 53 48", 1.8, "#8a6a34"),
      stroke("M43 74C47 72 53 72 57 74", 2.2, "#6b4c1c"),
      stroke("M37 62 39 72M63 62 61 72", 1.4, "#b0935c"),
      stroke("M36 100C42 96 58 96 64 100", 3, "#e2b64a"),
    ],
  },
};

/** A line through the middle, for the rays behind the master. */
function ray(turn: number): string {
  const [x, y] = [Math.cos((turn * Math.PI) / 180) * 70, Math.sin((turn * Math.PI) / 180) * 70];
  return `M${(50 - x).toFixed(1)} ${(50 - y).toFixed(1)}L${(50 + x).toFixed(1)} ${(50 + y).toFixed(1)}`;
}
