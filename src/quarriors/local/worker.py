"""What the worker of a page calls: commands and what comes of them as JSON, because little else
passes quickly between JavaScript and Python.

A command is an object with `do`; web/src/lib/local/python.ts has the same shapes in TypeScript.
"""

from __future__ import annotations

import base64
import json
import time
from typing import Any

from quarriors.facts.shapes import NewTable
from quarriors.local.answers import answer
from quarriors.local.host import LocalHost, NotLoaded, Outcome, Row
from quarriors.table.codec import encode
from quarriors.table.messages import VERSION, AddNumber, Chair, Hello, Setup

_host = LocalHost(time.time)


def warm_up() -> None:
    """Have at hand what the first game needs: its cards, texts and bots, by beginning one."""
    host = LocalHost(time.time, lambda: 0, lambda: 0)
    setup = Setup((Chair(), Chair("bot", "isolde")))
    seat = host.create(NewTable(setup, "Q"), "en")
    host.open(1)
    host.hear(1, encode(Hello(seat.table, seat.token, version=VERSION)).decode())
    host.hear(1, encode(AddNumber("0" * 32)).decode())
    host.work()
    host.take()


def call(command: str) -> str:
    """Do what a command asks, and say what has come of it."""
    return json.dumps(run(_host, json.loads(command)))


def run(host: LocalHost, given: dict[str, Any]) -> dict[str, Any]:
    """One command. `missing` names a table that must be restored before it can be done."""
    found: dict[str, Any] = {}
    try:
        found = _done(host, given)
    except NotLoaded as missing:
        return {"missing": missing.table}
    return {**_told(host.take()), **found}


def _done(host: LocalHost, given: dict[str, Any]) -> dict[str, Any]:
    do = given["do"]
    if do == "ask":
        asked = answer(host, given["method"], given["path"], given["token"], given["body"])
        return {"status": asked.status, "body": asked.body}
    if do == "work":
        return {"wait": host.work()}
    if do == "restore":
        host.restore(given["table"], given["head"], [_row(row) for row in given["rows"]])
    elif do == "open":
        host.open(given["line"])
    elif do == "hear":
        host.hear(given["line"], given["data"])
    elif do == "close":
        host.close(given["line"])
    elif do == "drop":
        host.drop(given["table"])
    else:
        raise ValueError(f"There is no command {do!r}.")
    return {}


def _row(row: dict[str, Any]) -> Row:
    shot = row["snapshot"]
    snapshot = None if shot is None else base64.b64decode(shot)
    return Row(row["table"], row["seq"], row["at"], row["entry"], snapshot)


def _told(outcome: Outcome) -> dict[str, Any]:
    return {
        "heads": [{"table": table, "head": head} for table, head in outcome.heads],
        "rows": [
            {
                "table": row.table,
                "seq": row.seq,
                "at": row.at,
                "entry": row.entry,
                "snapshot": None
                if row.snapshot is None
                else base64.b64encode(row.snapshot).decode(),
            }
            for row in outcome.rows
        ],
        "removed": outcome.removed,
        "sent": [{"line": line, "data": data} for line, data in outcome.sent],
        "closed": outcome.closed,
    }
