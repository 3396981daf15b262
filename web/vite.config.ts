import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { icons } from "./scripts/icons.mjs";
import { offline, WORKER } from "./scripts/offline.mjs";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// `npm run dev` talks to a server started beside it: `quarriors serve --port 8000`.
const SERVER = process.env.QUARRIORS_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [icons(), svelte(), offline()],
  resolve: { alias: { $lib: here("./src/lib"), $components: here("./src/components") } },
  worker: { format: "es" },
  // Files name each other by relative addresses, so that tools/static_site.py can put them into any folder;
  // the page of a server has the same files at every address, and names them from the top.
  base: "./",
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === "html" ? `/${name}` : { relative: true }),
  },
  build: {
    // Into the package; hatch_build.py puts it into the wheel.
    outDir: process.env.QUARRIORS_PAGES ?? here("../src/quarriors/server/web/pages"),
    emptyOutDir: true,
    manifest: true, // which file needs which, for bundle.spec.ts
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows no data: addresses but for pictures
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: here("./index.html"), sw: here("./src/sw.ts") },
      output: {
        // One chunk of what most pages share: twenty small ones weigh 10 kB more.
        codeSplitting: {
          groups: [{ name: "shared", test: /src\/(components\/(ui|card|die)|lib\/(?!feed))/, minShareCount: 3 }],
        },
        // A service worker serves the addresses below its own, and keeps its name.
        entryFileNames: ({ name }) => (name === "sw" ? WORKER : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { proxy: { "/api": SERVER, "/healthz": SERVER, "/ws": { target: SERVER, ws: true } } },
});
