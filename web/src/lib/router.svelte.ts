/**
 * Which page is shown: the address bar, read into a route, and ways to go elsewhere.
 *
 * Links are plain `<a href>`; `follow` takes a click on one and changes the page without asking
 * the server. What is not a page of ours (`/api/...`, other hosts, downloads) is left alone.
 */

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
  | { page: "lost" };

const PLAIN = ["new", "join", "games", "tables", "learn", "about", "privacy", "club", "box", "workshop"] as const;

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

class Router {
  /** The whole address; read its `searchParams` or `hash` where the route says too little. */
  url: URL = $state.raw(new URL(location.href));
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
  router.url = new URL(location.href);
  if (before.pathname !== router.url.pathname) {
    router.title = "";
    router.back = back;
    router.moves += 1;
  }
}

/** Open a page of the client; `replace` replaces the present one in the browser's history. */
export function go(address: string, how: { replace?: boolean } = {}): void {
  const target = new URL(address, location.href);
  if (how.replace ?? target.href === location.href) history.replaceState(null, "", target);
  else history.pushState(null, "", target);
  arrive(false);
}

/** Where a click on a link would lead within the client; null if the browser should see to it. */
export function inside(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement)) return null;
  if (link.hasAttribute("download") || (link.target !== "" && link.target !== "_self")) return null;
  if (link.origin !== location.origin || link.getAttribute("href")?.startsWith("#")) return null;
  const target = new URL(link.href);
  return read(target).page === "lost" ? null : target.pathname + target.search + target.hash;
}

/** The listener for clicks anywhere in the document. */
export function follow(event: MouseEvent): void {
  const address = inside(event);
  if (address === null) return;
  event.preventDefault();
  go(address);
}

function hear(): void {
  arrive(true);
}

/** Handle clicks on links and the browser's back button; returns a clean-up. */
export function start(): () => void {
  document.addEventListener("click", follow);
  window.addEventListener("popstate", hear);
  window.addEventListener("hashchange", hear);
  return () => {
    document.removeEventListener("click", follow);
    window.removeEventListener("popstate", hear);
    window.removeEventListener("hashchange", hear);
  };
}
