"""The tutorial: a first game with scripted dice, on the real engine, explained by a guide.

Nothing in it is drawn by hand: views, prompts, events and log lines are those of a game that is
played here, once for each language, by fixed answers. A client shows step after step and compares
one number, so that it needs neither a table nor a rule. Words are in the texts, `tutorial.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from quarriors.engine import arrange, queries
from quarriors.engine.queries import EventNumbers
from quarriors.game import Game
from quarriors.table.errors import BrokenTable
from quarriors.table.messages import Happening, LogLine, Prompt
from quarriors.table.presenter import asked, changes, happenings, log_line
from quarriors.table.values import value
from quarriors.testing import Position
from quarriors.text import Texts, load
from quarriors.view.observe import observe
from quarriors.view.speech import Speech
from quarriors.view.story import Story

PUPIL = 0
GOAL = 6  # a short game that shows everything
MINUTES = 10  # at most

QUIDDITY, ASSISTANT, PORTAL = "Basic Quiddity", "Assistant", "Portal"
HAG, GOBLIN, DEATH = "Witching Hag", "Scavenging Goblin", "Death Cantrip"
WILDS = (
    GOBLIN, "Ghostly Spirit", "Warrior of the Quay", HAG, "Defender of the Pale",
    "Questing Wizard", "Quake Dragon", DEATH, "Life Cantrip", "Victory Cantrip",
)  # fmt: skip
CALLED = {  # how the words name cards
    "quiddity": QUIDDITY, "assistant": ASSISTANT, "portal": PORTAL, "hag": HAG, "goblin": GOBLIN,
    "death": DEATH,
}  # fmt: skip


@value()
class TutorialStep:
    """What happened since the step before, what the guide says of it, and what is asked.

    The view of step 0 is whole, later ones have only the keys that differ. With a prompt, the
    option of the number `choose` is right; for any other, `nudge` has a sentence by the option's
    verb, or else under "". Without a prompt and without words, somebody else did something.
    """

    number: int
    topic: str
    view: dict[str, Any]
    events: tuple[Happening, ...]
    log: tuple[LogLine, ...]
    says: str
    lights: tuple[str, ...]  # what to point at: prompt, wilds, track, log, card:NAME, zone:NAME
    prompt: Prompt | None
    choose: int  # 0: nothing is asked
    praise: str
    nudge: dict[str, str]


@value()
class Topic:
    """Something that is taught."""

    name: str
    text: str


@value()
class Tutorial:
    """A guided first game, step by step."""

    guide: str
    title: str
    about: str
    players: tuple[str, ...]
    goal: int
    minutes: int
    topics: tuple[Topic, ...]
    steps: tuple[TutorialStep, ...]
    left: str  # said to somebody who leaves before the end
    done: str  # said at the end


class BrokenTutorial(BrokenTable):
    """The tutorial's answers do not fit the game any more: cards or rules have changed."""


# --- the dice ------------------------------------------------------------------------------------


def _rolled(card: str, *faces: str) -> list[tuple[str, str]]:
    """Dice of a card that are drawn, and the faces they show."""
    return [(card, face) for face in faces]


# Turn by turn, the pupil first: six dice out of the bag, in this order.
DICE = (
    [*_rolled(QUIDDITY, "Q1", "Q1", "Q2", "Q1"), *_rolled(ASSISTANT, "R*", "C1:1/2")],
    [*_rolled(QUIDDITY, "Q1", "Q1", "Q1", "Q1"), *_rolled(ASSISTANT, "C1:1/2", "Q1")],
    [*_rolled(QUIDDITY, "Q1", "Q1", "Q1", "Q1"), *_rolled(ASSISTANT, "C1:1/2", "Q1")],
    [*_rolled(QUIDDITY, "Q1", "Q1", "Q1", "Q1"), *_rolled(ASSISTANT, "C1:1/2", "C1:1/2")],
    [
        *_rolled(HAG, "C1:3/3"),
        *_rolled(DEATH, "S*"),
        *_rolled(ASSISTANT, "C1:1/2", "Q1"),
        *_rolled(QUIDDITY, "Q1", "Q2"),
    ],
    [
        *_rolled(GOBLIN, "C1:2/2*"),
        *_rolled(ASSISTANT, "C1:1/2", "Q1"),
        *_rolled(QUIDDITY, "Q1", "Q1", "Q1"),
    ],
    [*_rolled(QUIDDITY, "Q1", "Q1", "Q1", "Q1"), *_rolled(ASSISTANT, "C1:1/2", "C1:1/2")],
    [
        *_rolled(QUIDDITY, "Q1", "Q1", "Q2", "Q1"),
        *_rolled(ASSISTANT, "Q1"),
        *_rolled(GOBLIN, "Q1"),
    ],
)
REROLLED = (f"{QUIDDITY}@Q2", f"{ASSISTANT}@Q1")  # after the roll of the first turn


def _opening() -> Position:
    """The table with everything that chance will decide."""
    position = Position(2, wilds=WILDS, goal=GOAL)
    for seat in (0, 1):
        position.bag(seat, *[QUIDDITY] * 8, *[ASSISTANT] * 4)
    for number, dice in enumerate(DICE):
        position.draws(*(card for card, _ in dice))
        position.rolls(*(f"{card}@{face}" for card, face in dice))
        if number == 0:
            position.rolls(*REROLLED)
    return position


# --- the lessons ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Say:
    """The guide says something; the learner continues with a button."""

    key: str
    topic: str
    lights: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ask:
    """The pupil is asked, and this is the right answer: the beginning of its text."""

    key: str
    topic: str
    answer: str
    lights: tuple[str, ...] = ("prompt",)


@dataclass(frozen=True)
class Rival:
    """The other player answers."""

    answer: str


Lesson = Say | Ask | Rival

BEFORE: tuple[Say, ...] = (  # the first roll
    Say("welcome", "aim", ("track",)),
    Say("wilds", "aim", ("wilds",)),
    Say("read", "aim", (f"card:{HAG}",)),
    Say("bag", "bag", ("zone:bag",)),
)
LESSONS: tuple[Lesson, ...] = (
    # The first turn: roll, re-roll, summon, capture.
    Say("roll", "roll", ("zone:active",)),
    Say("faces", "faces", ("zone:active", f"card:{ASSISTANT}")),
    Say("star", "burst", ("zone:active", f"card:{ASSISTANT}")),
    Ask("reroll", "reroll", "use Assistant"),
    Ask("partner", "reroll", "re-roll-die Basic Quiddity [Q1]"),
    Say("purse", "summon", ("zone:active",)),
    Ask("summon", "summon", "summon Assistant"),
    Say("no-foe", "attack", ("zone:ready", "zone:ready:1")),
    Ask("capture", "dear", "capture Witching Hag", ("prompt", f"card:{HAG}")),
    Say("clean-up", "clean-up", ("zone:used",)),
    Rival("summon Assistant"),
    Say("held", "defend", ("zone:ready", "log")),
    Rival("capture Scavenging Goblin"),
    # The second turn: score, cull, attack, a spell.
    Say("score", "score", ("track",)),
    Ask("cull", "cull", "cull Basic Quiddity", ("prompt", "zone:used")),
    Ask("summon-again", "summon", "summon Assistant"),
    Say("bounced", "attack", ("log", "zone:ready:1")),
    Ask("capture-spell", "capture", "capture Death Cantrip", ("prompt", f"card:{DEATH}")),
    Rival("cull Basic Quiddity"),
    Rival("summon Assistant"),
    Rival("summon Assistant"),
    Say("lost", "defend", ("log", "zone:used")),
    Rival("capture Scavenging Goblin"),
    # The third turn: the bag is refilled; a spell, bursts, a battle won.
    Say("refill", "refill", ("zone:bag", "zone:active")),
    Say("burst", "burst", ("zone:active", f"card:{DEATH}")),
    Ask("ready", "spell", "ready Death Cantrip"),
    Ask("summon-hag", "summon", "summon Witching Hag", ("prompt", f"card:{HAG}")),
    Ask("summon-both", "spell", "summon Assistant"),
    Ask("cast", "spell", "cast Death Cantrip", ("prompt", "zone:ready")),
    Say("charge", "attack", ("log",)),
    Say("victory", "attack", ("log", "zone:ready:1")),
    Ask("capture-portal", "capture", "capture Portal", ("prompt", f"card:{PORTAL}")),
    Rival("summon Scavenging Goblin"),
    Say("goblin", "burst", ("zone:ready:1", f"card:{GOBLIN}")),
    Rival("summon Assistant"),
    Ask("defend", "defend", "defend Assistant", ("prompt", "attack", "zone:ready")),
    Say("saved", "defend", ("zone:ready", "log")),
    Rival("capture Ghostly Spirit"),
    # The fourth turn: the pupil does it all.
    Say("score-hag", "score", ("track",)),
    Ask("cull-again", "cull", "cull Basic Quiddity", ("prompt", "zone:used")),
    Ask("plan", "summon", "summon Assistant"),
    Ask("plan-two", "summon", "summon Assistant"),
    Say("last-battle", "attack", ("attack",)),
    Rival("defend Assistant"),
    Ask("last-capture", "capture", "capture Scavenging Goblin"),
    Rival("cull Basic Quiddity"),
    Say("rival-roll", "end", ("zone:ready:1", "zone:ready")),
    Rival("capture Questing Wizard"),
    Say("won", "end", ("track",)),
    Say("other-end", "end", ("wilds",)),
)


# --- playing it ----------------------------------------------------------------------------------


@cache
def tutorial(language: str) -> Tutorial:
    """The whole tutorial in a language; made once."""
    texts = Texts(language)
    values = {name: texts.card_name(card) for name, card in CALLED.items()}
    names = (texts.say("tutorial", "pupil"), texts.say("tutorial", "rival"))
    values["rival"] = names[1]

    def say(key: str) -> str:
        return texts.say("tutorial", key, **values)

    teller = _Teller(Speech(texts, names, words=True), values)
    for lesson in BEFORE:
        teller.say(lesson)
    teller.begin()
    for each in LESSONS:
        if isinstance(each, Say):
            teller.say(each)
        elif isinstance(each, Ask):
            teller.ask(each)
        else:
            teller.rival(each)
    topics = dict.fromkeys(one.topic for one in teller.steps if one.topic)
    return Tutorial(
        guide=say("guide"),
        title=say("title"),
        about=say("about"),
        players=names,
        goal=GOAL,
        minutes=MINUTES,
        topics=tuple(Topic(name, say(f"topic.{name}")) for name in topics),
        steps=tuple(teller.steps),
        left=say("left"),
        done=say("done"),
    )


class _Teller:
    """Plays the game lesson by lesson and keeps what is to be shown."""

    def __init__(self, speech: Speech, values: dict[str, str]) -> None:
        self.steps: list[TutorialStep] = []
        play = _opening().start(active=PUPIL)
        self._game = play.game
        self._speech = speech
        self._values = values
        self._words: dict[str, dict[str, Any]] = load(speech.texts.language, "tutorial")["step"]
        self._first: list[EventNumbers] = [*play.events]  # what leads to the first decision
        self._untold: list[EventNumbers] = []
        self._story = Story.of_origin(self._game.origin, self._game.setup, speech)
        self._lines = 0
        self._shown: dict[str, Any] = {}
        self._view = _laid(self._game)

    def begin(self) -> None:
        """The first turn begins: dice are drawn and rolled."""
        self._untold = self._first
        self._view = observe(self._game, PUPIL)

    def say(self, lesson: Say) -> None:
        """A step in which the guide says something."""
        self._step(lesson.topic, self._word(lesson.key, "says"), lesson.lights)

    def ask(self, lesson: Ask) -> None:
        """A step in which the pupil decides, and the right answer."""
        at = self._option(PUPIL, lesson.answer)
        nudge = {
            "" if verb == "other" else verb: self._word(lesson.key, f"nudge.{verb}")
            for verb in self._words[lesson.key]["nudge"]
        }
        self._step(
            lesson.topic,
            self._word(lesson.key, "says"),
            lesson.lights,
            prompt=asked(self._game, self._speech),
            choose=at + 1,
            praise=self._word(lesson.key, "praise"),
            nudge=nudge,
        )
        self._apply(at)

    def rival(self, lesson: Rival) -> None:
        """The other player decides; what has happened so far is shown first, without words."""
        at = self._option(1 - PUPIL, lesson.answer)
        if self._untold:
            self._step("", "", ())
        self._apply(at)

    def _word(self, key: str, part: str) -> str:
        return self._speech.texts.say("tutorial", f"step.{key}.{part}", **self._values)

    def _option(self, seat: int, answer: str) -> int:
        """Which option begins so; the one that is meant must be the only one."""
        decision = self._game.decision
        hits = [at for at, text in enumerate(decision.texts) if text.startswith(answer)]
        if decision.seat != seat or len(hits) != 1:
            raise BrokenTutorial(
                f"Seat {seat} should answer {answer!r}, but seat {decision.seat} is asked: "
                f"{'; '.join(decision.texts)}."
            )
        return hits[0]

    def _apply(self, at: int) -> None:
        self._game.apply(self._game.decision.options[at])
        self._untold = [*self._untold, *self._game.take_events()]
        self._view = observe(self._game, PUPIL)

    def _step(
        self,
        topic: str,
        says: str,
        lights: tuple[str, ...],
        prompt: Prompt | None = None,
        choose: int = 0,
        praise: str = "",
        nudge: dict[str, str] | None = None,
    ) -> None:
        lines = self._story.tell(self._untold)
        log = tuple(log_line(number, line) for number, line in enumerate(lines, self._lines + 1))
        self._lines += len(log)
        self.steps.append(
            TutorialStep(
                number=len(self.steps),
                topic=topic,
                view=changes(self._shown, self._view),
                events=happenings(self._untold),
                log=log,
                says=says,
                lights=lights,
                prompt=prompt,
                choose=choose,
                praise=praise,
                nudge=nudge or {},
            )
        )
        self._untold = []
        self._shown = self._view


def _laid(game: Game) -> dict[str, Any]:
    """The table as it lies before the first draw, when nobody is asked anything yet."""
    position = game.origin.position
    assert position is not None, "the tutorial begins from a position"
    state = queries.from_wire(game.setup, [list(part) for part in position])
    arrange.hold(state)
    before = Game(state, game.origin, [], 0, False)
    return {**observe(before, PUPIL), "decision": None, "turn": 1, "round": 1}
