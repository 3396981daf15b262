"""The observation by name: its blocks, the numbers in each, and what one unit of each is worth.

`core.features` writes bytes; here is what they are called and by how much they are multiplied to
become floats of about 0 to 1. The tables of `docs/environments.md` are made from this, and so is
the schema hash.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from quarriors.engine.ids import choice, place, verb
from quarriors.envs.core import dice_rows as r
from quarriors.envs.core import features as f
from quarriors.envs.core import option_rows as o
from quarriors.envs.core.actions import FACES, UPS
from quarriors.envs.core.form import MOST_OPTIONS
from quarriors.envs.core.layout import LANE_NAMES, LANES, SEATS

ONE: Final = 1.0
FEW: Final = 1 / 8  # dice, quiddity, levels
PRICE: Final = 1 / 10
GLORY: Final = 1 / 25
MANY: Final = 1 / 20  # whole piles, sums of attack and defense
LONG: Final = 1 / 50  # rounds
NAMED: Final = 1 / 256  # the number of a card: no amount, but a name


class Field(NamedTuple):
    """Some numbers of a block that mean the same kind of thing."""

    name: str
    start: int  # within the block's last axis
    size: int
    scale: float
    says: str


class Block(NamedTuple):
    """A part of the observation with a shape of its own."""

    name: str
    start: int
    shape: tuple[int, ...]
    fields: tuple[Field, ...]
    says: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        size = 1
        for count in self.shape:
            size *= count
        return size


def _fields(end: int, *rows: tuple[str, int, float, str]) -> tuple[Field, ...]:
    """Fields from (name, start, scale, what it says); each reaches to the next."""
    starts = [row[1] for row in rows] + [end]
    return tuple(
        Field(name, start, starts[at + 1] - start, scale, says)
        for at, (name, start, scale, says) in enumerate(rows)
    )


_KINDS = ", ".join(choice.NAMES)
_PLACES = ", ".join(place.NAMES[1 : place.REMOVED])

_TABLE: Final = _fields(
    f.TABLE,
    ("players", f.T_PLAYERS, ONE, "2, 3 or 4 players"),
    ("edition", f.T_EDITION, ONE, "original, original-it, revised, qultimate"),
    ("variants", f.T_VARIANTS, ONE, "advanced_capture, expert_culling"),
    ("modules", f.T_MODULES, ONE, "quests, light_vs_dark_rules"),
    ("goal", f.T_GOAL, GLORY, "Glory that ends the game"),
    ("round", f.T_ROUND, LONG, "from 1"),
    ("phase", f.T_PHASE, ONE, "as the edition's book counts them"),
    ("pool", f.T_POOL, PRICE, "quiddity paid out already"),
    ("at_hand", f.T_AT_HAND, PRICE, "quiddity with all dice of the Active Pool"),
    ("light", f.T_LIGHT, PRICE, "light quiddity in the pool"),
    ("light_at_hand", f.T_LIGHT_AT_HAND, PRICE, "light quiddity with all dice"),
    ("dark", f.T_DARK, PRICE, "dark quiddity in the pool"),
    ("dark_at_hand", f.T_DARK_AT_HAND, PRICE, "dark quiddity with all dice"),
    ("captures", f.T_CAPTURES, FEW, "captures left this turn"),
    ("discount", f.T_DISCOUNT, PRICE, "off every capture this turn"),
    ("lock_used", f.T_LOCK_USED, ONE, "the lock of the turn is used"),
    ("anchor_used", f.T_ANCHOR_USED, ONE, "the anchored spell of the turn is used"),
    ("decision", f.T_KIND, ONE, _KINDS),
    ("asking", f.T_ASKING, ONE, "the lane of the card that asks"),
    ("ability", f.T_ABILITY, FEW, "which of its lines asks, from 1"),
    ("left", f.T_LEFT, MANY, "damage left for the present defender"),
    ("attack", f.T_ATTACK, ONE, "an attack is under way"),
    ("challenge", f.T_CHALLENGE, ONE, "a challenge is under way"),
    ("waiting", f.T_WAITING, FEW, "abilities still to be resolved"),
    ("over", f.T_OVER, ONE, "the game is over"),
)
_SEAT: Final = _fields(
    f.SEAT,
    ("present", f.S_PRESENT, ONE, "somebody sits here"),
    ("active", f.S_ACTIVE, ONE, "it is this one's turn"),
    ("decides", f.S_DECIDES, ONE, "has to decide"),
    ("opponent", f.S_OPPONENT, ONE, "the ability that asks deals with this one"),
    ("glory", f.S_GLORY, GLORY, "Glory"),
    ("attacker", f.S_ATTACKER, ONE, "attacks"),
    ("defender", f.S_DEFENDER, ONE, "names defenders"),
    ("challenger", f.S_CHALLENGER, ONE, "challenges"),
    ("challenged", f.S_CHALLENGED, ONE, "is challenged"),
    ("total", f.S_TOTAL, MANY, "the damage this one meets"),
    ("on_quest", f.S_QUEST, ONE, "quest-1, quest-2, quest-3"),
    ("places", f.S_PLACES, MANY, f"dice in each place: {_PLACES}"),
    ("to_active", f.S_TO_ACTIVE, ONE, "destroyed creatures go to the Active Pool"),
    ("summon_more", f.S_SUMMON_MORE, FEW, "summons cost so much more"),
    ("summon_less", f.S_SUMMON_LESS, FEW, "summons cost so much less"),
    ("next_capture", f.S_NEXT_CAPTURE, FEW, "the next capture costs so much less"),
    ("draw", f.S_DRAW, FEW, "dice drawn more"),
    ("ready_attack", f.S_ATTACK, MANY, "attack of all creatures in the Ready Area"),
    ("ready_defense", f.S_DEFENSE, MANY, "their defense"),
    ("ready_glory", f.S_EARNS, GLORY, "what they would score"),
)
_FACE: Final = (
    "quiddity, light, dark, draw, re-roll, level, attack, defense, bursts, spell, lock, quartifact"
)
_CARD: Final = _fields(
    f.CARD,
    ("present", f.C_PRESENT, ONE, "there is a card in this lane"),
    ("card", f.C_CARD, NAMED, "its number in the catalogue, from 1"),
    ("kind", f.C_KIND, ONE, "basic, creature, spell, quest"),
    ("cost", f.C_COST, PRICE, "printed cost"),
    ("discount", f.C_DISCOUNT, PRICE, "cost with the right energy, from 1"),
    ("glory", f.C_GLORY, FEW, "printed Glory"),
    ("level", f.C_LEVEL, PRICE, "of a quest"),
    ("light", f.C_LIGHT, ONE, "its energy is light"),
    ("dark", f.C_DARK, ONE, "its energy is dark"),
    ("anchor_light", f.C_ANCHOR_LIGHT, FEW, "price of its anchored spell, in light"),
    ("anchor_dark", f.C_ANCHOR_DARK, FEW, "the same in dark"),
    ("faces", f.C_FACES, FEW, f"six times: {_FACE}"),
    ("left", f.C_LEFT, FEW, "dice on the card"),
    ("cost_now", f.C_COST_NOW, PRICE, "cost for the active player now"),
    ("removed", f.C_REMOVED, FEW, "dice out of the game"),
)
_DICE: Final = _fields(
    f.DICE,
    ("bag", f.D_BAG, FEW, "in the bag"),
    ("spent", f.D_SPENT, FEW, "in the Spent Pile"),
    ("used", f.D_USED, FEW, "in the Used Pile"),
    ("aside", f.D_ASIDE, FEW, "set aside"),
    ("waiting", f.D_WAITING, FEW, "in the Active Pool, not rolled"),
    ("attached", f.D_ATTACHED, FEW, "attached to a creature or a locked die"),
    ("attack", f.D_ATTACK, MANY, "attack of the creatures, Ready Area and quest"),
    ("defense", f.D_DEFENSE, MANY, "their defense"),
    ("glory", f.D_EARNS, GLORY, "what they would score"),
    ("attacking", f.D_ATTACKING, FEW, "counted in the attack"),
    ("damaged", f.D_DAMAGED, FEW, "damaged in this attack"),
    ("used_up", f.D_USED_UP, FEW, "with their ability of the turn used"),
    ("carried", f.D_CARRIED, FEW, "dice attached to these, whosever"),
)
_LYING: Final = (Field("faces", 0, UPS, FEW, "dice that show face 3, 4, 5, 6"),)
_ROLLED: Final = (Field("faces", 0, FACES, FEW, "dice that show face 1 to 6"),)

BLOCKS: Final = (
    Block("table", 0, (f.TABLE,), _TABLE, "rules, turn, decision"),
    Block("seats", f.AT_SEATS, (SEATS, f.SEAT), _SEAT, "each seat, the one that looks first"),
    Block("cards", f.AT_CARDS, (LANES, f.CARD), _CARD, "the card in each lane"),
    Block("dice", f.AT_DICE, (SEATS, LANES, f.DICE), _DICE, "each seat's dice of each lane"),
    Block("ready", f.AT_READY, (SEATS, LANES, UPS), _LYING, "dice in each Ready Area by face"),
    Block("quest", f.AT_QUEST, (SEATS, LANES, UPS), _LYING, "dice on each seat's quest by face"),
    Block("rolled", f.AT_ROLLED, (LANES, FACES), _ROLLED, "the active player's rolled dice"),
)


_FACE_NAMES: Final = f"of that face: {_FACE}"
_WHOSE: Final = "nobody's, then the seats, from the one that looks"
# A row of the option form, and a row of the structured form's dice.
OPTION: Final = Block(
    "options",
    0,
    (MOST_OPTIONS, o.OPTION),
    _fields(
        o.OPTION,
        ("present", o.O_PRESENT, ONE, "there is such an option"),
        ("verb", o.O_VERB, ONE, f"{', '.join(verb.NAMES)}; the last one: turn the page"),
        ("whose", o.O_WHOSE, ONE, _WHOSE),
        ("place", o.O_PLACE, ONE, f"where the die lies or goes: {', '.join(place.NAMES)}"),
        ("number", o.O_NUMBER, PRICE, "the price, or the amount"),
        ("lane", o.O_LANE, ONE, "the lane of the die's card"),
        ("kind", o.O_KIND, ONE, "basic, creature, spell, quest"),
        ("cost", o.O_COST, PRICE, "printed cost of the card"),
        ("glory", o.O_GLORY, FEW, "printed Glory"),
        ("left", o.O_LEFT, FEW, "dice on the card"),
        ("owned", o.O_OWNED, FEW, "dice of the card that the player has"),
        ("shown", o.O_SHOWN, ONE, "the face matters"),
        ("face", o.O_FACE, FEW, _FACE_NAMES),
        ("attack", o.O_ATTACK, FEW, "of that creature now"),
        ("defense", o.O_DEFENSE, FEW, "of that creature now"),
        ("earns", o.O_EARNS, FEW, "what it would score"),
    ),
    "each option, in the order of the decision",
)
DIE: Final = Block(
    "dice",
    0,
    (0, r.DIE),
    _fields(
        r.DIE,
        ("present", r.R_PRESENT, ONE, "there is such a die"),
        ("carrier", r.R_CARRIER, NAMED, "the row of the die that carries it, from 1; 0 for none"),
        ("whose", r.R_WHOSE, ONE, _WHOSE),
        ("place", r.R_PLACE, ONE, ", ".join(place.NAMES)),
        ("lane", r.R_LANE, ONE, "the lane of its card"),
        ("face", r.R_FACE, ONE, "face 1 to 6, if it can be seen; of two alike the first"),
        ("attack", r.R_ATTACK, FEW, "of a creature that lies somewhere, now"),
        ("defense", r.R_DEFENSE, FEW, "the same"),
        ("earns", r.R_EARNS, FEW, "what it would score"),
        ("attacking", r.R_ATTACKING, ONE, "counted in the attack"),
        ("damaged", r.R_DAMAGED, ONE, "damaged in this attack"),
        ("used_up", r.R_USED_UP, ONE, "its ability of the turn is used"),
    ),
    "each die of the table",
)


def scales_of(block: Block) -> list[float]:
    """What each number of one row of a block is multiplied by."""
    return [field.scale for field in block.fields for _ in range(field.size)]


def scales() -> list[float]:
    """What each number of the observation is multiplied by, in their order."""
    found: list[float] = []
    for block in BLOCKS:
        row = scales_of(block)
        found += row * (block.size // len(row))
    return found


def column_name(column: int) -> str:
    """A number of the universal row by its name: `seats[1].glory`, `dice[0][creature-2].bag`."""
    block = [one for one in BLOCKS if one.start <= column][-1]
    place_in_block, last = divmod(column - block.start, block.shape[-1])
    part = [one for one in block.fields if one.start <= last][-1]
    within = f"[{last - part.start}]" if part.size > 1 else ""
    seat, lane = divmod(place_in_block, LANES)
    rows = {
        "table": "",
        "seats": f"[{place_in_block}]",
        "cards": f"[{LANE_NAMES[lane]}]",
        "rolled": f"[{LANE_NAMES[lane]}]",
    }
    return (
        f"{block.name}{rows.get(block.name, f'[{seat}][{LANE_NAMES[lane]}]')}.{part.name}{within}"
    )
