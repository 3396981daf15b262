"""The five Quartz Golems of Light vs. Dark, and the anchored spells on their cards (13.6)."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Play, Position
from tests.cards.common import in_all_editions, settled, totals

LESSER, GREATER, STRONG, MIGHTY = (
    "Lesser Quartz Golem",
    "Greater Quartz Golem",
    "Strong Quartz Golem",
    "Mighty Quartz Golem",
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


# --- Quartz Golem: Immunity --------------------------------------------------------------------


@pytest.mark.ability("Quartz Golem", 0)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize(
    ("face", "immune"), [("C1:2/5", False), ("C2:3/6*", True), ("C3:4/8**", True)]
)
def test_a_quartz_golem_with_bursts_is_out_of_reach_of_opponents_spells(
    face: str, immune: bool
) -> None:
    """One burst or two; the Archangel beside it can always be chosen."""
    play = (
        table()
        .ready(0, "Dark Spell@S")
        .ready(1, f"Quartz Golem@{face}", "Archangel@C3:7/8**", "Herald@C1:1/3")
        .start("ready")
    )
    play.do("cast Dark Spell")
    expected = {
        f"destroy Quartz Golem [{face}] in seat 1's ready",
        "destroy Archangel [C3:7/8**] in seat 1's ready",
        "destroy Herald [C1:1/3] in seat 1's ready",
    }
    if immune:
        expected.remove(f"destroy Quartz Golem [{face}] in seat 1's ready")
    assert set(play.options) == expected


@pytest.mark.ability("Quartz Golem", 0)
@pytest.mark.rule("10.5")
def test_an_immune_quartz_golem_is_not_touched_by_what_touches_all() -> None:
    """Queelzebub lowers the Archangel and not the Golem; a Boogieman does not soften it."""
    play = (
        table()
        .active(0, "Queelzebub@C1:5/3", "Large Quiddity@D1")
        .ready(0, "Lesser Boogieman@C1:3/3")
        .ready(1, "Quartz Golem@C3:4/8**", "Archangel@C3:7/8**")
        .active(0, "Assistant of Economics@C1:1/2")
        .start("ready")
    )
    play.do("summon Queelzebub")
    assert play.faces(1, "ready") == ["Archangel@C2:5/7*", "Quartz Golem@C3:4/8**"]
    play.do("pass")
    assert totals(play) == [8]
    assert set(play.options) == {
        "defend Quartz Golem [C3:4/8**] against 8",
        "defend Archangel [C2:5/7*] against 8",
    }
    play.do("defend Quartz Golem")
    assert play.dice(1, "ready") == ["Archangel"]  # 8 used up: damage does reach it
    assert play.dice(1, "used") == ["Quartz Golem"]


@pytest.mark.ability("Quartz Golem", 0)
@pytest.mark.rule("10.5")
def test_effects_of_its_own_player_reach_an_immune_quartz_golem() -> None:
    """One's own Light Enchantment raises it, one's own Light Charm lies with it."""
    play = table().ready(0, "Quartz Golem@C2:3/6*", "Light Enchantment@S").start("ready")
    play.do("cast Light Enchantment")
    assert play.faces(0, "ready") == ["Quartz Golem@C3:4/8**"]


@pytest.mark.ability("Quartz Golem", 1)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_quartz_golem_strengthens_one_of_ones_creatures() -> None:
    """For 2 Light: 3 more defense for the one chosen, nothing for the other."""
    play = (
        table("Quartz Golem")
        .active(0, "Large Quiddity@L2")
        .ready(0, "Herald@C1:1/3", "Black Cat@C1:2/2")
        .ready(1, "Archangel@C1:3/5")
        .start("ready")
    )
    play.do("anchor Quartz Golem for 2")
    assert set(play.options) == {
        "strengthen Herald [C1:1/3] in seat 0's ready",
        "strengthen Black Cat [C1:2/2] in seat 0's ready",
    }
    play.do("strengthen Herald")
    assert (play.defense(0, "Herald"), play.defense(0, "Black Cat")) == (6, 2)
    assert play.attack(0, "Herald") == 1
    assert settled(play)


@pytest.mark.ability("Quartz Golem", 1)
@pytest.mark.parametrize(("attacker", "survives"), [("C1:5/3", True), ("C2:7/5*", False)])
def test_the_three_defense_hold_in_the_opponents_turn(attacker: str, survives: bool) -> None:
    """The boundary is 6: attacks of 5 and of 7."""
    play = (
        table("Quartz Golem")
        .active(0, "Large Quiddity@L2")
        .ready(0, "Herald@C1:1/3")
        .active(1, f"Queelzebub@{attacker}")
        .start("ready")
    )
    play.do("anchor Quartz Golem")
    assert play.defense(0, "Herald") == 6
    play.rolls(f"Queelzebub@{attacker}", "Large Quiddity@Q3", "Large Quiddity@Q3")
    play.do("pass")
    assert play.seat == 1
    play.do("summon Queelzebub")
    assert play.kind == "capture"
    assert play.dice(0, "ready") == (["Herald"] if survives else [])
    assert settled(play)


@pytest.mark.ability("Quartz Golem", 1)
def test_the_three_defense_end_when_ones_next_turn_begins() -> None:
    """It is in force through the opponent's turn and gone when one scores."""
    play = (
        table("Quartz Golem")
        .active(0, "Large Quiddity@L2")
        .ready(0, "Herald@C1:1/3")
        .start("ready")
    )
    play.do("anchor Quartz Golem")
    assert play.defense(0, "Herald") == 6
    assert len(queries.effects(play.state)) == 1
    while play.seat == 0:
        play.do("pass")
    assert play.defense(0, "Herald") == 6
    while play.seat == 1:
        play.do("pass")
    assert queries.effects(play.state) == []
    assert play.glory == (2, 0)


@pytest.mark.ability("Quartz Golem", 1)
@pytest.mark.parametrize(("face", "mine"), [("L1", "Herald@C1:1/3"), ("D2", "Herald@C1:1/3")])
def test_it_needs_two_light(face: str, mine: str) -> None:
    """One short, or the wrong energy."""
    play = table("Quartz Golem").active(0, f"Large Quiddity@{face}").ready(0, mine).start("ready")
    assert "anchor Quartz Golem for 2" not in play.options


@pytest.mark.ability("Quartz Golem", 1)
def test_it_needs_a_creature_of_ones_own() -> None:
    """The opponent's do not count (15.6)."""
    play = (
        table("Quartz Golem")
        .active(0, "Large Quiddity@L2")
        .ready(1, "Herald@C1:1/3")
        .start("ready")
    )
    assert "anchor Quartz Golem for 2" not in play.options


# --- Lesser Quartz Golem: it crumbles step by step ---------------------------------------------


@pytest.mark.ability("Lesser Quartz Golem", 0)
@pytest.mark.rule("6.4")
@in_all_editions
@pytest.mark.parametrize(("face", "lower"), [("C3:4/8**", "C2:3/6*"), ("C2:3/6*", "C1:2/5")])
def test_lesser_quartz_golem_turns_down_instead_of_being_destroyed(
    edition: str, face: str, lower: str
) -> None:
    """The damage used up is the defense it had; it takes no more of this attack."""
    play = (
        table(edition=edition)
        .ready(0, "Queelzebub@C3:9/6**", "Boogieman@C1:3/3")  # 12
        .ready(1, f"{LESSER}@{face}", "Black Cat@C1:2/2")
        .start("attack")
    )
    play.do(f"defend {LESSER}")
    assert play.faces(1, "ready") == [f"{LESSER}@{lower}"]
    assert play.dice(1, "used") == ["Black Cat"]  # 4 or 6 were left for it
    assert settled(play)


@pytest.mark.ability("Lesser Quartz Golem", 0)
@pytest.mark.parametrize(("attacker", "turned"), [("C2:5/7*", False), ("C3:7/8**", True)])
def test_at_level_two_it_holds_or_turns(attacker: str, turned: bool) -> None:
    """The boundary: 5 against 6 changes nothing, 7 turn it to level 1."""
    play = table().ready(0, f"Archangel@{attacker}").ready(1, f"{LESSER}@C2:3/6*").start("attack")
    assert play.faces(1, "ready") == [f"{LESSER}@C1:2/5" if turned else f"{LESSER}@C2:3/6*"]
    assert len(play.happened("prevent")) == int(turned)


@pytest.mark.ability("Lesser Quartz Golem", 0)
def test_at_level_one_it_is_destroyed() -> None:
    """As usual."""
    play = table().ready(0, "Archangel@C2:5/7*").ready(1, f"{LESSER}@C1:2/5").start("attack")
    assert play.dice(1, "ready") == []
    assert play.dice(1, "used") == [LESSER]


@pytest.mark.ability("Lesser Quartz Golem", 0)
def test_an_effect_without_damage_destroys_it_at_any_level() -> None:
    """A Dark Spell does."""
    play = table().ready(0, "Dark Spell@S").ready(1, f"{LESSER}@C3:4/8**").start("ready")
    play.do("cast Dark Spell")
    assert play.dice(1, "used") == [LESSER]
    assert settled(play)


@pytest.mark.ability("Lesser Quartz Golem", 0)
def test_whoever_attacks_a_golem_that_turns_has_destroyed_nothing() -> None:
    """A Lesser Queelzebub earns nothing for it."""
    play = (table().ready(0, "Lesser Queelzebub@C3:9/6**").ready(1, f"{LESSER}@C3:4/8**")).start(
        "attack"
    )
    assert play.faces(1, "ready") == [f"{LESSER}@C2:3/6*"]
    assert (play.pool, play.glory) == (0, (0, 0))


# --- Greater Quartz Golem: no Dark effect ------------------------------------------------------


@pytest.mark.ability("Greater Quartz Golem", 0)
@pytest.mark.rule("10.5")
@pytest.mark.parametrize("face", ["C1:2/5", "C2:3/6*", "C3:4/8**"])
def test_dark_spells_and_creatures_of_opponents_do_not_touch_a_greater_quartz_golem(
    face: str,
) -> None:
    """On every face: not the Dark Spell, not Queelzebub's lowering."""
    spell = (
        table()
        .ready(0, "Dark Spell@S")
        .ready(1, f"{GREATER}@{face}", "Herald@C1:1/3", "Archangel@C1:3/5")
        .start("ready")
    )
    spell.do("cast Dark Spell")
    assert set(spell.options) == {
        "destroy Herald [C1:1/3] in seat 1's ready",
        "destroy Archangel [C1:3/5] in seat 1's ready",
    }
    ability = (
        table()
        .active(0, "Queelzebub@C3:9/6**", "Large Quiddity@D1")
        .ready(1, f"{GREATER}@{face}", "Archangel@C3:7/8**")
        .start("ready")
    )
    ability.do("summon Queelzebub")
    assert ability.faces(1, "ready") == ["Archangel@C2:5/7*", f"{GREATER}@{face}"]


@pytest.mark.ability("Greater Quartz Golem", 0)
@pytest.mark.rule("13.6")
def test_anchored_spells_paid_with_dark_do_not_touch_it_but_those_paid_with_light_do() -> None:
    """Mighty Black Cat and Mighty Boogieman lower others; a Mighty Archangel's raises it."""
    dark = (
        table("Mighty Black Cat", "Mighty Boogieman")
        .active(0, "Large Quiddity@D2")
        .ready(1, f"{GREATER}@C3:4/8**")
        .start("ready")
    )
    assert anchors(dark) == set()
    light = (
        table("Mighty Archangel")
        .active(0, "Large Quiddity@L2")
        .ready(1, f"{GREATER}@C1:2/5")
        .start("ready")
    )
    light.do("anchor Mighty Archangel")
    assert light.faces(1, "ready") == [f"{GREATER}@C2:3/6*"]


@pytest.mark.ability("Greater Quartz Golem", 0)
def test_its_owners_dark_effects_and_opponents_other_effects_reach_it() -> None:
    """One's own Dark Spell may choose it, damage of Dark creatures destroys it."""
    own = (
        table()
        .ready(0, "Dark Spell@S", f"{GREATER}@C1:2/5")
        .ready(1, "Herald@C1:1/3")
        .start("ready")
    )
    own.do("cast Dark Spell")
    assert f"destroy {GREATER} [C1:2/5] in seat 0's ready" in own.options
    damage = table().ready(0, "Queelzebub@C1:5/3").ready(1, f"{GREATER}@C1:2/5").start("attack")
    assert damage.dice(1, "used") == [GREATER]


@pytest.mark.ability("Greater Quartz Golem", 1)
@pytest.mark.ability("Greater Quartz Golem", 2)
@pytest.mark.parametrize(
    ("face", "defense", "glory"), [("C1:2/5", 5, 3), ("C2:3/6*", 7, 3), ("C3:4/8**", 8, 4)]
)
def test_greater_quartz_golem_has_a_bonus_for_each_burst_face(
    face: str, defense: int, glory: int
) -> None:
    """One burst: 1 defense; two: 1 Glory; never both, and no companion gets any."""
    play = table().ready(0, f"{GREATER}@{face}", "Herald@C1:1/3").start("capture")
    assert play.defense(0, GREATER) == defense
    assert play.defense(0, "Herald") == 3
    score = Position(sets=["light_vs_dark"]).ready(0, f"{GREATER}@{face}").start("score")
    assert score.glory == (glory, 0)


@pytest.mark.ability("Greater Quartz Golem", 1)
@pytest.mark.parametrize(
    ("attackers", "falls"),
    [(["Boogieman@C3:6/6**"], False), (["Boogieman@C3:6/6**", "Herald@C1:1/3"], True)],
)
def test_at_level_two_a_greater_quartz_golem_falls_to_seven(
    attackers: list[str], falls: bool
) -> None:
    """The boundary, and one below."""
    play = table().ready(0, *attackers).ready(1, f"{GREATER}@C2:3/6*").start("attack")
    assert play.dice(1, "ready") == ([] if falls else [GREATER])


@pytest.mark.ability("Greater Quartz Golem", 3)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_greater_quartz_golem_fetches_a_light_die() -> None:
    """For 3 Light: creature or spell of that energy, from one's own Used Pile, rolled at once."""
    play = (
        table(GREATER)
        .active(0, "Large Quiddity@L2", "Light Cantrip@L1")
        .used(0, "Herald", "Light Cantrip", "Black Cat", ECONOMICS)
        .used(1, "Archangel")
        .rolls("Herald@C2:2/4*")
        .start("ready")
    )
    play.do(f"anchor {GREATER} for 3")
    assert set(play.options) == {
        "fetch Herald in seat 0's used",
        "fetch Light Cantrip in seat 0's used",
    }
    play.do("fetch Herald")
    assert play.faces(0, "active") == ["Herald@C2:2/4*", "Large Quiddity@Q3"]
    assert play.dice(0, "used") == [ECONOMICS, "Black Cat", "Light Cantrip"]
    assert "summon Herald [C2:2/4*] for 2" in play.options
    assert settled(play)


@pytest.mark.ability("Greater Quartz Golem", 3)
@pytest.mark.parametrize(
    ("faces", "used"),
    [(["L2"], "Herald"), (["L2", "L1"], "Black Cat")],
)
def test_it_needs_three_light_and_a_light_die(faces: list[str], used: str) -> None:
    """One short, or nothing Light in the Used Pile."""
    play = (
        Position(sets=["light_vs_dark"], wilds=[GREATER])
        .active(0, *[f"Large Quiddity@{face}" for face in faces])
        .used(0, used)
        .start("ready")
    )
    assert f"anchor {GREATER} for 3" not in play.options


# --- Strong Quartz Golem -----------------------------------------------------------------------


@pytest.mark.ability("Strong Quartz Golem", 0)
@pytest.mark.ability("Strong Quartz Golem", 1)
@pytest.mark.ability("Strong Quartz Golem", 2)
@in_all_editions
@pytest.mark.parametrize(("face", "light"), [("C1:2/5", 1), ("C2:3/6*", 2), ("C3:4/8**", 3)])
def test_strong_quartz_golem_gives_light_when_it_scores(
    edition: str, face: str, light: int
) -> None:
    """One, two or three, each instead of the others, to use in this turn."""
    play = (
        Position(edition=edition, sets=["light_vs_dark"])
        .ready(0, f"{STRONG}@{face}")
        .rolls("Large Quiddity@Q2", "Large Quiddity@Q2", f"{STRONG}@L1")
        .start("score")
    )
    assert play.glory == (2, 0)
    assert (play.pool, play.light, play.dark) == (light, light, 0)
    assert settled(play)


@pytest.mark.ability("Strong Quartz Golem", 0)
def test_another_scorer_gives_no_light_and_nobody_elses_golem_does() -> None:
    """The negative case: the Golem of the other player stays silent."""
    play = (
        Position(sets=["light_vs_dark"])
        .ready(0, "Herald@C1:1/3")
        .ready(1, f"{STRONG}@C3:4/8**")
        .start("score")
    )
    assert (play.pool, play.glory) == (0, (2, 0))


# --- Mighty Quartz Golem -----------------------------------------------------------------------


@pytest.mark.ability("Mighty Quartz Golem", 0)
@pytest.mark.parametrize(("face", "defense"), [("C1:2/5", 7), ("C2:3/6*", 8), ("C3:4/8**", 10)])
def test_mighty_quartz_golem_has_two_more_defense(face: str, defense: int) -> None:
    """On every face, itself only."""
    play = table().ready(0, f"{MIGHTY}@{face}", "Herald@C1:1/3").start("capture")
    assert play.defense(0, MIGHTY) == defense
    assert play.defense(0, "Herald") == 3


@pytest.mark.ability("Mighty Quartz Golem", 0)
@in_all_editions
def test_mighty_quartz_golem_must_be_the_first_defender(edition: str) -> None:
    """12 fell it (7), then the others are free to be chosen."""
    play = (
        table(edition=edition)
        .ready(0, "Queelzebub@C3:9/6**", "Boogieman@C1:3/3")
        .ready(1, "Herald@C1:1/3", f"{MIGHTY}@C1:2/5", "Black Cat@C1:2/2")
        .start("attack")
    )
    assert play.dice(1, "used") == [MIGHTY]
    assert set(play.options) == {
        "defend Herald [C1:1/3] against 5",
        "defend Black Cat [C1:2/2] against 5",
    }


@pytest.mark.ability("Mighty Quartz Golem", 0)
@pytest.mark.parametrize(
    ("attacker", "falls"), [("Boogieman@C3:6/6**", False), ("Queelzebub@C2:7/5*", True)]
)
def test_a_mighty_quartz_golem_that_holds_shields_the_others(attacker: str, falls: bool) -> None:
    """6 against 7: the Herald of 3 is not touched. With 7 the Golem falls and 0 are left."""
    play = table().ready(0, attacker).ready(1, "Herald@C1:1/3", f"{MIGHTY}@C1:2/5").start("attack")
    assert play.kind == "capture"
    assert play.dice(1, "ready") == (["Herald"] if falls else ["Herald", MIGHTY])


@pytest.mark.ability("Mighty Quartz Golem", 0)
def test_of_several_mighty_quartz_golems_one_comes_first() -> None:
    """Of one's choice; after it everybody may be chosen."""
    play = (
        table()
        .ready(0, "Queelzebub@C3:9/6**", "Boogieman@C1:3/3")
        .ready(1, "Herald@C1:1/3", f"{MIGHTY}@C1:2/5", f"{MIGHTY}@C2:3/6*")
        .start("attack")
    )
    assert set(play.options) == {
        f"defend {MIGHTY} [C1:2/5] against 12",
        f"defend {MIGHTY} [C2:3/6*] against 12",
    }
    play.do(f"defend {MIGHTY} [C2:3/6*]")
    assert set(play.options) == {
        "defend Herald [C1:1/3] against 4",
        f"defend {MIGHTY} [C1:2/5] against 4",
    }


@pytest.mark.ability("Mighty Quartz Golem", 1)
@pytest.mark.parametrize(("face", "culls"), [("C1:2/5", 0), ("C2:3/6*", 0), ("C3:4/8**", 1)])
def test_mighty_quartz_golem_culls_one_die_with_two_bursts(face: str, culls: int) -> None:
    """Only then, once, and it may be declined."""
    start = Position(sets=["light_vs_dark"]).ready(0, f"{MIGHTY}@{face}").used(0, ECONOMICS)
    play = start.start("score")
    assert play.glory == (3, 0)
    if culls:
        before = play.left(ECONOMICS)
        declined = start.start("score")
        declined.do("no")
        assert declined.left(ECONOMICS) == before
        play.do(f"cull-die {ECONOMICS}")
        assert play.left(ECONOMICS) == before + 1
    assert play.kind in ("immediate", "ready")
    assert settled(play)


@pytest.mark.ability("Mighty Quartz Golem", 2)
@pytest.mark.rule("13.6")
def test_the_anchored_spell_of_the_mighty_quartz_golem_culls_a_die() -> None:
    """For 2 Light, any die of one's own Used Pile, but one must be culled."""
    play = (
        table(MIGHTY)
        .active(0, "Large Quiddity@L2")
        .used(0, ECONOMICS, "Black Cat")
        .used(1, "Herald")
        .start("ready")
    )
    play.do(f"anchor {MIGHTY} for 2")
    assert set(play.options) == {
        f"cull-die {ECONOMICS} in seat 0's used",
        "cull-die Black Cat in seat 0's used",
    }
    play.do("cull-die Black Cat")
    assert play.left("Black Cat") == 5
    assert play.dice(0, "used") == [ECONOMICS]
    assert play.dice(1, "used") == ["Herald"]
    assert settled(play)


@pytest.mark.ability("Mighty Quartz Golem", 2)
@pytest.mark.parametrize(("face", "used"), [("L1", [ECONOMICS]), ("L2", [])])
def test_it_needs_two_light_and_a_die_to_cull(face: str, used: list[str]) -> None:
    """One short, or an empty Used Pile."""
    play = table(MIGHTY).active(0, f"Large Quiddity@{face}").used(0, *used).start("ready")
    assert f"anchor {MIGHTY} for 2" not in play.options
