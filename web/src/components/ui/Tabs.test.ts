// Tabs by mouse and by arrow keys.
import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, it, vi } from "vitest";
import Tabs from "./Tabs.svelte";

const props = {
  label: "Leaves",
  tabs: [
    { id: "log", text: "Log" },
    { id: "chat", text: "Chat", count: 3 },
    { id: "notes", text: "Notes" },
  ],
  value: "log",
  children: createRawSnippet<[string]>((id) => ({ render: () => `<p>${id()} leaf</p>` })),
};
const chosen = (): string | null | undefined =>
  screen.getAllByRole("tab").find((tab) => tab.getAttribute("aria-selected") === "true")?.textContent?.trim();

it("shows the leaf of the chosen tab, and says which it belongs to", async () => {
  const onchange = vi.fn();
  render(Tabs, { ...props, onchange });
  expect(screen.getByRole("tabpanel", { name: "Log" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("tab", { name: /Chat/ }));
  expect(onchange).toHaveBeenCalledWith("chat");
  expect(screen.getByRole("tabpanel", { name: /Chat/ })).toBeTruthy();
});

it("walks by arrow keys, round the ends, and takes the focus along", async () => {
  render(Tabs, props);
  const list = screen.getByRole("tablist");
  await fireEvent.keyDown(list, { key: "ArrowLeft" });
  expect(chosen()).toBe("Notes");
  expect(document.activeElement?.textContent?.trim()).toBe("Notes");
  await fireEvent.keyDown(list, { key: "ArrowRight" });
  expect(chosen()).toBe("Log");
  await fireEvent.keyDown(list, { key: "End" });
  expect(chosen()).toBe("Notes");
});

it("has one stop of the tab key", () => {
  render(Tabs, props);
  expect(screen.getAllByRole("tab").map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
});
