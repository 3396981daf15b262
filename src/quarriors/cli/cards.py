"""`quarriors cards`: look a card up.

Shows what is printed on a card and its die, what it does on which burst, what its keywords mean,
how open questions were ruled, and how sure we are of each part; `find` also serves the other
commands that take card names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Annotated, Any

import typer

from quarriors.cards.load import catalog_of_packs, entries, some_cards
from quarriors.cards.sets import SETS
from quarriors.cli import BadOption, columns, one_of, print_json
from quarriors.cli.console import (
    Console,
    is_terminal,
    make_console,
    make_texts,
    read_packs,
    split_names,
)
from quarriors.cli.options import AsJson, Language, PackFiles, card_words, one, several
from quarriors.engine.catalog import ENERGIES, KINDS, Card
from quarriors.text import Texts
from quarriors.view.reference import (
    anchored,
    burst_key,
    card_keywords,
    card_rulings,
    find_names,
    least_sure,
)
from quarriors.view.speech import Speech

SHOWN_WHOLE = 5  # more hits than this are listed, not shown
NEAR = 3
ROW = 90  # faces are drawn in two rows if one would be wider
NO_ENERGY = "none"


def cards_command(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME...", autocompletion=card_words)
    ] = None,
    kind: Annotated[str | None, typer.Option("--kind", autocompletion=one("kinds"))] = None,
    set_name: Annotated[
        str | None, typer.Option("--set", "--sets", autocompletion=several("sets"))
    ] = None,
    cost: Annotated[str | None, typer.Option("--cost")] = None,
    energy: Annotated[str | None, typer.Option("--energy", autocompletion=one("energies"))] = None,
    program: Annotated[bool, typer.Option("--program")] = False,
    pack: PackFiles = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Look a card up, or list them all."""
    packs = read_packs(pack)
    texts = make_texts(lang, packs)
    found = find(names or [], texts.packs)
    if kind is not None:
        one_of("cards.kind_unknown", kind, KINDS)
        found = [card for card in found if card.kind == kind]
    if set_name is not None:
        found = [card for card in found if card.set_name in _sets(set_name)]
    if energy is not None:
        one_of("cards.energy_unknown", energy, (*ENERGIES[1:], NO_ENERGY))
        found = [card for card in found if (ENERGIES[card.energy] or NO_ENERGY) == energy]
    if cost is not None:
        least, most = _range(cost)
        found = [card for card in found if least <= card.cost <= most and has_cost(card)]
    if not found:
        raise BadOption("cards.nothing_left")
    if as_json:
        values = [card_values(card, texts) for card in found]
        if program:
            for card, told in zip(found, values, strict=True):
                told["programs"] = program_values(card)
        print_json(values)
        return
    terminal = is_terminal()
    console = make_console(plain=not terminal)
    if program:
        for card in found:
            _show_programs(console, card, texts)
        return
    speech = Speech(texts, (), signs=terminal)
    if names and len(found) <= SHOWN_WHOLE:
        for at, card in enumerate(found):
            if at:
                console.print()
            _show(console, card, speech)
        return
    list_cards(console, found, speech)
    if names:
        console.print()
        console.print(texts.say("cli", "cards.many", count=len(found)))


def _sets(text: str) -> list[str]:
    """The sets in a comma separated option; all of them for `all`."""
    named = split_names(text)
    for name in named or [text]:
        one_of("cards.set_unknown", name, (*SETS, "all"))
    return list(SETS) if "all" in named else named


def has_cost(card: Card) -> bool:
    """Whether a cost means anything: quests and dice that are never captured have none."""
    return card.kind != "quest" and card.design.roles.quarry


def find(names: Sequence[str], packs: tuple[str, ...] = ()) -> list[Card]:
    """The cards meant: all words as one name, else each word for itself; all if there are none."""
    if not names:
        return list(catalog_of_packs(packs).cards)
    whole = find_names(" ".join(names), packs)
    if whole:
        return some_cards(whole, packs)
    found: list[str] = []
    for name in names:
        hits = find_names(name, packs) or [one_card(name, packs)]
        found.extend(hit for hit in hits if hit not in found)
    cards = {card.name: card for card in some_cards(found, packs)}
    return [cards[name] for name in found]


def one_card(name: str, packs: tuple[str, ...] = ()) -> str:
    """The name of the one card that a part of it means; several or none are refused."""
    hits = find_names(name, packs)
    if len(hits) == 1:
        return hits[0]
    if hits and name.strip():
        raise BadOption("cards.ambiguous", name=name, names=hits)
    near = close_names(name, packs)
    if near:
        raise BadOption("cards.unknown_near", name=name, near=", ".join(near))
    raise BadOption("cards.unknown", name=name)


def close_names(name: str, packs: tuple[str, ...] = ()) -> list[str]:
    """Card names that somebody may have meant, by the whole name or by one of its words."""
    known: dict[str, str] = {}
    for entry in entries(packs).values():
        for shown in entry.names.values():
            known.setdefault(shown.casefold(), shown)
            for word in shown.split():
                if len(word) > 3:
                    known.setdefault(word.casefold(), shown)
    hits = get_close_matches(name.casefold(), list(known), 2 * NEAR, 0.6)
    for word in name.casefold().split():
        if len(word) > 3:
            hits.extend(get_close_matches(word, list(known), NEAR, 0.7))
    return list(dict.fromkeys(known[hit] for hit in hits))[:NEAR]


def _range(cost: str) -> tuple[int, int]:
    """A cost such as 3, or from 3 to 5 as 3-5."""
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", cost.strip())
    if match is None:
        raise BadOption("cards.cost", cost=cost)
    least = int(match.group(1))
    most = least if match.group(2) is None else int(match.group(2))
    if most < least:
        raise BadOption("cards.cost", cost=cost)
    return least, most


# --- for programs ------------------------------------------------------------------------------


def card_values(card: Card, texts: Texts) -> dict[str, Any]:
    """Everything about a card as plain values."""
    told = texts.card(card.name)
    return {
        "name": card.name,
        "shown": told["name"],
        "class": card.class_name,
        "type": card.type_name,
        "kind": card.kind,
        "set": card.set_name,
        "cost": card.cost,
        "glory": card.glory,
        "level": card.level,
        "energy": ENERGIES[card.energy],
        "discount": card.discount if card.discount >= 0 else None,
        "anchored": anchored(card),
        "needs": list(card.needs),
        "dice": card.design.count,
        "faces": [face.notation for face in card.design.faces],
        "abilities": [
            {
                "timing": ability.timing,
                "burst": ability.burst,
                "face": ability.face,
                "text": text,
                "confidence": ability_confidence(card, number),
            }
            for number, (ability, text) in enumerate(
                zip(card.abilities, told["abilities"], strict=True)
            )
        ],
        "keywords": card_keywords(card, texts),
        "rulings": card_rulings(card, texts),
        "confidence": {**card.confidence, "die": card.design.confidence},
        "sources": list(card.sources),
        "die_sources": list(card.design.sources),
        **({"pack": note} if (note := texts.pack_note(card.name)) else {}),
    }


def program_values(card: Card) -> list[dict[str, Any]]:
    """What the engine runs for a card, in words."""
    from quarriors.cards.disassembly import disassembled, trigger_words  # asked for rarely

    return [
        {
            "ability": number,
            "starts": trigger_words(trigger),
            "operations": disassembled(trigger.program),
        }
        for number, ability in enumerate(card.abilities)
        for trigger in ability.triggers
    ]


def ability_confidence(card: Card, number: int) -> str:
    """How sure we are of one line of a card: its own label, else that of all its text."""
    own = card.confidence.get(f"ability {number}")
    if own is None and card.abilities[number].timing == "anchored":
        own = card.confidence.get("anchored")
    return own or card.confidence["text"]


# --- for people --------------------------------------------------------------------------------


def title(card: Card, texts: Texts) -> str:
    """A card's name, with its other one where there are two."""
    told = texts.card(card.name)
    other = told["other_name"]
    return f"{told['name']} ({other})" if other else str(told["name"])


def price(card: Card, speech: Speech) -> str:
    """What a card costs, and how much less with its energy (13.5); of a quest its level."""
    texts = speech.texts
    if card.kind == "quest":
        return str(card.level)
    if not has_cost(card):
        return "-"
    if card.discount < 0:
        return str(card.cost)
    energy = speech.energy(ENERGIES[card.energy])
    return texts.say("play", "table.price", cost=card.cost, discount=card.discount, energy=energy)


def list_cards(console: Console, cards: Sequence[Card], speech: Speech) -> None:
    """Cards by class, basics first, then creatures, spells by cost, and quests by level."""
    texts = speech.texts
    for kind in KINDS:
        there = [card for card in cards if card.kind == kind]
        if not there:
            continue
        console.print(texts.say("cli", f"cards.kinds.{kind}"), style="bold")
        classes = list(dict.fromkeys(card.class_name for card in there))
        rows: list[tuple[str, ...]] = []
        for class_name in classes:
            for card in sorted(there, key=lambda card: (card.cost, card.level, card.name)):
                if card.class_name == class_name:
                    glory = str(card.glory) if card.glory else "-"
                    faces = [speech.face(face.notation) for face in card.design.faces]
                    sure = texts.say("play", f"card.confidence.{least_sure(card)}")
                    shown = (title(card, texts), price(card, speech), glory, sure)
                    rows.append((*shown, " | ".join(faces)))
        cost_head = "level_head" if kind == "quest" else "cost_head"
        keys = ("name", cost_head, "glory_head", "sure_head", "faces_head")
        rows.insert(0, tuple(texts.say("cli", f"cards.{key}") for key in keys))
        for line in columns(rows, right=(1, 2)):
            console.print(f"  {line}", soft_wrap=True)
        console.print()


def _facts(card: Card, speech: Speech) -> list[str]:
    """Kind, cost or level, Glory, dice and set; energy and anchored spell where there are any."""
    texts = speech.texts
    values = {
        "kind": texts.say("cli", f"cards.kind.{card.kind}"),
        "cost": card.cost,
        "level": card.level,
        "glory": card.glory,
        "dice": card.design.count,
        "set": card.set_name,
    }
    key = "cards.facts_glory" if card.glory else "cards.facts"
    if card.kind == "quest":
        key = "cards.facts_quest"
    elif not has_cost(card):
        key = "cards.facts_never"
    lines = [texts.say("cli", key, **values)]
    if card.discount >= 0:
        energy = speech.energy(ENERGIES[card.energy])
        lines.append(texts.say("play", "card.energy", energy=energy, discount=card.discount))
    spell = anchored(card)
    if spell is not None:
        amount = speech.energy(spell["energy"], spell["price"])
        lines.append(texts.say("cli", "cards.anchored", energy=amount))
    if card.needs:
        lines.append(texts.say("cli", "cards.needs", needs=", ".join(card.needs)))
    return lines


def _show(console: Console, card: Card, speech: Speech) -> None:
    texts = speech.texts
    told = texts.card(card.name)
    console.print(title(card, texts), style="bold")
    for line in _facts(card, speech):
        console.print(line)
    console.print()
    for line in draw_faces([speech.face(face.notation) for face in card.design.faces], speech):
        console.print(line, soft_wrap=True)
    legend = "cards.legend_signs" if speech.signs else "cards.legend"
    console.print(texts.say("cli", legend), style="dim")
    console.print()
    if not card.abilities:
        console.print(texts.say("cli", "cards.no_ability"))
    for number, (ability, text) in enumerate(zip(card.abilities, told["abilities"], strict=True)):
        told_line = speech.line(text)
        line = texts.say("cli", f"cards.burst.{burst_key(ability.burst)}", text=told_line)
        if ability_confidence(card, number) != card.confidence["text"]:
            how = texts.say("play", f"card.confidence.{ability_confidence(card, number)}")
            line = texts.say("play", "card.sure_ability", text=line, sure=how)
        console.print(line)
    keywords = card_keywords(card, texts)
    if keywords:
        console.print()
        console.print(texts.say("cli", "cards.keywords"), style="bold")
        for term, tip in keywords.items():
            console.print(f"- {term}: {tip}")
    rulings = card_rulings(card, texts)
    if rulings:
        console.print()
        console.print(texts.say("cli", "cards.rulings"), style="bold")
        for ruling in rulings:
            console.print(f"- {ruling}")
    console.print()
    console.print(texts.say("cli", "cards.sure"), style="bold")
    parts = {**card.confidence, "die": card.design.confidence}
    for part, confidence in parts.items():
        if not part.startswith("ability "):  # shown beside the ability itself
            console.print(texts.say("cli", f"cards.part.{part}", how=_how(texts, confidence)))
    sources = list(dict.fromkeys([*card.sources, *card.design.sources]))
    shown = "; ".join(sources) or texts.say("cli", "cards.no_source")
    console.print(texts.say("cli", "cards.sources", sources=shown))
    note = texts.pack_note(card.name)
    if note:
        console.print(note)


def _show_programs(console: Console, card: Card, texts: Texts) -> None:
    """The programs of a card, below the lines of text that they stand for."""
    from quarriors.cards.disassembly import program_lines

    console.print(title(card, texts), style="bold")
    told = texts.card(card.name)["abilities"]
    if not any(ability.triggers for ability in card.abilities):
        console.print(texts.say("cli", "cards.no_program"))
    for number, text in enumerate(told):
        lines = program_lines(card, number)
        if lines:
            console.print(text)
        for line in lines:
            console.print(f"  {line}", soft_wrap=True)
    console.print()


def _how(texts: Texts, confidence: str) -> str:
    return texts.say("cli", f"cards.confidence.{confidence}")


def draw_faces(faces: Sequence[str], speech: Speech) -> list[str]:
    """The six sides of a die as boxes beside each other; plain signs where there is no terminal."""
    width = max(len(face) for face in faces) + 2
    across = len(faces) if (width + 3) * len(faces) <= ROW else len(faces) // 2
    corner, flat, side = ("+", "-", "|")
    tops = ends = (corner, corner)
    if speech.signs:
        flat, side = "─", "│"
        tops, ends = ("╭", "╮"), ("╰", "╯")
    lines = []
    for start in range(0, len(faces), across):
        row = faces[start : start + across]
        lines.append(" ".join(f"{tops[0]}{flat * width}{tops[1]}" for _ in row))
        lines.append(" ".join(f"{side}{face.center(width)}{side}" for face in row))
        lines.append(" ".join(f"{ends[0]}{flat * width}{ends[1]}" for _ in row))
    return lines
