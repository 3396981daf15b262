"""Explains the choices of bots: values and parts of options, and sentences about them.

A bot that has a value for each option hands them to `explain_values`, which takes the best and
finds out what they are made of. `advice` is what people read: a line an option, in their language.

The parts that sentences know: `price` (quiddity), `survives` (0 to 1) and `glory` of a summoned
creature; `creatures`, `worth`, `spells` and `draws` (faces with a creature, its Glory, faces with a
spell, faces that draw dice), `price` and `purse` (quiddity, and what one has) of a capture; `draw`
(Glory that a draw of the die brings on average) and `mean` (the same of all dice one owns) of a
capture or a cull; `weakest` (1: no die one owns brings less) of a cull; `damage` and `defense` of a
defender; `unused` (quiddity left over by a pass) and `poor` (1: all that could be captured brings
less than what one owns on average);
`options` (how many options chance chose from); `entry` (which line of a list, 0: none).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from quarriors.bots.base import Bot, Choice, Explainer, Explanation, Seat, ask
from quarriors.bots.brain.die_value import DieValues, card_of, die_values
from quarriors.bots.brain.evaluation import Workspace
from quarriors.bots.brain.lookahead import option_values
from quarriors.bots.brain.rollout import rollout_choice
from quarriors.engine import queries
from quarriors.engine.catalog import Card
from quarriors.engine.game import Decision, Option
from quarriors.engine.ids import log, phase, verb
from quarriors.engine.option import verb_of
from quarriors.engine.queries import State
from quarriors.game import Game
from quarriors.view.sentences import describe, option_sentence
from quarriors.view.speech import Speech

BEST = 3  # options that an explanation tells of
FUTURES = 48  # rounds that are played to see whether a creature lives to score
_LUCK = 20110  # branches of an explanation: the same question gets the same answer
NEAR = 0.3  # Glory: an option that is worth less by no more is nearly as good
NEAR_WINS = 0.02  # the same for the part of games won
CLEAR = 0.1  # Glory: what a die must be worth more or less than others to be called so
_SELDOM = 0.02
_OF_A_PLAYER = ("pays", "weakest", "poor", "better", "worse")  # reasons that name the player
_OF_DRAWS = ("capture", "take", "cull", "cull-die")


# --- values and parts ----------------------------------------------------------------------------


def sense(seat: Seat, seed: int, samples: int = 1) -> list[float]:
    """What each option of the decision is worth in Glory, one step ahead."""
    s = queries.state(seat.branch(seed))
    work = Workspace(_values(s), s.setup.players)
    return option_values(s, seat.number, work, seed, samples)


def explain_values(
    seat: Seat,
    decision: Decision,
    values: Sequence[float | None],
    first: Option | None = None,
    known: Mapping[str, float] | None = None,
    *,
    are_wins: bool = False,
) -> Explanation:
    """Return the best options by value, with the parts that explain them.

    `first` is the option that the bot answers if that does not follow from the values; its parts
    are then `known`. Values are in Glory, or else (`are_wins`) parts of the games tried. An option
    without a value is not told of, unless it is the first.
    """
    weighed = [
        (option, value)
        for option, value in zip(decision.options, values, strict=True)
        if value is not None or option == first
    ]
    weighed.sort(key=lambda pair: (pair[0] != first, -(pair[1] or 0.0)))
    choices = [
        Choice(
            option,
            None if are_wins else value,
            {**parts_of(seat, option), **(known or {} if at == 0 else {})},
            value if are_wins else None,
        )
        for at, (option, value) in enumerate(weighed[:BEST])
    ]
    return Explanation(tuple(choices))


def parts_of(seat: Seat, option: Option) -> dict[str, float]:
    """The facts about an option that a player would name as reasons."""
    game = seat.branch(_LUCK)
    s = queries.state(game)
    word = option.verb
    if word == "pass" and game.decision.kind == "capture" and queries.captures(s) > 0:
        unused = int(queries.available(s))
        offered = [one.die for one in game.decision.options if one.verb == "capture"]
        worth = _values(s).draw
        mean = _mean_draw(s, seat.number, worth)
        poor = [worth[card_of(s.setup, die)] < mean for die in offered if die is not None]
        found = {"unused": float(unused), "poor": float(bool(poor) and all(poor))}
        return {name: number for name, number in found.items() if number}
    die = option.die
    if die is None:
        return {}
    if word == "summon":
        survives, earned = fate(game, option)
        return {"price": float(option.number), "survives": survives, "glory": earned}
    worth = _values(s).draw
    card = s.setup.cards[s.setup.slot[die]].index
    if word in _OF_DRAWS and option.seat in (None, seat.number):
        found = {"draw": worth[card], "mean": _mean_draw(s, seat.number, worth)}
        if word in ("cull", "cull-die") and worth[card] <= min(_draws(s, seat.number, worth)):
            found["weakest"] = 1.0
        if word in ("capture", "take"):
            found |= _faces(s.setup.cards[s.setup.slot[die]])
        if word == "capture":
            found |= {"price": float(option.number), "purse": float(queries.available(s))}
        return found
    if word in ("re-roll", "draw-and-re-roll"):
        return {"draw": worth[card]}
    if word == "defend":
        return {
            "damage": float(option.number),
            "defense": float(queries.defense(s, die)),
            "glory": float(queries.glory(s, die)),
        }
    return {}


def _faces(card: Card) -> dict[str, float]:
    """What the six faces of a card's die are good for; only what there is of it."""
    faces = card.design.faces
    creatures = sum(face.creature for face in faces)
    found = {
        "creatures": float(creatures),
        "worth": float(card.glory if creatures else 0),
        "spells": float(sum(face.spell for face in faces)),
        "draws": float(sum(face.draw > 0 for face in faces)),
    }
    return {name: number for name, number in found.items() if number}


def _values(s: State) -> DieValues:
    return die_values(s.setup.catalog)


def _mean_draw(s: State, seat: int, worth: Sequence[float]) -> float:
    """What an average die of a player's brings; Large Quiddity is never drawn (13.1)."""
    owned = _draws(s, seat, worth)
    return sum(owned) / len(owned) if owned else 0.0


def _draws(s: State, seat: int, worth: Sequence[float]) -> list[float]:
    """What each die of a player's brings."""
    return [worth[card_of(s.setup, die)] for die in queries.collection(s, seat)]


def fate(game: Game, option: Option, futures: int = FUTURES) -> tuple[float, float]:
    """How often a creature summoned now lives to score, and the Glory it then earns on average.

    Everybody plays by habit for one round, again and again with other luck; quests, where it would
    not score but do something else, are left alone.
    """
    die = option.die
    assert die is not None, "a summon names a die"
    earned: list[int] = []
    for future in range(futures):
        s = queries.state(game.branch(_LUCK + future))
        queries.start_log(s)
        queries.answer(s, option.code)
        _round(s)
        score = [
            event[4] for event in queries.log_of(s) if event[0] == log.SCORE and event[3] == die
        ]
        earned += score[:1]
    if not earned:
        s = queries.state(game.branch(_LUCK))
        queries.answer(s, option.code)
        return 0.0, float(queries.glory(s, die))
    return len(earned) / futures, sum(earned) / len(earned)


def _round(s: State) -> None:
    """Play by habit until the player whose turn it is has scored in the next one."""
    values = _values(s)
    until = queries.turn(s) + s.setup.players
    while not queries.is_over(s) and _is_before(s, until):
        first = queries.option_code(s, 0)
        last = queries.option_code(s, queries.option_count(s) - 1)
        action = int(verb_of(first))
        if action in (verb.QUEST, verb.VENTURE) and last == verb.PASS:
            queries.answer(s, verb.PASS)
        elif action == verb.SCORE:
            queries.answer(s, first)
        else:
            queries.answer(s, rollout_choice(s, values))


def _is_before(s: State, until: int) -> bool:
    """Whether the scoring of that turn is not over yet."""
    turn = queries.turn(s)
    return turn < until or (turn == until and queries.phase_of(s) == phase.SCORE)


def explanation(bot: Bot, game: Game) -> Explanation:
    """What a bot says about the decision a game stands at; without reasons if it has none."""
    if isinstance(bot, Explainer):
        seat = Seat(game, game.decision.seat)
        return bot.explain(seat, seat.decision)
    return Explanation((Choice(ask(bot, game)),))


# --- sentences -----------------------------------------------------------------------------------


def advice(bot: Bot, name: str, game: Game, speech: Speech) -> list[str]:
    """A bot's best options with its reasons, one line each; options are numbered as in the game.

    An error in the bot becomes one line: advice must not end a game.
    """
    try:
        told = explanation(bot, game)
        numbers = [game.decision.options.index(choice.option) + 1 for choice in told.choices]
    except Exception as error:
        shown = f"{type(error).__name__}: {error}"
        return [speech.texts.say("bots", "advice.failed", bot=name, error=shown)]
    lines = [speech.texts.say("bots", "advice.intro", bot=name, number=n) for n in numbers[:1]]
    for number, choice in zip(numbers, told.choices, strict=True):
        values = {"number": number, "choice": choice_words(game, choice.option, speech)}
        reasons = speech.texts.say("log", "line.next").join(reason_words(choice, speech))
        if reasons:
            line = speech.texts.say("bots", "advice.line", **values, reasons=reasons)
        else:
            line = speech.texts.say("bots", "advice.bare", **values)
        lines.append(_with_value(line, choice, told.choices[0], speech))
    return lines


def advised_options(bot: Bot, game: Game, speech: Speech) -> list[tuple[int, float | None, str]]:
    """The options a bot likes best as (code, value in Glory, sentence with its reasons).

    The first sentence names the second option as well, if that is nearly as good.
    """
    choices = explanation(bot, game).choices
    found: list[tuple[int, float | None, str]] = []
    for choice in choices:
        text = sentence(game, choice, speech)
        if choice is choices[0] and len(choices) > 1 and is_near(choices[1], choice):
            other = choice_words(game, choices[1].option, speech)
            text = speech.texts.say("bots", "hint.near", sentence=text, other=other)
        found.append((choice.option.code, choice.value, text))
    return found


def sentence(game: Game, choice: Choice, speech: Speech) -> str:
    """An option and what speaks for it, in one sentence."""
    said = choice_words(game, choice.option, speech)
    reasons = reason_words(choice, speech)
    if choice.wins is not None:
        percent = round(100 * choice.wins)
        reasons.append(speech.texts.say("bots", "hint.wins", percent=percent))
    if not reasons:
        return said
    listed = speech.listing(reasons)
    return speech.texts.say("server", "service.reasons", choice=said, reasons=listed)


def is_near(choice: Choice, first: Choice) -> bool:
    """Whether an option is nearly as good as the first."""
    if choice.value is not None and first.value is not None:
        return first.value - choice.value <= NEAR
    if choice.wins is not None and first.wins is not None:
        return first.wins - choice.wins <= NEAR_WINS
    return False


def _with_value(line: str, choice: Choice, first: Choice, speech: Speech) -> str:
    """The line and what the option is worth: the first by itself, others against it."""
    if choice.wins is not None:
        value = speech.texts.say("bots", "hint.wins", percent=round(100 * choice.wins))
        return speech.texts.say("bots", "advice.with_value", line=line, value=value)
    if choice.value is None or first.value is None:
        return line
    if choice is first:
        value = speech.texts.say(
            "bots", "advice.lead", n=number_words(choice.value, speech, "+.1f")
        )
    else:
        gap = round(choice.value - first.value, 1)
        key = "less" if gap < 0 else "more" if gap else "same"
        value = speech.texts.say("bots", f"advice.{key}", n=number_words(abs(gap), speech, ".1f"))
    return speech.texts.say("bots", "advice.with_value", line=line, value=value)


def choice_words(game: Game, option: Option, speech: Speech) -> str:
    """An option in few words; those without any of their own as the game says them."""
    verbs: Mapping[str, str] = {
        "summon": "die", "defend": "die", "capture": "card", "take": "card", "cull": "card",
        "cull-die": "card",
    }  # fmt: skip
    if option.verb == "pass" and game.decision.kind == "capture":
        return speech.texts.say("bots", "choice.pass")
    die = option.die
    seat = option.seat
    mine = seat is None or seat == game.decision.seat
    if option.verb not in verbs or die is None or not mine:
        return option_sentence(game, option, speech)
    values = {"card": speech.card(option.card), "die": describe(queries.state(game), die, speech)}
    return speech.texts.say("bots", f"choice.{option.verb}", **values)


def reason_words(choice: Choice, speech: Speech, name: str = "") -> list[str]:
    """The parts of a choice in words, in the order a player would say them.

    They speak to the player who decides, or else about the player of this name.
    """
    parts = choice.parts

    def say(key: str, **values: object) -> str:
        table = "reason_of" if name and key in _OF_A_PLAYER else "reason"
        return speech.texts.say("bots", f"{table}.{key}", name=name, **values)

    found = _die_words(parts, speech, say)
    if "survives" in parts and "glory" in parts:
        earned = glory_words(parts["glory"], speech)
        if parts["survives"] < _SELDOM:
            found.append(say("falls", glory=earned))
        else:
            percent = round(100 * parts["survives"])
            found.append(say("scores", percent=percent, glory=earned))
    if "damage" in parts and "defense" in parts:
        numbers = {key: round(parts[key]) for key in ("damage", "defense")}
        found.append(say("damage", **numbers))
        if "glory" in parts:
            found.append(say("stake", glory=glory_words(parts["glory"], speech)))
    if "poor" in parts:
        found.append(say("poor"))
    elif "unused" in parts:
        quiddity = speech.count(round(parts["unused"]), "quiddity")
        found.append(say("unused", quiddity=quiddity))
    if "options" in parts:
        found.append(say("chance", n=round(parts["options"])))
    if "entry" in parts:
        entry = round(parts["entry"])
        found.append(say("entry" if entry else "fallback", n=entry))
    return found


def _die_words(parts: Mapping[str, float], speech: Speech, say: Callable[..., str]) -> list[str]:
    """What speaks for a die to be taken, culled or rolled: its faces, its price, its worth."""
    found: list[str] = []
    for kind in ("creatures", "spells", "draws"):
        if kind in parts:
            values = {
                "n": round(parts[kind]),
                "glory": glory_words(parts.get("worth", 0.0), speech),
            }
            found.append(say(kind, **values))
    if "price" in parts:
        price = speech.count(round(parts["price"]), "quiddity")
        pays = parts.get("purse", 0.0) >= parts["price"]
        found.append(say("pays", price=price) if pays else price)
    if "weakest" in parts:
        found.append(say("weakest"))
    elif "draw" in parts and "mean" in parts:
        gap = parts["draw"] - parts["mean"]
        if abs(gap) >= CLEAR and not {"creatures", "spells", "draws"} & set(parts):
            found.append(say("better" if gap > 0 else "worse"))
    elif "draw" in parts:
        found.append(say("roll", draw=number_words(parts["draw"], speech, ".1f")))
    return found


def glory_words(amount: float, speech: Speech) -> str:
    """Glory, whole where it is whole."""
    if round(amount, 1) == round(amount):
        return speech.count(round(amount), "glory")
    return speech.texts.say("log", "count.glory", n=number_words(amount, speech, ".1f"))


def number_words(value: float, speech: Speech, spelling: str) -> str:
    """A number with the decimal sign of the language; never a negative nothing."""
    text = f"{value:{spelling}}"
    if not text.strip("+-0."):
        text = text.lstrip("+-")
    return text.replace(".", speech.texts.say("bots", "advice.point"))
