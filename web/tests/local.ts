// The page without a server, as tools/static_site.py has built it, behind a plain server of files.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { Wire } from "./player";

const PYTHON = process.env.PYTHON ?? "python3";
const CACHE = fileURLToPath(new URL("../../.cache", import.meta.url));
export const PLAY = `${CACHE}/play`;

/** `python -m http.server`: knows nothing of the game, compresses nothing, and has no other address. */
export class FileServer {
  url = "";
  #child: ChildProcess | null = null;

  async start(): Promise<void> {
    if (!existsSync(`${PLAY}/sw.js`)) throw new Error("the page is not built: python tools/static_site.py play");
    const options = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", CACHE];
    const child = spawn(PYTHON, options, { stdio: ["ignore", "pipe", "ignore"] });
    this.#child = child;
    this.url = await new Promise<string>((started, failed) => {
      child.on("error", failed);
      child.on("exit", () => failed(new Error("no server of files")));
      child.stdout?.on("data", (data: Buffer) => {
        const port = / port (\d+)/.exec(data.toString())?.[1];
        if (port !== undefined) started(`http://127.0.0.1:${port}/play/`);
      });
    });
  }

  /** End it; the address is nobody's afterwards. */
  stop(): void {
    this.#child?.removeAllListeners("exit");
    this.#child?.kill();
    this.#child = null;
  }
}

/** What comes over the page's worker instead of a websocket; before the page is opened. */
export async function listenToWorker(page: Page, seats = 1): Promise<Wire> {
  const wire = new Wire(page, seats);
  await page.exposeFunction("heardOfWorker", (data: string) => wire.hear(JSON.parse(data)));
  await page.addInitScript(() => {
    const Before = window.Worker;
    window.Worker = class extends Before {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener("message", ({ data }: MessageEvent<{ kind: string; data: string }>) => {
          const heard = (window as unknown as { heardOfWorker(data: string): void }).heardOfWorker;
          if (data.kind === "told") heard(data.data);
        });
      }
    };
  });
  return wire;
}
