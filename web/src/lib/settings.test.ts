// Settings are kept, and what is stored wrongly does no harm.
import { describe, expect, it, vi } from "vitest";
import { changeSettings, languageTag, motionAllowed, parsed, settings, theme } from "./settings.svelte";

describe("stored wishes", () => {
  it.each([null, "", "no json", "[]", "7", '"text"'])("%j gives the defaults", (text) => {
    expect(parsed(text)).toMatchObject({ theme: "auto", motion: "auto", speed: 1, roll: "moment", name: "" });
  });

  it("are taken over one by one where they make sense", () => {
    const text = JSON.stringify({ theme: "light", speed: -3, roll: "often", language: "it", toString: 1 });
    expect(parsed(text)).toMatchObject({ theme: "light", speed: 1, roll: "moment", language: "it" });
  });

  it("are understood from earlier versions", () => {
    expect(parsed('{"autoRoll": true}').roll).toBe("once");
    expect(parsed('{"autoRoll": false}').roll).toBe("moment");
    expect(parsed('{"autoRoll": true, "roll": "hand"}').roll).toBe("hand");
  });
});

describe("wish", () => {
  it("changes and keeps", () => {
    changeSettings({ theme: "light", name: "Ada" });
    expect(settings.theme).toBe("light");
    expect(theme()).toBe("light");
    expect(parsed(localStorage.getItem("quarriors.wishes"))).toMatchObject({ theme: "light", name: "Ada" });
  });

  it("for original names counts where cards have other names", () => {
    changeSettings({ language: "it", originalNames: true });
    expect(languageTag()).toBe("it-original");
    changeSettings({ language: "en" });
    expect(languageTag()).toBe("en");
    changeSettings({ language: "it", originalNames: false });
    expect(languageTag()).toBe("it");
    changeSettings({ language: "en" });
  });

  it("holds for the visit where nothing can be stored", () => {
    const broken = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    changeSettings({ name: "Bo" });
    broken.mockRestore();
    expect(settings.name).toBe("Bo");
  });
});

describe("what the system asks for", () => {
  it("decides where the player has no wish", () => {
    changeSettings({ theme: "auto", motion: "auto" });
    expect(theme()).toBe("dark"); // tests/setup.ts: no query matches
    expect(motionAllowed()).toBe(true);
  });

  it("does not count against the player's wish", () => {
    changeSettings({ motion: "none" });
    expect(motionAllowed()).toBe(false);
    changeSettings({ motion: "full" });
    expect(motionAllowed()).toBe(true);
  });
});
