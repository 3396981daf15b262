"""The numbers of the options that a game offers just now, and the mask that shows them."""

from __future__ import annotations

from mypy_extensions import i64, u8

from quarriors.engine import queries
from quarriors.engine.queries import State
from quarriors.engine.vectors import vec
from quarriors.envs.core.actions import TIMES, action_of, lane_of
from quarriors.envs.core.form import AGAINS, Form
from quarriors.envs.core.layout import EncodingError, Layout


def number_options(
    form: Form,
    layout: Layout,
    s: State,
    actor: i64,
    mask: vec[u8],
    start: i64,
    numbers: vec[i64],
) -> None:
    """Write ones for all options into a mask that is zero, and the number of each, in their order.

    An option that would get the number of another one is numbered as one more of its kind.
    """
    for at in range(queries.option_count(s)):
        code = queries.option_code(s, at)
        action = action_of(layout, code, actor)
        if action >= 0:
            action = form.number[action]
        if action < 0 or mask[start + action]:
            action = _again(form, layout, code, mask, start)
        mask[start + action] = u8(1)
        numbers[at] = action


def _again(form: Form, layout: Layout, code: i64, mask: vec[u8], start: i64) -> i64:
    """A number for one more option with the same coordinates, or with none."""
    first = form.again
    times: i64 = AGAINS
    if not form.compact:
        first += (lane_of(layout, code) + 1) * TIMES
        times = TIMES
    for time in range(times):
        if not mask[start + first + time]:
            return first + time
    raise EncodingError("encoding.alike")


def number_page(
    form: Form, s: State, page: i64, mask: vec[u8], start: i64, numbers: vec[i64]
) -> None:
    """The same for the option form: numbers from 0, for the options of one page.

    Where there are more options than numbers, the last number turns the page. Options of other
    pages have the number -1.
    """
    count = queries.option_count(s)
    most: i64 = form.most_options
    first: i64 = 0
    shown = count
    if count > most:
        first = page * (most - 1)
        shown = min(count - first, most - 1)
        mask[start + most - 1] = u8(1)
    for at in range(count):
        number: i64 = -1
        if first <= at < first + shown:
            number = at - first
            mask[start + number] = u8(1)
        numbers[at] = number
