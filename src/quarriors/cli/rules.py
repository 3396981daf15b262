"""`quarriors rules`: the rules by section, by id, or by a word in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Annotated, Any

import typer
from rich.text import Text

from quarriors.cli import BadOption, columns, print_json
from quarriors.cli.console import Console, is_terminal, make_console, make_texts
from quarriors.cli.options import AsJson, Language
from quarriors.text import Texts, load

Places = list[tuple[int, int]]


def rules_command(
    words: Annotated[list[str] | None, typer.Argument(metavar="ID|WORD...")] = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Read a rule, or find the rules about something."""
    texts = make_texts(lang)
    wanted = " ".join(words or []).strip()
    terminal = is_terminal()
    console = make_console(plain=not terminal)
    if not wanted:
        _contents(console, texts, as_json)
    elif wanted in texts.rule_ids():
        _read(console, texts, [wanted], as_json)
    elif wanted in sections(texts):
        _read(console, texts, rules_of(texts, wanted), as_json)
    elif re.fullmatch(r"[\d.]+", wanted):
        raise BadOption("rules.no_id", id=wanted, last=max(int(key) for key in sections(texts)))
    else:
        _search(console, texts, wanted, as_json, terminal)


def sections(texts: Texts) -> dict[str, str]:
    """The numbers of the sections with their titles."""
    entries = load(texts.language, "rules")
    return {
        key.partition(".")[2]: str(entry["title"])
        for key, entry in entries.items()
        if key.startswith("section.")
    }


def rules_of(texts: Texts, section: str) -> list[str]:
    """The ids of a section's rules."""
    return [rule for rule in texts.rule_ids() if rule.split(".")[0] == section]


def _contents(console: Console, texts: Texts, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {"section": number, "title": name, "rules": rules_of(texts, number)}
                for number, name in sections(texts).items()
            ]
        )
        return
    rows = []
    for number, name in sections(texts).items():
        ids = rules_of(texts, number)
        span = ids[0] if len(ids) == 1 else f"{ids[0]} - {ids[-1]}" if ids else ""
        rows.append((number, name, span))
    for line in columns(rows, right=(0,)):
        console.print(line, soft_wrap=True)
    console.print()
    console.print(texts.say("cli", "rules.how"))


def _values(texts: Texts, rule: str) -> dict[str, Any]:
    entry = texts.rule(rule)
    section = rule.split(".", maxsplit=1)[0]
    return {
        "id": rule,
        "section": section,
        "section_title": sections(texts)[section],
        "title": entry["title"],
        "text": entry["text"].strip(),
    }


def _read(console: Console, texts: Texts, rules: Sequence[str], as_json: bool) -> None:
    """Whole rules, with the title of their section."""
    values = [_values(texts, rule) for rule in rules]
    if as_json:
        print_json(values)
        return
    console.print(f"{values[0]['section']}. {values[0]['section_title']}", style="dim")
    for value in values:
        console.print()
        console.print(f"{value['id']} {value['title']}", style="bold")
        console.print(value["text"])


# --- search ------------------------------------------------------------------------------------


def find_places(text: str, wanted: Sequence[str]) -> Places:
    """Where any of the words stand in a text, whatever their case."""
    pattern = "|".join(re.escape(word) for word in wanted)
    return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]


def search(texts: Texts, wanted: str) -> tuple[list[str], list[str]]:
    """The rules with the phrase, else with all of its words; and what is to be marked in them."""
    for words in ([wanted], wanted.split()):
        hits = []
        for rule in texts.rule_ids():
            entry = texts.rule(rule)
            whole = f"{entry['title']}\n{entry['text']}"
            if all(find_places(whole, [word]) for word in words):
                hits.append(rule)
        if hits:
            return hits, words
    return [], []


def _search(console: Console, texts: Texts, wanted: str, as_json: bool, terminal: bool) -> None:
    hits, words = search(texts, wanted)
    if not hits:
        near = _close_words(texts, wanted)
        if near:
            raise BadOption("rules.nothing_near", word=wanted, near=", ".join(near))
        raise BadOption("rules.nothing", word=wanted)
    if as_json:
        print_json(
            [
                {**_values(texts, rule), "places": find_places(_values(texts, rule)["text"], words)}
                for rule in hits
            ]
        )
        return
    for rule in hits:
        value = _values(texts, rule)
        console.print(marked(f"{rule} {value['title']}", words, terminal, "bold"))
        lines = [line for line in value["text"].splitlines() if find_places(line, words)]
        for line in lines or value["text"].splitlines()[:1]:
            console.print(marked(line, words, terminal, ""))
        console.print()
    console.print(texts.say("cli", "rules.hits", count=len(hits), word=wanted, id=hits[0]))


def marked(text: str, words: Sequence[str], terminal: bool, style: str) -> Text:
    """The text with its hits marked: by colour on a terminal, by stars elsewhere."""
    shown = Text(style=style)
    last = 0
    for start, end in find_places(text, words):
        shown.append(text[last:start])
        if terminal:
            shown.append(text[start:end], style="bold reverse")
        else:
            shown.append(f"*{text[start:end]}*")
        last = end
    shown.append(text[last:])
    return shown


def _close_words(texts: Texts, wanted: str) -> list[str]:
    """Words of the rules that somebody may have meant."""
    known: set[str] = set()
    for rule in texts.rule_ids():
        entry = texts.rule(rule)
        known.update(re.findall(r"\w{4,}", f"{entry['title']} {entry['text']}".casefold()))
    return get_close_matches(wanted.casefold(), sorted(known), 3, 0.7)
