import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeFeed } from "$lib/feed/fake";
import type { Feed, Lesson } from "$lib/feed/feed";
import type { TutorialControls } from "$lib/feed/tutorial.svelte";
import { changeSettings } from "$lib/settings.svelte";
import Guide from "./Guide.svelte";

const PATIENT = { timeout: 10_000 }; // machines may be busy

const LESSON: Lesson = { number: 3, of: 12, says: "This is your bag.", lights: ["zone:bag"], choose: null };
const CONTENT: TutorialControls["content"] = {
  guide: "Quill",
  title: "Your first game",
  about: "",
  players: ["You", "Nib"],
  goal: 6,
  minutes: 8,
  topics: [{ name: "bag", text: "The bag" }],
  steps: [],
  left: "",
  done: "",
};

function lesson(changes: Partial<Feed> = {}): Feed & TutorialControls {
  const feed = fakeFeed({ kind: "tutorial", lesson: LESSON, ...changes });
  return { ...feed, content: CONTENT, topic: "bag", ended: "", next: vi.fn(), leave: vi.fn() };
}

beforeEach(() => {
  changeSettings({ language: "en" });
  document.querySelectorAll("[data-light]").forEach((element) => element.remove());
});

/** A part of the table where the guide can find it; jsdom has no layout of its own. */
function part(light: string): void {
  const element = document.createElement("div");
  element.dataset.light = light;
  element.getBoundingClientRect = () => new DOMRect(10, 20, 100, 50);
  document.body.append(element);
}

describe("the guide", () => {
  it("speaks, says how far we are, and goes on when asked", () => {
    const feed = lesson();
    render(Guide, { feed });
    expect(screen.getByText("This is your bag.")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: "Lesson: step 3 of 12" })).toBeTruthy();
    expect(screen.getByText("The bag")).toBeTruthy();
    screen.getByRole("button", { name: "Continue" }).click();
    expect(feed.next).toHaveBeenCalledOnce();
  });

  it("lets the pupil choose, nudges beside the lesson, and has no way round", () => {
    const feed = lesson({ lesson: { ...LESSON, choose: 2 }, notice: { kind: "info", text: "Not that one." } });
    render(Guide, { feed });
    expect(screen.getByText("Not that one.")).toBeTruthy();
    expect(screen.getByText(/Your choice/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  });

  it("asks for the roll, and otherwise only watches, while things happen", () => {
    const { unmount } = render(Guide, { feed: lesson({ lesson: null, rollWaits: true }) });
    expect(screen.getByText(/Press Roll/)).toBeTruthy();
    unmount();
    render(Guide, { feed: lesson({ lesson: null }) });
    expect(screen.getByText("Watch closely…")).toBeTruthy();
  });

  it("can be left at any time", () => {
    for (const state of [{}, { lesson: null }]) {
      const feed = lesson(state);
      const { unmount } = render(Guide, { feed });
      screen.getByRole("button", { name: "Leave the lesson" }).click();
      expect(feed.leave).toHaveBeenCalledOnce();
      unmount();
    }
  });

  it("lights what he points at, or what holds it", async () => {
    part("mat:0");
    const { container } = render(Guide, { feed: lesson() });
    await vi.waitFor(() => expect(container.querySelectorAll(".halo")).toHaveLength(1), PATIENT);
    const halo = container.querySelector<HTMLElement>(".halo");
    expect([halo?.style.left, halo?.style.top]).toEqual(["5px", "15px"]);
  });
});
