/**
 * A websocket for tests: nothing goes anywhere, the test plays the server. Not part of the bundle.
 */
import { vi } from "vitest";
import type { FromClient, FromServer } from "./socket";

type Sent = FromClient | { type: "hello" | "ping" };

export class FakeSocket {
  static all: FakeSocket[] = [];
  /** The connection of this moment. */
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;
  readonly sent: Sent[] = [];

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Sent);
  }

  close(): void {
    this.closed = true;
  }

  // --- what the test does as the server ---

  accept(): this {
    this.onopen?.();
    return this;
  }

  tell(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  pong(ahead = 0): void {
    const now = Date.now() / 1000;
    this.tell({ type: "pong", at: now, now: now + ahead });
  }

  drop(): void {
    this.onclose?.();
  }

  /** What was sent, without greetings and signs of life. */
  get wishes(): Sent[] {
    return this.sent.filter((one) => one.type !== "hello" && one.type !== "ping");
  }
}

/** Let the page use fake websockets, and forget those of the test before. */
export function useFakeSockets(): void {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
}
