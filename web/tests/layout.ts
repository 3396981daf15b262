// Measures of a page, taken in the page: what scrolls, what sticks out.
import type { Page } from "@playwright/test";

/** What scrolls, each as a short name; a page that scrolls is called `page`. */
export function scrolling(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) found.push("page");
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      const { overflowX, overflowY } = getComputedStyle(element);
      const down = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
      const across = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const { width, height } = element.getBoundingClientRect();
      if ((down || across) && width > 2 && height > 2)
        found.push(element.getAttribute("role") ?? `${element.tagName.toLowerCase()}.${element.className}`);
    }
    return found;
  });
}

/**
 * How much of the table is used: cards, mats without their empty places, the dock, the track and the
 * log, as a part of everything below the upper edge.
 */
export function usedArea(page: Page): Promise<number> {
  return page.evaluate(() => {
    const area = (selector: string): number => {
      let sum = 0;
      for (const element of document.querySelectorAll(`.board ${selector}`)) {
        const { width, height } = element.getBoundingClientRect();
        sum += width * height;
      }
      return sum;
    };
    const used = [".wilds .slot", ".mat", ".dock", ".trackside", ".side"].reduce((sum, one) => sum + area(one), 0);
    const board = document.querySelector(".board")!.getBoundingClientRect();
    const whole = board.width * board.height - area("header.bar");
    return (used - area(".zone.empty")) / whole;
  });
}

/** Whether the page is wider than its window. */
export function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement;
    return Math.max(0, root.scrollWidth - innerWidth);
  });
}

/** Which of some things are not wholly in sight: out of the window, or cut off by what they lie in. */
export function cutOff(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(wanted)) {
      const box = element.getBoundingClientRect();
      if (box.width === 0) continue;
      let edge = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const { left, top, right, bottom } = around.getBoundingClientRect();
        edge = {
          left: Math.max(edge.left, left),
          top: Math.max(edge.top, top),
          right: Math.min(edge.right, right),
          bottom: Math.min(edge.bottom, bottom),
        };
      }
      const out = Math.max(
        edge.left - box.left,
        edge.top - box.top,
        box.right - edge.right,
        box.bottom - edge.bottom,
      );
      const name = element.getAttribute("data-light") ?? element.className;
      if (out > 2) found.push(`${name}: ${Math.round(out)}px`);
    }
    return found;
  }, selector);
}
