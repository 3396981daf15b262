// Whole games in a real Chromium against a real server; `make test-web` says where both are.
import { defineConfig } from "@playwright/test";

const root = process.getuid?.() === 0;

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  retries: 1, // a busy machine may be late once; a fault fails twice
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    actionTimeout: 60_000,
    screenshot: "only-on-failure",
    // `--trace on` records everything; it costs a third of the speed.
    launchOptions: {
      ...(process.env.QUARRIORS_CHROMIUM ? { executablePath: process.env.QUARRIORS_CHROMIUM } : {}),
      args: [
        ...(root ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
