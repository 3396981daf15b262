// How many frames a battle has on a slow machine; printed for people, never asserted.
import { expect, test } from "./fixtures";
import { playUntil, Wire } from "./player";
import { AT_ONCE, quick, startTable } from "./tables";

const SLOWDOWN = 4;
const BATTLES = 6;

interface Traced {
  name: string;
  ts: number; // microseconds
  args: { chrome_frame_reporter?: { state?: string; affects_smoothness?: boolean } };
}

test("frames in battles on a machine four times slower @long", async ({ page, server, browser }) => {
  test.setTimeout(1_800_000);
  const wire = new Wire(page);
  await startTable(page, server, quick(40, 2), { ...AT_ONCE, speed: 1, motion: "full" });
  await page.evaluate(() => {
    // When a scene was on the table, in the clock of the trace's marks; and the time of every frame.
    const found = { scenes: 0, frames: [] as number[] };
    Object.assign(window, { found });
    let last = 0;
    let open = false;
    const look = (now: number): void => {
      const scene = document.querySelector(".scene") !== null;
      if (scene && !open) found.scenes += 1;
      if (scene && open) found.frames.push(now - last);
      if (scene !== open) performance.mark(scene ? "scene-begins" : "scene-ends");
      open = scene;
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const categories = ["cc", "benchmark", "blink.user_timing", "disabled-by-default-devtools.timeline.frame"];
  await browser.startTracing(page, { categories });
  const scenes = (): Promise<number> =>
    page.evaluate(() => (window as unknown as { found: { scenes: number } }).found.scenes);
  await playUntil(page, wire, async () => (await scenes()) >= BATTLES);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
  const { frames } = await page.evaluate(
    () => (window as unknown as { found: { frames: number[] } }).found,
  );
  expect(frames.length).toBeGreaterThan(0);

  const marks = traceEvents.filter(({ name }) => name === "scene-begins" || name === "scene-ends");
  const inScene = (ts: number): boolean => marks.findLast((mark) => mark.ts <= ts)?.name === "scene-begins";
  const states = traceEvents
    .filter(({ name, ts, args }) => name === "PipelineReporter" && args?.chrome_frame_reporter && inScene(ts))
    .map(({ args }) => args.chrome_frame_reporter!.state ?? "");
  const count = (state: string): number => states.filter((one) => one === state).length;
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const seconds = frames.reduce((sum, one) => sum + one, 0) / 1000;
  console.log(
    `Battles at ${SLOWDOWN}x slowdown: ${(frames.length / seconds).toFixed(1)} frames a second of the page ` +
      `(median ${at(0.5)} ms, 95 % ${at(0.95)} ms, ${frames.length} frames); trace: ` +
      `${count("STATE_PRESENTED_ALL")} whole, ${count("STATE_PRESENTED_PARTIAL")} partial, ` +
      `${count("STATE_DROPPED")} dropped, ${count("STATE_NO_UPDATE_DESIRED")} without a change.`,
  );
});
