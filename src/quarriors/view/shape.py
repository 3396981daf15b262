"""The shape of what `observe` gives, as types: for readers, for the JSON schema, for the browser.

`Game.observe` and `Seat.observe` return a `View`. A test compares the views of many games with
these types, the browser client's types are generated from them, and so is the reference page of
`observe()`, which shows the comment beside each key.

Python reserves the word `class`, so types with that key are written as calls.
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
        "die": int,  # number of the die, the same in all views of the game
        "slot": int,  # number of its card in `wilds`
        "card": str,  # name of its card
        "class": str,  # class of its card
        "face": NotRequired[str],  # face that is up, in the notation of the card files
        "marks": NotRequired[list[Mark]],  # what is true of it just now
        "quartifact": NotRequired[str],  # name of the quartifact that the face shows
    },
)
# A die with the face it shows.
ShownDie = TypedDict(
    "ShownDie",
    {
        "die": int,  # number of the die, the same in all views of the game
        "slot": int,  # number of its card in `wilds`
        "card": str,  # name of its card
        "class": str,  # class of its card
        "face": str,  # face that is up, in the notation of the card files
        "marks": list[Mark],  # what is true of it just now
        "quartifact": NotRequired[str],  # name of the quartifact that the face shows
    },
)


class AttachedDie(ShownDie):
    """A spell or quartifact on a creature."""

    owner: int  # seat that owns it


class Copied(TypedDict):
    """What an Ooze is a copy of."""

    card: str  # card that is copied
    face: str  # face that is copied


class ReadyDie(ShownDie):
    """A die in a Ready Area or on a quest; the numbers are there if it is a creature."""

    creature: bool  # whether it shows a creature
    copies: Copied | None  # set if it is a copy
    attached: list[AttachedDie]  # spells and quartifacts on it; a locked die can carry one too
    level: NotRequired[int]  # level now
    attack: NotRequired[int]  # attack now
    attack_against: NotRequired[list[int | None]]  # attack against each seat; null for its own
    defense: NotRequired[int]  # defense now
    glory: NotRequired[int]  # Glory that it earns when it scores


class QuestingDie(ReadyDie):
    """A creature on a quest (12.2)."""

    quest: str  # name of the quest card
    quest_slot: int  # number of the quest card in `wilds`


class QuestDie(ShownDie):
    """A quartifact that somebody has won."""

    seat: int  # seat that owns it
    carrier: int | None  # die that carries it; null if none does


class Bag(TypedDict):
    """What is in a bag; it has no order."""

    count: int  # number of dice in it
    cards: dict[str, int]  # number of dice by name of their card


class Mat(TypedDict):
    """One player's places."""

    seat: int  # seat of the player
    glory: int  # Glory of the player
    bag: Bag  # what is in the bag
    active: list[ShownDie]  # Active Pool
    ready: list[ReadyDie]  # Ready Area, the Locked Area included
    quest: list[QuestingDie]  # Quest Area
    spent: list[PileDie]  # Spent Pile
    used: list[PileDie]  # Used Pile
    aside: list[PileDie]  # dice set aside (13.2)


class Anchored(TypedDict):
    """The anchored spell of a card (13.6)."""

    energy: Energy  # energy that it asks for
    price: int  # price
    ability: int  # which line of the card, from 0


# A card on the table.
Wild = TypedDict(
    "Wild",
    {
        "slot": int,  # number of the card at this table
        "card": str,  # name
        "class": str,  # class
        "kind": Literal["basic", "creature", "spell", "quest"],  # kind of card
        "set": str,  # set that the card belongs to
        "cost": int,  # printed cost
        "cost_now": int,  # cost of a capture just now
        "captured": bool,  # whether it can ever be captured
        "energy": Energy,  # energy that the cost asks for; empty: none
        "discount": int | None,  # printed cost if paid with its energy
        "discount_now": int | None,  # that cost just now
        "anchored": Anchored | None,  # its anchored spell
        "glory": int,  # printed Glory
        "level": int,  # quest cards: level that completes the quest
        "left": int,  # dice left on the card
        "faces": list[str],  # the six faces of its die
        "confidence": dict[str, Sureness],  # how certain numbers, texts and die are
    },
)


class Quest(TypedDict):
    """A quest card, who is on it, and who carries its quartifacts (12.1)."""

    slot: int  # number of the card in `wilds`
    card: str  # name
    level: int  # levels that complete the quest
    glory: int  # Glory for completing it
    left: int  # quest dice left on the card
    seat: int | None  # seat whose creatures are on it
    creatures: list[int]  # dice on it
    levels: int  # sum of their levels
    quartifacts: list[QuestDie]  # its quartifacts that players own


class EnergyPool(TypedDict):
    """So much of an energy is paid out already, and so much there is with all dice (13.5)."""

    pool: int  # in the pool
    at_hand: int  # with all dice that could be spent


class Energies(TypedDict):
    """Light and dark quiddity."""

    light: EnergyPool  # light Quiddity
    dark: EnergyPool  # dark Quiddity


class Effect(TypedDict):
    """Something that lasts, on a die or on a seat; until null: this turn."""

    effect: str  # name of the effect; `quarriors.view.observe.EFFECTS` lists them
    die: NotRequired[int]  # die that it is on
    seat: NotRequired[int]  # seat that it is on
    amount: int  # amount, such as +2
    until: int | None  # seat at whose next turn it ends; null: at the end of this turn
    against: NotRequired[int]  # seat that the effect counts against


class Waiting(TypedDict):
    """An ability that is going to be resolved."""

    seat: int  # seat that controls it
    die: int  # die that it comes from
    card: str  # card of that die
    ability: int  # which line of the card, from 0


class Attack(TypedDict):
    """The attack under way: its total against each seat, and what is left for the defender."""

    attacker: int  # seat that attacks
    totals: list[int | None]  # attack total by seat; null for the attacker and until counted
    defender: int | None  # seat that names defenders; null: nobody yet
    left: int | None  # damage left for the defender


class Challenge(TypedDict):
    """The challenge for a quest under way (12.3)."""

    challenger: int  # seat that challenges
    challenged: int  # seat that holds the quest
    slot: int  # number of the quest card
    card: str  # name of the quest card
    totals: list[int | None]  # attack total by seat; null for those not involved
    defender: int | None  # seat that names defenders; null: nobody yet
    left: int | None  # damage left for the defender


class DecisionOption(TypedDict):
    """An option as the engine names it."""

    index: int  # position among the options, from 0
    text: str  # text that records keep, unique within the decision
    code: int  # number that `Game.apply` accepts too


class DecisionSeen(TypedDict):
    """What is being decided, and by whom."""

    seat: int  # seat that must decide
    kind: str  # kind of decision
    card: str  # card that asks; empty: none
    ability: int  # which line of that card; -1: none
    opponent: int | None  # opponent that the ability deals with
    options: list[DecisionOption]  # all options, two or more


class Outcome(TypedDict):
    """How it ended."""

    winners: list[int]  # seats that won
    glory: list[int]  # final Glory by seat
    rule: str  # rule that ended the game
    reason: str  # that rule in words


class View(TypedDict):
    """All that a seat may see; a watcher's seat is null."""

    seat: int | None  # seat that sees this
    rules: dict[str, Any]  # `Rules.to_dict()` of the game
    house_rules: list[str]  # rules of the sets that this table left out
    turn: int  # number of the turn, from 1
    round: int  # number of the round, from 1
    phase: int  # phase, as the edition counts them
    phases: int  # 5, or 6 in the 2011 editions
    active: int  # seat whose turn it is
    goal: int  # Glory that ends the game
    glory: list[int]  # Glory by seat
    pool: int  # Quiddity in the pool
    at_hand: int  # Quiddity that the active player could pay with
    energy: Energies  # light and dark Quiddity (13.5)
    captures: int  # captures left this turn
    discount: int  # what every capture costs less this turn
    wilds: list[Wild]  # all cards of the table
    quests: list[Quest]  # quest cards (section 12)
    seats: list[Mat]  # every player's areas
    removed: dict[str, int]  # dice removed from the game, by name of their card
    lock_used: bool  # whether the lock of this turn is used (11.1)
    anchor_used: bool  # whether the anchored spell of this turn is used (13.6)
    effects: list[Effect]  # effects that last
    waiting: list[Waiting]  # abilities that wait to be resolved
    attack: Attack | None  # attack under way
    challenge: Challenge | None  # challenge under way
    decision: DecisionSeen | None  # open decision; null once the game is over
    result: Outcome | None  # set once the game is over
