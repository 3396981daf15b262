// How many frames a battle has on a slow machine; printed for people, never asserted. Beside it stands
// an almost empty page under the same conditions: what the machine itself allows.
import { type Browser, type Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { choose, liked, Wire } from "./player";
import { AT_ONCE, beforeBattle, quick, startTable } from "./tables";

const SLOWDOWN = 4;
const BATTLES = 3;
const YARDSTICK = 4_000; // milliseconds
const FRAME = 1000 / 60;
const CATEGORIES = ["cc", "benchmark", "blink.user_timing", "toplevel", "disabled-by-default-devtools.timeline"];

/** Tasks of the page's own thread, of drawing its parts and of putting them together; by the names of the trace. */
const WORK = {
  page: ["CrRendererMain", "ThreadControllerImpl::RunTask"],
  raster: ["ThreadPoolForegroundWorker", "RasterTask"],
  compositor: ["VizCompositorThread", "ThreadControllerImpl::RunTask"],
} as const;
type Work = keyof typeof WORK;

interface Traced {
  name: string;
  pid: number;
  tid: number;
  ts: number; // microseconds
  tdur?: number; // microseconds of processor time
  args: { name?: string; frame_reporter?: { state?: string } };
}
interface Measured {
  frames: number[]; // milliseconds between the page's frames
  states: string[]; // what became of each frame, by the trace
  work: Record<Work, number>; // milliseconds of processor time
}

/** Let the page note the time of every frame while something is on it; gives when that has gone again. */
function watch(page: Page, selector: string): Promise<void> {
  return page.evaluate((selector) => {
    const found = { frames: [] as number[], over: Promise.resolve() };
    let last = 0;
    found.over = new Promise((over) => {
      const look = (now: number): void => {
        const there = document.querySelector(selector) !== null;
        if (there && last > 0) found.frames.push(now - last);
        if (there && last === 0) performance.mark("begins");
        if (!there && last > 0) {
          performance.mark("ends");
          return over();
        }
        last = there ? now : 0;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    Object.assign(window, { found });
  }, selector);
}

/** The frames from when something comes until it has gone; `begin` brings it. */
async function measured(page: Page, browser: Browser, selector: string, begin: () => Promise<void>): Promise<Measured> {
  const devtools = await page.context().newCDPSession(page);
  await watch(page, selector);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await browser.startTracing(page, { categories: CATEGORIES });
  await begin();
  // Nothing is asked of the page meanwhile: that would cost it frames.
  const frames = await page.evaluate(async () => {
    const { found } = window as unknown as { found: { frames: number[]; over: Promise<void> } };
    await found.over;
    return found.frames;
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const [from = 0, to = 0] = ["begins", "ends"].map((mark) => traceEvents.find(({ name }) => name === mark)?.ts);
  const during = traceEvents.filter(({ ts }) => ts >= from && ts <= to);
  const states = during
    .filter(({ name }) => name === "PipelineReporter")
    .flatMap(({ args }) => args.frame_reporter?.state ?? []);
  const threads = traceEvents.filter(({ name }) => name === "thread_name");
  const used = (kind: Work): number => {
    const [thread, task] = WORK[kind];
    const theirs = new Set(threads.filter(({ args }) => args.name === thread).map(({ pid, tid }) => `${pid} ${tid}`));
    const tasks = during.filter(({ name, pid, tid }) => name === task && theirs.has(`${pid} ${tid}`));
    return tasks.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
  };
  return { frames, states, work: { page: used("page"), raster: used("raster"), compositor: used("compositor") } };
}

function said(what: string, all: readonly Measured[]): string {
  const sorted = all.flatMap(({ frames }) => frames).sort((a, b) => a - b);
  const states = all.flatMap(({ states }) => states);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const count = (state: string): number => states.filter((one) => one === `STATE_${state}`).length;
  const time = sorted.reduce((sum, one) => sum + one, 0);
  const used = (kind: Work): string =>
    ((1000 * all.reduce((sum, { work }) => sum + work[kind], 0)) / time).toFixed(0);
  const late = sorted.filter((one) => one > 1.5 * FRAME).length / sorted.length;
  return (
    `${what}: ${((1000 * sorted.length) / time).toFixed(1)} frames a second (median ${at(0.5)} ms, 95 % ${at(0.95)} ms, ` +
    `longest ${at(0.9999)} ms, ${(100 * late).toFixed(0)} % late, ${sorted.length} frames); trace: ` +
    `${count("PRESENTED_ALL")} whole, ${count("PRESENTED_PARTIAL")} partial, ${count("DROPPED")} dropped, ` +
    `${count("NO_UPDATE_DESIRED")} without a change; processor time in a second: page ${used("page")} ms, ` +
    `raster ${used("raster")} ms, compositor ${used("compositor")} ms`
  );
}

test("frames in battles on a machine four times slower @long", async ({ somebody, server, browser }) => {
  test.setTimeout(1_800_000);
  const battles: Measured[] = [];
  const empty: Measured[] = [];
  for (let battle = 0; battle < BATTLES; battle += 1) {
    const page = await somebody();
    const wire = new Wire(page);
    await startTable(page, server, quick(20, 1 + (battle % 2)), { ...AT_ONCE, speed: 1, motion: "full" }, beforeBattle);
    await expect.poll(() => wire.prompt?.forecast.length ?? 0).toBeGreaterThan(0);
    await expect(page.locator("[data-light=prompt] .question")).toHaveText(wire.prompt!.question);
    battles.push(
      await measured(page, browser, ".scene", async () => {
        const { prompt, state } = wire;
        await choose(page, prompt!.options.find(({ verb }) => verb === "pass") ?? liked(prompt!));
        await wire.moved(state);
      }),
    );
    await page.goto("about:blank");
    await page.setContent(
      `<style>@keyframes slide { to { transform: translateX(600px) } }
       b { display: block; width: 64px; height: 64px; background: #a33; animation: slide 0.5s infinite alternate }</style>`,
    );
    empty.push(
      await measured(page, browser, "b", () =>
        page.evaluate((time) => {
          document.body.append(document.createElement("b"));
          setTimeout(() => document.querySelector("b")!.remove(), time);
        }, YARDSTICK),
      ),
    );
    await page.close();
  }
  expect(battles.every(({ frames }) => frames.length > 0)).toBe(true);
  console.log(said(`Battles at ${SLOWDOWN}x slowdown`, battles));
  console.log(said("An almost empty page beside each of them", empty));
});
