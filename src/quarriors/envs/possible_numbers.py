"""The numbers of the observation that can differ by given rules: those that a compact form keeps.

A number is left out if it is the same in every position of every game: what belongs to seats, lanes
and rules that are not there, and what is printed alike on all cards that can lie in a lane.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarriors.engine.ids import choice, effect, event, op, place
from quarriors.envs.core import features as f
from quarriors.envs.core.actions import FACES, FIRST_UP, UPS
from quarriors.envs.core.layout import LANES
from quarriors.envs.possible import Facts

_OF_QUESTS = (choice.QUEST, choice.PARTY, choice.FIRST, choice.SEIZE, choice.START)


def possible_columns(facts: Facts) -> list[int]:
    """The universal places of all numbers that can differ, rising."""
    found = {*_table(facts), *_cards(facts), *_rolled(facts)}
    of_seat = list(_seat(facts))
    of_dice = list(_dice(facts))
    for seat in range(facts.players):
        found.update(f.AT_SEATS + seat * f.SEAT + at for at in of_seat)
        found.update(f.AT_DICE + seat * LANES * f.DICE + at for at in of_dice)
        for lane, face in facts.lying:
            found.add(f.AT_READY + (seat * LANES + lane) * UPS + face - FIRST_UP)
        if facts.quests:
            for lane, face in facts.lying:
                found.add(f.AT_QUEST + (seat * LANES + lane) * UPS + face - FIRST_UP)
    return sorted(found)


def _table(facts: Facts) -> Iterator[int]:
    cards = facts.tables.cards
    yield f.T_ROUND
    yield from range(f.T_PHASE, f.T_PHASE + (6 if facts.rules.six_phases else 5))
    yield from (f.T_POOL, f.T_AT_HAND, f.T_CAPTURES)
    if any(card.summary.typed for card in cards):
        yield from range(f.T_LIGHT, f.T_DARK_AT_HAND + 1)
    if op.DISCOUNT in facts.ops:
        yield f.T_DISCOUNT
    if facts.locks:
        yield f.T_LOCK_USED
    if any(card.summary.anchor is not None for card in cards):
        yield f.T_ANCHOR_USED
    for kind in range(len(choice.NAMES)):
        missing = (
            (kind in _OF_QUESTS and not facts.quests)
            or (kind == choice.SCORE_OR_KEEP and not facts.rules.expert_culling)
            or (kind == choice.CAST and not facts.rules.early_spells)
            or (kind == choice.PUT_BACK and not facts.lasting(effect.DRAW))
        )
        if not missing:
            yield f.T_KIND + kind
    for lane in facts.lanes:
        if facts.ops_of(lane):
            yield f.T_ASKING + lane
    yield from (f.T_ABILITY, f.T_LEFT, f.T_ATTACK, f.T_WAITING, f.T_OVER)
    if facts.quests:
        yield f.T_CHALLENGE


def _seat(facts: Facts) -> Iterator[int]:
    """The numbers of each seat."""
    yield from (f.S_ACTIVE, f.S_DECIDES, f.S_OPPONENT, f.S_GLORY, f.S_ATTACKER)
    yield from (f.S_DEFENDER, f.S_TOTAL, f.S_ATTACK, f.S_DEFENSE, f.S_EARNS)
    if facts.quests:
        yield from (f.S_CHALLENGER, f.S_CHALLENGED)
        yield from range(f.S_QUEST, f.S_QUEST + len(facts.quests))
    for where, there in (
        (place.BAG, True),
        (place.ACTIVE, True),
        (place.READY, True),
        (place.SPENT, facts.rules.spent_pile),
        (place.USED, True),
        (place.ATTACHED, bool(_attachable(facts))),
        (place.ASIDE, bool(_aside(facts))),
        (place.QUEST, bool(facts.quests)),
    ):
        if there:
            yield f.S_PLACES + where - place.BAG
    for kind, columns in (
        (effect.TO_ACTIVE, (f.S_TO_ACTIVE,)),
        (effect.SUMMON, (f.S_SUMMON_MORE, f.S_SUMMON_LESS)),
        (effect.NEXT_CAPTURE, (f.S_NEXT_CAPTURE,)),
        (effect.DRAW, (f.S_DRAW,)),
    ):
        if facts.lasting(kind):
            yield from columns


def _attachable(facts: Facts) -> set[int]:
    """Lanes of dice that can be attached to others."""
    return {
        *facts.asking([op.ATTACH]),
        *(lane for lane, _ in facts.triggered([event.ATTACH, event.EQUIP])),
        *(lane for lane, _ in facts.quartifacts),
    }


def _aside(facts: Facts) -> set[int]:
    """Lanes of dice that can lie aside: large dice, quest dice, and what abilities put there."""
    if any(step.operands.get("place") == place.ASIDE for step in facts.all_steps):
        return set(facts.lanes)
    found = {
        lane
        for lane in facts.lanes
        if lane in facts.quests
        or any(card.design.roles.set_aside for card in facts.tables.lanes[lane])
    }
    if place.ASIDE in facts.death_places():
        found.update(lane for lane, _ in facts.creatures)
    return found


def _cards(facts: Facts) -> Iterator[int]:
    """What differs between the cards that can lie in a lane, and what is left of their dice."""
    for lane in facts.lanes:
        at = f.AT_CARDS + lane * f.CARD
        yield from (at + f.C_LEFT, at + f.C_COST_NOW)
        if op.REMOVE in facts.ops:
            yield at + f.C_REMOVED
        prints = [f.printed(card) for card in facts.tables.lanes[lane]]
        for column, values in enumerate(zip(*prints, strict=True)):
            if len(set(values)) > 1:
                yield at + column


def _dice(facts: Facts) -> Iterator[int]:
    """The numbers of one seat's dice, lane by lane."""
    attachable, aside = _attachable(facts), _aside(facts)
    once = any(card.summary.once for card in facts.tables.cards)
    for lane in facts.lanes:
        at = lane * f.DICE
        yield from (at + f.D_BAG, at + f.D_USED, at + f.D_WAITING)
        if facts.rules.spent_pile:
            yield at + f.D_SPENT
        if lane in aside:
            yield at + f.D_ASIDE
        if lane in attachable:
            yield at + f.D_ATTACHED
        lies = {face for face in facts.lying if face[0] == lane}
        if lies & facts.creatures:
            yield from (at + f.D_ATTACK, at + f.D_DEFENSE, at + f.D_EARNS)
            yield from (at + f.D_ATTACKING, at + f.D_DAMAGED)
        if lies and once:
            yield at + f.D_USED_UP
        if attachable and lies & (facts.creatures | facts.locks):
            yield at + f.D_CARRIED


def _rolled(facts: Facts) -> Iterator[int]:
    """The faces of rolled dice, each of those that read the same once."""
    for lane, face in facts.all_faces:
        yield f.AT_ROLLED + lane * FACES + face
