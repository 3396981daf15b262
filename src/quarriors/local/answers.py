"""What can be asked of the host of a page, by the addresses of a server's HTTP interface.

One table of addresses at the end, as in `server.web.routes`; what only a server has (lists of
tables, codes for other devices, reports, metrics) is not among them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast
from urllib.parse import parse_qsl, unquote, urlsplit

from quarriors.__about__ import __version__
from quarriors.facts import game
from quarriors.facts.finished import analysis_of, replay_of, summary_of
from quarriors.facts.packs import check_pack, entry_of, table_packs
from quarriors.facts.problem import STATUS, NotServed, Problem
from quarriors.facts.shapes import (
    AnalysisAnswer,
    Forgot,
    Health,
    Join,
    NewTable,
    PackList,
    PackText,
    Privacy,
    PrivacySection,
    Seated,
    TableFacts,
    TablePacks,
    WhatIfWish,
    WildsWish,
)
from quarriors.facts.wilds import laid_wilds
from quarriors.local.host import LocalHost
from quarriors.table import codec
from quarriors.table.daily import daily_facts
from quarriors.table.errors import Refusal
from quarriors.table.messages import Language
from quarriors.table.replay import record
from quarriors.table.seating import Joined
from quarriors.table.table import LiveTable
from quarriors.table.view import players
from quarriors.text import TAGS, Texts

LONGEST_BODY = 1 << 20  # characters
SEED_BITS = 32
STRONGEST = 3  # bots that search take too long in a browser
Body = TypeVar("Body")


@dataclass(frozen=True)
class Asked:
    """A request: what its address says, the token of a seat, and the body as text."""

    host: LocalHost
    table: str
    query: Mapping[str, str]
    token: str
    body: str
    language: str

    def read(self, shape: type[Body]) -> Body:
        """The body, of a shape."""
        if len(self.body) > LONGEST_BODY:
            raise NotServed("too_long", "body", most=LONGEST_BODY)
        try:
            found: Body = codec.decode(shape, self.body)
        except codec.DecodeError as error:
            raise NotServed("malformed", "malformed", why=error) from None
        return found


@dataclass(frozen=True)
class Answer:
    """What comes back, as HTTP would have it."""

    status: int
    body: str  # JSON


def answer(host: LocalHost, method: str, address: str, token: str, body: str) -> Answer:
    """Answer a request; what is refused is said in the reader's language."""
    split = urlsplit(address)
    query = dict(parse_qsl(split.query))
    language = query.get("lang", "en")
    try:
        if language not in TAGS:
            language = "en"
            raise NotServed("malformed", "language")
        make, table = _route(method, split.path)
        status, made = make(Asked(host, table, query, token, body, language))
    except (Refusal, NotServed) as refusal:
        status, made = STATUS[refusal.code], Problem(refusal.code, refusal.say(language))
    return Answer(status, (made if isinstance(made, bytes) else codec.encode(made)).decode())


def _route(method: str, path: str) -> tuple[Callable[[Asked], tuple[int, Any]], str]:
    """What answers a request, and the table that its address names."""
    parts = [unquote(part) for part in path.strip("/").split("/")]
    table = ""
    if parts[:2] == ["api", "tables"] and len(parts) > 2:
        table, parts[2] = parts[2], "{table}"
    methods = ROUTES.get("/".join(parts))
    if methods is None:
        raise NotServed("no_page", "no_page")
    if method not in methods:
        raise NotServed("method", "method", allowed=", ".join(methods))
    return methods[method], table


# --- tables --------------------------------------------------------------------------------------


def _seated(joined: Joined) -> Seated:
    return Seated(joined.table, joined.seat, joined.token, "")


def _create(asked: Asked) -> tuple[int, Any]:
    return 201, _seated(asked.host.create(asked.read(NewTable), asked.language))


def _show(asked: Asked) -> tuple[int, Any]:
    found = asked.host.table(asked.table)
    table = found.table
    over = table.stage == "over"
    return 200, TableFacts(
        table=table.id,
        stage=table.stage,
        setup=table.head.setup,
        players=players(table, found.people()),
        commitment=table.head.commitment,
        link="",
        numbers=table.numbers,
        secret=table.head.seed if over else "",
        seed=str(table.seed) if over else "",
        waiting_for=table.deciding,
        until=table.deadline or 0.0,
    )


def _join(asked: Asked) -> tuple[int, Any]:
    wish = asked.read(Join)
    return 200, _seated(asked.host.join(asked.table, wish.name, wish.seat))


def _rematch(asked: Asked) -> tuple[int, Any]:
    return 200, _seated(asked.host.rematch(asked.table, asked.token))


def _what_if(asked: Asked) -> tuple[int, Any]:
    wish = asked.read(WhatIfWish)
    joined = asked.host.what_if(asked.table, asked.token, wish.frame, wish.seat, wish.name)
    return 201, _seated(joined)


def _remove(asked: Asked) -> tuple[int, Any]:
    asked.host.remove(asked.table, asked.token)
    return 200, Forgot(1, 1, 0, 0)


def _table_packs(asked: Asked) -> tuple[int, Any]:
    table = asked.host.table(asked.table).table
    return 200, TablePacks(table_packs(table.packs, table.head.packs, asked.language, {}))


# --- finished games ------------------------------------------------------------------------------


def _finished(asked: Asked) -> LiveTable:
    """A table whose game is over, for those who may look at it."""
    table = asked.host.table(asked.table).table
    table.viewer(asked.token)
    if table.stage != "over":
        raise Refusal("not_now", "not_over")
    return table


def _record(asked: Asked) -> tuple[int, Any]:
    return 200, record(_finished(asked))


def _replay(asked: Asked) -> tuple[int, Any]:
    return 200, replay_of(_finished(asked), asked.language)


def _summary(asked: Asked) -> tuple[int, Any]:
    return 200, summary_of(_finished(asked), asked.language)


def _analysis(asked: Asked) -> tuple[int, Any]:
    table = _finished(asked)
    work = asked.host.analyses.find(table)
    if work.analysis is None:
        return 202, AnalysisAnswer("running", work.progress)
    return 200, analysis_of(table, work.analysis, work.record, asked.language)


# --- facts ---------------------------------------------------------------------------------------


def _fact(make: Callable[[str], bytes]) -> Callable[[Asked], tuple[int, Any]]:
    return lambda asked: (200, make(asked.language))


def _daily(asked: Asked) -> tuple[int, Any]:
    return 200, daily_facts(asked.query.get("date", ""), cast(Language, asked.language))


def _packs(_asked: Asked) -> tuple[int, Any]:
    return 200, PackList((), own=True)


def _check_pack(asked: Asked) -> tuple[int, Any]:
    return 200, check_pack(asked.read(PackText).text, asked.language)


def _entry(asked: Asked) -> tuple[int, Any]:
    return 200, entry_of(asked.query.get("card", ""))


def _wilds(asked: Asked) -> tuple[int, Any]:
    wish = asked.read(WildsWish)
    seed = secrets.randbits(SEED_BITS) if wish.seed is None else wish.seed
    return 200, laid_wilds(wish, seed, asked.language)


def _privacy(asked: Asked) -> tuple[int, Any]:
    texts = Texts(asked.language)

    def say(key: str) -> str:
        return texts.say("privacy", key)

    lines = tuple(say(f"local.{key}") for key in ("kept", "sent", "remove"))
    return 200, Privacy(say("title"), (PrivacySection(say("local.title"), lines),))


def _health(_asked: Asked) -> tuple[int, Any]:
    return 200, Health("ok", __version__)


bots = partial(game.bots, strongest=STRONGEST)
# Facts that change with the program only: a page can have them before this program runs.
FACTS: Mapping[str, Callable[[str], bytes]] = {
    "cards": game.cards,
    "rules": game.rules,
    "sets": game.choices,
    "bots": bots,
    "tutorial": game.guided_game,
    "achievements": game.achievements,
}
ROUTES: Mapping[str, Mapping[str, Callable[[Asked], tuple[int, Any]]]] = {
    "api/tables": {"POST": _create},
    "api/tables/{table}": {"GET": _show},
    "api/tables/{table}/join": {"POST": _join},
    "api/tables/{table}/rematch": {"POST": _rematch},
    "api/tables/{table}/what-if": {"POST": _what_if},
    "api/tables/{table}/me": {"DELETE": _remove},
    "api/tables/{table}/packs": {"GET": _table_packs},
    "api/tables/{table}/record": {"GET": _record},
    "api/tables/{table}/replay": {"GET": _replay},
    "api/tables/{table}/summary": {"GET": _summary},
    "api/tables/{table}/analysis": {"GET": _analysis},
    **{f"api/{name}": {"GET": _fact(make)} for name, make in FACTS.items()},
    "api/daily": {"GET": _daily},
    "api/packs": {"GET": _packs},
    "api/packs/check": {"POST": _check_pack},
    "api/packs/entry": {"GET": _entry},
    "api/wilds": {"POST": _wilds},
    "api/privacy": {"GET": _privacy},
    "healthz": {"GET": _health},
}
