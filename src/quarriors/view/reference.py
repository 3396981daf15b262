"""A card or a rule as text: what `?` shows in the middle of a game.

Cards are found by any part of their name in either language, rules by their id or a word of their
title, terms by the glossary and the keywords of cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from quarriors.cards.load import catalog_of_packs, entries
from quarriors.engine.catalog import ENERGIES, Card, shows
from quarriors.text import Texts, load
from quarriors.view.speech import Speech

MOST_FOUND = 12  # more hits than this are not listed
CERTAINTY = ("sourced", "recalled", "original")  # from sure to our own


def find_names(text: str, packs: tuple[str, ...] = ()) -> list[str]:
    """The cards whose name contains the text, in any language; an exact name is the only hit."""
    wanted = text.casefold().strip()
    found: list[str] = []
    for name, entry in entries(packs).items():
        names = [shown.casefold() for shown in entry.names.values()]
        if wanted in names:
            return [name]
        if any(wanted in shown for shown in names):
            found.append(name)
    return found


def find_cards(text: str, packs: tuple[str, ...] = ()) -> list[Card]:
    """The same as cards of the catalogue."""
    catalog = catalog_of_packs(packs)
    return [catalog.card(name) for name in find_names(text, packs)]


def find_rules(text: str, texts: Texts) -> list[str]:
    """The rule of that id, else the rules with the word in their title."""
    ids = texts.rule_ids()
    wanted = text.strip().casefold()
    if wanted in ids:
        return [wanted]
    return [rule for rule in ids if wanted in texts.rule(rule)["title"].casefold()]


def find_terms(text: str, texts: Texts) -> list[str]:
    """Entries of the glossary and keywords whose term contains the text, as sentences."""
    wanted = text.strip().casefold()
    entries: dict[str, dict[str, str]] = load(texts.language, "help")["glossary"]
    return [
        f"{entry['term']}: {entry['text']}"
        for entry in (*entries.values(), *load(texts.language, "keywords").values())
        if wanted in entry["term"].casefold()
    ]


def card_lines(card: Card, speech: Speech) -> list[str]:
    """Everything a player wants to know of a card, a line each."""
    texts = speech.texts
    told = texts.card(card.name)
    kind = texts.say("play", f"card.kind.{card.kind}")
    quest = card.kind == "quest"
    if quest:
        lines = [texts.say("play", "card.quest_head", name=told["name"], level=card.level)]
    else:
        lines = [texts.say("play", "card.head", name=told["name"], kind=kind, cost=card.cost)]
    if not card.design.roles.quarry:  # 7.2, 13.2
        lines.append(texts.say("play", "card.never"))
    if card.discount >= 0:
        energy = speech.energy(ENERGIES[card.energy])
        lines.append(texts.say("play", "card.energy", energy=energy, discount=card.discount))
    if card.glory:
        key = "card.quest_glory" if quest else "card.glory"
        lines.append(texts.say("play", key, glory=speech.count(card.glory, "glory")))
    faces = [speech.face(face.notation) for face in card.design.faces]
    lines.append(texts.say("play", "card.faces", faces=" | ".join(faces)))
    for ability, text in zip(card.abilities, told["abilities"], strict=True):
        line = speech.line(text)
        lines.append(texts.say("play", f"card.burst.{burst_key(ability.burst)}", text=line))
    if not card.abilities:
        lines.append(texts.say("play", "card.plain"))
    lines.extend(texts.say("play", "card.ruling", text=text) for text in card_rulings(card, texts))
    sure = {part: texts.say("play", f"card.confidence.{how}") for part, how in _sure(card).items()}
    lines.append(texts.say("play", "card.sure", **sure))
    note = texts.pack_note(card.name)
    return [*lines, note] if note else lines


def card_rulings(card: Card, texts: Texts) -> list[str]:
    """How open questions about a card were ruled, double bursts in the Italian book included."""
    rulings: list[str] = list(texts.card(card.name)["rulings"])
    found = double_burst(card)
    if found:
        rulings.append(texts.say("play", f"card.double_burst.{found}"))
    return rulings


def anchored(card: Card) -> dict[str, Any] | None:
    """The anchored spell of a card: its energy, its price and which line of the card (13.6)."""
    for number, ability in enumerate(card.abilities):
        if ability.timing == "anchored":
            energy = ENERGIES[card.anchor_energy]
            return {"energy": energy, "price": card.anchor_cost, "ability": number}
    return None


def card_keywords(card: Card, texts: Texts) -> dict[str, str]:
    """The keywords in a card's text with their tips."""
    lines: list[str] = texts.card(card.name)["abilities"]
    entries: dict[str, dict[str, str]] = load(texts.language, "keywords")
    return {
        entry["term"]: entry["text"]
        for entry in entries.values()
        if any(_uses(line, entry["pattern"]) for line in lines)
    }


def _uses(line: str, pattern: str) -> bool:
    """Whether a line has a match for a pattern that begins and ends with its words."""
    return re.search(rf"(?<!\w)(?:{pattern})(?!\w)", line, re.IGNORECASE) is not None


def double_burst(card: Card) -> str:
    """What single-burst lines do on a double burst in the Italian book (1.4).

    They work `both` with the double-burst ones, `higher` if those replace them, or the card has no
    such line: an empty text.
    """
    single = [
        ability
        for ability in card.abilities
        if ability.burst == 1
        and any(face.bursts == 2 and shows(card, face, ability) for face in card.design.faces)
    ]
    if not single:
        return ""
    return "higher" if all(ability.replaced_at <= 2 for ability in single) else "both"


def _sure(card: Card) -> dict[str, str]:
    """How sure we are of a card's numbers, abilities and die."""
    return {
        "numbers": card.confidence["numbers"],
        "text": least_sure(card, only="text"),
        "die": card.design.confidence,
    }


def least_sure(card: Card, only: str = "") -> str:
    """The least sure label of a card and its die, or of its abilities alone."""
    labels = [
        how
        for part, how in card.confidence.items()
        if only != "text" or part in ("text", "anchored") or part.startswith("ability ")
    ]
    if not only:
        labels.append(card.design.confidence)
    return max(labels, key=CERTAINTY.index)


def burst_key(burst: int) -> str:
    """The key of the text that says how many bursts an ability asks for; any for one or two."""
    return {0: "none", 1: "one", 2: "two", 3: "three"}.get(burst, "any")


def rule_lines(rule: str, texts: Texts) -> list[str]:
    """A rule with its id and title."""
    entry = texts.rule(rule)
    head = texts.say("play", "card.rule", rule=rule, title=entry["title"])
    return [head, *entry["text"].strip().splitlines()]


def look_up(text: str, speech: Speech, here: Collection[str] = ()) -> list[str]:
    """What a player asked about with `? TEXT`: a card, a rule, a term, or which ones fit.

    `here` names the cards on the table: if just one of them fits, that one is meant.
    """
    texts = speech.texts
    rules = find_rules(text, texts)
    if rules == [text.strip()]:
        return rule_lines(rules[0], texts)
    cards = find_cards(text, texts.packs)
    near = [card for card in cards if card.name in here]
    cards = near if len(near) == 1 else cards
    if len(cards) == 1:
        return card_lines(cards[0], speech)
    terms = find_terms(text, texts)
    lines = terms[:MOST_FOUND]
    if cards and len(cards) <= MOST_FOUND:
        names = [speech.card(card.name) for card in cards]
        lines.append(texts.say("play", "card.several", names=", ".join(names)))
    if rules and len(rules) <= MOST_FOUND:
        found = [f"{rule} {texts.rule(rule)['title']}" for rule in rules]
        lines.append(texts.say("play", "card.rules", rules="; ".join(found)))
    if not lines:
        lines.append(texts.say("play", "card.unknown", text=text))
    return lines
