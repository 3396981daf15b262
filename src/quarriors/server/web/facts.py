"""Cards, rules, choices and bots for clients: facts that never change while a server runs.

Made once a language and kept encoded; a client asks for them once and may keep them as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from quarriors.bots.base import Parameter
from quarriors.bots.registry import BOTS, HOME
from quarriors.cards import every
from quarriors.engine.catalog import ENERGIES, Card
from quarriors.engine.rules import (
    EDITIONS,
    GOALS,
    MODULES,
    QUEST_GOALS,
    RULES_OF_SETS,
    SETS,
    VARIANTS,
)
from quarriors.engine.setup import MIXES
from quarriors.server.table.setup import COSTLIEST, server_bots
from quarriors.server.web.shapes import (
    AbilityFacts,
    BotFacts,
    BotList,
    CardFacts,
    CardList,
    Choices,
    Named,
    ParameterFacts,
    RuleFacts,
    RuleList,
    Section,
    SetFacts,
)
from quarriors.text import Texts


@cache
def cards(language: str) -> bytes:
    """All cards."""
    texts = Texts(language)
    return msgspec.json.encode(CardList(tuple(_card(card, texts) for card in every())))


def _card(card: Card, texts: Texts) -> CardFacts:
    told = texts.card(card.name)
    return CardFacts(
        name=card.name,
        text=told["name"],
        kind=card.kind,
        set=card.set_name,
        class_name=card.class_name,
        cost=card.cost,
        glory=card.glory,
        level=card.level,
        energy=ENERGIES[card.energy],
        discount=card.discount if card.discount >= 0 else None,
        dice=card.design.count,
        faces=tuple(face.notation for face in card.design.faces),
        abilities=tuple(
            AbilityFacts(ability.timing, ability.burst, text)
            for ability, text in zip(card.abilities, told["abilities"], strict=True)
        ),
        rulings=tuple(told["rulings"]),
        needs=tuple(card.needs),
        confidence={**card.confidence, "die": card.design.confidence},
    )


@cache
def rules(language: str) -> bytes:
    """The digest of the rules, section by section."""
    texts = Texts(language)
    by_section: dict[str, list[RuleFacts]] = {}
    for rule in texts.rule_ids():
        entry = texts.rule(rule)
        section = rule.partition(".")[0]
        facts = RuleFacts(rule, entry["title"], entry["text"].strip())
        by_section.setdefault(section, []).append(facts)
    sections = tuple(
        Section(section, texts.rule(f"section.{section}")["title"], tuple(found))
        for section, found in by_section.items()
    )
    return msgspec.json.encode(RuleList(sections))


@cache
def choices(language: str) -> bytes:
    """Sets, editions, modules, variants and mixes."""
    texts = Texts(language)

    def named(kind: str, names: Sequence[str]) -> tuple[Named, ...]:
        return tuple(Named(name, texts.say("server", f"web.{kind}.{name}")) for name in names)

    found = Choices(
        sets=tuple(
            SetFacts(
                name,
                texts.say("server", f"web.set.{name}"),
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
    return msgspec.json.encode(found)


@cache
def bots(language: str) -> bytes:
    """The bots that may be asked for here, with what they can be asked with."""
    texts = Texts(language)
    found = []
    for name in server_bots():
        kind = BOTS[name]
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
        text = texts.say("server", f"web.bot.{key}", home=kind.home)
        found.append(BotFacts(name, text, parameters))
    return msgspec.json.encode(BotList(tuple(found)))


def _most(parameter: Parameter) -> float | None:
    """The most a bot can be asked with, by itself and by this server."""
    here = COSTLIEST.get(parameter.name)
    if here is None or parameter.most is None:
        return parameter.most if here is None else here
    return min(parameter.most, here)
