"""The five Archangels of Light vs. Dark, and the anchored spells on their cards (13.6)."""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, in_new_editions, settled, totals

LESSER, GREATER, STRONG, MIGHTY = (
    "Lesser Archangel",
    "Greater Archangel",
    "Strong Archangel",
    "Mighty Archangel",
)
ECONOMICS = "Assistant of Economics"


def table(*wilds: str, players: int = 2, edition: str = "qultimate") -> Position:
    """A table of the set; a die with 3 quiddity keeps the turn from running on by itself."""
    return Position(players, edition=edition, sets=["light_vs_dark"], wilds=wilds).active(
        0, "Large Quiddity@Q3"
    )


# --- Archangel: raises the other Light creatures -----------------------------------------------


@pytest.mark.ability("Archangel", 0)
@pytest.mark.rule("13.8")
@pytest.mark.parametrize("face", ["C1:3/5", "C2:5/7*", "C3:7/8**"])
def test_archangel_may_raise_all_other_light_creatures(face: str) -> None:
    """All or none, once each; not itself, no Dark one, no Assistant, nobody else's."""
    start = (
        table()
        .active(0, f"Archangel@{face}", "Black Cat@D1", f"{ECONOMICS}@C1:1/2")
        .ready(0, "Herald@C1:1/3", "Quartz Golem@C1:2/5", "Quartz Golem@C3:4/8**")
        .ready(0, "Boogieman@C1:3/3", f"{ECONOMICS}@C1:1/2")
        .ready(1, "Herald@C1:1/3")
    )
    play = start.start("ready")
    play.do("summon Archangel")
    assert set(play.options) == {"yes Archangel", "no"}
    play.do("yes")
    assert play.faces(0, "ready") == [
        f"Archangel@{face}",
        f"{ECONOMICS}@C1:1/2",
        "Boogieman@C1:3/3",
        "Herald@C2:2/4*",
        "Quartz Golem@C2:3/6*",
        "Quartz Golem@C3:4/8**",
    ]
    assert play.faces(1, "ready") == ["Herald@C1:1/3"]
    assert settled(play)

    declined = start.start("ready")
    declined.do("summon Archangel", "no")
    assert "Herald@C1:1/3" in declined.faces(0, "ready")
    assert "Quartz Golem@C1:2/5" in declined.faces(0, "ready")


@pytest.mark.ability("Archangel", 0)
@pytest.mark.parametrize("other", ["Herald@C2:2/4*", "Boogieman@C1:3/3"])
def test_archangel_asks_nothing_where_nothing_can_rise(other: str) -> None:
    """A Herald at its highest, or a Dark creature."""
    play = table().active(0, "Archangel@C1:3/5", "Black Cat@D1").ready(0, other).start("ready")
    play.do("summon Archangel")
    assert play.kind == "capture"
    assert play.faces(0, "ready") == ["Archangel@C1:3/5", other]
    assert settled(play)


@pytest.mark.ability("Archangel", 1)
@pytest.mark.parametrize(("face", "glory"), [("C1:3/5", 3), ("C2:5/7*", 3), ("C3:7/8**", 4)])
def test_archangel_earns_one_more_with_two_bursts(face: str, glory: int) -> None:
    """And only then; a Herald beside it earns its 2."""
    play = (
        Position(sets=["light_vs_dark"])
        .ready(0, f"Archangel@{face}", "Herald@C1:1/3")
        .start("score")
    )
    assert play.glory == (glory + 2, 0)


@pytest.mark.ability("Archangel", 2)
@pytest.mark.rule("13.6")
@in_new_editions
def test_the_anchored_spell_of_the_archangel_fetches_a_creature_die(edition: str) -> None:
    """For 3 Light: any die with a creature face, Assistants too, and no spell; rolled at once."""
    play = (
        table("Archangel", edition=edition)
        .active(0, "Large Quiddity@L2", "Light Cantrip@L1")
        .used(0, "Black Cat", ECONOMICS, "Light Cantrip", "Dark Cantrip")
        .used(1, "Herald")
        .rolls("Black Cat@C1:2/2*")
        .start("ready")
    )
    play.do("anchor Archangel for 3")
    assert set(play.options) == {
        "fetch Black Cat in seat 0's used",
        f"fetch {ECONOMICS} in seat 0's used",
    }
    play.do("fetch Black Cat")
    assert play.faces(0, "active") == ["Black Cat@C1:2/2*", "Large Quiddity@Q3"]
    assert play.dice(0, "used") == [ECONOMICS, "Dark Cantrip", "Light Cantrip"]
    assert "summon Black Cat [C1:2/2*] for 1" in play.options
    assert settled(play)


@pytest.mark.ability("Archangel", 2)
@pytest.mark.parametrize(
    ("light", "used"), [("Light Cantrip@L1", "Dark Cantrip"), ("Dark Cantrip@D1", "Black Cat")]
)
def test_it_needs_three_light_and_a_creature_die(light: str, used: str) -> None:
    """Only a spell in the Used Pile, or one Light short."""
    play = table("Archangel").active(0, "Large Quiddity@L2", light).used(0, used).start("ready")
    assert "anchor Archangel for 3" not in play.options


# --- Lesser Archangel: against the Dark --------------------------------------------------------


@pytest.mark.ability("Lesser Archangel", 0)
@pytest.mark.rule("6.1")
def test_lesser_archangel_attacks_dark_players_with_two_more() -> None:
    """Counted for each defender: a Dark creature, a Light one, none but an Assistant."""
    play = (
        table(players=4)
        .ready(0, f"{LESSER}@C1:3/5")
        .ready(1, "Queelzebub@C3:9/6**")
        .ready(2, "Quartz Golem@C1:2/5")
        .ready(3, f"{ECONOMICS}@C1:1/2")
        .start("attack")
    )
    assert totals(play) == [5, 3, 3]
    assert play.attack(0, LESSER) == 3


@pytest.mark.ability("Lesser Archangel", 0)
@pytest.mark.ability("Lesser Archangel", 1)
@pytest.mark.ability("Lesser Archangel", 2)
@in_all_editions
@pytest.mark.parametrize(
    ("face", "total", "smitten"),
    [("C1:3/5", 5, []), ("C2:5/7*", 7, ["Black Cat"]), ("C3:7/8**", 9, ["Black Cat", "Boogieman"])],
)
def test_lesser_archangel_destroys_a_small_dark_creature_of_each_player(
    edition: str, face: str, total: int, smitten: list[str]
) -> None:
    """Level 1 with one burst, up to 2 with two; one a player; the +2 counts on every face."""
    play = (
        table(players=3, edition=edition)
        .ready(0, f"{LESSER}@{face}")
        .ready(1, "Black Cat@C1:2/2", "Boogieman@C2:5/4*", "Queelzebub@C3:9/6**")
        .ready(2, "Herald@C1:1/3")
        .start("attack")
    )
    assert totals(play) == [total, total - 2]
    if len(smitten) > 1:
        assert (play.seat, play.kind) == (0, "effect")  # the attacker chooses
        assert set(play.options) == {
            "destroy Black Cat [C1:2/2] in seat 1's ready",
            "destroy Boogieman [C2:5/4*] in seat 1's ready",
        }
        play.do("destroy Boogieman")
        assert play.dice(1, "used") == ["Boogieman"]
    else:
        assert play.dice(1, "used") == smitten
    assert play.seat == 1
    assert play.kind == "defend"
    assert {option.rpartition(" ")[2] for option in play.options} == {str(total)}


@pytest.mark.ability("Lesser Archangel", 1)
@pytest.mark.ability("Lesser Archangel", 2)
@pytest.mark.parametrize(
    ("face", "foe"), [("C2:5/7*", "Boogieman@C2:5/4*"), ("C3:7/8**", "Boogieman@C3:6/6**")]
)
def test_larger_dark_creatures_are_not_smitten(face: str, foe: str) -> None:
    """They only fall to the damage, if at all: the boundary is one level lower."""
    play = table().ready(0, f"{LESSER}@{face}").ready(1, foe).start("attack")
    assert [event[4] for event in play.happened("defend")] == [7 if face == "C2:5/7*" else 9]
    assert play.dice(1, "used") == ["Boogieman"]


@pytest.mark.ability("Lesser Archangel", 1)
@pytest.mark.ability("Lesser Archangel", 2)
@pytest.mark.parametrize("face", ["C2:5/7*", "C3:7/8**"])
def test_light_creatures_and_assistants_are_not_smitten(face: str) -> None:
    """Nothing is destroyed but by damage, and there is no +2."""
    play = (
        table()
        .ready(0, f"{LESSER}@{face}")
        .ready(1, "Quartz Golem@C3:4/8**", f"{ECONOMICS}@C1:1/2")
        .start("attack")
    )
    assert totals(play) == [5 if face == "C2:5/7*" else 7]
    assert play.dice(1, "used") == []
    assert play.kind == "defend"


@pytest.mark.ability("Lesser Archangel", 1)
def test_a_lesser_archangel_that_is_attacked_smites_nobody() -> None:
    """Only in its owner's attack."""
    play = table().ready(0, "Black Cat@C1:2/2").ready(1, f"{LESSER}@C2:5/7*").start("attack")
    assert play.dice(0, "ready") == ["Black Cat"]


# --- Greater Archangel -------------------------------------------------------------------------


@pytest.mark.ability("Greater Archangel", 0)
@pytest.mark.parametrize(("face", "own"), [("C1:3/5", 5), ("C2:5/7*", 7), ("C3:7/8**", 8)])
def test_greater_archangel_strengthens_all_other_creatures_of_its_owner(
    face: str, own: int
) -> None:
    """Whatever their energy; not itself, not the opponent's."""
    play = (
        table()
        .ready(0, f"{GREATER}@{face}", "Black Cat@C1:2/2", "Herald@C1:1/3")
        .ready(0, f"{ECONOMICS}@C1:1/2")
        .ready(1, "Herald@C1:1/3")
        .start("capture")
    )
    assert play.defense(0, "Black Cat") == 3
    assert play.defense(0, "Herald") == 4
    assert play.defense(0, ECONOMICS) == 3
    assert play.defense(0, GREATER) == own
    assert play.defense(1, "Herald") == 3


@pytest.mark.ability("Greater Archangel", 1)
@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("face", "total"), [("C1:3/5", 19), ("C2:5/7*", 19), ("C3:7/8**", 11)])
def test_small_dark_creatures_add_nothing_against_two_bursts(face: str, total: int) -> None:
    """Boogieman 5 (level 2) and Cat 3 (level 2) fall out; Queelzebub 9 (3) and Herald 2 stay."""
    play = (
        table(players=3)
        .ready(0, "Boogieman@C2:5/4*", "Black Cat@C2:3/3*", "Queelzebub@C3:9/6**")
        .ready(0, "Herald@C2:2/4*")
        .ready(1, f"{GREATER}@{face}", f"{GREATER}@C1:3/5")
        .ready(2, "Herald@C1:1/3")
        .start("attack")
    )
    assert totals(play) == [total, 19]


@pytest.mark.ability("Greater Archangel", 2)
@pytest.mark.rule("13.6")
@pytest.mark.parametrize(("seat", "victim"), [(0, "Black Cat"), (1, "Queelzebub")])
def test_the_anchored_spell_of_the_greater_archangel_destroys_a_dark_creature(
    seat: int, victim: str
) -> None:
    """For 3 Light, anybody's, one's own included, for 1 Glory."""
    play = (
        table(GREATER, players=3)
        .active(0, "Large Quiddity@L2", "Herald@L1")
        .ready(0, "Black Cat@C1:2/2")
        .ready(1, "Queelzebub@C3:9/6**", "Herald@C1:1/3")
        .ready(2, f"{ECONOMICS}@C1:1/2")
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do(f"anchor {GREATER} for 3")
    assert set(play.options) == {
        "destroy Black Cat [C1:2/2] in seat 0's ready",
        "destroy Queelzebub [C3:9/6**] in seat 1's ready",
    }
    play.do(f"destroy {victim}")
    assert play.glory == (1, 0, 0)
    assert play.dice(seat, "used") == [victim]
    assert "Herald" in play.dice(1, "ready")
    assert play.dice(2, "ready") == [ECONOMICS]
    assert settled(play)


@pytest.mark.ability("Greater Archangel", 2)
@pytest.mark.parametrize(
    ("light", "foes"),
    [
        ("Herald@L1", ["Herald@C1:1/3", f"{ECONOMICS}@C1:1/2"]),
        ("Black Cat@D1", ["Queelzebub@C1:5/3"]),
    ],
)
def test_no_dark_creature_or_too_little_light_no_glory(light: str, foes: list[str]) -> None:
    """It cannot be used at all (15.6)."""
    play = table(GREATER).active(0, "Large Quiddity@L2", light).ready(1, *foes).start("ready")
    assert f"anchor {GREATER} for 3" not in play.options
    assert play.glory == (0, 0)


@pytest.mark.ability("Greater Archangel", 2)
@pytest.mark.rule("13.7")
def test_a_destruction_that_is_prevented_earns_no_glory() -> None:
    """A Holy Quail goes back to its card in place of the creature that carries it."""
    play = (
        Position(3, sets=["all"], wilds=[GREATER])
        .active(0, "Large Quiddity@L2", "Herald@L1", "Herald@L1")
        .ready(1, "Queelzebub@C1:5/3")
        .attached(1, "Search for Holy Quail@QF:Holy Quail", 1, "Queelzebub")
        .start("ready")
    )
    play.do(f"anchor {GREATER} for 3")
    assert play.dice(1, "ready") == ["Queelzebub"]
    assert play.dice(1, "attached") == []
    assert play.glory == (0, 0, 0)
    assert settled(play)


# --- Strong Archangel --------------------------------------------------------------------------


@pytest.mark.ability("Strong Archangel", 0)
@in_all_editions
@pytest.mark.parametrize("face", ["C1:3/5", "C2:5/7*"])
def test_the_first_creature_destroyed_beside_a_strong_archangel_waits_in_the_active_pool(
    edition: str, face: str
) -> None:
    """The first one each turn, whatever it is; the second goes to the Used Pile."""
    play = (
        table(edition=edition)
        .ready(0, "Queelzebub@C1:5/3")
        .ready(1, f"{STRONG}@{face}", "Black Cat@C1:2/2", f"{ECONOMICS}@C1:1/2")
        .start("attack")
    )
    play.do("defend Black Cat", f"defend {ECONOMICS}")
    assert play.kind == "capture"
    assert play.dice(1, "active") == ["Black Cat"]
    assert play.dice(1, "used") == [ECONOMICS]
    assert play.dice(1, "ready") == [STRONG]
    assert settled(play)


@pytest.mark.ability("Strong Archangel", 0)
@pytest.mark.ability("Strong Archangel", 1)
@pytest.mark.parametrize("face", ["C1:3/5", "C3:7/8**"])
def test_a_strong_archangel_does_not_save_itself(face: str) -> None:
    """It goes to the Used Pile; and so does what falls after it."""
    play = (
        table()
        .ready(0, "Queelzebub@C3:9/6**", "Boogieman@C1:3/3")
        .ready(1, f"{STRONG}@{face}", "Black Cat@C1:2/2")
        .start("attack")
    )
    play.do(f"defend {STRONG}")
    assert play.dice(1, "used") == ["Black Cat", STRONG]
    assert play.dice(1, "active") == []


@pytest.mark.ability("Strong Archangel", 0)
def test_the_strong_archangel_helps_again_in_the_next_turn() -> None:
    """Once in each turn, one player's after another's; only creatures of its owner."""
    play = (
        table(players=3)
        .ready(0, "Dark Spell@S", f"{ECONOMICS}@C1:1/2")
        .ready(1, "Dark Spell@S", "Dark Spell@S")
        .ready(2, f"{STRONG}@C1:3/5", *[f"{ECONOMICS}@C1:1/2"] * 3)
        .start("ready")
    )
    play.do("cast Dark Spell", f"destroy {ECONOMICS} [C1:1/2] in seat 2's ready")
    assert play.dice(2, "active") == [ECONOMICS]
    play.do("pass")
    assert play.seat == 1
    play.do("cast Dark Spell", f"destroy {ECONOMICS} [C1:1/2] in seat 2's ready")
    assert play.dice(2, "active") == [ECONOMICS] * 2
    play.do("cast Dark Spell", f"destroy {ECONOMICS} [C1:1/2] in seat 0's ready")
    assert play.dice(2, "active") == [ECONOMICS] * 2
    assert ECONOMICS in play.dice(0, "used")


@pytest.mark.ability("Strong Archangel", 1)
@pytest.mark.rule("6.4")
@in_all_editions
def test_with_two_bursts_the_first_light_creature_returns_and_any_other_waits(
    edition: str,
) -> None:
    """Same face, no more damage; a second Light one and the others go to the Active Pool."""
    play = (
        table(edition=edition)
        .ready(0, "Queelzebub@C3:9/6**", "Boogieman@C1:3/3")  # 12
        .ready(1, f"{STRONG}@C3:7/8**", "Black Cat@C1:2/2", "Quartz Golem@C1:2/5")
        .ready(1, "Herald@C1:1/3")
        .start("attack")
    )
    play.do("defend Black Cat", "defend Quartz Golem")  # 10, 5
    assert play.dice(1, "active") == ["Black Cat"]
    assert "Quartz Golem@C1:2/5" in play.faces(1, "ready")
    assert set(play.options) == {
        "defend Herald [C1:1/3] against 5",
        f"defend {STRONG} [C3:7/8**] against 5",
    }
    play.do("defend Herald")
    assert play.kind == "capture"
    assert play.dice(1, "active") == ["Black Cat", "Herald"]
    assert play.dice(1, "used") == []
    assert play.dice(1, "ready") == ["Quartz Golem", STRONG]
    assert settled(play)


@pytest.mark.ability("Strong Archangel", 1)
def test_a_light_creature_destroyed_by_a_spell_returns_as_well() -> None:
    """However it is destroyed, and what it carried is gone."""
    play = (
        table()
        .ready(0, "Dark Spell@S")
        .ready(1, f"{STRONG}@C3:7/8**", "Quartz Golem@C1:2/5")
        .attached(1, "Light Charm@S", 1, "Quartz Golem")
        .start("ready")
    )
    play.do("cast Dark Spell", "destroy Quartz Golem")
    assert play.faces(1, "ready") == ["Quartz Golem@C1:2/5", f"{STRONG}@C3:7/8**"]
    assert play.dice(1, "used") == ["Light Charm"]
    assert settled(play)


# --- Mighty Archangel --------------------------------------------------------------------------


@pytest.mark.ability("Mighty Archangel", 0)
@pytest.mark.ability("Mighty Archangel", 1)
@pytest.mark.parametrize(("face", "more"), [("C1:3/5", 0), ("C2:5/7*", 1), ("C3:7/8**", 1)])
@pytest.mark.parametrize("culls", [0, 1, 2])
def test_mighty_archangel_culls_up_to_two_dice_and_with_a_burst_earns_a_glory(
    face: str, more: int, culls: int
) -> None:
    """1 Glory at most, for one die or two, and none without a cull."""
    play = (
        Position(sets=["light_vs_dark"])
        .ready(0, f"{MIGHTY}@{face}")
        .used(0, ECONOMICS, ECONOMICS, ECONOMICS)
        .start("score")
    )
    before = play.left(ECONOMICS)
    assert play.glory == (3, 0)
    play.do(*[f"cull-die {ECONOMICS}"] * culls)
    if culls < 2:
        play.do("no")
    assert play.kind in ("immediate", "ready")
    assert play.left(ECONOMICS) == before + culls
    assert play.glory == (3 + (more if culls else 0), 0)
    assert settled(play)


@pytest.mark.ability("Mighty Archangel", 2)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_mighty_archangel_raises_light_or_lowers_dark() -> None:
    """For 2 Light, in any Ready Area; who cannot turn that way is not offered."""
    start = (
        table(MIGHTY, players=3)
        .active(0, "Large Quiddity@L2")
        .ready(0, "Herald@C1:1/3", "Herald@C2:2/4*", "Black Cat@C1:2/2")
        .ready(1, "Queelzebub@C2:7/5*", f"{ECONOMICS}@C1:1/2")
        .ready(2, "Lesser Quartz Golem@C2:3/6*")
    )
    play = start.active(0, "Assistant of Economics@C1:1/2").start("ready")
    play.do(f"anchor {MIGHTY} for 2")
    assert set(play.options) == {
        "rotate Herald [C1:1/3] in seat 0's ready",
        "rotate Queelzebub [C2:7/5*] in seat 1's ready",
        "rotate Lesser Quartz Golem [C2:3/6*] in seat 2's ready",
    }
    play.do("rotate Queelzebub")
    assert play.faces(1, "ready") == [f"{ECONOMICS}@C1:1/2", "Queelzebub@C1:5/3"]
    assert play.faces(0, "ready") == ["Black Cat@C1:2/2", "Herald@C1:1/3", "Herald@C2:2/4*"]
    assert settled(play)

    light = start.active(0, "Assistant of Economics@C1:1/2").start("ready")
    light.do(f"anchor {MIGHTY}", "rotate Lesser Quartz Golem")
    assert light.faces(2, "ready") == ["Lesser Quartz Golem@C3:4/8**"]


@pytest.mark.ability("Mighty Archangel", 2)
@pytest.mark.parametrize(
    ("face", "foe"),
    [("L1", "Herald@C1:1/3"), ("L2", "Herald@C2:2/4*"), ("L2", "Black Cat@C1:2/2*")],
)
def test_it_needs_two_light_and_somebody_to_turn(face: str, foe: str) -> None:
    """One short; a Light creature at its highest; a Dark one at its lowest."""
    play = table(MIGHTY).active(0, f"Large Quiddity@{face}").ready(1, foe).start("ready")
    assert f"anchor {MIGHTY} for 2" not in play.options
