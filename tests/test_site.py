"""The pages of docs/: links, navigation, and the parts that are generated when the site is built.

`make docs` builds the site and fails on a broken link; these tests need none of its packages.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import pytest

import quarriors
from quarriors import bots, lab, testing, text
from quarriors.cli.main import COMMANDS, GROUPS, make_command
from quarriors.engine.ids import choice, log
from quarriors.view import shape

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
DOCUMENTS = [*PAGES, *ROOT.glob("*.md"), ROOT / "benchmarks" / "README.md"]
LINK = re.compile(r"\]\(([^()\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`[^`\n]+`")


@pytest.fixture(scope="module")
def generated() -> Iterator[Any]:
    sys.path.insert(0, str(ROOT / "tools"))
    yield importlib.import_module("docs_generated")
    sys.path.remove(str(ROOT / "tools"))
    del sys.modules["docs_generated"]


@pytest.fixture(scope="module")
def root() -> Any:
    """The command `quarriors` with all its commands."""
    return make_command("en", rich=False)


def navigation() -> list[str]:
    """The pages that mkdocs.yml names."""
    _, _, after = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")
    return re.findall(r"[ :] ?([\w./-]+\.md)$", after, re.MULTILINE)


def anchors(markdown: str) -> set[str]:
    """The ids of headings: those that are written out, and those made of their words."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", markdown), re.MULTILINE)
    found = {match[1] for heading in headings if (match := re.search(r"\{ #(\S+) \}$", heading))}
    words = [re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings]
    return found | {re.sub(r"[\s-]+", "-", heading) for heading in words}


# --- pages ---------------------------------------------------------------------------------------


def test_every_page_is_in_the_navigation_once() -> None:
    named = navigation()
    assert len(set(named)) == len(named)
    outside = {"benchmarks", "changelog", "code-of-conduct", "contributing", "security"}
    pages = {str(page.relative_to(DOCS)) for page in PAGES}
    assert set(named) == pages | {f"{name}.md" for name in outside}


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page: Path, generated: Any) -> None:
    prose = INLINE.sub("code", FENCED.sub("", page.read_text("utf-8")))
    assert prose.startswith(("# ", "---"))
    for link in LINK.findall(prose):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} links to {link}, which does not exist"
        if anchor and not anchor.startswith(
            "quarriors."
        ):  # those of docstrings: mkdocs checks them
            headings = anchors(generated.filled(target.read_text("utf-8")))
            assert anchor in headings, f"{page.name} links to {link}: no such heading"


def test_decisions_are_numbered_listed_and_complete() -> None:
    files = sorted((DOCS / "decisions").glob("0*.md"))
    index = (DOCS / "decisions" / "index.md").read_text("utf-8")
    assert files
    for number, file in enumerate(files, 1):
        assert file.name.startswith(f"{number:04}-")
        assert f"| {number} | [" in index
        assert f"({file.name})" in index
        page = file.read_text("utf-8")
        assert page.startswith(f"# {number}. ")
        assert re.findall(r"^## (.*)$", page, re.MULTILINE) == [
            "Context",
            "Decision",
            "Consequences",
        ]


def test_the_glossary_has_the_word_for_every_area_in_both_languages() -> None:
    page = (DOCS / "glossary.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|`]+) \| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE)
    assert len(rows) > 75
    known = text.load("en", "rules")
    for rule in re.findall(r"\b\d{1,2}\.\d{1,2}\b", page):
        assert rule in known


def shown_commands(page: Path) -> set[str]:
    """The lines of `quarriors` that a document shows, in blocks and between back quotes."""
    prose = page.read_text("utf-8")
    blocks = "\n".join(re.findall(r"^```(?:sh|text)?\n(.*?)^```", prose, re.MULTILINE | re.DOTALL))
    lines = re.findall(r"^(quarriors(?: .*)?)$", blocks, re.MULTILINE)
    lines += re.findall(r"`(quarriors [a-z-]+ [^`\n]*)`", FENCED.sub("", prose))
    return {re.split(r" {2,}|\s#", line)[0].strip() for line in lines}


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_that_documents_show_exist_with_their_options(page: Path, root: Any) -> None:
    shown = shown_commands(page)
    assert shown or page.name not in ("README.md", "play.md", "serve.md", "arena.md")
    for line in shown:
        words = shlex.split(line.replace("...", ""))[1:]
        command = root
        while words and not words[0].startswith("-") and getattr(command, "commands", None):
            name, *words = words
            if name == name.upper():  # COMMAND stands for any of them
                break
            assert name in command.commands, f"{page.name}: {line}"
            command = command.commands[name]
        known = {spelt for one in command.params for spelt in (*one.opts, *one.secondary_opts)}
        for word in words:
            if re.match(r"--?[a-z]", word):
                assert word.partition("=")[0] in known | {"--help"}, f"{page.name}: {line}"


@pytest.mark.parametrize("module", [quarriors, bots, lab, testing], ids=lambda one: one.__name__)
def test_every_public_name_is_in_the_reference(module: Any) -> None:
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "reference").glob("*.md"))
    shown = set(re.findall(r"^::: ([\w.]+)$", pages, re.MULTILINE))
    for name in set(module.__all__) - {"__version__"}:
        value = getattr(module, name)
        if isinstance(value, ModuleType):
            assert value.__name__ in shown
        else:
            home = value.__module__
            assert shown & {home, f"{home}.{name}"}, name


def test_everything_in_the_reference_exists() -> None:
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "reference").glob("*.md"))
    shown = re.findall(r"^::: ([\w.]+)$", pages, re.MULTILINE)
    assert len(set(shown)) == len(shown) > 30
    for path in shown:
        assert pkgutil.resolve_name(path) is not None


# --- generated parts -----------------------------------------------------------------------------


def test_every_region_can_be_filled(generated: Any) -> None:
    regions = [
        name
        for page in PAGES
        for name in re.findall(r"<!-- build: ([a-z ]+) -->", page.read_text("utf-8"))
    ]
    assert len(set(regions)) == len(regions) == 6
    for page in PAGES:
        whole = generated.filled(page.read_text("utf-8"))
        assert "<!-- build:" not in whole


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_rule_has_its_anchor_and_text(generated: Any, language: str) -> None:
    page = generated.rules(language)
    rules = text.load(language, "rules")
    ids = re.findall(r"^###? .* \{ #([\d.]+) \}$", page, re.MULTILINE)
    assert ids == [key.removeprefix("section.") for key in rules]
    lines = set(re.sub(r"\[([\d.]+)\]\(#\1\)", r"\1", page).splitlines())
    for rule in rules.values():
        for line in rule.get("text", "").strip().splitlines():
            assert generated._escaped(line) in lines
    for rule in re.findall(r"\]\(#([\d.]+)\)", page):
        assert rule in ids


def test_ids_of_rules_become_links_and_code_and_other_numbers_do_not(generated: Any) -> None:
    shown = generated.with_rule_links("# 12.3\nSee 12.3 and (15.2, 4.3), 99.9, `12.3`.", "r.md")
    assert shown == (
        "# 12.3\nSee [12.3](r.md#12.3) and ([15.2](r.md#15.2), [4.3](r.md#4.3)), 99.9, `12.3`."
    )


def test_every_command_and_option_is_described(generated: Any, root: Any) -> None:
    page = generated.commands()
    assert set(root.commands) == set(COMMANDS)
    for name, command in root.commands.items():
        _, _, part = page.partition(f"## quarriors {name} {{")
        assert part
        part = part.partition("\n## quarriors ")[0]
        for one in command.params:
            if one.param_type_name == "option":
                assert one.help, f"quarriors {name} {one.opts[0]} has no help"
            if one.param_type_name == "option" and not one.hidden:  # docs/serve.md has the others
                for spelt in (*one.opts, *one.secondary_opts):
                    assert f"`{spelt}`" in part, f"{name} {spelt}"
    for group in GROUPS:
        for action in root.commands[group].commands:
            assert f"## quarriors {group} {action} {{" in page


def test_every_event_and_decision_has_a_meaning(generated: Any) -> None:
    assert set(generated.EVENTS) == set(log.NAMES)
    assert set(generated.DECISIONS) == set(choice.NAMES)
    for kind in log.NAMES:
        assert f"| `{kind}` | " in generated.events()
    for kind in choice.NAMES:
        assert f"| `{kind}` | " in generated.decisions()


def test_every_key_of_observe_has_a_type_and_a_meaning(generated: Any) -> None:
    page = generated.observation()
    notes = generated.field_notes()
    shapes = generated._shapes(shape.View, [])
    assert len(shapes) > 15
    for one in shapes:
        assert f"## {one.__name__} {{ #quarriors.view.shape.{one.__name__} }}" in page
        for key in get_type_hints(one):
            assert len(notes[one.__name__, key]) > 3, (one.__name__, key)
            assert f"| `{key}` | " in page
