/**
 * Where a note or a menu goes: in the browser's top layer, beside the thing it is about.
 */
import type { Attachment } from "svelte/attachments";

const GAP = 8;

/** The place of a box of this size beside a thing: at a side where it fits, else where most fits. */
export function beside(
  thing: { left: number; top: number; right: number; bottom: number },
  box: { width: number; height: number },
  room: { width: number; height: number },
): { left: number; top: number } {
  const within = (value: number, size: number, most: number): number =>
    Math.max(GAP, Math.min(value, most - size - GAP));
  const middleX = within((thing.left + thing.right) / 2 - box.width / 2, box.width, room.width);
  const middleY = within((thing.top + thing.bottom) / 2 - box.height / 2, box.height, room.height);
  if (thing.right + GAP + box.width + GAP <= room.width)
    return { left: thing.right + GAP, top: middleY };
  if (thing.left - GAP - box.width >= GAP)
    return { left: thing.left - GAP - box.width, top: middleY };
  if (thing.bottom + GAP + box.height + GAP <= room.height)
    return { left: middleX, top: thing.bottom + GAP };
  return { left: middleX, top: within(thing.top - GAP - box.height, box.height, room.height) };
}

/** Shows a popover and puts it there; with `focus`, the keyboard goes into it and comes back. */
export function placeBeside(thing: DOMRect, focus = false): Attachment<HTMLElement> {
  return (element) => {
    const before = document.activeElement;
    if ("showPopover" in element && !element.matches(":popover-open")) element.showPopover();
    const put = (): void => {
      const { width, height } = element.getBoundingClientRect();
      const at = beside(thing, { width, height }, { width: innerWidth, height: innerHeight });
      element.style.left = `${at.left}px`;
      element.style.top = `${at.top}px`;
    };
    put();
    // Fonts and pictures may come a moment later.
    const watch = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(put);
    watch?.observe(element);
    if (focus) element.querySelector<HTMLElement>("button")?.focus();
    return () => {
      watch?.disconnect();
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (focus && (lost || element.contains(document.activeElement)) && before instanceof HTMLElement)
        before.focus();
    };
  };
}
