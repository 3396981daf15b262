/** The state of the workshop: a pack, stored in the browser, and the server's check of the card being edited. */
import { facts } from "$components/card/catalog.svelte";
import type { CardFacts, PackCheck, PackFacts } from "$lib/api/generated";
import { cardEntry, checkPack } from "$lib/api/http";
import { t } from "$lib/i18n/index.svelte";
import { settings } from "$lib/settings.svelte";
import { errorText } from "$lib/errors";
import { playerName, quickSetup, startTable } from "$lib/startTable";
import { correction, emptyPack, fromContent, newCard, placed, write, type Card, type DieEntry, type Mistake, type Pack } from "./pack";

const KEY = "quarriors.workshop";
const PAUSE = 350; // milliseconds without a key until the server is asked

function stored(): Pack {
  let found: unknown = null;
  try {
    found = JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    // Forbidden or not JSON: as if nothing were stored.
  }
  const content = typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  return fromContent(content) ?? emptyPack(t("workshop.pack_new"), playerName());
}

/** Store a pack in the browser, in the form of its file. */
function keep(pack: Pack): void {
  const { cards, dice, ...about } = pack;
  try {
    localStorage.setItem(KEY, JSON.stringify({ pack: about, card: cards, die: dice }));
  } catch {
    // Full or forbidden: the pack lasts until the page is closed.
  }
}

export class Workshop {
  pack: Pack = $state(stored());
  /** The index of the card being edited. */
  at = $state(0);
  /** The die of a corrected card as we have it; it becomes part of the pack when it is changed. */
  ours: Record<string, DieEntry> = $state({});
  mistakes: Mistake[] = $state.raw([]);
  checked: PackFacts | null = $state.raw(null);
  /** The index of the card that was checked. */
  checkedAt = $state(-1);
  /** Whether the check of the card as it is now is still pending. */
  waiting = $state(false);
  error = $state("");
  /** The pack before a card was removed or another pack loaded, for undo. */
  before: { pack: Pack; at: number } | null = $state.raw(null);
  #asked = 0;

  card: Card | undefined = $derived(this.pack.cards[this.at]);
  /** The die of the edited card: the pack's, or that of our set. */
  die: DieEntry | undefined = $derived(
    this.pack.dice.find((die) => die.class === this.card?.class) ?? this.ours[this.card?.class ?? ""],
  );
  dieAt = $derived(this.pack.dice.findIndex((die) => die.class === this.card?.class));
  corrects = $derived(this.card !== undefined && facts(this.card.name) !== undefined);

  /** The edited card as it is drawn: the server's last answer with what was typed since. */
  shown: CardFacts | undefined = $derived.by(() => {
    const { card } = this;
    if (card === undefined) return undefined;
    const { checked } = this;
    // A card that has got another name since is the only one that was checked.
    const before = this.checkedAt === this.at ? (checked?.added[0] ?? checked?.corrected[0]) : undefined;
    const named = (name?: string): CardFacts | undefined => checked?.cards.find((one) => one.name === name);
    const base = named(card.name) ?? facts(card.name) ?? named(before);
    if (base === undefined) return undefined;
    const said = (line: Record<string, unknown>): string => String(line[settings.language] ?? line.en ?? "");
    return {
      ...base,
      text: String((settings.language === "it" && card.name_it) || card.name),
      cost: typeof card.cost === "number" ? card.cost : 0,
      glory: typeof card.glory === "number" ? card.glory : 0,
      abilities: base.abilities.map((ability, at) => ({ ...ability, text: said(card.line[at] ?? {}) })),
    };
  });

  /** Edit a card of our sets; it is added to the pack unless it is there. */
  async correct(name: string): Promise<void> {
    const there = this.pack.cards.findIndex((card) => card.name === name);
    this.error = "";
    try {
      const entry = await cardEntry(name);
      const { card, die } = correction(entry, t("workshop.source_box"));
      this.ours[die.class] = die;
      if (there < 0) {
        // A card names its own set; its die may be from another one.
        if (entry.die_set !== entry.set) this.pack.sets = [...new Set([...this.pack.sets, entry.die_set])];
        this.pack.cards.push(card);
      }
      this.at = there < 0 ? this.pack.cards.length - 1 : there;
    } catch (reason) {
      this.error = errorText(reason);
    }
  }

  /** Begin a new card. */
  add(): void {
    const taken = (name: string): boolean =>
      facts(name) !== undefined || this.pack.cards.some((card) => card.name === name);
    let number = 1;
    while (taken(`My Creature ${number}`)) number += 1;
    const { card, die } = newCard(`My Creature ${number}`, `La mia creatura ${number}`, t("workshop.source_own"));
    this.pack.cards.push(card);
    this.pack.dice.push(die);
    this.at = this.pack.cards.length - 1;
  }

  /** Remove the edited card from the pack, with its die if no other card needs it. */
  remove(): void {
    const gone = this.card?.class;
    this.before = this.#current();
    this.pack.cards.splice(this.at, 1);
    if (!this.pack.cards.some((card) => card.class === gone)) {
      this.pack.dice = this.pack.dice.filter((die) => die.class !== gone);
    }
    this.at = Math.max(0, Math.min(this.at, this.pack.cards.length - 1));
  }

  /** Change the die of the edited card; a die of our sets is copied into the pack first. */
  change(how: (die: DieEntry) => void): void {
    if (this.die === undefined) return;
    if (this.dieAt < 0) this.pack.dice.push($state.snapshot(this.die) as DieEntry);
    const die = this.pack.dice.find((one) => one.class === this.card?.class);
    if (die !== undefined) how(die);
  }

  /** A new card's class has the card's English name, as long as it is the only one of it. */
  rename(name: string): void {
    const { card, die } = this;
    if (card === undefined) return;
    const alone = this.pack.cards.filter((one) => one.class === card.class).length === 1;
    if (die !== undefined && this.dieAt >= 0 && card.class === card.name && alone) {
      die.class = name;
      card.class = name;
    }
    card.name = name;
  }

  /** The faults of one value. */
  wrong(path: string): Mistake[] {
    return this.mistakes.filter((one) => one.path === path);
  }

  /** Store the pack and check the edited card, a moment after the last key. */
  watch(): () => void {
    const pack = $state.snapshot(this.pack) as Pack;
    const at = this.at;
    void settings.language;
    keep(pack);
    const asked = (this.#asked += 1);
    if (pack.cards[at] === undefined) {
      this.mistakes = [];
      this.checked = null;
      this.waiting = false;
      return () => {};
    }
    this.waiting = true;
    const timer = setTimeout(() => void this.#check(write(pack, at), at, asked), PAUSE);
    return () => clearTimeout(timer);
  }

  async #check(written: ReturnType<typeof write>, at: number, asked: number): Promise<void> {
    try {
      const answer: PackCheck = await checkPack(written.text);
      if (asked !== this.#asked) return;
      this.mistakes = placed(answer.faults, written);
      if (answer.pack !== null) Object.assign(this, { checked: answer.pack, checkedAt: at });
      this.error = "";
      this.waiting = false;
    } catch (reason) {
      if (asked === this.#asked) this.error = errorText(reason);
    }
  }

  /** Load a pack file; if it is none, the error says why and the present pack stays. */
  async load(file: File): Promise<void> {
    this.error = "";
    try {
      const answer = await checkPack(await file.text());
      const pack = fromContent(answer.content);
      if (pack === null) this.error = answer.faults[0]?.text ?? t("workshop.no_pack");
      else {
        this.before = this.pack.cards.length > 0 ? this.#current() : null;
        Object.assign(this, { pack, at: 0, checked: null });
      }
    } catch (reason) {
      this.error = errorText(reason);
    }
  }

  /** Undo a removal or a loaded pack; a second time, redo it. */
  restore(): void {
    const { before } = this;
    if (before === null) return;
    this.before = this.#current();
    Object.assign(this, { ...before, checked: null });
  }

  #current(): { pack: Pack; at: number } {
    return { pack: $state.snapshot(this.pack) as Pack, at: this.at };
  }

  /** The whole file. */
  get text(): string {
    return write($state.snapshot(this.pack) as Pack).text;
  }

  /** Start a table against a bot with the edited card in the Wilds and its die in the player's bag. */
  async play(): Promise<void> {
    const { card, shown } = this;
    if (card === undefined || shown === undefined) return;
    this.error = "";
    const { text } = write($state.snapshot(this.pack) as Pack, this.at);
    const usual = shown.kind === "basic" && shown.name === shown.class_name; // it lies on every table
    const sets =
      shown.kind === "basic" && shown.set === "light_vs_dark" // its basic cards are for tables of that set alone
        ? [shown.set]
        : [...new Set(["base", shown.set, ...shown.needs.filter((need) => facts(need) === undefined)])];
    try {
      await startTable(
        {
          seats: quickSetup(shown.kind === "quest" ? 3 : 1, "pip").seats, // 12.1
          sets,
          wilds: usual ? [] : [card.name],
          trial: card.name,
          language: settings.language,
        },
        playerName(),
        { packs: [text] },
      );
    } catch (reason) {
      this.error = errorText(reason);
    }
  }
}
