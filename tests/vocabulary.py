"""The whole card language as a document: `python -m tests.vocabulary` writes docs/vocabulary.md.

Nothing in it is written by hand twice: what there is comes from the card language itself, the line
that says what it does from its docstring or the comment beside its number, and who uses it from the
cards. For that, the behaviour of every set is built once more with a card language whose words
leave a trace on whatever is made of them. `test_vocabulary.py` fails if the document is stale.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from quarriors.cards import dsl
from quarriors.cards.language.which import _WANTS
from quarriors.cards.load import default_catalog
from quarriors.cards.sets import SETS as SET_NAMES
from quarriors.text import load

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "vocabulary.md"
IDS = ROOT / "src" / "quarriors" / "engine" / "ids"
CARDS = "quarriors.cards"
LANGUAGE = f"{CARDS}.dsl"
PARTS = f"{CARDS}.language."
# Builders that the language keeps for itself.
INSIDE = (
    "number_of", "program_of", "attach_to", "amount_step", "choose_seat", "plain_step", "row_step",
    "modifier",
)  # fmt: skip
PLUMBING = ("register", "want", "add_up", "once", "otherwise", "burst", "face", "below", "lasting")

# --- words that leave a trace ------------------------------------------------------------------


class Traced(int):
    """A number of the language that knows what it was called, also when put together by `|`."""

    names: frozenset[str]

    def __new__(cls, value: int, names: Iterable[str]) -> Traced:
        """The number under those names."""
        made = super().__new__(cls, value)
        made.names = frozenset(names)
        return made

    def __or__(self, other: int) -> Traced:
        """Both."""
        more = other.names if isinstance(other, Traced) else ()
        return Traced(int(self) | int(other), {*self.names, *more})


@dataclass
class Traces:
    """Which words are in which things; the things are kept, so that no two have one identity."""

    names: dict[int, frozenset[str]] = field(default_factory=dict)
    things: list[object] = field(default_factory=list)

    def of(self, thing: object) -> frozenset[str]:
        """The words in something given to a word."""
        if isinstance(thing, Traced):
            return thing.names
        if isinstance(thing, list | tuple):
            return frozenset().union(*(self.of(part) for part in thing))
        return self.names.get(id(thing), frozenset())

    def mark(self, thing: Any, names: frozenset[str]) -> Any:
        """The same thing, with the words in it."""
        if isinstance(thing, int):
            return Traced(thing, names)
        self.things.append(thing)
        self.names[id(thing)] = names
        return thing

    def word(self, name: str, build: Callable[..., Any]) -> Callable[..., Any]:
        """A builder that marks what it makes with its own name and all that went into it."""
        asks = str(inspect.signature(build).return_annotation) == "Filter"

        def traced(*given: Any, **options: Any) -> Any:
            made = build(*given, **options)
            used = {name}.union(*(self.of(part) for part in (*given, *options.values())))
            if asks:
                used |= {f"{key}=" for key in options if key not in PLUMBING and options[key]}
            return self.mark(made, frozenset(used))

        return traced


def traced_language(traces: Traces) -> ModuleType:
    """The card language with every builder and every constant traced."""
    module = ModuleType(LANGUAGE)
    for name, value in vars(dsl).items():
        if name.startswith("_"):
            continue
        if inspect.isfunction(value) and value.__module__.startswith(PARTS):
            made: Any = traces.word(name, value)
        elif name.isupper() and not inspect.isclass(value):
            made = traces.mark(value, frozenset({name}))
        else:
            made = value
        setattr(module, name, made)
    return module


@dataclass(frozen=True)
class Use:
    """One line of a card, and the words in it."""

    card: str
    set_name: str
    line: int
    words: frozenset[str]


def uses() -> list[Use]:
    """Every line of every card with the words it is written in."""
    traces = Traces()
    package = sys.modules[CARDS]
    kept = {name: module for name, module in sys.modules.items() if name.startswith(f"{CARDS}.")}
    attributes = dict(vars(package))
    for name in kept:
        if not name.startswith(PARTS):
            del sys.modules[name]
    sys.modules[LANGUAGE] = traced_language(traces)
    try:
        sets: Mapping[str, dsl.Behaviours] = import_module(f"{CARDS}.load").SETS
    finally:
        for name in [name for name in sys.modules if name.startswith(f"{CARDS}.")]:
            del sys.modules[name]
        sys.modules.update(kept)
        vars(package).update(attributes)
    return [
        Use(card, set_name, at, traces.of(line))
        for set_name, behaviours in sets.items()
        for card, lines in behaviours.abilities.items()
        for at, line in enumerate(lines)
    ]


# --- what the words mean -----------------------------------------------------------------------

_NUMBER = re.compile(r"^([A-Z_]+): Final = .*?(?:  # (.+))?$")
_CONSTANT = re.compile(r"^([A-Z_]+) = .*?(?:  # (.+))?$")
_QUESTION = re.compile(r'^    "([a-z_]+)": (want\.[A-Z_]+),(?:  # (.+))?$')


def _source(pattern: str) -> str:
    """The text of modules, whether they run compiled or not."""
    paths = sorted((ROOT / "src" / "quarriors").glob(pattern))
    return "\n".join(path.read_text("utf-8") for path in paths)


def _language() -> str:
    return _source("cards/language/*.py")


def meanings() -> dict[str, str]:
    """A line for every constant and every question of a filter, from the comments beside them."""
    numbers: dict[str, str] = {}
    for path in sorted(IDS.glob("*.py")):
        for line in path.read_text("utf-8").splitlines():
            hit = _NUMBER.match(line)
            if hit:
                numbers[f"{path.stem}.{hit[1]}"] = hit[2] or ""
    text = _language()
    found: dict[str, str] = {}
    for line in text.splitlines():
        question, constant = _QUESTION.match(line), _CONSTANT.match(line)
        if question:
            found[f"{question[1]}="] = question[3] or numbers[question[2]]
        elif constant and constant[2]:
            found[constant[1]] = constant[2]
    for name, number in _aliases(text).items():
        if not found.get(name):
            found[name] = numbers.get(number, "")
    return found


def _aliases(text: str) -> dict[str, str]:
    """Constants of the language and the number of `engine/ids` that each is made of."""
    found: dict[str, str] = {}
    for node in ast.parse(text.replace("from __future__ import annotations", "")).body:
        if not isinstance(node, ast.Assign):
            continue
        targets = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else node.targets
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        for target, value in zip(targets, values, strict=True):
            inside = [part for part in ast.walk(value) if isinstance(part, ast.Attribute)]
            if isinstance(target, ast.Name) and inside:
                found[target.id] = ast.unparse(inside[0])
    return found


# What says itself, or is said nowhere else in one line.
PLAIN = {
    "creature_die=": "has a creature face, whatever it shows (3.3)",
    "spell_die=": "is the die of a spell",
    "scoring=": "belongs to the scoring under way",
    "locked=": "lies in a Locked Area",
    "quartifact=": "shows a quartifact, or lies on a quest card",
    "attacking=": "takes part in the attack or challenge under way",
    "can_go_up=": "has a higher level to be rotated to",
    "can_go_down=": "has a lower level to be rotated to",
    "class_name=": "of that class",
    "type_name=": "of a card of that type",
    "energy=": "of a card of that energy (13.5)",
    "min_level=": "of that level or higher",
    "max_level=": "of that level or lower",
    "max_defense=": "with that defense or less",
    "min_cost=": "costing that much or more",
    "max_cost=": "costing that much or less",
    "level_register=": "of at most the level of a die chosen before",
    "SCORED_THIS_TURN": "how many of one's creatures scored this turn",
    "MY_GLORY": "one's own Glory",
    "I_HAVE_GLORY": "one has 1 Glory or more",
    "IN_PHASE_2": "the turn is in phase 2",
    "EVERYBODY": "all players and their creatures",
}


def said(text: str) -> str:
    """A line for the table: without its full stop, beginning small unless with a name."""
    line = " ".join(text.split()).rstrip(".").replace("|", "\\|")
    first = line.split(" ", 1)[0]
    keep = first in ("Glory", "Immunity") or (len(first) > 1 and first.isupper())
    return line if keep or not line else line[0].lower() + line[1:]


# --- the document ------------------------------------------------------------------------------


def builders(*made: str) -> list[str]:
    """The builders of the language that return one of these, in its order."""
    found = []
    for name, value in vars(dsl).items():
        if name in INSIDE or not inspect.isfunction(value):
            continue
        if name.startswith("_") or not value.__module__.startswith(PARTS):
            continue
        if str(inspect.signature(value).return_annotation) in made:
            found.append(name)
    return found


def constants(ids: str, first: str, last: str) -> list[str]:
    """Constants of the language whose number lies in a stretch of a module of `engine/ids`."""
    names = list(vars(import_module(f"quarriors.engine.ids.{ids}")))
    stretch = {f"{ids}.{name}" for name in names[names.index(first) : names.index(last) + 1]}
    aliases = _aliases(_language())
    return [name for name, number in aliases.items() if number in stretch and hasattr(dsl, name)]


def questions() -> list[str]:
    """What a filter can be asked by keyword."""
    given = [
        name
        for name, parameter in inspect.signature(dsl.dice).parameters.items()
        if parameter.kind == parameter.KEYWORD_ONLY and name not in PLUMBING
    ]
    return [f"{name}=" for name in (*given, *_WANTS)]


def objects(kind: type) -> list[str]:
    """Constants of the language that are such objects."""
    return [name for name, value in vars(dsl).items() if name.isupper() and type(value) is kind]


INTRODUCTION = (
    "{cards} cards of {sets} sets are written in {words} words. The number beside a word is how "
    "many cards use it. Whose, where and which die (`ME`, `READY`, `FIRST`, ...) and the reasons "
    "of choices (`DESTROY`, `TAKE`, ...) are explained in [Add a card](add-a-card.md)."
)
SINGLE = (
    "A word is made when no combination of the others says what a card says. These have one card "
    "so far; the line that needs each is beside it."
)
SPECIAL = (
    "There is no module for cards that the language cannot express: every card is written in the "
    "words above, and the engine knows no card of the Wilds by its name."
)
CONTROL = (
    "choose", "may_choose", "any_number", "may", "if_", "if_die", "by_opponent",
    "by_left_neighbour", "choose_opponent", "choose_player_but_owner", "choose_area",
    "deal_with_owner", "either", "each", "each_opponent", "mark",
)  # fmt: skip


def sections() -> dict[str, list[str]]:
    """Title and words of every table of the document."""
    steps = builders("Step")
    return {
        "Triggers": builders("Trigger"),
        "Events of `when`": constants("event", "SUMMONED", "COUNT"),
        "Windows of `react` and `at_will`": constants("window", "ON_ATTACK", "IN_CAPTURE"),
        "Steps that decide and repeat": [name for name in steps if name in CONTROL],
        "Steps that do something": [name for name in steps if name not in CONTROL],
        "Standing modifiers": builders("Modifier"),
        "Whom a modifier touches": constants("scope", "COMPANIONS", "PARTY"),
        "Filters": builders("Filter") + objects(type(dsl.CHOSEN)),
        "Questions of a filter": questions(),
        "Numbers": builders("Number") + objects(type(dsl.MY_GLORY)),
        "Conditions": builders("Condition") + objects(type(dsl.FIRST_LOSS)),
    }


def cards_by_word(found: Iterable[Use]) -> Mapping[str, dict[str, Use]]:
    """For every word the cards that use it, each with the first line that does."""
    by_word: dict[str, dict[str, Use]] = {}
    for use in found:
        for word in use.words:
            by_word.setdefault(word, {}).setdefault(use.card, use)
    return by_word


def told(word: str, known: Mapping[str, str]) -> str:
    """What a word means, in one line."""
    value = getattr(dsl, word, None)
    if inspect.isfunction(value):
        return said((value.__doc__ or "").strip().splitlines()[0])
    return said(PLAIN.get(word) or known.get(word, ""))


def document() -> str:
    """The whole of docs/vocabulary.md."""
    found = uses()
    by_word = cards_by_word(found)
    known = meanings()
    tables = sections()
    count = Counter({name: len(cards) for name, cards in by_word.items()})
    total = sum(len(names) for names in tables.values())
    lines = [
        "# The words that cards are written in",
        "",
        "Written by `python -m tests.vocabulary` from the card language and the cards.",
        "",
        INTRODUCTION.format(cards=len(default_catalog().cards), sets=len(SET_NAMES), words=total),
        "",
    ]
    for title, names in tables.items():
        lines += [f"## {title}", "", "| word | cards | |", "|---|---:|---|"]
        for name in names:
            lines.append(f"| `{name}` | {count[name]} | {told(name, known)} |")
        lines.append("")
    lines += [
        "## Words that one card uses",
        "",
        SINGLE,
        "",
        "| word | card | because it says |",
        "|---|---|---|",
    ]
    for names in tables.values():
        for name in names:
            if count[name] == 1:
                use = next(iter(by_word[name].values()))
                lines.append(f"| `{name}` | {use.card} | {line_of(use)} |")
    idle = [f"`{name}`" for names in tables.values() for name in names if not count[name]]
    lines += [
        "",
        "## Words that no card uses",
        "",
        ", ".join(idle) + "." if idle else "None.",
        "",
        "## Special cases",
        "",
        SPECIAL,
    ]
    return "\n".join(lines) + "\n"


def line_of(use: Use) -> str:
    """The text of a card's line."""
    texts = load("en", f"cards_{use.set_name}")[use.card]["abilities"]
    return " ".join(str(texts[use.line]).split()).replace("|", "\\|")


def main() -> None:
    """Write the document."""
    DOCUMENT.write_text(document(), "utf-8")
    print(f"{DOCUMENT.name} is written")


if __name__ == "__main__":
    main()
