/** The page for owners of the box: what it remembers, and what it asks the server for. */
import type { WildsAnswer, WildsWish } from "$lib/api/generated";
import { ApiError, layWilds } from "$lib/api/http";
import { offer } from "$lib/choices.svelte";
import { t } from "$lib/i18n/index.svelte";
import { settings } from "$lib/settings.svelte";
import { errorText } from "$lib/errors";
import { withNames } from "../newtable/summary";
import { load, sameAs, swapOf, wishOf, type Box } from "./storage";

const DRAWN = 6; // Wilds at a time: the next ones are there without a connection too

export class BoxState {
  box: Box = $state(load());
  busy = $state(false);
  error = $state("");

  get wish(): WildsWish {
    return wishOf($state.snapshot(this.box) as Box, offer.choices?.sets ?? []);
  }

  /** Whether the Wilds that lie there are not what is wished for now. */
  get isStale(): boolean {
    const { drawn, answer } = this.box;
    if (drawn === null || answer === null) return false;
    const { wilds: wanted = [], without = [], ...rest } = this.wish;
    const { wilds: _, without: __, ...then } = drawn;
    const there = (name: string): boolean => answer.wilds[0]?.cards.some((pile) => pile.name === name) ?? false;
    return !same(rest, then) || !wanted.every(there) || without.some(there);
  }

  /** New Wilds: the next of those drawn for the same wishes, or some from the server. */
  async draw(): Promise<void> {
    const { box, wish } = this;
    if (box.answer !== null && box.drawn !== null && box.answer.wilds.length > 1 && same(box.drawn, wish)) {
      this.error = "";
      box.answer.wilds = box.answer.wilds.slice(1);
      return;
    }
    const answer = await this.#ask({ ...wish, count: DRAWN });
    if (answer !== null) Object.assign(box, { answer, drawn: wish });
  }

  /** The Wilds of a code. */
  async lay(wish: WildsWish): Promise<void> {
    const answer = await this.#ask(wish);
    if (answer !== null) Object.assign(this.box, { answer, drawn: null });
  }

  /** Another card in the place of one. */
  async swap(card: string): Promise<void> {
    const { answer: before } = this.box;
    if (before === null) return;
    const answer = await this.#ask(swapOf($state.snapshot(this.box) as Box, before, card));
    if (answer !== null) this.box.answer = { ...answer, wilds: [...answer.wilds, ...before.wilds.slice(1)] };
  }

  /** Never draw a card again; another one takes its place. */
  async ban(card: string): Promise<void> {
    const { box } = this;
    box.wanted = box.wanted.filter((name) => name !== card);
    if (!box.without.includes(card)) box.without = [...box.without, card];
    await this.swap(card);
  }

  /** The sentences of the set-up in the player's language, if the server can be reached. */
  async translate(): Promise<void> {
    const { answer, language } = this.box;
    if (answer === null || language === settings.language) return;
    const wanted = settings.language;
    const laid = await layWilds(sameAs($state.snapshot(answer) as WildsAnswer)).catch(() => null);
    if (laid !== null && this.box.answer === answer) {
      answer.setups = laid.setups;
      this.box.language = wanted;
    }
  }

  async #ask(wish: WildsWish): Promise<WildsAnswer | null> {
    if (this.busy) return null;
    this.busy = true;
    this.error = "";
    try {
      const answer = await layWilds(wish);
      this.box.language = settings.language;
      return answer;
    } catch (reason) {
      const away = reason instanceof ApiError && reason.status === 0;
      this.error = away ? t("box.away") : withNames(errorText(reason), offer.choices);
      return null;
    } finally {
      this.busy = false;
    }
  }
}

function same(one: WildsWish, other: WildsWish): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
