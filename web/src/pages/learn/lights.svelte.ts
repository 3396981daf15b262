/**
 * Where the things lie that the guide points at. The table marks its parts with `data-light`; they
 * move (dice fly, drawers open), so their places are looked up again and again while he speaks.
 */
import { marks, type Rect } from "./place";

const EVERY = 150; // milliseconds

/** The rectangle of the first element with one of these marks that can be seen. */
function find(names: readonly string[]): Rect | null {
  for (const name of names) {
    for (const element of document.querySelectorAll(`[data-light="${CSS.escape(name)}"]`)) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const seen = width > 0 && height > 0 && left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0;
      if (seen) return { left, top, width, height };
    }
  }
  return null;
}

export interface Places {
  lit: Rect[];
  prompt: Rect | null;
  screen: { width: number; height: number };
}

function look(lights: readonly string[]): Places {
  const lit = lights.map((light) => find(marks(light))).filter((rect) => rect !== null);
  const screen = { width: innerWidth, height: innerHeight };
  return { lit, prompt: find(["prompt"]), screen };
}

/** The places of these lights, kept up to date as long as the component lives. */
export function watchPlaces(lights: () => readonly string[]): { readonly now: Places } {
  let now: Places = $state.raw(look([]));
  $effect(() => {
    const wanted = lights();
    const renew = (): void => {
      const next = look(wanted);
      if (JSON.stringify(next) !== JSON.stringify(now)) now = next;
    };
    renew();
    const timer = setInterval(renew, EVERY);
    addEventListener("resize", renew);
    addEventListener("scroll", renew, true);
    return () => {
      clearInterval(timer);
      removeEventListener("resize", renew);
      removeEventListener("scroll", renew, true);
    };
  });
  return {
    get now() {
      return now;
    },
  };
}
