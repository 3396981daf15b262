"""The generated parts of the documents: rules, commands, events and the keys of `observe()`.

`docs_hooks.py` puts them into the pages when the site is built, so they cannot become outdated.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from quarriors import text
from quarriors.cli.main import PROGRAM, make_command
from quarriors.engine.ids import choice, log
from quarriors.view import shape

CODE = re.compile(r"(^```.*?^```|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
_REGION = re.compile(r"<!-- build: ([a-z ]+) -->.*?<!-- end build -->", re.DOTALL)
_RULE = re.compile(r"(?<![\w.,/#-])(\d{1,2}\.\d{1,2})(?![\w.]*\d| %| s\b| ms\b)")
_LINK = re.compile(r"(\[[^\]]*\]\([^)]*\)|^#.*$)", re.MULTILINE)

EVENTS = {  # what each kind of event says; the fields are in `ids.log.FIELDS`
    "turn": "a turn begins",
    "phase": "a phase begins",
    "score": "a creature scores",
    "glory": "Glory is gained or lost otherwise; `glory` is the total afterwards",
    "draw": "a die is drawn from the bag",
    "roll": "a die is rolled into the Active Pool",
    "refill": "the Used Pile goes back into the bag",
    "spend": "a die is spent for Quiddity; `pool` is the pool afterwards",
    "quiddity": "an ability gives Quiddity; `pool` is the pool afterwards",
    "ready": "a spell is readied",
    "summon": "a creature is summoned",
    "enter": "a die comes to a Ready Area without being summoned or readied",
    "cast": "a spell is cast",
    "attach": "a spell is attached to a creature",
    "total": "the attack total against a seat is counted",
    "defend": "a defender is named",
    "holds": "a defender survives, which ends the attack on its owner",
    "destroy": "a creature is destroyed",
    "saved": "a creature that would be destroyed is saved",
    "move": "a die goes to another area",
    "capture": "a die is captured",
    "cull": "a die is culled",
    "rotate": "a die is turned to another face",
    "copy": "a die becomes a copy",
    "effect": "an effect begins that lasts for a time",
    "trigger": "an ability begins; `ability` is the line of the card",
    "swap": "two players exchange dice",
    "captures": "further captures are allowed this turn",
    "discount": "captures cost less this turn",
    "press": "an attacker adds its attack once more; `damage` is what is left",
    "over": "the game ends",
    "clean": "the turn is cleaned up; `lost` is Quiddity that was not used",
    "lock": "a die is locked",
    "unlock": "a die is unlocked",
    "remove": "a die is removed from the game",
    "gain": "an effect gives a die from the Wilds",
    "absorbs": "a defender takes no damage but uses up as much as its defense (6.6)",
    "anchor": "an anchored spell is used",
    "quest": "a creature goes on a quest",
    "challenge": "a challenge begins",
    "quest-done": "a quest is completed",
    "quest-failed": "a quest is not completed",
    "quest-die": "a quest die is rolled",
    "equip": "a creature gets a quartifact",
    "return": "a quest die goes back to its card",
    "shake": "a creature is rolled where it lies",
    "prevent": "a creature is not destroyed and takes no more damage in this battle",
    "no-damage": "the damage to a seat becomes 0",
    "energy": "light or dark Quiddity is gained",
}
DECISIONS = {
    "score-or-keep": "expert culling: score a creature or keep it (4.6)",
    "cull": "which die to cull (4.3)",
    "immediate": "immediate effects of the dice just rolled (5.2)",
    "ready": "readying, summoning, casting, paying (5.3, 5.4)",
    "attack": "what to do between two battles or after the attack",
    "defend": "which creature defends next (6.3)",
    "capture": "what to capture (7.1)",
    "clean-up": "which readied spells to retire (8.1)",
    "react": "whether to use a reaction (10.3)",
    "order": "which of several abilities comes first (15.3)",
    "effect": "a target of an effect",
    "may": "whether to do what a card offers",
    "send": "which of several places a destroyed die goes to",
    "quest": "which quest to go to, if any (12.2)",
    "party": "which creatures go (12.2)",
    "first": "what comes first: quest or creatures, attack or challenge",
    "seize": "whose quest die to take (12.6)",
    "start": "whether to start the quest that was won",
    "put-back": "which of the dice drawn to put back",
    "player": "a player",
    "cast": "spells in phase 1, in the 2011 editions (15.23)",
}


# --- putting them into pages ---------------------------------------------------------------------


def filled(markdown: str) -> str:
    """A page with its generated parts."""
    return _REGION.sub(lambda region: part(region[1]), markdown)


@cache
def part(name: str) -> str:
    """One generated part by its name; an unknown name is an error."""
    makers: dict[str, Callable[[], str]] = {
        "rules en": lambda: rules("en"),
        "rules it": lambda: rules("it"),
        "commands": commands,
        "events": events,
        "decisions": decisions,
        "observe": observation,
    }
    return makers[name]()


def with_rule_links(markdown: str, page: str) -> str:
    """The ids of rules as links to their page; code, headings and links stay as they are."""
    known = text.load("en", "rules")

    def link(match: re.Match[str]) -> str:
        return f"[{match[1]}]({page}#{match[1]})" if match[1] in known else match[0]

    def plain(part: str) -> str:
        pieces = _LINK.split(part)
        return "".join(
            piece if at % 2 else _RULE.sub(link, piece) for at, piece in enumerate(pieces)
        )

    parts = CODE.split(markdown)
    return "".join(piece if at % 2 else plain(piece) for at, piece in enumerate(parts))


# --- rules ---------------------------------------------------------------------------------------


def rules(language: str) -> str:
    """All rules of a language, each with its id as anchor."""
    lines = []
    for key, rule in text.load(language, "rules").items():
        title = _escaped(rule["title"])
        if key.startswith("section."):
            number = key.removeprefix("section.")
            lines.append(f"## {number}. {title} {{ #{number} }}")
            continue
        lines.append(f"### {key} {title} {{ #{key} }}")
        lines += [_escaped(line) for line in rule["text"].strip().splitlines()]
    return with_rule_links("\n\n".join(lines), "")


def _escaped(words: str) -> str:
    return re.sub(r"([\\`*_<\[\]])", r"\\\1", words)


# --- commands ------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with its options, from the command line itself."""
    root = make_command("en", rich=False)
    lines = [*_command(root, PROGRAM)]
    for name, command in root.commands.items():
        lines += _command(command, f"{PROGRAM} {name}")
        for action, one in getattr(command, "commands", {}).items():
            lines += _command(one, f"{PROGRAM} {name} {action}")
    return "\n".join(lines)


def _command(command: Any, path: str) -> Iterator[str]:
    yield f"## {path} {{ #{path.replace(' ', '-')} }}\n"
    yield f"{_table_text((command.help or '').strip())}\n"
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    words = [path, *(one.make_metavar(_context(command)) for one in arguments), "[OPTIONS]"]
    if getattr(command, "commands", None):
        words.append("COMMAND")
    yield f"```text\n{' '.join(words)}\n```\n"
    rows = [row for one in command.params if (row := _option(one, command))]
    if rows:
        yield "| option | meaning |\n|---|---|"
        yield from rows
        yield ""
    examples = (command.epilog or "").replace("\b", "").strip().splitlines()
    if examples:
        shown = "\n".join(line.removeprefix("  ") for line in examples[1:])
        yield f"{examples[0]}\n\n```text\n{shown}\n```\n"


def _context(command: Any) -> Any:
    return command.context_class(command, info_name=PROGRAM)


def _option(one: Any, command: Any) -> str:
    if getattr(one, "hidden", False):
        return ""
    if one.param_type_name == "argument":
        name = f"`{one.make_metavar(_context(command))}`"
    else:
        name = ", ".join(f"`{spelt}`" for spelt in (*one.opts, *one.secondary_opts))
        if not one.is_flag:
            name += f" `{one.make_metavar(_context(command)).strip('[]')}`"
    return f"| {name} | {_table_text(one.help or '')} |"


def _table_text(words: str) -> str:
    return re.sub(r"([*_<|\[\]])", r"\\\1", words)


# --- events and decisions ------------------------------------------------------------------------


def events() -> str:
    """Every kind of event with its fields."""
    rows = ["| event | meaning | fields |", "|---|---|---|"]
    for kind in log.NAMES:
        fields = ", ".join(f"`{field.partition(':')[0]}`" for field in log.FIELDS[kind])
        rows.append(f"| `{kind}` | {EVENTS[kind]} | {fields} |")
    return with_rule_links("\n".join(rows), "../rules.md")


def decisions() -> str:
    """Every kind of decision."""
    rows = ["| kind | what is decided |", "|---|---|"]
    rows += [f"| `{kind}` | {DECISIONS[kind]} |" for kind in choice.NAMES]
    return with_rule_links("\n".join(rows), "../rules.md")


# --- what a seat sees ----------------------------------------------------------------------------


def observation() -> str:
    """Every key of `observe()`, from the types of `quarriors.view.shape`."""
    lines = []
    notes = field_notes()
    for one in _shapes(shape.View, []):
        about = inspect.getdoc(one) if one.__doc__ and "dict(" not in one.__doc__ else ""
        anchor = f"{shape.__name__}.{one.__name__}"  # as mkdocstrings would name it, for its links
        lines += [f"## {one.__name__} {{ #{anchor} }}", "", about or _ABOUT[one.__name__], ""]
        lines += ["| key | type | meaning |", "|---|---|---|"]
        for key, hint in get_type_hints(one, include_extras=True).items():
            note = notes[one.__name__, key]
            if get_origin(hint) is NotRequired:
                (hint,), note = get_args(hint), f"{note} (not always there)"
            lines.append(f"| `{key}` | {_type(hint)} | {note} |")
        lines.append("")
    return with_rule_links("\n".join(lines), "../rules.md")


_ABOUT = {  # of the types that are written as calls and cannot have a docstring
    "PileDie": "A die whose face may not matter, as in a pile.",
    "ShownDie": "A die with the face that is up.",
    "Wild": "A card of the table, in the Wilds or a quest.",
}


def _shapes(one: Any, found: list[Any]) -> list[Any]:
    """A type and all types that its keys are made of, in the order they are met."""
    if one not in found:
        found.append(one)
        for hint in get_type_hints(one).values():
            for inner in _inner(hint):
                _shapes(inner, found)
    return found


def _inner(hint: Any) -> Iterator[Any]:
    if getattr(hint, "__module__", "") == shape.__name__:
        yield hint
    for argument in get_args(hint):
        yield from _inner(argument)


def _type(hint: Any) -> str:
    """A type as the page shows it."""
    origin = get_origin(hint)
    if origin is Literal:
        return " or ".join(f"`{value!r}`" for value in get_args(hint))
    if origin in (Union, UnionType):
        return " or ".join(map(_type, get_args(hint)))
    if origin is list:
        return f"list of {_type(get_args(hint)[0])}"
    if origin is dict:
        return f"dict of `str` to {_type(get_args(hint)[1])}"
    if getattr(hint, "__module__", "") == shape.__name__:
        return f"[{hint.__name__}](#{shape.__name__}.{hint.__name__})"
    return "`None`" if hint is NoneType else f"`{getattr(hint, '__name__', hint)}`"


def field_notes() -> dict[tuple[str, str], str]:
    """What the comments beside the keys of `quarriors.view.shape` say, by type and key."""
    source = inspect.getsource(shape)
    lines = source.splitlines()
    found: dict[tuple[str, str], str] = {}
    for node in ast.parse(source).body:
        keys: list[tuple[object, int]] = []
        if isinstance(node, ast.ClassDef):
            owner, base = node.name, ast.unparse(node.bases[0])
            found |= {(owner, key): note for (of, key), note in found.items() if of == base}
            fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
            keys = [(ast.unparse(one.target), one.lineno) for one in fields]
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            owner = ast.unparse(node.targets[0])
            for one in ast.walk(node.value):
                if isinstance(one, ast.Dict):
                    keys = [(key.value, key.lineno) for key in one.keys]  # type: ignore[union-attr]
        for key, line in keys:
            _, mark, note = lines[line - 1].partition("  # ")
            if mark:
                found[owner, str(key)] = note
    return found
