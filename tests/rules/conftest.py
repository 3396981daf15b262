"""Cards made up for the rules that no base card can show by itself.

Each is the smallest card that lets one rule be seen: a creature that rolls dice when summoned
(5.4), a reaction that destroys an attacker (6.2), Glory that would drop below 0 (4.7), and so on.
They are built with the card language that real cards use and share a catalogue with the base set.
"""

from __future__ import annotations

import pytest

from quarriors.cards.entry import Line
from quarriors.cards.load import ability_of, default_catalog
from quarriors.engine.catalog import Card, Catalog, Design

PLAIN_FACES = ["Q1", "Q1", "Q1", "C1:1/1", "C1:1/1", "C1:1/1"]
SPELL_FACES = ["Q1", "Q1", "Q1", "S", "S", "S"]


def line(does: str, burst: int = 0) -> Line:
    """A line of a card that says nothing."""
    return Line({}, does, burst)


def made_up_card(
    name: str,
    *lines: str | Line,
    kind: str = "creature",
    faces: list[str] | None = None,
    cost: int = 1,
    glory: int = 1,
    set_name: str = "base",
) -> Card:
    """A card of a class of its own, with five dice."""
    if faces is None:
        faces = SPELL_FACES if kind == "spell" else PLAIN_FACES
    design = Design(name, kind, 5, faces, "made up", ["made up"])
    known = {"numbers": "made up", "text": "made up"}
    abilities = []
    for given in lines:
        ability, faults = ability_of(given if isinstance(given, Line) else line(given), kind)
        assert faults == []
        abilities.append(ability)
    return Card(name, "", design, set_name, cost, glory, abilities, known, ["made up"])


def made_up_cards() -> list[Card]:
    """One card for each rule that needs one."""
    return [
        # 5.4: its summons rolls three dice
        made_up_card("Piper", "when(SUMMONED, draw_and_roll(3))"),
        # 1.4: one burst adds attack and quiddity, two bursts add defense
        made_up_card(
            "Twin Star",
            line("attack(2), when(SUMMONED, gain_quiddity(1))", burst=1),
            line("defense(3)", burst=2),
            faces=["Q1", "Q1", "Q1", "C1:1/1", "C1:1/1*", "C1:1/1**"],
        ),
        # 6.2: a spell that destroys an attacker before defenders are chosen
        made_up_card(
            "Lightning",
            "react(ON_ATTACK, choose(DESTROY, creatures(OPPONENTS), destroy()))",
            kind="spell",
        ),
        # 6.2: an ability that destroys an attacker after defenders are chosen
        made_up_card(
            "Porcupine", "when(DESTROYED, choose(DESTROY, creatures(OPPONENTS), destroy()))"
        ),
        # 4.7 and 15.7: Glory lost, compulsory and by choice
        made_up_card("Beggar", "when(SUMMONED, gain_glory(-5))"),
        made_up_card("Penitent", "when(SUMMONED, may(TO_DRAW, gain_glory(-1)))"),
        # 5.4: a reduction larger than any level
        made_up_card("Open Door", "opponents_summon_for_more(-3)"),
        # 3.8: removes a die from the game
        made_up_card("Abyss", "cast(choose(DESTROY, dice(ME, USED), remove()))", kind="spell"),
        # 3.2: may choose any die that can be a target at all
        made_up_card(
            "Long Arm",
            """
            cast(
                choose(DESTROY, dice(ANYBODY, ACTIVE, READY, SPENT, USED, ATTACHED), move(USED))
            )""",
            kind="spell",
        ),
        # 3.6: puts a die into the Active Pool in its owner's own turn
        made_up_card("Recall", "cast(choose(FETCH, dice(ME, USED), move(ACTIVE)))", kind="spell"),
        # 1.3: faces with no quiddity and with four
        made_up_card("Treasure", faces=["Q0", "Q4", "Q4", "C1:1/1", "C1:1/1", "C1:1/1"]),
        # 15.5: an addition written before the number is set
        made_up_card("Backwards", "attack(1), defense(1), attack_is(3)"),
        # 12: creatures that do nothing but what their faces say
        made_up_card("Pawn", faces=["Q1", "Q2", "C1:1/1", "C1:2/2", "C2:3/3", "C3:5/5"]),
        made_up_card("Rook", faces=["Q1", "C0:0/1", "C1:1/4", "C2:4/2", "C3:6/6", "Q2"], glory=2),
        # 12.7: helps those who accompany it
        made_up_card("Drummer", "others_attack(1)"),
        *locks_and_keys(),
    ]


def locks_and_keys() -> list[Card]:
    """Section 11 without anything that a real card would add to it."""
    lock_faces = ["Q1", "Q2", "K", "C1:2/2", "C2:3/3", "C3:4/4"]
    return [
        made_up_card("Padlock", faces=lock_faces),
        # 11.2: works once when it is locked, and for as long as it is
        made_up_card(
            "Fetter",
            "when(LOCK, gain_quiddity(1)), opponents_summon_for_more(2)",
            faces=lock_faces,
        ),
        # 11.5: may be locked anywhere; 11.4: on two bursts nobody can buy it off
        made_up_card(
            "Manacle",
            "may_be_locked_anywhere()",
            line("cannot_be_bought_off()", burst=2),
            faces=["Q1", "Q2", "K", "K**", "C1:1/2", "C2:2/3"],
        ),
        # 11.6: counts how often anybody draws
        made_up_card("Tally", "when(DREW, gain_glory(1))", glory=0, faces=lock_faces),
        # 11.3, 12.2: spells that reach everybody: destroy, turn upwards, weaken
        made_up_card(
            "Hammer",
            "cast(choose(DESTROY, creatures(ANYBODY, READY, QUEST), destroy()))",
            kind="spell",
        ),
        made_up_card(
            "Lever",
            "cast(choose(ROTATE, creatures(ANYBODY, READY, can_go_up), rotate_up()))",
            kind="spell",
        ),
        # 13.7: the second part only if the first was done
        made_up_card(
            "Bargain",
            "cast(choose(DESTROY, creatures(ANYBODY, READY, QUEST), destroy(), gain_glory(1)))",
            kind="spell",
        ),
        # 12.3: a reaction for either side of a challenge
        made_up_card(
            "Whetstone",
            "react(ON_ATTACK, choose(STRENGTHEN, creatures(ME, QUEST), attack_this_turn(2)))",
            kind="spell",
        ),
    ]


@pytest.fixture(scope="session")
def made_up() -> Catalog:
    """The base set with the made-up cards."""
    return Catalog([*default_catalog().cards, *made_up_cards()])
