"""Cards, rules, choices, bots and the tutorial: facts that change with the program only.

Made once a language and kept encoded; a client asks for them once and may keep them as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from quarriors.bots.base import Parameter
from quarriors.bots.registry import BOTS, HOME
from quarriors.bots.rivals import RIVALS
from quarriors.cards import every
from quarriors.cards.sets import MODULES, RULES_OF_SETS, SETS
from quarriors.engine.catalog import ENERGIES, Card
from quarriors.engine.faces import Face
from quarriors.engine.rules import EDITIONS, GOALS, QUEST_GOALS, VARIANTS
from quarriors.engine.setup import MIXES
from quarriors.facts.shapes import (
    AbilityFacts,
    BotFacts,
    BotList,
    CardFacts,
    CardList,
    Choices,
    FaceOdds,
    Named,
    ParameterFacts,
    RuleFacts,
    RuleList,
    Section,
    SetFacts,
)
from quarriors.table.codec import encode
from quarriors.table.setup import COSTLIEST, server_bots
from quarriors.table.tutorial import tutorial
from quarriors.text import Texts
from quarriors.view.achievements import shelf
from quarriors.view.marks import make_marks
from quarriors.view.reference import card_keywords, card_rulings
from quarriors.view.speech import Speech

# How the bots do against each other, from 0 to 4; `quarriors arena` tells. `swarm`, `giants` and
# `greedy` cannot be told apart by 60 games of each pair.
STRENGTH = {
    "random": 0, "habit": 1, "engine": 1, "greedy": 2, "swarm": 2, "giants": 2, "planner": 3,
    "policy": 3, "mcts": 4, "master": 4,
}  # fmt: skip
MOST_STRENGTH = 4

EDITIONS_SECTION = "0"


@cache
def cards(language: str) -> bytes:
    """All cards."""
    texts = Texts(language)
    letters = class_letters(texts, every())
    found = tuple(card_facts(card, letters[card.class_name], texts) for card in every())
    return encode(CardList(found))


def class_letters(texts: Texts, cards: Sequence[Card]) -> dict[str, str]:
    """A mark of two letters for each class of these cards.

    Classes come in the order of the sets, so that an expansion leaves the marks of others alone.
    """
    kinds = {card.class_name: card.kind for card in cards}
    marks = make_marks([(texts.class_name(name), kind) for name, kind in kinds.items()])
    return {name: mark.letters for name, mark in zip(kinds, marks, strict=True)}


def card_facts(card: Card, letter: str, texts: Texts) -> CardFacts:
    """What is printed on a card and its die, with texts that know its pack."""
    shown = texts.card(card.name)
    return CardFacts(
        name=card.name,
        text=shown["name"],
        other_name=shown["other_name"],
        kind=card.kind,
        set=card.set_name,
        class_name=card.class_name,
        class_text=texts.class_name(card.class_name),
        letter=letter,
        cost=card.cost,
        glory=card.glory,
        level=card.level,
        energy=ENERGIES[card.energy],
        discount=card.discount if card.discount >= 0 else None,
        dice=card.design.count,
        faces=tuple(face.notation for face in card.design.faces),
        odds=_odds(card, texts),
        abilities=tuple(
            AbilityFacts(ability.timing, ability.burst, text)
            for ability, text in zip(card.abilities, shown["abilities"], strict=True)
        ),
        keywords=card_keywords(card, texts),
        rulings=tuple(card_rulings(card, texts)),
        needs=tuple(card.needs),
        confidence={**card.confidence, "die": card.design.confidence},
        pack=texts.pack_note(card.name),
    )


def _odds(card: Card, texts: Texts) -> tuple[FaceOdds, ...]:
    """The different faces of a die, in the order of the card."""
    faces = [face.notation for face in card.design.faces]
    return tuple(
        FaceOdds(face, faces.count(face), face_words(face, texts)) for face in dict.fromkeys(faces)
    )


def face_words(notation: str, texts: Texts) -> str:
    """A face in words, for those who hear it or do not know the signs yet."""

    def say(key: str, /, **values: object) -> str:
        return texts.say("server", f"web.face.{key}", **values)

    face = Face(notation)
    parts: list[str] = []
    if face.creature:
        key = "creature_card" if "?" in notation else "creature"
        values = {"level": face.level, "attack": face.attack, "defense": face.defense}
        parts.append(say(key, **values))
    if face.quiddity >= 0:
        parts.append(say(ENERGIES[face.energy] or "quiddity", n=face.quiddity))
    if face.draw:
        parts.append(say("draw", n=face.draw))
    symbols = ("reroll", "immediate", "spell", "lock", "bonus")
    parts.extend(say(key) for key in symbols if getattr(face, key))
    if face.quartifact:
        parts.append(say("quartifact", name=Speech(texts, ()).quartifact(face.quartifact)))
    shown = say("choice" if face.choice else "both").join(parts)
    if not face.bursts:
        return shown
    bursts = say(f"bursts.{face.bursts}")
    return say("with", face=shown, bursts=bursts) if shown else bursts


@cache
def rules(language: str) -> bytes:
    """The digest of the rules, section by section; what editions differ in comes last."""
    texts = Texts(language)
    by_section: dict[str, list[RuleFacts]] = {}
    for rule in texts.rule_ids():
        entry = texts.rule(rule)
        section = rule.partition(".")[0]
        facts = RuleFacts(rule, entry["title"], entry["text"].strip())
        by_section.setdefault(section, []).append(facts)
    ordered = sorted(by_section.items(), key=lambda pair: pair[0] == EDITIONS_SECTION)
    sections = tuple(
        Section(section, texts.rule(f"section.{section}")["title"], tuple(found))
        for section, found in ordered
    )
    return encode(RuleList(sections))


@cache
def choices(language: str) -> bytes:
    """Sets, editions, modules, variants and mixes."""
    texts = Texts(language)

    def say(kind: str, name: str) -> str:
        return texts.say("server", f"web.{kind}.{name}")

    def named(kind: str, names: Sequence[str]) -> tuple[Named, ...]:
        return tuple(Named(name, say(kind, name), say(f"says.{kind}", name)) for name in names)

    found = Choices(
        sets=tuple(
            SetFacts(
                name,
                say("set", name),
                say("says.set", name),
                sum(card.set_name == name for card in every()),
                tuple(module for module in MODULES if RULES_OF_SETS[module] == name),
            )
            for name in SETS
        ),
        editions=named("edition", EDITIONS),
        modules=named("module", MODULES),
        variants=named("variant", VARIANTS),
        mixes=named("mix", MIXES),
        goals={str(players): goal for players, goal in GOALS.items()},
        quest_goals={str(players): goal for players, goal in QUEST_GOALS.items()},
    )
    return encode(found)


@cache
def bots(language: str, strongest: int = MOST_STRENGTH) -> bytes:
    """The bots that may be asked for here, with what they can be asked with.

    Rivals come first, the weakest of them first. Where bots must be quick, those that are stronger
    than `strongest` are left out, and those that are not ours.
    """
    texts = Texts(language)
    found = []
    for name in (*RIVALS, *(name for name in server_bots() if name not in RIVALS)):
        kind = BOTS[name]
        if _strength(name) > strongest:
            continue
        parameters = tuple(
            ParameterFacts(
                one.name,
                one.default,
                one.least,
                _most(one),
            )
            for one in kind.parameters()
        )
        key = name if kind.home == HOME else "other"
        says = texts.say("server", f"web.says.bot.{key}", home=kind.home)
        rival = RIVALS.get(name) if kind.home == HOME else None
        if rival is not None:
            who = texts.say("server", f"web.who.{name}")
            found.append(
                BotFacts(
                    name,
                    rival.name,
                    says,
                    rival.strength,
                    parameters,
                    True,
                    who,
                    says,
                    rival.rating,
                )
            )
            continue
        strength = STRENGTH[name] if kind.home == HOME else None
        text = texts.say("server", f"web.bot.{key}", name=name)
        found.append(BotFacts(name, text, says, strength, parameters))
    return encode(BotList(tuple(found)))


@cache
def achievements(language: str) -> bytes:
    """What can be achieved in a game."""
    return encode(shelf(language))


@cache
def guided_game(language: str) -> bytes:
    """The tutorial."""
    return encode(tutorial(language))


def _strength(name: str) -> int:
    """How strong a bot is; one of which that is not known counts as the strongest."""
    if BOTS[name].home != HOME:
        return MOST_STRENGTH
    return RIVALS[name].strength if name in RIVALS else STRENGTH[name]


def _most(parameter: Parameter) -> float | None:
    """The most a bot can be asked with, by itself and by this server."""
    here = COSTLIEST.get(parameter.name)
    if here is None or parameter.most is None:
        return parameter.most if here is None else here
    return min(parameter.most, here)
