/**
 * The service worker of the page without a server: keeps all files of its folder and answers with them.
 *
 * What is kept is one build and is always asked first, so that the parts of a page fit together. A newer
 * build is fetched beside it and takes over when the page is opened next (`keepPage`).
 */
import { fetched, type Build, type Environment } from "./worker";

export const LOCAL_PREFIX = "quarriors.local-"; // caches of a server's own worker begin otherwise
const PAGE = "index.html";

/** Keep all files of a build, whose names are relative to `home`; throws if one cannot be loaded. */
export async function install(environment: Environment, build: Build, home: string): Promise<void> {
  const cache = await environment.caches.open(LOCAL_PREFIX + build.name);
  for (const name of build.files) {
    const address = new URL(name, home).href;
    if ((await cache.match(address)) !== undefined) continue; // an earlier attempt was interrupted
    await cache.put(address, await fetched(environment, address));
  }
}

/** Delete the files of other builds. */
export async function activate(environment: Environment, build: Build): Promise<void> {
  for (const name of await environment.caches.keys()) {
    if (name.startsWith(LOCAL_PREFIX) && name !== LOCAL_PREFIX + build.name) await environment.caches.delete(name);
  }
}

/** The response to a request; null: the browser handles it. */
export function answer(environment: Environment, build: Build, request: Request, home: string): Promise<Response> | null {
  const { href } = new URL(request.url);
  const [path = ""] = href.split(/[?#]/);
  if (request.method !== "GET" || !path.startsWith(home)) return null;
  const name = request.mode === "navigate" && path === home ? PAGE : path.slice(home.length);
  return build.files.includes(name) ? kept(environment, build, new URL(name, home).href, request) : null;
}

async function kept(environment: Environment, build: Build, address: string, request: Request): Promise<Response> {
  const cache = await environment.caches.open(LOCAL_PREFIX + build.name);
  return (await cache.match(address)) ?? environment.fetch(request);
}
