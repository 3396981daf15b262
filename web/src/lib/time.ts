/** Spans of time in words: clocks of tables, and how long ago something was. */
import type { Clock } from "$lib/api/generated";
import { t } from "$lib/i18n/index.svelte";

const UNITS = [
  ["days", 86_400],
  ["hours", 3_600],
  ["minutes", 60],
] as const;

/** A span in the largest unit that says it without a remainder: "90 seconds", "2 minutes". */
export function span(seconds: number): string {
  const fitting = UNITS.find(([, size]) => seconds >= size && seconds % size === 0);
  return fitting === undefined
    ? t("shell.seconds", { n: seconds })
    : t(`shell.${fitting[0]}`, { n: seconds / fitting[1] });
}

/** How long ago a moment was, roughly; both in seconds since the epoch. */
export function ago(moment: number, now: number = Date.now() / 1000): string {
  const seconds = Math.max(0, now - moment);
  const fitting = UNITS.find(([, size]) => seconds >= size);
  if (fitting === undefined) return t("shell.ago_now");
  return t("shell.ago", { time: t(`shell.${fitting[0]}`, { n: Math.floor(seconds / fitting[1]) }) });
}

/** How much time is left, in the two largest units: "2 d 3 h"; by the clock below an hour. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds / 60));
  const [days, hours, minutes] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60];
  if (days > 0) return t("shell.left_days", { days, hours });
  return hours > 0 ? t("shell.left_hours", { hours, minutes }) : t("shell.left_minutes", { minutes });
}

/** What a table's clock is like. */
export function clockWords({ kind = "none", seconds = 60, extra = 0 }: Clock): string {
  if (kind === "none") return t("shell.clock_none");
  if (kind === "days") return t("shell.clock_days", { time: span(seconds) });
  if (kind === "move") return t("shell.clock_move", { time: span(seconds) });
  const time = span(seconds);
  return extra > 0
    ? t("shell.clock_game_extra", { time, extra: span(extra) })
    : t("shell.clock_game", { time });
}
