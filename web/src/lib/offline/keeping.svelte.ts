/**
 * Whether this browser keeps the page for when the connection is gone (src/sw.ts).
 *
 * Browsers do so for https and for their own machine only. When a newer client has been kept, the
 * page loads itself anew: what people have entered is in the browser's storage.
 */

export type Keeping = "never" | "not_yet" | "kept";

const SCOPE = "/box";

class Offline {
  state: Keeping = $state("not_yet");
}

export const offline = new Offline();

/** Have the page kept, and look for a newer one whenever the connection is back; gives the way to stop. */
export function keepPage(): () => void {
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
