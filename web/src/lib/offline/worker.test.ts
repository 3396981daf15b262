// The service worker without a browser: what it keeps, and when it answers from there.
import { expect, test } from "vitest";
import { activate, answer, install, PREFIX, type Environment, type Build } from "./worker";

const HOME = "https://table.example";
const BUILD: Build = { name: "one", files: ["/", "/assets/index-1.js", "/favicon.svg"] };
const PAGE = '<script type="module" src="/assets/index-1.js"></script>';

/** A browser with a server whose answers are a table; `null`: it cannot be reached. */
function browser(server: Record<string, string | number> | null): Environment & { server: typeof server; waited: number[] } {
  const stores = new Map<string, Map<string, Response>>();
  const path = (request: string | Request): string => {
    const url = new URL(typeof request === "string" ? request : request.url, HOME);
    return url.pathname + url.search;
  };
  const environment = {
    server,
    waited: [] as number[],
    caches: {
      open: async (name: string) => {
        const store = stores.get(name) ?? new Map<string, Response>();
        stores.set(name, store);
        return {
          put: async (request: string | Request, response: Response) => void store.set(path(request), response),
          match: async (request: string | Request) => store.get(path(request))?.clone(),
        } as unknown as Cache;
      },
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
    },
    fetch: async (request: string | Request) => {
      if (environment.server === null) throw new TypeError("no connection");
      const reply = environment.server[path(request)] ?? path(request);
      if (typeof reply === "string") return new Response(reply);
      environment.server[path(request)] = "now";
      return new Response("later", { status: reply, headers: { "Retry-After": "2" } });
    },
    wait: async (seconds: number) => void environment.waited.push(seconds),
  };
  return environment;
}

function asked(path: string, how: { mode?: string; method?: string } = {}): Request {
  const { method = "GET", mode = "cors" } = how;
  return { url: new URL(path, HOME).href, method, mode } as Request;
}

async function textOf(environment: Environment, request: Request): Promise<string> {
  return (await answer(environment, BUILD, request, HOME)!).text();
}

test("what was kept answers when the connection is gone", async () => {
  const environment = browser({ "/": PAGE });
  await install(environment, BUILD);
  environment.server = null;
  expect(await textOf(environment, asked("/box?show=glory", { mode: "navigate" }))).toBe(PAGE);
  expect(await textOf(environment, asked("/assets/index-1.js"))).toBe("/assets/index-1.js");
  expect(await textOf(environment, asked("/api/rules?lang=it"))).toBe("/api/rules?lang=it");
  await expect(answer(environment, BUILD, asked("/api/rules?lang=fr"), HOME)).rejects.toThrow("no connection");
});

test("a page and the facts come from the server while there is one, and facts are kept anew", async () => {
  const environment = browser({ "/": PAGE });
  await install(environment, BUILD);
  environment.server = { "/box": "a newer page", "/api/cards?lang=en": "corrected cards" };
  expect(await textOf(environment, asked("/box", { mode: "navigate" }))).toBe("a newer page");
  expect(await textOf(environment, asked("/api/cards?lang=en"))).toBe("corrected cards");
  environment.server = null;
  expect(await textOf(environment, asked("/box", { mode: "navigate" }))).toBe(PAGE);
  expect(await textOf(environment, asked("/api/cards?lang=en"))).toBe("corrected cards");
});

test("files of another build are not its business, nor is what changes something", () => {
  const environment = browser({});
  expect(answer(environment, BUILD, asked("/assets/index-2.js"), HOME)).toBeNull();
  expect(answer(environment, BUILD, asked("/api/tables", { method: "POST" }), HOME)).toBeNull();
  expect(answer(environment, BUILD, asked("/api/tables"), HOME)).toBeNull();
  expect(answer(environment, BUILD, asked("https://elsewhere.example/"), HOME)).toBeNull();
});

test("a page of another build is not kept: the server was renewed in between", async () => {
  const environment = browser({ "/": PAGE.replace("index-1", "index-2") });
  await expect(install(environment, BUILD)).rejects.toThrow("of another build");
});

test("a new build forgets the files of the one before, and nothing else", async () => {
  const environment = browser({ "/": PAGE });
  await environment.caches.open(`${PREFIX}zero`);
  await environment.caches.open("somebody else's");
  await install(environment, BUILD);
  await activate(environment, BUILD);
  expect(await environment.caches.keys()).toEqual(["somebody else's", `${PREFIX}one`]);
});

test("a server that asks for patience gets it", async () => {
  const environment = browser({ "/": PAGE, "/favicon.svg": 429 });
  await install(environment, BUILD);
  expect(environment.waited).toEqual([2]);
  environment.server = null;
  expect(await textOf(environment, asked("/favicon.svg"))).toBe("now");
});
