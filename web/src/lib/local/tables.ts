/**
 * The loop around Python in the worker: commands one at a time, what comes of them stored and then
 * sent, and between them what no player triggers (bots, clocks, analyses).
 *
 * Several windows may have the same table open, each with a Python of its own. The one that writes an entry
 * first wins: the others are told, forget the table, and their clients connect again.
 */
import type { Command, Outcome, Result, ToPage, ToWorker } from "./messages";
import { Conflict, type Store } from "./store";

/** Other windows of this page. */
export interface Others {
  /** Tell them that a table has changed. */
  tell(table: string): void;
  /** Called when one of them has changed a table. */
  heard: ((table: string) => void) | null;
}

export class Tables {
  #last: Promise<unknown> = Promise.resolve(); // commands wait for those before them
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly python: (command: Command) => Result,
    readonly store: Store,
    readonly others: Others,
    readonly send: (message: ToPage) => void,
  ) {
    others.heard = (table) => void this.#after(() => this.#do({ do: "drop", table }));
  }

  /** Do what the page asks, after what it asked before. */
  hear(message: Exclude<ToWorker, { kind: "start" }>): Promise<void> {
    return this.#after(() => this.#obey(message));
  }

  #after(what: () => Promise<unknown>): Promise<void> {
    const done = this.#last.then(what).then(
      () => undefined,
      (error: unknown) => console.error(error),
    );
    this.#last = done.then(() => this.#schedule(0));
    return done;
  }

  async #obey(message: Exclude<ToWorker, { kind: "start" }>): Promise<void> {
    const { line } = message as { line: number };
    if (message.kind === "open" || message.kind === "close") await this.#do({ do: message.kind, line });
    else if (message.kind === "say") await this.#do({ do: "hear", line, data: message.data });
    else {
      const { id, method, path, token, body } = message;
      const { status = 500, body: answer = "" } = await this.#do({ do: "ask", method, path, token, body }).catch(
        (error: unknown): Partial<Outcome> => {
          console.error(error);
          return {};
        },
      );
      this.send({ kind: "answer", id, status, body: answer });
    }
  }

  /** One command: restore what it needs, store what comes of it, then send. */
  async #do(command: Command): Promise<Outcome> {
    for (;;) {
      const result = this.python(command);
      if (result.missing === undefined) {
        await this.#store(result);
        return result;
      }
      const table = result.missing;
      const restored = this.python({ do: "restore", table, ...(await this.store.read(table)) });
      if (restored.missing === undefined) await this.#store(restored);
    }
  }

  async #store(outcome: Outcome): Promise<void> {
    const changed = new Set([...outcome.rows.map(({ table }) => table), ...outcome.removed]);
    try {
      await this.store.write(outcome);
    } catch (error) {
      // Nobody has been told, so nothing has happened: read the tables again.
      for (const table of changed) this.#tell(this.python({ do: "drop", table }));
      if (error instanceof Conflict) return;
      this.send({ kind: "unsaved" });
      throw error;
    }
    for (const table of changed) this.others.tell(table);
    this.#tell(outcome);
  }

  #tell(result: Result): void {
    if (result.missing !== undefined) return;
    for (const { line, data } of result.sent) this.send({ kind: "told", line, data });
    for (const line of result.closed) this.send({ kind: "closed", line });
  }

  #schedule(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), wait);
  }

  /** Do one small thing that is due; messages that have come meanwhile are next. */
  async #work(): Promise<void> {
    const done = this.#last.then(() => this.#do({ do: "work" }));
    this.#last = done.catch((error: unknown) => console.error(error));
    const { wait = null } = await done.catch((): Partial<Outcome> => ({}));
    if (wait !== null) this.#schedule(Math.min(wait * 1000, LONGEST));
  }
}

const LONGEST = 60_000; // milliseconds between two looks at a clock; timers of longer times overflow
