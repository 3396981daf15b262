/**
 * A finished game, shown step by step, turn by turn, or continuously.
 *
 * The whole game is loaded at once; a step forward is shown like an update of a live game, every
 * other movement jumps. Nobody is asked anything, and dice roll by themselves.
 */
import type { Player, Setup, View } from "$lib/api/generated";
import { replay, showTable } from "$lib/api/http";
import { seatAt } from "$lib/api/keys";
import type { ReplayData, TurnMark } from "$lib/api/shapes";
import { settings } from "$lib/settings.svelte";
import type { Feed, Notice } from "./feed";
import { inactive } from "./inactive";
import { NOTHING_ASKED, Stage } from "./stage.svelte";

/** What a viewer of a replay can do. */
export interface ReplayControls {
  /** Whose turns begin where. */
  readonly marks: readonly TurnMark[];
  /** Sit down in a player's place; null: watch from the side. */
  see(seat: number | null): void;
  seek(frame: number): void;
  next(): void;
  back(): void;
  turn(by: 1 | -1): void;
  play(): void;
  pause(): void;
  setSpeed(speed: number): void;
}

const BETWEEN = 350; // milliseconds between two steps at speed 1

/** Load a finished game; throws an `ApiError` that says why there is none. */
export async function openReplay(table: string): Promise<Feed & ReplayControls> {
  const load = (): Promise<ReplayData> => replay(table, seatAt(table)?.token);
  const [first, facts] = await Promise.all([load(), showTable(table)]);
  return show(table, first, facts, load);
}

function show(
  table: string,
  first: ReplayData,
  facts: { players: Player[]; setup: Setup },
  load: () => Promise<ReplayData>,
): Feed & ReplayControls {
  let data: ReplayData = $state.raw(first);
  let views = follow(first);
  let frame = $state(0);
  let playing = $state(false);
  let speed = $state(1);
  let me: number | null = $state(null);
  let notice: Notice | null = $state.raw(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const turns = $derived(data.turns.map((mark) => mark.frame));

  const stage = new Stage({ speed: () => speed, onshown });
  seek(0);

  let language = settings.language;
  const stopWatching = $effect.root(() => {
    $effect(() => {
      if (settings.language === language) return;
      language = settings.language;
      load().then(translated, (error: unknown) => {
        notice = { kind: "error", text: String(error instanceof Error ? error.message : error) };
      });
    });
  });

  function translated(other: ReplayData): void {
    if (closed) return;
    data = other;
    views = follow(other);
    seek(frame);
  }

  function seek(to: number): void {
    clearTimeout(timer);
    frame = Math.min(Math.max(0, to), data.frames.length - 1);
    const log = data.frames.slice(0, frame + 1).flatMap((one) => one.log);
    stage.reset({ view: views[frame] ?? null, log, asked: NOTHING_ASKED });
    stage.remark = null;
    onshown();
  }

  function next(): void {
    clearTimeout(timer);
    if (stage.telling) stage.skip();
    clearTimeout(timer);
    const following = data.frames[frame + 1];
    if (following === undefined) {
      playing = false;
      return;
    }
    frame += 1;
    const { view, events, log, remark } = following;
    stage.push({ view, events, log, logFrom: 0, undone: false, asked: NOTHING_ASKED, remark });
  }

  /** Show the next step automatically while it plays. */
  function onshown(): void {
    if (!playing) return;
    if (frame >= data.frames.length - 1) playing = false;
    else timer = setTimeout(next, speed === 0 ? 0 : BETWEEN / speed);
  }

  return {
    ...inactive,
    kind: "replay",
    table,
    setup: facts.setup,
    players: facts.players,
    get me() {
      return me;
    },
    get marks() {
      return data.turns;
    },
    get stage() {
      return frame === data.frames.length - 1 && !stage.telling ? "over" : "playing";
    },
    get view() {
      return stage.view;
    },
    waitingFor: null,
    get remark() {
      return stage.remark;
    },
    get log() {
      return stage.log;
    },
    get dice() {
      return data;
    },
    get notice() {
      return notice;
    },
    get position() {
      const turn = data.frames[frame]?.turn ?? 0;
      return { frame, frames: data.frames.length, turn, turns, playing, speed };
    },
    get beat() {
      return stage.beat;
    },
    get behind() {
      return stage.behind;
    },
    actOf: (die) => stage.actOf(die),
    storyOf: (seat) => stage.storyOf(seat),
    skip: () => stage.skip(),
    dismiss() {
      notice = null;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      stopWatching();
      stage.close();
    },

    see(seat) {
      me = seat;
    },
    seek,
    next,
    back: () => seek(frame - 1),
    turn(by) {
      const to = by > 0 ? turns.find((at) => at > frame) : turns.filter((at) => at < frame).at(-1);
      seek(to ?? (by > 0 ? data.frames.length - 1 : 0));
    },
    play() {
      if (playing) return;
      playing = true;
      if (frame >= data.frames.length - 1) seek(0);
      else if (!stage.telling) next();
    },
    pause() {
      playing = false;
      clearTimeout(timer);
    },
    setSpeed(wanted) {
      speed = wanted;
    },
  };
}

/** The whole view at each frame; they share all that did not change. */
function follow(data: ReplayData): View[] {
  const found: View[] = [];
  for (const { view } of data.frames) found.push({ ...found.at(-1), ...view } as View);
  return found;
}
