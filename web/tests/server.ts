// A game server of the tests' own: started on a free port, killed and started again at will.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const COMMAND = process.env.QUARRIORS ?? "quarriors";
const STARTING = 60_000;

export class Server {
  url = "";
  #folder = mkdtempSync(join(tmpdir(), "quarriors-web-"));
  #process: ChildProcess | null = null;
  #told = "";

  /** Start it, on the same port as before if it was started before. */
  async start(): Promise<void> {
    const port = this.url === "" ? "0" : new URL(this.url).port;
    const database = join(this.#folder, "tables.sqlite");
    this.#told = "";
    const child = spawn(COMMAND, ["serve", "--port", port, "--database", database], {
      env: { ...process.env, PYTHONUNBUFFERED: "1", LANG: "C.UTF-8" },
    });
    this.#process = child;
    await new Promise<void>((started, failed) => {
      const late = setTimeout(() => failed(new Error(`no server:\n${this.#told}`)), STARTING);
      const hear = (data: Buffer): void => {
        this.#told += data.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(this.#told);
        if (found === null) return;
        this.url = found[0];
        clearTimeout(late);
        started();
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("exit", (code) => failed(new Error(`the server ended (${code}):\n${this.#told}`)));
    });
    await this.answers();
  }

  /** Wait until it answers. */
  async answers(): Promise<void> {
    for (const until = Date.now() + STARTING; Date.now() < until; ) {
      const healthy = await fetch(`${this.url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (healthy) return;
      await new Promise((later) => setTimeout(later, 100));
    }
    throw new Error(`the server does not answer:\n${this.#told}`);
  }

  /** End it: politely, or as a power cut would. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  }

  /** End it, and forget its tables. */
  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
