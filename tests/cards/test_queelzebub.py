"""The five Queelzebubs of Light vs. Dark, and the anchored spells on their cards (13.6)."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Position
from tests.cards.common import in_all_editions, settled, totals

LESSER, GREATER, STRONG, MIGHTY = (
    "Lesser Queelzebub",
    "Greater Queelzebub",
    "Strong Queelzebub",
    "Mighty Queelzebub",
)
ECONOMICS = "Assistant of Economics"


def table(*wilds: str, players: int = 2, edition: str = "qultimate") -> Position:
    """A table of the set; a die with 3 quiddity keeps the turn from running on by itself."""
    return Position(players, edition=edition, sets=["light_vs_dark"], wilds=wilds).active(
        0, "Large Quiddity@Q3"
    )


# --- Queelzebub: lowers the Light --------------------------------------------------------------


@pytest.mark.ability("Queelzebub", 0)
@pytest.mark.ability("Queelzebub", 1)
@pytest.mark.rule("13.8")
@in_all_editions
@pytest.mark.parametrize("face", ["C1:5/3", "C2:7/5*", "C3:9/6**"])
def test_queelzebub_lowers_every_light_creature_of_the_opponents(edition: str, face: str) -> None:
    """With two bursts those at their lowest are destroyed, and not those just lowered to it."""
    play = (
        table(players=3, edition=edition)
        .active(0, f"Queelzebub@{face}", "Black Cat@D1")
        .ready(0, "Herald@C2:2/4*")
        .ready(1, "Herald@C1:1/3", "Herald@C2:2/4*", "Boogieman@C2:5/4*")
        .ready(2, "Archangel@C3:7/8**", f"{ECONOMICS}@C1:1/2", "Quartz Golem@C2:3/6*")
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do("summon Queelzebub")
    assert play.kind == "ready"
    heralds = ["Herald@C1:1/3"] if face == "C3:9/6**" else ["Herald@C1:1/3"] * 2
    assert play.faces(1, "ready") == ["Boogieman@C2:5/4*", *heralds]
    assert play.dice(1, "active") == (["Herald"] if face == "C3:9/6**" else [])
    assert play.faces(2, "ready") == [
        "Archangel@C2:5/7*",
        f"{ECONOMICS}@C1:1/2",
        "Quartz Golem@C2:3/6*",  # immune
    ]
    assert "Herald@C2:2/4*" in play.faces(0, "ready")
    assert settled(play)


@pytest.mark.ability("Queelzebub", 1)
def test_two_bursts_destroy_all_who_were_at_their_lowest() -> None:
    """Several, of several players, by the player of Queelzebub; Dark ones are spared."""
    play = (
        table(players=3)
        .active(0, "Queelzebub@C3:9/6**", "Black Cat@D1", f"{ECONOMICS}@C1:1/2")
        .ready(1, "Archangel@C1:3/5", "Lesser Quartz Golem@C1:2/5", "Boogieman@C1:3/3")
        .ready(2, "Archangel@C1:3/5", "Lesser Quartz Golem@C2:3/6*")
        .start("ready")
    )
    play.do("summon Queelzebub")
    assert play.dice(1, "used") == ["Archangel", "Lesser Quartz Golem"]
    assert play.dice(1, "ready") == ["Boogieman"]
    assert play.dice(2, "used") == ["Archangel"]
    assert play.faces(2, "ready") == ["Lesser Quartz Golem@C1:2/5"]
    assert settled(play)


@pytest.mark.ability("Queelzebub", 2)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_queelzebub_gives_three_attack_for_the_turn() -> None:
    """For 2 Dark, to one creature of one's own; it is over when the turn is."""
    play = (
        table("Queelzebub")
        .active(0, "Large Quiddity@D2")
        .ready(0, "Herald@C1:1/3", "Black Cat@C1:2/2")
        .ready(1, "Archangel@C3:7/8**")
        .start("ready")
    )
    play.do("anchor Queelzebub for 2")
    assert set(play.options) == {
        "strengthen Herald [C1:1/3] in seat 0's ready",
        "strengthen Black Cat [C1:2/2] in seat 0's ready",
    }
    play.do("strengthen Herald")
    assert totals(play) == [1 + 3 + 2]
    assert play.defense(0, "Herald") == 3
    play.do("pass")
    assert play.seat == 1
    assert play.attack(0, "Herald") == 1


@pytest.mark.ability("Queelzebub", 2)
@pytest.mark.parametrize(("face", "seat"), [("D1", 0), ("L2", 0), ("D2", 1)])
def test_it_needs_two_dark_and_a_creature_of_ones_own(face: str, seat: int) -> None:
    """One short, the wrong energy, or only the opponent's creature."""
    play = (
        table("Queelzebub")
        .active(0, f"Large Quiddity@{face}")
        .ready(seat, "Boogieman@C1:3/3")
        .start("ready")
    )
    assert "anchor Queelzebub for 2" not in play.options


# --- Lesser Queelzebub: gains from the attack --------------------------------------------------


@pytest.mark.ability("Lesser Queelzebub", 0)
@pytest.mark.ability("Lesser Queelzebub", 1)
@in_all_editions
@pytest.mark.parametrize(("face", "glory"), [("C1:5/3", 0), ("C2:7/5*", 1), ("C3:9/6**", 1)])
def test_lesser_queelzebub_gains_dark_for_each_creature_its_attack_destroys(
    edition: str, face: str, glory: int
) -> None:
    """Two opponents, three creatures, two of them Light: 3 Dark, and with a burst 1 Glory."""
    play = (
        table(players=3, edition=edition)
        .ready(0, f"{LESSER}@{face}")
        .ready(1, "Herald@C1:1/3", f"{ECONOMICS}@C1:1/2")
        .ready(2, "Archangel@C1:3/5")
        .start("attack")
    )
    play.do("defend Herald")
    assert play.kind == "capture"
    assert (play.pool, play.dark) == (3, 3)
    assert play.glory == (glory, 0, 0)
    assert settled(play)


@pytest.mark.ability("Lesser Queelzebub", 1)
@pytest.mark.parametrize("face", ["C2:7/5*", "C3:9/6**"])
def test_without_a_light_victim_there_is_no_glory(face: str) -> None:
    """A Dark creature and an Assistant: 2 Dark Quiddity, no more."""
    play = (
        table()
        .ready(0, f"{LESSER}@{face}")
        .ready(1, "Black Cat@C1:2/2", f"{ECONOMICS}@C1:1/2")
        .start("attack")
    )
    play.do("defend Black Cat")
    assert play.kind == "capture"
    assert (play.pool, play.dark, play.glory) == (2, 2, (0, 0))


@pytest.mark.ability("Lesser Queelzebub", 1)
def test_two_lesser_queelzebubs_each_earn_a_glory() -> None:
    """1 at most for each of them, however many fall; and each its Dark Quiddity."""
    play = (
        table()
        .ready(0, f"{LESSER}@C2:7/5*", f"{LESSER}@C2:7/5*")
        .ready(1, "Herald@C1:1/3", "Herald@C1:1/3")
        .start("attack")
    )
    assert play.glory == (2, 0)
    assert play.dark == 4


@pytest.mark.ability("Lesser Queelzebub", 0)
@pytest.mark.ability("Lesser Queelzebub", 1)
def test_what_a_spell_destroys_does_not_count() -> None:
    """Only the attack does."""
    play = (
        table()
        .ready(0, f"{LESSER}@C2:7/5*", "Dark Spell@S")
        .ready(1, "Quartz Golem@C1:2/5")
        .start("ready")
    )
    play.do("cast Dark Spell")
    assert play.dice(1, "used") == ["Quartz Golem"]
    assert (play.pool, play.glory) == (0, (0, 0))


@pytest.mark.ability("Lesser Queelzebub", 0)
def test_what_an_attacker_destroys_before_defenders_are_chosen_counts() -> None:
    """A Lesser Archangel beside it smites the Cat in the course of the attack."""
    play = (
        table()
        .ready(0, f"{LESSER}@C1:5/3", "Lesser Archangel@C2:5/7*")
        .ready(1, "Black Cat@C1:2/2")
        .start("attack")
    )
    assert play.dice(1, "used") == ["Black Cat"]
    assert not play.happened("defend")
    assert (play.pool, play.dark) == (1, 1)


@pytest.mark.ability("Lesser Queelzebub", 0)
def test_an_attack_that_destroys_nothing_gains_nothing() -> None:
    """5 against 8; and nothing when it is itself destroyed."""
    play = table().ready(0, f"{LESSER}@C1:5/3").ready(1, "Archangel@C3:7/8**").start("attack")
    assert (play.pool, play.glory) == (0, (0, 0))
    victim = table().ready(0, "Archangel@C1:3/5").ready(1, f"{LESSER}@C1:5/3").start("attack")
    assert victim.dice(1, "used") == [LESSER]
    assert (victim.pool, victim.glory) == (0, (0, 0))


# --- Greater Queelzebub ------------------------------------------------------------------------


@pytest.mark.ability("Greater Queelzebub", 0)
@pytest.mark.rule("13.7")
@in_all_editions
@pytest.mark.parametrize("face", ["C1:5/3", "C3:9/6**"])
def test_greater_queelzebub_destroys_one_of_mine_and_then_one_of_everybodys(
    edition: str, face: str
) -> None:
    """Each opponent chooses, clockwise; all fall together at the end."""
    play = (
        table(players=4, edition=edition)
        .active(0, f"{GREATER}@{face}", "Black Cat@D1")
        .ready(0, f"{ECONOMICS}@C1:1/2", "Boogieman@C1:3/3")
        .ready(1, "Archangel@C3:7/8**", f"{ECONOMICS}@C1:1/2")
        .ready(3, "Boogieman@C2:5/4*", "Black Cat@C1:2/2")
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do(f"summon {GREATER}")
    assert set(play.options) == {
        f"destroy {ECONOMICS} [C1:1/2] in seat 0's ready",
        "destroy Boogieman [C1:3/3] in seat 0's ready",
        "no",
    }
    play.do(f"destroy {ECONOMICS}")
    assert play.dice(0, "used") == [ECONOMICS]
    assert play.seat == 1
    assert set(play.options) == {
        "destroy Archangel [C3:7/8**] in seat 1's ready",
        f"destroy {ECONOMICS} [C1:1/2] in seat 1's ready",
    }
    play.do(f"destroy {ECONOMICS}")
    assert play.seat == 3
    play.do("destroy Black Cat")
    assert play.dice(1, "ready") == ["Archangel"]
    assert play.dice(1, "used") == [ECONOMICS]
    assert play.dice(3, "ready") == ["Boogieman"]
    assert play.dice(3, "used") == ["Black Cat"]
    assert play.dice(0, "ready") == ["Boogieman", GREATER]
    assert settled(play)


@pytest.mark.ability("Greater Queelzebub", 0)
def test_greater_queelzebub_told_no_or_alone_destroys_nothing() -> None:
    """It is never its own victim."""
    declined = (
        table()
        .active(0, f"{GREATER}@C1:5/3", "Large Quiddity@D2", f"{ECONOMICS}@C1:1/2")
        .ready(0, f"{ECONOMICS}@C1:1/2")
        .ready(1, "Herald@C1:1/3")
        .start("ready")
    )
    declined.do(f"summon {GREATER}", "no")
    assert declined.dice(0, "ready") == [ECONOMICS, GREATER]
    assert declined.dice(1, "ready") == ["Herald"]
    alone = (
        table()
        .active(0, f"{GREATER}@C1:5/3", "Large Quiddity@D2", f"{ECONOMICS}@C1:1/2")
        .ready(1, "Herald@C1:1/3")
        .start("ready")
    )
    alone.do(f"summon {GREATER}")
    assert alone.kind == "ready"
    assert alone.dice(1, "ready") == ["Herald"]


@pytest.mark.ability("Greater Queelzebub", 0)
@pytest.mark.rule("10.5")
def test_an_immune_creature_cannot_be_given_up_and_its_owner_is_not_the_destroyer() -> None:
    """The Golem stays; the Lesser Black Cat takes its Glory from the player of Queelzebub."""
    play = (
        table()
        .active(0, f"{GREATER}@C1:5/3", "Large Quiddity@D2", f"{ECONOMICS}@C1:1/2")
        .ready(0, f"{ECONOMICS}@C1:1/2")
        .ready(1, "Greater Quartz Golem@C1:2/5", "Lesser Black Cat@C1:2/2*")
        .glory(0, 3)
        .glory(1, 3)
        .start("ready")
    )
    play.do(f"summon {GREATER}", f"destroy {ECONOMICS}")
    assert play.dice(1, "ready") == ["Greater Quartz Golem"]
    assert play.dice(1, "used") == ["Lesser Black Cat"]
    assert play.glory == (2, 3)
    assert settled(play)


@pytest.mark.ability("Greater Queelzebub", 0)
@pytest.mark.rule("13.7")
def test_if_mine_is_not_destroyed_nobody_elses_is() -> None:
    """A Holy Quail goes back to its card in place of the creature that carries it."""
    play = (
        Position(3, sets=["all"])
        .active(
            0, f"{GREATER}@C1:5/3", "Large Quiddity@Q3", "Large Quiddity@D1", "Black Cat@C1:2/2"
        )
        .ready(0, "Herald@C1:1/3")
        .attached(0, "Search for Holy Quail@QF:Holy Quail", 0, "Herald")
        .ready(1, "Black Cat@C1:2/2")
        .start("ready")
    )
    play.do(f"summon {GREATER}", "destroy Herald")
    assert play.dice(0, "ready") == [GREATER, "Herald"]
    assert play.dice(0, "attached") == []
    assert play.dice(1, "ready") == ["Black Cat"]
    assert settled(play)


@pytest.mark.ability("Greater Queelzebub", 1)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize(
    ("face", "immune"), [("C1:5/3", False), ("C2:7/5*", False), ("C3:9/6**", True)]
)
def test_greater_queelzebub_has_immunity_with_two_bursts(face: str, immune: bool) -> None:
    """A Light Spell cannot choose it then; damage destroys it all the same."""
    play = (
        table()
        .ready(0, "Light Spell@S*")
        .ready(1, f"{GREATER}@{face}", "Black Cat@C1:2/2", "Boogieman@C1:3/3")
        .start("ready")
    )
    play.do("cast Light Spell")
    assert (f"destroy {GREATER} [{face}] in seat 1's ready" in play.options) is not immune
    assert "destroy Black Cat [C1:2/2] in seat 1's ready" in play.options
    damage = table().ready(0, "Archangel@C3:7/8**").ready(1, f"{GREATER}@{face}").start("attack")
    assert damage.dice(1, "used") == [GREATER]


@pytest.mark.ability("Greater Queelzebub", 2)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_greater_queelzebub_robs_the_richer() -> None:
    """For 3 Dark, each opponent with more Glory than mine loses 1; equals keep theirs."""
    play = (
        table(GREATER, players=4)
        .active(0, "Large Quiddity@D2", "Black Cat@D1")
        .glory(0, 3)
        .glory(1, 4)
        .glory(2, 3)
        .glory(3, 9)
        .start("ready")
    )
    play.do(f"anchor {GREATER} for 3")
    assert play.glory == (3, 3, 3, 8)
    assert play.dark == 0
    assert settled(play)


@pytest.mark.ability("Greater Queelzebub", 2)
@pytest.mark.rule("15.6")
@pytest.mark.parametrize(("mine", "theirs", "face"), [(3, 3, "D2"), (4, 3, "D2"), (0, 3, "D1")])
def test_it_needs_three_dark_and_a_richer_opponent(mine: int, theirs: int, face: str) -> None:
    """Nobody richer: it could do nothing. One Dark short: it cannot be paid."""
    play = (
        table(GREATER)
        .active(0, f"Large Quiddity@{face}", "Black Cat@D1")
        .glory(0, mine)
        .glory(1, theirs)
        .start("ready")
    )
    assert f"anchor {GREATER} for 3" not in play.options


# --- Strong Queelzebub -------------------------------------------------------------------------

QUARRY = ["Herald", "Greater Black Cat", "Boogieman", "Dark Cantrip", "Light Cantrip"]  # 3 4 5 3 3


def _strong(face: str) -> Position:
    return (
        Position(sets=["light_vs_dark"], wilds=QUARRY)
        .ready(0, f"{STRONG}@{face}")
        .used(0, ECONOMICS, "Dark Cantrip")
    )


@pytest.mark.ability("Strong Queelzebub", 0)
@pytest.mark.ability("Strong Queelzebub", 1)
@pytest.mark.rule("13.5")
@pytest.mark.parametrize(
    ("face", "takes"),
    [
        ("C1:5/3", {"Dark Cantrip"}),  # 1 + 2: not the Cat, though it would cost 3 with Dark
        ("C2:7/5*", {"Dark Cantrip", "Greater Black Cat"}),  # 1 + 3
        ("C3:9/6**", {"Dark Cantrip", "Greater Black Cat"}),
    ],
)
def test_strong_queelzebub_exchanges_a_die_for_a_dark_one(face: str, takes: set[str]) -> None:
    """Up to 2 dearer than the culled die, with a burst 3; the normal cost counts."""
    play = _strong(face).start("score")
    assert play.glory == (3, 0)
    assert set(play.options) == {
        f"cull-die {ECONOMICS} in seat 0's used",
        "cull-die Dark Cantrip in seat 0's used",
        f"cull-die {STRONG} in seat 0's used",
        "no",
    }
    before = play.left(ECONOMICS)
    play.do(f"cull-die {ECONOMICS}")
    assert play.left(ECONOMICS) == before + 1
    assert set(play.options) == {"no", *(f"take {name} in the wilds" for name in takes)}
    play.do("take Dark Cantrip")
    assert play.left("Dark Cantrip") == 3
    assert play.kind in ("immediate", "ready")
    assert play.captures == 1  # the capture of phase 4 is not used up


@pytest.mark.ability("Strong Queelzebub", 0)
def test_strong_queelzebub_may_cull_and_take_nothing() -> None:
    """Two separate choices; without a cull nothing is taken."""
    culled = _strong("C1:5/3").start("score")
    culled.do("cull-die Dark Cantrip")
    assert set(culled.options) == {
        "take Dark Cantrip in the wilds",  # 3 + 2 = 5
        "take Greater Black Cat in the wilds",
        "take Boogieman in the wilds",
        "no",
    }
    culled.do("no")
    assert culled.left("Dark Cantrip") == 5
    declined = _strong("C1:5/3").start("score")
    declined.do("no")
    assert declined.left("Dark Cantrip") == 4
    assert declined.kind in ("immediate", "ready")
    assert settled(declined)


# --- Mighty Queelzebub -------------------------------------------------------------------------


@pytest.mark.ability("Mighty Queelzebub", 0)
@pytest.mark.ability("Mighty Queelzebub", 1)
@pytest.mark.parametrize(("face", "more"), [("C1:5/3", 1), ("C2:7/5*", 2), ("C3:9/6**", 2)])
def test_opponents_pay_more_for_light_creatures(face: str, more: int) -> None:
    """For each of them; not for Dark ones or Assistants, and never its owner."""
    play = (
        table()
        .active(0, "Herald@C1:1/3", "Archangel@C2:5/7*", "Black Cat@C1:2/2")
        .active(0, f"{ECONOMICS}@C1:1/2", "Large Quiddity@Q3")
        .ready(1, f"{MIGHTY}@{face}")
        .start("ready")
    )
    assert {option for option in play.options if option.startswith("summon")} == {
        f"summon Herald [C1:1/3] for {1 + more}",
        f"summon Archangel [C2:5/7*] for {2 + more}",
        "summon Black Cat [C1:2/2] for 1",
        f"summon {ECONOMICS} [C1:1/2] for 1",
    }
    play.do("summon Herald")
    assert play.pool == 3 - (1 + more)  # one of the two dice is spent
    own = table().active(0, "Herald@C1:1/3").ready(0, f"{MIGHTY}@{face}").start("ready")
    assert "summon Herald [C1:1/3] for 1" in own.options


@pytest.mark.ability("Mighty Queelzebub", 0)
@pytest.mark.parametrize(("face", "possible"), [("Q3", True), ("Q2", False)])
def test_the_surcharge_can_put_a_creature_out_of_reach(face: str, possible: bool) -> None:
    """A Herald of level 2 costs 3."""
    play = (
        Position(sets=["light_vs_dark"])
        .active(0, "Herald@C2:2/4*", f"Large Quiddity@{face}")
        .ready(1, f"{MIGHTY}@C1:5/3")
        .start("ready")
    )
    assert ("summon Herald [C2:2/4*] for 3" in play.options) is possible


@pytest.mark.ability("Mighty Queelzebub", 2)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_mighty_queelzebub_culls_a_creature_for_its_glory() -> None:
    """For 4 Dark, one of one's own; it does not score, so a Greater Herald culls nothing."""
    play = (
        table(MIGHTY)
        .active(0, "Large Quiddity@D2", "Black Cat@D2")
        .ready(0, "Greater Quartz Golem@C3:4/8**", "Greater Herald@C2:2/4*")
        .attached(0, "Light Charm@S*", 0, "Greater Quartz Golem")
        .ready(1, "Archangel@C1:3/5")
        .used(0, ECONOMICS)
        .start("ready")
    )
    play.do(f"anchor {MIGHTY} for 4")
    assert set(play.options) == {
        "cull-die Greater Quartz Golem [C3:4/8**] in seat 0's ready",
        "cull-die Greater Herald [C2:2/4*] in seat 0's ready",
    }
    play.do("cull-die Greater Quartz Golem")
    assert play.glory == (3, 0)  # what its card says: neither its bonus nor the Charm's
    assert play.left("Greater Quartz Golem") == 5
    assert play.dice(0, "ready") == ["Greater Herald"]
    assert play.dice(0, "used") == [ECONOMICS, "Light Charm"]
    assert queries.scored(play.state) == 0
    assert settled(play)


@pytest.mark.ability("Mighty Queelzebub", 2)
@pytest.mark.parametrize(("face", "seat"), [("D1", 0), ("D2", 1)])
def test_it_needs_four_dark_and_a_creature_of_ones_own(face: str, seat: int) -> None:
    """One short, or only the opponent has a creature."""
    play = (
        table(MIGHTY)
        .active(0, f"Large Quiddity@{face}", "Black Cat@D2")
        .ready(seat, "Herald@C1:1/3")
        .start("ready")
    )
    assert f"anchor {MIGHTY} for 4" not in play.options
