"""The settings of `quarriors serve`: one table for flags, variables, a file and the documentation.

A setting with the key `public_url` is the flag `--public-url`, the environment variable
`QUARRIORS_PUBLIC_URL` and the key `public_url` of a TOML file. A flag wins over a variable, a
variable over the file, the file over the default. What a setting means is in the texts, where the
help of the flags is.
"""

from __future__ import annotations

import inspect
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer

from quarriors.cli.options import Language
from quarriors.engine.errors import QuarriorsError
from quarriors.server.settings import Settings

PREFIX = "QUARRIORS_"
CONFIG = f"{PREFIX}CONFIG"
NEAR = 0.75  # how much a variable must be like a known one to be a misspelling
Value = str | int | float | bool | tuple[str, ...]


class BadSetting(QuarriorsError):
    """A setting that cannot be used, with the place where it was found."""

    texts = "remote.refuse.setting"


@dataclass(frozen=True)
class Setting:
    """One setting of the server."""

    key: str
    default: Value
    field: str = ""  # of `Settings`, if it has another name there
    least: float | None = None  # of a number
    metavar: str = ""
    repeated: bool = False  # the flag is given once for each item, not with commas between them
    shown: bool = True  # in `--help`; the others are in docs/serve.md

    @property
    def flag(self) -> str:
        """On the command line."""
        return f"--{self.key.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """In the environment."""
        return f"{PREFIX}{self.key.upper()}"

    @property
    def name(self) -> str:
        """In `Settings`."""
        return self.field or self.key

    def parameter(self) -> inspect.Parameter:
        """For the command line; None means that the flag was not given."""
        kind: Any = type(self.default)
        names = [f"{self.flag}/--no-{self.flag[2:]}" if kind is bool else self.flag]
        if kind is tuple:
            kind = list[str] if self.repeated else str
        option = typer.Option(*names, metavar=self.metavar or None, hidden=not self.shown)
        return inspect.Parameter(
            self.key,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[kind | None, option],
        )

    # --- values ----------------------------------------------------------------------------------

    def of_text(self, text: str, where: str) -> Value:
        """A value as it stands in a variable."""
        kind = type(self.default)
        if kind is tuple:
            return tuple(part.strip() for part in text.split(",") if part.strip())
        if kind is bool:
            if text.lower() not in _BOOLEANS:
                raise BadSetting("boolean", where=where, value=text)
            return _BOOLEANS[text.lower()]
        if kind is str:
            return text
        try:
            return self.checked(int(text) if kind is int else float(text), where)
        except ValueError:
            key = "number" if kind is int else "decimal"
            raise BadSetting(key, where=where, value=text) from None

    def of_value(self, value: object, where: str) -> Value:
        """A value as it stands in a file or came with a flag."""
        kind = type(self.default)
        if kind is tuple:
            if isinstance(value, str):
                return self.of_text(value, where)
            if isinstance(value, list) and all(isinstance(one, str) for one in value):
                return tuple(value)
            raise BadSetting("list", where=where, value=json.dumps(value, default=str))
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            shown = json.dumps(value, default=str, ensure_ascii=False)
            raise BadSetting(_KINDS[kind], where=where, value=shown)
        return self.checked(value, where)

    def checked(self, value: Value, where: str) -> Value:
        """A number that is large enough, and not more than any number."""
        if isinstance(value, (str, bool, tuple)):
            return value
        least = self.least
        if least is None:
            least = 1 if isinstance(value, int) else 0.01
        if not least <= value < float("inf"):
            raise BadSetting("least", where=where, least=f"{least:g}", value=value)
        return value


_BOOLEANS = {
    "true": True, "1": True, "yes": True, "on": True,
    "false": False, "0": False, "no": False, "off": False,
}  # fmt: skip
_KINDS = {bool: "boolean", int: "number", float: "decimal", str: "text"}

# Those that most operators need; the help shows them.
_MAIN = (
    Setting("host", "127.0.0.1"),
    Setting("lan", False),
    Setting("port", 7733, least=-1),  # the system refuses ports that do not exist
    Setting("database", "", metavar="PLACE"),
    Setting("processes", 1, least=1),
    Setting("public_url", "", metavar="URL"),
    Setting("list", True, "list_tables"),
    Setting("chat", True),
    Setting("prune_days", 0.0, least=0),
    Setting("operator", "", metavar="NAME"),
    Setting("contact", "", metavar="TEXT"),
    Setting("workers", 2, "bot_workers"),
    Setting("trust_proxy", (), "proxies", metavar="ADDRESSES"),
    Setting("packs", "", metavar="FOLDER"),
    Setting("pack", (), "pack_files", metavar="FILE", repeated=True),
    Setting("own_packs", False),
    Setting("ratings", False),
    Setting("push", False),
    Setting("play", "", metavar="FOLDER"),
    Setting("metrics", "local", metavar="WHO"),
    Setting("log", "text", "log_json", metavar="HOW"),
    Setting("log_level", "info", metavar="LEVEL"),
)
_NO_SETTINGS = ("process", "metrics_at")  # the server says these itself
_DEFAULTS = Settings()
_LEAST = {"number_seconds": 0.0}
_NAMED = {one.name for one in _MAIN}

SETTINGS = (
    *_MAIN,
    *(
        Setting(one.name, getattr(_DEFAULTS, one.name), least=_LEAST.get(one.name), shown=False)
        for one in fields(Settings)
        if one.name not in _NAMED and one.name not in _NO_SETTINGS
    ),
)
BY_KEY = {one.key: one for one in SETTINGS}


def signature() -> inspect.Signature:
    """The parameters of `quarriors serve`."""

    def other(name: str, annotation: Any, default: Any) -> inspect.Parameter:
        kind = inspect.Parameter.KEYWORD_ONLY
        return inspect.Parameter(name, kind, default=default, annotation=annotation)

    return inspect.Signature(
        [
            *(one.parameter() for one in SETTINGS),
            other("config", Annotated[str, typer.Option("--config", metavar="FILE")], ""),
            other("show_config", Annotated[bool, typer.Option("--show-config")], False),
            other("lang", Language, None),
        ]
    )


# --- finding -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """The value of a setting, and where it was found."""

    value: Any
    where: str = ""  # a flag, a variable, or a key and its file; empty for the default


def find(given: Mapping[str, object], environment: Mapping[str, str]) -> dict[str, Found]:
    """Every setting by its key; `given` are the flags, None for those that were not given."""
    for name in environment:
        key = name.removeprefix(PREFIX).lower()
        if name.startswith(PREFIX) and name != CONFIG and key not in BY_KEY:
            near = get_close_matches(key, BY_KEY, 1, NEAR)
            if near:  # others are none of ours: the build has variables of this name as well
                raise BadSetting("variable_near", name=name, near=BY_KEY[near[0]].variable)
    path = str(given.get("config") or environment.get(CONFIG, ""))
    written = read_file(path) if path else {}
    return {one.key: _find(one, given, environment, written, path) for one in SETTINGS}


def _find(
    setting: Setting,
    given: Mapping[str, object],
    environment: Mapping[str, str],
    written: Mapping[str, object],
    path: str,
) -> Found:
    flag = given.get(setting.key)
    if flag is not None:
        return Found(setting.of_value(flag, setting.flag), setting.flag)
    if setting.variable in environment:
        text = environment[setting.variable]
        return Found(setting.of_text(text, setting.variable), setting.variable)
    if setting.key in written:
        where = f"`{setting.key}` ({path})"
        return Found(setting.of_value(written[setting.key], where), where)
    return Found(setting.default)


def read_file(path: str) -> dict[str, object]:
    """The settings of a file; one that is not known is refused."""
    try:
        written = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting("unreadable", path=path, why=error) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting("toml", path=path, why=error) from None
    for key in written:
        if key not in BY_KEY:
            near = get_close_matches(key, BY_KEY, 1, 0.6)
            if near:
                raise BadSetting("unknown_near", key=key, path=path, near=near[0])
            raise BadSetting("unknown", key=key, path=path)
    return written


def shown(found: Mapping[str, Found], default: str) -> list[str]:
    """All settings as a TOML file has them, each with where it was found as a comment."""
    from quarriors.cli.serve import hidden

    lines = []
    for key, one in found.items():
        value = hidden(one.value) if key == "database" else one.value
        text = json.dumps(value, ensure_ascii=False)  # the same in TOML for all that we have
        lines.append(f"{key} = {text}  # {one.where or default}")
    return lines
