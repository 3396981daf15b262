"""`quarriors admin` on real databases of both kinds, beside servers that use them."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quarriors.cli.admin import backups
from quarriors.server.web import upkeep
from tests.server.postgres import fresh_database
from tests.server.web.helpers import WAIT, Running, quick, running

from .conftest import Run

Refused = Callable[..., str]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Running]]:
    """A database and a server that uses it and looks at it often."""
    if request.param == "sqlite":
        url = str(tmp_path_factory.mktemp("admin") / "tables.sqlite")
        with running(quick(database=url, look_seconds=0.05, lease_seconds=0.5)) as server:
            yield url, server
    else:
        with fresh_database() as url:
            settings = quick(database=url, look_seconds=0.05, lease_seconds=0.5)
            with running(settings) as server:
                yield url, server


def until(condition: Callable[[], bool]) -> None:
    """Wait for what a server does by itself."""
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def listed(run: Run, url: str, *filters: str) -> list[dict[str, Any]]:
    ran = run("admin", "--database", url, "list", "--json", *filters)
    assert ran.code == 0, ran.err
    found: list[dict[str, Any]] = json.loads(ran.out)
    return found


def finished_game(run: Run, url: str, server: Running) -> str:
    """A game of two bots that is over."""
    chairs = [{"kind": "bot", "bot": "random"}] * 2
    table: str = server.make_table(seats=chairs, goal=1)["table"]
    until(lambda: any(one["table"] == table for one in listed(run, url, "--stage", "over")))
    return table


def test_tables_are_listed_shown_exported_and_pruned(
    run: Run, refused: Refused, served: tuple[str, Running], tmp_path: Path
) -> None:
    url, server = served
    over = finished_game(run, url, server)
    made = server.make_table("Anna")
    admin = ("admin", "--database", url)

    waiting = next(one for one in listed(run, url) if one["table"] == made["table"])
    assert waiting["stage"] == "waiting"
    assert waiting["entries"] == 1
    assert [seat["name"] for seat in waiting["seats"]] == ["Anna", ""]
    assert made["table"] in run(*admin, "list", "--stage", "waiting").out
    assert listed(run, url, "--older", "1") == []

    shown = run(*admin, "show", over)
    assert "over" in shown.out
    assert "Seat 2: bot" in shown.out
    assert "answered" in shown.out
    told = run(*admin, "show", made["table"], "--json").out
    assert '"name": "Anna"' in told
    assert "hash" not in told
    assert "seed" not in told
    assert "Posto 1: person Anna" in run(*admin, "show", made["table"], "--lang", "it").out

    record = tmp_path / "game.json"
    assert run(*admin, "export", over, "--out", str(record)).code == 0
    assert run("verify", str(record)).code == 0
    assert "exists; choose another name" in refused(*admin, "export", over, "--out", str(record))
    whole = json.loads(run(*admin, "export", over, "--entries").out)
    assert [one["seq"] for one in whole["entries"]] == [*range(1, len(whole["entries"]) + 1)]
    open_game = run(*admin, "export", made["table"]).out
    assert json.loads(open_game)["entries"][0]["type"] == "sit"
    assert "hash" not in open_game
    assert "seed" not in open_game
    assert made["token"] not in open_game

    dry = run(*admin, "prune", "--older", "0", "--dry-run")
    assert over in dry.out
    assert "nothing was removed" in dry.out
    assert "add --yes" in refused(*admin, "prune", "--older", "0")
    assert run(*admin, "prune", "--older", "30", "--yes").out.startswith("Removed: 0 finished")
    assert listed(run, url, "--stage", "over")
    assert run(*admin, "prune", "--older", "0", "--yes").code == 0
    assert listed(run, url, "--stage", "over") == []
    assert server.http.get(f"/api/tables/{made['table']}").status_code == 200


def test_a_table_is_removed_from_under_its_players(
    run: Run, refused: Refused, served: tuple[str, Running]
) -> None:
    url, server = served
    made = server.make_table()
    table = made["table"]
    assert "1 entry; add --yes" in refused("admin", "--database", url, "remove", table)

    async def sit() -> str:
        async with server.seat(table, made["token"]) as talk:
            ran = await asyncio.to_thread(run, "admin", "--database", url, "remove", table, "--yes")
            assert ran.code == 0, ran.err
            while (message := await talk.next())["type"] != "refused":
                pass
            with pytest.raises(ConnectionClosed):
                await talk.next()
            return str(message["text"])

    assert "removed by the people who run the server" in asyncio.run(sit())
    assert server.http.get(f"/api/tables/{table}").status_code == 404
    assert f"no table {table}" in refused("admin", "--database", url, "show", table)


def test_a_banned_address_is_refused_by_a_running_server(
    run: Run, refused: Refused, served: tuple[str, Running]
) -> None:
    url, server = served
    admin = ("admin", "--database", url)
    made = server.make_table()

    async def banned() -> None:
        async with server.seat(made["table"], made["token"]) as talk:
            ran = await asyncio.to_thread(run, *admin, "ban", "127.0.0.0/8", "--why", "test")
            assert ran.code == 0, ran.err
            while (message := await talk.next())["type"] != "refused":
                pass
            assert message["code"] == "off"
            assert "refuses your address" in message["text"]
        with pytest.raises(InvalidStatus) as denied:
            async with server.socket():
                pass
        assert denied.value.response.status_code == 403
        assert "refuses your address" in json.loads(denied.value.response.body or b"")["text"]

    asyncio.run(banned())
    answer = server.http.get("/api/tables?lang=it")
    assert answer.status_code == 403
    assert "rifiuta il tuo indirizzo" in answer.json()["text"]
    assert "test" in run(*admin, "bans").out
    assert json.loads(run(*admin, "bans", "--json").out)[0]["network"] == "127.0.0.0/8"
    assert "isn't banned" in refused(*admin, "unban", "127.0.0.1")
    assert run(*admin, "unban", "127.0.0.0/8").code == 0
    until(lambda: server.http.get("/api/tables").status_code == 200)
    assert "No address" in run(*admin, "bans").out


def test_a_server_removes_old_games_by_itself(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "PRUNE_SECONDS", 0.05)
    url = str(tmp_path / "tables.sqlite")
    settings = quick(database=url, look_seconds=0.05, lease_seconds=0.5, prune_days=1e-6)
    with running(settings) as server:
        made = server.make_table()
        chairs = [{"kind": "bot", "bot": "random"}] * 2
        table = server.make_table(seats=chairs, goal=1)["table"]
        until(lambda: all(one["table"] != table for one in listed(run, url)))
        assert server.http.get(f"/api/tables/{made['table']}").status_code == 200


def test_a_backup_is_made_beside_a_server_and_restored_without_one(
    run: Run, refused: Refused, tmp_path: Path
) -> None:
    url = str(tmp_path / "tables.sqlite")
    admin = ("admin", "--database", url)
    copy = tmp_path / "copy.sqlite"
    with running(quick(database=url)) as server:
        kept = server.make_table()
        ran = run(*admin, "backup", str(copy))
        assert ran.code == 0, ran.err
        assert "the copy is intact" in ran.out
        assert [one.name for one in tmp_path.glob("copy*")] == ["copy.sqlite"]
        assert "exists" in refused(*admin, "backup", str(copy))
        later = server.make_table()
        assert "add --force" in refused(*admin, "restore", str(copy))

    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(copy.read_bytes()[:20_000])
    assert "is damaged" in refused(*admin, "restore", str(damaged), "--force")
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other).close()
    assert "no tables of this program" in refused(*admin, "restore", str(other), "--force")
    assert "there is no file" in refused(*admin, "restore", str(tmp_path / "none"), "--force")
    assert len(listed(run, url)) == 2, "nothing was changed by what was refused"

    ran = run(*admin, "restore", str(copy), "--force")
    assert ran.code == 0, ran.err
    assert [one["table"] for one in listed(run, url)] == [kept["table"]]
    with running(quick(database=url)) as server:
        assert server.http.get(f"/api/tables/{kept['table']}").status_code == 200
        assert server.http.get(f"/api/tables/{later['table']}").status_code == 404


def test_a_backup_is_restored_beside_a_server(run: Run, tmp_path: Path) -> None:
    url = str(tmp_path / "tables.sqlite")
    admin = ("admin", "--database", url)
    copy = tmp_path / "copy.sqlite"
    with running(quick(database=url, look_seconds=0.05)) as server:
        kept = server.make_table("Anna")
        assert run(*admin, "backup", str(copy)).code == 0
        later = server.make_table("Bruno")

        async def restored() -> None:
            async with server.seat(kept["table"], kept["token"]) as seat:
                ran = await asyncio.to_thread(run, *admin, "restore", str(copy), "--force")
                assert ran.code == 0, ran.err
                assert "its players will reconnect" in ran.out
                await seat.until("closing")

        asyncio.run(restored())
        until(lambda: server.http.get("/readyz").status_code == 200)
        assert server.http.get(f"/api/tables/{kept['table']}").status_code == 200
        assert server.http.get(f"/api/tables/{later['table']}").status_code == 404
        assert server.make_table("Carla")["table"] in {one["table"] for one in listed(run, url)}
    assert [one.name for one in tmp_path.glob("tables.sqlite-restore*")] == []


def test_a_restore_that_no_server_completes_changes_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = str(tmp_path / "tables.sqlite")
    admin = ("admin", "--database", url)
    copy = tmp_path / "copy.sqlite"
    monkeypatch.setattr(backups, "RESTORE_SECONDS", 0)
    with running(quick(database=url, look_seconds=3600.0)) as server:
        assert run(*admin, "backup", str(copy)).code == 0
        made = server.make_table()
        ran = run(*admin, "restore", str(copy), "--force")
        assert ran.code == 2
        assert "nothing was changed" in ran.err
        assert server.http.get(f"/api/tables/{made['table']}").status_code == 200
    assert len(listed(run, url)) == 1


@pytest.mark.parametrize(
    ("arguments", "english", "italian"),
    [
        (["ban", "example"], "example isn't an address", "example non è un indirizzo"),
        (["ban", "10.0.0.1", "--days", "-1"], "--days must be from 0", "--days deve essere da 0"),
        (["list", "--stage", "done"], "waiting, playing, over", "waiting, playing, over"),
        (["list", "--older", "-1"], "--older must be", "--older deve essere"),
        (["list", "--limit", "0"], "--limit must be 1 or more", "--limit deve essere 1 o più"),
        (["show", "x", "--last", "-1"], "--last must be 0 or more", "--last deve essere 0 o più"),
        (["prune"], "--older", "--older"),
        (["list"], "there is no file", "non si può aprire"),
        (["bakup", "x"], "backup", "backup"),
    ],
)
def test_bad_input_is_a_sentence(
    refused: Refused, tmp_path: Path, arguments: list[str], english: str, italian: str
) -> None:
    admin = ("admin", "--database", str(tmp_path / "none.sqlite"))
    assert english in refused(*admin, *arguments)
    assert italian in refused("--lang", "it", *admin, *arguments)


def test_postgres_has_its_own_backups(refused: Refused) -> None:
    url = "postgresql://ann:secret@db/quarriors"
    told = refused("admin", "--database", url, "backup", "b.dump")
    assert "pg_dump --format=custom --file=b.dump postgresql://ann:...@db/quarriors" in told
    told = refused("admin", "--database", url, "restore", "b.dump")
    assert "pg_restore --clean --if-exists" in told
    assert "secret" not in told


def test_an_older_database_is_left_to_the_server(refused: Refused, tmp_path: Path) -> None:
    url = tmp_path / "tables.sqlite"
    with running(quick(database=str(url))):
        pass
    with sqlite3.connect(url) as connection:
        connection.execute("UPDATE quarriors_version SET version_num = '0002'")
    connection.close()
    assert "start `quarriors serve`" in refused("admin", "--database", str(url), "list")
