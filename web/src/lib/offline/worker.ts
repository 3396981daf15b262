/**
 * The logic of the service worker, separate from the browser so that it can be tested: stores the
 * files of one build and the facts of the game, and answers from them without a connection.
 *
 * Pages come from the server whenever it can be reached, so that an old client never talks to a new
 * server. Files in /assets/ have their hash in the name and never change.
 */

export const PREFIX = "quarriors-";
const PAGE = "/"; // every address has the same page
const ASSETS = "/assets/";
const LANGUAGES = ["en", "it"];
const FACTS = ["/api/cards", "/api/rules", "/api/sets", "/api/bots"];
const SOME = 6; // requests at a time
const TRIES = 5; // of a request that the server puts off

/** What the worker needs of the browser. */
export interface Environment {
  caches: Pick<CacheStorage, "open" | "keys" | "delete">;
  fetch: (request: string | Request, init?: RequestInit) => Promise<Response>;
  wait: (seconds: number) => Promise<void>;
}

/** Which client this is: the addresses of its files, and their hash. */
export interface Build {
  name: string;
  files: readonly string[];
}

/** Store all files of a build and the facts in every language; throws if one cannot be loaded. */
export async function install(environment: Environment, build: Build): Promise<void> {
  const cache = await environment.caches.open(PREFIX + build.name);
  const facts = FACTS.flatMap((path) => LANGUAGES.map((language) => `${path}?lang=${language}`));
  const wanted = [...build.files, ...facts];
  const fetchOne = async (): Promise<void> => {
    for (let path = wanted.shift(); path !== undefined; path = wanted.shift()) {
      const answer = await fetched(environment, path);
      if (path === PAGE) checkPage(await answer.clone().text(), build);
      await cache.put(path, answer);
    }
  };
  await Promise.all(Array.from({ length: SOME }, fetchOne));
}

/** Fetch a file, again later if the server answers 429. */
export async function fetched(environment: Environment, path: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await environment.fetch(path, { cache: "no-cache" });
    if (answer.ok) return answer;
    if (answer.status !== 429 || tries === TRIES) throw new Error(`${path}: ${answer.status}`);
    await environment.wait(Number(answer.headers.get("Retry-After") ?? 1));
  }
}

/** Refuse the page of another build: the server was renewed in the meantime. */
function checkPage(page: string, build: Build): void {
  for (const [, path] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
    if (path !== undefined && !build.files.includes(path)) throw new Error(`${path} is of another build`);
  }
}

/** Delete the stored files of other builds. */
export async function activate(environment: Environment, build: Build): Promise<void> {
  for (const name of await environment.caches.keys()) {
    if (name.startsWith(PREFIX) && name !== PREFIX + build.name) await environment.caches.delete(name);
  }
}

/** The response to a request; null: the browser handles it. */
export function answer(environment: Environment, build: Build, request: Request, home: string): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== home) return null;
  const known = build.files.includes(url.pathname);
  if (request.mode === "navigate") return serverFirst(environment, build, request, PAGE);
  if (url.pathname.startsWith(ASSETS)) return known ? keptFirst(environment, build, request) : null;
  if (known || FACTS.includes(url.pathname)) return serverFirst(environment, build, request, request);
  return null;
}

async function keptFirst(environment: Environment, build: Build, request: Request): Promise<Response> {
  const cache = await environment.caches.open(PREFIX + build.name);
  return (await cache.match(request)) ?? environment.fetch(request);
}

/** The server's response, stored if it is a fact; the stored one if the server cannot be reached. */
async function serverFirst(
  environment: Environment,
  build: Build,
  request: Request,
  kept: string | Request,
): Promise<Response> {
  const cache = await environment.caches.open(PREFIX + build.name);
  try {
    const response = await environment.fetch(request);
    if (response.ok && FACTS.includes(new URL(request.url).pathname)) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const found = await cache.match(kept);
    if (found === undefined) throw error;
    return found;
  }
}
