"""The five Dark spells of Light vs. Dark: their "?" face and their spell faces."""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, pile, settled, totals

CANTRIP, CHARM, ENCHANTMENT, INCANTATION, SPELL = (
    "Dark Cantrip",
    "Dark Charm",
    "Dark Enchantment",
    "Dark Incantation",
    "Dark Spell",
)
ALL = [CANTRIP, CHARM, ENCHANTMENT, INCANTATION, SPELL]
ECONOMICS = "Assistant of Economics"


def table(*wilds: str, players: int = 2, edition: str = "qultimate") -> Position:
    """A table of the set; a die with 3 quiddity keeps the turn from running on by itself."""
    return Position(players, edition=edition, sets=["light_vs_dark"], wilds=wilds).active(
        0, "Large Quiddity@Q3"
    )


# --- the "?" faces -----------------------------------------------------------------------------


@pytest.mark.ability("Dark Cantrip", 0)
@pytest.mark.ability("Dark Charm", 0)
@pytest.mark.ability("Dark Enchantment", 0)
@pytest.mark.ability("Dark Incantation", 0)
@pytest.mark.ability("Dark Spell", 0)
@pytest.mark.rule("5.2")
@pytest.mark.parametrize("name", ALL)
def test_a_question_mark_is_used_right_after_the_roll_or_not_at_all(name: str) -> None:
    """Declined, the die stays where it is, is not readied and gives nothing."""
    play = (
        table()
        .active(0, f"{name}@I")
        .bag(0, "Black Cat")
        .used(0, ECONOMICS)
        .ready(1, "Archangel@C2:5/7*")
        .start("immediate")
    )
    assert set(play.options) == {f"use {name} [I]", "pass"}
    play.do("pass")
    assert play.kind != "ready"
    assert play.dice(0, "active") == [name, "Large Quiddity"]
    assert (play.pool, play.dice(0, "bag"), play.dice(0, "used")) == (0, ["Black Cat"], [ECONOMICS])
    assert play.faces(1, "ready") == ["Archangel@C2:5/7*"]


@pytest.mark.ability("Dark Cantrip", 0)
@in_all_editions
def test_dark_cantrip_spent_gives_two_dark(edition: str) -> None:
    """Two, and dark."""
    play = table(edition=edition).active(0, f"{CANTRIP}@I").start("immediate")
    play.do(f"use {CANTRIP}")
    assert (play.pool, play.light, play.dark) == (2, 0, 2)
    assert play.dice(0, pile(edition)) == [CANTRIP]
    assert settled(play)


@pytest.mark.ability("Dark Charm", 0)
@pytest.mark.parametrize("rolls", [True, False])
def test_dark_charm_spent_gives_a_dark_and_perhaps_a_re_roll(rolls: bool) -> None:
    """One die, or none."""
    play = (
        table()
        .active(0, f"{CHARM}@I", "Black Cat@D1")
        .rolls(*["Black Cat@C2:3/3*"] * rolls)
        .start("immediate")
    )
    play.do(f"use {CHARM}")
    assert (play.pool, play.dark) == (1, 1)
    assert set(play.options) == {
        "re-roll-die Large Quiddity [Q3] in seat 0's active",
        "re-roll-die Black Cat [D1] in seat 0's active",
        "no",
    }
    play.do("re-roll-die Black Cat" if rolls else "no")
    assert play.kind == ("ready" if rolls else "capture")
    assert play.faces(0, "active") == [
        "Black Cat@C2:3/3*" if rolls else "Black Cat@D1",
        "Large Quiddity@Q3",
    ]
    assert play.dice(0, "spent") == [CHARM]
    assert settled(play)


@pytest.mark.ability("Dark Enchantment", 0)
@pytest.mark.rule("13.8")
@pytest.mark.parametrize("lowers", [True, False])
def test_dark_enchantment_spent_may_lower_a_creature_of_an_opponent(lowers: bool) -> None:
    """One that can go down, of any opponent, or none."""
    play = (
        table(players=3)
        .active(0, f"{ENCHANTMENT}@I", f"{ECONOMICS}@C1:1/2")
        .ready(0, "Boogieman@C3:6/6**")
        .ready(1, "Archangel@C2:5/7*", "Herald@C1:1/3")
        .ready(2, "Queelzebub@C3:9/6**")
        .start("immediate")
    )
    play.do(f"use {ENCHANTMENT}")
    assert set(play.options) == {
        "rotate Archangel [C2:5/7*] in seat 1's ready",
        "rotate Queelzebub [C3:9/6**] in seat 2's ready",
        "no",
    }
    play.do("rotate Queelzebub" if lowers else "no")
    assert play.faces(2, "ready") == [f"Queelzebub@{'C2:7/5*' if lowers else 'C3:9/6**'}"]
    assert play.faces(1, "ready") == ["Archangel@C2:5/7*", "Herald@C1:1/3"]
    assert play.dice(0, "spent") == [ENCHANTMENT]
    assert settled(play)


@pytest.mark.ability("Dark Incantation", 0)
@pytest.mark.rule("13.7")
@pytest.mark.parametrize("culls", [True, False])
def test_dark_incantation_spent_culls_a_die_and_then_draws_one(culls: bool) -> None:
    """Without the cull no draw."""
    play = (
        table()
        .active(0, f"{INCANTATION}@I")
        .used(0, ECONOMICS)
        .bag(0, "Black Cat")
        .rolls(*["Black Cat@D2"] * culls)
        .start("immediate")
    )
    before = play.left(ECONOMICS)
    play.do(f"use {INCANTATION}")
    assert set(play.options) == {f"cull-die {ECONOMICS} in seat 0's used", "no"}
    play.do("cull-die" if culls else "no")
    assert play.left(ECONOMICS) == before + culls
    assert play.dice(0, "bag") == ([] if culls else ["Black Cat"])
    assert ("Black Cat@D2" in play.faces(0, "active")) is culls
    assert play.pool == 0
    assert settled(play)


@pytest.mark.ability("Dark Spell", 0)
@pytest.mark.parametrize(
    ("first", "second", "dark"),
    [
        ("Herald@C1:1/3", "Archangel@C1:3/5", 3),
        ("Herald@C1:1/3", "Boogieman@C1:3/3", 2),
        ("Black Cat@C1:2/2", f"{ECONOMICS}@C1:1/2", 1),
    ],
)
def test_dark_spell_spent_gives_a_dark_and_one_for_each_light_opponent(
    first: str, second: str, dark: int
) -> None:
    """An opponent with two Light creatures counts once, one's own do not."""
    play = (
        table(players=3)
        .active(0, f"{SPELL}@I")
        .ready(0, "Quartz Golem@C1:2/5")
        .ready(1, first, first)
        .ready(2, second)
        .start("immediate")
    )
    play.do(f"use {SPELL}")
    assert (play.pool, play.dark, play.light) == (dark, dark, 0)
    assert settled(play)


# --- Dark Cantrip: attack ----------------------------------------------------------------------


@pytest.mark.ability("Dark Cantrip", 1)
@pytest.mark.ability("Dark Cantrip", 2)
@in_all_editions
@pytest.mark.parametrize(("face", "more"), [("S", 2), ("S*", 3)])
def test_dark_cantrip_strengthens_ones_dark_creatures_for_the_turn(
    edition: str, face: str, more: int
) -> None:
    """Two, or three instead; not Light ones or Assistants, and not the opponent's."""
    play = (
        table(edition=edition)
        .ready(0, f"{CANTRIP}@{face}", "Black Cat@C1:2/2", "Boogieman@C1:3/3")
        .ready(0, "Herald@C1:1/3", f"{ECONOMICS}@C1:1/2")
        .ready(1, "Boogieman@C3:6/6**")
        .active(0, f"{ECONOMICS}@C1:1/2")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}")
    assert play.dice(0, pile(edition)) == [CANTRIP]
    assert (play.attack(0, "Black Cat"), play.attack(0, "Boogieman")) == (2 + more, 3 + more)
    assert (play.attack(0, "Herald"), play.attack(0, ECONOMICS)) == (1, 1)
    assert play.attack(1, "Boogieman") == 6
    play.do("pass")
    assert totals(play) == [7 + 2 * more]
    play.do("pass")
    assert play.seat == 1
    assert play.attack(0, "Black Cat") == 2


@pytest.mark.ability("Dark Cantrip", 1)
@pytest.mark.rule("6.1")
def test_dark_cantrip_can_be_cast_right_before_the_attack_is_counted() -> None:
    """In phase 3; without a Dark creature it cannot be cast at all (15.6)."""
    play = (
        table()
        .ready(0, f"{CANTRIP}@S", "Black Cat@C1:2/2")
        .ready(1, "Archangel@C1:3/5")
        .start("attack")
    )
    play.do(f"cast {CANTRIP}")
    assert totals(play) == [4]
    light = table().ready(0, f"{CANTRIP}@S", "Herald@C1:1/3").start("ready")
    assert f"cast {CANTRIP} [S]" not in light.options


# --- Dark Charm: attached to an opponent's creature ---------------------------------------------


@pytest.mark.ability("Dark Charm", 1)
@pytest.mark.ability("Dark Charm", 2)
@in_all_editions
@pytest.mark.parametrize(("face", "less"), [("S", 2), ("S*", 3)])
def test_dark_charm_weakens_a_creature_of_an_opponent(edition: str, face: str, less: int) -> None:
    """In every edition on opponents' creatures only; attack and defense, two or three less."""
    play = (
        table(players=3, edition=edition)
        .ready(0, f"{CHARM}@{face}", "Herald@C1:1/3")
        .ready(1, "Archangel@C3:7/8**", "Quartz Golem@C2:3/6*")  # the Golem is immune
        .ready(2, f"{ECONOMICS}@C1:1/2")
        .start("ready")
    )
    play.do(f"cast {CHARM}")
    assert set(play.options) == {
        "attach Archangel [C3:7/8**] in seat 1's ready",
        f"attach {ECONOMICS} [C1:1/2] in seat 2's ready",
    }
    play.do("attach Archangel")
    assert (play.attack(1, "Archangel"), play.defense(1, "Archangel")) == (7 - less, 8 - less)
    assert (play.attack(1, "Quartz Golem"), play.defense(1, "Quartz Golem")) == (3, 6)
    assert play.dice(0, "attached") == [CHARM]
    assert settled(play)


@pytest.mark.ability("Dark Charm", 1)
@pytest.mark.ability("Dark Charm", 2)
@pytest.mark.parametrize("face", ["S", "S*"])
def test_attack_stays_at_zero_and_defense_at_one(face: str) -> None:
    """An Assistant of 1/2."""
    play = (
        table()
        .ready(1, f"{ECONOMICS}@C1:1/2")
        .attached(0, f"{CHARM}@{face}", 1, ECONOMICS)
        .start("capture")
    )
    assert (play.attack(1, ECONOMICS), play.defense(1, ECONOMICS)) == (0, 1)


@pytest.mark.ability("Dark Charm", 1)
@pytest.mark.ability("Dark Charm", 2)
@pytest.mark.parametrize("face", ["S", "S*"])
@pytest.mark.parametrize(
    ("carrier", "glory"), [("Archangel@C1:3/5", 2), (f"{ECONOMICS}@C1:1/2", 0)]
)
def test_the_carrier_earns_one_glory_less_and_the_charm_returns_to_its_owner(
    face: str, carrier: str, glory: int
) -> None:
    """One less on either face, never below 0; the Charm goes to its owner's Used Pile."""
    play = (
        Position(sets=["light_vs_dark"])
        .ready(0, carrier)
        .attached(1, f"{CHARM}@{face}", 0, carrier.partition("@")[0])
        .start("score")
    )
    assert play.glory == (glory, 0)
    assert play.dice(1, "used") == [CHARM]


@pytest.mark.ability("Dark Charm", 1)
def test_a_destroyed_carrier_frees_the_charm() -> None:
    """A Herald of 4 - 2 falls to 2; the Charm is its owner's again."""
    play = (
        table()
        .ready(0, "Black Cat@C1:2/2")
        .ready(1, "Herald@C2:2/4*")
        .attached(0, f"{CHARM}@S", 1, "Herald")
        .start("attack")
    )
    assert play.dice(1, "ready") == []
    assert play.dice(0, "used") == [CHARM]
    assert settled(play)


@pytest.mark.ability("Dark Charm", 1)
@pytest.mark.ability("Dark Charm", 2)
@pytest.mark.rule("11.3")
@in_all_editions
@pytest.mark.parametrize(("face", "total"), [("S", 2), ("S*", 1)])
def test_a_locked_carrier_that_is_turned_up_attacks_with_less(
    edition: str, face: str, total: int
) -> None:
    """Others score before they could attack: a Frost Howler of 4/4, raised by a Shaping Charm."""
    play = (
        Position(
            edition=edition,
            sets=["base", "quest_of_the_qladiator", "light_vs_dark"],
            modules=[],
        )
        .locked(0, "Frost Howler")
        .ready(0, "Shaping Charm@S")
        .attached(1, f"{CHARM}@{face}", 0, "Frost Howler")
        .ready(1, "Archangel@C3:7/8**")
        .start("ready")
    )
    play.do("cast Shaping Charm")
    assert play.faces(0, "ready") == ["Frost Howler@C1:4/4"]
    assert play.totals == {1: total}


# --- Dark Enchantment: all fall ----------------------------------------------------------------


@pytest.mark.ability("Dark Enchantment", 1)
@pytest.mark.ability("Dark Enchantment", 2)
@pytest.mark.rule("13.8")
@in_all_editions
@pytest.mark.parametrize("face", ["S", "S*"])
def test_dark_enchantment_lowers_all_creatures_of_the_opponents(edition: str, face: str) -> None:
    """With the burst Light ones already at their lowest are destroyed, those just lowered not."""
    play = (
        table(players=3, edition=edition)
        .ready(0, f"{ENCHANTMENT}@{face}", "Boogieman@C3:6/6**")
        .ready(1, "Archangel@C1:3/5", "Archangel@C2:5/7*", "Black Cat@C1:2/2*")
        .ready(2, "Boogieman@C3:6/6**", "Greater Quartz Golem@C1:2/5", f"{ECONOMICS}@C1:1/2")
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do(f"cast {ENCHANTMENT}")
    burst = face == "S*"
    assert play.faces(1, "ready") == [
        *["Archangel@C1:3/5"] * (1 if burst else 2),
        "Black Cat@C1:2/2*",
    ]
    assert play.dice(1, "used") == (["Archangel"] if burst else [])
    assert play.faces(2, "ready") == [
        f"{ECONOMICS}@C1:1/2",
        "Boogieman@C2:5/4*",
        "Greater Quartz Golem@C1:2/5",  # no Dark spell of an opponent touches it
    ]
    assert play.faces(0, "ready") == ["Boogieman@C3:6/6**"]
    assert settled(play)


@pytest.mark.ability("Dark Enchantment", 1)
@pytest.mark.ability("Dark Enchantment", 2)
@pytest.mark.rule("15.6")
@pytest.mark.parametrize(
    ("face", "foe", "possible"),
    [
        ("S", "Herald@C1:1/3", False),
        ("S*", "Herald@C1:1/3", True),
        ("S*", "Boogieman@C1:3/3", False),
        ("S", "Boogieman@C2:5/4*", True),
        ("S", "Quartz Golem@C2:3/6*", False),  # immune
        ("S*", "Greater Quartz Golem@C1:2/5", False),  # immune to Dark
    ],
)
def test_dark_enchantment_is_cast_only_where_it_does_something(
    face: str, foe: str, possible: bool
) -> None:
    """Somebody to lower, or with the burst a Light creature to destroy."""
    play = table().ready(0, f"{ENCHANTMENT}@{face}").ready(1, foe).start("ready")
    assert (f"cast {ENCHANTMENT} [{face}]" in play.options) is possible


# --- Dark Incantation: a reaction --------------------------------------------------------------


@pytest.mark.ability("Dark Incantation", 1)
@pytest.mark.ability("Dark Incantation", 2)
@in_all_editions
@pytest.mark.parametrize("face", ["S", "S*"])
def test_dark_incantation_takes_an_attacker_for_a_creature(edition: str, face: str) -> None:
    """Of the same or a lower level, with the burst of any; the attack total stays."""
    play = (
        table(players=3, edition=edition)
        .ready(0, "Archangel@C3:7/8**", "Boogieman@C2:5/4*", "Black Cat@C1:2/2")  # 14
        .ready(1, f"{INCANTATION}@{face}", "Herald@C2:2/4*")
        .ready(2, "Queelzebub@C3:9/6**")
        .start("attack")
    )
    assert (play.seat, play.kind) == (1, "react")
    assert set(play.options) == {f"react {INCANTATION} [{face}]", "pass"}
    play.do(f"react {INCANTATION}")
    expected = {
        "destroy Archangel [C3:7/8**] in seat 0's ready",
        "destroy Boogieman [C2:5/4*] in seat 0's ready",
        "destroy Black Cat [C1:2/2] in seat 0's ready",
    }
    if face == "S":
        expected.remove("destroy Archangel [C3:7/8**] in seat 0's ready")
    assert set(play.options) == expected
    play.do("destroy Boogieman")
    assert play.kind == "capture"
    assert play.dice(0, "used") == ["Boogieman"]
    assert play.dice(0, "ready") == ["Archangel", "Black Cat"]
    assert play.dice(1, "ready") == []  # the Herald is gone all the same
    assert [event[4] for event in play.happened("defend")] == [14, 14]
    assert settled(play)


@pytest.mark.ability("Dark Incantation", 1)
def test_without_an_attacker_of_that_level_nobody_is_asked() -> None:
    """A Herald of level 1 against an Archangel of level 3; the burst could."""
    play = (
        table()
        .ready(0, "Archangel@C3:7/8**")
        .ready(1, f"{INCANTATION}@S", "Herald@C1:1/3")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "ready") == [INCANTATION]


@pytest.mark.ability("Dark Incantation", 1)
@pytest.mark.ability("Dark Incantation", 2)
@pytest.mark.parametrize("face", ["S", "S*"])
def test_dark_incantation_may_be_kept_and_is_not_offered_while_everybody_holds(face: str) -> None:
    """Passed, it stays; and an attack that destroys nothing gives no occasion."""
    kept = (
        table()
        .ready(0, "Boogieman@C1:3/3")
        .ready(1, f"{INCANTATION}@{face}", "Herald@C1:1/3")
        .start("attack")
    )
    kept.do("pass")
    assert kept.dice(0, "ready") == ["Boogieman"]
    assert kept.dice(1, "ready") == [INCANTATION]
    held = (
        table()
        .ready(0, "Boogieman@C1:3/3")
        .ready(1, f"{INCANTATION}@{face}", "Archangel@C1:3/5")
        .start("attack")
    )
    assert held.kind == "capture"
    assert held.dice(1, "ready") == ["Archangel", INCANTATION]


@pytest.mark.ability("Dark Incantation", 2)
def test_a_spell_that_destroys_ones_creature_gives_no_occasion() -> None:
    """Only an attack does: outside it nobody is attacking."""
    play = (
        table()
        .ready(0, "Light Spell@S", "Archangel@C1:3/5")
        .ready(1, f"{INCANTATION}@S*", "Black Cat@C1:2/2")
        .start("ready")
    )
    play.do("cast Light Spell")
    assert play.dice(1, "used") == ["Black Cat"]
    assert play.seat == 0
    assert play.dice(1, "ready") == [INCANTATION]


# --- Dark Spell: destroys the Light and the small -----------------------------------------------


@pytest.mark.ability("Dark Spell", 1)
@pytest.mark.ability("Dark Spell", 2)
@in_all_editions
@pytest.mark.parametrize("face", ["S", "S*"])
@pytest.mark.parametrize(("victim", "seat"), [("Archangel", 1), ("Black Cat", 2), ("Herald", 0)])
def test_dark_spell_destroys_a_light_or_a_small_creature(
    edition: str, face: str, victim: str, seat: int
) -> None:
    """Light ones of any level, others of level 1; with the burst the owner loses a Glory."""
    play = (
        table(players=3, edition=edition)
        .ready(0, f"{SPELL}@{face}", "Herald@C2:2/4*")
        .ready(1, "Archangel@C3:7/8**", "Boogieman@C2:5/4*")
        .ready(2, "Black Cat@C1:2/2", f"{ECONOMICS}@C1:1/2")
        .glory(0, 2)
        .glory(1, 2)
        .glory(2, 2)
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert set(play.options) == {
        "destroy Herald [C2:2/4*] in seat 0's ready",
        "destroy Archangel [C3:7/8**] in seat 1's ready",
        "destroy Black Cat [C1:2/2] in seat 2's ready",
        f"destroy {ECONOMICS} [C1:1/2] in seat 2's ready",
    }
    play.do(f"destroy {victim}")
    assert victim not in play.dice(seat, "ready")
    lost = [1 if face == "S*" and other == seat else 0 for other in range(3)]
    assert play.glory == tuple(2 - less for less in lost)
    assert settled(play)


@pytest.mark.ability("Dark Spell", 2)
def test_glory_never_drops_below_zero() -> None:
    """The owner has none."""
    play = table().ready(0, f"{SPELL}@S*").ready(1, "Archangel@C1:3/5").start("ready")
    play.do(f"cast {SPELL}")
    assert play.glory == (0, 0)
    assert play.dice(1, "used") == ["Archangel"]


@pytest.mark.ability("Dark Spell", 2)
@pytest.mark.rule("13.7")
def test_a_destruction_that_is_prevented_costs_no_glory() -> None:
    """A Holy Quail goes back to its card in place of the creature that carries it."""
    quail = "Search for Holy Quail"
    play = (
        Position(3, sets=["all"])
        .active(0, "Large Quiddity@Q3")
        .ready(0, f"{SPELL}@S*")
        .ready(1, "Archangel@C1:3/5")
        .attached(1, f"{quail}@QF:Holy Quail", 1, "Archangel")
        .glory(1, 2)
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    assert play.dice(1, "ready") == ["Archangel"]
    assert play.dice(1, "attached") == []
    assert play.glory == (0, 2, 0)
    assert settled(play)


@pytest.mark.ability("Dark Spell", 1)
@pytest.mark.rule("15.6")
@pytest.mark.parametrize("foe", ["Boogieman@C2:5/4*", "Quartz Golem@C2:3/6*"])
def test_dark_spell_without_a_target_cannot_be_cast(foe: str) -> None:
    """Not Light and of level 2, or Light and immune."""
    play = table().ready(0, f"{SPELL}@S").ready(1, foe).start("ready")
    assert f"cast {SPELL} [S]" not in play.options
