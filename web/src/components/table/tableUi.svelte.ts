/**
 * What the parts of a table share: the feed, what is lit, what is looked at, what is open.
 *
 * One ui per board, handed down by context. It keeps what belongs to the page alone (which mat is
 * large, which drawer is open); everything about the game is the feed's.
 */
import { getContext, setContext } from "svelte";
import type { OptionShown, Player, Wild } from "$lib/api/generated";
import type { Feed } from "$lib/feed/feed";
import { motionAllowed, settings } from "$lib/settings.svelte";
import type { Fight } from "./fight";
import { picks, type Picks } from "./picks";

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

/** Several options that point at the same thing. */
export interface Menu {
  options: readonly OptionShown[];
  /** Also to be read, where there is no mouse to rest on it. */
  about: Subject | null;
  at: DOMRect;
}

export type Drawer = "" | "wilds" | "log" | "chat";

export class TableUi {
  readonly #feed: () => Feed;
  look: Look | null = $state.raw(null);
  menu: Menu | null = $state.raw(null);
  drawer: Drawer = $state("");
  /** The tab of the side panel; on a phone it is a sheet. */
  tab: "log" | "chat" = $state("log");
  orders = $state(false);
  /** Which of the dialogs about people is open. */
  dialog: "" | "seat" | "report" | "code" = $state("");
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

  /** Choose what something on the table stands for; a menu opens if it stands for several things. */
  pick(options: readonly OptionShown[], element: Element, about: Subject | null = null): void {
    const [only] = options;
    this.look = null;
    if (only === undefined) return;
    if (options.length === 1 && about === null) this.answer(only.number);
    else this.menu = { options, about, at: element.getBoundingClientRect() };
  }

  answer(option: number): void {
    this.menu = null;
    this.pointed = null;
    this.typed = "";
    this.feed.answer(option);
  }

  /** Open or shut a drawer of the phone, or bring a tab of the side panel to the front. */
  toggle(drawer: Exclude<Drawer, "">): void {
    if (drawer !== "wilds") this.tab = drawer;
    this.drawer = this.drawer === drawer ? "" : drawer;
  }

  /** Shut what lies on top; false if nothing did. */
  shut(): boolean {
    if (this.menu !== null) this.menu = null;
    else if (this.look !== null) this.look = null;
    else if (this.drawer !== "") this.drawer = "";
    else if (this.feed.advice !== null) this.feed.clearAdvice();
    else if (this.feed.beat !== null && this.feed.kind !== "replay") this.feed.skip();
    else return false;
    return true;
  }
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
