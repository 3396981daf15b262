// A game server of the tests' own, on a port that the system chooses and with a folder of its own:
// killed and started again at will, with its clock in the tests' hands.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PYTHON = process.env.PYTHON ?? "python3";
const SCRIPT = fileURLToPath(new URL("serve.py", import.meta.url));
const STARTING = 120_000; // milliseconds; only a server that never comes takes as long

export class Server {
  url = ""; // while it does not run
  #folder = mkdtempSync(join(tmpdir(), "quarriors-web-"));
  #process: ChildProcessWithoutNullStreams | null = null;
  #output = "";

  /** All its games have the same dice, by this seed; `more` are further options of `quarriors serve`. */
  constructor(
    readonly seed: number | string = process.env.QUARRIORS_SEED ?? 1,
    readonly more: readonly string[] = [],
  ) {}

  /** Start it; it answers when this is done. */
  async start(): Promise<void> {
    this.#output = "";
    const database = join(this.#folder, "tables.sqlite");
    const options = ["--port", "0", "--workers", "1", "--own-packs", "--database", database, ...this.more];
    const child = spawn(PYTHON, [SCRIPT, "serve", ...options], {
      env: { ...process.env, PYTHONUNBUFFERED: "1", QUARRIORS_SEED: String(this.seed), LANG: "C.UTF-8" },
    });
    this.#process = child;
    await new Promise<void>((started, failed) => {
      const fail = (why: string): void => failed(new Error(`${why}:\n${this.#output}`));
      const late = setTimeout(() => fail("no server"), STARTING);
      const hear = (data: Buffer): void => {
        this.#output += data.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(this.#output);
        if (found === null) return;
        this.url = found[0];
        clearTimeout(late);
        started();
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("error", (error) => fail(String(error)));
      child.on("exit", (code) => fail(`the server ended (${code})`));
    });
  }

  /** Let the server's time jump. */
  later(seconds: number): void {
    this.#process?.stdin.write(`${seconds}\n`);
  }

  /** End it: politely, or as a power cut would. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#process;
    this.#process = null;
    this.url = "";
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  /** End it, and forget its tables. */
  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** An address that stays while the server behind it is killed and comes back at another port. */
export class Door {
  url = "";
  #sockets = new Set<Socket>();
  #listening = createServer((outside) => {
    if (this.server.url === "") return void outside.destroy();
    const inside = connect(Number(new URL(this.server.url).port), "127.0.0.1");
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      this.#sockets.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  });

  constructor(readonly server: Server) {}

  async open(): Promise<void> {
    this.#listening.listen(0, "127.0.0.1");
    await once(this.#listening, "listening");
    this.url = `http://127.0.0.1:${(this.#listening.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#listening.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
