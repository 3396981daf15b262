/**
 * Where the things lie that the guide points at. The table marks its parts with `data-light`; they
 * move (dice fly, drawers open), so their places are looked up again and again while he speaks.
 */
import { marks, type Rect } from "./place";

const EVERY = 150; // milliseconds

/** Whether an element is meant; a pile of dice is marked with all of them ("die:3 die:8"). */
function isMarked(element: HTMLElement, name: string): boolean {
  const mark = element.dataset.light ?? "";
  return mark === name || (name.startsWith("die:") && mark.split(" ").includes(name));
}

/** The rectangle of the first element with one of these marks that can be seen. */
function find(names: readonly string[]): Rect | null {
  const elements = [...document.querySelectorAll<HTMLElement>("[data-light]")];
  for (const name of names) {
    for (const element of elements.filter((one) => isMarked(one, name))) {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const inside = left < innerWidth && top < innerHeight && right > 0 && bottom > 0;
      if (inside && width > 0 && height > 0) return { left, top, width, height };
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
