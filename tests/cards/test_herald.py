"""The five Heralds of Light vs. Dark, and what their cards' anchored spells do (13.6)."""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, in_new_editions, settled, totals

LESSER, GREATER, STRONG, MIGHTY = (
    "Lesser Herald",
    "Greater Herald",
    "Strong Herald",
    "Mighty Herald",
)
ECONOMICS = "Assistant of Economics"


def table(*wilds: str, players: int = 2, edition: str = "qultimate") -> Position:
    """A table of the set, with the cards named beside those that are placed."""
    return Position(
        players, edition=edition, sets=["light_vs_dark"], wilds=[*wilds, "Light Cantrip"]
    )


# --- Herald: to the Active Pool ----------------------------------------------------------------


@pytest.mark.ability("Herald", 0)
@pytest.mark.rule("3.6")
@in_all_editions
@pytest.mark.parametrize("face", ["C1:1/3", "C2:2/4*"])
def test_a_destroyed_herald_waits_in_the_active_pool(edition: str, face: str) -> None:
    """On either face, and it is rolled with its owner's next roll; others go to the Used Pile."""
    play = (
        table(edition=edition)
        .ready(0, "Archangel@C3:7/8**")
        .active(0, "Large Quiddity@Q3")
        .ready(1, f"Herald@{face}", f"{ECONOMICS}@C1:1/2")
        .start("attack")
    )
    play.do("defend Herald")
    assert play.kind == "capture"
    assert play.dice(1, "active") == ["Herald"]
    assert play.dice(1, "used") == [ECONOMICS]
    play.rolls("Herald@L2", "Large Quiddity@Q2", "Large Quiddity@Q2", f"{ECONOMICS}@Q1")
    play.do("pass")
    assert play.seat == 1
    assert play.faces(1, "active") == [
        f"{ECONOMICS}@Q1",
        "Herald@L2",
        "Large Quiddity@Q2",
        "Large Quiddity@Q2",
    ]
    assert settled(play)


@pytest.mark.ability("Herald", 0)
def test_a_herald_destroyed_by_a_spell_goes_to_the_active_pool_too() -> None:
    """However it is destroyed."""
    play = (
        Position(sets=["light_vs_dark"])
        .ready(0, "Dark Spell@S")
        .active(0, "Large Quiddity@Q3")
        .ready(1, "Herald@C2:2/4*")
        .start("ready")
    )
    play.do("cast Dark Spell")
    assert play.dice(1, "active") == ["Herald"]
    assert play.dice(1, "used") == []


@pytest.mark.ability("Herald", 0)
def test_a_herald_that_scores_goes_to_the_used_pile() -> None:
    """It was not destroyed."""
    play = table().ready(0, "Herald@C1:1/3").start("score")
    assert play.glory == (2, 0)
    assert "Herald" not in play.dice(0, "ready")
    assert "Herald" in play.dice(0, "active")  # the empty bag took it from the Used Pile


# --- Lesser Herald: light quiddity when summoned, a re-roll ------------------------------------


@pytest.mark.ability("Lesser Herald", 0)
@pytest.mark.ability("Lesser Herald", 1)
@pytest.mark.parametrize(("face", "level", "light"), [("C1:1/3", 1, 1), ("C2:2/4*", 2, 2)])
def test_lesser_herald_gives_light_when_summoned(face: str, level: int, light: int) -> None:
    """One, or two instead with the burst, and never three; its price is paid in plain quiddity."""
    play = table().active(0, f"{LESSER}@{face}", "Large Quiddity@Q2").start("ready")
    play.do(f"summon {LESSER}")
    assert (play.light, play.dark) == (light, 0)
    assert play.pool == 2 - level + light
    assert play.faces(0, "ready") == [f"{LESSER}@{face}"]
    assert settled(play)


@pytest.mark.ability("Lesser Herald", 0)
@pytest.mark.ability("Lesser Herald", 1)
def test_a_lesser_herald_that_lies_there_already_gives_nothing() -> None:
    """Neither for another summon nor when it scores."""
    play = (
        table()
        .ready(0, f"{LESSER}@C2:2/4*")
        .active(0, "Black Cat@C1:2/2", "Large Quiddity@Q2")
        .start("ready")
    )
    play.do("summon Black Cat")
    assert (play.pool, play.light) == (1, 0)


@pytest.mark.ability("Lesser Herald", 2)
@pytest.mark.rule("13.6")
@in_new_editions
def test_the_anchored_spell_of_the_lesser_herald_rolls_a_die_again(edition: str) -> None:
    """For 1 Light; the new face is open to its immediate effect, summoning and spending."""
    play = (
        table(LESSER, edition=edition)
        .active(0, "Large Quiddity@L1", f"{ECONOMICS}@Q1", "Black Cat@D1")
        .rolls(f"{ECONOMICS}@I")
        .start("ready")
    )
    assert f"anchor {LESSER} for 1" in play.options
    play.do(f"anchor {LESSER}")
    assert play.dice(0, "spent") == ["Large Quiddity"]
    assert set(play.options) == {
        f"re-roll-die {ECONOMICS} [Q1] in seat 0's active",
        "re-roll-die Black Cat [D1] in seat 0's active",
    }
    play.do(f"re-roll-die {ECONOMICS}")
    assert set(play.options) == {f"use {ECONOMICS} [I]", "pass"}
    play.do("pass")
    assert play.kind != "ready"
    assert (play.pool, play.light) == (0, 0)
    assert settled(play)


@pytest.mark.ability("Lesser Herald", 2)
@pytest.mark.rule("13.6")
@pytest.mark.parametrize("face", ["Q3", "D2"])
def test_only_light_pays_for_the_lesser_heralds_spell(face: str) -> None:
    """Plain and dark quiddity do not."""
    play = table(LESSER).active(0, f"Large Quiddity@{face}", f"{ECONOMICS}@Q1").start("ready")
    assert not any(option.startswith("anchor") for option in play.options)


@pytest.mark.ability("Lesser Herald", 2)
@pytest.mark.rule("13.6")
def test_one_anchored_spell_a_turn() -> None:
    """Neither the same nor another a second time, and in the next turn it is open again."""
    play = (
        table(LESSER, "Mighty Black Cat")
        .active(0, "Large Quiddity@L2", "Large Quiddity@D2", f"{ECONOMICS}@Q1")
        .ready(1, "Archangel@C2:5/7*")
        .rolls(f"{ECONOMICS}@Q1")
        .start("ready")
    )
    assert {f"anchor {LESSER} for 1", "anchor Mighty Black Cat for 2"} < set(play.options)
    play.do(f"anchor {LESSER}", f"re-roll-die {ECONOMICS}")
    assert not any(option.startswith("anchor") for option in play.options)
    while play.kind != "capture":
        play.do("pass")
    assert not any(option.startswith("anchor") for option in play.options)
    assert play.light == 1


@pytest.mark.ability("Lesser Herald", 2)
@pytest.mark.rule("13.6")
def test_the_spell_needs_no_die_on_the_card_and_none_of_ones_own() -> None:
    """All five belong to the opponent."""
    play = (
        table()
        .used(1, *[LESSER] * 5)
        .active(0, "Light Cantrip@L1", f"{ECONOMICS}@Q1")
        .start("ready")
    )
    assert play.left(LESSER) == 0
    assert f"anchor {LESSER} for 1" in play.options


@pytest.mark.ability("Lesser Herald", 2)
def test_no_die_in_the_active_pool_no_re_roll() -> None:
    """With nothing to roll again the spell is not offered (15.6)."""
    play = table(LESSER).active(0, f"{ECONOMICS}@I").start("immediate")
    play.do(f"use {ECONOMICS}", "light")
    assert (play.pool, play.light, play.kind) == (2, 2, "capture")
    assert not any(option.startswith("anchor") for option in play.options)


# --- Greater Herald: culls when it scores, a draw ----------------------------------------------


@pytest.mark.ability("Greater Herald", 0)
@pytest.mark.ability("Greater Herald", 1)
@pytest.mark.rule("13.4")
@pytest.mark.parametrize(("face", "culls"), [("C1:1/3", 1), ("C2:2/4*", 2)])
def test_greater_herald_culls_when_it_scores(face: str, culls: int) -> None:
    """One die, with the burst two, from the Used Pile; scoring alone culls nothing."""
    play = table().ready(0, f"{GREATER}@{face}").used(0, ECONOMICS, ECONOMICS).start("score")
    assert play.glory == (2, 0)
    before = play.left(ECONOMICS)
    for _ in range(culls):
        assert set(play.options) == {
            f"cull-die {ECONOMICS} in seat 0's used",
            f"cull-die {GREATER} in seat 0's used",
            "no",
        }
        play.do(f"cull-die {ECONOMICS}")
    assert play.kind != "effect"
    assert play.left(ECONOMICS) == before + culls
    assert settled(play)


@pytest.mark.ability("Greater Herald", 0)
@pytest.mark.ability("Greater Herald", 1)
@pytest.mark.parametrize("face", ["C1:1/3", "C2:2/4*"])
def test_the_culls_of_the_greater_herald_are_optional(face: str) -> None:
    """One no is enough, and nothing goes back."""
    play = table().ready(0, f"{GREATER}@{face}").used(0, ECONOMICS).start("score")
    before = (play.left(ECONOMICS), play.left(GREATER))
    play.do("no")
    assert (play.left(ECONOMICS), play.left(GREATER)) == before
    assert play.kind in ("immediate", "ready")
    assert settled(play)


@pytest.mark.ability("Greater Herald", 1)
def test_one_of_the_two_culls_can_be_used_alone() -> None:
    """Cull the Herald itself, keep the rest."""
    play = table().ready(0, f"{GREATER}@C2:2/4*").used(0, ECONOMICS).start("score")
    play.do(f"cull-die {GREATER}", "no")
    assert play.left(GREATER) == 5
    assert ECONOMICS in play.dice(0, "active")  # drawn from the Used Pile


@pytest.mark.ability("Greater Herald", 2)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_greater_herald_draws_a_die() -> None:
    """For 2 Light: it may come from two dice, and the new die is rolled."""
    play = (
        table(GREATER)
        .active(0, "Large Quiddity@L1", "Light Cantrip@L1")
        .bag(0, "Black Cat")
        .rolls("Black Cat@D2")
        .start("ready")
    )
    play.do(f"anchor {GREATER} for 2")
    assert play.faces(0, "active") == ["Black Cat@D2"]
    assert play.dice(0, "bag") == []
    assert (play.pool, play.light) == (0, 0)
    assert settled(play)


@pytest.mark.ability("Greater Herald", 2)
@pytest.mark.parametrize(("faces", "bag"), [(["L1", "D2"], ["Black Cat"]), (["L2", "L2"], [])])
def test_the_greater_heralds_spell_needs_two_light_and_something_to_draw(
    faces: list[str], bag: list[str]
) -> None:
    """One Light short, or an empty bag and an empty Used Pile."""
    play = (
        table(GREATER).active(0, *[f"Large Quiddity@{face}" for face in faces]).bag(0, *bag)
    ).start("ready")
    assert not any(option.startswith("anchor") for option in play.options)


@pytest.mark.ability("Greater Herald", 2)
def test_a_die_drawn_in_phase_four_pays_for_the_capture() -> None:
    """Any phase but the first; a creature that comes up then is of no use any more."""
    play = (
        table(GREATER)
        .active(0, "Large Quiddity@L2")
        .bag(0, "Black Cat")
        .rolls("Black Cat@D2")
        .start("capture")
    )
    play.do(f"anchor {GREATER}")
    assert play.kind == "capture"
    assert "capture Black Cat for 2" in play.options
    assert settled(play)


# --- Strong Herald: defense for other Light creatures ------------------------------------------


@pytest.mark.ability("Strong Herald", 0)
@pytest.mark.ability("Strong Herald", 1)
@pytest.mark.parametrize(("face", "more"), [("C1:1/3", 1), ("C2:2/4*", 2)])
def test_strong_herald_strengthens_other_light_creatures_of_its_owner(face: str, more: int) -> None:
    """Not itself, not Dark ones, not Assistants, not an opponent's."""
    play = (
        table()
        .ready(0, f"{STRONG}@{face}", "Archangel@C1:3/5", "Black Cat@C1:2/2")
        .ready(0, f"{ECONOMICS}@C1:1/2")
        .ready(1, "Quartz Golem@C1:2/5")
        .active(0, "Large Quiddity@Q3")
        .start("capture")
    )
    assert play.defense(0, "Archangel") == 5 + more
    assert play.defense(0, STRONG) == (3 if more == 1 else 4)
    assert play.defense(0, "Black Cat") == 2
    assert play.defense(0, ECONOMICS) == 2
    assert play.defense(1, "Quartz Golem") == 5
    assert play.attack(0, "Archangel") == 3


@pytest.mark.ability("Strong Herald", 0)
@pytest.mark.ability("Strong Herald", 1)
def test_two_strong_heralds_strengthen_each_other() -> None:
    """One on each face: each has what the other gives, a third creature both."""
    play = (
        table()
        .ready(0, f"{STRONG}@C1:1/3", f"{STRONG}@C2:2/4*", "Quartz Golem@C1:2/5")
        .active(0, "Large Quiddity@Q3")
        .start("capture")
    )
    assert play.defense(0, STRONG) == 3 + 2
    assert play.defense(0, "Quartz Golem") == 5 + 3


@pytest.mark.ability("Strong Herald", 0)
@pytest.mark.rule("15.4")
@pytest.mark.parametrize(("attacker", "falls"), [("C1:5/3", False), ("C2:7/5*", True)])
def test_the_bonus_counts_until_the_strong_herald_falls(attacker: str, falls: bool) -> None:
    """The boundary: an Archangel of 5 + 1 holds against 5; against 7 it falls first or second."""
    play = (
        table()
        .ready(0, f"Queelzebub@{attacker}")
        .active(0, "Large Quiddity@Q3")
        .ready(1, "Archangel@C1:3/5", f"{STRONG}@C1:1/3")
        .start("attack")
    )
    if falls:
        play.do("defend Archangel")
        assert play.dice(1, "ready") == [STRONG]  # 7 - 6 = 1 does not fell the Herald
        assert play.dice(1, "used") == ["Archangel"]
    else:
        assert set(play.options) == {
            "defend Archangel [C1:3/5] against 5",
            f"defend {STRONG} [C1:1/3] against 5",
        }
        play.do(f"defend {STRONG}")
        assert play.dice(1, "ready") == ["Archangel"]  # 2 are left against 5
    assert settled(play)


# --- Mighty Herald -----------------------------------------------------------------------------


@pytest.mark.ability("Mighty Herald", 0)
@pytest.mark.rule("13.8")
@pytest.mark.parametrize("face", ["C1:1/3", "C2:2/4*"])
def test_mighty_herald_may_raise_another_creature_when_summoned(face: str) -> None:
    """Any other creature of one's own that has a higher face; the bursts change with it."""
    play = (
        table()
        .active(
            0, f"{MIGHTY}@{face}", "Large Quiddity@Q2", "Large Quiddity@D1", f"{ECONOMICS}@C1:1/2"
        )
        .ready(0, "Quartz Golem@C1:2/5", "Boogieman@C3:6/6**", f"{ECONOMICS}@C1:1/2")
        .ready(1, "Archangel@C1:3/5")
        .start("ready")
    )
    play.do(f"summon {MIGHTY}")
    assert set(play.options) == {"rotate Quartz Golem [C1:2/5] in seat 0's ready", "no"}
    play.do("rotate Quartz Golem")
    assert "Quartz Golem@C2:3/6*" in play.faces(0, "ready")
    assert f"{MIGHTY}@{face}" in play.faces(0, "ready")
    assert play.faces(1, "ready") == ["Archangel@C1:3/5"]
    assert settled(play)


@pytest.mark.ability("Mighty Herald", 0)
def test_mighty_herald_may_be_told_no_and_asks_nothing_alone() -> None:
    """It never raises itself."""
    alone = table().active(0, f"{MIGHTY}@C1:1/3", "Large Quiddity@Q2").start("ready")
    alone.do(f"summon {MIGHTY}")
    assert alone.faces(0, "ready") == [f"{MIGHTY}@C1:1/3"]
    assert alone.kind == "capture"

    play = (
        table()
        .active(0, f"{MIGHTY}@C1:1/3", "Large Quiddity@Q2")
        .ready(0, "Quartz Golem@C2:3/6*")
        .start("ready")
    )
    play.do(f"summon {MIGHTY}", "no")
    assert play.faces(0, "ready") == [f"{MIGHTY}@C1:1/3", "Quartz Golem@C2:3/6*"]
    assert settled(play)


@pytest.mark.ability("Mighty Herald", 1)
@pytest.mark.parametrize(
    ("face", "other", "glory"),
    [
        ("C2:2/4*", "Quartz Golem@C1:2/5", 2 + 2 + 1),
        ("C1:1/3", "Quartz Golem@C1:2/5", 2 + 2),
        ("C2:2/4*", "Boogieman@C1:3/3", 2 + 2),
        ("C2:2/4*", f"{ECONOMICS}@C1:1/2", 2 + 1),
    ],
)
def test_mighty_herald_earns_one_more_with_another_light_scorer(
    face: str, other: str, glory: int
) -> None:
    """On its burst only, and for a Light creature only."""
    play = table().ready(0, f"{MIGHTY}@{face}", other).start("score")
    assert play.glory == (glory, 0)


@pytest.mark.ability("Mighty Herald", 1)
def test_the_bonus_of_the_mighty_herald_is_one_however_many_score() -> None:
    """Two Heralds with bursts and a Golem: each Herald one more; alone none."""
    play = table().ready(0, *[f"{MIGHTY}@C2:2/4*"] * 2, "Quartz Golem@C1:2/5").start("score")
    assert play.glory == (3 + 3 + 2, 0)
    alone = table().ready(0, f"{MIGHTY}@C2:2/4*").ready(1, "Archangel@C1:3/5").start("score")
    assert alone.glory == (2, 0)


@pytest.mark.ability("Mighty Herald", 2)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_mighty_herald_raises_ones_own_creature() -> None:
    """For 2 Light: of two that can turn one is chosen, the highest face is none."""
    play = (
        table(MIGHTY)
        .active(0, "Large Quiddity@L2")
        .ready(0, "Quartz Golem@C2:3/6*", "Black Cat@C1:2/2", "Boogieman@C3:6/6**")
        .ready(1, "Archangel@C1:3/5")
        .start("ready")
    )
    play.do(f"anchor {MIGHTY} for 2")
    assert set(play.options) == {
        "rotate Quartz Golem [C2:3/6*] in seat 0's ready",
        "rotate Black Cat [C1:2/2] in seat 0's ready",
    }
    play.do("rotate Black Cat")  # over the other level 1 face, to level 2
    assert play.faces(0, "ready") == [
        "Black Cat@C2:3/3*",
        "Boogieman@C3:6/6**",
        "Quartz Golem@C2:3/6*",
    ]
    assert totals(play) == [3 + 3 + 6]
    assert settled(play)


@pytest.mark.ability("Mighty Herald", 2)
@pytest.mark.rule("15.6")
def test_without_a_creature_that_can_rise_the_spell_is_not_offered() -> None:
    """Only the opponent has one."""
    play = (
        table(MIGHTY)
        .active(0, "Large Quiddity@L2")
        .ready(0, "Boogieman@C3:6/6**")
        .ready(1, "Quartz Golem@C1:2/5")
        .start("ready")
    )
    assert not any(option.startswith("anchor Mighty Herald") for option in play.options)
