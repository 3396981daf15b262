// A note on what one points at: by mouse, by tap, by focus; gone on Escape and on leaving.
import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeEach, expect, it } from "vitest";
import Tip from "./Tip.svelte";

const props = {
  children: createRawSnippet(() => ({ render: () => "<button>Burst</button>" })),
  content: createRawSnippet(() => ({ render: () => "<p>A star on a face.</p>" })),
};
const note = (): HTMLElement | null => screen.queryByText("A star on a face.");
const thing = (): HTMLElement => screen.getByRole("button", { name: "Burst" });
const anchor = (): HTMLElement => thing().parentElement ?? thing();

/** jsdom's pointer events have no kind of pointer. */
function pointer(type: string, pointerType: string): Event {
  return Object.assign(new Event(type, { bubbles: true }), { pointerType });
}

beforeEach(() => {
  HTMLElement.prototype.showPopover ??= () => undefined;
});

it("comes and goes with the mouse", async () => {
  render(Tip, props);
  expect(note()).toBeNull();
  await fireEvent(anchor(), pointer("pointerenter", "mouse"));
  expect(note()).not.toBeNull();
  expect(anchor().getAttribute("aria-describedby")).toBe(note()?.parentElement?.id);
  await fireEvent(anchor(), pointer("pointerleave", "mouse"));
  expect(note()).toBeNull();
});

it("opens on a tap, and closes on a tap elsewhere", async () => {
  render(Tip, props);
  await fireEvent(thing(), pointer("pointerup", "touch"));
  expect(note()).not.toBeNull();
  await fireEvent(document.body, pointer("pointerdown", "touch"));
  expect(note()).toBeNull();
});

it("leaves the tap to the thing where it should", async () => {
  render(Tip, { ...props, tap: false });
  await fireEvent(thing(), pointer("pointerup", "touch"));
  expect(note()).toBeNull();
});

it("is put away by Escape", async () => {
  render(Tip, props);
  await fireEvent(anchor(), pointer("pointerenter", "mouse"));
  await fireEvent.keyDown(thing(), { key: "Escape" });
  expect(note()).toBeNull();
});

it("says nothing where help is switched off", async () => {
  render(Tip, { ...props, disabled: true });
  await fireEvent(anchor(), pointer("pointerenter", "mouse"));
  expect(note()).toBeNull();
});
