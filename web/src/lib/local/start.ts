/**
 * Starts the page without a server: its worker, the transport to it, and later the service worker that
 * makes it start without a network. Only that page loads this file (main.ts).
 */
import { mount } from "svelte";
import { useTransport } from "$lib/api/transport";
import { keepPage, newerPage } from "$lib/offline/registration.svelte";
import Loading from "./Loading.svelte";
import type { ToPage } from "./messages";
import { local } from "./state.svelte";
import { LocalTransport } from "./transport";

export async function startLocal(): Promise<void> {
  if (await newerPage()) return new Promise(() => undefined); // which loads again in a moment
  const folder = new URL(`${document.documentElement.dataset.game}/`, document.baseURI).href;
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const transport = new LocalTransport((message) => worker.postMessage(message), folder);
  worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
    if (!transport.hear(data)) note(data);
  };
  worker.onerror = ({ message }) => (local.failed ||= message || "the worker did not start");
  worker.postMessage({ kind: "start", folder });
  useTransport(transport);
  local.note("program", 1);
  mount(Loading, { target: document.body });
}

function note(message: ToPage): void {
  if (message.kind === "progress") local.note(message.part, message.done);
  else if (message.kind === "failed") local.failed = message.text;
  else if (message.kind === "unsaved") local.unsaved = true;
  else if (message.kind === "ready") {
    local.ready = true;
    local.forgetful = !message.kept;
    keepPage();
  }
}
