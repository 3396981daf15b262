// Two builds of the client at one address, without building it twice: the second has the files of the
// first under other names, as if every one of them had changed.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const HASHED = /([\w-]+-[\w-]{8})(\.(?:js|css|svg|woff2?))\b/g; // names of files in /assets/
const TEXT = /html|javascript|css/;
const MARK = "-second";

export class Builds {
  url = "";
  /** Whether the server has been renewed. */
  second = false;
  #listening = createServer((request, response) => void this.#answer(request, response));

  constructor(readonly server: { readonly url: string }) {}

  /** The name that a file, or a cache of the service worker, has in the second build. */
  static renamed(name: string): string {
    return name.startsWith("quarriors-") ? name + MARK : name.replace(HASHED, `$1${MARK}$2`);
  }

  async open(): Promise<void> {
    this.#listening.listen(0, "127.0.0.1");
    await once(this.#listening, "listening");
    this.url = `http://127.0.0.1:${(this.#listening.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#listening.closeAllConnections();
    if (this.#listening.listening) await new Promise((closed) => this.#listening.close(closed));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    const asset = path.startsWith("/assets/");
    if (asset && path.includes(MARK) !== this.second) return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", headers } = request;
    const found = await fetch(this.server.url + (asset ? path.replace(MARK, "") : path), {
      method,
      headers: { "Content-Type": headers["content-type"] ?? "" },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const kept = [...found.headers].filter(([name]) => !/^(content-(encoding|length)|transfer-encoding|connection)$/.test(name));
    const type = found.headers.get("content-type") ?? "";
    let body: Buffer | string = Buffer.from(await found.arrayBuffer());
    if (this.second && TEXT.test(type)) {
      body = body.toString().replace(HASHED, `$1${MARK}$2`);
      // The name of the build stands beside the list of its files.
      if (path === "/sw.js") body = body.replace(/(["'`])([0-9a-f]{16})\1/, `$1$2${MARK}$1`);
    }
    response.writeHead(found.status, Object.fromEntries(kept)).end(body);
  }
}
