/**
 * Registers the service worker (src/sw.ts), which makes the page work without a connection.
 *
 * Browsers allow that for https and for localhost only. When the worker of a newer build has taken
 * over, the page reloads; what people have entered is in the browser's storage.
 */
import { LOCAL, PLAY } from "$lib/host";

export type OfflineState = "never" | "not_yet" | "kept";

const SCOPE = "/box";

class Offline {
  state: OfflineState = $state("not_yet");
}

export const offline = new Offline();

/** The worker at work, registered if it is not yet; for those who need more of it than its files. */
export async function workerReady(): Promise<ServiceWorkerRegistration> {
  const found = await navigator.serviceWorker.register("/sw.js", { scope: SCOPE, updateViaCache: "none" });
  const starting = found.active === null ? (found.installing ?? found.waiting) : null;
  if (starting === null) return found;
  await new Promise<void>((done, failed) => {
    starting.addEventListener("statechange", () => {
      if (starting.state === "activated") done();
      else if (starting.state === "redundant") failed(new Error("the service worker was not installed"));
    });
  });
  return found;
}

/**
 * Whether a newer build of the page without a server was fetched during the last visit; it takes over
 * now, before anything is shown, and the page loads again.
 */
export async function newerPage(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.waiting == null) return false;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting.postMessage("take over");
  return true;
}

/** Keep the page without a server for later visits, with or without a network (src/sw.ts). */
export function keepPage(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  offline.state = workers === undefined ? "never" : "not_yet";
  workers?.register("sw.js", { updateViaCache: "none" }).then(
    () => workers.ready.then(() => (offline.state = "kept")),
    () => (offline.state = "never"),
  );
}

/** Have the page without a server kept that this server offers, so that it is there when the server is gone. */
export function keepOffered(): void {
  const thrifty = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (PLAY === "" || thrifty) return;
  navigator.serviceWorker?.register(`${PLAY}sw.js`, { scope: PLAY, updateViaCache: "none" }).catch(() => undefined);
}

/** Register the worker, and check for a newer one when the connection is back; returns a clean-up. */
export function registerWorker(): () => void {
  if (LOCAL) return () => undefined; // the whole page is kept, not this part of it
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined || import.meta.env.DEV) {
    offline.state = "never";
    return () => undefined;
  }
  let registered: ServiceWorkerRegistration | null = null;
  let kept = workers.controller !== null;
  const renew = (): void => {
    if (kept) location.reload(); // the first worker only takes over the page that it was started by
    kept = true;
  };
  const look = (): void => void registered?.update().catch(() => undefined); // no connection after all
  const note = (): void => {
    if (registered?.active != null) offline.state = "kept";
  };
  workers.addEventListener("controllerchange", renew);
  window.addEventListener("online", look);
  workers.register("/sw.js", { scope: SCOPE, updateViaCache: "none" }).then(
    (found) => {
      registered = found;
      note();
      found.installing?.addEventListener("statechange", note);
    },
    () => {
      if (offline.state === "not_yet" && navigator.onLine) offline.state = "never";
    },
  );
  return () => {
    workers.removeEventListener("controllerchange", renew);
    window.removeEventListener("online", look);
  };
}
