"""The game as callers use it: the engine's game with views, records and pictures.

The engine knows nothing of views, records or languages; this class adds `game.observe(0)`,
`game.record()`, `print(game)` and the picture in a notebook.
"""

from __future__ import annotations

import copyreg
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from quarriors.cards.load import catalog_of, default_catalog
from quarriors.engine import arrange, queries
from quarriors.engine import game as engine
from quarriors.engine.catalog import Catalog
from quarriors.engine.dealing import start
from quarriors.engine.errors import IllegalAnswer, RecordError, RulesError, ScriptError
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import place
from quarriors.engine.queries import State
from quarriors.engine.rng import Dealer, checked_seed, seeded
from quarriors.engine.rules import Rules, is_whole
from quarriors.engine.setup import choose_wilds, is_basic, lay_table, named_wilds

if TYPE_CHECKING:
    from quarriors.view.shape import View


@dataclass(frozen=True)
class Origin:
    """How a game began. Together with the answers it is enough to replay the game.

    Attributes:
        rules: The rules of the game.
        wilds: The names of the cards in the Wilds.
        seed: The seed of all draws and rolls.
        first: The seat that began.
        position: The position that it began from, instead of a new game.
        catalog: The cards of the game.
    """

    rules: Rules
    wilds: tuple[str, ...]
    seed: int
    first: int
    position: tuple[tuple[int, ...], ...] | None = None
    catalog: Catalog = field(default_factory=default_catalog, repr=False, compare=False)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        given = (self.rules, self.wilds, self.seed, self.first, self.position)
        return (Origin, (*given, self.catalog))


class Game(engine.Game):
    """A game of Quarriors, made by `new_game`.

    Look at `decision`, `apply` one of its options, until the game is `over`. `clone` and `branch`
    copy it; `observe`, `record` and `notation` show it to others.
    """

    @property
    def rules(self) -> Rules:
        """The rules that this game is played by."""
        return self.setup.rules

    @property
    def origin(self) -> Origin:
        """How this game began; a branch has no origin and raises `RecordError`."""
        origin: Origin | None = self._origin
        if origin is None:
            raise RecordError("record.branch")
        return origin

    @property
    def seed(self) -> int:
        """The seed that fixes all draws and rolls."""
        return self.origin.seed

    def observe(self, seat: int) -> View:
        """Everything that a seat may see, as plain values, and nothing else.

        The keys and their types are those of `quarriors.view.shape.View`.
        """
        from quarriors.view.observe import observe

        return cast("View", observe(self, seat))

    def record(self, *, snapshots: bool = True, embed_packs: bool = False) -> dict[str, Any]:
        """The game so far as plain values, ready for JSON; `docs/record-format.md` describes them.

        Args:
            snapshots: Whether to include positions from which a reader can go on.
            embed_packs: Whether to include the texts of the packs of cards, so that the record
                can be replayed where their files are missing.
        """
        from quarriors.record.write import write_record

        return write_record(self, snapshots=snapshots, embed_packs=embed_packs)

    def notation(self) -> str:
        """The position as one line of text, without luck; `docs/notation.md` describes it.

        `quarriors.read_notation` reads it.
        """
        from quarriors.record.notation import write_notation

        return write_notation(self)

    def undo(self) -> None:
        """Take back the last answer of any player; the same answer would roll the same dice again.

        The game is replayed from its beginning. A branch, a game after `playout` and a game with
        scripted dice cannot be replayed: they raise an error and do not change. Events that were
        not taken are dropped.
        """
        answers = self.answers
        if self._origin is None:
            raise RecordError("record.forgotten")
        if not answers:
            raise IllegalAnswer("answer.none_yet")
        again = Game(_opening(self._origin, self.setup), self._origin, [], 0, False)
        try:
            for code in answers[:-1]:
                again.apply(code)
            check = again.clone()
            check.apply(answers[-1])
        except (IllegalAnswer, ScriptError) as error:
            raise _not_from_origin() from error
        if check.position != self.position or not queries.is_luck_alike(check, self):
            raise _not_from_origin()
        self.stand_like(again)

    def __str__(self) -> str:
        from quarriors.view.table import table_text

        return table_text(self)

    def _repr_svg_(self) -> str:
        from quarriors.view.svg import table_svg

        return table_svg(self)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_restore, (self._origin, self.setup, queries.wire(self), self.answers))


def _opening(origin: Origin, table: GameSetup) -> State:
    """The state that a game begins with, before its first decision."""
    if origin.position is None:
        return start(table, seeded(origin.seed), origin.first)
    return queries.from_wire(table, [list(part) for part in origin.position])


def _not_from_origin() -> RecordError:
    return RecordError("record.scripted")


def _reduce_table(table: GameSetup) -> tuple[Callable[..., GameSetup], tuple[Any, ...]]:
    """A table as a pickle keeps it: by the names of its cards."""
    names = [card.name for card in table.cards if not is_basic(card)]
    return (_lay_again, (table.rules, names, table.catalog))


def _lay_again(rules: Rules, names: Sequence[str], catalog: Catalog) -> GameSetup:
    return lay_table(rules, catalog, [catalog.card(name) for name in names])


copyreg.pickle(GameSetup, _reduce_table)  # states and options hold a table, and the engine no names


def _restore(
    origin: Origin | None, table: GameSetup, wire: list[list[int]], answers: Sequence[int]
) -> Game:
    """A pickled game again."""
    state = queries.from_wire(table, wire)
    return Game(state, origin, list(answers), len(answers), False)


def new_game(
    rules: Rules | None = None,
    seed: int | None = None,
    *,
    wilds: Sequence[str] | None = None,
    first: int | None = None,
    mix: str = "hint",
    featured: str = "",
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    catalog: Catalog | None = None,
    log: bool = False,
) -> Game:
    """Set up a game and run it to its first decision (section 2 of the rules).

    Args:
        rules: Players, edition, sets and variants; two players with the base set if left out.
        seed: Fixes the Wilds, the first player and all dice. Without it a new seed is chosen,
            which `game.seed` tells.
        wilds: The names of all cards of the Wilds, instead of chosen ones.
        first: The seat that begins, instead of a chosen one.
        mix: How sets are mixed (rule 2.5).
        featured: The set that the mix favours.
        include: Names of cards that must be in the Wilds.
        exclude: Names of cards that must not be in the Wilds.
        catalog: Other cards than those of the rules.
        log: Whether to note events for `game.take_events()`.
    """
    rules = Rules() if rules is None else rules
    if not isinstance(rules, Rules):
        raise RulesError("rules", value=repr(rules))
    cards = catalog_of(rules) if catalog is None else catalog
    seed = secrets.randbits(48) if seed is None else checked_seed(seed)
    if wilds is None:
        dealer = Dealer(seed, "wilds")
        chosen = choose_wilds(rules, cards, dealer, mix, featured, include, exclude)
    elif mix != "hint" or featured or include or exclude:
        raise RulesError("wilds_and_mix")
    else:
        chosen = named_wilds(rules, cards, wilds, Dealer(seed, "wilds"))
    if first is None:
        first = Dealer(seed, "first").below(rules.players)  # 2.4
    if not is_whole(first) or not 0 <= first < rules.players:
        last = rules.players - 1
        raise RulesError("first", last=last, value=repr(first))
    origin = Origin(rules, tuple(card.name for card in chosen), seed, first, None, cards)
    return begin(origin, log=log)


def with_die_in_bag(origin: Origin, card: str, seat: int) -> Origin:
    """The same game, but a die of a card lies in a seat's bag from the beginning, to try it."""
    table = lay_table(origin.rules, origin.catalog, [origin.catalog.card(n) for n in origin.wilds])
    names = [one.name for one in table.cards]
    if card not in names:
        raise RulesError("not_on_table", card=card, known=names)
    state = _opening(origin, table)
    die = arrange.wild_die(state, names.index(card))
    if die < 0 and origin.catalog.card(card).design.roles.start:
        return origin  # everybody has some from the beginning
    if die < 0:
        raise RulesError("no_die_left", card=card)
    arrange.put(state, die, seat, place.BAG)
    return replace(origin, position=tuple(map(tuple, queries.unscripted_wire(state))))


def begin(
    origin: Origin,
    *,
    log: bool = False,
    script: tuple[Sequence[int], Sequence[int]] | None = None,
) -> Game:
    """The game that an origin describes, at its first decision.

    A script is the slots of the dice that are drawn first and the faces that come up first (-1
    for one by chance), instead of what its position promises.
    """
    cards = [origin.catalog.card(name) for name in origin.wilds]
    state = _opening(origin, lay_table(origin.rules, origin.catalog, cards))
    if script is not None:
        draws, rolls = script
        queries.clear_scripts(state)
        queries.script_draws(state, list(draws))
        queries.script_rolls(state, list(rolls))
    return Game(state, origin, [], 0, log)
