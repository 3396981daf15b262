"""How many ways there are to go on from fixed positions, to fixed depth.

Like the move counts of chess programs: each number is the count of all sequences of that many
answers, every one of them played out. Luck is fixed by the state's own generator, so the counts
are exact. A rule that offers an option too many, forgets one, offers dice alike twice or asks at
the wrong time changes them. To write the table anew after a deliberate change, run
`python -m tests.test_option_counts`, and say in the commit why the numbers changed.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import quarriors as q
from quarriors.engine.rules import EDITIONS
from quarriors.game import Game
from quarriors.testing import Position
from tests.extent import interpreted

GOBLIN, OOZE, WARRIOR = "Scavenging Goblin", "Strong Primordial Ooze", "Strong Warrior of the Quay"
DEALER, SPIRIT, HAG = "Strong Deathdealer", "Ghostly Spirit", "Strong Witching Hag"
WIZARD, DEVOTEE = "Questing Wizard", "Strong Devotee of the Holy Query"
DRAGON = "Mighty Quake Dragon"
TABLE = [
    GOBLIN, SPIRIT, WARRIOR, HAG, DEALER, OOZE, WIZARD, "Shaping Cantrip", "Death Charm",
    "Life Incantation",
]  # fmt: skip
QUIDDITY, ASSISTANT, PORTAL = "Basic Quiddity", "Assistant", "Portal"
BAG = [QUIDDITY, QUIDDITY, QUIDDITY, ASSISTANT, PORTAL, GOBLIN, "Death Charm"]


def new_two(edition: str) -> Game:
    """Two players, a table by chance, the first turn."""
    return q.new_game(q.Rules(2, edition), seed=1)


def new_four(edition: str) -> Game:
    """Four players, both variants, our table, the first turn."""
    variants = ("advanced_capture", "expert_culling")
    return q.new_game(q.Rules(4, edition, variants=variants), seed=2, wilds=TABLE)


def rolled(edition: str) -> Game:
    """Portals, an Assistant and a Wizard just rolled, two dice to draw: 2011 Portals come back."""
    dice = ["Portal@W1", "Portal@W2", "Assistant@R*", "Questing Wizard@Q2*", "Basic Quiddity@Q2"]
    position = Position(2, edition=edition, wilds=TABLE).active(0, *dice)
    return position.bag(0, QUIDDITY, ASSISTANT).bag(1, *BAG).start("immediate").game


def summoning(edition: str) -> Game:
    """Creatures to summon, spells to ready and to attach, an Ooze with a choice of copies."""
    dice = [
        "Scavenging Goblin@C1:2/2*", "Strong Primordial Ooze@3", "Basic Quiddity@Q2",
        "Basic Quiddity@Q1", "Death Charm@S*", "Assistant@Q1",
    ]  # fmt: skip
    position = Position(3, edition=edition, wilds=TABLE).active(0, *dice).bag(0, *BAG)
    position.ready(0, "Death Charm@S**").ready(1, f"{HAG}@C1:3/3").ready(2, "Assistant@C1:1/2")
    return position.bag(1, *BAG).bag(2, *BAG).start("ready").game


def attacking(edition: str) -> Game:
    """An attack on two opponents who hold reactions and have several defenders.

    The Dragon's defense is 9, by the Italian book 10; the total is 9 unless the Charm is attached.
    """
    position = Position(3, edition=edition, wilds=[*TABLE[:3], DRAGON, *TABLE[4:]])
    position.ready(0, f"{DEALER}@C2:4/4", f"{WARRIOR}@C1:2/3", "Assistant@C1:1/2", "Death Charm@S*")
    position.ready(1, f"{DRAGON}@C3:8/7**", "Scavenging Goblin@C1:2/2", "Life Incantation@S")
    position.ready(2, f"{SPIRIT}@C1:2/2", "Scavenging Goblin@C1:2/2", "Assistant@C1:1/2")
    position.ready(2, "Shaping Cantrip@S").used(2, QUIDDITY, QUIDDITY)
    for seat in range(3):
        position.bag(seat, *BAG[:5])
    return position.start("attack").game


def scoring(edition: str) -> Game:
    """Four creatures score, one can fetch, one can capture, three dice may be culled."""
    position = Position(2, edition=edition, wilds=[*TABLE[:5], DEVOTEE, "Shaping Incantation"])
    position.ready(0, f"{HAG}@C1:3/3", f"{DEVOTEE}@C2:2/4*", "Scavenging Goblin@C1:2/2")
    position.attached(0, "Shaping Incantation@S", 0, "Scavenging Goblin")
    position.used(0, QUIDDITY, QUIDDITY, ASSISTANT, PORTAL).bag(0, *BAG[:5]).bag(1, *BAG[:5])
    return position.start("score").game


def last_captures(edition: str) -> Game:
    """Two captures, and three empty creature cards: some captures end the game."""
    variants = ("advanced_capture",)
    position = Position(2, edition=edition, wilds=TABLE, variants=variants)
    position.left(GOBLIN, 0).left(HAG, 0).left(DEALER, 0).left(SPIRIT, 1).left(WARRIOR, 1)
    position.active(0, *["Basic Quiddity@Q2"] * 3, *["Basic Quiddity@Q1"] * 2)
    for seat in range(2):
        position.bag(seat, *[QUIDDITY] * 4, *[ASSISTANT] * 2)
    return position.start("capture").game


def new_mixed(edition: str) -> Game:
    """Four players, all sets and their rules, the first turn."""
    return q.new_game(q.Rules(4, edition, ["all"]), seed=3)


def locking(edition: str) -> Game:
    """A lock to be placed, one to be bought off, one that cannot be, and a creature to summon."""
    position = Position(3, edition=edition, sets=["base", "quest_of_the_qladiator"])
    position.active(0, "Quaxos' Eye@K", "Frost Howler@K", "Basic Quiddity@Q2", "Basic Quiddity@Q1")
    position.active(0, "Scavenging Goblin@C1:2/2*").locked(1, "Pink Eye Cyclops")
    position.locked(2, "Quaxos' Eye@K**").ready(2, "Assistant@C1:1/2")
    for seat in range(3):
        position.bag(seat, *[QUIDDITY] * 4, ASSISTANT)
    return position.start("ready").game


def questing(edition: str) -> Game:
    """A quest to start, one to challenge, an attack beside it, and a quartifact to equip."""
    position = Position(3, edition=edition, sets=["base", "quartifacts"])
    position.ready(0, "Manxome Minotaur@C1:5/3", "Knight of Quamelot@C1:3/4", "Assistant@C1:1/2")
    position.ready(0, "Hunt for Tri-Clops Skull@4").ready(1, "Assistant@C1:1/2")
    position.active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q2")
    position.quest(1, "Hunt for Holy Quail", "Ancient Guide@C1:1/2*", "Scavenging Goblin@C1:2/2")
    for seat in range(3):
        position.bag(seat, *[QUIDDITY] * 4, ASSISTANT)
    return position.start("ready").game


def anchoring(edition: str) -> Game:
    """Light and dark at hand, anchored spells to pay with them, cheaper captures to come."""
    position = Position(
        2, edition=edition, sets=["light_vs_dark"],
        wilds=["Lesser Herald", "Greater Black Cat", "Assistant of Economics"],
    )  # fmt: skip
    position.active(
        0, "Large Quiddity@L2", "Large Quiddity@D2", "Lesser Herald@3", "Assistant of Economics@0"
    )
    position.used(0, "Assistant of Economics").bag(0, *["Assistant of Economics"] * 2)
    return position.bag(1, *["Assistant of Economics"] * 3).start("ready").game


STARTS: list[Callable[[str], Game]] = [
    new_two,
    new_four,
    rolled,
    summoning,
    attacking,
    scoring,
    last_captures,
    new_mixed,
    locking,
    questing,
    anchoring,
]

# Answers to depth 1, 2, 3, ... in each edition.
COUNTS: dict[tuple[str, str], list[int]] = {
    ("new_two", "original"): [2, 12, 33, 297, 594, 5186],
    ("new_two", "original-it"): [2, 12, 33, 297, 594, 5186],
    ("new_two", "revised"): [2, 12, 33, 297, 594, 5186],
    ("new_two", "qultimate"): [2, 12, 33, 297, 594, 5186],
    ("new_four", "original"): [2, 17, 45, 226, 1149, 3796],
    ("new_four", "original-it"): [2, 17, 45, 226, 1149, 3796],
    ("new_four", "revised"): [2, 17, 45, 226, 1149, 3796],
    ("new_four", "qultimate"): [2, 17, 45, 226, 1149, 3796],
    ("rolled", "original"): [5, 32, 151, 626, 2422, 9835],
    ("rolled", "original-it"): [5, 32, 151, 626, 2422, 9835],
    ("rolled", "revised"): [5, 25, 85, 288, 1049, 4295],
    ("rolled", "qultimate"): [5, 25, 85, 288, 1049, 4295],
    ("summoning", "original"): [4, 17, 52, 176, 596, 2030, 7252],
    ("summoning", "original-it"): [4, 17, 52, 176, 596, 2030, 7252],
    ("summoning", "revised"): [5, 15, 53, 197, 606, 1725, 5046],
    ("summoning", "qultimate"): [5, 15, 53, 197, 606, 1725, 5046],
    ("attacking", "original"): [2, 5, 16, 50, 105, 276, 733, 1541, 3092],
    ("attacking", "original-it"): [2, 5, 16, 50, 117, 288, 745, 1565, 3140],
    ("attacking", "revised"): [2, 10, 26, 100, 212, 529, 1284, 2589],
    ("attacking", "qultimate"): [2, 10, 26, 100, 212, 529, 1284, 2589],
    ("scoring", "original"): [3, 16, 96, 257, 1504, 7704],
    ("scoring", "original-it"): [3, 16, 96, 257, 1504, 7704],
    ("scoring", "revised"): [3, 16, 96, 257, 1504, 7704],
    ("scoring", "qultimate"): [3, 16, 96, 257, 1504, 7704],
    ("last_captures", "original"): [11, 55, 95, 242, 834, 3277],
    ("last_captures", "original-it"): [11, 55, 95, 242, 834, 3277],
    ("last_captures", "revised"): [11, 55, 95, 242, 834, 3277],
    ("last_captures", "qultimate"): [11, 55, 95, 242, 834, 3277],
    ("new_mixed", "original"): [2, 10, 22, 132, 367, 1522, 6460],
    ("new_mixed", "original-it"): [2, 10, 22, 132, 367, 1522, 6460],
    ("new_mixed", "revised"): [2, 10, 22, 132, 367, 1522, 6460],
    ("new_mixed", "qultimate"): [2, 10, 22, 132, 367, 1522, 6460],
    ("locking", "original"): [6, 23, 74, 269, 1014, 3620],
    ("locking", "original-it"): [6, 23, 74, 269, 1014, 3620],
    ("locking", "revised"): [6, 23, 74, 269, 1014, 3620],
    ("locking", "qultimate"): [6, 23, 74, 269, 1014, 3620],
    ("questing", "original"): [2, 5, 16, 52, 165, 464, 1858, 7459],
    ("questing", "original-it"): [2, 5, 16, 52, 165, 464, 1858, 7459],
    ("questing", "revised"): [2, 5, 16, 52, 165, 464, 1858, 7459],
    ("questing", "qultimate"): [2, 5, 16, 52, 165, 464, 1858, 7459],
    ("anchoring", "original"): [7, 31, 146, 756, 3549],
    ("anchoring", "original-it"): [7, 31, 146, 756, 3549],
    ("anchoring", "revised"): [7, 31, 140, 607, 2593, 11240],
    ("anchoring", "qultimate"): [7, 31, 140, 607, 2593, 11240],
}


def count_paths(game: Game, depth: int) -> list[int]:
    """How many sequences of 1, 2, ... answers there are; a game that is over adds none."""
    return [q.perft(game, deep) for deep in range(1, depth + 1)]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.__name__)
def test_there_are_just_so_many_ways_to_go_on(start: Callable[[str], Game], edition: str) -> None:
    """Exact numbers of answers to fixed depth."""
    whole = COUNTS[start.__name__, edition]
    kept = whole[: interpreted(len(whole) - 1, len(whole))]
    assert count_paths(start(edition), len(kept)) == kept


def test_the_books_differ_where_the_table_of_section_0_says_so() -> None:
    """The counts tell the 2011 books from the later ones, or they would measure nothing."""
    names = [start.__name__ for start in STARTS]
    differ = {name for name in names if COUNTS[name, "original"] != COUNTS[name, "revised"]}
    assert differ >= {"rolled", "summoning", "attacking", "anchoring"}
    assert COUNTS["attacking", "original"] != COUNTS["attacking", "original-it"]
    assert all(COUNTS[name, "revised"] == COUNTS[name, "qultimate"] for name in names)


if __name__ == "__main__":
    for begin in STARTS:
        for book in EDITIONS:
            most = 4
            while sum(count_paths(begin(book), most)) < 4000 and most < 12:
                most += 1
            print(f'    ("{begin.__name__}", "{book}"): {count_paths(begin(book), most)},')
