"""The packs that a server offers: read from a folder and from files when it starts."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quarriors.cards.known_packs import Pack
from quarriors.cards.pack import FILE_NAME, PackError, read_pack
from quarriors.cards.pictures import Picture, Pictures, read_pictures

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Offer:
    """The packs that hosts of tables may choose from, with their pictures."""

    packs: tuple[Pack, ...] = ()
    pictures: Mapping[str, Pictures] = field(default_factory=dict)  # by the id of a pack
    files: Mapping[str, Picture] = field(default_factory=dict)  # all pictures, by their names


def read_offer(folder: str, files: Sequence[str] = ()) -> Offer:
    """The packs of a folder and of single files; faults are left out, and the log says why."""
    there = sorted(Path(folder).iterdir()) if folder else []
    paths = [
        *map(Path, files),
        *(path for path in there if path.suffix == ".toml" or (path / FILE_NAME).is_file()),
    ]
    packs: dict[str, Pack] = {}
    pictures: dict[str, Pictures] = {}
    for path in paths:
        try:
            pack = read_pack(path)
        except PackError as error:
            more = len(error.faults) - 1
            logger.warning(
                "The pack %s is left out (and %d more faults): %s", path, more, error.faults[0]
            )
            continue
        packs.setdefault(pack.id, pack)
        found = read_pictures(pack, path)
        if found.found:  # a file may repeat what a folder has
            pictures.setdefault(pack.id, found)
        for fault in found.faults:
            logger.warning("A picture of the pack %s is left out: %s", path, fault)
    return Offer(
        tuple(packs[name] for name in sorted(packs)),
        pictures,
        {one.name: one for each in pictures.values() for one in each.found.values()},
    )
