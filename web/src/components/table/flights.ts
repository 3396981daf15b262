/**
 * Dice that fly from zone to zone: an attachment for the whole board.
 *
 * Before the page changes it remembers where each die lay; afterwards it lets those that lie
 * elsewhere fly from there. A die that went into a pile is seen flying into it, one that came out of
 * a bag or off a card comes from there. Whatever moves is a picture: nothing waits for it.
 */
import type { View } from "$lib/api/generated";
import { PLACES } from "./picks";

/** Where every die of a view lies: `zone:used:1`, by die. */
export function whereabouts(view: View | null): Map<number, string> {
  const found = new Map<number, string>();
  for (const mat of view?.seats ?? []) {
    for (const place of PLACES)
      for (const die of mat[place]) {
        found.set(die.die, `zone:${place}:${mat.seat}`);
        if ("attached" in die)
          for (const on of die.attached ?? []) found.set(on.die, `zone:${place}:${mat.seat}`);
      }
  }
  return found;
}

const PILES = /^zone:(?:used|spent|aside):/u;

export interface Flight {
  die: number;
  /** The light (data-light) of what it comes from, if it lay in no zone that shows it. */
  from: string | null;
  /** The zone that swallows it, if it is not seen on its own any more. */
  into: string | null;
}

/** What moved between two views, and how it is to be seen. */
export function flights(before: View | null, after: View | null): Flight[] {
  if (before === null || after === null) return [];
  const was = whereabouts(before);
  const is = whereabouts(after);
  const slots = new Map<number, string>();
  for (const mat of after.seats)
    for (const place of PLACES) for (const die of mat[place]) slots.set(die.die, die.card);
  const found: Flight[] = [];
  for (const [die, at] of is) {
    const from = was.get(die);
    if (from === at) continue;
    const seat = at.split(":")[2] ?? "0";
    const hidden = from === undefined || PILES.test(from);
    const bagHas = before.seats[Number(seat)]?.bag.cards[slots.get(die) ?? ""] ?? 0;
    const origin = from ?? (bagHas > 0 ? `zone:bag:${seat}` : `card:${slots.get(die) ?? ""}`);
    found.push({ die, from: hidden ? origin : null, into: PILES.test(at) ? at : null });
  }
  for (const [die, from] of was) {
    if (is.has(die) || PILES.test(from)) continue;
    found.push({ die, from: null, into: `zone:bag:${from.split(":")[2] ?? "0"}` });
  }
  return found;
}

type Box = { left: number; top: number; width: number; height: number };

/** Remembers boxes before a change and animates after it; `time` 0 does nothing. */
export class Flyer {
  #boxes = new Map<number, { box: Box; picture: Element }>();

  constructor(readonly board: HTMLElement) {}

  #find(light: string): HTMLElement | null {
    return this.board.querySelector<HTMLElement>(`[data-light~="${CSS.escape(light)}"]`);
  }

  /** Remember where these dice are. */
  remember(moving: readonly Flight[]): void {
    this.#boxes.clear();
    for (const { die } of moving) {
      const element = this.board.querySelector(`[data-die="${die}"]`);
      if (element === null) continue;
      const box = element.getBoundingClientRect();
      if (box.width > 0) this.#boxes.set(die, { box, picture: element });
    }
  }

  /** Let them fly to where they are now. */
  fly(moving: readonly Flight[], time: number): void {
    if (time === 0) return;
    moving.slice(0, 24).forEach((flight, at) => {
      const delay = Math.min(at * 30, 240);
      const element = this.board.querySelector<HTMLElement>(`[data-die="${flight.die}"]`);
      const start = this.#boxes.get(flight.die);
      if (element !== null) {
        const from = start?.box ?? this.#middle(flight.from);
        if (from !== null) arrive(element, from, time, delay);
      } else if (start !== undefined && flight.into !== null) {
        const to = this.#middle(flight.into);
        if (to !== null) vanish(start.picture, start.box, to, time, delay);
      }
    });
    this.#boxes.clear();
  }

  #middle(light: string | null): Box | null {
    const box = light === null ? null : (this.#find(light)?.getBoundingClientRect() ?? null);
    if (box === null || box.width === 0) return null;
    const size = 20;
    const left = box.left + box.width / 2 - size / 2;
    return { left, top: box.top + box.height / 2 - size / 2, width: size, height: size };
  }
}

function shift(from: Box, to: Box): string {
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
}

function arrive(element: HTMLElement, from: Box, duration: number, delay: number): void {
  const to = element.getBoundingClientRect();
  if (to.width === 0 || from.width === 0) return;
  element.animate([{ transform: shift(from, to), zIndex: 5 }, { transform: "none", zIndex: 5 }], {
    duration,
    delay,
    easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
    fill: "backwards",
  });
}

/** A copy of what is gone flies into the pile; the table below it has changed already. */
function vanish(picture: Element, from: Box, to: Box, duration: number, delay: number): void {
  const copy = picture.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-die");
  copy.removeAttribute("data-light");
  copy.removeAttribute("data-roving");
  copy.setAttribute("aria-hidden", "true");
  copy.setAttribute("inert", "");
  Object.assign(copy.style, {
    position: "fixed",
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: "0",
    zIndex: "60",
    pointerEvents: "none",
  });
  copy.style.setProperty("--die", `${from.width}px`);
  document.body.append(copy);
  const flight = copy.animate(
    [{ transform: "none", opacity: 1 }, { transform: shift(to, from), opacity: 0.25 }],
    { duration, delay, easing: "cubic-bezier(0.5, 0, 0.8, 0.4)", fill: "both" },
  );
  const gone = (): void => copy.remove();
  flight.finished.then(gone, gone);
}

const SLIDE = 1.6; // of one short motion (--beat)

const arrived = new WeakSet<Element>(); // an attachment may run again when its values change

/** An attachment: the element slides in from where a die lies on a mat; `at` puts it in a row. */
export function arriveFrom(die: number, at: number): (element: HTMLElement) => void {
  return (element) => {
    const mat = document.querySelector(`.mat [data-die="${die}"]`);
    const beat = parseFloat(document.documentElement.style.getPropertyValue("--beat")) || 0;
    if (mat === null || beat === 0 || arrived.has(element)) return;
    arrived.add(element);
    arrive(element, mat.getBoundingClientRect(), beat * SLIDE, Math.min(at, 6) * beat * 0.2);
  };
}
