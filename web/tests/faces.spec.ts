// Rivals, sounds and the end of a game: faces and lines, what is heard and when it is not, the
// celebration, the analysis and the picture to share.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type { Setup } from "../src/lib/api/generated";
import type { Settings } from "../src/lib/settings.svelte";
import { isClean } from "./axe";
import { expect, test } from "./fixtures";
import { choose, endPanel, playUntil, Wire } from "./player";
import { AT_ONCE, nearTheEnd, startTable } from "./tables";

const AGAINST_PIP: Setup = { seats: [{ kind: "person" }, { kind: "bot", bot: "pip" }], goal: 2 };
/** Quick, but shown: only what is shown is heard. */
const SHOWN: Partial<Settings> = { ...AT_ONCE, speed: 4 };

const ANALYSIS = {
  status: "done",
  turns: [[0.52, 0.48], [0.6, 0.4], [1, 0]].map((chances, at) => ({ turn: at + 1, seat: at % 2, step: at + 2, chances })),
  turning_points: [{ seat: 0, turn: 2, step: 2, chosen: "a", better: "b", cost: 0.14, sentence: "The dragon was better." }],
  seats: [0, 1].map((seat) => ({ seat, luck: seat ? -0.2 : 0.2, choices: seat ? 0.05 : -0.05 })),
};

const heard = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => (globalThis as unknown as { quarriorsSounds: Record<string, number> }).quarriorsSounds);

/** Play until the next round, after a gesture. */
async function playARound(page: Page, wire: Wire): Promise<void> {
  await page.mouse.click(720, 2); // on nothing
  await playUntil(page, wire, () => wire.round >= 2, (option) => choose(page, option));
}

test("a game is heard after the first gesture, and rivals have a face", async ({ page, server }) => {
  const wire = new Wire(page);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await startTable(page, server, { ...AGAINST_PIP, goal: 20 }, SHOWN);
  await expect(page.locator("[data-light='mat:1'] svg.face path").first()).toBeVisible();
  expect(await heard(page)).toEqual({});
  expect(fetched.filter((url) => url.includes("synth"))).toEqual([]);

  await playARound(page, wire);
  const sounds = await heard(page);
  expect(sounds.dice).toBeGreaterThan(0);
  expect(sounds.settle ?? 0).toBeGreaterThan(0);
  expect(fetched.filter((url) => url.includes("synth"))).toHaveLength(1);

  // The button of the top bar: off, and nothing more is heard.
  await page.getByRole("button", { name: "Sound: on" }).click();
  await page.getByRole("button", { name: "Mute" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Sound: off" })).toBeVisible();
  const before = await heard(page);
  await playUntil(page, wire, () => wire.round >= 3, (option) => choose(page, option));
  expect(await heard(page)).toEqual(before);
});

test("muted from the beginning, the sounds are not even fetched", async ({ page, server }) => {
  const wire = new Wire(page);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await startTable(page, server, { ...AGAINST_PIP, goal: 20 }, { ...SHOWN, sound: false });
  await playARound(page, wire);
  expect(await heard(page)).toEqual({});
  expect(fetched.filter((url) => url.includes("synth"))).toEqual([]);
});

for (const motion of ["full", "none"] as const) {
  test(`the end with motion ${motion}: banner, analysis, show me, a picture`, async ({ page, server }) => {
    let asked = 0;
    const wire = new Wire(page);
    const setup: Setup = { seats: [{ kind: "person" }, { kind: "bot", bot: "random" }], goal: 2 };
    await startTable(page, server, setup, { ...AT_ONCE, motion }, await nearTheEnd(page, server, setup, 3));
    await playUntil(page, wire, () => false);
    const end = endPanel(page);
    await expect(end.getByRole("heading", { level: 2 })).toHaveText("You win!");
    await expect(end.locator(".banner")).toContainText(/Won by|As close/);
    await expect(page.locator("[data-tumble]")).toHaveCount(motion === "full" ? 1 : 0);
    if (motion === "full") {
      await end.getByRole("button", { name: "Find out" }).click();
      await expect(end.locator("[data-analysis=done]")).toBeVisible();
      return;
    }

    // One with a turning point, whatever the server finds in this game.
    await page.route("**/analysis?*", (route) => {
      const done = asked++ > 0;
      return route.fulfill({ status: done ? 200 : 202, json: done ? ANALYSIS : { status: "running", progress: 0.4 } });
    });
    await end.getByRole("button", { name: "Find out" }).click();
    await expect(end.locator("[data-analysis=done]")).toBeVisible();
    await expect(end.getByRole("img", { name: /Chance of winning after each turn/ })).toBeVisible();
    await isClean(page, "the end", "section.end");
    const [picture] = await Promise.all([
      page.waitForEvent("download"),
      end.getByRole("button", { name: "Share a picture" }).click(),
    ]);
    expect(picture.suggestedFilename()).toBe("quarriors.png");
    const png = readFileSync(await picture.path());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeGreaterThan(20_000);
    await end.getByRole("link", { name: "Show me turn 2 in the replay" }).click();
    await expect(page.getByRole("slider", { name: "Position in the game" })).toHaveAttribute("aria-valuetext", /^Step 3 of/);
  });
}

test("every sound can be heard and none is clipped", async ({ page }) => {
  const source = readFileSync(fileURLToPath(new URL("../src/lib/sound/synth.ts", import.meta.url)), "utf8");
  const { default: ts } = await import("typescript"); // large, and for this test alone
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } });
  const peaks = await page.evaluate(async (code) => {
    const address = `data:text/javascript;base64,${btoa(unescape(encodeURIComponent(code)))}`;
    const { SOUNDS } = (await import(address)) as {
      SOUNDS: Record<string, (score: { context: BaseAudioContext; out: AudioNode; at: number; amount: number }) => void>;
    };
    const found: [string, number, number][] = [];
    for (const [name, sound] of Object.entries(SOUNDS)) {
      for (const amount of [1, 8]) {
        const context = new OfflineAudioContext(1, 44_100 * 3, 44_100);
        sound({ context, out: context.destination, at: 0, amount });
        const data = (await context.startRendering()).getChannelData(0);
        found.push([name, amount, data.reduce((most, value) => Math.max(most, Math.abs(value)), 0)]);
      }
    }
    return found;
  }, outputText);
  console.log(`sounds: ${peaks.map(([name, amount, peak]) => `${name}×${amount} ${peak.toFixed(2)}`).join(", ")}`);
  expect(peaks).toHaveLength(24);
  for (const [name, amount, peak] of peaks) {
    expect(peak, `${name} of ${amount} is heard`).toBeGreaterThan(0.05);
    expect(peak, `${name} of ${amount} is not clipped`).toBeLessThan(1);
  }
});
