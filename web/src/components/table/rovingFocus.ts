/**
 * One stop of the tab key for a whole group, arrows within it: dice of a zone, cards of the Wilds.
 *
 * An attachment for the group's element; its buttons are found as they are, whenever a key is
 * pressed, so dice may come and go.
 */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

function items(group: Element): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>("[data-roving]")];
}

function stop(group: Element, item: HTMLElement | undefined): void {
  for (const other of items(group)) other.tabIndex = other === item ? 0 : -1;
}

export function rovingFocus(group: HTMLElement): () => void {
  const settle = (): void => {
    const all = items(group);
    if (!all.some((item) => item.tabIndex === 0)) stop(group, all[0]);
  };
  const keys = (event: KeyboardEvent): void => {
    const all = items(group);
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const step = STEPS[event.key];
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : at + (step ?? Number.NaN);
    const next = all[(to + all.length) % all.length];
    if (next === undefined) return;
    event.preventDefault();
    stop(group, next);
    next.focus();
  };
  const focused = (event: FocusEvent): void => {
    const item = items(group).find((one) => one === event.target);
    if (item !== undefined) stop(group, item);
  };
  const watch = new MutationObserver(settle);
  watch.observe(group, { childList: true, subtree: true });
  group.addEventListener("keydown", keys);
  group.addEventListener("focusin", focused);
  settle();
  return () => {
    watch.disconnect();
    group.removeEventListener("keydown", keys);
    group.removeEventListener("focusin", focused);
  };
}
