// A plugin for vite: writes into the service worker, src/sw.ts, which files the client is made of.
// A build that differs in any file has another worker, by which browsers find out that it is new.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PUBLIC = fileURLToPath(new URL("../public", import.meta.url));
export const WORKER = "sw.js";

export function offline() {
  return {
    name: "quarriors-offline",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle[WORKER];
      if (worker === undefined) throw new Error("the build has no service worker");
      const names = Object.keys(bundle).filter((name) => name !== WORKER && name !== "index.html");
      const files = ["/", ...[...names, ...readdirSync(PUBLIC)].sort().map((name) => `/${name}`)];
      const build = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 16);
      if (worker.imports.length > 0) throw new Error("the service worker must be one file");
      const facts = { __FILES__: files, __BUILD__: build, __LOCAL__: false };
      const named = Object.entries(facts).map(([word, value]) => `${word}=${JSON.stringify(value)}`);
      worker.code = `const ${named.join(",")};\n${worker.code}`; // tools/static_site.py writes another line
    },
  };
}
