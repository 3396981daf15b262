"""The sets as the heads of their files describe them; importing this announces them to the engine.

Only the `[set]` table at the top of each file of this folder is read here; `load` reads the rest.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from quarriors.engine.errors import CatalogError
from quarriors.engine.sets import ModuleInfo, PackLike, SetInfo, announce


@cache
def _texts() -> dict[str, str]:
    """The text of every file of cards, by the name of its set."""
    folder = files("quarriors.cards.sets")
    return {
        file.name.removesuffix(".toml"): file.read_text("utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }


def text_of_set(name: str) -> str:
    """The text of a set's file."""
    return _texts()[name]


def _read() -> tuple[tuple[str, ...], list[SetInfo], list[ModuleInfo]]:
    """The basics of every game, the sets in their order and the rules that they bring."""
    heads: list[dict[str, Any]] = []
    for name, text in _texts().items():
        head = tomllib.loads(text.partition("\n[[")[0])["set"]
        if head["id"] != name:
            raise CatalogError("catalog.set", name=name, found=head["id"])
        heads.append(head)
    heads.sort(key=lambda head: int(head["order"]))
    sets = [
        SetInfo(
            head["id"],
            head["creature_classes"],
            head["spell_classes"],
            tuple(head.get("basics", ())),
        )
        for head in heads
    ]
    modules = [
        ModuleInfo(
            head["module"]["name"],
            head["id"],
            tuple(head["module"].get("basics", ())),
            head["module"].get("replaces_basics", False),
            {int(players): tuple(names) for players, names in head["module"]["dealt"].items()},
        )
        for head in heads
        if "module" in head
    ]
    basics = [name for head in heads for name in head.get("usual_basics", ())]
    return tuple(basics), sets, modules


def _find_pack(given: object) -> PackLike:
    """The pack that rules were given as an object, an id or a file."""
    from quarriors.cards.pack import find_pack  # needs the cards, which need the sets

    return find_pack(given)


_BASICS, _SETS, _MODULES = _read()
announce(_BASICS, _SETS, _MODULES, _find_pack)

SETS: Final = tuple(info.name for info in _SETS)
MODULES: Final = tuple(info.name for info in _MODULES)  # rules that a set brings (15.15)
RULES_OF_SETS: Final = {info.name: info.home for info in _MODULES}  # the set of each module
