// A plugin for vite: writes into the service worker, src/sw.ts, which files the client is made of.
// A build that differs in any file has another worker, by which browsers find out that it is new.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PUBLIC = fileURLToPath(new URL("../public", import.meta.url));
export const WORKER = "sw.js";
export const LOCAL_WORKER = "sw-local.js"; // of the page without a server; tools/site.py fills it in

export function offline() {
  return {
    name: "quarriors-offline",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle[WORKER];
      if (worker === undefined) throw new Error("the build has no service worker");
      const others = [WORKER, LOCAL_WORKER, "index.html"];
      const names = Object.keys(bundle).filter((name) => !others.includes(name));
      const files = ["/", ...[...names, ...readdirSync(PUBLIC)].sort().map((name) => `/${name}`)];
      const build = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 16);
      for (const [word, value] of Object.entries({ __FILES__: files, __BUILD__: build })) {
        if (!worker.code.includes(word)) throw new Error(`the service worker has no ${word}`);
        worker.code = worker.code.replaceAll(word, JSON.stringify(value));
      }
    },
  };
}
