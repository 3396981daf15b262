"""Packs for clients: those of the server's folder, those of a table, and a text that is checked.

Everything here takes a while and is called in a thread. A text comes from a stranger: `cards.pack`
bounds what is made of it, `House` how often.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from quarriors.cards.entry import read_cards
from quarriors.cards.known_packs import Pack
from quarriors.cards.load import build_cards, catalog_of_packs, default_files, dice, entries
from quarriors.cards.load import overlaid as laid_over
from quarriors.cards.pack import FILE_NAME, PackError, read_pack
from quarriors.engine.catalog import Card
from quarriors.server.web.answers import NotServed
from quarriors.server.web.facts import card_facts, class_letters
from quarriors.server.web.shapes import CardFacts, EntryFacts, PackCheck, PackFacts, PackFault
from quarriors.text import Texts

logger = logging.getLogger(__name__)


def read_folder(folder: str) -> tuple[Pack, ...]:
    """The packs of a folder by name; a faulty one is left out, and the log says why."""
    if not folder:
        return ()
    found: dict[str, Pack] = {}
    for path in sorted(Path(folder).iterdir()):
        if path.suffix != ".toml" and not (path / FILE_NAME).is_file():
            continue
        try:
            pack = read_pack(path)
        except PackError as error:
            more = len(error.faults) - 1
            logger.warning(
                "The pack %s is left out (and %d more faults): %s", path, more, error.faults[0]
            )
        else:
            found.setdefault(pack.id, pack)
    return tuple(sorted(found.values(), key=lambda pack: pack.id))


def pack_facts(pack: Pack, language: str, text: str = "") -> PackFacts:
    """A pack with its cards, as clients show them."""
    cards = build_cards(laid_over(default_files(), [pack.file]))
    return PackFacts(
        pack.id,
        pack.name,
        pack.version,
        pack.author,
        pack.languages,
        pack.sets,
        pack.added,
        pack.corrected,
        _facts(cards, [pack], language),
        text,
    )


def table_packs(
    packs: Sequence[Pack], written: Sequence[str], language: str
) -> tuple[PackFacts, ...]:
    """The packs of a table as they were written; cards are as all of them together have them."""
    cards = catalog_of_packs(tuple(pack.id for pack in packs)).cards
    shown = _facts(cards, packs, language)
    return tuple(
        msgspec.structs.replace(
            pack_facts(pack, language, text),
            cards=tuple(
                card
                for card in shown
                if card.name in (*pack.added, *pack.corrected) or card.class_name in pack.classes
            ),
        )
        for pack, text in zip(packs, written, strict=True)
    )


def _facts(cards: Sequence[Card], packs: Sequence[Pack], language: str) -> tuple[CardFacts, ...]:
    """Those cards that packs have added or corrected, or whose dice they have."""
    texts = Texts(language, tuple(pack.id for pack in packs))
    letters = class_letters(texts, cards)
    names = {name for pack in packs for name in (*pack.added, *pack.corrected)}
    classes = {name for pack in packs for name in pack.classes}
    return tuple(
        card_facts(card, letters[card.class_name], texts)
        for card in cards
        if card.name in names or card.class_name in classes
    )


def check_pack(text: str, language: str) -> PackCheck:
    """All that is wrong with the text of a pack, or the pack."""
    try:
        pack = read_pack(f"{text}\n")  # with a line break it is a text, whatever is in it
    except PackError as error:
        texts = Texts(language)
        faults = tuple(
            PackFault(fault.line, fault.column, fault.code, texts.fault(replace(fault, line=0)))
            for fault in error.faults
        )
        return PackCheck(faults, _content(text))
    return PackCheck((), _content(text), pack_facts(pack, language))


def _content(text: str) -> dict[str, Any]:
    """What a text holds, for forms; empty if it is no TOML, or more than JSON can carry."""
    content = read_cards(text, FILE_NAME).content
    try:
        msgspec.json.encode(content)
    except (RecursionError, OverflowError, TypeError, ValueError):
        return {}
    return dict(content)


def entry_of(name: str) -> EntryFacts:
    """The entry of a card of ours and of its die, as the set's file has them, to be corrected."""
    card = entries().get(name)
    if card is None:
        raise NotServed("illegal", "no_card", card=name[:60])
    files = {file.set_name: file for file in default_files()}
    home = files[card.set_name]
    if all(die.class_name != card.class_name for die in home.dice):
        home = next(file for file in files.values() if dice()[card.class_name] in file.dice)
    die = next(die for die in home.dice if die.class_name == card.class_name)
    return EntryFacts(
        card.set_name,
        files[card.set_name].content["card"][card.path[1]],
        home.set_name,
        home.content["die"][die.path[1]],
    )
