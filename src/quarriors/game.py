"""The game as users hold it: the engine's, plus everything that looks at it or writes it down.

The engine knows nothing of views, records or languages; this class adds them, so that
`game.observe(0)`, `game.record()`, `print(game)` and a notebook's picture are one dot away.
"""

from __future__ import annotations

import copyreg
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

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


@dataclass(frozen=True)
class Origin:
    """How a game began: enough to play it again from its answers."""

    rules: Rules
    wilds: tuple[str, ...]
    seed: int
    first: int
    position: tuple[tuple[int, ...], ...] | None = None  # a set-up position instead of a new game
    catalog: Catalog = field(default_factory=default_catalog, repr=False, compare=False)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        given = (self.rules, self.wilds, self.seed, self.first, self.position)
        return (Origin, (*given, self.catalog))


class Game(engine.Game):
    """A game of Quarriors; see `engine.game.Game` for playing and copying it."""

    @property
    def rules(self) -> Rules:
        """What was agreed before the first roll."""
        return self.setup.rules

    @property
    def origin(self) -> Origin:
        """How this game began; a branch for search has forgotten it."""
        origin: Origin | None = self._origin
        if origin is None:
            raise RecordError("record.branch")
        return origin

    @property
    def seed(self) -> int:
        """The seed that fixes all draws and rolls."""
        return self.origin.seed

    def observe(self, seat: int) -> dict[str, Any]:
        """All that this seat may see, as plain values, and nothing else."""
        from quarriors.view.observe import observe

        return observe(self, seat)

    def record(self, *, snapshots: bool = True, embed_packs: bool = False) -> dict[str, Any]:
        """The game so far as plain values; see `docs/record-format.md`.

        With `embed_packs` it has the texts of the packs that it was played with: such a record can
        be replayed where nobody has their files.
        """
        from quarriors.record.write import write_record

        return write_record(self, snapshots=snapshots, embed_packs=embed_packs)

    def notation(self) -> str:
        """The position as one line of text, luck left out; see `docs/notation.md`.

        `quarriors.read_notation` makes a game of it again.
        """
        from quarriors.record.notation import write_notation

        return write_notation(self)

    def undo(self) -> None:
        """Take back the last answer, whoever gave it; what it rolled will be rolled again.

        The game is played again from its beginning. A branch, a game after `playout` and one with
        scripted dice do not know their way back: they raise an error and stay as they are. Events
        that were not taken are dropped.
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
    """Lay a table and begin (section 2).

    The seed fixes the Wilds, the first player and all dice; without one a fresh seed is taken
    and kept in `game.seed`. `wilds` names all ten cards instead; `mix` and `featured` say how sets
    are mixed and which of them is favoured (2.5); `log` keeps events for people.
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
