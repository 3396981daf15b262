/**
 * Being told by this browser that it is my turn: Web Push, for one seat of a game by correspondence.
 *
 * The browser gives one address for this server, which is handed over for every seat that wants it.
 */
import { pushTo, stopPush } from "$lib/api/http";
import { workerReady } from "$lib/offline/registration.svelte";

const KEPT = "quarriors.push"; // the tables that this browser is told of

/** Whether this browser can be told at all; only pages by https or of this computer can. */
export function canBeTold(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Whether this browser is told of turns at a table. */
export function isTold(table: string): boolean {
  return tables().includes(table) && Notification.permission === "granted";
}

/** Have this browser told of my turns; false if the player does not allow it. */
export async function beTold(table: string, token: string, key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const worker = await workerReady();
  const wanted = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  // A subscription for the key of an earlier server is of no use.
  const before = await worker.pushManager.getSubscription();
  if (before !== null && !same(before.options.applicationServerKey, wanted.applicationServerKey)) await before.unsubscribe();
  const { endpoint, keys } = (await worker.pushManager.subscribe(wanted)).toJSON();
  await pushTo(table, token, { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
  keep([...tables().filter((one) => one !== table), table]);
  return true;
}

/** Have no browser of mine told of my turns at a table any more. */
export async function stopTelling(table: string, token: string): Promise<void> {
  await stopPush(table, token);
  keep(tables().filter((one) => one !== table));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function same(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0));
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at]);
}

function tables(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return []; // storage is forbidden, or somebody else wrote there
  }
}

function keep(list: string[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(list.slice(-100)));
  } catch {
    // Storage is forbidden: the menu offers it again.
  }
}
