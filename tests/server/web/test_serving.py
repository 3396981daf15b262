"""The server as a process of its own: signals, a database that does not open, logs."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from quarriors.server.app import Server, bind, make_app, serve, url_of, within_open_files
from quarriors.server.settings import Settings
from quarriors.server.store.errors import StorageTrouble
from quarriors.server.web import answers
from tests.server.web.helpers import WAIT, Running, quick, running

POOLED_SECONDS = 5.0  # for which httpx, like others, keeps a connection that nobody uses
PROGRAM = """
import sys
from quarriors.server.app import bind, serve, url_of
from quarriors.server.settings import Settings

settings = Settings(
    port=0, database=sys.argv[1], log_json=True, log_level="debug", number_seconds=0.0
)
listening = bind(settings)
try:
    serve(settings, listening, lambda: print(url_of(settings, listening), flush=True))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@contextmanager
def process(database: Path) -> Iterator[tuple[subprocess.Popen[str], Running]]:
    """A server in a process of its own."""
    running_one = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(database)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
    )
    try:
        assert running_one.stdout is not None
        url = running_one.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:")
        there = Running(url, None)  # type: ignore[arg-type]  # it is in another process
        with there.http:
            yield running_one, there
    finally:
        running_one.kill()
        running_one.communicate()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly_and_no_line_of_its_log_tells_a_token(
    tmp_path: Path, how: signal.Signals
) -> None:
    async def play(there: Running, table: str, token: str) -> dict[str, Any]:
        async with there.seat(table, token) as talk:
            await talk.send(type="say", text="hello")
            await talk.until("chat")
            server.send_signal(how)
            return await talk.until("closing")

    with process(tmp_path / "t.sqlite") as (server, there):
        mine = there.make_table()
        other = there.join(mine["table"])
        wrong = {"Authorization": "Bearer very-wrong-token-0123456789abcd"}
        there.http.get(f"/api/tables/{mine['table']}/position", headers=wrong)
        right = {"Authorization": f"Bearer {mine['token']}"}
        assert there.http.get(f"/api/tables/{mine['table']}/position", headers=right).is_success
        closing = asyncio.run(play(there, mine["table"], mine["token"]))
        assert closing["text"]
        out, log = server.communicate(timeout=WAIT)
    assert server.returncode == 0
    assert out.split() == (["interrupted"] if how is signal.SIGINT else [])
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"serving", "request"} <= {line["event"] for line in lines}
    asked = [line for line in lines if line["event"] == "request"]
    assert {"method", "path", "status", "ms", "address"} <= set(asked[0])
    assert "/api/tables/{table}/join" in {line["path"] for line in asked}
    for secret in (mine["token"], other["token"], "very-wrong-token"):
        assert secret not in log


def test_a_database_that_does_not_open_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "tables.sqlite"
    broken.write_bytes(b"this is no database at all, " * 100)
    with (
        pytest.raises(StorageTrouble) as caught,
        running(quick(database=str(broken))),
    ):
        pass
    assert caught.value.say("en") != caught.value.say("it")


def test_a_pooled_connection_is_given_up_by_its_client_first() -> None:
    """A request on a connection that the server is closing is lost (seen with httpx's pool)."""
    assert (
        POOLED_SECONDS
        < Server(Settings(port=0)).config.timeout_keep_alive
        < Settings().header_seconds
    )


def test_a_port_that_is_taken_is_an_error(tmp_path: Path) -> None:
    with bind(quick()) as taken:
        settings = quick(port=taken.getsockname()[1], database=str(tmp_path / "t.sqlite"))
        with pytest.raises(OSError, match="in use"):
            serve(settings)


@pytest.mark.parametrize(
    ("limits", "raised", "connections"),
    [
        ((1_024, 1_048_576), 5_256, 5_000),
        ((1_024, 4_096), 4_096, 3_840),
        ((1_048_576, 1_048_576), None, 5_000),
        ((256, resource.RLIM_INFINITY), 5_256, 5_000),
        ((100, 200), 200, 1),
    ],
)
def test_fault_7_no_more_connections_than_files_can_be_open(
    monkeypatch: pytest.MonkeyPatch,
    limits: tuple[int, int],
    raised: int | None,
    connections: int,
) -> None:
    told: list[int] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _what: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _what, both: told.append(both[0]))
    assert within_open_files(Settings()).connections == connections
    assert told == ([] if raised is None else [raised])


def test_addresses_of_both_kinds_are_spelt_right() -> None:
    with bind(quick()) as old:
        assert url_of(quick(), old) == f"http://127.0.0.1:{old.getsockname()[1]}"
        public = Settings(public_url="https://club.example/")
        assert url_of(public, old) == "https://club.example"
    if socket.has_ipv6:
        with bind(quick(host="::1")) as new:
            assert url_of(quick(), new) == f"http://[::1]:{new.getsockname()[1]}"


def test_the_application_opens_its_database_by_itself(tmp_path: Path) -> None:
    """For those who run it in a server of their own."""
    app = make_app(quick(database=str(tmp_path / "t.sqlite")))

    async def run() -> int:
        async with app.router.lifespan_context(app):
            await app.state.context.service.health()
            return int(app.state.context.service.tables)

    assert asyncio.run(run()) == 0


def test_a_body_that_does_not_come_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "BODY_SECONDS", 0.2)
    with running(quick(database=str(tmp_path / "t.sqlite"))) as there:
        host, port = there.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=WAIT) as raw:
            raw.sendall(
                b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
                b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
            )
            answer = b""
            while part := raw.recv(4096):
                answer += part
        assert answer.startswith(b"HTTP/1.1 408")
        assert b'"code":"slow"' in answer
        assert there.http.get("/healthz").status_code == 200


def refused_upload(there: Running, head: bytes, *parts: bytes) -> bytes:
    """Everything the server says to a body that is still being sent when it is too long."""
    host, port = there.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=WAIT) as raw:
        raw.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\n" + head + b"\r\n\r\n"
        )
        for part in parts:
            time.sleep(0.05)  # long enough for a server that does not wait to close
            raw.sendall(part)
        answer = b""
        while part := raw.recv(4096):
            answer += part
    return answer


def test_who_sends_too_much_is_heard_out_and_told(tmp_path: Path) -> None:
    part = b" " * 50_000
    chunk = b"%x\r\n%b\r\n" % (len(part), part)
    with running(quick(database=str(tmp_path / "t.sqlite"))) as there:
        for head, parts in (
            (b"Content-Length: 400000", [part] * 8),
            (b"Transfer-Encoding: chunked", [chunk] * 8 + [b"0\r\n\r\n"]),
        ):
            answer = refused_upload(there, head, *parts)
            assert answer.startswith(b"HTTP/1.1 413"), answer[:80]
            assert b'"code":"too_long"' in answer


def test_who_sends_too_much_is_not_heard_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "REST_SECONDS", 0.2)
    with running(quick(database=str(tmp_path / "t.sqlite"))) as there:
        waiting = refused_upload(there, b"Content-Length: 400000", b" ")
        assert waiting.startswith(b"HTTP/1.1 413"), "the rest never comes"
        asking = refused_upload(there, b"Content-Length: 400000\r\nExpect: 100-continue")
        assert asking.startswith(b"HTTP/1.1 413"), "nobody is asked to send what is refused"
