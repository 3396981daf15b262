/**
 * Where the tables of a page are kept: IndexedDB, or memory where the browser forbids that.
 *
 * A table is a head and its entries. An entry is only ever added; if another window has added one of
 * the same number, nothing is written and `Conflict` is thrown.
 */
import type { Head, Outcome, Row } from "./messages";

export class Conflict extends Error {}

export interface Store {
  /** Whether what is written outlives the page. */
  readonly lasting: boolean;
  read(table: string): Promise<{ head: string | null; rows: Row[] }>;
  /** Write all of it or nothing. */
  write(change: Pick<Outcome, "heads" | "rows" | "removed">): Promise<void>;
}

const NAME = "quarriors";
const VERSION = 1;
const TABLES = "tables"; // heads by table, and when they were made
const ENTRIES = "entries"; // rows by table and number
const MOST_TABLES = 100; // as many as the list of my games has; the oldest go first

/** The store of this browser. */
export async function openStore(): Promise<Store> {
  try {
    return new DatabaseStore(await opened());
  } catch {
    return new MemoryStore();
  }
}

class DatabaseStore implements Store {
  readonly lasting = true;
  constructor(readonly database: IDBDatabase) {}

  async read(table: string): Promise<{ head: string | null; rows: Row[] }> {
    const transaction = this.database.transaction([TABLES, ENTRIES], "readonly");
    const head = done<Head | undefined>(transaction.objectStore(TABLES).get(table));
    const rows = done<Row[]>(transaction.objectStore(ENTRIES).getAll(ofTable(table)));
    return { head: (await head)?.head ?? null, rows: await rows };
  }

  async write({ heads, rows, removed }: Pick<Outcome, "heads" | "rows" | "removed">): Promise<void> {
    if (heads.length + rows.length + removed.length === 0) return;
    const transaction = this.database.transaction([TABLES, ENTRIES], "readwrite", { durability: "strict" });
    const tables = transaction.objectStore(TABLES);
    const entries = transaction.objectStore(ENTRIES);
    const finished = ended(transaction);
    for (const head of heads) tables.add({ ...head, made: Date.now() });
    for (const row of rows) entries.add(row);
    for (const table of removed) {
      tables.delete(table);
      entries.delete(ofTable(table));
    }
    if (heads.length > 0) this.#forgetOldest(tables, entries);
    await finished;
  }

  #forgetOldest(tables: IDBObjectStore, entries: IDBObjectStore): void {
    const counted = tables.count();
    counted.onsuccess = () => {
      let surplus = counted.result - MOST_TABLES;
      if (surplus <= 0) return;
      const oldest = tables.index("made").openCursor();
      oldest.onsuccess = () => {
        const cursor = oldest.result;
        if (cursor === null || surplus <= 0) return;
        surplus -= 1;
        entries.delete(ofTable(cursor.primaryKey as string));
        cursor.delete();
        cursor.continue();
      };
    };
  }
}

class MemoryStore implements Store {
  readonly lasting = false;
  #tables = new Map<string, { head: string; rows: Row[] }>();

  async read(table: string): Promise<{ head: string | null; rows: Row[] }> {
    return this.#tables.get(table) ?? { head: null, rows: [] };
  }

  async write({ heads, rows, removed }: Pick<Outcome, "heads" | "rows" | "removed">): Promise<void> {
    for (const { table, head } of heads) this.#tables.set(table, { head, rows: [] });
    for (const row of rows) this.#tables.get(row.table)?.rows.push(row);
    for (const table of removed) this.#tables.delete(table);
  }
}

function ofTable(table: string): IDBKeyRange {
  return IDBKeyRange.bound([table, 0], [table, Infinity]);
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    const tables = request.result.createObjectStore(TABLES, { keyPath: "table" });
    tables.createIndex("made", "made");
    request.result.createObjectStore(ENTRIES, { keyPath: ["table", "seq"] });
  };
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database does not answer"));
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => {
      const { error } = transaction;
      reject(error?.name === "ConstraintError" ? new Conflict(error.message) : (error ?? new Error("not written")));
    };
  });
}
