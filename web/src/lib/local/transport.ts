/** The transport to tables in this browser: the worker answers requests and holds connections. */
import type { Transport, Wire } from "$lib/api/transport";
import type { ToPage, ToWorker } from "./messages";

/** Facts that change with the program only are files of the page's folder. */
const FACTS = /^\/api\/(cards|rules|sets|bots|tutorial|achievements)\?lang=([a-z-]+)$/;

export class LocalTransport implements Transport {
  readonly patient = true;
  #asked = new Map<number, (response: Response) => void>();
  #wires = new Map<number, LocalWire>();
  #numbers = 0;

  constructor(
    readonly post: (message: ToWorker) => void,
    readonly folder: string, // the address of the game's files
  ) {}

  ask(path: string, { method = "GET", headers, body }: RequestInit): Promise<Response> {
    const [, fact, language] = FACTS.exec(path) ?? [];
    if (fact !== undefined) return fetch(new URL(`facts/${fact}.${language}.json`, this.folder));
    const token = (new Headers(headers).get("Authorization") ?? "").replace("Bearer ", "");
    const id = (this.#numbers += 1);
    return new Promise((answer) => {
      this.#asked.set(id, answer);
      this.post({ kind: "ask", id, method, path, token, body: typeof body === "string" ? body : "" });
    });
  }

  connect(): Wire {
    const line = (this.#numbers += 1);
    const wire = new LocalWire(line, this.post, () => this.#wires.delete(line));
    this.#wires.set(line, wire);
    return wire;
  }

  /** What the worker says; false if it is about something else. */
  hear(message: ToPage): boolean {
    if (message.kind === "answer") {
      const { id, status, body } = message;
      this.#asked.get(id)?.(new Response(body, { status, headers: { "Content-Type": "application/json" } }));
      this.#asked.delete(id);
    } else if (message.kind === "told") this.#wires.get(message.line)?.onmessage?.(message);
    else if (message.kind === "closed") {
      const wire = this.#wires.get(message.line);
      this.#wires.delete(message.line);
      wire?.onclose?.();
    } else return false;
    return true;
  }
}

/** A connection to a table in the worker. */
class LocalWire implements Wire {
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;

  constructor(
    readonly line: number,
    readonly post: (message: ToWorker) => void,
    readonly ended: () => void,
  ) {
    post({ kind: "open", line });
    queueMicrotask(() => this.onopen?.());
  }

  send(data: string): void {
    this.post({ kind: "say", line: this.line, data });
  }

  close(): void {
    this.post({ kind: "close", line: this.line });
    this.ended();
  }
}
