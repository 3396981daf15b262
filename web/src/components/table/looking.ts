/**
 * Pointing at a thing of the table to learn more of it: by mouse after a moment, by focus, by tap.
 *
 * An attachment. It only tells the desk what is looked at; one note for the whole table is drawn by
 * LookNote.svelte, so that sixty dice need not have one each.
 */
import type { Attachment } from "svelte/attachments";
import { settings } from "$lib/settings.svelte";
import type { Desk, Subject } from "./desk.svelte";

const MOMENT = 300; // milliseconds a mouse must rest

/** Look at something now; it stays until it is shut. */
export function keepLooking(desk: Desk, subject: Subject, element: Element): void {
  desk.look = { ...subject, at: element.getBoundingClientRect(), kept: true };
}

export function looking(desk: Desk, subject: () => Subject): Attachment<HTMLElement> {
  return (element) => {
    let timer = 0;
    const show = (): void => {
      if (desk.look?.kept !== true && desk.menu === null)
        desk.look = { ...subject(), at: element.getBoundingClientRect(), kept: false };
    };
    const hide = (): void => {
      clearTimeout(timer);
      if (desk.look?.kept === false) desk.look = null;
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
      keepLooking(desk, subject(), element);
    };
    // A long press, or the other button of a mouse.
    const press = (event: MouseEvent): void => {
      event.preventDefault();
      keepLooking(desk, subject(), element);
    };
    element.addEventListener("contextmenu", press);
    element.addEventListener("pointerenter", enter);
    element.addEventListener("pointerleave", hide);
    element.addEventListener("focus", focus);
    element.addEventListener("blur", hide);
    element.addEventListener("keydown", key);
    return () => {
      hide();
      element.removeEventListener("contextmenu", press);
      element.removeEventListener("pointerenter", enter);
      element.removeEventListener("pointerleave", hide);
      element.removeEventListener("focus", focus);
      element.removeEventListener("blur", hide);
      element.removeEventListener("keydown", key);
    };
  };
}
