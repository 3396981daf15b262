/**
 * The service worker, which makes pages work without a connection: on a server the one for owners of
 * the box (/box), on the page without a server all of it. Which files there are, and which of both this
 * is, is in the first line (scripts/offline.mjs, tools/static_site.py); lib/offline does the work.
 */
import * as local from "$lib/offline/local";
import { activate, answer, install, type Environment, type Build } from "$lib/offline/worker";
import { openTable, shownFor, type Pages, type Shown } from "$lib/push/worker";

declare const __FILES__: readonly string[];
declare const __BUILD__: string;
declare const __LOCAL__: boolean;

/** The part of the worker's own types that is used: a project has those of pages or of workers. */
interface Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetch extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Push extends Event {
  readonly data: { text(): string } | null;
}
interface Click extends Event {
  readonly notification: { readonly data: unknown; close(): void };
}
interface Worker {
  readonly caches: CacheStorage;
  readonly location: Location;
  readonly clients: { claim(): Promise<void> } & Pages;
  readonly registration: { showNotification(title: string, options: Shown["options"]): Promise<void> };
  fetch: typeof fetch;
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate" | "message", hear: (event: Event) => void): void;
  addEventListener(kind: "fetch", hear: (event: Fetch) => void): void;
  addEventListener(kind: "push", hear: (event: Push) => void): void;
  addEventListener(kind: "notificationclick", hear: (event: Click) => void): void;
}

const worker = self as unknown as Worker;
const build: Build = { name: __BUILD__, files: __FILES__ };
const environment: Environment = {
  caches: worker.caches,
  fetch: (request, init) => worker.fetch(request, init),
  wait: (seconds) => new Promise((done) => setTimeout(done, seconds * 1000)),
};

const home = new URL(".", worker.location.href).href;

worker.addEventListener("install", (event) => {
  const done = __LOCAL__ ? local.install(environment, build, home) : install(environment, build);
  event.waitUntil(__LOCAL__ ? done : done.then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (event) => {
  const done = __LOCAL__ ? local.activate(environment, build) : activate(environment, build);
  event.waitUntil(done.then(() => worker.clients.claim()));
});
worker.addEventListener("message", () => void worker.skipWaiting()); // the page begins with this build
worker.addEventListener("fetch", (event) => {
  const response = __LOCAL__
    ? local.answer(environment, build, event.request, home)
    : answer(environment, build, event.request, worker.location.origin);
  if (response !== null) event.respondWith(response);
});
// It is somebody's turn: say so, and open the table when that is clicked.
worker.addEventListener("push", (event) => {
  const shown = shownFor(event.data?.text() ?? "");
  if (shown !== null) event.waitUntil(worker.registration.showNotification(shown.title, shown.options));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(worker.clients, String(event.notification.data), worker.location.origin));
});
