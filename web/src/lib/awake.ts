/**
 * A screen that stays on while a page is in sight, where the browser can do that (Screen Wake Lock).
 * Battery savers may refuse; then the screen goes dark as usual.
 */

export function canStayAwake(): boolean {
  return "wakeLock" in navigator;
}

/** Keep the screen on; returns a function that stops it. */
export function stayAwake(): () => void {
  let wanted = true;
  let lock: WakeLockSentinel | null = null;

  // The browser lets go of it whenever the page is out of sight.
  async function hold(): Promise<void> {
    if (!wanted || !canStayAwake() || document.visibilityState !== "visible") return;
    try {
      const found = await navigator.wakeLock.request("screen");
      if (wanted) lock = found;
      else await found.release();
    } catch {
      // Refused, for instance to save the battery.
    }
  }
  const look = (): void => void hold();
  document.addEventListener("visibilitychange", look);
  void hold();
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", look);
    void lock?.release().catch(() => undefined);
  };
}
