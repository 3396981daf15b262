"""The five Boogiemen of Light vs. Dark, and the anchored spells on their cards (13.6)."""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, settled, totals

LESSER, GREATER, STRONG, MIGHTY = (
    "Lesser Boogieman",
    "Greater Boogieman",
    "Strong Boogieman",
    "Mighty Boogieman",
)
ECONOMICS = "Assistant of Economics"


def table(*wilds: str, players: int = 2, edition: str = "qultimate") -> Position:
    """A table of the set; a die with 3 quiddity keeps the turn from running on by itself."""
    return Position(players, edition=edition, sets=["light_vs_dark"], wilds=wilds).active(
        0, "Large Quiddity@Q3"
    )


# --- Boogieman: scares a creature away ---------------------------------------------------------


@pytest.mark.ability("Boogieman", 0)
@pytest.mark.ability("Boogieman", 1)
@pytest.mark.ability("Boogieman", 2)
@in_all_editions
@pytest.mark.parametrize(("face", "most"), [("C1:3/3", 1), ("C2:5/4*", 2), ("C3:6/6**", 3)])
def test_boogieman_sends_a_creature_up_to_its_own_level_away(
    edition: str, face: str, most: int
) -> None:
    """One creature of any opponent; it is asked once, whatever the bursts."""
    play = (
        table(players=3, edition=edition)
        .active(0, f"Boogieman@{face}", "Black Cat@D1")
        .ready(0, "Herald@C1:1/3")
        .ready(1, "Archangel@C2:5/7*", f"{ECONOMICS}@C1:1/2")
        .ready(2, "Queelzebub@C3:9/6**", "Herald@C1:1/3")
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do("summon Boogieman")
    by_level = {
        f"fetch {ECONOMICS} [C1:1/2] in seat 1's ready": 1,
        "fetch Archangel [C2:5/7*] in seat 1's ready": 2,
        "fetch Queelzebub [C3:9/6**] in seat 2's ready": 3,
        "fetch Herald [C1:1/3] in seat 2's ready": 1,
    }
    assert set(play.options) == {
        "no",
        *(option for option, level in by_level.items() if level <= most),
    }
    play.do("fetch Herald")
    assert play.kind == "ready"
    assert play.dice(2, "active") == ["Herald"]
    assert play.dice(2, "ready") == ["Queelzebub"]
    assert play.dice(2, "used") == []
    assert play.dice(1, "ready") == ["Archangel", ECONOMICS]
    assert settled(play)


@pytest.mark.ability("Boogieman", 0)
def test_what_was_sent_away_is_not_destroyed_and_is_rolled_in_its_owners_next_turn() -> None:
    """A Lesser Black Cat takes no revenge; a spell attached to it goes to its owner's pile."""
    play = (
        table()
        .active(0, "Boogieman@C1:3/3", "Large Quiddity@D1")
        .ready(1, "Lesser Black Cat@C1:2/2*")
        .attached(1, "Light Charm@S", 1, "Lesser Black Cat")
        .glory(0, 4)
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do("summon Boogieman", "fetch Lesser Black Cat")
    assert play.glory == (4, 0)
    assert not play.happened("destroy")
    assert play.dice(1, "active") == ["Lesser Black Cat"]
    assert play.dice(1, "used") == ["Light Charm"]
    play.rolls("Lesser Black Cat@D2", *["Large Quiddity@Q2"] * 2, "Light Charm@L1")
    play.do("pass", "pass")
    assert play.seat == 1
    assert "Lesser Black Cat@D2" in play.faces(1, "active")
    assert settled(play)


@pytest.mark.ability("Boogieman", 0)
def test_boogieman_may_be_told_no_and_without_a_target_asks_nothing() -> None:
    """On its plain face a level 2 creature is out of reach."""
    declined = (
        table()
        .active(0, "Boogieman@C1:3/3", "Large Quiddity@D2", f"{ECONOMICS}@C1:1/2")
        .ready(1, "Herald@C1:1/3")
        .start("ready")
    )
    declined.do("summon Boogieman", "no")
    assert declined.dice(1, "ready") == ["Herald"]
    silent = (
        table()
        .active(0, "Boogieman@C1:3/3", "Large Quiddity@D2", f"{ECONOMICS}@C1:1/2")
        .ready(1, "Herald@C2:2/4*")
        .start("ready")
    )
    silent.do("summon Boogieman")
    assert silent.kind == "ready"
    assert silent.dice(1, "ready") == ["Herald"]


@pytest.mark.ability("Boogieman", 2)
@pytest.mark.rule("10.5")
def test_boogieman_cannot_scare_an_immune_golem() -> None:
    """Nothing is asked."""
    play = (
        table()
        .active(0, "Boogieman@C3:6/6**", "Large Quiddity@D1")
        .ready(1, "Quartz Golem@C2:3/6*")
        .start("ready")
    )
    play.do("summon Boogieman")
    assert play.dice(1, "active") == []
    assert play.happened("total")  # nothing was asked before the attack


# --- Lesser Boogieman: weaker defenders --------------------------------------------------------


@pytest.mark.ability("Lesser Boogieman", 0)
@pytest.mark.ability("Lesser Boogieman", 1)
@in_all_editions
@pytest.mark.parametrize(
    ("face", "defender", "falls"),
    [
        ("C1:3/3", "Herald@C2:2/4*", True),  # 4 - 1 = 3
        ("C1:3/3", "Quartz Golem@C1:2/5", False),  # 5 - 1 = 4
        ("C2:5/4*", "Quartz Golem@C2:3/6*", False),  # immune: 6
        ("C2:5/4*", "Queelzebub@C3:9/6**", True),  # 6 - 1 = 5
        ("C2:5/4*", "Archangel@C2:5/7*", False),  # 7 - 1 = 6
        ("C3:6/6**", "Archangel@C3:7/8**", True),  # 8 - 2 = 6
    ],
)
def test_defenders_against_a_lesser_boogieman_have_less_defense(
    edition: str, face: str, defender: str, falls: bool
) -> None:
    """One less, with two bursts two less instead."""
    play = table(edition=edition).ready(0, f"{LESSER}@{face}").ready(1, defender).start("attack")
    name = defender.partition("@")[0]
    assert play.dice(1, "ready") == ([] if falls else [name])
    if not falls:  # only while it attacks
        assert play.defense(1, name) == int(defender.rstrip("*").rpartition("/")[2])


@pytest.mark.ability("Lesser Boogieman", 0)
@pytest.mark.ability("Lesser Boogieman", 1)
@pytest.mark.parametrize(("second", "needed"), [("C1:3/3", 7), ("C3:6/6**", 6)])
def test_several_lesser_boogiemen_do_not_add_up(second: str, needed: int) -> None:
    """The larger number counts: an Archangel of 8 has 7 left, or 6."""
    play = (
        table()
        .ready(0, f"{LESSER}@C2:5/4*", f"{LESSER}@{second}")
        .ready(1, "Archangel@C3:7/8**")
        .start("attack")
    )
    assert [event[4:] for event in play.happened("defend")] == [(sum(_attacks(second)), needed)]
    assert play.dice(1, "ready") == []


def _attacks(face: str) -> tuple[int, int]:
    return 5, int(face[3])


@pytest.mark.ability("Lesser Boogieman", 1)
def test_defense_never_drops_below_one() -> None:
    """Three Assistants of 2: 6 fell them all, for 1 each."""
    play = (
        table()
        .ready(0, f"{LESSER}@C3:6/6**")
        .ready(1, f"{ECONOMICS}@C1:1/2", f"{ECONOMICS}@C1:1/2", f"{ECONOMICS}@C1:1/2")
        .start("attack")
    )
    assert [event[4:] for event in play.happened("defend")] == [(6, 1), (5, 1), (4, 1)]
    assert play.dice(1, "ready") == []


@pytest.mark.ability("Lesser Boogieman", 0)
def test_a_lesser_boogieman_that_defends_weakens_nobody() -> None:
    """Neither attackers nor its companions."""
    play = (
        table()
        .ready(0, "Herald@C2:2/4*")
        .ready(1, f"{LESSER}@C1:3/3", "Queelzebub@C3:9/6**")
        .start("attack")
    )
    assert play.defense(0, "Herald") == 4
    assert play.defense(1, "Queelzebub") == 6


# --- Greater Boogieman -------------------------------------------------------------------------


@pytest.mark.ability("Greater Boogieman", 0)
@pytest.mark.parametrize("face", ["C1:3/3", "C2:5/4*", "C3:6/6**"])
def test_opponents_without_a_creature_lose_a_glory_when_greater_boogieman_scores(
    face: str,
) -> None:
    """Each of them, never below 0; a player with a creature in the Ready Area loses none."""
    play = (
        Position(4, sets=["light_vs_dark"])
        .ready(0, f"{GREATER}@{face}")
        .ready(2, f"{ECONOMICS}@C1:1/2")
        .ready(3, "Light Charm@S")  # a spell is no creature
        .glory(1, 2)
        .glory(2, 2)
        .start("score")
    )
    assert play.glory == (3, 1, 2, 0)


@pytest.mark.ability("Greater Boogieman", 0)
def test_greater_boogieman_costs_its_owner_nothing() -> None:
    """Its owner has no creature left, and is no opponent."""
    play = Position(sets=["light_vs_dark"]).ready(0, f"{GREATER}@C1:3/3").glory(1, 1).start("score")
    assert play.glory == (3, 0)


@pytest.mark.ability("Greater Boogieman", 1)
@pytest.mark.ability("Greater Boogieman", 2)
@pytest.mark.parametrize(("face", "attack"), [("C1:3/3", 3), ("C2:5/4*", 6), ("C3:6/6**", 8)])
def test_greater_boogieman_attacks_with_more_on_its_bursts(face: str, attack: int) -> None:
    """One more, or two; its companion and its defense stay as they are."""
    play = (
        table()
        .ready(0, f"{GREATER}@{face}", "Herald@C1:1/3")
        .ready(1, "Queelzebub@C1:5/3")
        .start("attack")
    )
    assert totals(play) == [attack + 1]
    assert play.attack(0, GREATER) == attack
    assert play.defense(0, GREATER) == int(face.rstrip("*").rpartition("/")[2])
    assert play.attack(0, "Herald") == 1


@pytest.mark.ability("Greater Boogieman", 1)
@pytest.mark.ability("Greater Boogieman", 2)
@pytest.mark.rule("1.4")
def test_in_the_italian_book_the_two_bonuses_add_up() -> None:
    """A double burst switches on the single burst's line as well: 6 + 1 + 2."""
    play = table(edition="original-it").ready(0, f"{GREATER}@C3:6/6**").start("capture")
    assert play.attack(0, GREATER) == 9


@pytest.mark.ability("Greater Boogieman", 3)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_greater_boogieman_destroys_a_light_creature() -> None:
    """For 3 Dark, anybody's, and its owner loses a Glory."""
    play = (
        table(GREATER, players=3)
        .active(0, "Large Quiddity@D2", "Black Cat@D1")
        .ready(0, "Herald@C1:1/3")
        .ready(1, "Archangel@C3:7/8**", "Queelzebub@C1:5/3")
        .ready(2, f"{ECONOMICS}@C1:1/2")
        .glory(0, 3)
        .glory(1, 3)
        .glory(2, 3)
        .start("ready")
    )
    play.do(f"anchor {GREATER} for 3")
    assert set(play.options) == {
        "destroy Herald [C1:1/3] in seat 0's ready",
        "destroy Archangel [C3:7/8**] in seat 1's ready",
    }
    play.do("destroy Archangel")
    assert play.dice(1, "used") == ["Archangel"]
    assert play.dice(1, "ready") == ["Queelzebub"]
    assert play.glory == (3, 2, 3)
    assert settled(play)


@pytest.mark.ability("Greater Boogieman", 3)
def test_one_may_destroy_ones_own_and_lose_ones_own_glory() -> None:
    """Never below 0; a Herald goes to the Active Pool, and was destroyed all the same."""
    for before, after in ((3, 2), (0, 0)):
        play = (
            table(GREATER)
            .active(0, "Large Quiddity@D2", "Black Cat@D1")
            .ready(0, "Herald@C1:1/3")
            .glory(0, before)
            .glory(1, 1)
            .start("ready")
        )
        play.do(f"anchor {GREATER}")
        assert play.glory == (after, 1)
        assert play.dice(0, "ready") == []


@pytest.mark.ability("Greater Boogieman", 3)
@pytest.mark.parametrize(
    ("faces", "foe"),
    [("D1", "Archangel@C1:3/5"), ("D2", "Queelzebub@C1:5/3"), ("D2", "Quartz Golem@C2:3/6*")],
)
def test_it_needs_three_dark_and_a_light_creature_in_reach(faces: str, foe: str) -> None:
    """One Dark short; no Light creature; an immune one."""
    play = (
        table(GREATER)
        .active(0, f"Large Quiddity@{faces}", "Black Cat@D1")
        .ready(1, foe)
        .start("ready")
    )
    assert f"anchor {GREATER} for 3" not in play.options


@pytest.mark.ability("Greater Boogieman", 3)
@pytest.mark.rule("13.7")
def test_a_destruction_that_is_prevented_costs_no_glory() -> None:
    """A Holy Quail goes back to its card in place of the creature that carries it."""
    play = (
        Position(3, sets=["all"], wilds=[GREATER])
        .active(0, "Large Quiddity@D2", "Black Cat@D1", "Black Cat@D1")
        .ready(1, "Herald@C1:1/3")
        .attached(1, "Search for Holy Quail@QF:Holy Quail", 1, "Herald")
        .glory(1, 2)
        .start("ready")
    )
    play.do(f"anchor {GREATER} for 3")
    assert play.dice(1, "ready") == ["Herald"]
    assert play.dice(1, "attached") == []
    assert play.glory == (0, 2, 0)
    assert settled(play)


# --- Strong Boogieman --------------------------------------------------------------------------


@pytest.mark.ability("Strong Boogieman", 0)
@pytest.mark.rule("6.2")
@pytest.mark.parametrize("face", ["C1:3/3", "C2:5/4*", "C3:6/6**"])
def test_assistants_and_small_light_creatures_add_nothing_against_a_strong_boogieman(
    face: str,
) -> None:
    """Herald 2 (level 2) and Cat 2 count; Assistant 1 and Archangel 3 (level 1) do not."""
    play = (
        table(players=3)
        .ready(0, "Herald@C2:2/4*", "Black Cat@C1:2/2", f"{ECONOMICS}@C1:1/2", "Archangel@C1:3/5")
        .ready(1, f"{STRONG}@{face}", "Queelzebub@C3:9/6**")
        .ready(2, "Quartz Golem@C3:4/8**")
        .start("attack")
    )
    assert totals(play) == [4, 8]


@pytest.mark.ability("Strong Boogieman", 1)
@pytest.mark.parametrize(
    ("face", "against_light", "against_dark"),
    [("C1:3/3", 3, 3), ("C2:5/4*", 6, 5), ("C3:6/6**", 7, 6)],
)
def test_strong_boogieman_attacks_light_players_with_one_more(
    face: str, against_light: int, against_dark: int
) -> None:
    """With a burst, one or two; the totals are counted for each defender (6.1)."""
    play = (
        table(players=3)
        .ready(0, f"{STRONG}@{face}")
        .ready(1, "Archangel@C3:7/8**", "Herald@C1:1/3", "Queelzebub@C3:9/6**")
        .ready(2, "Queelzebub@C3:9/6**")
        .start("attack")
    )
    assert totals(play) == [against_light, against_dark]


# --- Mighty Boogieman --------------------------------------------------------------------------


@pytest.mark.ability("Mighty Boogieman", 0)
@in_all_editions
@pytest.mark.parametrize("face", ["C2:5/4*", "C3:6/6**"])
def test_mighty_boogieman_need_not_defend_alone(edition: str, face: str) -> None:
    """The damage is lost, or he takes it: the defender's choice."""
    start = table(edition=edition).ready(0, "Queelzebub@C3:9/6**").ready(1, f"{MIGHTY}@{face}")
    play = start.start("attack")
    assert set(play.options) == {f"defend {MIGHTY} [{face}] against 9", "pass"}
    assert play.seat == 1
    play.do("pass")
    assert (play.seat, play.kind) == (0, "capture")
    assert play.dice(1, "ready") == [MIGHTY]
    assert settled(play)
    taken = start.start("attack")
    taken.do(f"defend {MIGHTY}")
    assert taken.dice(1, "used") == [MIGHTY]


@pytest.mark.ability("Mighty Boogieman", 0)
def test_the_others_have_to_defend_before_the_rest_is_lost() -> None:
    """With a Herald beside him somebody must be named; after the Herald he need not be."""
    play = (
        table()
        .ready(0, "Queelzebub@C3:9/6**")
        .ready(1, f"{MIGHTY}@C2:5/4*", "Herald@C1:1/3")
        .start("attack")
    )
    assert set(play.options) == {
        f"defend {MIGHTY} [C2:5/4*] against 9",
        "defend Herald [C1:1/3] against 9",
    }
    play.do("defend Herald")
    assert set(play.options) == {f"defend {MIGHTY} [C2:5/4*] against 6", "pass"}
    play.do("pass")
    assert play.dice(1, "ready") == [MIGHTY]


@pytest.mark.ability("Mighty Boogieman", 0)
def test_without_a_burst_he_defends_like_anybody() -> None:
    """3 defense against 9."""
    play = table().ready(0, "Queelzebub@C3:9/6**").ready(1, f"{MIGHTY}@C1:3/3").start("attack")
    assert play.dice(1, "used") == [MIGHTY]


@pytest.mark.ability("Mighty Boogieman", 1)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_mighty_boogieman_makes_an_opponent_lower_a_creature() -> None:
    """For 2 Dark: I choose the player, that player the creature, one that can go down."""
    play = (
        table(MIGHTY, players=4)
        .active(0, "Black Cat@D2", f"{ECONOMICS}@C1:1/2", f"{ECONOMICS}@Q1")
        .ready(0, "Queelzebub@C3:9/6**")
        .ready(1, "Archangel@C3:7/8**", "Herald@C2:2/4*", f"{ECONOMICS}@C1:1/2")
        .ready(2, "Black Cat@C2:3/3*")
        .ready(3, "Black Cat@C1:2/2*")  # cannot go down
        .start("ready")
    )
    play.do(f"anchor {MIGHTY} for 2")
    assert (play.seat, play.kind) == (0, "player")
    assert set(play.options) == {"player 1", "player 2"}
    play.do("player 1")
    assert play.seat == 1
    assert set(play.options) == {
        "rotate Archangel [C3:7/8**] in seat 1's ready",
        "rotate Herald [C2:2/4*] in seat 1's ready",
    }
    play.do("rotate Herald")
    assert play.seat == 0
    assert play.faces(1, "ready") == [
        "Archangel@C3:7/8**",
        f"{ECONOMICS}@C1:1/2",
        "Herald@C1:1/3",
    ]
    assert play.faces(2, "ready") == ["Black Cat@C2:3/3*"]
    assert settled(play)


@pytest.mark.ability("Mighty Boogieman", 1)
@pytest.mark.parametrize(
    ("face", "foe"),
    [
        ("D1", "Archangel@C3:7/8**"),
        ("D2", "Archangel@C1:3/5"),
        ("D2", "Quartz Golem@C2:3/6*"),
        ("D2", "Greater Quartz Golem@C3:4/8**"),
    ],
)
def test_it_needs_two_dark_and_a_creature_that_can_go_down(face: str, foe: str) -> None:
    """One short; at its lowest; immune; immune to Dark. The choice is theirs, the spell mine."""
    play = table(MIGHTY).active(0, f"Large Quiddity@{face}").ready(1, foe).start("ready")
    assert f"anchor {MIGHTY} for 2" not in play.options
