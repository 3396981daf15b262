import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";
import client from "./vite.config";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ALL = readdirSync(`${HERE}src`, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `src/${name.replaceAll("\\", "/")}`);
// A module that is mocked must not have been imported by another file before.
const MOCKING = ALL.filter((name) => readFileSync(HERE + name, "utf8").includes("vi.mock("));

export default mergeConfig(
  client,
  defineConfig({
    plugins: [svelteTesting()],
    test: {
      environment: "jsdom",
      setupFiles: ["tests/setup.ts"],
      testTimeout: 30_000,
      pool: "threads",
      // Files share modules and the page of their thread: making both anew for each file takes
      // longer than the tests themselves.
      projects: [
        { extends: true, test: { name: "shared", include: ALL, exclude: MOCKING, isolate: false } },
        { extends: true, test: { name: "mocking", include: MOCKING } },
      ],
    },
  }),
);
