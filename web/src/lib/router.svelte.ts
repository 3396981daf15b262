/**
 * Which page is shown: the address bar, read into a route, and ways to go elsewhere.
 *
 * Links are plain `<a href>`; `follow` takes a click on one and changes the page without asking
 * the server. What is not a page of ours (`/api/...`, other hosts, downloads) is left alone.
 *
 * On the page without a server the addresses of the client are behind the `#`: a folder of files has
 * no others. Links are written alike everywhere; here they become what the browser can open.
 */
import { LOCAL } from "./host";

export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "join" }
  | { page: "games" }
  | { page: "tables" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string }
  | { page: "cards"; card: string }
  | { page: "rules"; rule: string }
  | { page: "learn" }
  | { page: "about" }
  | { page: "privacy" }
  | { page: "club" }
  | { page: "box" }
  | { page: "workshop" }
  | { page: "daily" }
  | { page: "profile" }
  | { page: "lost" };

const PLAIN = [
  "new", "join", "games", "tables", "learn", "about", "privacy", "club", "box", "workshop", "daily", "profile",
] as const;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a broken escape is shown as it was typed
  }
}

/** What an address means; `lost` if there is no such page. */
export function read(url: URL): Route {
  const [first = "", second = "", ...more] = url.pathname.split("/").filter((part) => part !== "");
  if (more.length > 0) return { page: "lost" };
  if (first === "t" && second !== "") return { page: "table", id: decoded(second) };
  if (first === "r" && second !== "") return { page: "replay", id: decoded(second) };
  if (second !== "") return { page: "lost" };
  if (first === "") return { page: "home" };
  if (first === "cards") return { page: "cards", card: url.searchParams.get("card") ?? "" };
  if (first === "rules") return { page: "rules", rule: decoded(url.hash.slice(1)) };
  const plain = PLAIN.find((name) => name === first);
  return plain === undefined ? { page: "lost" } : { page: plain };
}

/** The address of the page that is shown, as the client writes it. */
function here(): URL {
  if (!LOCAL) return new URL(location.href);
  return ours(location.hash) ?? new URL(location.origin);
}

/** What a link of the client leads to that is written behind the `#`; null if it is none. */
function ours(hash: string): URL | null {
  return LOCAL && hash.startsWith("#/") ? new URL(location.origin + hash.slice(1)) : null;
}

/** The whole address, for the browser and for other people, of a page such as `/cards?card=Portal`. */
export function addressOf(path: string): string {
  return LOCAL ? `${location.origin}${location.pathname}#${path}` : location.origin + path;
}

function pathOf(url: URL): string {
  return url.pathname + url.search + url.hash;
}

class Router {
  /** The whole address; read its `searchParams` or `hash` where the route says too little. */
  url: URL = $state.raw(here());
  route: Route = $derived(read(this.url));
  /** How often the player has gone elsewhere; 0 on the page that was opened first. */
  moves = $state(0);
  /** Whether the last move was the browser's, back or forth: it knows how far the page was scrolled. */
  back = false;
  /** The page's own title ("Your turn!"); empty: the one of the route. */
  title = $state("");
}

export const router = new Router();

function arrive(back: boolean): void {
  const before = router.url;
  router.url = here();
  if (before.pathname !== router.url.pathname) {
    router.title = "";
    router.back = back;
    router.moves += 1;
  }
}

/** Open a page of the client; `replace` replaces the present one in the browser's history. */
export function go(address: string, how: { replace?: boolean } = {}): void {
  const target = addressOf(pathOf(new URL(address, here())));
  if (how.replace ?? target === location.href) history.replaceState(null, "", target);
  else history.pushState(null, "", target);
  arrive(false);
}

/** Where a click on a link would lead within the client; null if the browser should see to it. */
export function inside(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = linkAt(event);
  if (link === null || (link.target !== "" && link.target !== "_self")) return null;
  const written = link.getAttribute("href") ?? "";
  if (link.origin !== location.origin || (written.startsWith("#") && ours(written) === null)) return null;
  const target = ours(written) ?? new URL(link.href);
  return read(target).page === "lost" ? null : pathOf(target);
}

function linkAt({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  return link instanceof HTMLAnchorElement && !link.hasAttribute("download") ? link : null;
}

/** Write a link as the browser can open it in another window, before somebody does. */
function localize(event: Event): void {
  const link = linkAt(event);
  const written = link?.getAttribute("href") ?? "";
  if (link === null || !written.startsWith("/") || read(new URL(link.href)).page === "lost") return;
  link.setAttribute("href", `#${written}`);
}

/** The listener for clicks anywhere in the document. */
export function follow(event: MouseEvent): void {
  const address = inside(event);
  if (address === null) return;
  event.preventDefault();
  go(address);
}

const TOUCHES = ["pointerdown", "focusin"] as const;

function hear(): void {
  arrive(true);
}

/** Handle clicks on links and the browser's back button; returns a clean-up. */
export function start(): () => void {
  document.addEventListener("click", follow);
  window.addEventListener("popstate", hear);
  window.addEventListener("hashchange", hear);
  if (LOCAL) for (const kind of TOUCHES) document.addEventListener(kind, localize);
  return () => {
    document.removeEventListener("click", follow);
    window.removeEventListener("popstate", hear);
    window.removeEventListener("hashchange", hear);
    for (const kind of TOUCHES) document.removeEventListener(kind, localize);
  };
}
