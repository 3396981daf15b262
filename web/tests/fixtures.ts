// What every browser test stands on: a server, and pages whose every complaint is a failure.
import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";
import { Door, Server } from "./server";
import { finishedGame } from "./tables";

interface Shared {
  /** One for each worker, which runs one test at a time. */
  server: Server;
  /** The key of a game at that server which bots have played to its end. */
  finished: string;
}
interface Own {
  /** Complaints of the page that a test expects, as parts of their text. */
  expected: string[];
  /** An address for the server that stays the same when a test kills the server. */
  door: Door;
  /** The page of somebody else, with a browser of their own. */
  somebody: () => Promise<Page>;
}

/** Whether the server's going away explains a complaint; only tests that kill it expect that. */
export const GONE = ["net::ERR_", "WebSocket connection"];

/** Hear what the pages of a browser complain about; a broken content policy is among it. */
function listen(context: BrowserContext, complaints: string[]): void {
  context.on("weberror", (error) => complaints.push(`error: ${error.error().stack}`));
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
}

function nothingIn(complaints: readonly string[], expected: readonly string[]): void {
  const found = complaints.filter((text) => !expected.some((part) => text.includes(part)));
  expect(found, "the page complained").toEqual([]);
}

export const test = base.extend<Own, Shared>({
  server: [
    async ({}, use) => {
      const server = new Server();
      try {
        await server.start();
        await use(server);
      } finally {
        await server.close();
      }
    },
    { scope: "worker" },
  ],
  finished: [
    async ({ server }, use) => {
      await use(await finishedGame(server));
    },
    { scope: "worker" },
  ],
  door: async ({ server }, use) => {
    const door = new Door(server);
    await door.open();
    await use(door);
    door.close();
  },
  expected: [[], { option: true }],
  context: async ({ context, expected }, use) => {
    const complaints: string[] = [];
    listen(context, complaints);
    await use(context);
    nothingIn(complaints, expected);
  },
  somebody: async ({ browser, contextOptions, expected }, use) => {
    const complaints: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext(contextOptions);
      contexts.push(context);
      listen(context, complaints);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
    nothingIn(complaints, expected);
  },
});

export { expect };
