"""What the cards of some tables can do: the facts that a compact form is derived from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from quarriors.engine.catalog import Card
from quarriors.engine.ids import event, op, trait
from quarriors.engine.operations import OPERATIONS
from quarriors.engine.program import Filter, Program
from quarriors.envs.core.layout import FIRST_QUEST, LANES
from quarriors.envs.tables import Tables

_BY_NUMBER: Final = {operation.number: operation for operation in OPERATIONS}


class Instruction:
    """One step of a card's program, with its operands by name."""

    def __init__(self, program: Program, at: int) -> None:
        code = program.instructions()
        self.program = program
        self.op = code[at]
        names = [operand.name for operand in _BY_NUMBER[self.op].operands]
        self.operands = dict(zip(names, code[at + 1 : at + 1 + len(names)], strict=True))

    def filter(self) -> Filter:
        """The dice that it is about."""
        return self.program.filters[self.operands["filter"]]


def _instructions(card: Card) -> Iterator[Instruction]:
    """All steps of all abilities of a card."""
    for ability in card.abilities:
        for trigger in ability.triggers:
            program = trigger.program
            at = 0
            while at < len(program.code):
                yield Instruction(program, at)
                at = int(program.next[at])


class Facts:
    """What can be on some tables, and what its abilities ask and do."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.rules = tables.rules
        self.sheet = tables.sheet
        self.players = self.rules.players
        self.lanes = [lane for lane in range(LANES) if tables.lanes[lane]]
        self.quests = [lane for lane in self.lanes if lane >= FIRST_QUEST]
        self.steps = {card.index: list(_instructions(card)) for card in tables.cards}
        self.all_steps = [step for steps in self.steps.values() for step in steps]
        self.ops = {step.op for step in self.all_steps}
        self._ops_of = [
            {step.op for card in lane for step in self.steps[card.index]} for lane in tables.lanes
        ]
        self.creatures = self.faces(lambda look: self.sheet.creature[look])
        self.spells = self.faces(lambda look: self.sheet.spell[look])
        self.locks = self.faces(lambda look: self.sheet.lock[look])
        self.quartifacts = self.faces(lambda look: self.sheet.quartifact[look])
        self.all_faces = self.faces(lambda _look: True)
        self.lying = self.creatures | self.spells | self.locks | self.quartifacts

    # --- what cards and faces there are -------------------------------------------------------

    def faces(self, fits: Callable[[int], object]) -> set[tuple[int, int]]:
        """The lanes and faces of all dice with such a look."""
        return {
            (lane, alike)
            for lane in self.lanes
            for look, alike in self.tables.looks(lane)
            if fits(look)
        }

    def triggered(self, kinds: Iterable[int]) -> set[tuple[int, int]]:
        """Faces that show an ability which one of these events starts."""
        wanted = list(kinds)
        triggers = self.sheet.triggers
        return self.faces(lambda look: any(triggers[look * event.COUNT + k] for k in wanted))

    def copying(self) -> list[int]:
        """Lanes of dice that can become copies of creatures."""
        return [lane for lane in self.lanes if op.COPY in self.ops_of(lane)]

    def ops_of(self, lane: int) -> set[int]:
        """What the abilities of the cards of a lane do."""
        return self._ops_of[lane]

    def asking(self, ops: Iterable[int]) -> list[int]:
        """Lanes of dice whose abilities do one of these things; copies do what others can."""
        wanted = set(ops)
        found = {lane for lane in self.lanes if wanted & self.ops_of(lane)}
        if wanted & self.ops:
            found.update(self.copying())
        return sorted(found)

    def has_trait(self, kind: int) -> bool:
        """Whether a card has such a modifier."""
        return any(card.summary.traits >> kind & 1 for card in self.tables.cards)

    def death_places(self) -> set[int]:
        """The places that modifiers send destroyed creatures to."""
        return {
            int(modifier.amount.constant)
            for card in self.tables.cards
            for ability in card.abilities
            for modifier in ability.modifiers
            if modifier.kind == trait.DEATH_PLACE
        }

    def lasting(self, kind: int) -> bool:
        """Whether an ability has such a lasting effect."""
        return any(
            step.op == op.LASTING and step.operands["effect"] == kind for step in self.all_steps
        )
