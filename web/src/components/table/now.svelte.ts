/**
 * The time of day, updated once a second while a component shows it.
 */
import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/** Seconds since the epoch; inside an effect or a template it comes again every second. */
export function now(): number {
  subscribe();
  return Date.now() / 1000;
}

/** Seconds as a clock shows them: 1:05, 12:00, 1:02:03; never below zero. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
