"""A table to be: dice by name and face, seat by seat."""

from __future__ import annotations

from collections.abc import Sequence

from quarriors.cards.load import catalog_of
from quarriors.engine import arrange, queries
from quarriors.engine.catalog import Catalog
from quarriors.engine.errors import CardError, PositionError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import phase, place
from quarriors.engine.queries import State
from quarriors.engine.rng import seeded
from quarriors.engine.rules import Rules
from quarriors.engine.setup import (
    extra_classes,
    is_basic,
    lay_table,
    missing_needs,
)
from quarriors.game import Origin
from quarriors.testing.effects import Effect
from quarriors.testing.laying import Placed, attach, copy_face, lay, lay_large_dice, leave_on_card
from quarriors.testing.naming import check_seat, one_of, script_face, slot_of, split
from quarriors.testing.play import Play

_PHASES = {
    "score": phase.SCORE,
    "immediate": phase.ROLL,
    "ready": phase.READY,
    "attack": phase.ATTACK,
    "capture": phase.CAPTURE,
    "clean-up": phase.CLEAN,
}


class Position:
    """A position to play from: dice by name and face, seat by seat; `start` makes a `Play`."""

    def __init__(
        self,
        players: int = 2,
        *,
        edition: str = "qultimate",
        variants: Sequence[str] = (),
        sets: Sequence[str] = ("base",),
        modules: Sequence[str] | None = None,
        wilds: Sequence[str] = (),
        goal: int | None = None,
        packs: Sequence[object] = (),
        catalog: Catalog | None = None,
        seed: int = 1,
    ) -> None:
        self._rules = Rules(
            players, edition, sets, variants, goal=goal, modules=modules, packs=packs
        )
        self._catalog = catalog_of(self._rules) if catalog is None else catalog
        self._seed = seed
        self._named: list[str] = list(wilds)
        self._dice: list[Placed] = []
        self._effects: list[Effect] = []
        self._glory = [0] * players
        self._pool = (0, 0, 0)  # plain, light, dark
        self._at_a_table = False
        self._left: dict[str, int] = {}
        self._quests: dict[int, str] = {}
        self._draws: list[str] = []
        self._rolls: list[str] = []

    # --- dice ---------------------------------------------------------------------------------

    def bag(self, seat: int, *dice: str) -> Position:
        """Dice in a bag."""
        return self._put(seat, place.BAG, dice)

    def active(self, seat: int, *dice: str) -> Position:
        """Dice in an Active Pool, rolled as named."""
        return self._put(seat, place.ACTIVE, dice)

    def ready(self, seat: int, *dice: str) -> Position:
        """Creatures and spells in a Ready Area."""
        return self._put(seat, place.READY, dice)

    def spent(self, seat: int, *dice: str) -> Position:
        """Dice in a Spent Pile."""
        return self._put(seat, place.SPENT, dice)

    def used(self, seat: int, *dice: str) -> Position:
        """Dice in a Used Pile."""
        return self._put(seat, place.USED, dice)

    def aside(self, seat: int, *dice: str) -> Position:
        """Dice that an ability set aside."""
        return self._put(seat, place.ASIDE, dice)

    def attached(self, seat: int, spell: str, carrier_seat: int, carrier: str) -> Position:
        """A spell or quartifact of one seat, with the first such creature of another or the same.

        The carrier is "Card" or "Card@face", in a Ready Area or on a quest.
        """
        check_seat(self._rules.players, carrier_seat)
        self._name(split(carrier)[0])
        self._put(seat, place.ATTACHED, [spell], carrier=(carrier_seat, carrier))
        return self

    def locked(self, seat: int, die: str) -> Position:
        """A die in a Locked Area; the face must be a lock, the first lock if none is named."""
        name, face = split(die)
        locks = [side.notation for side in self._catalog.card(name).design.faces if side.lock]
        if not locks:
            raise PositionError("testing.no_lock", card=name)
        if face and face not in locks:
            raise PositionError("testing.lock", die=die, known=locks)
        return self._put(seat, place.READY, [f"{name}@{face or locks[0]}"])

    def copying(self, seat: int, die: str, copied: str) -> Position:
        """A creature in a Ready Area that is a copy of "Card@face", as a Strong Primordial Ooze."""
        name, face = split(copied)
        self._name(name)
        copy_face(self._catalog.card(name), face)
        return self._put(seat, place.READY, [die], copied=copied)

    def quest(self, seat: int, card: str, *dice: str) -> Position:
        """Creatures of a seat that are on the quest of that card."""
        self._put(seat, place.QUEST, dice)
        self._name(card)
        self._quests[seat] = card
        return self

    def scored(self, seat: int, *dice: str) -> Position:
        """Creatures of the player whose turn it is that have scored in it: in the Used Pile."""
        return self._put(seat, place.USED, dice, scored=True)

    # --- everything else ----------------------------------------------------------------------

    def glory(self, seat: int, amount: int) -> Position:
        """A seat's Glory."""
        check_seat(self._rules.players, seat)
        if amount < 0:
            raise PositionError("testing.glory", value=amount)
        self._glory[seat] = amount
        return self

    def pool(self, plain: int = 0, *, light: int = 0, dark: int = 0) -> Position:
        """Quiddity at hand of the player whose turn it is; light and dark come on top of plain."""
        if min(plain, light, dark) < 0:
            raise PositionError("testing.pool")
        self._pool = (plain, light, dark)
        return self

    def effect(
        self,
        seat: int,
        name: str,
        amount: int = 0,
        *,
        on: str = "",
        against: int | None = None,
        until: int | None = None,
    ) -> Position:
        """An effect that lasts for this turn, on a creature of the seat or on the seat itself.

        `on` is the creature, "Card" or "Card@face"; `against` limits an attack bonus to one
        defender; `until` names the seat whose next turn ends the effect when it begins.
        """
        effect = Effect(seat, name, amount, on, against, until)
        effect.check(self._rules.players)
        self._effects.append(effect)
        return self

    def left(self, card: str, count: int) -> Position:
        """Leave `count` dice on a card; the others are out of the game."""
        self._name(card)
        self._left[card] = count
        return self

    def wilds_as_at_a_table(self) -> Position:
        """The Wilds as they are in a game, without the dice that everybody starts with (2.1, 2.3).

        So no Basic Quiddity lies there and two Assistants do; the starting dice that the position
        does not place are out of the game. `left` still decides for the cards it names.
        """
        self._at_a_table = True
        return self

    # --- chance -------------------------------------------------------------------------------

    def draws(self, *names: str) -> Position:
        """The first dice to come out of a bag; see `Play.draws`."""
        self._draws.extend(names)
        return self

    def rolls(self, *faces: str) -> Position:
        """The first rolls; see `Play.rolls`."""
        self._rolls.extend(faces)
        return self

    # --- naming -------------------------------------------------------------------------------

    def _put(
        self,
        seat: int,
        place: int,
        dice: Sequence[str],
        *,
        carrier: tuple[int, str] | None = None,
        copied: str = "",
        scored: bool = False,
    ) -> Position:
        check_seat(self._rules.players, seat)
        for die in dice:
            name, face = split(die)
            self._name(name)
            self._dice.append(Placed(seat, place, name, face, carrier, copied, scored))
        return self

    def _name(self, name: str) -> None:
        card = self._catalog.card(name)
        if not is_basic(card) and name not in self._named:
            self._named.append(name)

    # --- the table ----------------------------------------------------------------------------

    def table(self) -> GameSetup:
        """The cards named so far, filled up to seven creatures and three spells."""
        cards = [self._catalog.card(name) for name in self._named]
        taken = {card.class_name for card in cards}
        if len(taken) < len(cards):
            raise CardError("class_named_twice")
        rules = self._rules
        quotas = (("creature", rules.creature_classes), ("spell", rules.spell_classes))
        for kind, quota in quotas:
            for card in self._catalog.cards:
                if sum(other.kind == kind for other in cards) >= quota:
                    break
                if (
                    card.kind == kind
                    and card.class_name not in taken
                    and not missing_needs(rules, card)
                ):
                    cards.append(card)
                    taken.add(card.class_name)
        cards.extend(
            next(
                card
                for card in self._catalog.cards
                if card.class_name == class_name and card.type_name and not card.needs
            )
            for class_name in extra_classes(rules)
            if class_name not in taken
        )
        return lay_table(rules, self._catalog, cards)

    def start(self, phase: str = "score", active: int = 0) -> Play:
        """Begin in a phase: score, immediate, ready, attack, capture or clean-up.

        The game runs to its first decision when the play is first looked at.
        """
        one_of("phase", phase, list(_PHASES))
        check_seat(self._rules.players, active)
        table = self.table()
        s = arrange.empty(table, seeded(self._seed), active)
        arrange.stand_in_phase(s, _PHASES[phase])
        arrange.set_glory(s, self._glory)
        self._lay_dice(s)
        self._fill_pool(s)
        for effect in self._effects:
            effect.lay(s)
        queries.script_draws(s, [slot_of(table, name) for name in self._draws])
        queries.script_rolls(s, [script_face(table, face) for face in self._rolls])
        wire = queries.wire_of(s)
        names = tuple(card.name for card in table.cards if not is_basic(card))
        position = tuple(tuple(part) for part in wire)
        origin = Origin(self._rules, names, self._seed, active, position, self._catalog)
        return Play(queries.from_wire(table, wire), origin, self._rolls)

    def _lay_dice(self, s: State) -> None:
        """All dice: first those that lie for themselves, then those that others carry."""
        for placed in self._dice:
            if placed.carrier is None:
                lay(s, placed)
        for placed in self._dice:
            if placed.carrier is not None:
                attach(s, placed)
        for seat, quest in self._quests.items():
            arrange.set_quest(s, seat, slot_of(s.setup, quest))
        if s.setup.large_slot >= 0:
            lay_large_dice(s)
        for name, count in {**self._starting_dice_out(s.setup), **self._left}.items():
            leave_on_card(s, name, count, exact=name in self._left)

    def _starting_dice_out(self, table: GameSetup) -> dict[str, int]:
        """How many dice of the starting cards lie in the Wilds of a real table."""
        found: dict[str, int] = {}
        for slot, card in enumerate(table.cards) if self._at_a_table else ():
            if card.design.roles.start > 0:
                dice = table.last_die[slot] - table.first_die[slot]
                found[card.name] = dice - card.design.roles.start * table.players
        return found

    def _fill_pool(self, s: State) -> None:
        plain, light, dark = self._pool
        if (light or dark) and not s.setup.typed:
            raise PositionError("testing.no_energy")
        arrange.set_pool(s, plain + light + dark, light, dark)
