/**
 * What the service worker does with a message of the server: shows it, and opens the table that it
 * is about. Apart from the browser, so that it can be tested; src/sw.ts listens.
 */

/** A message, as the server encrypts it for this browser. */
export interface TurnMessage {
  title: string;
  body: string;
  table: string;
}

/** What is shown: the title and what goes with it. */
export interface Shown {
  title: string;
  options: { body: string; tag: string; icon: string; data: string };
}

/** An open page of this client. */
interface OpenPage {
  readonly url: string;
  focus(): Promise<unknown>;
}
export interface Pages {
  matchAll(wanted: { type: "window"; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
  openWindow(url: string): Promise<unknown>;
}

const KEY = /^[A-Za-z0-9_-]{16,64}$/; // of a table

/** What a message shows; null if it is none of the server's. */
export function shownFor(text: string): Shown | null {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof message !== "object" || message === null) return null;
  const { title, body, table } = message as Partial<TurnMessage>;
  if (typeof title !== "string" || typeof body !== "string" || typeof table !== "string" || !KEY.test(table)) return null;
  // A newer message of the same table takes the place of the last one.
  return { title, options: { body, tag: table, icon: "/favicon.svg", data: `/t/${table}` } };
}

/** Bring up the page of a table, or open one. */
export async function openTable(pages: Pages, path: string, home: string): Promise<void> {
  const url = new URL(path, home);
  if (url.origin !== new URL(home).origin) return;
  const open = await pages.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((page) => new URL(page.url).pathname === url.pathname);
  await (there === undefined ? pages.openWindow(url.href) : there.focus());
}
