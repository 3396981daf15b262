/**
 * Python in the worker: Pyodide and the game's own package, from the page's folder alone.
 *
 * Starting Python and importing the game takes some seconds, so the memory is kept as it is then: the
 * next visit begins from that snapshot. It belongs to one build, and one that does not fit is made anew.
 */
import type { Command, Part, Result } from "./messages";

/** What is used of Pyodide; its own types would be a dependency of the pages. */
interface Pyodide {
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
}
interface Files {
  mkdirTree(path: string): void;
  writeFile(path: string, data: string): void;
}
type Load = (config: Record<string, unknown>) => Promise<Pyodide>;
type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown;
interface Settings {
  instantiateWasm(imports: WebAssembly.Imports, receive: Receive): unknown;
}
type Create = (settings: Settings) => Promise<unknown>;

/** What tools/game_files.py has written into the folder. */
interface Manifest {
  lock: unknown;
  sizes: Record<string, number>; // in bytes as they travel
}

const SNAPSHOTS = "quarriors.snapshots";
const PAGE = 65_536; // bytes
const PACKAGES = "/game";
const START = `
import sys
sys.path.insert(0, "${PACKAGES}")
from quarriors.local.worker import call, warm_up
warm_up()
`;

export type Progress = (part: Part, done: number) => void;

/** Start Python from a folder, whose name changes with its content; what comes back does commands. */
export async function startPython(folder: string, progress: Progress): Promise<(command: Command) => Result> {
  const manifest = (await (await fetch(`${folder}manifest.json`)).json()) as Manifest;
  const files = new Downloads(folder, manifest.sizes, progress);
  const snapshot = snapshotOf(folder);
  const sources = files.json("game.json.gz", "game") as Promise<Record<string, string>>;
  const part = async <T>(name: string): Promise<T> => (await import(/* @vite-ignore */ folder + name)) as T;
  const { loadPyodide } = await part<{ loadPyodide: Load }>("pyodide.mjs");
  const { default: create } = await part<{ default: Create }>("pyodide.asm.mjs");
  files.serve("pyodide.asm.wasm", "pyodide.asm.wasm.gz", "python", "application/wasm");
  files.serve("python_stdlib.zip", "python_stdlib.zip", "library", "application/zip");
  const config = {
    indexURL: folder,
    lockFileContents: manifest.lock,
    fsInit: async (fs: Files) => put(fs, await sources),
    enableRunUntilComplete: false,
  };
  const before = await snapshot;
  if (before !== null) {
    try {
      const createPyodideModule: Create = (settings) => create(withMemory(settings, before.length));
      return caller(await loadPyodide({ ...config, createPyodideModule, _loadSnapshot: before }));
    } catch (error) {
      console.error(error); // made by another browser's version, perhaps
      await forget();
    }
  }
  const python = await loadPyodide({ ...config, _makeSnapshot: true });
  progress("start", 0.5);
  python.runPython(START);
  keep(folder, python.makeMemorySnapshot());
  return caller(python);
}

function caller(python: Pyodide): (command: Command) => Result {
  const call = python.runPython("call") as (command: string) => string;
  return (command) => JSON.parse(call(JSON.stringify(command))) as Result;
}

/** The settings of a Python that has room for a snapshot from the beginning. */
function withMemory(settings: Settings, bytes: number): Settings {
  const begin = settings.instantiateWasm;
  settings.instantiateWasm = (imports, receive) =>
    begin(imports, (instance, module) => {
      const memory = instance.exports.memory as WebAssembly.Memory;
      memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / PAGE)));
      return receive(instance, module);
    });
  return settings;
}

/** The game's files, where Python finds them. */
function put(fs: Files, sources: Record<string, string>): void {
  for (const [path, text] of Object.entries(sources)) {
    const whole = `${PACKAGES}/${path}`;
    fs.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    fs.writeFile(whole, text);
  }
}

/** Fetches files of the folder, says how far that is, and unpacks what is packed. */
class Downloads {
  #sources = new Map<string, { packed: string; part: Part; type: string }>();

  constructor(
    readonly folder: string,
    readonly sizes: Record<string, number>,
    readonly progress: Progress,
  ) {
    const { fetch } = globalThis;
    globalThis.fetch = async (request, init) => {
      const name = String(request instanceof Request ? request.url : request).replace(folder, "");
      const source = this.#sources.get(name);
      if (source === undefined) return fetch(request, init);
      return new Response(await this.#open(fetch, source.packed, source.part), {
        headers: { "Content-Type": source.type },
      });
    };
  }

  /** Answer Pyodide's request for a file with one that may be packed. */
  serve(name: string, packed: string, part: Part, type: string): void {
    this.#sources.set(name, { packed, part, type });
  }

  async json(name: string, part: Part): Promise<unknown> {
    return new Response(await this.#open(globalThis.fetch, name, part)).json();
  }

  async #open(from: typeof fetch, name: string, part: Part): Promise<ReadableStream<Uint8Array>> {
    const response = await from(this.folder + name);
    if (!response.ok || response.body === null) throw new Error(`${name}: ${response.status}`);
    const all = this.sizes[name] ?? 0;
    let loaded = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        loaded += chunk.length;
        this.progress(part, Math.min(1, loaded / all));
        out.enqueue(chunk);
      },
    });
    const stream = response.body.pipeThrough(counted);
    if (!name.endsWith(".gz")) return stream;
    const unpack = new DecompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
    return stream.pipeThrough(unpack);
  }
}

// --- snapshots of the memory ---

async function snapshotOf(folder: string): Promise<Uint8Array | null> {
  try {
    const found = await (await caches.open(SNAPSHOTS)).match(folder);
    return found === undefined ? null : new Uint8Array(await found.arrayBuffer());
  } catch {
    return null; // no storage, or none without https
  }
}

function keep(folder: string, memory: Uint8Array): void {
  const write = async (): Promise<void> => {
    await forget();
    await (await caches.open(SNAPSHOTS)).put(folder, new Response(new Blob([memory as BlobPart])));
  };
  write().catch(() => undefined); // the next visit starts as this one did
}

async function forget(): Promise<void> {
  await caches.delete(SNAPSHOTS).catch(() => undefined);
}
