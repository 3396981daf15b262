// The service worker of the page without a server, without a browser.
import { expect, test } from "vitest";
import { activate, answer, install, LOCAL_PREFIX } from "./local";
import type { Build, Environment } from "./worker";

const HOME = "https://files.example/club/play/";
const BUILD: Build = { name: "one", files: ["index.html", "assets/index-1.js", "game-1/manifest.json"] };

function browser(): Environment & { fetched: string[]; online: boolean } {
  const stores = new Map<string, Map<string, Response>>();
  const environment = {
    fetched: [] as string[],
    online: true,
    caches: {
      open: async (name: string) => {
        const store = stores.get(name) ?? new Map<string, Response>();
        stores.set(name, store);
        return {
          put: async (address: string, response: Response) => void store.set(address, response),
          match: async (address: string) => store.get(address)?.clone(),
        } as unknown as Cache;
      },
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
    },
    fetch: async (request: string | Request) => {
      if (!environment.online) throw new TypeError("no connection");
      const address = typeof request === "string" ? request : request.url;
      environment.fetched.push(address);
      return new Response(address);
    },
    wait: async () => undefined,
  };
  return environment;
}

const asked = (address: string, mode = "cors", method = "GET"): Request => ({ url: address, mode, method }) as Request;

test("all files are kept, and answer without a connection", async () => {
  const environment = browser();
  await install(environment, BUILD, HOME);
  expect(environment.fetched).toEqual(BUILD.files.map((name) => HOME + name));
  environment.online = false;
  const text = async (request: Request): Promise<string> =>
    (await answer(environment, BUILD, request, HOME)!).text();
  expect(await text(asked(HOME, "navigate"))).toBe(`${HOME}index.html`);
  expect(await text(asked(`${HOME}?source=app#/cards`, "navigate"))).toBe(`${HOME}index.html`);
  expect(await text(asked(`${HOME}assets/index-1.js`))).toBe(`${HOME}assets/index-1.js`);
});

test("an install that was interrupted goes on where it was", async () => {
  const environment = browser();
  await install(environment, { ...BUILD, files: BUILD.files.slice(0, 2) }, HOME);
  await install(environment, BUILD, HOME);
  expect(environment.fetched.at(-1)).toBe(`${HOME}game-1/manifest.json`);
  expect(environment.fetched).toHaveLength(3);
});

test("what is not of its folder is not its business", () => {
  const environment = browser();
  expect(answer(environment, BUILD, asked("https://files.example/club/"), HOME)).toBeNull();
  expect(answer(environment, BUILD, asked(`${HOME}assets/index-2.js`), HOME)).toBeNull();
  expect(answer(environment, BUILD, asked(HOME, "navigate", "POST"), HOME)).toBeNull();
});

test("a newer build deletes the one before, and nothing else", async () => {
  const environment = browser();
  for (const name of [`${LOCAL_PREFIX}zero`, "quarriors-box", "quarriors.snapshots"]) await environment.caches.open(name);
  await install(environment, BUILD, HOME);
  await activate(environment, BUILD);
  expect(await environment.caches.keys()).toEqual(["quarriors-box", "quarriors.snapshots", `${LOCAL_PREFIX}one`]);
});
