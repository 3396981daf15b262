// Come back, it is your turn: a browser subscribes, and a push service on this machine gets the message.
// A browser without a window shows none; what the worker does with one is tested in src/lib/push.
import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { VERSION, type Seated, type TableFacts } from "../src/lib/api/generated";
import { expect, test } from "./fixtures";
import { Server } from "./server";
import { AT_ONCE, layTable, remember, sitDown } from "./tables";

/** Decide everything that a seat is asked, over a websocket that no page shows, until it is another's turn. */
async function moveFor(page: Page, server: Server, { table, token }: Seated): Promise<void> {
  await page.goto(`${server.url}/about`);
  await page.evaluate(
    ({ table, token, version }) =>
      new Promise<void>((done) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const send = (message: object): void => socket.send(JSON.stringify(message));
        socket.onopen = () => send({ type: "hello", table, token, version });
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          const message = JSON.parse(data) as { type: string; state: number; prompt: { options: { number: number }[] } | null };
          if (message.type !== "table" && message.type !== "update") return;
          if (message.prompt === null) return done(socket.close());
          send({ type: "answer", state: message.state, option: message.prompt.options.at(-1)!.number });
        };
      }),
    { table, token, version: VERSION },
  );
}

test("a player who has left is told by their browser, and finds the game on top", async ({ page, somebody }) => {
  const heard: { request: IncomingMessage; size: number }[] = [];
  const service = createServer((request, answer) => {
    let size = 0;
    request.on("data", (part: Buffer) => (size += part.length));
    request.on("end", () => {
      heard.push({ request, size });
      answer.writeHead(201).end();
    });
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const server = new Server(1, ["--push", "--push-hosts", address]);
  try {
    await server.start();
    const clock = { kind: "days" as const, seconds: 86_400 };
    const host = await layTable(server, { seats: [{ kind: "person" }, { kind: "person" }], goal: 20, clock });
    const guest = await sitDown(server, host.table, "Bo");
    const facts = (await (await fetch(`${server.url}/api/tables/${host.table}`)).json()) as TableFacts;
    const [mover, waits] = facts.waiting_for === host.seat ? [host, guest] : [guest, host];

    // A browser's own push service is on the internet; this one hands out an address on this machine.
    await page.context().grantPermissions(["notifications"], { origin: server.url });
    await page.addInitScript((endpoint) => {
      // A browser without a window says here that nothing may be shown, whatever was granted.
      Object.defineProperty(Notification, "permission", { get: () => "granted" });
      Notification.requestPermission = async () => "granted";
      PushManager.prototype.subscribe = async () => {
        const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"]);
        const point = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
        const text = (bytes: Uint8Array): string =>
          btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
        const keys = { p256dh: text(point), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
        return { endpoint, toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription;
      };
    }, `${address}/send/1`);
    await remember(page.context(), AT_ONCE, [waits]);
    await page.goto(`${server.url}/t/${host.table}`);
    await page.getByRole("button", { name: "Table menu" }).click();
    const menu = page.getByRole("group", { name: "Table menu" });
    await menu.getByRole("button", { name: "Notify me when it's my turn" }).click();
    await expect(menu.getByRole("button", { name: "Stop notifying me" })).toBeVisible();
    expect(heard).toEqual([]);

    await page.goto(`${server.url}/games`);
    await moveFor(await somebody(), server, mover);
    await expect.poll(() => heard.length).toBe(1);
    const [{ request, size }] = heard as [(typeof heard)[number]];
    expect(request.url).toBe("/send/1");
    expect(request.headers["content-encoding"]).toBe("aes128gcm");
    expect(request.headers.authorization).toMatch(/^vapid t=[\w.-]+, k=[\w-]{87}$/);
    expect(size).toBeGreaterThan(103); // the head of the message, and something in it

    await page.reload();
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Your turn");
  } finally {
    service.close();
    await server.close();
  }
});
