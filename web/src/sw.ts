/**
 * The service worker of the page for owners of the box (/box), which works without a connection.
 * The build puts in which files there are (scripts/offline.mjs); lib/offline/worker.ts does the work.
 */
import { serviceWorker } from "$lib/offline/scope";
import { activate, answer, install, type Build } from "$lib/offline/worker";

declare const __FILES__: readonly string[];
declare const __BUILD__: string;

const { worker, environment } = serviceWorker();
const build: Build = { name: __BUILD__, files: __FILES__ };

worker.addEventListener("install", (event) => {
  event.waitUntil(install(environment, build).then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (event) => {
  event.waitUntil(activate(environment, build).then(() => worker.clients.claim()));
});
worker.addEventListener("fetch", (event) => {
  const response = answer(environment, build, event.request, worker.location.origin);
  if (response !== null) event.respondWith(response);
});
