/**
 * The tutorial: a guided first game with scripted dice, played in seat 0.
 *
 * The server gives all steps at once. A step is shown like an update; then the guide speaks, and
 * the pupil chooses what the step is about or presses on. Anything else gets a nudge and changes
 * nothing. Steps in which only the opponent acts go on by themselves.
 */
import { tutorial } from "$lib/api/http";
import type { Player, View } from "$lib/api/generated";
import type { Step, Tutorial } from "$lib/api/shapes";
import type { Feed, Lesson, Notice } from "./feed";
import { inactive } from "./inactive";
import { NOTHING_ASKED, Stage, type Asked } from "./stage.svelte";

/** What a pupil can do besides choosing. */
export interface TutorialControls {
  /** All that the tutorial is: title, guide, topics. */
  readonly content: Tutorial;
  /** What the present step is about: a name of `content.topics`. */
  readonly topic: string;
  /** How it ended, "" as long as it goes on; the lesson has the guide's last words. */
  readonly ended: "" | "done" | "left";
  /** Press on where nothing is to be chosen. */
  next(): void;
  /** Leave early. */
  leave(): void;
}

const PUPIL = 0;

/** Load the tutorial; throws an `ApiError` that says why it cannot be had. */
export async function openTutorial(): Promise<Feed & TutorialControls> {
  return teach(await tutorial());
}

function teach(content: Tutorial): Feed & TutorialControls {
  let at = $state(0);
  let ended: "" | "done" | "left" = $state("");
  let notice: Notice | null = $state.raw(null);
  const step: Step = $derived(content.steps[at]!);
  const spoken = content.steps.filter((one) => one.says !== "");
  const stage = new Stage({ me: () => PUPIL, onshown, patient: true });

  const opening = content.steps[0]!;
  stage.reset({ view: opening.view as View, log: opening.log, asked: asked(opening) });

  function go(to: number): void {
    const following = content.steps[to];
    if (following === undefined) {
      ended = "done";
      return;
    }
    at = to;
    const { view, events, log } = following;
    stage.push({ view, events, log, logFrom: 0, undone: false, asked: asked(following) });
  }

  /** The opponent's steps have no words: they follow one another. */
  function onshown(): void {
    if (ended === "" && step.prompt === null && step.says === "") go(at + 1);
  }

  const lesson: Lesson | null = $derived.by(() => {
    const of = spoken.length;
    const number = spoken.filter((one) => one.number <= step.number).length;
    if (ended !== "") return { number, of, says: content[ended], lights: [], choose: null };
    if (stage.telling || step.says === "") return null;
    const choose = step.prompt === null ? null : step.choose;
    return { number, of, says: step.says, lights: step.lights, choose };
  });

  return {
    ...inactive,
    kind: "tutorial",
    table: "",
    me: PUPIL,
    players: content.players.map(seated),
    content,
    get topic() {
      return step.topic;
    },
    get ended() {
      return ended;
    },
    get stage() {
      return ended === "done" ? "over" : "playing";
    },
    get view() {
      return stage.view;
    },
    get prompt() {
      return ended === "" ? stage.asked.prompt : null;
    },
    get waitingFor() {
      return stage.asked.waitingFor;
    },
    get log() {
      return stage.log;
    },
    get notice() {
      return notice;
    },
    get lesson() {
      return lesson;
    },
    get beat() {
      return stage.beat;
    },
    get behind() {
      return stage.behind;
    },
    get rollWaits() {
      return stage.rollWaits;
    },
    actOf: (die) => stage.actOf(die),
    storyOf: (seat) => stage.storyOf(seat),
    hold: () => stage.hold(),
    roll: (shaken) => stage.roll(shaken),
    skip: () => stage.skip(),
    dismiss() {
      notice = null;
    },
    close: () => stage.close(),

    answer(number) {
      const option = stage.asked.prompt?.options.find((one) => one.number === number);
      if (option === undefined || ended !== "") return;
      const right = number === step.choose;
      const text = right ? step.praise : (step.nudge[option.verb] ?? step.nudge[""] ?? "");
      notice = text === "" ? null : { kind: "info", text };
      if (right) go(at + 1);
    },
    next() {
      if (ended !== "" || step.prompt !== null || step.says === "") return;
      if (stage.telling) return stage.skip();
      notice = null;
      go(at + 1);
    },
    leave() {
      stage.close();
      ended = ended || "left";
    },
  };
}

function asked(step: Step): Asked {
  const waitingFor = step.prompt === null ? null : PUPIL;
  return { ...NOTHING_ASKED, prompt: step.prompt, waitingFor };
}

function seated(name: string, seat: number): Player {
  return {
    seat,
    kind: seat === PUPIL ? "person" : "bot",
    name,
    bot: "",
    standing_in: false,
    here: true,
    away_since: 0,
    host: seat === PUPIL,
    kept_for: "", member: false,
  };
}
