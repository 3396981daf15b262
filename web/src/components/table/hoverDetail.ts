/**
 * Pointing at a thing of the table to learn more of it: by mouse after a moment, by focus, by tap.
 *
 * An attachment. It only tells the ui what is looked at; one note for the whole table is drawn by
 * DetailPopover.svelte, so that sixty dice need not have one each.
 */
import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";
import { settings } from "$lib/settings.svelte";
import type { TableUi, Subject } from "./tableUi.svelte";

const MOMENT = 300; // milliseconds a mouse must rest

/** Look at something now; it stays until it is shut. */
export function pinDetail(ui: TableUi, subject: Subject, element: Element): void {
  ui.look = { ...subject, at: element.getBoundingClientRect(), kept: true };
}

export function hoverDetail(ui: TableUi, subject: () => Subject): Attachment<HTMLElement> {
  return (element) => {
    let timer = 0;
    const show = (): void => {
      if (ui.look?.kept !== true)
        ui.look = { ...subject(), at: element.getBoundingClientRect(), kept: false };
    };
    const hide = (): void => {
      clearTimeout(timer);
      if (ui.look?.kept === false) ui.look = null;
    };
    const enter = (event: PointerEvent): void => {
      if (event.pointerType !== "mouse" || !settings.help) return;
      timer = window.setTimeout(show, MOMENT);
    };
    const focus = (): void => {
      if (settings.help && element.matches(":focus-visible")) show();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== "i" || event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation();
      pinDetail(ui, subject(), element);
    };
    // A long press, or the other button of a mouse.
    const press = (event: MouseEvent): void => {
      event.preventDefault();
      pinDetail(ui, subject(), element);
    };
    // Through Svelte, since an element that leaves the page while it has the focus is blurred in the
    // middle of an update, where nothing may be changed.
    const stops = [
      on(element, "contextmenu", press),
      on(element, "pointerenter", enter),
      on(element, "pointerleave", hide),
      on(element, "focus", focus),
      on(element, "blur", hide),
      on(element, "keydown", key),
    ];
    return () => {
      stops.forEach((stop) => stop());
      queueMicrotask(hide);
    };
  };
}
