"""The container file and the systemd unit: their syntax, and that what they run works."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.remote.helpers import PATIENCE, Process, port_of

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "deploy" / "quarriors.service"
INSTRUCTIONS = {
    "FROM", "COPY", "RUN", "WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL",
    "HEALTHCHECK", "ENTRYPOINT", "CMD", "ARG", "LABEL",
}  # fmt: skip


@dataclass(frozen=True)
class Instruction:
    """One instruction of a container file."""

    name: str
    rest: str
    stage: int  # counted from 0

    @property
    def words(self) -> list[str]:
        """Its arguments: of a JSON array, or as a shell divides them."""
        found: list[str] = (
            json.loads(self.rest) if self.rest.startswith("[") else shlex.split(self.rest)
        )
        return found


def read_containerfile() -> list[Instruction]:
    """The instructions, comments left out and continued lines joined."""
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    assert not lines[-1].endswith("\\"), "the last line continues nowhere"
    text = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    found: list[Instruction] = []
    stage = -1
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            stage += name == "FROM"
            found.append(Instruction(name, rest.strip(), stage))
    return found


def test_the_container_file_can_be_read() -> None:
    found = read_containerfile()
    assert found[0].name == "FROM"
    stages: list[str] = []
    for one in found:
        assert one.name in INSTRUCTIONS, one
        assert one.rest, one
        words = one.words  # quotes and arrays are closed
        if one.name == "FROM":
            assert len(words) == 1 or (len(words) == 3 and words[1] == "AS"), one
            assert ":" in words[0], "an image without a version may change at any time"
            stages.append(words[2] if len(words) == 3 else "")
        elif one.name == "COPY":
            origin = [word.removeprefix("--from=") for word in words if word.startswith("--from=")]
            assert set(origin) <= set(stages[: one.stage]), one
            assert len(words) - len(origin) >= 2, one
        elif one.name == "RUN":
            checked = subprocess.run(["sh", "-n", "-c", one.rest], check=False)
            assert checked.returncode == 0, one
        elif one.name == "EXPOSE":
            assert one.rest.isdecimal(), one
        elif one.name in ("ENTRYPOINT", "CMD"):
            assert one.rest.startswith("["), "without a shell, so that signals arrive"
    last = [one.name for one in found if one.stage == found[-1].stage]
    for name in ("ENTRYPOINT", "CMD", "HEALTHCHECK", "USER"):
        assert last.count(name) == 1
    for path in ("requirements/dev.txt", "pyproject.toml"):
        assert (ROOT / path).exists()


def test_the_container_serves_in_an_empty_folder_and_is_found_healthy(tmp_path: Path) -> None:
    found = {one.name: one for one in read_containerfile()}  # of the last stage
    entry = [word.replace("/data/", f"{tmp_path}/") for word in found["ENTRYPOINT"].words]
    assert entry[0] == "quarriors"
    command = [*entry[1:], *found["CMD"].words, "--port", "0", "--host", "127.0.0.1"]
    health = json.loads(found["HEALTHCHECK"].rest.partition("CMD ")[2])
    assert health[0] == "python"
    with Process(command, tmp_path / "home") as server:
        told = json.loads(server.line_with("serving"))
        asking = [word.replace(":7733/", f":{port_of(told['url'])}/") for word in health[1:]]
        assert asking != health[1:]
        healthy = subprocess.run([sys.executable, *asking], check=False, timeout=PATIENCE)
        assert healthy.returncode == 0
        server.signal(15)  # STOPSIGNAL
        assert server.wait() == 0
    assert (tmp_path / "tables.sqlite").exists()


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=True, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNIT, encoding="utf-8")
    return parser


def test_the_unit_confines_the_server_to_its_state_directory() -> None:
    service = unit()["Service"]
    assert service["User"] == "quarriors"
    assert service["ProtectSystem"] == "strict"
    assert service["NoNewPrivileges"] == "yes"
    assert service["CapabilityBoundingSet"] == ""
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    settings = tomllib.loads((ROOT / "deploy" / "quarriors.toml").read_text(encoding="utf-8"))
    assert settings["database"].startswith(f"{service['WorkingDirectory']}/")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    text = UNIT.read_text(encoding="utf-8")
    program = shlex.split(unit()["Service"]["ExecStart"])[0]
    copy = tmp_path / UNIT.name
    copy.write_text(text.replace(program, "/bin/true").replace("User=quarriors", "User=root"))
    command = ["systemd-analyze", "verify", "--man=no", str(copy)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    about = [line for line in done.stderr.splitlines() if UNIT.name in line]
    assert not about, done.stderr


def test_what_the_unit_starts_serves_with_its_settings(tmp_path: Path) -> None:
    program, *arguments = shlex.split(unit()["Service"]["ExecStart"])
    assert program == "/opt/quarriors/bin/quarriors"
    given = (ROOT / "deploy" / "quarriors.toml").read_text(encoding="utf-8")
    commented = re.sub(r"^# (\w+ = )", r"\1", given, flags=re.MULTILINE)
    assert len(tomllib.loads(commented)) > len(tomllib.loads(given)), "the suggestions are TOML"
    settings = tmp_path / "quarriors.toml"
    settings.write_text(given.replace("/var/lib/quarriors", str(tmp_path)))
    at = arguments.index("--config") + 1
    assert arguments[at] == "/etc/quarriors.toml"
    arguments[at] = str(settings)
    with Process([*arguments, "--port", "0"], tmp_path / "home") as server:
        server.line_with("The server is at")
        server.signal(15)
        assert server.wait() == 0
    assert (tmp_path / "tables.sqlite").exists()
