import { readdirSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

const SOURCE = fileURLToPath(new URL("src", import.meta.url));
const COMPONENTS = readdirSync(SOURCE, { recursive: true }).filter((name) => name.endsWith(".svelte")).sort();

/** The class that keeps a component's style to it. The usual one is four times as long and does not compress. */
function cssHash({ filename, hash, css }) {
  const at = COMPONENTS.indexOf(relative(SOURCE, filename ?? ""));
  return at < 0 ? `s-${hash(css)}` : `s-${at.toString(36)}`;
}

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };
