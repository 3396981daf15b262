// Everything is in sight on a desktop: at each question of a game with four players, everything mixed.
import { expect, test } from "./fixtures";
import { cutOff, scrolling } from "./layout";
import { choose, playUntil, type Wanted, Wire } from "./player";
import { allSets, AT_ONCE, inRound, quick, startTable } from "./tables";

const ROUNDS = 6;

test("nothing scrolls but the log, with four players and all sets", async ({ page, server }) => {
  const wire = new Wire(page);
  await startTable(page, server, { ...quick(40, 3), sets: await allSets(server) }, AT_ONCE, inRound(3));
  // On touch screens, which some browsers without a screen are, options keep a thumb's size and may
  // scroll; everything else may not.
  const touch = await page.evaluate(() => matchMedia("(hover: none)").matches);
  const may = (name: string): boolean => name === "log" || (touch && name.startsWith("div.room"));
  let looks = 0;
  const look = async (wants: Wanted): Promise<boolean> => {
    if (wants !== "answer") return false;
    looks += 1;
    const scrolls = await scrolling(page);
    expect(scrolls.filter((name) => !may(name)), wire.prompt!.question).toEqual([]);
    if (!touch) expect(await cutOff(page, "[data-light^='option:']"), "options").toEqual([]);
    expect(await cutOff(page, ".wilds [data-light^='card:']"), "cards").toEqual([]);
    expect(await cutOff(page, ".mat [data-die]"), "dice").toEqual([]);
    return wire.round >= ROUNDS;
  };
  await playUntil(page, wire, look, (option) => choose(page, option));
  expect(looks).toBeGreaterThan(ROUNDS);

  // Smaller screens: the page itself does not scroll, and what is asked is in sight.
  for (const [width, height] of [
    [1280, 720],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => scrolling(page)).not.toContain("page");
    expect(await cutOff(page, "[data-light='prompt']"), `${width}x${height}`).toEqual([]);
  }
});
