"""What the actions and observations of an environment look like: the forms that learners ask for.

- `compact`: the actions and numbers that can occur by the rules at hand, numbered from 0.
- `universal`: one code for all rules, which is long.
- `options`: an action is the place of an option; each option has a row of numbers.
- `structured`: the same actions; the table, the cards and every die have rows of their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from quarriors.engine.game import Game
from quarriors.engine.game_setup import dice_of
from quarriors.engine.rules import Rules
from quarriors.envs.core.actions import IDLE
from quarriors.envs.core.form import AGAINS, MOST_OPTIONS, UNIVERSAL, Form
from quarriors.envs.core.layout import EncodingError
from quarriors.envs.core.play import Play
from quarriors.envs.core.writer import MOST
from quarriors.envs.encoding import (
    SCALE,
    SCHEMA_HASH,
    Mask,
    Meaning,
    Row,
    blocks,
    describe,
    mask_of,
    row_of,
    schema,
)
from quarriors.envs.fields import DIE, OPTION, column_name, scales_of
from quarriors.envs.possible import Facts
from quarriors.envs.possible_actions import possible_actions
from quarriors.envs.possible_numbers import possible_columns
from quarriors.envs.tables import tables_of

if TYPE_CHECKING:
    from gymnasium import spaces

FORMS: Final = ("compact", "universal", "options", "structured")
OPTION_SCALE: Final[Row] = np.array(scales_of(OPTION), np.float32)
DIE_SCALE: Final[Row] = np.array(scales_of(DIE), np.float32)
_KEPT: Final = 64  # compact forms in memory


def _frozen(value: object) -> object:
    """A wish as a value that can be compared and hashed."""
    return tuple(value) if isinstance(value, list | tuple) else value


@lru_cache(_KEPT)
def _derived(rules_id: object, form: str) -> tuple[list[int], list[int], int]:
    """The actions, columns and number of dice of a compact form; `rules_id` holds the rules."""
    rules, wishes = rules_id.value  # type: ignore[attr-defined]
    tables = tables_of(rules, wishes)
    dice = sum(max((dice_of(c, rules) for c in lane), default=0) for lane in tables.lanes)
    if form in ("universal", "structured"):
        return UNIVERSAL.kept_actions, UNIVERSAL.kept_columns, dice
    facts = Facts(tables)
    return possible_actions(facts), possible_columns(facts), dice


class _Key:
    """Rules and wishes, equal to others with the same possible tables."""

    def __init__(self, rules: Rules, wishes: Mapping[str, Any]) -> None:
        self.value = (rules, wishes)
        named = [(name, _frozen(wishes.get(name))) for name in ("wilds", "include", "exclude")]
        of_rules = (rules.players, rules.edition, rules.sets, rules.modules, rules.variants)
        self._key = (of_rules, rules.packs, tuple(named))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)


class Encoder:
    """Actions and observations of one form for given rules; the games of an environment share it.

    Attributes:
        name: The form, one of `FORMS`.
        flat: Whether an observation is one array without the mask.
        actions: How many actions there are.
        hash: A hash of all that the numbers mean. A model fits an environment of the same hash.
    """

    def __init__(
        self,
        rules: Rules,
        wishes: Mapping[str, Any] | None = None,
        form: str = "compact",
        *,
        flat: bool = False,
        most_options: int = MOST_OPTIONS,
    ) -> None:
        if form not in FORMS:
            raise EncodingError("encoding.form", value=repr(form), known=FORMS)
        self.name = form
        self.flat = flat
        self.players = rules.players
        actions, columns, self.dice = _derived(_Key(rules, wishes or {}), form)
        options = most_options if form in ("options", "structured") else 0
        self.form = UNIVERSAL
        if form != "universal":
            self.form = Form(actions, columns, form == "compact" or form == "options", options)
        self.actions = int(self.form.actions)
        self.scale: Row = SCALE[columns]
        self.hash = SCHEMA_HASH
        if form != "universal":
            self.hash = hashlib.sha256(repr(self._meanings()).encode()).hexdigest()[:16]

    def _meanings(self) -> list[object]:
        """All that actions and observations depend on, as plain values."""
        known: list[object] = [self.name, schema(), self.form.kept_columns]
        if self.form.most_options:
            fields = [part[:4] for block in (OPTION, DIE) for part in block.fields]
            return [*known, self.actions, fields, self.dice]
        return [*known, self.form.kept_actions, AGAINS]

    # --- actions ------------------------------------------------------------------------------

    def play(self, game: Game) -> Play:
        """A game by the numbers of this form."""
        return Play(game, self.form)

    def describe(self, action: int) -> Meaning:
        """What an action number means; in the option form, which option it is."""
        if not 0 <= action < self.actions:
            raise EncodingError("encoding.action", last=self.actions - 1, value=action)
        if self.form.most_options:
            return Meaning("option", {"number": action})
        if self.form.compact and action >= self.form.again:
            return Meaning("again", {"time": int(action - self.form.again)})
        return describe(self.form.kept_actions[action])

    def names(self) -> list[str]:
        """The name of each number of the row, as in `seats[1].glory`."""
        return [column_name(column) for column in self.form.kept_columns]

    @cached_property
    def idle(self) -> Mask:
        """The mask of a seat that has nothing to decide: one action only, so never all zero."""
        mask = np.zeros(self.actions, np.int8)
        mask[IDLE] = 1
        return mask

    # --- observations -------------------------------------------------------------------------

    def row(self, play: Play, seat: int) -> Row:
        """The row of numbers that a seat sees, as floats."""
        found: Row = row_of(play, seat) * self.scale
        return found

    def observation(self, play: Play, seat: int, mask: Mask | None = None) -> Any:
        """What a seat sees; the mask is the seat's own unless one is given."""
        parts = self._parts(play, seat)
        if self.flat:
            if len(parts) == 1:
                return parts["observation"]
            return np.concatenate([part.ravel() for part in parts.values()]).astype(np.float32)
        if mask is None:
            mask = mask_of(play) if seat == play.actor else self.idle.copy()
        parts["action_mask"] = mask
        return parts

    def _parts(self, play: Play, seat: int) -> dict[str, NDArray[Any]]:
        row = self.row(play, seat)
        if not self.form.most_options:
            return {"observation": row}
        count = self.form.most_options
        rows = np.zeros((count, len(OPTION_SCALE)), np.float32)
        dice = np.full(count, -1, np.int16)
        if seat == play.actor:
            rows = np.frombuffer(play.option_rows(), np.uint8).reshape(count, -1) * OPTION_SCALE
            dice[:] = play.option_dice()
        if self.name == "options":
            return {"observation": row, "options": rows}
        whole = blocks(row)
        every = np.frombuffer(play.dice_rows(seat, self.dice), np.uint8)
        return {
            "table": whole["table"],
            "seats": whole["seats"][: self.players],
            "cards": whole["cards"],
            "dice": every.reshape(self.dice, -1) * DIE_SCALE,
            "options": rows,
            "option_dice": dice,
        }

    def action_space(self) -> spaces.Discrete:
        """The space of actions."""
        from gymnasium import spaces

        return spaces.Discrete(self.actions)

    def observation_space(self) -> spaces.Space[Any]:
        """The space of observations."""
        from gymnasium import spaces

        def box(high: NDArray[Any], *shape: int) -> spaces.Box:
            top = np.broadcast_to(high * np.float32(MOST), (*shape, high.shape[-1]))
            return spaces.Box(np.zeros_like(top), top.copy(), dtype=np.float32)

        found: dict[str, spaces.Space[Any]] = {"observation": box(self.scale)}
        if self.form.most_options:
            found["options"] = box(OPTION_SCALE, self.form.most_options)
        if self.name == "structured":
            parts = blocks(SCALE)
            found = {
                "table": box(parts["table"]),
                "seats": box(parts["seats"][0], self.players),
                "cards": box(parts["cards"][0], len(parts["cards"])),
                "dice": box(DIE_SCALE, self.dice),
                "options": found["options"],
                "option_dice": spaces.Box(-1, self.dice - 1, (self.form.most_options,), np.int16),
            }
        if not self.flat:
            found["action_mask"] = spaces.Box(0, 1, (self.actions,), np.int8)
            return spaces.Dict(found)
        if len(found) == 1:
            return found["observation"]
        boxes = [one for one in found.values() if isinstance(one, spaces.Box)]
        low = np.concatenate([one.low.ravel() for one in boxes]).astype(np.float32)
        high = np.concatenate([one.high.ravel() for one in boxes]).astype(np.float32)
        return spaces.Box(low, high, dtype=np.float32)
