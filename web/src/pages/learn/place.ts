/**
 * Where the guide stands: beside what he points at, never over it, and never over the prompt.
 * Also which element of the table a light means. Separate from the drawing so that it can be tested.
 */

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Spot {
  left: number;
  top: number;
}

const EDGE = 8; // to the edge of the screen
const GAP = 14; // to what he points at

/** The names under which an element may be marked, best first: `card:X`, else the Wilds. */
export function marks(light: string): string[] {
  const [kind = "", name = "", seat = "0"] = light.split(":");
  switch (kind) {
    case "card":
      return [light, "wilds"];
    case "zone":
      return [`zone:${name}:${seat}`, `mat:${seat}`];
    case "bag":
      return ["zone:bag:0", "mat:0"];
    case "die":
    case "option":
      return [light, "prompt"];
    default:
      return [light];
  }
}

/** How much two rectangles cover of each other. */
export function overlap(a: Rect, b: Rect): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/** The smallest rectangle around all of them; null if there are none. */
export function around(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null;
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  return {
    left,
    top,
    width: Math.max(...rects.map((rect) => rect.left + rect.width)) - left,
    height: Math.max(...rects.map((rect) => rect.top + rect.height)) - top,
  };
}

/**
 * The best place for a bubble of this size. What is lit must stay free; the prompt too, so that
 * the pupil can answer; and of all free places the one nearest to what is lit is taken.
 */
export function place(bubble: Size, screen: Size, lit: readonly Rect[], prompt: Rect | null): Spot {
  const aim = around(lit) ?? prompt ?? { left: screen.width / 2, top: screen.height / 2, width: 0, height: 0 };
  const within = (spot: Spot): Rect => ({
    left: Math.max(EDGE, Math.min(spot.left, screen.width - bubble.width - EDGE)),
    top: Math.max(EDGE, Math.min(spot.top, screen.height - bubble.height - EDGE)),
    ...bubble,
  });
  const cost = (rect: Rect): number => {
    const hidden = lit.reduce((sum, one) => sum + overlap(rect, one), 0);
    const asked = prompt === null ? 0 : overlap(rect, prompt);
    return hidden * 1e6 + asked * 1e3 + distance(rect, aim);
  };
  const spots = candidates(bubble, screen, [...lit, ...(prompt === null ? [] : [prompt])]).map(within);
  const best = spots.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  return { left: best.left, top: best.top };
}

/** Beside everything that must stay free, on all four sides, and in the corners of the screen. */
function candidates(bubble: Size, screen: Size, free: readonly Rect[]): Spot[] {
  const whole = around(free);
  const spots: Spot[] = [];
  for (const rect of whole === null ? [] : [...free, whole]) {
    const middleX = rect.left + rect.width / 2 - bubble.width / 2;
    const middleY = rect.top + rect.height / 2 - bubble.height / 2;
    for (const left of [middleX, rect.left, rect.left + rect.width - bubble.width]) {
      spots.push({ left, top: rect.top - bubble.height - GAP });
      spots.push({ left, top: rect.top + rect.height + GAP });
    }
    for (const top of [middleY, rect.top, rect.top + rect.height - bubble.height]) {
      spots.push({ left: rect.left - bubble.width - GAP, top });
      spots.push({ left: rect.left + rect.width + GAP, top });
    }
  }
  for (const left of [0, (screen.width - bubble.width) / 2, screen.width]) {
    for (const top of [0, (screen.height - bubble.height) / 2, screen.height]) spots.push({ left, top });
  }
  return spots;
}

function distance(a: Rect, b: Rect): number {
  return Math.hypot(
    a.left + a.width / 2 - (b.left + b.width / 2),
    a.top + a.height / 2 - (b.top + b.height / 2),
  );
}

/** On a narrow screen: docked above the prompt, or at the top if that would cover what is lit. */
export function dock(bubble: Size, screen: Size, lit: readonly Rect[], prompt: Rect | null): Spot {
  const left = (screen.width - bubble.width) / 2;
  const floor = prompt === null || prompt.height === 0 ? screen.height : prompt.top;
  const above = { left, top: Math.max(EDGE, floor - bubble.height - EDGE) };
  const high = { left, top: EDGE };
  const hides = (spot: Spot): number =>
    lit.reduce((sum, one) => sum + overlap({ ...spot, ...bubble }, one), 0);
  return hides(high) < hides(above) ? high : above;
}

/** Out of the way, in the corner of the log, while others play. */
export function rest(bubble: Size, screen: Size): Spot {
  return {
    left: screen.width - bubble.width - 2 * EDGE,
    top: screen.height - bubble.height - 2 * EDGE,
  };
}
