"""The shape of what `observe` gives, as types: for readers, for the JSON schema, for the browser.

Nothing at run time reads these; a test holds every picture of many games against them, so they
cannot drift from `observe`. The browser client's types are generated from them.

Python keeps the word `class` for itself, so parts with that key are written as calls.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Mark = Literal[
    "fresh", "late", "attacking", "damaged", "dying", "scoring", "ability-used", "kept", "new",
    "first-defender", "unrolled", "locked",
]  # fmt: skip
Energy = Literal["", "light", "dark"]
Sureness = Literal["sourced", "recalled", "original"]

# A die whose face does not matter, as in a pile; the large die of Light vs. Dark set aside.
PileDie = TypedDict(
    "PileDie",
    {
        "die": int,
        "slot": int,
        "card": str,
        "class": str,
        "face": NotRequired[str],
        "marks": NotRequired[list[Mark]],
        "quartifact": NotRequired[str],
    },
)
# A die with the face it shows.
ShownDie = TypedDict(
    "ShownDie",
    {
        "die": int,
        "slot": int,
        "card": str,
        "class": str,
        "face": str,
        "marks": list[Mark],
        "quartifact": NotRequired[str],
    },
)


class AttachedDie(ShownDie):
    """A spell or quartifact on a creature."""

    owner: int


class Copied(TypedDict):
    """What an Ooze is a copy of."""

    card: str
    face: str


class ReadyDie(ShownDie):
    """A die in a Ready Area or on a quest; the numbers are there if it is a creature."""

    creature: bool
    copies: Copied | None
    attached: list[AttachedDie]  # a locked die can carry one too
    level: NotRequired[int]
    attack: NotRequired[int]
    attack_against: NotRequired[list[int | None]]  # by seat; null for its own
    defense: NotRequired[int]
    glory: NotRequired[int]


class QuestingDie(ReadyDie):
    """A creature on a quest (12.2)."""

    quest: str
    quest_slot: int


class QuestDie(ShownDie):
    """A quartifact that somebody has won."""

    seat: int
    carrier: int | None


class Bag(TypedDict):
    """What is in a bag; it has no order."""

    count: int
    cards: dict[str, int]


class Mat(TypedDict):
    """One player's places."""

    seat: int
    glory: int
    bag: Bag
    active: list[ShownDie]
    ready: list[ReadyDie]
    quest: list[QuestingDie]
    spent: list[PileDie]
    used: list[PileDie]
    aside: list[PileDie]


class Anchored(TypedDict):
    """The anchored spell of a card (13.6)."""

    energy: Energy
    price: int
    ability: int


# A card on the table.
Wild = TypedDict(
    "Wild",
    {
        "slot": int,
        "card": str,
        "class": str,
        "kind": Literal["basic", "creature", "spell", "quest"],
        "set": str,
        "cost": int,
        "cost_now": int,
        "captured": bool,  # whether it ever can be captured
        "energy": Energy,
        "discount": int | None,
        "discount_now": int | None,
        "anchored": Anchored | None,
        "glory": int,
        "level": int,
        "left": int,
        "faces": list[str],
        "confidence": dict[str, Sureness],
    },
)


class Quest(TypedDict):
    """A quest card, who is on it, and who carries its quartifacts (12.1)."""

    slot: int
    card: str
    level: int
    glory: int
    left: int
    seat: int | None
    creatures: list[int]
    levels: int
    quartifacts: list[QuestDie]


class EnergyPool(TypedDict):
    """So much of an energy is paid out already, and so much there is with all dice (13.5)."""

    pool: int
    at_hand: int


class Energies(TypedDict):
    """Light and dark quiddity."""

    light: EnergyPool
    dark: EnergyPool


class Effect(TypedDict):
    """Something that lasts, on a die or on a seat; until null: this turn."""

    effect: str
    die: NotRequired[int]
    seat: NotRequired[int]
    amount: int
    until: int | None
    against: NotRequired[int]


class Waiting(TypedDict):
    """An ability that is going to be resolved."""

    seat: int
    die: int
    card: str
    ability: int


class Attack(TypedDict):
    """The attack under way: its total against each seat, and what is left for the defender."""

    attacker: int
    totals: list[int | None]
    defender: int | None
    left: int | None


class Challenge(TypedDict):
    """The challenge for a quest under way (12.3)."""

    challenger: int
    challenged: int
    slot: int
    card: str
    totals: list[int | None]
    defender: int | None
    left: int | None


class DecisionOption(TypedDict):
    """An option as the engine names it."""

    index: int
    text: str
    code: int


class DecisionSeen(TypedDict):
    """What is being decided, and by whom."""

    seat: int
    kind: str
    card: str
    ability: int
    opponent: int | None
    options: list[DecisionOption]


class Outcome(TypedDict):
    """How it ended."""

    winners: list[int]
    glory: list[int]
    rule: str
    reason: str


class View(TypedDict):
    """All that a seat may see; a watcher's seat is null."""

    seat: int | None
    rules: dict[str, Any]
    house_rules: list[str]
    turn: int
    round: int
    phase: int
    phases: int
    active: int
    goal: int
    glory: list[int]
    pool: int
    at_hand: int
    energy: Energies
    captures: int
    discount: int
    wilds: list[Wild]
    quests: list[Quest]
    seats: list[Mat]
    removed: dict[str, int]
    lock_used: bool
    anchor_used: bool
    effects: list[Effect]
    waiting: list[Waiting]
    attack: Attack | None
    challenge: Challenge | None
    decision: DecisionSeen | None
    result: Outcome | None
