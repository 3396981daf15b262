"""Packs for clients: those of a table, a text that is checked, and those that a host brings.

Everything here takes a while; a server calls it in a thread. A text comes from a stranger:
`cards.pack` bounds what is made of it, `AppContext` how often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from quarriors.cards.entry import read_cards
from quarriors.cards.known_packs import Pack
from quarriors.cards.language.faults import FaultyCards
from quarriors.cards.load import build_cards, catalog_of_packs, default_files, dice, entries
from quarriors.cards.load import overlaid as laid_over
from quarriors.cards.pack import FILE_NAME, PackError, read_pack
from quarriors.cards.pictures import Pictures
from quarriors.engine.catalog import Card
from quarriors.facts.game import card_facts, class_letters
from quarriors.facts.shapes import SAFE, CardFacts, EntryFacts, PackCheck, PackFacts, PackFault
from quarriors.table.errors import Refusal
from quarriors.text import Texts

PICTURES = "/api/packs/pictures/"  # where pictures are asked for


def pack_facts(
    pack: Pack, language: str, pictures: Mapping[str, Pictures] | None = None, text: str = ""
) -> PackFacts:
    """A pack with its cards, as clients show them; pictures are known by the ids of packs."""
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
        _facts(cards, [pack], language, pictures or {}),
        text,
    )


def table_packs(
    packs: Sequence[Pack],
    written: Sequence[str],
    language: str,
    pictures: Mapping[str, Pictures],
) -> tuple[PackFacts, ...]:
    """The packs of a table as they were written; cards are as all of them together have them."""
    cards = catalog_of_packs(tuple(pack.id for pack in packs)).cards
    shown = _facts(cards, packs, language, pictures)
    return tuple(
        replace(
            pack_facts(pack, language, text=text),
            cards=tuple(card for card in shown if _touches(pack, card.name, card.class_name)),
        )
        for pack, text in zip(packs, written, strict=True)
    )


def _facts(
    cards: Sequence[Card],
    packs: Sequence[Pack],
    language: str,
    pictures: Mapping[str, Pictures],
) -> tuple[CardFacts, ...]:
    """Those cards that packs have added or corrected, or whose dice they have."""
    texts = Texts(language, tuple(pack.id for pack in packs))
    letters = class_letters(texts, cards)
    shown: list[CardFacts] = []
    for card in cards:
        touching = [pack for pack in packs if _touches(pack, card.name, card.class_name)]
        if touching:
            facts = card_facts(card, letters[card.class_name], texts)
            address = _address(card, touching, pictures)
            shown.append(replace(facts, picture=address))
    return tuple(shown)


def _touches(pack: Pack, card: str, class_name: str) -> bool:
    """Whether a pack has added or corrected a card, or has its die."""
    return card in pack.added or card in pack.corrected or class_name in pack.classes


def _address(card: Card, packs: Sequence[Pack], pictures: Mapping[str, Pictures]) -> str:
    """The address of a card's picture in the last of these packs that has one, else nothing."""
    for pack in reversed(packs):
        there = pictures.get(pack.id)
        found = there.of(card.name, card.class_name) if there else None
        if found:
            return f"{PICTURES}{found.name}"
    return ""


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
        return dict(content) if _carried(content) else {}
    except RecursionError:
        return {}


def _carried(value: object) -> bool:
    """Whether JSON can carry a value of TOML: no dates, and no numbers that readers would lose."""
    if isinstance(value, dict):
        return all(map(_carried, value.values()))
    if isinstance(value, list):
        return all(map(_carried, value))
    if isinstance(value, int):
        return abs(value) <= SAFE
    return isinstance(value, (str, float))


def entry_of(name: str) -> EntryFacts:
    """The entry of a card of ours and of its die, as the set's file has them, to be corrected."""
    card = entries().get(name)
    if card is None:
        raise Refusal("illegal", "no_card", card=name[:60])
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


# --- what the host of a table brings -------------------------------------------------------------


def brought_pack(text: str, language: str) -> Pack:
    """A pack that the host of a table brings; `Refusal` if it cannot be used."""
    try:
        return read_pack(f"{text}\n")
    except PackError as error:
        why = error.faults[0].sentence(language)
        raise Refusal("illegal", "setup.bad_pack", why=why) from error


def check_together(packs: Sequence[str], language: str) -> None:
    """Refuse packs, by their ids, that cannot be played together; their cards are read by then."""
    try:
        catalog_of_packs(tuple(packs))
    except FaultyCards as error:
        why = error.faults[0].sentence(language)
        raise Refusal("illegal", "setup.bad_packs", why=why) from error
