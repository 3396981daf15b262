"""The five Black Cats of Light vs. Dark, and the anchored spells on their cards (13.6)."""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import in_all_editions, settled, totals

LESSER, GREATER, STRONG, MIGHTY = (
    "Lesser Black Cat",
    "Greater Black Cat",
    "Strong Black Cat",
    "Mighty Black Cat",
)
ECONOMICS = "Assistant of Economics"


def table(*wilds: str, players: int = 2, edition: str = "qultimate") -> Position:
    """A table of the set; a die with 3 quiddity keeps the turn from running on by itself."""
    return Position(players, edition=edition, sets=["light_vs_dark"], wilds=wilds).active(
        0, "Large Quiddity@Q3"
    )


def anchors(play: Play) -> set[str]:
    """The anchored spells that are offered."""
    return {option for option in play.options if option.startswith("anchor")}


# --- Black Cat: lower an opponent's creature ---------------------------------------------------


@pytest.mark.ability("Black Cat", 0)
@pytest.mark.rule("13.8")
@pytest.mark.parametrize("face", ["C1:2/2*", "C2:3/3*"])
def test_black_cat_may_lower_a_creature_of_an_opponent(face: str) -> None:
    """Of any opponent, but only one that has a lower face; the bursts change with it."""
    play = (
        table(players=3)
        .active(0, f"Black Cat@{face}")
        .ready(0, "Boogieman@C3:6/6**")
        .ready(1, "Archangel@C3:7/8**", "Herald@C1:1/3")
        .ready(2, "Queelzebub@C2:7/5*")
        .start("ready")
    )
    play.do("summon Black Cat")
    assert set(play.options) == {
        "rotate Archangel [C3:7/8**] in seat 1's ready",
        "rotate Queelzebub [C2:7/5*] in seat 2's ready",
        "no",
    }
    play.do("rotate Archangel")
    assert play.faces(1, "ready") == ["Archangel@C2:5/7*", "Herald@C1:1/3"]
    assert play.faces(2, "ready") == ["Queelzebub@C2:7/5*"]
    assert "Boogieman@C3:6/6**" in play.faces(0, "ready")


@pytest.mark.ability("Black Cat", 0)
@pytest.mark.parametrize(
    ("face", "foe"),
    [("C1:2/2", "Archangel@C3:7/8**"), ("C1:2/2*", "Archangel@C1:3/5")],
)
def test_black_cat_without_burst_or_without_a_target_lowers_nothing(face: str, foe: str) -> None:
    """Nothing is asked."""
    play = table().active(0, f"Black Cat@{face}", "Large Quiddity@D1").ready(1, foe).start("ready")
    play.do("summon Black Cat")
    assert play.kind == "capture"
    assert play.faces(1, "ready") == [foe]
    assert settled(play)


@pytest.mark.ability("Black Cat", 0)
def test_black_cat_may_be_told_no() -> None:
    """A "may" is a real no."""
    play = (
        table()
        .active(0, "Black Cat@C1:2/2*", "Large Quiddity@D1")
        .ready(1, "Archangel@C3:7/8**")
        .start("ready")
    )
    play.do("summon Black Cat", "no")
    assert play.faces(1, "ready") == ["Archangel@C3:7/8**"]
    assert settled(play)


@pytest.mark.ability("Black Cat", 0)
@pytest.mark.rule("10.5")
def test_black_cat_cannot_lower_an_immune_golem() -> None:
    """A Quartz Golem with a burst is out of reach, and so is a Greater one for Dark creatures."""
    for golem in ("Quartz Golem@C3:4/8**", "Greater Quartz Golem@C3:4/8**"):
        play = (
            table()
            .active(0, "Black Cat@C1:2/2*", "Large Quiddity@D1")
            .ready(1, golem)
            .start("ready")
        )
        play.do("summon Black Cat")
        assert play.kind == "capture"
        assert play.faces(1, "ready") == [golem]


# --- Lesser Black Cat: a player who destroys it loses Glory ------------------------------------


@pytest.mark.ability("Lesser Black Cat", 0)
@in_all_editions
@pytest.mark.parametrize(
    ("face", "before", "after"),
    [("C1:2/2*", 5, 4), ("C2:3/3*", 1, 0), ("C1:2/2*", 0, 0), ("C1:2/2", 5, 5)],
)
def test_the_attacker_who_destroys_a_lesser_black_cat_loses_a_glory(
    edition: str, face: str, before: int, after: int
) -> None:
    """Never below 0, and only if it shows a burst."""
    play = (
        table(edition=edition)
        .ready(0, "Archangel@C1:3/5")
        .ready(1, f"{LESSER}@{face}")
        .glory(0, before)
        .glory(1, 3)
        .start("attack")
    )
    assert play.dice(1, "used") == [LESSER]
    assert play.glory == (after, 3)
    assert settled(play)


@pytest.mark.ability("Lesser Black Cat", 0)
def test_a_spell_or_an_ability_that_destroys_it_costs_its_user_a_glory() -> None:
    """The player behind it, and nobody else."""
    spell = (
        table(players=3)
        .ready(0, "Light Spell@S")
        .ready(1, f"{LESSER}@C1:2/2*")
        .glory(0, 2)
        .glory(1, 2)
        .glory(2, 2)
        .start("ready")
    )
    spell.do("cast Light Spell")
    assert spell.glory == (1, 2, 2)

    ability = (
        table()
        .ready(0, "Lesser Archangel@C2:5/7*")
        .ready(1, f"{LESSER}@C1:2/2*")
        .glory(0, 2)
        .start("attack")
    )
    assert ability.glory == (1, 0)
    assert ability.dice(1, "used") == [LESSER]


@pytest.mark.ability("Lesser Black Cat", 0)
def test_destroyed_by_its_own_owner_it_costs_nobody_anything() -> None:
    """There is no opponent behind it."""
    play = (
        table()
        .ready(0, "Light Spell@S", f"{LESSER}@C1:2/2*")
        .glory(0, 2)
        .glory(1, 2)
        .start("ready")
    )
    play.do("cast Light Spell")
    assert play.dice(0, "used") == [LESSER]
    assert play.glory == (2, 2)
    assert settled(play)


@pytest.mark.ability("Lesser Black Cat", 0)
def test_a_lesser_black_cat_that_holds_costs_nothing() -> None:
    """2 against 3."""
    play = (
        table()
        .ready(0, "Quartz Golem@C1:2/5")
        .ready(1, f"{LESSER}@C2:3/3*")
        .glory(0, 2)
        .start("attack")
    )
    assert play.dice(1, "ready") == [LESSER]
    assert play.glory == (2, 0)


# --- Greater Black Cat -------------------------------------------------------------------------


@pytest.mark.ability("Greater Black Cat", 0)
@pytest.mark.rule("13.7")
@pytest.mark.parametrize("face", ["C1:2/2", "C1:2/2*", "C2:3/3*"])
def test_greater_black_cat_culls_when_it_scores_and_then_gives_dark(face: str) -> None:
    """One die, one Dark Quiddity, on every face; it lasts into the later phases."""
    play = (
        Position(sets=["light_vs_dark"])
        .ready(0, f"{GREATER}@{face}")
        .used(0, ECONOMICS)
        .start("score")
    )
    assert play.glory == (2, 0)
    assert set(play.options) == {
        f"cull-die {ECONOMICS} in seat 0's used",
        f"cull-die {GREATER} in seat 0's used",
        "no",
    }
    before = play.left(ECONOMICS)
    play.do(f"cull-die {ECONOMICS}")
    assert play.left(ECONOMICS) == before + 1
    assert (play.pool, play.dark, play.light) == (1, 1, 0)
    assert settled(play)


@pytest.mark.ability("Greater Black Cat", 0)
def test_without_the_cull_there_is_no_dark() -> None:
    """And then: only if it was done."""
    play = Position(sets=["light_vs_dark"]).ready(0, f"{GREATER}@C1:2/2").start("score")
    play.do("no")
    assert (play.pool, play.dark) == (0, 0)
    assert play.left(GREATER) == 4
    assert settled(play)


@pytest.mark.ability("Greater Black Cat", 1)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_greater_black_cat_culls_an_assistant() -> None:
    """For 1 Dark, from one's own Used Pile, and nothing but an Assistant."""
    play = (
        table(GREATER)
        .active(0, "Large Quiddity@D1")
        .used(0, ECONOMICS, "Herald")
        .used(1, ECONOMICS)
        .start("ready")
    )
    before = play.left(ECONOMICS)
    assert anchors(play) == {f"anchor {GREATER} for 1"}
    play.do(f"anchor {GREATER}")
    assert play.left(ECONOMICS) == before + 1
    assert play.dice(0, "used") == ["Herald"]
    assert play.dice(1, "used") == [ECONOMICS]
    assert play.dice(0, "spent") == ["Large Quiddity"]
    assert settled(play)


@pytest.mark.ability("Greater Black Cat", 1)
@pytest.mark.parametrize(("face", "used"), [("L2", ECONOMICS), ("D1", "Herald")])
def test_it_needs_dark_and_an_assistant_in_the_used_pile(face: str, used: str) -> None:
    """Light does not pay for it; a Herald is no Assistant (15.6)."""
    play = table(GREATER).active(0, f"Large Quiddity@{face}").used(0, used).start("ready")
    assert f"anchor {GREATER} for 1" not in play.options


# --- Strong Black Cat: nine lives --------------------------------------------------------------


@pytest.mark.ability("Strong Black Cat", 0)
@pytest.mark.rule("6.4")
@in_all_editions
def test_a_strong_black_cat_that_rolls_a_creature_comes_back_with_that_face(edition: str) -> None:
    """It takes no more of this attack, and what it used up is gone from the total."""
    play = (
        table(edition=edition)
        .ready(0, "Archangel@C2:5/7*")
        .ready(1, f"{STRONG}@C1:2/2", "Herald@C1:1/3")
        .rolls(f"{STRONG}@C2:3/3*")
        .start("attack")
    )
    play.do(f"defend {STRONG}")
    assert play.kind == "capture"
    assert play.faces(1, "ready") == [f"{STRONG}@C2:3/3*"]
    assert play.dice(1, "active") == ["Herald"]  # the other 3
    assert play.dice(1, "used") == []
    assert settled(play)


@pytest.mark.ability("Strong Black Cat", 0)
@in_all_editions
@pytest.mark.parametrize("face", ["D1", "D2"])
def test_a_strong_black_cat_that_rolls_quiddity_is_gone(edition: str, face: str) -> None:
    """To the Used Pile."""
    play = (
        table(edition=edition)
        .ready(0, "Archangel@C2:5/7*")
        .ready(1, f"{STRONG}@C2:3/3*")
        .rolls(f"{STRONG}@{face}")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == [STRONG]
    assert settled(play)


@pytest.mark.ability("Strong Black Cat", 0)
def test_a_strong_black_cat_also_comes_back_from_a_spell_and_sheds_what_it_carried() -> None:
    """It was destroyed all the same (6.5): the spell attached to it is gone."""
    play = (
        table()
        .ready(0, "Light Spell@S")
        .ready(1, f"{STRONG}@C1:2/2")
        .attached(1, "Light Spell@S", 1, STRONG)
        .rolls(f"{STRONG}@C1:2/2*")
        .start("ready")
    )
    play.do("cast Light Spell")
    assert play.faces(1, "ready") == [f"{STRONG}@C1:2/2*"]
    assert play.dice(1, "used") == ["Light Spell"]


@pytest.mark.ability("Strong Black Cat", 0)
def test_a_strong_black_cat_that_holds_is_not_rolled() -> None:
    """2 against 3: the script stays unused."""
    play = table().ready(0, "Quartz Golem@C1:2/5").ready(1, f"{STRONG}@C2:3/3*").start("attack")
    assert play.faces(1, "ready") == [f"{STRONG}@C2:3/3*"]
    assert not play.happened("shake")


# --- Mighty Black Cat: weaker attacks ----------------------------------------------------------


@pytest.mark.ability("Mighty Black Cat", 0)
@pytest.mark.ability("Mighty Black Cat", 1)
@pytest.mark.rule("6.2")
@pytest.mark.parametrize(
    ("face", "total"),
    [
        ("C1:2/2", 4 + 1 + 5 + 1),  # 5 - 1, 2 - 1, 5, 1
        ("C1:2/2*", 4 + 0 + 0 + 0),  # and all of level 1 add nothing
        ("C2:3/3*", 4 + 0 + 0 + 0),
    ],
)
def test_mighty_black_cat_weakens_light_and_with_its_burst_small_attackers(
    face: str, total: int
) -> None:
    """Archangel 5 (level 2) and Golem 2 (Light), Queelzebub 5 and an Assistant 1 (level 1)."""
    play = (
        table(players=3)
        .ready(0, "Archangel@C2:5/7*", "Quartz Golem@C1:2/5", "Queelzebub@C1:5/3")
        .ready(0, f"{ECONOMICS}@C1:1/2")
        .ready(1, f"{MIGHTY}@{face}")
        .ready(2, "Boogieman@C3:6/6**")
        .start("attack")
    )
    assert totals(play) == [total, 13]  # the third player faces the full total
    assert play.dice(2, "ready") == []


@pytest.mark.ability("Mighty Black Cat", 0)
def test_two_mighty_black_cats_take_two_but_never_below_zero() -> None:
    """A Herald of attack 1 adds 0, an Archangel of 3 adds 1."""
    play = (
        table()
        .ready(0, "Herald@C1:1/3", "Archangel@C1:3/5")
        .ready(1, f"{MIGHTY}@C1:2/2", f"{MIGHTY}@C1:2/2")
        .start("attack")
    )
    assert totals(play) == [1]
    assert play.dice(1, "ready") == [MIGHTY, MIGHTY]
    assert play.attack(0, "Herald") == 1  # against nobody it is what it was


@pytest.mark.ability("Mighty Black Cat", 1)
def test_the_limit_is_level_one() -> None:
    """A Boogieman of level 2 counts in full, one of level 1 not at all."""
    play = (
        table()
        .ready(0, "Boogieman@C1:3/3", "Boogieman@C2:5/4*")
        .ready(1, f"{MIGHTY}@C2:3/3*", "Queelzebub@C3:9/6**")
        .start("attack")
    )
    assert totals(play) == [5]


@pytest.mark.ability("Mighty Black Cat", 2)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_mighty_black_cat_lowers_an_opponents_creature() -> None:
    """For 2 Dark: not one's own, not one at its lowest; Archangels go from 3 to 2."""
    play = (
        table(MIGHTY, players=3)
        .active(0, "Large Quiddity@D2")
        .ready(0, "Boogieman@C3:6/6**")
        .ready(1, "Archangel@C3:7/8**", "Herald@C1:1/3")
        .ready(2, "Queelzebub@C2:7/5*")
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do(f"anchor {MIGHTY} for 2")
    assert set(play.options) == {
        "rotate Archangel [C3:7/8**] in seat 1's ready",
        "rotate Queelzebub [C2:7/5*] in seat 2's ready",
    }
    play.do("rotate Archangel")
    assert play.faces(1, "ready") == ["Archangel@C2:5/7*", "Herald@C1:1/3"]
    assert play.faces(2, "ready") == ["Queelzebub@C2:7/5*"]
    assert play.dark == 0
    assert settled(play)


@pytest.mark.ability("Mighty Black Cat", 2)
@pytest.mark.parametrize(
    ("face", "foe"), [("D1", "Archangel@C3:7/8**"), ("D2", "Archangel@C1:3/5")]
)
def test_it_needs_two_dark_and_a_creature_to_lower(face: str, foe: str) -> None:
    """One short, or nothing lower to turn to."""
    play = table(MIGHTY).active(0, f"Large Quiddity@{face}").ready(1, foe).start("ready")
    assert f"anchor {MIGHTY} for 2" not in play.options
