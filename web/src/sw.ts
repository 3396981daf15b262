/**
 * The service worker of the page for owners of the box (/box), which works without a connection.
 * The build puts in which files there are (scripts/offline.mjs); lib/offline/worker.ts does the work.
 */
import { activate, answer, install, type Environment, type Build } from "$lib/offline/worker";
import { openTable, shownFor, type Pages, type Shown } from "$lib/push/worker";

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
  addEventListener(kind: "install" | "activate", hear: (event: Event) => void): void;
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
// It is somebody's turn: say so, and open the table when that is clicked.
worker.addEventListener("push", (event) => {
  const shown = shownFor(event.data?.text() ?? "");
  if (shown !== null) event.waitUntil(worker.registration.showNotification(shown.title, shown.options));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(worker.clients, String(event.notification.data), worker.location.origin));
});
