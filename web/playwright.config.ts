// Whole games in a real Chromium against a real server; `make test-web` says where both are.
import { defineConfig } from "@playwright/test";

const root = process.getuid?.() === 0;
const long = process.env.QUARRIORS_LONG_TESTS === "1";

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  // A second worker costs some six seconds of processor time before its first test; `--workers 2` is
  // quicker where nothing else runs.
  workers: 1,
  fullyParallel: true,
  // Tests marked @long are the rest: more of the same, and what is for people to look at.
  ...(long ? {} : { grepInvert: /@long/ }),
  // Patience for busy machines costs nothing where all is well.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    actionTimeout: 90_000,
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
