/**
 * What the parts of a table share: the feed, what is lit, what is looked at, what is open.
 *
 * One ui per board, handed down by context. It keeps what belongs to the page alone (which mat is
 * large, which drawer is open); everything about the game is the feed's.
 */
import { getContext, setContext } from "svelte";
import type { OptionShown, Player, Prompt, Wild } from "$lib/api/generated";
import type { Feed } from "$lib/feed/feed";
import { motionAllowed, settings } from "$lib/settings.svelte";
import type { Fight } from "./fight";
import { whereabouts } from "./flights";
import { picks, plain, PLACES, sameIn, type Picks } from "./picks";

/** What somebody wants to know more about. */
export interface Subject {
  card: string;
  /** Dice of a pile or a bag, by card, instead of one card. */
  pile: { title: string; cards: [string, number][] } | null;
}

/** It is being looked at, and lies there on the screen. */
export interface Look extends Subject {
  at: DOMRect;
  /** Opened on purpose: it stays, and it can be scrolled. */
  kept: boolean;
}

/** Something on the table that was clicked and waits to be confirmed. */
export interface Selection {
  /** What it stands for; with several, a button for each of them confirms. */
  options: readonly OptionShown[];
  about: Subject | null;
}

export type Drawer = "" | "wilds" | "log" | "chat";

export class TableUi {
  readonly #feed: () => Feed;
  look: Look | null = $state.raw(null);
  /** What was selected, and for which question; another question forgets it. */
  #selected: { prompt: Prompt | null; all: readonly Selection[] } = $state.raw({ prompt: null, all: [] });
  /** Options that were confirmed together with one that has been sent. */
  #rest: readonly OptionShown[] = [];
  /** The sentence of my last answer, for the bar that takes it back. */
  last = $state("");
  drawer: Drawer = $state("");
  #openedForMe = false;
  /** The tab of the side panel; on a phone it is a sheet. */
  tab: "log" | "chat" = $state("log");
  orders = $state(false);
  /** Which of the dialogs about people is open; `undo` asks them to take something back. */
  dialog: "" | "seat" | "report" | "code" | "undo" = $state("");
  /** The mat that is shown large, if the player has chosen one. */
  chosen: number | null = $state(null);
  /** The option that is pointed at in the list; its die or card answers. */
  pointed: number | null = $state(null);
  /** The attack, challenge or quest that is being shown or waits for an answer. */
  fight: Fight | null = $state.raw(null);
  /** The same while it is a scene in the middle of the table; else the dock tells it. */
  readonly scene: Fight | null = $derived(
    this.feed.beat !== null && this.feed.prompt === null && settings.speed > 0 && motionAllowed()
      ? this.fight
      : null,
  );
  /** My dice are shaken in the hand before they are thrown. */
  shaking = $state(false);
  /** Only one mat is in sight: it is that of the player who acts. */
  follows = $state(false);
  /** Digits typed so far, while more may come. */
  typed = $state("");

  constructor(feed: () => Feed) {
    this.#feed = feed;
  }

  get feed(): Feed {
    return this.#feed();
  }

  readonly lit: Picks = $derived.by(() => picks(this.feed.prompt, this.feed.view));

  /** Whose turn is being watched: nobody's while something is asked of me. */
  readonly #acting: number | null = $derived.by(() => {
    const { view, prompt, rollWaits, stage, me } = this.feed;
    const busy = !this.follows || view === null || stage !== "playing" || prompt !== null || rollWaits;
    return busy || view.active === me ? null : view.active;
  });

  /** Whose mat is large: the one that was chosen, that of the player who acts, or mine. */
  readonly front: number = $derived(this.chosen ?? this.#acting ?? this.feed.me ?? 0);

  /** The order in which the others sit: after the one in front, round the table. */
  readonly others: number[] = $derived.by(() => {
    const many = this.feed.view?.seats.length ?? this.feed.players.length;
    return Array.from({ length: Math.max(0, many - 1) }, (_, at) => (this.front + 1 + at) % many);
  });

  /** Cards of the Wilds and quests, by name. */
  readonly wilds: ReadonlyMap<string, Wild> = $derived(
    new Map((this.feed.view?.wilds ?? []).map((wild) => [wild.card, wild])),
  );

  player(seat: number): Player | undefined {
    return this.feed.players.find((player) => player.seat === seat);
  }

  name(seat: number): string {
    return this.player(seat)?.name ?? "";
  }

  /** Whether what is pointed at (`die:7`) can be chosen now, and the number to show on it. */
  options(at: string): readonly OptionShown[] {
    return this.lit.get(at) ?? [];
  }

  /** What is selected now; a thing that is the only one to choose is selected from the beginning. */
  readonly selected: readonly Selection[] = $derived.by(() => {
    const { prompt } = this.feed;
    if (prompt === null) return [];
    if (this.#selected.prompt === prompt) return this.#selected.all;
    const [only] = this.lit.values();
    if (only === undefined || this.lit.size > 1 || plain(prompt, this.lit).length > 1) return [];
    if (only.some((option) => option.verb === "spend")) return []; // it pays for what is chosen, unasked
    return [selectionOf(only)];
  });

  isSelected(options: readonly OptionShown[]): boolean {
    return this.selected.some((one) => one.options.some((option) => options.includes(option)));
  }

  /** A click on something lit: the first selects it, the second confirms. */
  pick(options: readonly OptionShown[], about: Subject | null = null): void {
    const { prompt } = this.feed;
    if (options.length === 0 || prompt === null) return;
    this.look = null;
    if (this.isSelected(options)) return this.confirm();
    const one = selectionOf(options, about);
    if (settings.oneClick && options.length === 1) return this.answer(options[0]!.number);
    const together = this.selected.filter(({ options: many }) => many.length === 1);
    const kept = options.length > 1 ? [] : together.slice(Math.max(0, together.length + 1 - prompt.picks));
    this.#selected = { prompt, all: [...kept, one] };
  }

  /** An option by its number: what points at the table is selected first, a plain button acts. */
  choose(number: number): void {
    const option = this.feed.prompt?.options.find((one) => one.number === number);
    if (option === undefined) return;
    const points = [...this.lit.values()].some((options) => options.includes(option));
    if (points) this.pick([option], null);
    else this.answer(number);
  }

  /** Take back what is selected; false if nothing was. */
  unselect(): boolean {
    if (this.selected.length === 0) return false;
    this.#selected = { prompt: this.feed.prompt, all: [] };
    return true;
  }

  /** Do what is selected, one after the other. */
  confirm(): void {
    const options = this.selected.map((one) => one.options);
    if (options.every((many) => many.length === 1)) this.#answerAll(options.map((many) => many[0]!));
  }

  /** Several answers that one button gives; none in a lesson, which goes step by step. */
  readonly shortcut: readonly OptionShown[] = $derived.by(() => {
    const { prompt, kind } = this.feed;
    if (prompt === null || kind !== "live") return [];
    return prompt.shortcut.flatMap((number) => prompt.options.find((one) => one.number === number) ?? []);
  });

  takeShortcut(): void {
    this.#answerAll(this.shortcut);
  }

  #answerAll([first, ...rest]: readonly OptionShown[]): void {
    if (first === undefined) return;
    this.answer(first.number);
    this.#rest = rest;
  }

  /** The next of several that were confirmed together, as far as the new question offers it. */
  goOnWithRest(): void {
    const [next, ...rest] = this.#rest;
    const { prompt } = this.feed;
    if (prompt === null || next === undefined) return;
    const found = sameIn(prompt, next);
    this.#rest = [];
    if (found !== undefined) this.#answerAll([found, ...rest]);
  }

  answer(option: number): void {
    this.last = this.feed.prompt?.options.find(({ number }) => number === option)?.text ?? "";
    this.#rest = [];
    this.#selected = { prompt: null, all: [] };
    this.pointed = null;
    this.typed = "";
    this.feed.answer(option);
  }

  readonly cardsLit: boolean = $derived([...this.lit.keys()].some((key) => key.startsWith("card:")));

  /** The mats on which something can be chosen now. */
  readonly litSeats: ReadonlySet<number> = $derived.by(() => {
    const where = whereabouts(this.feed.view);
    const seats = [...this.lit.keys()].map((key) => {
      const [kind, number = ""] = key.split(":");
      if (kind === "seat" || kind === "bag") return Number(number);
      return kind === "die" ? Number(where.get(Number(number))?.split(":")[2] ?? -1) : -1;
    });
    return new Set(seats.filter((seat) => seat >= 0));
  });

  /** Bring to the front what the question is about, where not everything is in sight. */
  showLit(): void {
    const [seat] = this.litSeats;
    const cards = [...this.lit.keys()].filter((key) => key.startsWith("card:")).length;
    if (cards > this.lit.size / 2) {
      if (this.drawer !== "wilds") this.#openedForMe = true;
      this.drawer = "wilds";
      return;
    }
    if (this.drawer === "wilds") this.drawer = "";
    if (seat !== undefined && !this.litSeats.has(this.front)) this.chosen = seat === this.feed.me ? null : seat;
  }

  /** Wilds that came up by themselves go when something is shown that lies below them. */
  lookAway(): void {
    if (this.#openedForMe && this.drawer === "wilds") this.drawer = "";
    this.#openedForMe = false;
  }

  /** How many dice of a card the player in front owns, wherever they lie. */
  readonly owned: ReadonlyMap<string, number> = $derived.by(() => {
    const found = new Map<string, number>();
    const mat = this.feed.view?.seats[this.feed.me ?? this.front];
    if (mat === undefined) return found;
    const add = (card: string, many = 1): void => void found.set(card, (found.get(card) ?? 0) + many);
    for (const [card, many] of Object.entries(mat.bag.cards)) add(card, many);
    for (const place of PLACES) for (const die of mat[place]) add(die.card);
    for (const die of [...mat.ready, ...mat.quest]) for (const on of die.attached ?? []) add(on.card);
    return found;
  });

  /** Keep the note about what is pointed at open, in full; false if there is none. */
  readOn(): boolean {
    if (this.look === null) return false;
    this.look = { ...this.look, kept: true };
    return true;
  }

  /** Open or shut a drawer of the phone, or bring a tab of the side panel to the front. */
  toggle(drawer: Exclude<Drawer, "">): void {
    if (drawer !== "wilds") this.tab = drawer;
    this.#openedForMe = false;
    this.drawer = this.drawer === drawer ? "" : drawer;
  }

  /** Shut what lies on top; false if nothing did. */
  shut(): boolean {
    if (this.look !== null) this.look = null;
    else if (this.feed.advice !== null) this.feed.clearAdvice();
    else if (this.unselect()) return true;
    else if (this.drawer !== "") this.drawer = "";
    else if (this.feed.beat !== null && this.feed.kind !== "replay") this.feed.skip();
    else return false;
    return true;
  }
}

function selectionOf(options: readonly OptionShown[], about: Subject | null = null): Selection {
  const card = options[0]?.card ?? "";
  return { options, about: about ?? (card === "" ? null : { card, pile: null }) };
}

const KEY = Symbol("ui");

export function provideTableUi(feed: () => Feed): TableUi {
  return setContext(KEY, new TableUi(feed));
}

export function useTableUi(): TableUi {
  return getContext<TableUi>(KEY);
}

/** For tests of single parts: the context that `provideTableUi` would set. */
export function tableUiContext(ui: TableUi): Map<unknown, unknown> {
  return new Map([[KEY, ui]]);
}
