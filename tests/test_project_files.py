"""CI, hooks and container files name commands, versions and options that exist."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from quarriors.cli.main import make_command

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def targets() -> set[str]:
    """The targets of the Makefile."""
    return set(re.findall(r"^\.PHONY: ([a-z-]+)$", read("Makefile"), re.MULTILINE))


def test_ci_runs_the_check_of_developers_on_every_supported_python() -> None:
    workflow = read(".github/workflows/ci.yml")
    listed = re.search(r"python: \[(.*)\]", workflow)
    assert listed is not None
    versions = [
        name.rpartition(" ")[2]
        for name in PROJECT["classifiers"]
        if re.search(r"Python :: 3\.\d+$", name)
    ]
    assert re.findall(r'"([\d.]+)"', listed[1]) == versions
    assert "- run: make test\n" in workflow
    assert "make test" in read(".ci/run")


def test_make_targets_that_documents_name_exist() -> None:
    named = set()
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        named |= set(
            re.findall(r"(?:`|^)make ([a-z][a-z-]*)", page.read_text("utf-8"), re.MULTILINE)
        )
    assert {"play", "test", "check", "docs"} <= named
    assert named <= targets()


def test_the_site_has_the_address_that_packages_name() -> None:
    address = re.search(r"^site_url: (\S+)$", read("mkdocs.yml"), re.MULTILINE)
    assert address is not None
    assert address[1] == PROJECT["urls"]["Documentation"] + "/"


def test_hooks_run_what_is_installed_here() -> None:
    hooks = read(".pre-commit-config.yaml")
    assert re.findall(r"repo: (\S+)", hooks) == ["local"]
    assert re.findall(r"language: (\S+)", hooks) == ["system"] * 3
    entries = re.findall(r"entry: (\S+)", hooks)
    assert entries == [".venv/bin/ruff", ".venv/bin/ruff", ".venv/bin/mypy"]


def test_the_container_serves_with_options_that_exist_and_not_as_root() -> None:
    text = read("Containerfile")
    entry, command = (
        json.loads(found)
        for found in re.findall(r"^(?:ENTRYPOINT|CMD) (\[.*\])$", text, re.MULTILINE)
    )
    assert entry[:2] == ["quarriors", "serve"]
    serve = make_command("en", rich=False).commands["serve"]
    known = {spelt for option in serve.params for spelt in option.opts}
    options = {word for word in (*entry, *command) if word.startswith("--")}
    assert options
    assert options <= known
    last = text.rpartition("\nFROM ")[2]
    assert "USER quarriors" in last
    assert "VOLUME /data" in last
    database = entry[entry.index("--database") + 1]
    assert database.startswith("/data/")
    assert "/healthz" in last
    assert set(re.findall(r"\[([a-z]+)\]", text)) <= set(PROJECT["optional-dependencies"])


def test_the_development_container_is_there() -> None:
    settings = json.loads(read(".devcontainer/devcontainer.json"))
    assert (ROOT / ".devcontainer" / settings["build"]["dockerfile"]).exists()
    assert settings["postCreateCommand"].removeprefix("make ") in targets()


def test_the_changelog_has_versions_and_the_usual_kinds_of_change() -> None:
    text = read("CHANGELOG.md")
    versions = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert versions[0] == "Unreleased"
    for version in versions[1:]:
        assert re.fullmatch(r"\d+\.\d+\.\d+ - (\d{4}-\d{2}-\d{2}|not released)", version)
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= kinds
