/**
 * Who runs the tables: a server, or this browser (the page that `make site` builds, which needs none).
 *
 * There is one build of the client; the page says which it is by `data-host` in its first line.
 */
export const LOCAL = document.documentElement.dataset.host === "local";

/** Where the server offers the page without a server; "" if it does not. */
export const PLAY = document.documentElement.dataset.play ?? "";
