"""The bots by name, with their parameters: our own, buy lists, and those of other packages.

A bot is named by a text: its name, then parameters after colons, such as `random`,
`mcts:ms=200:seed=5` or `list:path=my.toml`. Every bot has the parameter `seed`; what else it takes
it declares itself, as a tuple of `Parameter` called `parameters`. Modules of bots are imported when
the bot is made, not before. Other packages offer bots as entry points of the group
`quarriors.bots`; they cannot take the name of one of ours.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import Any, Final

from quarriors.bots.base import Bot, BotError, Parameter, Value
from quarriors.bots.rivals import RIVALS
from quarriors.engine.errors import QuarriorsError
from quarriors.engine.rng import checked_seed
from quarriors.engine.rules import GOALS, is_whole

GROUP: Final = "quarriors.bots"
SEED: Final = "seed"
HOME: Final = "quarriors"
HERE: Final = "this program"
# How numbers are written: plain digits and perhaps a minus. Python itself would also read a plus,
# spaces, underscores and the digits of other scripts. The longest seeds have 78 digits.
_WHOLE: Final = re.compile(r"-?[0-9]{1,80}")
_NUMBER: Final = re.compile(r"-?[0-9]{1,80}(\.[0-9]{1,80})?")
MOST_PLAYERS: Final = max(GOALS)
NOT_IN_NAMES: Final = frozenset(":,= \t\n")  # they mean something in a spec or in --seats

_MODULES: Final = {
    "random": "quarriors.bots.random_bot:RandomBot",
    "habit": "quarriors.bots.habit:HabitBot",
    "policy": "quarriors.bots.policy:PolicyBot",
    "greedy": "quarriors.bots.greedy:GreedyBot",
    "planner": "quarriors.bots.planner:PlannerBot",
    "mcts": "quarriors.bots.mcts:MctsBot",
    "master": "quarriors.bots.master:MasterBot",
    "list": "quarriors.bots.buylist:ListBot",
}


@dataclass(frozen=True)
class Kind:
    """A bot that can be asked for: its name, who offers it, and how to get hold of it."""

    name: str
    home: str
    load: Callable[[], Callable[..., Bot]]

    def factory(self) -> Callable[..., Bot]:
        """What makes the bot; a package that does not load is named."""
        try:
            found = self.load()
        except Exception as error:
            shown = f"{type(error).__name__}: {error}"
            raise BotError("import", name=self.name, home=self.home, error=shown) from error
        if not callable(found):
            raise BotError("no_bot", name=self.name, home=self.home)
        return found

    def parameters(self) -> tuple[Parameter, ...]:
        """What it can be asked with, besides a seed."""
        found = getattr(self.factory(), "parameters", ())
        fine = isinstance(found, tuple) and all(
            isinstance(one, Parameter) and one.name != SEED for one in found
        )
        if not fine:
            raise BotError("declares", name=self.name, home=self.home)
        return tuple(found)

    def make(self, seat: int, seed: int, given: Mapping[str, Value]) -> Bot:
        """Make the bot; an error of its own is raised with its name."""
        try:
            bot = self.factory()(seat, seed, **given)
        except QuarriorsError:
            raise
        except Exception as error:
            shown = f"{type(error).__name__}: {error}"
            raise BotError("construct", name=self.name, home=self.home, error=shown) from error
        if not callable(getattr(bot, "decide", None)):
            raise BotError("no_bot", name=self.name, home=self.home)
        return bot


class Registry(MutableMapping[str, Kind]):
    """All bots there are, by name; other packages are looked through once for each `sys.path`.

    `BOTS["mine"] = MyBot` adds a bot for this process, as a notebook may want to.
    """

    def __init__(self) -> None:
        self._added: dict[str, Kind] = {}

    def __setitem__(self, name: str, made: Kind | Callable[..., Bot]) -> None:
        if not _is_text(name) or not name or NOT_IN_NAMES & set(name):
            raise BotError("name", name=name)
        self._added[name] = made if isinstance(made, Kind) else Kind(name, HERE, lambda: made)

    def __delitem__(self, name: str) -> None:
        del self._added[name]

    def __getitem__(self, name: str) -> Kind:
        if name in self._added:
            return self._added[name]
        own = _own()
        if name in own:
            return own[name]
        offered = _offered(tuple(sys.path)).get(name)
        if offered is None:
            raise KeyError(name)
        if len(offered) > 1:
            homes = " and ".join(sorted(_home(entry) for entry in offered))
            raise BotError("two_homes", name=name, homes=homes)
        return Kind(name, _home(offered[0]), offered[0].load)

    def __contains__(self, name: object) -> bool:
        return name in self._added or name in _own() or name in _offered(tuple(sys.path))

    def __iter__(self) -> Iterator[str]:
        yield from {**_own(), **self._added, **_offered(tuple(sys.path))}

    def __len__(self) -> int:
        return len(list(iter(self)))


BOTS: Final = Registry()


def _is_text(value: object) -> bool:
    return isinstance(value, str)


@cache
def _own() -> Mapping[str, Kind]:
    """Our own bots: written in Python, the rivals, the lists that come with the package."""
    found = {name: Kind(name, HOME, partial(_imported, place)) for name, place in _MODULES.items()}
    found |= {name: Kind(name, HOME, partial(_rival, name)) for name in RIVALS}
    for entry in files("quarriors.bots").joinpath("lists").iterdir():
        name, dot, ending = entry.name.partition(".")
        if dot and ending == "toml":
            found[name] = Kind(name, HOME, partial(_shipped, name))
    return found


def _imported(place: str) -> Callable[..., Bot]:
    module, _, name = place.partition(":")
    factory: Callable[..., Bot] = getattr(import_module(module), name)
    return factory


def _rival(name: str) -> Callable[..., Bot]:
    """What makes the bot that plays a rival."""
    from quarriors.bots.rival_bot import RivalBot

    return partial(RivalBot, rival=RIVALS[name])


def _shipped(name: str) -> Callable[..., Bot]:
    """What makes the bot that follows a list of ours."""
    from quarriors.bots.buylist import BuyListBot, shipped_list

    return partial(BuyListBot, wishes=shipped_list(name))


@cache
def _offered(_path: Sequence[str]) -> Mapping[str, Sequence[EntryPoint]]:
    """What other packages on this path offer; names that no spec could hold are left out."""
    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        same = found.setdefault(entry.name, [])
        if not NOT_IN_NAMES & set(entry.name) and _home(entry) not in map(_home, same):
            same.append(entry)
    return {name: entries for name, entries in sorted(found.items()) if entries}


def _home(entry: EntryPoint) -> str:
    """The package that offers an entry point."""
    return entry.value if entry.dist is None else str(entry.dist.metadata["Name"])


# --- texts that ask for a bot --------------------------------------------------------------------


@dataclass(frozen=True)
class BotSpec:
    """A bot as a text asks for it, read and checked: which one, and the values it was given."""

    kind: Kind
    given: Mapping[str, Value]

    def values(self) -> dict[str, Value]:
        """The values of all its parameters, whether they were given or not."""
        return {one.name: one.default for one in self.kind.parameters()} | dict(self.given)

    def make(self, seat: int, seed: int) -> Bot:
        """Make the bot for one seat; its own `seed` parameter takes precedence."""
        given = dict(self.given)
        own_seed = given.pop(SEED, seed)
        return self.kind.make(seat, checked_seed(own_seed), given)


def read_spec(text: str) -> BotSpec:
    """What a text asks for; `BotError` if there is no such bot or it cannot be asked for like that.

    The one place where the numbers of such texts are read.
    """
    if not _is_text(text):
        raise BotError("spec", value=repr(text))
    name, *texts = text.split(":")
    kind = BOTS.get(name)
    if kind is None:
        raise BotError("unknown", name=name, known=", ".join(sorted(BOTS)))
    return BotSpec(kind, read_parameters(name, texts, kind.parameters()))


def make_bot(spec: str, seat: int, seed: int) -> Bot:
    """Make a bot for one seat from a text such as `"mcts:ms=200"`.

    A `seed` in the text takes precedence over the argument.
    """
    found = read_spec(spec)
    if not is_whole(seat) or not 0 <= seat < MOST_PLAYERS:
        raise BotError("seat", last=MOST_PLAYERS - 1, value=repr(seat))
    return found.make(seat, seed)


def read_parameters(
    name: str, texts: Sequence[str], declared: Sequence[Parameter]
) -> dict[str, Any]:
    """The values of `key=value` texts, each checked against what the bot declares.

    A text parameter may hold colons: what follows it without being another parameter belongs to it.
    """
    known = {one.name: one for one in (*declared, Parameter(SEED, 5))}
    written: dict[str, str] = {}
    last = ""
    for text in texts:
        key, equals, value = text.partition("=")
        if key in known and (equals or not last):
            if key in written:
                raise BotError("twice", name=name, key=key)
            written[key] = value
            last = key
        elif last and isinstance(known[last].default, str):
            written[last] += f":{text}"
        else:
            example = f"{name}:{_example(next(iter(known.values())))}"
            raise BotError("parameter", name=name, key=key, known=", ".join(known), example=example)
    return {key: _value(name, known[key], value) for key, value in written.items()}


def _example(parameter: Parameter) -> str:
    return f"{parameter.name}={parameter.default or 'my.toml'}"


def _value(name: str, parameter: Parameter, text: str) -> Value:
    """What a text means as the value of a parameter."""
    key = parameter.name
    if isinstance(parameter.default, str):
        if not text:
            raise BotError("text", name=name, key=key)
        return text
    whole = isinstance(parameter.default, int)
    if not (_WHOLE if whole else _NUMBER).fullmatch(text):
        refusal = "whole" if whole else "number"
        raise BotError(refusal, key=key, example=parameter.default, value=text)
    number: int | float = int(text) if whole else float(text)
    if parameter.least is not None and number < parameter.least:
        raise BotError("least", name=name, key=key, least=parameter.least, value=text)
    if parameter.most is not None and number > parameter.most:
        raise BotError("most", name=name, key=key, most=parameter.most, value=text)
    return number
