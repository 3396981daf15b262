/** Dates of the calendar as texts like 2026-11-18: the player's own, whatever the time zone. */

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY = 86_400_000; // milliseconds

/** The date on the player's clock. */
export function localDate(now: Date = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Whether a text is a date of the calendar. */
export function isDate(text: unknown): text is string {
  return typeof text === "string" && DATE.test(text) && moved(text, 0) === text;
}

/** The date some days later, or earlier; "" if the text is no date. */
export function moved(date: string, days: number): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? "" : new Date(time + days * DAY).toISOString().slice(0, 10);
}

/** The weeks of a month ("2026-11") from Monday on; "" stands for days of other months. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let start = -before; ; start += 7) {
    const week = Array.from({ length: 7 }, (_, day) => moved(first, start + day));
    const shown = week.map((date) => (date.startsWith(`${month}-`) ? date : ""));
    if (shown.every((date) => date === "")) return weeks;
    weeks.push(shown);
  }
}

/** The month before or after another. */
export function monthFrom(month: string, step: 1 | -1): string {
  return moved(`${month}-${step === 1 ? "28" : "01"}`, step === 1 ? 4 : -1).slice(0, 7);
}
