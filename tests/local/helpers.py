"""A page without a browser: the worker's commands, with a store as IndexedDB would be."""

from __future__ import annotations

import json
from typing import Any

from quarriors.local.host import LocalHost
from quarriors.local.worker import run


class Page:
    """What JavaScript does around the host: numbers lines, stores, and brings tables again."""

    def __init__(self, host: LocalHost) -> None:
        self.host = host
        self.heads: dict[str, str] = {}
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self.inbox: dict[int, list[str]] = {}
        self.closed: list[int] = []
        self._lines = 0

    def reloaded(self, host: LocalHost) -> Page:
        """The page after a reload: another host, and the same store."""
        page = Page(host)
        page.heads, page.rows = self.heads, self.rows
        return page

    def do(self, do: str, **values: Any) -> dict[str, Any]:
        """One command, through JSON both ways; tables that it needs are restored before it."""
        command = json.dumps({"do": do, **values})
        while True:
            found: dict[str, Any] = json.loads(json.dumps(run(self.host, json.loads(command))))
            if "missing" not in found:
                break
            table = found["missing"]
            rows = self.rows.get(table, [])
            self._keep(
                run(
                    self.host,
                    {"do": "restore", "table": table, "head": self.heads.get(table), "rows": rows},
                )
            )
        self._keep(found)
        return found

    def _keep(self, found: dict[str, Any]) -> None:
        for one in found["heads"]:
            self.heads[one["table"]] = one["head"]
            self.rows[one["table"]] = []
        for row in found["rows"]:
            assert row["seq"] == len(self.rows[row["table"]]) + 1, "entries are stored in order"
            self.rows[row["table"]].append(row)
        for table in found["removed"]:
            del self.heads[table], self.rows[table]
        for one in found["sent"]:
            self.inbox[one["line"]].append(one["data"])
        self.closed += found["closed"]

    def ask(
        self, method: str, path: str, body: object = None, token: str = "", lang: str = "en"
    ) -> tuple[int, Any]:
        """A request."""
        text = "" if body is None else json.dumps(body)
        sign = "&" if "?" in path else "?"
        found = self.do(
            "ask", method=method, path=f"{path}{sign}lang={lang}", token=token, body=text
        )
        return found["status"], json.loads(found["body"])

    def connect(self, table: str, token: str = "", **hello: Any) -> int:
        """A connection that has said hello."""
        self._lines += 1
        line = self._lines
        self.inbox[line] = []
        self.do("open", line=line)
        self.send(line, {"type": "hello", "table": table, "token": token, "version": 2, **hello})
        return line

    def send(self, line: int, message: dict[str, Any]) -> None:
        """A message over a connection."""
        self.do("hear", line=line, data=json.dumps(message))

    def heard(self, line: int) -> list[dict[str, Any]]:
        """What a connection was sent since this was last asked."""
        found = [json.loads(data) for data in self.inbox[line]]
        self.inbox[line].clear()
        return found

    def work(self) -> float | None:
        """Let the host do what is due; how long it then waits."""
        while True:
            wait: float | None = self.do("work")["wait"]
            if wait != 0.0:
                return wait
