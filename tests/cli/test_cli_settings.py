"""The settings of `quarriors serve`: flags, variables, a file, their order, and what is refused."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from quarriors.cli.serve import checked
from quarriors.cli.serve_settings import SETTINGS, Setting, find
from quarriors.server.settings import Settings
from quarriors.text import load

from .conftest import Run

Refused = Callable[..., str]
PAGE = Path(__file__).parents[2] / "docs" / "serve.md"


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    """Write a file of settings; its path."""

    def write(text: str) -> str:
        path = tmp_path / "quarriors.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_flag_wins_over_a_variable_and_a_variable_over_the_file(
    file: Callable[[str], str],
) -> None:
    path = file('port = 1\nworkers = 2\nchat = false\nlog = "json"\ntrust_proxy = ["10.0.0.0/8"]\n')
    variables = {"QUARRIORS_WORKERS": "3", "QUARRIORS_CHAT": "yes", "QUARRIORS_CONFIG": path}
    found = find({"chat": False, "port": None}, variables)
    where = f"`port` ({path})"
    assert (found["port"].value, found["port"].where) == (1, where)
    assert (found["workers"].value, found["workers"].where) == (3, "QUARRIORS_WORKERS")
    assert (found["chat"].value, found["chat"].where) == (False, "--chat")
    assert (found["host"].value, found["host"].where) == ("127.0.0.1", "")
    settings = checked(found)
    assert settings.proxies == ("10.0.0.0/8",)
    assert settings.log_json
    assert settings.bot_workers == 3
    assert not settings.chat


def test_without_anything_the_settings_are_the_servers_own() -> None:
    assert checked(find({}, {})) == Settings()


def another(setting: Setting) -> Any:
    """A value that is not the default, as a file has it."""
    own: dict[str, object] = {
        "log": "json", "log_level": "error", "metrics": "all", "public_url": "http://x.org",
        "packs": str(PAGE.parent), "origins": ["http://y.org"],
    }  # fmt: skip
    other = {str: "x", int: 77, float: 7.5, bool: not setting.default, tuple: ["10.1.2.3"]}
    return own.get(setting.key, other[type(setting.default)])


@pytest.mark.parametrize("way", ["flag", "variable", "file"])
def test_every_setting_can_be_a_flag_a_variable_and_a_line_of_a_file(
    run: Run, way: str, file: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarriors.cli.serve.read_packs", lambda _: [])
    monkeypatch.setattr("quarriors.cli.serve.checked_play", lambda _folder, _where: None)
    arguments = ["serve", "--show-config"]
    lines = []
    for one in SETTINGS:
        value = another(one)
        lines.append(f"{one.key} = {json.dumps(value)}\n")
        text = ",".join(value) if isinstance(value, list) else str(value)
        if way == "variable":
            monkeypatch.setenv(one.variable, text)
        elif way == "flag" and isinstance(value, bool):
            arguments.append(one.flag if value else f"--no-{one.flag[2:]}")
        elif way == "flag":
            arguments += [one.flag, text]
    if way == "file":
        arguments += ["--config", file("".join(lines))]
    ran = run(*arguments)
    assert ran.code == 0, ran.err
    assert tomllib.loads(ran.out) == {one.key: another(one) for one in SETTINGS}
    assert "default" not in ran.out


def test_all_settings_of_the_server_are_in_the_table() -> None:
    names = {one.name for one in SETTINGS}
    assert names - {"processes", "lan"} == {one.name for one in fields(Settings)} - {
        "process",
        "metrics_at",
    }


def test_the_password_of_a_database_is_not_shown(run: Run) -> None:
    ran = run(
        "serve", "--show-config", "--database", "postgresql://ann:secret@db/q", "--lang", "it"
    )
    assert 'database = "postgresql://ann:...@db/q"  # --database' in ran.out
    assert "secret" not in ran.out
    assert "port = 7733  # predefinito" in ran.out


@pytest.mark.parametrize(
    ("text", "english", "italian"),
    [
        ("prot = 1", "no setting `prot` ({path}); did you mean `port`?", "intendevi `port`?"),
        ("xyz = 1", "no setting `xyz` ({path}); docs/serve.md", "`xyz` ({path}); docs/serve.md"),
        ('port = "1"', '`port` ({path}) needs a whole number, not "1"', "un numero intero"),
        ("port = true", "`port` ({path}) needs a whole number, not true", "non true"),
        ("host = 1", "`host` ({path}) needs text in quotes, not 1", "tra virgolette"),
        ("chat = 1", "`chat` ({path}) must be true or false, not 1", "vale true o false"),
        ("origins = [1]", "`origins` ({path}) needs a list of texts", "un elenco di testi"),
        ("sockets = 0", "`sockets` ({path}) must be 1 or more, not 0", "vale 1 o più, non 0"),
        ("bot_seconds = inf", "`bot_seconds` ({path}) must be", "vale 0.01 o più"),
        ("[serve]\nport = 1", "no setting `serve` ({path})", "l'impostazione `serve`"),
        ("port = ", "{path} isn't valid TOML", "{path} non è TOML valido"),
        ('log = "xml"', "`log` ({path}): the log is written", "come xml"),
        ('public_url = "x"', "`public_url` ({path}) needs an address", "richiede un indirizzo"),
    ],
)
def test_a_bad_file_is_refused_with_the_key_and_the_file(
    refused: Refused, file: Callable[[str], str], text: str, english: str, italian: str
) -> None:
    path = file(text)
    assert english.format(path=path) in refused("serve", "--config", path)
    assert italian.format(path=path) in refused("--lang", "it", "serve", "--config", path)


@pytest.mark.parametrize(
    ("name", "value", "english"),
    [
        ("QUARRIORS_PORT", "x", "QUARRIORS_PORT needs a whole number, not x"),
        ("QUARRIORS_CHAT", "maybe", "QUARRIORS_CHAT must be true or false, not maybe"),
        ("QUARRIORS_BOT_SECONDS", "nan", "QUARRIORS_BOT_SECONDS must be 0.01 or more, not nan"),
        ("QUARRIORS_PROT", "1", "no setting QUARRIORS_PROT; did you mean QUARRIORS_PORT?"),
        ("QUARRIORS_CONFIG", "none.toml", "The file none.toml can't be read"),
        ("QUARRIORS_TRUST_PROXY", "here", "QUARRIORS_TRUST_PROXY needs addresses"),
    ],
)
def test_a_bad_variable_is_refused(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, name: str, value: str, english: str
) -> None:
    monkeypatch.setenv(name, value)
    assert english in refused("serve")


def test_admin_finds_the_database_as_the_server_does(
    refused: Refused, file: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = file(f'database = "{tmp_path / "from-file.sqlite"}"\n')
    assert "from-file.sqlite" in refused("admin", "--config", path, "list")
    monkeypatch.setenv("QUARRIORS_DATABASE", str(tmp_path / "from-variable.sqlite"))
    assert "from-variable.sqlite" in refused("admin", "--config", path, "list")


def settings_table() -> str:
    """The table of docs/serve.md, of the same settings and texts as the command line has."""
    texts = load("en", "remote")["help"]["serve"]["option"]
    lines = ["| key | flag | variable | default | meaning |", "|---|---|---|---|---|"]
    for one in SETTINGS:
        default = f"`{json.dumps(one.default)}`" if one.default not in ("", ()) else ""
        no = f", `--no-{one.flag[2:]}`" if isinstance(one.default, bool) else ""
        about = texts[one.key].partition(" Default: ")[0].rstrip(".") + "."
        lines.append(f"| `{one.key}` | `{one.flag}`{no} | `{one.variable}` | {default} | {about} |")
    return "\n".join(lines)


def test_the_page_has_every_setting() -> None:
    table = settings_table()
    assert table in PAGE.read_text(encoding="utf-8"), f"docs/serve.md needs this table:\n{table}"
