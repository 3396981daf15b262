/** The first file the browser runs: looks, then the page. */
import { mount } from "svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/patterns.css";
import App from "./App.svelte";
import { start } from "$lib/router.svelte";
import { watchForTrouble } from "$lib/trouble.svelte";

watchForTrouble();
start();

const place = document.getElementById("app");
if (place === null) throw new Error("index.html has no #app");
mount(App, { target: place });
