"""The observation once more, made from what `observe` shows and from what is printed on cards.

Slow and simple, and without access to the state: if it agrees with the fast one everywhere, the
fast one tells nothing that a seat may not see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from quarriors.cards.load import default_catalog
from quarriors.cards.sets import MODULES
from quarriors.engine.catalog import KINDS
from quarriors.engine.ids import choice
from quarriors.engine.rules import EDITIONS, VARIANTS
from quarriors.envs.core.layout import BASICS
from quarriors.envs.fields import BLOCKS

Seen = Mapping[str, Any]
PLACES = ("bag", "active", "ready", "spent", "used", "attached", "aside", "quest")


class Sheet:
    """The observation by names, to be filled in."""

    def __init__(self) -> None:
        self.blocks = {block.name: np.zeros(block.shape, np.int64) for block in BLOCKS}
        self.fields = {
            (block.name, field.name): field for block in BLOCKS for field in block.fields
        }

    def add(self, block: str, name: str, where: tuple[int, ...], amount: int, at: int = 0) -> None:
        field = self.fields[block, name]
        assert 0 <= at < field.size
        self.blocks[block][(*where, field.start + at)] += amount

    def row(self) -> np.ndarray[Any, Any]:
        whole = np.concatenate([block.ravel() for block in self.blocks.values()])
        return np.asarray(np.clip(whole, 0, 255))


def reference_row(seen: Seen) -> np.ndarray[Any, Any]:
    """The bytes of the observation of the seat that saw this."""
    sheet = Sheet()
    lanes = lanes_of(seen)
    _table(sheet, seen, lanes)
    _cards(sheet, seen, lanes)
    for mat in seen["seats"]:
        _mat(sheet, seen, mat, lanes)
    return sheet.row()


def lanes_of(seen: Seen) -> dict[str, int]:
    """The lane of each card on the table."""
    after = {"creature": 5, "spell": 12, "quest": 15}
    found: dict[str, int] = {}
    for wild in seen["wilds"]:
        kind = wild["kind"]
        if kind == "basic":
            found[wild["card"]] = BASICS[wild["class"]]
        else:
            found[wild["card"]] = after[kind]
            after[kind] += 1
    return found


def _near(seen: Seen, seat: int) -> int:
    players: int = seen["rules"]["players"]
    return (seat - int(seen["seat"])) % players


def _table(sheet: Sheet, seen: Seen, lanes: dict[str, int]) -> None:
    rules = seen["rules"]

    def put(name: str, amount: int, at: int = 0) -> None:
        sheet.add("table", name, (), amount, at)

    put("players", 1, rules["players"] - 2)
    put("edition", 1, EDITIONS.index(rules["edition"]))
    for name in rules["variants"]:
        put("variants", 1, VARIANTS.index(name))
    for name in rules["modules"]:
        put("modules", 1, MODULES.index(name))
    put("phase", 1, seen["phase"] - 1)
    for name in ("goal", "round", "pool", "at_hand", "captures", "discount"):
        put(name, seen[name])
    for energy in ("light", "dark"):
        put(energy, seen["energy"][energy]["pool"])
        put(f"{energy}_at_hand", seen["energy"][energy]["at_hand"])
    put("lock_used", int(seen["lock_used"]))
    put("anchor_used", int(seen["anchor_used"]))
    put("waiting", len(seen["waiting"]))
    put("over", int(seen["result"] is not None))
    decision = seen["decision"]
    if decision is not None:
        put("decision", 1, choice.NAMES.index(decision["kind"]))
        put("ability", decision["ability"] + 1)
        if decision["card"] in lanes:
            put("asking", 1, lanes[decision["card"]])
        _flag(sheet, seen, "decides", decision["seat"])
        _flag(sheet, seen, "opponent", decision["opponent"])
    for battle in (seen["attack"], seen["challenge"]):
        if battle is not None:
            put("left", battle["left"] or 0)
            _flag(sheet, seen, "defender", battle["defender"])
            for seat, total in enumerate(battle["totals"]):
                sheet.add("seats", "total", (_near(seen, seat),), total or 0)
    if seen["attack"] is not None:
        put("attack", 1)
        _flag(sheet, seen, "attacker", seen["attack"]["attacker"])
    if seen["challenge"] is not None:
        put("challenge", 1)
        _flag(sheet, seen, "challenger", seen["challenge"]["challenger"])
        _flag(sheet, seen, "challenged", seen["challenge"]["challenged"])
    _flag(sheet, seen, "active", seen["active"])
    _effects(sheet, seen)


def _flag(sheet: Sheet, seen: Seen, name: str, seat: int | None) -> None:
    if seat is not None:
        sheet.add("seats", name, (_near(seen, seat),), 1)


def _effects(sheet: Sheet, seen: Seen) -> None:
    covered = set()
    for effect in seen["effects"]:
        if "seat" not in effect:
            continue
        seat, amount = effect["seat"], effect["amount"]
        kind = effect["effect"]
        if kind == "destroyed-to-active":
            if seat not in covered:
                _flag(sheet, seen, "to_active", seat)
            covered.add(seat)
        elif kind == "summon-cost":
            name = "summon_more" if amount > 0 else "summon_less"
            sheet.add("seats", name, (_near(seen, seat),), abs(amount))
        else:
            name = {"next-capture": "next_capture", "draw": "draw"}[kind]
            sheet.add("seats", name, (_near(seen, seat),), max(amount, 0))


def _cards(sheet: Sheet, seen: Seen, lanes: dict[str, int]) -> None:
    catalog = default_catalog()
    for wild in seen["wilds"]:
        card = catalog.card(wild["card"])
        lane = (lanes[card.name],)

        def put(name: str, amount: int, at: int = 0, lane: tuple[int] = lane) -> None:
            sheet.add("cards", name, lane, amount, at)

        put("present", 1)
        put("card", card.index + 1)
        put("kind", 1, KINDS.index(wild["kind"]))
        put("cost", wild["cost"])
        put("discount", 0 if wild["discount"] is None else wild["discount"] + 1)
        put("glory", wild["glory"])
        put("level", wild["level"])
        if wild["energy"]:
            put(wild["energy"], 1)
        if wild["anchored"] is not None:
            put(f"anchor_{wild['anchored']['energy']}", wild["anchored"]["price"])
        put("left", wild["left"])
        put("cost_now", wild["cost_now"])
        put("removed", seen["removed"].get(card.name, 0))
        for index, face in enumerate(card.design.faces):
            shown = (
                max(face.quiddity, 0), face.energy == 1, face.energy == 2, face.draw, face.reroll,
                face.level, face.attack, face.defense, face.bursts, face.spell, face.lock,
                bool(face.quartifact),
            )  # fmt: skip
            for at, amount in enumerate(shown):
                put("faces", int(amount), index * len(shown) + at)


def _face(die: Mapping[str, Any]) -> int:
    """Which of the six faces a die shows; alike faces count as the first of them."""
    faces = [face.notation for face in default_catalog().card(die["card"]).design.faces]
    return faces.index(die["face"])


def _mat(sheet: Sheet, seen: Seen, mat: Mapping[str, Any], lanes: dict[str, int]) -> None:
    near = _near(seen, mat["seat"])

    def dice(name: str, card: str, amount: int = 1) -> None:
        sheet.add("dice", name, (near, lanes[card]), amount)

    def count(place: str, amount: int) -> None:
        sheet.add("seats", "places", (near,), amount, PLACES.index(place))

    sheet.add("seats", "present", (near,), 1)
    sheet.add("seats", "glory", (near,), mat["glory"])
    count("bag", mat["bag"]["count"])
    for card, amount in mat["bag"]["cards"].items():
        dice("bag", card, amount)
    for place in ("spent", "used", "aside"):
        count(place, len(mat[place]))
        for die in mat[place]:
            dice(place, die["card"])
    count("active", len(mat["active"]))
    for die in mat["active"]:
        if "unrolled" in die["marks"]:
            dice("waiting", die["card"])
        else:
            sheet.add("rolled", "faces", (lanes[die["card"]],), 1, _face(die))
    for place in ("ready", "quest"):
        count(place, len(mat[place]))
        for die in mat[place]:
            _lying(sheet, seen, die, place, near, lanes)
    if mat["quest"]:
        slot = mat["quest"][0]["quest_slot"]
        card = next(wild["card"] for wild in seen["wilds"] if wild["slot"] == slot)
        sheet.add("seats", "on_quest", (near,), 1, lanes[card] - 15)


def _lying(
    sheet: Sheet,
    seen: Seen,
    die: Mapping[str, Any],
    place: str,
    near: int,
    lanes: dict[str, int],
) -> None:
    where = (near, lanes[die["card"]])
    face = _face(die)
    if face >= 2:
        sheet.add(place, "faces", where, 1, face - 2)
    for mark, name in (
        ("attacking", "attacking"), ("damaged", "damaged"), ("ability-used", "used_up")
    ):  # fmt: skip
        sheet.add("dice", name, where, int(mark in die["marks"]))
    for name in ("attack", "defense", "glory") if die["creature"] else ():
        sheet.add("dice", name, where, max(die[name], 0))
        if place == "ready":
            sheet.add("seats", f"ready_{name}", (near,), max(die[name], 0))
    sheet.add("dice", "carried", where, len(die["attached"]))
    for spell in die["attached"]:
        owner = _near(seen, spell["owner"])
        sheet.add("dice", "attached", (owner, lanes[spell["card"]]), 1)
        sheet.add("seats", "places", (owner,), 1, PLACES.index("attached"))
