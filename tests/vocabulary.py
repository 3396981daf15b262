"""The whole card language as a document: `python -m tests.vocabulary` writes docs/vocabulary.md.

Nothing in it is written by hand twice: the words and what they mean come from the table of words,
and who uses them from the trees of all cards. `test_vocabulary.py` fails if the document is stale.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from quarriors.cards.entry import CardEntry
from quarriors.cards.language.filters import BOUNDS, QUESTIONS
from quarriors.cards.language.nodes import Call, Name, Node, walk
from quarriors.cards.language.parser import parse
from quarriors.cards.language.words import NAMES, TABLES, word
from quarriors.cards.load import entries
from quarriors.cards.sets import SETS

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "vocabulary.md"
FILTERS = ("dice", "creatures", "opposing", "locked", "spells", "readied_spells")
TITLES = {
    "event": "Events of `when`",
    "window": "Windows of `react` and `at_will`",
    "whose": "Whose",
    "place": "Places",
    "energy": "Energies",
    "die": "Which die",
    "prompt": "What a choice is for",
    "scope": "Whom a modifier touches",
    "filter": "Filters",
    "number": "Numbers",
    "condition": "Conditions",
}
INTRODUCTION = (
    "{cards} cards of {sets} sets are written in {words} words. The number beside a word is how "
    "many cards use it. [Add a card](add-a-card.md) shows how they go together."
)
SINGLE = (
    "A word is made when no combination of the others says what a card says. These have one card "
    "so far; the line that needs each is beside it."
)


class Use(NamedTuple):
    """A line of a card that uses a word."""

    card: CardEntry
    line: int


def words_in(tree: Node) -> set[str]:
    """Every word in a tree; questions of a filter with a space before them, bounds with `=`."""
    found: set[str] = set()
    for node in walk(tree):
        if isinstance(node, Call):
            found.add(node.word)
            if node.word in FILTERS:
                found |= {f"{keyword.name}=" for keyword in node.keywords}
                names = {item.word for item in node.arguments if isinstance(item, Name)}
                found |= {f" {name}" for name in names & set(QUESTIONS)}
        elif isinstance(node, Name) and node.word in NAMES:
            found.add(node.word)
    return found


def uses() -> dict[str, dict[str, Use]]:
    """For every word the cards that use it, each with the first line that does."""
    found: dict[str, dict[str, Use]] = {}
    for card in entries().values():
        for number, line in enumerate(card.lines):
            for tree in parse(line.does):
                for used in words_in(tree):
                    found.setdefault(used, {}).setdefault(card.name, Use(card, number))
    return found


def sections() -> dict[str, dict[str, str]]:
    """Title of every table of the document; its words and what they mean."""
    tables: dict[str, dict[str, str]] = {}
    for title, names in TABLES.items():
        tables[title] = {}
        for name in names:
            known = word(name)
            assert known is not None
            tables[title][name] = known.means
    for name, given in NAMES.items():
        tables.setdefault(TITLES[given.kind], {})[name] = given.means
    questions = {f"{name}=": means for name, means in BOUNDS.items()}
    questions |= {f" {name}": means for name, (_, means) in QUESTIONS.items()}
    return {**tables, "Questions of a filter": questions}


def said(text: str) -> str:
    """A line for the table: without its full stop, beginning small unless with a name."""
    line = " ".join(text.split()).rstrip(".").replace("|", "\\|")
    first = line.split(" ", 1)[0]
    keep = first in ("Glory", "Immunity") or (len(first) > 1 and first.isupper())
    return line if keep else line[0].lower() + line[1:]


def document() -> str:
    """The whole of docs/vocabulary.md."""
    used = uses()
    tables = sections()
    count: Mapping[str, int] = {name: len(cards) for name, cards in used.items()}
    total = sum(len(names) for names in tables.values())
    lines = [
        "# The words that cards are written in",
        "",
        "Written by `python -m tests.vocabulary` from the card language and the cards.",
        "",
        INTRODUCTION.format(cards=len(entries()), sets=len(SETS), words=total),
        "",
    ]
    for title, names in tables.items():
        lines += [f"## {title}", "", "| word | cards | |", "|---|---:|---|"]
        for name, means in names.items():
            lines.append(f"| `{name.strip()}` | {count.get(name, 0)} | {said(means)} |")
        lines.append("")
    lines += ["## Words that one card uses", "", SINGLE, ""]
    lines += ["| word | card | because it says |", "|---|---|---|"]
    everything = [name for names in tables.values() for name in names]
    for name in everything:
        if count.get(name) == 1:
            ((card, number),) = used[name].values()
            text = " ".join(card.lines[number].text["en"].split()).replace("|", "\\|")
            lines.append(f"| `{name.strip()}` | {card.name} | {text} |")
    idle = [f"`{name.strip()}`" for name in everything if name not in count]
    lines += ["", "## Words that no card uses", "", ", ".join(idle) + "." if idle else "None."]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the document."""
    DOCUMENT.write_text(document(), "utf-8")
    print(f"{DOCUMENT.name} is written")


if __name__ == "__main__":
    main()
