"""The actions that can be offered by given rules: those that a compact form keeps.

They are derived from the rules and from the cards that can be on the table: from their faces, and
from what their abilities ask. An option that was not foreseen here would still get a number of
`again`; the tests play games of all kinds and see that none needs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from quarriors.engine.ids import effect, event, op, place, trait, verb, want, whose
from quarriors.engine.program import Filter
from quarriors.envs.core import actions as a
from quarriors.envs.core.layout import FIRST_QUEST
from quarriors.envs.possible import Facts

Offer = tuple[
    int, tuple[int, ...]
]  # a verb with its coordinates, as `actions.COORDINATES` has them
_SHOWN: Final = {place.ACTIVE, place.READY, place.ATTACHED, place.QUEST}  # where dice show faces


def possible_actions(facts: Facts) -> list[int]:
    """The universal numbers of all options that can be offered, rising."""
    return sorted({_number(*offer) for offer in _Offers(facts).all()})


def _number(word: int, coordinates: tuple[int, ...]) -> int:
    """The universal number of a verb with its coordinates."""
    offset = 0
    for (_, size), value in zip(a.COORDINATES[a.SHAPE_OF[word]], coordinates, strict=True):
        offset = offset * size + value
    return a.BASES[word] + offset


class _Offers:
    """All that can be offered on some tables."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def all(self) -> Iterator[Offer]:
        """Every offer, some of them more than once."""
        yield from self._plain()
        for word, faces in self._own_faces().items():
            for lane, face in faces:
                if a.SHAPE_OF[word] == a.FACE:
                    yield word, (lane, face)
                elif face >= a.FIRST_UP:
                    yield word, (lane, face - a.FIRST_UP)
        yield from self._locking()
        choices = {
            (step.operands["verb"], step.filter().facts()): step.filter()
            for step in self.facts.all_steps
            if step.op == op.CHOOSE
        }
        for (word, _), which in choices.items():
            yield from self._choice(word, which)
        if self.facts.quests:
            yield from self._questing()
        if self.facts.lasting(effect.DRAW):  # drawn, and not yet rolled: they show their first face
            for lane in self.facts.lanes:
                yield verb.DISCARD, (0, lane, a.PILE)

    def _plain(self) -> Iterator[Offer]:
        """Options without a die, and those for whole cards."""
        yield verb.PASS, ()
        yield verb.NO, ()
        for lane in self.facts.asking([op.ASK]):
            yield verb.YES, (lane + 1,)
        for step in self.facts.all_steps:
            if step.op == op.EITHER:
                yield step.operands["first"], ()
                yield step.operands["second"], ()
            elif step.op == op.CHOOSE_SEAT:
                for seat in range(self.facts.players):
                    yield step.operands["verb"], (seat,)
            elif step.op == op.CHOOSE_AREA:
                for seat, area in product(range(self.facts.players), range(2)):
                    yield verb.AREA, (seat, area)
        sends = self.facts.death_places() or op.SEND in self.facts.ops
        if sends or self.facts.lasting(effect.TO_ACTIVE):
            for where in range(len(place.NAMES)):
                yield verb.SEND, (where,)
        for lane in self.facts.lanes:
            yield verb.CULL, (lane,)
            cards = self.facts.tables.lanes[lane]
            if lane < FIRST_QUEST and any(card.design.roles.quarry for card in cards):
                yield verb.CAPTURE, (lane,)
            if any(card.summary.anchor is not None for card in cards):
                yield verb.ANCHOR, (lane,)

    def _own_faces(self) -> dict[int, set[tuple[int, int]]]:
        """Verbs about a die of the player who decides, with the faces that it can show."""
        sheet = self.facts.sheet
        draws = self.facts.faces(lambda look: sheet.draw[look] > 0)
        rerolls = self.facts.faces(lambda look: sheet.reroll[look])
        reactions = self.facts.triggered([event.REACT])
        started = self.facts.triggered(range(event.COUNT))
        copies = {face for face in self.facts.creatures if face[0] in self.facts.copying()}
        found = {
            verb.DRAW: draws,
            verb.REROLL: rerolls,
            verb.DRAW_AND_REROLL: draws & rerolls,
            verb.USE: self.facts.triggered([event.IMMEDIATE]),
            verb.SPEND: self.facts.faces(lambda look: sheet.quiddity[look] > 0),
            verb.READY: self.facts.spells,
            verb.CAST: self.facts.spells & self.facts.triggered([event.CAST, event.ATTACH]),
            verb.RETIRE: self.facts.spells,
            verb.SUMMON: self.facts.creatures,
            verb.DEFEND: self.facts.creatures,
            verb.REACT: self.facts.spells & reactions,
            verb.SWITCH: reactions - self.facts.spells,
            verb.ORDER: started | copies,
        }
        if not self.facts.rules.spent_pile:
            found[verb.SPEND_AS_QUIDDITY] = draws
        if self.facts.rules.expert_culling:
            found[verb.SCORE] = found[verb.KEEP] = self.facts.creatures
        if self.facts.quests:
            found[verb.VENTURE] = found[verb.EQUIP] = self.facts.creatures
        return found

    def _locking(self) -> Iterator[Offer]:
        """Locks of one's own, and unlocking anybody's (11.1, 11.4, 11.5)."""
        anywhere = self.facts.has_trait(trait.PLACE_ANYWHERE)
        for lane, face in self.facts.locks:
            for seat in range(self.facts.players):
                if seat == 0 or anywhere:
                    yield verb.LOCK, (seat, lane, face - a.FIRST_UP)
                yield verb.UNLOCK, (seat, lane, face - a.FIRST_UP)

    def _questing(self) -> Iterator[Offer]:
        """Where to go, whom to challenge, what comes first, whose quest die (section 12)."""
        yield verb.YES, (0,)
        for which in range(2):
            yield verb.FIRST, (which,)
        for quest in range(len(self.facts.quests)):
            for holder in range(self.facts.players + 1):
                yield verb.QUEST, (holder, quest)
        for lane, face in self.facts.lying:
            if lane in self.facts.quests:
                for seat in range(self.facts.players):
                    yield verb.SEIZE, (seat, lane, face - a.FIRST_UP)

    # --- what an ability lets a player choose --------------------------------------------------

    def _choice(self, word: int, which: Filter) -> Iterator[Offer]:
        """The options of a choice among the dice of a filter."""
        shape = a.SHAPE_OF[word]
        places = [where for where in range(len(place.NAMES)) if which.search_places >> where & 1]
        seats = self._seats(which)
        for lane in self._lanes(which):
            shown = self._shown(which, lane) if set(places) & _SHOWN else []
            up = [face - a.FIRST_UP for face in shown if face >= a.FIRST_UP]
            piled = bool(set(places) - _SHOWN)
            wild = place.WILDS in places
            for seat in seats:
                if shape == a.SEAT_UP:
                    yield from ((word, (seat, lane, face)) for face in up)
                elif shape == a.SEAT_LANE:
                    yield word, (seat, lane)
                elif shape == a.SEAT_ANY:
                    yield from ((word, (seat, lane, face + a.PILE)) for face in shown)
                    if piled:
                        yield word, (seat, lane, 0)
                elif shape == a.FREE:
                    yield from ((word, (seat + 1, lane, face + a.PILE)) for face in up)
                    if set(places) - _SHOWN - {place.WILDS}:
                        yield word, (seat + 1, lane, 0)
            if shape == a.FREE and wild:
                yield word, (0, lane, 0)

    def _seats(self, which: Filter) -> range:
        """Whose dice a filter means, counted from the player who chooses."""
        if which.search_whose == whose.ME:
            return range(1)
        if which.search_whose in (whose.OPPONENT, whose.OPPONENTS):
            return range(1, self.facts.players)
        return range(self.facts.players)

    def _lanes(self, which: Filter) -> list[int]:
        """The lanes of the dice that a filter can mean."""
        if which.alternative is not None:
            first = Filter(which.whose, which.places, which.want, which.class_name)
            return sorted({*self._lanes(first), *self._lanes(which.alternative)})
        found = []
        for lane in self.facts.lanes:
            cards = self.facts.tables.lanes[lane]
            if which.class_name and not any(c.class_name == which.class_name for c in cards):
                continue
            wanted = int(which.want)
            if wanted & want.CREATURE_DIE and not any(c.design.creature_die for c in cards):
                continue
            if wanted & want.SPELL_DIE and not any(c.kind == "spell" for c in cards):
                continue
            found.append(lane)
        return found

    def _shown(self, which: Filter, lane: int) -> list[int]:
        """The faces of a lane that such a die can show."""
        wanted = int(which.want)
        faces = self.facts.all_faces
        if which.alternative is None and not which.search_places >> place.ACTIVE & 1:
            faces = self.facts.lying
            if wanted & want.IS_LOCKED:
                faces = self.facts.locks
            elif wanted & want.IS_CREATURE:  # a locked one as well (15.20)
                faces = self.facts.creatures | (
                    set() if wanted & want.UNLOCKED else self.facts.locks
                )
            elif wanted & want.IS_SPELL:
                faces = self.facts.spells
            elif wanted & want.IS_QUARTIFACT:
                faces = self.facts.quartifacts
        return sorted(face for at, face in faces if at == lane)
