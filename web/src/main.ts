/** The first file the browser runs: looks, then the page. */
import { mount } from "svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/patterns.css";
import App from "./App.svelte";
import { LOCAL } from "$lib/host";
import { speak } from "$lib/i18n/index.svelte";
import { start } from "$lib/router.svelte";
import { settings } from "$lib/settings.svelte";
import { watchForErrors } from "$lib/pageError.svelte";
import { listenForGesture } from "$lib/sound/sound.svelte";

watchForErrors();
start();
listenForGesture();

const place = document.getElementById("app");
if (place === null) throw new Error("index.html has no #app");
// App asks again, and says so, if the words cannot be had; until then there is English.
await speak(settings.language).catch((reason: unknown) => console.error(reason));
if (LOCAL) await (await import("$lib/local/start")).startLocal();
mount(App, { target: place });
