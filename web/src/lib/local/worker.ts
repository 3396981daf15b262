/** The worker of the page without a server: Python, the store, and the page's messages. */
import type { ToPage, ToWorker } from "./messages";
import { startPython } from "./python";
import { openStore } from "./store";
import { Tables, type Others } from "./tables";

const send = (message: ToPage): void => postMessage(message);

/** Messages that come before Python has started wait for it. */
let tables: Promise<Tables> | null = null;

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "start") tables = started(message.folder);
  else void tables?.then((found) => found.hear(message));
});

async function started(folder: string): Promise<Tables> {
  try {
    const [python, store] = await Promise.all([
      startPython(folder, (part, done) => send({ kind: "progress", part, done })),
      openStore(),
    ]);
    send({ kind: "ready", kept: store.lasting });
    return new Tables(python, store, otherWindows(), send);
  } catch (error) {
    send({ kind: "failed", text: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

function otherWindows(): Others {
  const channel = new BroadcastChannel("quarriors.tables");
  const others: Others = { tell: (table) => channel.postMessage(table), heard: null };
  channel.onmessage = (event: MessageEvent<string>) => others.heard?.(event.data);
  return others;
}
