"""What the attack will meet, said before phase 2 ends: one sentence for each opponent.

The engine plays the attack on copies of the position, with every answer that anybody could give,
so auras, immunity and the order of defenders count as they do in the rules. "At least" is said
only if it holds whatever is answered. Where chance decides, or there are too many answers to
try, the sentence gives the numbers as they stand and promises nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from quarriors.engine import queries
from quarriors.engine.ids import log, phase, place
from quarriors.engine.queries import EventNumbers, State
from quarriors.view.speech import Speech
from quarriors.view.story import REVEALS

if TYPE_CHECKING:
    from quarriors.game import Game

MOST_ANSWERS: Final = 120  # answers tried; a server does this for every question of phase 2
_COUNTED: Final = 601  # the rule of a total as it is first counted


class _Battle(NamedTuple):
    """What is known of the attack in one line of answers: totals and fallen dice, by seat."""

    begun: bool
    over: bool
    totals: tuple[int, ...]
    fallen: tuple[int, ...]


def forecast(game: Game, speech: Speech) -> tuple[str, ...]:
    """Sentences about the attack that follows if the player who decides ends phase 2 now."""
    decision = game.decision
    way_on = decision.options[-1]
    s = queries.state(game)
    me = decision.seat
    if decision.kind != "ready" or way_on.verb != "pass" or me != game.active:
        return ()
    foes = [seat for seat in range(s.setup.players) if seat != me and _creatures(s, seat)]
    if not foes or not _creatures(s, me):
        return ()
    ends = _ends(s, way_on.code)
    return tuple(said for seat in foes if (said := _sentence(s, me, seat, ends, speech)))


def _creatures(s: State, seat: int) -> list[int]:
    """The creatures that attack and defend; a locked one does neither (11.3)."""
    dice = queries.dice_list(s, seat, place.READY)
    return [die for die in dice if queries.is_creature(s, die) and not queries.is_locked(s, die)]


def _ends(s: State, code: int) -> list[_Battle]:
    """Every way the attack can end; none if chance decides or there are too many."""
    none = (0,) * s.setup.players
    open_lines = [(s, code, _Battle(False, False, none, none))]
    found: list[_Battle] = []
    tried = 0
    while open_lines:
        before, answer, battle = open_lines.pop()
        tried += 1
        if tried > MOST_ANSWERS:
            return []
        after = queries.clone(before)
        queries.start_log(after)
        queries.take_events(after)
        queries.answer(after, answer)
        followed = _follow(battle, queries.take_events(after))
        if followed is None:
            return []
        if followed.over or queries.is_over(after):
            found.append(followed)
        else:
            open_lines += [(after, int(option), followed) for option in queries.options(after)]
    return found


def _follow(battle: _Battle, events: list[EventNumbers]) -> _Battle | None:
    """The battle after these events; None if dice were drawn or rolled before its end."""
    begun, _, totals, fallen = battle
    for kind, rule, seat, _die, a, b in events:
        if kind == log.PHASE and a > phase.ATTACK:
            return _Battle(begun, True, totals, fallen)
        if kind in REVEALS:
            return None
        if kind == log.PHASE and a == phase.ATTACK:
            begun = True
        elif kind == log.TOTAL and rule == _COUNTED:
            totals = (*totals[:a], b, *totals[a + 1 :])
        elif kind == log.DESTROY and begun:
            fallen = (*fallen[:seat], fallen[seat] + 1, *fallen[seat + 1 :])
    return _Battle(begun, False, totals, fallen)


def _sentence(s: State, me: int, seat: int, ends: list[_Battle], speech: Speech) -> str:
    """What the attack will meet at one opponent; "" if there is no attack on them."""
    creatures = _creatures(s, seat)
    hold = max(int(queries.defense(s, die)) for die in creatures) - 1
    totals = {end.totals[seat] for end in ends}
    if len(totals) != 1:
        total = sum(int(queries.attack(s, die, seat)) for die in _creatures(s, me))
        return _say(speech, "open", n=total, who=speech.name(seat), hold=hold) if total else ""
    total = totals.pop()
    if total == 0:
        return ""
    fallen = [end.fallen[seat] for end in ends]
    least, most = min(fallen), max(fallen)
    # Where an ability decides who falls, the strongest defense says nothing.
    head = "head" if (total <= hold) == (least == 0) else "head_plain"
    if most == 0:
        tail = "none"
    elif least == 0:
        tail = "maybe"
    elif least == len(creatures):
        tail = "all"
    else:
        tail = "exactly" if least == most else "least"
    return _say(
        speech,
        "line",
        head=_say(speech, head, n=total, who=speech.name(seat), hold=hold),
        tail=_say(speech, tail, n=least),
    )


def _say(speech: Speech, key: str, **values: object) -> str:
    return speech.texts.fill("play", f"forecast.{key}", values)
