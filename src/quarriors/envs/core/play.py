"""A game played by action numbers: what every environment holds.

It knows at each decision who decides and which number stands for which option. Masks are made at
once, because every learner asks for them; observations only when somebody looks. Both are written
into buffers that stay: whoever wants to keep one copies it.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64, u8

from quarriors.engine import queries
from quarriors.engine.game import Game, answer_option
from quarriors.engine.option import die_of
from quarriors.engine.vectors import append, vec
from quarriors.envs.core.actions import IDLE
from quarriors.envs.core.dice_rows import DIE, write_dice
from quarriors.envs.core.features import lay_print, look_around
from quarriors.envs.core.form import UNIVERSAL, Form
from quarriors.envs.core.layout import EncodingError, Layout
from quarriors.envs.core.numbering import number_options, number_page
from quarriors.envs.core.option_rows import OPTION, write_options
from quarriors.envs.core.writer import Writer, zeros


class Play:
    """One game with its numbers; `actor` is -1 once it is over."""

    def __init__(self, game: Game, form: Form = UNIVERSAL) -> None:
        self.game: Game = game
        self.form: Form = form
        self.layout: Layout = Layout(game.setup)
        self.actor: i64 = -1
        self.page: i64 = 0  # of the options, in the option form
        self._mask: vec[u8] = zeros(form.actions)
        self._start: i64 = 0  # of the mask in its buffer
        self.views: Any = None  # arrays that look at mask and row, for `encoding`
        self._numbers: vec[i64] = vec[i64]()  # of the options, in their order; and room for more
        self._count: i64 = 0  # of the options
        self._row: Writer = Writer(form.column, form.size, zeros(form.size), 0)
        self.refresh()
        lay_print(self._row, self.layout)
        self._row.keep()

    def move(self, masks: vec[u8], rows: vec[u8], at: i64) -> None:
        """Write into place `at` of buffers for many games from now on."""
        form = self.form
        self._mask = masks
        self.views = None
        self._start = at * form.actions
        self._row = Writer(form.column, form.size, rows, at * form.size)
        self.begin(self.game)

    def begin(self, game: Game) -> None:
        """Play another game of the same rules in the same buffers."""
        self.game = game
        self.layout = Layout(game.setup)
        for at in range(self._start, self._start + self.form.actions):
            self._mask[at] = u8(0)
        self._count = 0
        self.refresh()
        cells = self._row.cells
        for at in range(self._row.start, self._row.start + self.form.size):
            cells[at] = u8(0)
        lay_print(self._row, self.layout)
        self._row.keep()

    def refresh(self) -> None:
        """Number the options of the decision the game stands at."""
        self.page = 0
        self._number()

    def _number(self) -> None:
        s = queries.state(self.game)
        form = self.form
        mask = self._mask
        start = self._start
        numbers = self._numbers
        for at in range(self._count):
            if numbers[at] >= 0:
                mask[start + numbers[at]] = u8(0)
        if form.most_options > 0:
            mask[start + form.actions - 1] = u8(0)
        if queries.is_over(s):
            self.actor = -1
            self._count = 0
            mask[start + IDLE] = u8(1)
            return
        self.actor = queries.decider(s)
        self._count = queries.option_count(s)
        while len(numbers) < self._count:
            numbers = append(numbers, -1)
        self._numbers = numbers
        if form.most_options > 0:
            number_page(form, s, self.page, mask, start, numbers)
        else:
            number_options(form, self.layout, s, self.actor, mask, start, numbers)

    @property
    def numbers(self) -> list[int]:
        """The numbers that may be chosen now, in the order of the options."""
        found = [int(self._numbers[at]) for at in range(self._count) if self._numbers[at] >= 0]
        if self._turns_page(self.form.actions - 1):
            found.append(int(self.form.actions - 1))
        return found

    @property
    def mask(self) -> memoryview:
        """Ones for those numbers, in the memory of this game: the next answer changes it."""
        return memoryview(self._mask)[self._start : self._start + self.form.actions]

    def _turns_page(self, action: i64) -> bool:
        """Whether that number turns the page of the options."""
        most: i64 = self.form.most_options
        return most > 0 and action == most - 1 and self._count > most

    def _find(self, action: i64) -> i64:
        """Which option has that number, from 0; -1 if none has."""
        if action >= 0:
            for at in range(self._count):
                if self._numbers[at] == action:
                    return at
        return -1

    def code(self, action: int) -> int:
        """The option that an action number stands for just now; -1 if none does."""
        at = self._find(action)
        if at < 0:
            return -1
        return int(queries.option_code(queries.state(self.game), at))

    def number_of(self, code: int) -> int:
        """The number of an option of the game; -1 if it is not offered, or on another page."""
        s = queries.state(self.game)
        for at in range(self._count):
            if queries.option_code(s, at) == code:
                return int(self._numbers[at])
        return -1

    def is_possible(self, action: int) -> bool:
        """Whether that number may be chosen now."""
        return 0 <= action < self.form.actions and self._allows(action)

    def _allows(self, action: i64) -> bool:
        return self.actor >= 0 and (self._find(action) >= 0 or self._turns_page(action))

    def apply(self, action: int) -> None:
        """Answer the decision; a number that is not in the mask changes nothing."""
        if not self.is_possible(action):
            if self.actor < 0:
                raise EncodingError("encoding.over")
            possible = sorted(self.numbers)
            raise EncodingError("encoding.impossible", action=action, possible=possible)
        self.answer(action)

    def answer(self, action: i64) -> None:
        """Answer with a number that is possible."""
        if self._turns_page(action):
            self.page += 1
            if self.page * (self.form.actions - 1) >= self._count:
                self.page = 0
            self._number()
            return
        answer_option(self.game, self._find(action))
        self.refresh()

    def apply_without_luck(self, action: int) -> bool:
        """Answer if nothing is drawn or rolled for it; else change nothing and return False."""
        code = self.code(action)
        if code < 0:
            self.apply(action)  # says what is wrong with it
        tried = self.game.clone()
        tried.apply(code)
        if not queries.is_luck_alike(tried, self.game):
            return False
        self.game = tried
        self.refresh()
        return True

    def look(self, seat: i64) -> None:
        """Write what a seat sees into the row of this game."""
        self._row.clear()
        look_around(self._row, self.layout, queries.state(self.game), seat)

    @property
    def row(self) -> memoryview:
        """The row, in the memory of this game: the next look changes it."""
        row = self._row
        return memoryview(row.cells)[row.start : row.start + self.form.size]

    def option_rows(self) -> memoryview:
        """A row for each option of the page, in memory of its own."""
        cells = zeros(i64(self.form.most_options) * OPTION)
        if self.actor >= 0:
            s = queries.state(self.game)
            write_options(self.form, self.layout, s, self.page, cells, 0)
        return memoryview(cells)

    def option_dice(self) -> list[int]:
        """The die that each option of the page names, by its number; -1 for none."""
        found = [-1] * self.form.most_options
        s = queries.state(self.game)
        for at in range(self._count):
            if self._numbers[at] >= 0:
                found[self._numbers[at]] = int(die_of(queries.option_code(s, at)))
        return found

    def dice_rows(self, seat: i64, room: i64) -> memoryview:
        """A row for each die as a seat sees it, and empty ones up to `room`; memory of its own."""
        cells = zeros(room * DIE)
        write_dice(self.layout, queries.state(self.game), seat, cells)
        return memoryview(cells)

    def clone(self) -> Play:
        """An independent copy that will see the same luck."""
        return Play(self.game.clone(), self.form)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Play, (self.game, self.form))
