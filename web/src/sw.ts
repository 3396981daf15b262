/**
 * The service worker of the page for owners of the box (/box), which works without a connection.
 * The build puts in which files there are (scripts/offline.mjs); lib/offline/worker.ts does the work.
 */
import { activate, answer, install, type Environment, type Build } from "$lib/offline/worker";

declare const __FILES__: readonly string[];
declare const __BUILD__: string;

/** The part of the worker's own types that is used: a project has those of pages or of workers. */
interface Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetch extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly caches: CacheStorage;
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  fetch: typeof fetch;
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", hear: (event: Event) => void): void;
  addEventListener(kind: "fetch", hear: (event: Fetch) => void): void;
}

const worker = self as unknown as Worker;
const build: Build = { name: __BUILD__, files: __FILES__ };
const environment: Environment = {
  caches: worker.caches,
  fetch: (request, init) => worker.fetch(request, init),
  wait: (seconds) => new Promise((done) => setTimeout(done, seconds * 1000)),
};

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
