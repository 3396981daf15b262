// What every browser test stands on: a server, and pages whose every complaint is a failure.
import { test as base, expect, type Page } from "@playwright/test";
import { Server } from "./server";

interface Shared {
  server: Server;
}
interface Own {
  /** Complaints of the page that a test expects, as parts of their text. */
  expected: string[];
  /** A server that nobody else uses, for tests that kill it. */
  ownServer: Server;
}

/** Whether the server's going away explains a complaint; only tests that kill it expect that. */
export const GONE = ["ERR_CONNECTION_REFUSED", "WebSocket connection", "ERR_CONNECTION_RESET"];

export function listen(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
}

export const test = base.extend<Own, Shared>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  ownServer: async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.close();
  },
  expected: [[], { option: true }],
  context: async ({ context, expected }, use) => {
    const complaints: string[] = [];
    context.on("page", (page) => listen(page, complaints));
    await use(context);
    const found = complaints.filter((text) => !expected.some((part) => text.includes(part)));
    expect(found, "the page complained").toEqual([]);
  },
});

export { expect };
