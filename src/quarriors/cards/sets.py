"""The sets as `sets.toml` describes them; importing this announces them to the engine."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

from quarriors.engine.sets import ModuleInfo, SetInfo, announce


def _read() -> tuple[tuple[str, ...], list[SetInfo], list[ModuleInfo]]:
    text = files("quarriors.cards").joinpath("sets.toml").read_text("utf-8")
    described: dict[str, Any] = tomllib.loads(text)
    sets = [
        SetInfo(
            entry["name"],
            entry["creature_classes"],
            entry["spell_classes"],
            tuple(entry.get("basics", ())),
        )
        for entry in described["set"]
    ]
    modules = [
        ModuleInfo(
            entry["name"],
            entry["home"],
            tuple(entry.get("basics", ())),
            entry.get("replaces_basics", False),
            {int(players): tuple(names) for players, names in entry["dealt"].items()},
        )
        for entry in described["module"]
    ]
    return tuple(described["usual_basics"]), sets, modules


_BASICS, _SETS, _MODULES = _read()
announce(_BASICS, _SETS, _MODULES)

SETS: Final = tuple(info.name for info in _SETS)
MODULES: Final = tuple(info.name for info in _MODULES)  # rules that a set brings (15.15)
RULES_OF_SETS: Final = {info.name: info.home for info in _MODULES}  # the set of each module
