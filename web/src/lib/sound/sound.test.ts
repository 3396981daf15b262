import { beforeEach, describe, expect, it } from "vitest";
import { changeSettings } from "$lib/settings.svelte";
import { audible, listenForGesture, play, played } from "./sound.svelte";

beforeEach(() => changeSettings({ sound: true, volume: 0.5 }));

describe("sounds", () => {
  it("wait for the first gesture, and respect silence", () => {
    listenForGesture();
    play("gem");
    expect([audible(), played.gem]).toEqual([false, undefined]);

    dispatchEvent(new Event("pointerdown"));
    play("gem");
    play("gem");
    expect([audible(), played.gem]).toEqual([true, 2]);
    expect((globalThis as { quarriorsSounds?: unknown }).quarriorsSounds).toBe(played);

    changeSettings({ sound: false });
    play("gem");
    changeSettings({ sound: true, volume: 0 });
    play("gem");
    expect([audible(), played.gem]).toEqual([false, 2]);
  });
});
