"""Section 0: the four editions, row by row of their table, and the modules."""

from __future__ import annotations

import json

import pytest

from quarriors import Rules, RulesError
from quarriors.engine.catalog import Catalog
from quarriors.testing import Play, Position

OLD = ["original", "original-it"]
NEW = ["revised", "qultimate"]
ALL = OLD + NEW


@pytest.mark.rule("0.1")
def test_the_default_edition_is_that_of_2018() -> None:
    assert Rules().edition == "qultimate"
    assert Rules() == Rules(edition="qultimate")
    assert Rules() != Rules(edition="revised")


@pytest.mark.rule("0.1")
@pytest.mark.parametrize(("edition", "phases"), [*((e, 6) for e in OLD), *((e, 5) for e in NEW)])
def test_2011_counts_six_phases_and_later_books_five(edition: str, phases: int) -> None:
    """Drawing and readying are two phases in 2011; all editions go through the same steps."""
    assert Rules(edition=edition).six_phases == (phases == 6)
    play = Position(edition=edition).start("score")
    play.do("pass")  # the capture is the only choice of a player without dice
    steps = [event[4] for event in play.happened("phase")]
    assert steps[:7] == [1, 2, 3, 4, 5, 6, 1]


@pytest.mark.rule("0.1")
@pytest.mark.parametrize(
    ("phase", "old", "new"),
    [("immediate", 2, 2), ("ready", 3, 2), ("attack", 4, 3), ("capture", 5, 4), ("clean-up", 6, 5)],
)
@pytest.mark.parametrize("edition", ALL)
def test_players_are_told_the_phase_as_their_book_counts(
    edition: str, phase: str, old: int, new: int
) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Quake Dragon@Q3|R")
        .ready(0, "Growth Charm@S", "Assistant@C1:1/2")
        .start(phase)
    )
    assert play.kind == phase
    seen = play.game.observe(0)
    assert (seen["phase"], seen["phases"]) == ((old, 6) if edition in OLD else (new, 5))


# --- spent dice ------------------------------------------------------------------------------


@pytest.mark.rule("0.1")
@pytest.mark.rule("3.7")
@pytest.mark.parametrize("edition", ALL)
def test_where_a_die_spent_for_quiddity_lies_until_the_turn_ends(edition: str) -> None:
    """2011: at once in the Used Pile. 2013 on: in the Spent Pile until the end of the turn."""
    play = (
        Position(edition=edition)
        .left("Basic Quiddity", 0)
        .left("Assistant", 0)
        .active(0, "Basic Quiddity@Q1", "Scavenging Goblin@C1:2/2")
        .ready(0, "Growth Charm@S")
        .ready(1, "Growth Charm@S")  # something to decide in the next turn
        .start("ready")
    )
    play.do("summon Scavenging Goblin")
    now, other = ("used", "spent") if edition in OLD else ("spent", "used")
    assert play.dice(0, now) == ["Basic Quiddity"]
    assert play.dice(0, other) == []
    assert play.pool == 0
    while play.game.active == 0:
        play.do("pass")
    assert play.dice(0, "spent") == []
    assert play.dice(0, "used") == ["Basic Quiddity"]


@pytest.mark.rule("0.1")
@pytest.mark.rule("3.4")
@pytest.mark.parametrize("edition", ALL)
def test_whether_a_spent_portal_can_be_drawn_by_its_own_draw(edition: str) -> None:
    """2011: it lies in the Used Pile, so a refill brings it back. 2013 on: it does not (3.4)."""
    play = (
        Position(edition=edition)
        .active(0, "Portal@W2")
        .bag(0, "Scavenging Goblin")
        .start("immediate")
    )
    play.rolls("Scavenging Goblin@C1:2/2", "Portal@Q1")
    play.do("draw Portal")
    if edition in OLD:
        assert play.faces(0, "active") == ["Portal@Q1", "Scavenging Goblin@C1:2/2"]
        assert play.dice(0, "used") == []
    else:
        assert play.faces(0, "active") == ["Scavenging Goblin@C1:2/2"]
        assert play.dice(0, "spent") == ["Portal"]


# --- ready and summon ------------------------------------------------------------------------


def summon_the_piper(edition: str, made_up: Catalog) -> Play:
    """The Piper is summoned and three dice are drawn and rolled in the ready-and-summon step."""
    play = (
        Position(edition=edition, catalog=made_up)
        .active(0, "Piper@C1:1/1", *["Basic Quiddity@Q1"] * 2)
        .bag(0, "Portal", "Growth Charm", "Scavenging Goblin", "Assistant", "Assistant")
        .start("ready")
    )
    play.draws("Portal", "Growth Charm", "Scavenging Goblin")
    play.rolls("Portal@W1", "Growth Charm@S", "Scavenging Goblin@C1:2/2")
    play.do("summon Piper")
    assert play.dice(0, "ready") == ["Piper"]
    assert play.dice(0, "bag") == ["Assistant", "Assistant"]
    return play


@pytest.mark.rule("0.1")
@pytest.mark.rule("5.4")
@pytest.mark.parametrize("edition", NEW)
def test_from_2013_on_a_summon_that_rolls_opens_everything_again(
    edition: str, made_up: Catalog
) -> None:
    play = summon_the_piper(edition, made_up)
    assert play.kind == "immediate"
    assert set(play.options) == {"draw Portal [W1] 1", "pass"}
    play.rolls("Assistant@R*")
    play.do("draw Portal")
    assert set(play.options) == {"use Assistant [R*]", "pass"}
    play.do("pass")
    assert play.kind == "ready"
    assert set(play.options) == {
        "spend Basic Quiddity [Q1] for 1 quiddity",
        "ready Growth Charm [S]",
        "summon Scavenging Goblin [C1:2/2] for 1",
        "pass",
    }
    play.do("ready Growth Charm", "summon Scavenging Goblin")
    assert play.dice(0, "ready") == ["Growth Charm", "Piper", "Scavenging Goblin"]


@pytest.mark.rule("0.1")
@pytest.mark.rule("5.4")
@pytest.mark.parametrize("edition", OLD)
def test_in_2011_a_summon_that_rolls_opens_nothing_again(edition: str, made_up: Catalog) -> None:
    """Ready and summon happen once, after all rolling: what is rolled later can only pay."""
    play = summon_the_piper(edition, made_up)
    assert play.kind == "ready"
    assert set(play.options) == {"spend Basic Quiddity [Q1] for 1 quiddity", "pass"}


@pytest.mark.rule("0.1")
@pytest.mark.rule("5.5")
@pytest.mark.parametrize("edition", ALL)
def test_a_die_rolled_by_a_summon_can_be_spent_for_quiddity_in_every_edition(
    edition: str, made_up: Catalog
) -> None:
    play = (
        Position(edition=edition, catalog=made_up)
        .active(0, "Piper@C1:1/1", "Basic Quiddity@Q1")
        .bag(0, "Basic Quiddity")
        .start("ready")
    )
    # In 2011 the die spent for the summons lies in the Used Pile and is drawn again as well.
    play.rolls("Basic Quiddity@Q2", "Basic Quiddity@Q1")
    play.do("summon Piper")
    assert "spend Basic Quiddity [Q2] for 2 quiddity" in play.options
    play.do("spend Basic Quiddity [Q2]")
    assert play.pool == 2


@pytest.mark.rule("0.1")
@pytest.mark.parametrize("edition", ALL)
def test_ready_and_summon_is_optional(edition: str) -> None:
    play = (
        Position(edition=edition)
        .active(0, "Basic Quiddity@Q1", "Scavenging Goblin@C1:2/2", "Growth Charm@S")
        .start("ready")
    )
    play.do("pass")
    assert play.kind == "capture"
    assert play.dice(0, "ready") == []


# --- attack ----------------------------------------------------------------------------------


def who_decides(edition: str) -> list[tuple[str, int]]:
    """An attack on three defenders, two of whom hold a reaction, in the order of decisions."""
    play = (
        Position(4, edition=edition)
        .ready(2, "Quake Dragon@C1:4/4", "Strong Deathdealer@C1:3/2")
        .ready(3, "Witching Hag@C2:4/5", "Ghostly Spirit@C2:3/3", "Life Spell@S")
        .ready(0, "Witching Hag@C2:4/5", "Ghostly Spirit@C2:3/3")
        .ready(1, "Witching Hag@C2:4/5", "Ghostly Spirit@C2:3/3", "Life Spell@S")
        .start("attack", active=2)
    )
    seen = []
    while play.kind in ("react", "defend"):
        seen.append((play.kind, play.seat))
        play.do("pass" if play.kind == "react" else "defend Witching Hag")
        if play.kind == "cull":  # the Strong Deathdealer scored
            play.do("pass")
    return seen


@pytest.mark.rule("0.1")
@pytest.mark.rule("6.2")
@pytest.mark.parametrize("edition", NEW)
def test_from_2013_on_everybody_protects_before_anybody_defends(edition: str) -> None:
    """All protection first, then defenders; clockwise from the attacker's left (seat 3)."""
    assert who_decides(edition) == [
        ("react", 3),
        ("react", 1),
        ("defend", 3),
        ("defend", 0),
        ("defend", 1),
    ]


@pytest.mark.rule("0.1")
@pytest.mark.rule("6.2")
@pytest.mark.parametrize("edition", OLD)
def test_in_2011_one_opponent_after_the_other_is_attacked(edition: str) -> None:
    """Each defense is finished, with its own window for reactions, before the next begins."""
    assert who_decides(edition) == [
        ("react", 3),
        ("react", 1),
        ("defend", 3),
        ("react", 3),
        ("react", 1),
        ("defend", 0),
        ("react", 3),
        ("react", 1),
        ("defend", 1),
    ]


@pytest.mark.rule("0.1")
@pytest.mark.rule("6.4")
@pytest.mark.parametrize("edition", ALL)
def test_a_creature_is_damaged_once_in_an_attack_in_every_edition(edition: str) -> None:
    """The 2011 books do not say so; the table of section 0 has us apply it there too."""
    play = (
        Position(edition=edition)
        .ready(0, "Quake Dragon@C3:8/7**")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Shaping Cantrip@S")
        .start("attack")
    )
    play.do("react Shaping Cantrip")
    # 8 against 4: 4 are left and would destroy it again, but it takes no more of this attack.
    assert play.dice(1, "ready") == ["Devotee of the Holy Query"]
    assert play.kind == "capture"
    assert len(play.happened("destroy")) == 1


# --- attach ----------------------------------------------------------------------------------


@pytest.mark.rule("0.1")
@pytest.mark.rule("10.2")
@pytest.mark.parametrize("edition", ALL)
def test_whose_creatures_a_spell_may_be_attached_to(edition: str) -> None:
    """2011: one's own Ready Area. 2013 on: any Ready Area."""
    play = (
        Position(3, edition=edition)
        .ready(0, "Victory Cantrip@S", "Witching Hag@C1:3/3", "Ghostly Spirit@C1:2/2")
        .ready(1, "Quake Dragon@C1:4/4")
        .ready(2, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("cast Victory Cantrip")
    own = [
        "attach Witching Hag [C1:3/3] in seat 0's ready",
        "attach Ghostly Spirit [C1:2/2] in seat 0's ready",
    ]
    others = [
        "attach Quake Dragon [C1:4/4] in seat 1's ready",
        "attach Assistant [C1:1/2] in seat 2's ready",
    ]
    assert play.options == (own if edition in OLD else own + others)


@pytest.mark.rule("0.1")
@pytest.mark.rule("15.6")
@pytest.mark.parametrize("edition", ALL)
def test_an_attach_spell_without_a_creature_in_reach_cannot_be_cast(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Victory Cantrip@S")
        .ready(1, "Quake Dragon@C1:4/4")
        .active(0, "Basic Quiddity@Q1")
        .start("ready")
    )
    assert ("cast Victory Cantrip [S]" in play.options) is (edition not in OLD)


# --- bursts ----------------------------------------------------------------------------------


@pytest.mark.rule("0.1")
@pytest.mark.rule("1.4")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("face", "bursts"), [("C1:1/1", 0), ("C1:1/1*", 1), ("C1:1/1**", 2)])
def test_what_a_double_burst_switches_on(
    edition: str, face: str, bursts: int, made_up: Catalog
) -> None:
    """Twin Star: one burst +2 attack and 1 quiddity when summoned, two bursts +3 defense."""
    play = (
        Position(edition=edition, catalog=made_up)
        .active(0, f"Twin Star@{face}", "Basic Quiddity@Q1", "Portal@Q1")
        .start("ready")
    )
    play.do("summon Twin Star")
    single = bursts == 1 or (bursts == 2 and edition == "original-it")
    assert play.attack(0, "Twin Star") == (3 if single else 1)
    assert play.pool == (1 if single else 0)
    assert play.defense(0, "Twin Star") == (4 if bursts == 2 else 1)


@pytest.mark.rule("0.1")
@pytest.mark.rule("1.4")
@pytest.mark.parametrize("edition", ALL)
def test_a_double_burst_death_charm_gives_five_in_every_edition(edition: str) -> None:
    """The Italian book has both abilities work, yet its own example says +5, not +8."""
    play = (
        Position(edition=edition)
        .ready(0, "Witching Hag@C1:3/3", "Growth Charm@S")
        .attached(0, "Death Charm@S**", 0, "Witching Hag")
        .start("ready")
    )
    assert (play.attack(0, "Witching Hag"), play.defense(0, "Witching Hag")) == (8, 8)


@pytest.mark.rule("0.1")
@pytest.mark.rule("1.4")
@pytest.mark.parametrize("edition", ALL)
def test_a_double_burst_strong_defender_draws_two_in_every_edition(edition: str) -> None:
    """The Italian book's other example: two dice instead of one, not three."""
    play = (
        Position(edition=edition)
        .ready(0, "Strong Defender of the Pale@C3:2/8**")
        .bag(0, *["Basic Quiddity"] * 12)
        .start("score")
    )
    assert set(play.options) == {"yes Strong Defender of the Pale draws", "no"}
    play.do("yes")
    assert play.kind == "cull"
    assert play.dice(0, "active") == ["Basic Quiddity"] * 2


# --- modules ---------------------------------------------------------------------------------


@pytest.mark.rule("0.2")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    "variants",
    [[], ["advanced_capture"], ["expert_culling"], ["advanced_capture", "expert_culling"]],
)
def test_rules_are_plain_values_that_come_back_the_same(edition: str, variants: list[str]) -> None:
    rules = Rules(players=3, edition=edition, variants=variants)
    written = json.loads(json.dumps(rules.to_dict()))
    assert Rules.from_dict(written) == rules
    assert written == {
        "players": 3,
        "edition": edition,
        "sets": ["base"],
        "variants": variants,
        "round_limit": 500,
        "goal": 15,
        "modules": [],
    }
    assert rules.captures == (2 if "advanced_capture" in variants else 1)
    assert rules.expert_culling == ("expert_culling" in variants)


@pytest.mark.rule("0.2")
def test_the_order_in_which_variants_are_named_does_not_matter() -> None:
    one = Rules(variants=["expert_culling", "advanced_capture"])
    other = Rules(variants=["advanced_capture", "expert_culling"])
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.rule("0.2")
@pytest.mark.parametrize("variants", [["advanced_capture"], ["expert_culling"]])
def test_one_variant_does_not_bring_the_other(variants: list[str]) -> None:
    rules = Rules(variants=variants)
    assert (rules.captures == 2) == (variants == ["advanced_capture"])
    assert rules.expert_culling == (variants == ["expert_culling"])


@pytest.mark.rule("0.2")
def test_both_variants_work_together_in_one_turn() -> None:
    """Score and give the die back, then capture two dice, the third is refused."""
    play = (
        Position(variants=["advanced_capture", "expert_culling"])
        .left("Basic Quiddity", 0)
        .ready(0, "Scavenging Goblin@C1:2/2")
        .bag(0, *["Basic Quiddity"] * 6)
        .ready(1, "Growth Charm@S")  # something to decide in the next turn
        .start("score")
    )
    assert play.kind == "score-or-keep"
    play.rolls(*["Basic Quiddity@Q1"] * 6)
    play.do("score Scavenging Goblin")
    assert play.glory == (2, 0)
    assert play.left("Scavenging Goblin") == 5
    play.do("capture Assistant")
    assert "capture Assistant for 1" in play.options
    play.do("capture Scavenging Goblin")
    assert play.game.active == 1  # no third capture, though 3 quiddity were left
    assert play.dice(0, "used") == ["Assistant", *["Basic Quiddity"] * 6, "Scavenging Goblin"]


@pytest.mark.rule("0.2")
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ({"sets": ["base", "quests"]}, "quests"),
        ({"sets": ["base", "light_vs_dark_rules"]}, "light_vs_dark_rules"),
        ({"sets": []}, "at least one set"),
        ({"sets": ["base", "base"]}, "twice"),
        ({"variants": ["expert_culling", "expert_culling"]}, "twice"),
    ],
)
def test_rules_that_contradict_themselves_are_refused(
    wrong: dict[str, list[str]], right: str
) -> None:
    with pytest.raises(RulesError, match=right):
        Rules(**wrong)  # type: ignore[arg-type]
