/**
 * The service worker of the page without a server. tools/site.py puts in which files there are;
 * lib/offline/local.ts does the work.
 */
import { activate, answer, install } from "$lib/offline/local";
import { serviceWorker } from "$lib/offline/scope";

declare const __FILES__: readonly string[];
declare const __BUILD__: string;

const { worker, environment } = serviceWorker();
const build = { name: __BUILD__, files: __FILES__ };
const home = new URL(".", worker.location.href).href;

worker.addEventListener("install", (event) => event.waitUntil(install(environment, build, home)));
worker.addEventListener("activate", (event) => {
  event.waitUntil(activate(environment, build).then(() => worker.clients.claim()));
});
worker.addEventListener("message", () => void worker.skipWaiting()); // the page begins with this build
worker.addEventListener("fetch", (event) => {
  const response = answer(environment, build, event.request, home);
  if (response !== null) event.respondWith(response);
});
