/** The part of a service worker's own types that is used: a project has those of pages or of workers. */
import type { Environment } from "./worker";

interface Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetch extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
export interface Worker {
  readonly caches: CacheStorage;
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  fetch: typeof fetch;
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate" | "message", hear: (event: Event) => void): void;
  addEventListener(kind: "fetch", hear: (event: Fetch) => void): void;
}

/** The worker that this script is, and what the logic needs of it. */
export function serviceWorker(): { worker: Worker; environment: Environment } {
  const worker = self as unknown as Worker;
  const environment: Environment = {
    caches: worker.caches,
    fetch: (request, init) => worker.fetch(request, init),
    wait: (seconds) => new Promise((done) => setTimeout(done, seconds * 1000)),
  };
  return { worker, environment };
}
