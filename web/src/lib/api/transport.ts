/**
 * How requests and messages reach the tables: over the network, or by another way that a page
 * chooses when it starts (lib/local, where the tables are in this browser).
 *
 * Whatever the way, the protocol is the one of docs/protocol.md, so nothing else has to know.
 */

/** A connection to a table: what the client uses of a websocket. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(data: string): void;
  close(): void;
}

export interface Transport {
  /** Answer a request of the HTTP interface; rejects if it cannot be asked at all. */
  ask(path: string, request: RequestInit): Promise<Response>;
  /** Open a connection; the first message is up to the caller. */
  connect(): Wire;
  /** Whether an answer that is late can still come: a network loses some, a worker is only busy. */
  readonly patient: boolean;
}

const network: Transport = {
  ask: (path, request) => fetch(path, request),
  connect: () => new WebSocket(address()) as Wire,
  patient: false,
};

function address(): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/ws`;
}

export let transport: Transport = network;

/** Use another way from now on; before the first page is shown. */
export function useTransport(other: Transport): void {
  transport = other;
}
