"""Checks a tree against the table of words and makes abilities of it.

    compiler = Compiler()
    parts = compiler.parts(parse("attach(), attack(3)"))
    if compiler.faults: ...

Every fault is collected, each with its place in the expression; what has a fault in it gives None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from quarriors.cards.language.faults import Fault, WordError, near
from quarriors.cards.language.nodes import Call, Integer, Items, Joined, Name, Node, Text
from quarriors.cards.language.words import NAMES, WORD_NAMES, Parameter, Word, word
from quarriors.engine.errors import CatalogError
from quarriors.engine.ids import event, scope, trait
from quarriors.engine.program import Modifier, Trigger

Part = Trigger | Modifier
PRINTED: Final = "printed_on_the_die"  # a line that only repeats what the symbol does anyway
_RENAMED: Final = {"why": "prompt"}  # arguments that had another name
_ALL_NAMES: Final = (*NAMES, *WORD_NAMES, PRINTED)


class Compiler:
    """Makes what trees mean, and collects what is wrong with them."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def parts(self, trees: Sequence[Node]) -> list[Part]:
        """The triggers and standing modifiers of a line."""
        if len(trees) == 1 and isinstance(trees[0], Name) and trees[0].word == PRINTED:
            return []
        found = []
        for tree in trees:
            made = self.value(tree, Parameter("", "part", True, ""), "")
            if made is not None:
                found.append(made)
        return found

    def fault(self, code: str, node_at: int, **values: object) -> None:
        """Note what is wrong."""
        self.faults.append(Fault(code, values, at=node_at))

    def value(self, node: Node, wanted: Parameter, of: str) -> Any:
        """What a node means where such a parameter of a word is expected; None if it is wrong."""
        kind = wanted.kind
        if isinstance(node, Call):
            known = word(node.word)
            if known is None:
                self._unknown_call(node)
                return None
            made = self._call(node, known)
            if known.kind == kind:
                return made
            if kind == "steps" and known.kind == "step":
                return None if made is None else (made,)
            self._wrong(node.at, wanted, of, known.kind, node.word)
            return None
        if isinstance(node, Name):
            return self._name(node, wanted, of)
        if isinstance(node, Integer):
            if kind in ("int", "number"):
                return node.value
            self._wrong(node.at, wanted, of, "int", str(node.value))
        elif isinstance(node, Text):
            if kind == "text":
                return node.value
            self._wrong(node.at, wanted, of, "text", node.value)
        elif isinstance(node, Joined):
            return self._joined(node, wanted, of)
        elif kind == "steps":
            return self._steps(node, wanted, of)
        else:
            self._wrong(node.at, wanted, of, "steps", "[...]")
        return None

    def _name(self, node: Name, wanted: Parameter, of: str) -> Any:
        known = NAMES.get(node.word)
        if known is None:
            around = word(of)
            self._unknown(node.word, node.at, tuple(around.flags) if around else ())
            return None
        if known.kind != wanted.kind:
            self._wrong(node.at, wanted, of, known.kind, node.word)
            return None
        return known.value

    def _steps(self, node: Items, wanted: Parameter, of: str) -> tuple[Any, ...] | None:
        step = wanted._replace(kind="step")
        made = tuple(self.value(item, step, of) for item in node.items)
        return None if None in made else made

    def _joined(self, node: Joined, wanted: Parameter, of: str) -> int | None:
        bits = 0
        for item in node.items:
            if wanted.kind != "window":
                self.fault("joined", item.at)
                return None
            made = self.value(item, wanted, of)
            if made is None:
                return None
            bits |= made
        return bits

    def _call(self, node: Call, known: Word) -> Any:
        """What a word makes of its arguments."""
        faults = len(self.faults)
        positional: list[Any] = []
        named: dict[str, Any] = {}
        places = iter(known.places)
        for argument in node.arguments:
            if isinstance(argument, Name) and argument.word in known.flags:
                named[known.flags[argument.word]] = True
                continue
            parameter = next(places, known.rest)
            if parameter is None and isinstance(argument, Name) and argument.word not in NAMES:
                self._unknown(argument.word, argument.at, tuple(known.flags))
                continue
            if parameter is None:
                most = len(known.places)
                self.fault("too_many_arguments", argument.at, word=known.name, most=most)
                continue
            positional.append(self.value(argument, parameter, known.name))
        for keyword in node.keywords:
            allowed = known.named.get(keyword.name)
            if allowed is None:
                self._unknown_keyword(keyword.name, keyword.at, known)
            elif allowed.argument in named or allowed in known.places[: len(positional)]:
                self.fault("given_twice", keyword.at, word=known.name, name=keyword.name)
            else:
                named[allowed.argument] = self.value(keyword.value, allowed, known.name)
        for missing in known.places[len(positional) :]:
            if missing.needed and missing.argument not in named:
                values = {"word": known.name, "name": missing.name, "expected": missing.kind}
                self.fault("missing", node.at, **values)
        if len(self.faults) > faults:
            return None
        try:
            return known.build(*positional, **named)
        except WordError as error:
            self.fault(error.code, node.at, word=known.name, **error.values)
            return None
        except CatalogError as error:  # what only the assembler finds: a register that is none, ...
            self.fault("refused", node.at, word=known.name, reason=error)
            return None

    def _unknown(self, name: str, at: int, more: Sequence[str]) -> None:
        if name in WORD_NAMES:
            self.fault("to_be_called", at, word=name)
        else:
            self.fault("unknown_word", at, word=name, near=near(name, (*more, *_ALL_NAMES)))

    def _unknown_call(self, node: Call) -> None:
        if node.word in NAMES:
            self.fault("not_called", node.at, word=node.word)
        else:
            self.fault("unknown_word", node.at, word=node.word, near=near(node.word, WORD_NAMES))

    def _unknown_keyword(self, name: str, at: int, known: Word) -> None:
        places = [parameter.name for parameter in known.places]
        today = _RENAMED.get(name, name)
        if today in places:
            number = places.index(today) + 1
            self.fault("unnamed", at, word=known.name, name=name, number=number)
            return
        if not known.named:
            self.fault("no_keywords", at, word=known.name, name=name)
            return
        names = tuple(known.named)
        values = {"name": name, "near": near(name, names), "known": ", ".join(names)}
        self.fault("unknown_keyword", at, word=known.name, **values)

    def _wrong(self, at: int, wanted: Parameter, of: str, kind: str, found: str) -> None:
        if not of:
            self.fault("wrong_part", at, found=found, kind=kind)
            return
        values = {"name": wanted.name, "expected": wanted.kind, "found": found, "kind": kind}
        self.fault("wrong_kind", at, word=of, **values)


# --- when a line works -------------------------------------------------------------------------

_BY_EVENT: Final = {
    event.SUMMONED: "summoned", event.ENTERED: "summoned",
    event.SCORED: "scored", event.SCORING_NOW: "scored", event.BEFORE_SCORE: "scored",
    event.WOULD_DIE: "destroyed", event.DYING_NOW: "destroyed", event.DESTROYED: "destroyed",
    event.KILL_ASIDE: "destroyed",
    event.KILL: "attacking", event.BEFORE_DEFENSE: "attacking", event.AFTER_ATTACK: "attacking",
    event.DECLARED: "attacking", event.AFTER_DEFENSE: "defending",
    event.LOCK: "locked", event.DREW: "locked", event.ROLLED: "locked",
    event.FOE_ATTACKS: "locked", event.ANY_DYING: "locked",
    event.QUEST_DONE: "quest", event.QUEST_DIE: "quest", event.QUEST_OVER: "quest",
    event.BONUS: "quest",
    event.EQUIP: "attach", event.ATTACH: "attach", event.CAST: "cast", event.ANCHOR: "anchored",
    event.IMMEDIATE: "immediate", event.REACT: "reaction",
    event.ALLY_DYING: "static", event.FOE_SUMMONS: "static",
}  # fmt: skip
_BY_TRAIT: Final = {
    trait.GLORY_SELF: "scored", trait.GLORY_AURA: "scored", trait.DEATH_PLACE: "destroyed",
    trait.LETHAL: "attacking", trait.PRINTED_DEFENSE: "attacking",
    trait.MUTE_ATTACHED: "attacking", trait.FIRST_DEFENDER: "defending",
    trait.RELUCTANT: "defending", trait.NO_DAMAGE: "defending",
    trait.QUEST_LEVEL: "quest", trait.QUEST_GUIDE: "quest", trait.QUEST_GLORY: "quest",
    trait.CHALLENGE_PRICE: "quest",
    trait.NO_REACTIONS: "locked", trait.NO_READYING: "locked", trait.DRAW_LESS: "locked",
    trait.CAPTURE_LIMIT: "locked", trait.PLACE_ANYWHERE: "locked", trait.NO_BUY_OFF: "locked",
    trait.TAINT: "immediate",
}  # fmt: skip


def timing_of(parts: Sequence[Part], face: str, die_kind: str) -> str:
    """When a line works, as what it does says: by its first trigger, else by its modifiers."""
    if face.startswith("QF:"):
        return "attach"  # written as if on the creature that carries the quartifact (12.6)
    if not parts:
        return "quest" if die_kind == "quest" else "immediate"
    for part in parts:
        if isinstance(part, Trigger):
            at_will = int(part.event) == event.REACT and part.once
            return "static" if at_will else _BY_EVENT[int(part.event)]
    for part in parts:
        if isinstance(part, Modifier):
            if int(part.kind) in _BY_TRAIT:
                return _BY_TRAIT[int(part.kind)]
            if part.scope == scope.DEFENDERS:
                return "attacking"
    return "static"
