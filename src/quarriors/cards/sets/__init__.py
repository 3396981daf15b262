"""The sets as the heads of their files describe them; importing this announces them to the engine.

Only the `[set]` table at the top of each file of this folder is read here; `load` reads the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from quarriors.engine.errors import CatalogError
from quarriors.engine.sets import ModuleInfo, PackLike, SetInfo, announce
from quarriors.toml_cache import parsed


@cache
def _texts() -> dict[str, str]:
    """The text of every file of cards, by the name of its set."""
    folder = Path(__file__).parent
    return {file.stem: file.read_text("utf-8") for file in folder.glob("*.toml")}


def text_of_set(name: str) -> str:
    """The text of a set's file."""
    return _texts()[name]


def _heads() -> list[dict[str, Any]]:
    """What the files of the sets say at their top, in the order of the sets."""
    heads: list[dict[str, Any]] = []
    for name, text in _texts().items():
        head = parsed(text.partition("\n[[")[0])["set"]
        if head["id"] != name:
            raise CatalogError("catalog.set", name=name, found=head["id"])
        heads.append(head)
    return sorted(heads, key=lambda head: int(head["order"]))


def _read(heads: Sequence[Mapping[str, Any]]) -> tuple[list[SetInfo], list[ModuleInfo]]:
    """The sets in their order and the rules that they bring."""
    sets = [
        SetInfo(
            head["id"],
            head["creature_classes"],
            head["spell_classes"],
            tuple(head.get("basics", ())),
            head.get("default", False),
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
    return sets, modules


def _find_packs(given: Sequence[object]) -> Sequence[PackLike]:
    """The packs that rules were given as objects, ids or files."""
    from quarriors.cards.pack import find_packs  # needs the cards, which need the sets

    return find_packs(given)


_HEADS = _heads()
BASICS: Final = tuple(name for head in _HEADS for name in head.get("usual_basics", ()))
# What must be in the game for cards of a type, by set and type.
TYPE_NEEDS: Final = {head["id"]: head.get("type_needs", {}) for head in _HEADS}
_SETS, _MODULES = _read(_HEADS)
announce(BASICS, _SETS, _MODULES, _find_packs)

SETS: Final = tuple(info.name for info in _SETS)
MODULES: Final = tuple(info.name for info in _MODULES)  # rules that a set brings (15.15)
RULES_OF_SETS: Final = {info.name: info.home for info in _MODULES}  # the set of each module
