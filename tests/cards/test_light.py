"""The five Light spells of Light vs. Dark: their "?" face and their spell faces."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Position
from tests.cards.common import in_all_editions, pile, settled, totals

CANTRIP, CHARM, ENCHANTMENT, INCANTATION, SPELL = (
    "Light Cantrip",
    "Light Charm",
    "Light Enchantment",
    "Light Incantation",
    "Light Spell",
)
ALL = [CANTRIP, CHARM, ENCHANTMENT, INCANTATION, SPELL]
ECONOMICS = "Assistant of Economics"


def table(*wilds: str, players: int = 2, edition: str = "qultimate") -> Position:
    """A table of the set; a die with 3 quiddity keeps the turn from running on by itself."""
    return Position(players, edition=edition, sets=["light_vs_dark"], wilds=wilds).active(
        0, "Large Quiddity@Q3"
    )


# --- the "?" faces -----------------------------------------------------------------------------


@pytest.mark.ability("Light Cantrip", 0)
@pytest.mark.ability("Light Charm", 0)
@pytest.mark.ability("Light Enchantment", 0)
@pytest.mark.ability("Light Incantation", 0)
@pytest.mark.ability("Light Spell", 0)
@pytest.mark.rule("5.2")
@pytest.mark.parametrize("name", ALL)
def test_a_question_mark_is_used_right_after_the_roll_or_not_at_all(name: str) -> None:
    """Declined, the die stays where it is, is not readied and gives nothing."""
    play = table().active(0, f"{name}@I").bag(0, "Herald").used(0, ECONOMICS).start("immediate")
    assert set(play.options) == {f"use {name} [I]", "pass"}
    play.do("pass")
    assert play.kind != "ready"
    assert play.dice(0, "active") == ["Large Quiddity", name]
    assert (play.pool, play.dice(0, "bag"), play.dice(0, "used")) == (0, ["Herald"], [ECONOMICS])


@pytest.mark.ability("Light Cantrip", 0)
@in_all_editions
def test_light_cantrip_spent_gives_two_light(edition: str) -> None:
    """Two, and light."""
    play = table(edition=edition).active(0, f"{CANTRIP}@I").start("immediate")
    play.do(f"use {CANTRIP}")
    assert (play.pool, play.light, play.dark) == (2, 2, 0)
    assert play.dice(0, pile(edition)) == [CANTRIP]
    assert settled(play)


@pytest.mark.ability("Light Charm", 0)
@in_all_editions
def test_light_charm_spent_draws_a_die(edition: str) -> None:
    """It is rolled into the Active Pool; no quiddity."""
    play = (
        table(edition=edition)
        .active(0, f"{CHARM}@I")
        .bag(0, "Herald")
        .rolls("Herald@L2")
        .start("immediate")
    )
    play.do(f"use {CHARM}")
    assert play.faces(0, "active") == ["Herald@L2", "Large Quiddity@Q3"]
    assert play.dice(0, pile(edition)) == [CHARM]
    assert play.pool == 0
    assert settled(play)


@pytest.mark.ability("Light Charm", 0)
@pytest.mark.rule("15.14")
@in_all_editions
def test_light_charm_with_nothing_to_draw_is_not_offered(edition: str) -> None:
    """An empty bag and an empty Used Pile."""
    play = table(edition=edition).active(0, f"{CHARM}@I").start("immediate")
    assert play.kind == "capture"
    assert play.kind != "ready"


@pytest.mark.ability("Light Enchantment", 0)
@pytest.mark.rule("15.13")
def test_light_enchantment_spent_re_rolls_up_to_two_dice() -> None:
    """Two different dice, named before either is rolled; never the spent die itself."""
    play = (
        table()
        .active(0, f"{ENCHANTMENT}@I", "Herald@L1", "Black Cat@D1")
        .rolls("Herald@C2:2/4*", "Black Cat@D2")
        .start("immediate")
    )
    play.do(f"use {ENCHANTMENT}")
    assert play.dice(0, "spent") == [ENCHANTMENT]
    assert set(play.options) == {
        "re-roll-die Large Quiddity [Q3] in seat 0's active",
        "re-roll-die Herald [L1] in seat 0's active",
        "re-roll-die Black Cat [D1] in seat 0's active",
        "no",
    }
    play.do("re-roll-die Herald")
    assert set(play.options) == {
        "re-roll-die Large Quiddity [Q3] in seat 0's active",
        "re-roll-die Black Cat [D1] in seat 0's active",
        "no",
    }
    play.do("re-roll-die Black Cat")
    assert play.faces(0, "active") == ["Black Cat@D2", "Herald@C2:2/4*", "Large Quiddity@Q3"]
    assert play.kind == "ready"
    assert settled(play)


@pytest.mark.ability("Light Enchantment", 0)
@pytest.mark.parametrize("rolled", [0, 1])
def test_one_of_the_two_re_rolls_or_both_may_be_left_out(rolled: int) -> None:
    """Up to two."""
    play = (
        table()
        .active(0, f"{ENCHANTMENT}@I", "Herald@L1")
        .rolls(*["Herald@L2"] * rolled)
        .start("immediate")
    )
    play.do(f"use {ENCHANTMENT}", *["re-roll-die Herald"] * rolled, "no")
    assert play.faces(0, "active") == [f"Herald@L{1 + rolled}", "Large Quiddity@Q3"]
    assert settled(play)


@pytest.mark.ability("Light Incantation", 0)
@pytest.mark.rule("13.7")
@pytest.mark.parametrize("culls", [True, False])
def test_light_incantation_spent_culls_a_die_and_then_gives_light(culls: bool) -> None:
    """Without the cull no quiddity."""
    play = table().active(0, f"{INCANTATION}@I").used(0, "Black Cat").start("immediate")
    play.do(f"use {INCANTATION}")
    assert set(play.options) == {"cull-die Black Cat in seat 0's used", "no"}
    play.do("cull-die" if culls else "no")
    assert play.left("Black Cat") == (5 if culls else 4)
    assert (play.pool, play.light) == ((1, 1) if culls else (0, 0))
    assert play.dice(0, "spent") == [INCANTATION]
    assert settled(play)


@pytest.mark.ability("Light Spell", 0)
@pytest.mark.parametrize("bag", [["Herald"], []])
def test_light_spell_spent_gives_a_light_and_draws_a_die(bag: list[str]) -> None:
    """The quiddity comes even if there is nothing to draw."""
    play = (
        table()
        .active(0, f"{SPELL}@I")
        .bag(0, *bag)
        .rolls(*["Herald@L2"] * len(bag))
        .start("immediate")
    )
    play.do(f"use {SPELL}")
    assert (play.pool, play.light) == (1, 1)
    assert play.faces(0, "active") == [*(["Herald@L2"] if bag else []), "Large Quiddity@Q3"]
    assert settled(play)


# --- Light Cantrip: defense --------------------------------------------------------------------


@pytest.mark.ability("Light Cantrip", 1)
@pytest.mark.ability("Light Cantrip", 2)
@in_all_editions
@pytest.mark.parametrize(("face", "more"), [("S", 2), ("S*", 3)])
def test_light_cantrip_strengthens_ones_light_creatures_until_the_next_turn(
    edition: str, face: str, more: int
) -> None:
    """Two, or three instead; not Dark ones, not Assistants, not the opponent's."""
    play = (
        table(edition=edition)
        .ready(0, f"{CANTRIP}@{face}", "Herald@C1:1/3", "Quartz Golem@C2:3/6*")
        .ready(0, "Black Cat@C1:2/2", f"{ECONOMICS}@C1:1/2")
        .ready(1, "Herald@C1:1/3")
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do(f"cast {CANTRIP}")
    assert play.dice(0, pile(edition)) == [CANTRIP]
    assert play.defense(0, "Herald") == 3 + more
    assert play.defense(0, "Quartz Golem") == 6 + more
    assert (play.defense(0, "Black Cat"), play.defense(0, ECONOMICS)) == (2, 2)
    assert play.defense(1, "Herald") == 3
    play.do("pass")
    while play.seat == 0 or play.kind == "defend":
        play.do(play.options[-1])
    assert play.seat == 1
    assert play.defense(0, "Quartz Golem") == 6 + more  # still, in the opponent's turn
    while play.seat == 1 and play.active == 1:
        play.do("pass")
    assert queries.effects(play.state) == []  # one's own turn has begun


@pytest.mark.ability("Light Cantrip", 1)
@pytest.mark.rule("15.6")
def test_light_cantrip_without_a_light_creature_cannot_be_cast() -> None:
    """A Dark one does not do."""
    play = table().ready(0, f"{CANTRIP}@S", "Black Cat@C1:2/2").start("ready")
    assert f"cast {CANTRIP} [S]" not in play.options


# --- Light Charm: attached ---------------------------------------------------------------------


@pytest.mark.ability("Light Charm", 1)
@pytest.mark.ability("Light Charm", 2)
@in_all_editions
@pytest.mark.parametrize(("face", "more"), [("S", 3), ("S*", 4)])
def test_light_charm_is_attached_to_one_of_ones_own_creatures(
    edition: str, face: str, more: int
) -> None:
    """Three defense, or four; in no edition to an opponent's creature."""
    play = (
        table(edition=edition)
        .ready(0, f"{CHARM}@{face}", "Herald@C1:1/3", "Black Cat@C1:2/2")
        .ready(1, "Archangel@C1:3/5")
        .start("ready")
    )
    play.do(f"cast {CHARM}")
    assert set(play.options) == {
        "attach Herald [C1:1/3] in seat 0's ready",
        "attach Black Cat [C1:2/2] in seat 0's ready",
    }
    play.do("attach Black Cat")
    assert play.defense(0, "Black Cat") == 2 + more
    assert play.defense(0, "Herald") == 3
    assert play.dice(0, "attached") == [CHARM]
    assert settled(play)


@pytest.mark.ability("Light Charm", 1)
@pytest.mark.ability("Light Charm", 2)
@pytest.mark.parametrize(
    ("face", "carrier", "glory"),
    [
        ("S", "Herald@C1:1/3", 3),
        ("S", "Black Cat@C1:2/2", 2),
        ("S", f"{ECONOMICS}@C1:1/2", 1),
        ("S*", "Herald@C1:1/3", 3),
        ("S*", "Black Cat@C1:2/2", 3),
        ("S*", f"{ECONOMICS}@C1:1/2", 2),
    ],
)
def test_the_carrier_of_a_light_charm_earns_one_more_glory(
    face: str, carrier: str, glory: int
) -> None:
    """A Light one on either face, any other on the burst only; then the Charm goes too."""
    play = (
        Position(sets=["light_vs_dark"])
        .ready(0, carrier)
        .attached(0, f"{CHARM}@{face}", 0, carrier.partition("@")[0])
        .bag(0, "Archangel", "Archangel")
        .start("score")
    )
    assert play.glory == (glory, 0)
    assert play.dice(0, "attached") == []
    assert CHARM in play.dice(0, "used")


@pytest.mark.ability("Light Charm", 1)
def test_two_light_charms_add_up() -> None:
    """One of each face on a Herald: 3 + 3 + 4, and 2 more Glory."""
    start = (
        table()
        .ready(0, "Herald@C1:1/3")
        .attached(0, f"{CHARM}@S", 0, "Herald")
        .attached(0, f"{CHARM}@S*", 0, "Herald")
    )
    assert start.start("capture").defense(0, "Herald") == 10
    assert start.start("score").glory == (4, 0)


# --- Light Enchantment: all rise ---------------------------------------------------------------


@pytest.mark.ability("Light Enchantment", 1)
@pytest.mark.rule("13.8")
@in_all_editions
def test_light_enchantment_raises_all_ones_creatures(edition: str) -> None:
    """Whatever their energy; those at their highest stay; nobody else's rise; no draw."""
    play = (
        table(edition=edition)
        .ready(0, f"{ENCHANTMENT}@S", "Herald@C1:1/3", "Boogieman@C2:5/4*")
        .ready(0, "Archangel@C3:7/8**", f"{ECONOMICS}@C1:1/2")
        .ready(1, "Herald@C1:1/3")
        .bag(0, "Black Cat")
        .active(0, f"{ECONOMICS}@C1:1/2")
        .start("ready")
    )
    play.do(f"cast {ENCHANTMENT}")
    assert play.faces(0, "ready") == [
        "Archangel@C3:7/8**",
        f"{ECONOMICS}@C1:1/2",
        "Boogieman@C3:6/6**",
        "Herald@C2:2/4*",
    ]
    assert play.faces(1, "ready") == ["Herald@C1:1/3"]
    assert play.dice(0, "bag") == ["Black Cat"]
    assert settled(play)


@pytest.mark.ability("Light Enchantment", 2)
def test_with_its_burst_light_enchantment_draws_a_die_after_rotating() -> None:
    """In phase 2: the die is rolled and can be summoned at once."""
    play = (
        table()
        .ready(0, f"{ENCHANTMENT}@S*", "Herald@C1:1/3")
        .bag(0, "Black Cat")
        .rolls("Black Cat@C1:2/2")
        .start("ready")
    )
    play.do(f"cast {ENCHANTMENT}")
    assert play.faces(0, "ready") == ["Herald@C2:2/4*"]
    assert play.faces(0, "active") == ["Black Cat@C1:2/2", "Large Quiddity@Q3"]
    assert "summon Black Cat [C1:2/2] for 1" in play.options
    assert settled(play)


@pytest.mark.ability("Light Enchantment", 2)
def test_in_a_later_phase_there_is_no_draw() -> None:
    """Cast in phase 3 it rotates, no more."""
    play = (
        table().ready(0, f"{ENCHANTMENT}@S*", "Herald@C1:1/3").bag(0, "Black Cat").start("attack")
    )
    play.do(f"cast {ENCHANTMENT}")
    assert play.faces(0, "ready") == ["Herald@C2:2/4*"]
    assert play.dice(0, "bag") == ["Black Cat"]


@pytest.mark.ability("Light Enchantment", 1)
@pytest.mark.ability("Light Enchantment", 2)
@pytest.mark.rule("15.6")
def test_with_nothing_to_rotate_only_the_burst_is_worth_a_cast() -> None:
    """In phase 2 for the draw; later it could do nothing."""
    plain = table().ready(0, f"{ENCHANTMENT}@S", "Herald@C2:2/4*").bag(0, "Black Cat")
    assert f"cast {ENCHANTMENT} [S]" not in plain.start("ready").options
    burst = table().ready(0, f"{ENCHANTMENT}@S*", "Herald@C2:2/4*").bag(0, "Black Cat")
    assert f"cast {ENCHANTMENT} [S*]" not in burst.start("capture").options
    play = burst.rolls("Black Cat@D2").start("ready")
    play.do(f"cast {ENCHANTMENT}")
    assert play.faces(0, "active") == ["Black Cat@D2", "Large Quiddity@Q3"]
    assert settled(play)


# --- Light Incantation: a reaction -------------------------------------------------------------


@pytest.mark.ability("Light Incantation", 1)
@pytest.mark.ability("Light Incantation", 2)
@in_all_editions
@pytest.mark.parametrize(
    ("face", "target", "after"),
    [
        ("S", "Queelzebub", 7),  # Dark: 9 become 0
        ("S", "Archangel", 9 + 4),  # 7 - 3
        ("S*", "Archangel", 9),  # 0 whatever it is
        ("S*", "Queelzebub", 7),
    ],
)
def test_light_incantation_weakens_one_attacker_for_all_players(
    edition: str, face: str, target: str, after: int
) -> None:
    """The third player faces the lower total as well."""
    play = (
        table(players=3, edition=edition)
        .ready(0, "Queelzebub@C3:9/6**", "Archangel@C3:7/8**")
        .ready(1, f"{INCANTATION}@{face}", "Herald@C1:1/3")
        .ready(2, f"{ECONOMICS}@C1:1/2")
        .start("attack")
    )
    assert (play.seat, play.kind) == (1, "react")
    assert set(play.options) == {f"react {INCANTATION} [{face}]", "pass"}
    play.do(f"react {INCANTATION}")
    assert set(play.options) == {
        "weaken Queelzebub [C3:9/6**] in seat 0's ready",
        "weaken Archangel [C3:7/8**] in seat 0's ready",
    }
    play.do(f"weaken {target}")
    assert [event[4] for event in play.happened("defend")] == [after, after]
    assert INCANTATION not in play.dice(1, "ready")
    assert settled(play)


@pytest.mark.ability("Light Incantation", 1)
def test_three_less_never_make_an_attack_negative() -> None:
    """An Assistant of 1 adds 0, and the Herald beside it its 2."""
    play = (
        table()
        .ready(0, f"{ECONOMICS}@C1:1/2", "Herald@C2:2/4*")
        .ready(1, f"{INCANTATION}@S", "Black Cat@C1:2/2")
        .start("attack")
    )
    play.do(f"react {INCANTATION}", f"weaken {ECONOMICS}")
    assert [event[4:] for event in play.happened("defend")] == [(2, 2)]


@pytest.mark.ability("Light Incantation", 1)
@pytest.mark.rule("10.3")
def test_light_incantation_is_not_cast_in_ones_own_turn_and_may_be_kept() -> None:
    """Passed, the attack goes on in full."""
    own = table().ready(0, f"{INCANTATION}@S", "Herald@C1:1/3").ready(1, "Archangel@C1:3/5")
    assert f"cast {INCANTATION} [S]" not in own.start("ready").options
    play = (
        table()
        .ready(0, "Queelzebub@C1:5/3")
        .ready(1, f"{INCANTATION}@S", "Archangel@C1:3/5")
        .start("attack")
    )
    play.do("pass")
    assert play.dice(1, "ready") == [INCANTATION]
    assert totals(play) == [5]


@pytest.mark.ability("Light Incantation", 2)
@pytest.mark.rule("10.5")
def test_an_immune_attacker_cannot_be_weakened() -> None:
    """With no other attacker nobody is asked."""
    play = (
        table()
        .ready(0, "Quartz Golem@C3:4/8**")
        .ready(1, f"{INCANTATION}@S*", "Herald@C1:1/3")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "ready") == [INCANTATION]


# --- Light Spell: destroys the Dark ------------------------------------------------------------


@pytest.mark.ability("Light Spell", 1)
@pytest.mark.ability("Light Spell", 2)
@in_all_editions
@pytest.mark.parametrize("face", ["S", "S*"])
def test_light_spell_destroys_a_dark_creature(edition: str, face: str) -> None:
    """Of level 2 or lower, with the burst of any; in any Ready Area, one's own included."""
    play = (
        table(players=3, edition=edition)
        .ready(0, f"{SPELL}@{face}", "Black Cat@C1:2/2")
        .ready(1, "Boogieman@C2:5/4*", "Herald@C1:1/3", f"{ECONOMICS}@C1:1/2")
        .ready(2, "Queelzebub@C3:9/6**")
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do(f"cast {SPELL}")
    expected = {
        "destroy Black Cat [C1:2/2] in seat 0's ready",
        "destroy Boogieman [C2:5/4*] in seat 1's ready",
        "destroy Queelzebub [C3:9/6**] in seat 2's ready",
    }
    if face == "S":
        expected.remove("destroy Queelzebub [C3:9/6**] in seat 2's ready")
    assert set(play.options) == expected
    play.do("destroy Boogieman")
    assert play.dice(1, "used") == ["Boogieman"]
    assert play.dice(1, "ready") == [ECONOMICS, "Herald"]
    assert play.dice(2, "ready") == ["Queelzebub"]
    assert settled(play)


@pytest.mark.ability("Light Spell", 1)
@pytest.mark.rule("15.6")
@pytest.mark.parametrize(
    ("face", "foe"), [("S", "Queelzebub@C3:9/6**"), ("S*", "Archangel@C1:3/5")]
)
def test_light_spell_without_a_target_cannot_be_cast(face: str, foe: str) -> None:
    """One level too high, or not Dark."""
    play = table().ready(0, f"{SPELL}@{face}").ready(1, foe).start("ready")
    assert f"cast {SPELL} [{face}]" not in play.options
