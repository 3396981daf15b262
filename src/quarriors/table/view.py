"""What a viewer sees of a table: the one place that decides it.

Nearly everything in this game is open. What differs between viewers is whose prompt it is, which
seat they look from, and the language; what nobody sees before the end is the secret and the seed.
The picture of the game is made and encoded once for each state, for all; `observe` decides what
is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

from quarriors.engine import queries
from quarriors.table.clock import Clocks
from quarriors.table.consent import shown_request, why_not_ask
from quarriors.table.entries import Answered, Entry, Ordered, Undone
from quarriors.table.errors import Refusal
from quarriors.table.messages import (
    ChatLine,
    Happening,
    LogLine,
    People,
    Player,
    Prompt,
    Remark,
    Table,
    Update,
)
from quarriors.table.presenter import asked, happenings, log_line
from quarriors.table.rated import why_unrated
from quarriors.table.remarks import remark, rivals
from quarriors.table.seats import Presence, Viewer
from quarriors.table.table import LiveTable, Stage
from quarriors.table.view_delta import Picture, next_picture
from quarriors.table.what_if import shown_origin
from quarriors.text import Texts
from quarriors.view.timeline import Log, Timeline

__all__ = [
    "Viewer",
    "board",
    "people_message",
    "position",
    "prompt",
    "sent_after",
    "table_message",
    "unrated_sentence",
    "update_message",
]

Sent = Literal["update", "table"]

# --- messages ------------------------------------------------------------------------------------


def sent_after(entry: Entry, stage: Stage, seat: int | None) -> tuple[Sent, ...]:
    """Which messages the viewer from a seat gets after an entry has been folded.

    The answer that ends a game is followed by the whole table, with the secret that nobody knew
    before; standing orders concern nobody but the seat that gave them.
    """
    if isinstance(entry, (Answered, Undone)):
        return ("update", "table") if stage == "over" else ("update",)
    if isinstance(entry, Ordered) and entry.seat != seat:
        return ()
    return ("table",)


def table_message(
    table: LiveTable,
    viewer: Viewer,
    language: str,
    people: Sequence[Presence],
    chat: Sequence[ChatLine],
    now: float,
) -> Table:
    """Everything a viewer may know: after `hello`, and when more than the game has changed."""
    timeline = table.timeline
    seat = viewer.seat
    lines: tuple[LogLine, ...] = ()
    if timeline is not None:
        lines = _log_lines(timeline.log(language), 0)
    why_not = _why_not(table, viewer, language, now)
    over = table.stage == "over"
    unrated = why_unrated(table) if table.head.rated else ""
    return Table(
        table=table.id,
        state=table.state,
        stage=table.stage,
        me=seat,
        host=viewer.host,
        setup=table.head.setup,
        players=players(table, people),
        commitment=table.head.commitment,
        view=None if timeline is None else board(table, seat),
        prompt=prompt(table, viewer, language),
        waiting_for=table.deciding,
        log=lines,
        chat=tuple(chat),
        times=table.times(now),
        can_undo=why_not is None,
        why_not=why_not or "",
        orders=None if seat is None else table.seats[seat].orders,
        numbers=table.numbers,
        begins_by=table.begins_by or 0.0,
        secret=table.head.seed if over else "",
        seed=str(table.seed) if over else "",
        again=table.again,
        barred=tuple(one.name for one in table.barred) if viewer.host else (),
        chat_closed=table.chat_closed,
        rated=not unrated if table.head.rated else None,
        why_unrated=unrated_sentence(unrated, language),
        can_ask_undo=_can_ask(table, viewer, now),
        undo_request=shown_request(table, language),
        undone_by_consent=table.undone_by_consent,
        what_if=shown_origin(table.head),
    )


def update_message(table: LiveTable, viewer: Viewer, language: str, now: float) -> Update:
    """What the last change of the game means for a viewer; one message for each entry.

    The change that ends the game is followed by `table_message`, which tells the seed.
    """
    timeline = _timeline(table)
    log = timeline.log(language)
    picture = _picture(table)
    why_not = _why_not(table, viewer, language, now)
    return Update(
        state=table.state,
        view=table.view_parts.encoder.encoded(picture.changed),
        since=picture.since,
        events=_events(table, timeline),
        log=_fresh_lines(table, log, language),
        prompt=prompt(table, viewer, language),
        waiting_for=table.deciding,
        times=table.times(now),
        can_undo=why_not is None,
        why_not=why_not or "",
        undone=table.undone,
        log_from=log.fresh + 1,
        by=table.by,
        remark=_remark(table, timeline, language),
        can_ask_undo=_can_ask(table, viewer, now),
    )


def people_message(
    table: LiveTable, people: Sequence[Presence], watchers: int, now: float
) -> People:
    """Who is here and who is away."""
    return People(players(table, people), table.times(now), watchers)


def players(table: LiveTable, people: Sequence[Presence]) -> tuple[Player, ...]:
    """The seats as everybody sees them."""
    host = table.host_seat
    found: list[Player] = []
    for number, seated in enumerate(table.seats):
        here = people[number] if number < len(people) else Presence()
        there = seated.player and here.here
        found.append(
            Player(
                seat=number,
                kind=seated.kind,
                name=seated.name,
                bot=seated.stand_in or seated.bot,
                standing_in=bool(seated.stand_in),
                here=there,
                away_since=here.since if seated.player and not there else 0.0,
                host=number == host,
                kept_for=table.kept(number).name,
                member=bool(seated.member),
            )
        )
    return tuple(found)


# --- parts of messages ---------------------------------------------------------------------------


def _timeline(table: LiveTable) -> Timeline[Clocks]:
    if table.timeline is None:
        raise Refusal("not_now", "not_begun")
    return table.timeline


def board(table: LiveTable, seat: int | None) -> Any:
    """What `observe` gives, encoded."""
    return table.view_parts.encoder.encoded(_picture(table).seen_from(seat))


def _picture(table: LiveTable) -> Picture:
    """The picture of the present state, made once.

    Every viewer of a table was sent the picture made last: the whole one on arrival, and
    then each change. So the next change is made from that one for every viewer.
    """
    if table.picture is None or table.picture.state != table.state:
        game = _timeline(table).game
        table.picture = next_picture(table.picture, table.state, game, table.view_parts)
    return table.picture


def _events(table: LiveTable, timeline: Timeline[Clocks]) -> tuple[Happening, ...]:
    found: tuple[Happening, ...] | None = table.view_cache.get("events")
    if found is None:
        found = table.view_cache["events"] = happenings(timeline.happened)
    return found


def _remark(table: LiveTable, timeline: Timeline[Clocks], language: str) -> Remark | None:
    """What a rival says of the last answer."""
    key = ("remark", language)
    if key not in table.view_cache:
        talkers = rivals(table.seats)
        table.view_cache[key] = talkers and remark(
            timeline.game, timeline.happened, talkers, language
        )
    return table.view_cache[key] or None


def _fresh_lines(table: LiveTable, log: Log, language: str) -> tuple[LogLine, ...]:
    found: tuple[LogLine, ...] | None = table.view_cache.get(("lines", language))
    if found is None:
        found = table.view_cache["lines", language] = _log_lines(log, log.fresh)
    return found


def _log_lines(log: Log, start: int) -> tuple[LogLine, ...]:
    """The lines of a log from one on, with their numbers."""
    lines = log.lines
    return tuple(log_line(at + 1, lines[at]) for at in range(start, len(lines)))


def prompt(table: LiveTable, viewer: Viewer, language: str) -> Prompt | None:
    """What is asked of a viewer: of nobody but the player who has to decide."""
    seat = table.deciding
    if seat is None or seat != viewer.seat or table.seats[seat].played_by:
        return None
    found: Prompt | None = table.view_cache.get(("prompt", language))
    if found is None:
        timeline = _timeline(table)
        found = asked(timeline.game, timeline.log(language).speech)
        table.view_cache["prompt", language] = found
    return found


def _why_not(table: LiveTable, viewer: Viewer, language: str, now: float) -> str | None:
    """Why a viewer cannot take back an answer; None if they can."""
    if viewer.seat is None or table.stage != "playing":
        return ""
    if table.seats[viewer.seat].played_by:
        return _refusal("stood_in", language)
    why = table.why_no_undo(viewer.seat, now)
    return _refusal(f"undo.{why}", language) if why else None


def _can_ask(table: LiveTable, viewer: Viewer, now: float) -> bool:
    """Whether a viewer may ask the others to let an answer be taken back."""
    return viewer.seat is not None and not why_not_ask(table, viewer.seat, now)


@cache
def _refusal(key: str, language: str) -> str:
    return Refusal("not_now", key).say(language)


@cache
def unrated_sentence(why: str, language: str) -> str:
    """Why a game is not rated, as a sentence; empty if it is."""
    return Texts(language).say("server", f"table.unrated.{why}") if why else ""


def position(table: LiveTable) -> dict[str, Any]:
    """The whole position for somebody's program to search in, without the generator.

    Everything in it is open to everybody; it is only spelt as the engine wants it.
    """
    game = _timeline(table).game
    return {
        "state": table.state,
        "cards": table.cards,
        "rules": game.rules.to_dict(),
        "wilds": list(_timeline(table).origin.wilds),
        "wire": queries.open_wire(queries.state(game)),
        "packs": table.head.packs,
    }
