"""The games that `simulate` and `effect` are asked to play: their options, read in one place."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, Final, get_type_hints

from quarriors.bots import BOTS, make_bot
from quarriors.cli import BadOption
from quarriors.cli.console import read_packs, split_names
from quarriors.cli.options import (
    Edition,
    Exclude,
    Feature,
    Include,
    Mix,
    Modules,
    PackFiles,
    Seats,
    Seed,
    Sets,
    Variants,
    Workers,
)
from quarriors.cli.wilds import asked_rules, card_names, chosen_wilds, excluded_names
from quarriors.lab.simulate import Plan
from quarriors.table_setup import HINT, dealt_wilds


@dataclass(frozen=True)
class PlanOptions:
    """The options of the commands that let bots play many games, as they were typed."""

    seats: Seats = None
    edition: Edition = None
    sets: Sets = None
    modules: Modules = None
    variants: Variants = None
    seed: Seed = None
    workers: Workers = None
    mix: Mix = None
    feature: Feature = None
    include: Include = None
    exclude: Exclude = None
    pack: PackFiles = None

    def check_counts(self, games: int) -> None:
        """Refuse numbers of games and workers below 1."""
        if games < 1:
            raise BadOption("simulate.games", games=games)
        if self.workers is not None and self.workers < 1:
            raise BadOption("simulate.workers", workers=self.workers)

    def plan(
        self,
        seats: str,
        wilds: str | None = None,
        code: str | None = None,
        seed: Callable[[], int] = lambda: secrets.randbits(32),
    ) -> Plan:
        """What is to be played; bots and a seed are given for options that were left out."""
        bots = bots_of(seats if self.seats is None else self.seats)
        if wilds is not None and code is not None:
            raise BadOption("table.wilds_and_code")
        packs = read_packs(self.pack)
        rules = asked_rules(
            len(bots), self.edition, self.sets, self.variants, self.modules, code, packs
        )
        named = chosen_wilds(wilds, code, rules)
        included = card_names(self.include, rules.packs)
        excluded = excluded_names(self.exclude, rules.packs)
        if named is not None and (included or excluded):
            raise BadOption("simulate.wilds_alone")
        plan = Plan(
            rules,
            tuple(bots),
            seed() if self.seed is None else self.seed,
            None if named is None else tuple(named),
            self.mix or HINT,
            tuple(included),
            tuple(excluded),
            self.feature or "",
        )
        if named is None:  # wishes that cannot be met are refused before anybody plays
            dealt_wilds(rules, plan.seed, plan.mix, self.feature, included, excluded)
        return plan


NOTHING_ASKED: Final = PlanOptions()


def bots_of(seats: str) -> list[str]:
    """The bots of all seats, each known."""
    bots = split_names(seats)
    for spec in bots:
        if spec.split(":")[0] not in BOTS:
            raise BadOption("simulate.bot", bot=spec, known=", ".join(sorted(BOTS)))
        make_bot(spec, 0, 0)  # how many seats there may be is for the rules to say
    return bots


def with_plan_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a plan, in the place of its parameter `asked`."""
    types = get_type_hints(PlanOptions, include_extras=True)
    names = [field.name for field in fields(PlanOptions)]
    signature = inspect.signature(command, eval_str=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    options = [
        inspect.Parameter(name, keyword, default=None, annotation=types[name]) for name in names
    ]
    parameters: list[inspect.Parameter] = []
    for name, parameter in signature.parameters.items():
        parameters += options if name == "asked" else [parameter.replace(kind=keyword)]

    @wraps(command)
    def called(**given: Any) -> None:
        asked = PlanOptions(**{name: given.pop(name) for name in names})
        command(asked=asked, **given)

    called.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return called
