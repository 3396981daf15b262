/**
 * What the service worker does, apart from the browser so that it can be tested: keeps the files of
 * one build and the facts of the game, and answers from them where there is no connection.
 *
 * A page always comes from the server if the server can be reached, so that an old client never
 * meets a new server. Files in /assets/ have their hash in the name and cannot be old.
 */

export const PREFIX = "quarriors-";
const PAGE = "/"; // every address has the same page
const ASSETS = "/assets/";
const LANGUAGES = ["en", "it"];
const FACTS = ["/api/cards", "/api/rules", "/api/sets", "/api/bots"];
const SOME = 6; // requests at a time
const TRIES = 5; // of a request that the server puts off

/** What of the browser is needed. */
export interface Around {
  caches: Pick<CacheStorage, "open" | "keys" | "delete">;
  fetch: (request: string | Request, init?: RequestInit) => Promise<Response>;
  wait: (seconds: number) => Promise<void>;
}

/** Which client this is: the addresses of its files, and their hash. */
export interface Build {
  name: string;
  files: readonly string[];
}

/** Keep all files of a build, and the facts in every language; an error if one cannot be had. */
export async function install(around: Around, build: Build): Promise<void> {
  const cache = await around.caches.open(PREFIX + build.name);
  const facts = FACTS.flatMap((path) => LANGUAGES.map((language) => `${path}?lang=${language}`));
  const wanted = [...build.files, ...facts];
  const fetchOne = async (): Promise<void> => {
    for (let path = wanted.shift(); path !== undefined; path = wanted.shift()) {
      const answer = await fetched(around, path);
      if (path === PAGE) checkPage(await answer.clone().text(), build);
      await cache.put(path, answer);
    }
  };
  await Promise.all(Array.from({ length: SOME }, fetchOne));
}

/** A file; a server that asks for patience is given some. */
async function fetched(around: Around, path: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await around.fetch(path, { cache: "no-cache" });
    if (answer.ok) return answer;
    if (answer.status !== 429 || tries === TRIES) throw new Error(`${path}: ${answer.status}`);
    await around.wait(Number(answer.headers.get("Retry-After") ?? 1));
  }
}

/** Refuse the page of another build: the server was renewed in the meantime. */
function checkPage(page: string, build: Build): void {
  for (const [, path] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
    if (path !== undefined && !build.files.includes(path)) throw new Error(`${path} is of another build`);
  }
}

/** Forget what other builds have kept. */
export async function activate(around: Around, build: Build): Promise<void> {
  for (const name of await around.caches.keys()) {
    if (name.startsWith(PREFIX) && name !== PREFIX + build.name) await around.caches.delete(name);
  }
}

/** The answer to a request; null: none of the worker's business. */
export function answer(around: Around, build: Build, request: Request, home: string): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== home) return null;
  const known = build.files.includes(url.pathname);
  if (request.mode === "navigate") return serverFirst(around, build, request, PAGE);
  if (url.pathname.startsWith(ASSETS)) return known ? keptFirst(around, build, request) : null;
  if (known || FACTS.includes(url.pathname)) return serverFirst(around, build, request, request);
  return null;
}

async function keptFirst(around: Around, build: Build, request: Request): Promise<Response> {
  const cache = await around.caches.open(PREFIX + build.name);
  return (await cache.match(request)) ?? around.fetch(request);
}

/** What the server says, which is kept if it is a fact; what was kept if the server is silent. */
async function serverFirst(
  around: Around,
  build: Build,
  request: Request,
  kept: string | Request,
): Promise<Response> {
  const cache = await around.caches.open(PREFIX + build.name);
  try {
    const told = await around.fetch(request);
    if (told.ok && FACTS.includes(new URL(request.url).pathname)) await cache.put(request, told.clone());
    return told;
  } catch (error) {
    const found = await cache.match(kept);
    if (found === undefined) throw error;
    return found;
  }
}
