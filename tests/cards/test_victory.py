"""The four Victory cards: Glory that is carried, counted or simply gained."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.testing import Play, Position
from tests.cards.common import OLD, in_all_editions, in_new_editions, in_old_editions, pile, settled

# --- the die -----------------------------------------------------------------------------------


def test_a_victory_die_rerolls_itself_even_with_nothing_to_draw() -> None:
    """Both symbols without a line; the re-roll half works alone (1.3, 15.14)."""
    play = Position().active(0, "Victory Cantrip@R+W1").start("immediate")
    assert set(play.options) == {"re-roll Victory Cantrip [R+W1]", "pass"}
    play.rolls("Victory Cantrip@Q2").do("re-roll Victory Cantrip")
    assert play.faces(0, "active") == ["Victory Cantrip@Q2"]
    assert settled(play)


# --- Victory Cantrip ---------------------------------------------------------------------------


@pytest.mark.ability("Victory Cantrip", 0)
@in_all_editions
def test_a_creature_with_victory_cantrip_earns_two_more(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2")
        .attached(0, "Victory Cantrip", 0, "Scavenging Goblin")
        .start()
    )
    assert play.glory == (3 + 2 + 2, 0)
    assert [event[4] for event in play.happened("score")] == [3, 4]
    assert set(play.options) == {
        "cull Witching Hag", "cull Scavenging Goblin", "cull Victory Cantrip", "pass",
    }  # fmt: skip
    assert play.dice(0, "attached") == []


@pytest.mark.ability("Victory Cantrip", 0)
def test_victory_cantrip_merely_readied_earns_nothing() -> None:
    """Nothing can be attached in phase 1: it must have been attached before (4.5)."""
    play = Position().ready(0, "Witching Hag@C1:3/3", "Victory Cantrip").start()
    assert play.glory == (3, 0)
    assert set(play.options) == {"cull Witching Hag", "pass"}
    assert play.dice(0, "ready") == ["Victory Cantrip"]


@pytest.mark.ability("Victory Cantrip", 0)
def test_two_victory_cantrips_on_one_creature_add_up() -> None:
    play = (
        Position()
        .ready(0, "Scavenging Goblin@C1:2/2")
        .attached(0, "Victory Cantrip", 0, "Scavenging Goblin")
        .attached(0, "Victory Cantrip", 0, "Scavenging Goblin")
        .start()
    )
    assert play.glory == (6, 0)


@pytest.mark.ability("Victory Cantrip", 0)
@in_new_editions
def test_victory_cantrip_on_anothers_creature_earns_for_that_player(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Victory Cantrip")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    play.do("cast Victory Cantrip")
    assert play.dice(0, "attached") == ["Victory Cantrip"]
    play.do("pass")
    assert play.glory == (0, 4)
    assert play.dice(0, "used") == ["Victory Cantrip"]
    assert set(play.options) == {"cull Scavenging Goblin", "pass"}


@pytest.mark.ability("Victory Cantrip", 0)
@in_old_editions
def test_in_2011_victory_cantrip_goes_to_own_creatures_only(edition: str) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Victory Cantrip", "Witching Hag@C1:3/3")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("capture")
    )
    play.do("cast Victory Cantrip")  # one creature can carry it
    assert queries.carrier_of(play.state, play.die(0, "attached", "Victory Cantrip")) == play.die(
        0, "ready", "Witching Hag"
    )


@pytest.mark.ability("Victory Cantrip", 0)
def test_victory_cantrip_is_lost_with_its_carrier() -> None:
    play = (
        Position()
        .ready(0, "Deathdealer@C1:3/2")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .attached(1, "Victory Cantrip", 1, "Scavenging Goblin")
        .start("attack")
    )
    assert play.dice(1, "used") == ["Scavenging Goblin", "Victory Cantrip"]
    assert play.glory == (0, 0)


@pytest.mark.ability("Victory Cantrip", 0)
@pytest.mark.rule("9.1")
@pytest.mark.parametrize(("before", "over"), [(15, False), (16, True)])
def test_the_glory_of_victory_cantrip_may_win_the_game(before: int, over: bool) -> None:
    play = (
        Position()
        .ready(0, "Scavenging Goblin@C1:2/2")
        .attached(0, "Victory Cantrip", 0, "Scavenging Goblin")
        .glory(0, before)
        .start()
    )
    assert play.glory == (before + 4, 0)
    assert play.over is over


@pytest.mark.ability("Victory Cantrip", 0)
@in_all_editions
def test_victory_cantrip_counts_when_a_strong_deathdealer_scores_in_the_attack(
    edition: str,
) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Strong Deathdealer@C1:3/2")
        .attached(0, "Victory Cantrip", 0, "Strong Deathdealer")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert play.glory == (4, 0)
    assert set(play.options) == {"cull Strong Deathdealer", "cull Victory Cantrip", "pass"}


# --- Victory Charm -----------------------------------------------------------------------------


def scored(count: int, edition: str = "qultimate") -> Play:
    """A turn in which a number of Goblins have scored, with a Victory Charm ready."""
    play = (
        Position(3, edition=edition)
        .ready(0, "Victory Charm", *["Scavenging Goblin@C1:2/2"] * count)
        .bag(0, *["Basic Quiddity"] * 6)
        .start()
    )
    play.rolls(*["Basic Quiddity@Q1"] * 6).do("pass")  # no cull
    return play


@pytest.mark.ability("Victory Charm", 0)
@in_all_editions
@pytest.mark.parametrize("count", [2, 3, 4])
def test_victory_charm_gives_one_glory_for_each_of_two_or_more_scorers(
    edition: str, count: int
) -> None:
    play = scored(count, edition)
    assert set(play.options) == {"cast Victory Charm [S]", "pass"}  # fmt: skip
    play.do("cast Victory Charm")
    assert play.glory == (2 * count + count, 0, 0)
    assert play.dice(0, pile(edition)).count("Victory Charm") == 1
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Victory Charm", 0)
def test_victory_charm_cannot_be_cast_with_one_scorer_or_none() -> None:
    play = scored(1)
    assert play.kind != "ready"
    assert "cast Victory Charm [S]" not in play.options  # nor in phase 4
    assert play.glory == (2, 0, 0)
    play = Position().ready(0, "Victory Charm", "Scavenging Goblin").start("capture")
    assert set(play.options) == {"capture Basic Quiddity for 0", "pass"}


@pytest.mark.ability("Victory Charm", 0)
@in_all_editions
def test_victory_charm_counts_a_creature_that_scores_later_in_the_turn(edition: str) -> None:
    """Ruling; here the Strong Deathdealer in the attack makes it two."""
    play = (
        Position(edition=edition)
        .ready(0, "Victory Charm", "Scavenging Goblin@C1:2/2")
        .active(0, "Strong Deathdealer@C1:3/2")
        .bag(0, "Basic Quiddity")
        .ready(1, "Witching Hag@C1:3/3")
        .start()
    )
    play.draws("Basic Quiddity", "Scavenging Goblin")
    play.rolls("Strong Deathdealer@C1:3/2", "Basic Quiddity@Q1", "Scavenging Goblin@Q1")
    play.do("pass")
    assert "cast Victory Charm [S]" not in play.options
    play.do("summon Strong Deathdealer")
    assert play.glory == (4, 0)
    play.do("pass")  # the Deathdealer's cull
    assert "cast Victory Charm [S]" in play.options
    play.do("cast Victory Charm")
    assert play.glory == (6, 0)


@pytest.mark.ability("Victory Charm", 0)
@pytest.mark.rule("8.1")
def test_victory_charm_forgets_the_scorers_of_the_turn_before() -> None:
    play = scored(2)
    play.do(*["pass"] * 4)  # phases 2 to 4, and keep the spell
    assert (play.kind, play.seat) == ("capture", 1)
    play.draws(*["Basic Quiddity"] * 6).rolls(*["Basic Quiddity@Q1"] * 6)
    play.do("pass", "pass")  # seats 1 and 2 capture nothing
    assert (play.kind, play.seat) == ("capture", 0)
    assert "cast Victory Charm [S]" not in play.options
    assert play.dice(0, "ready") == ["Victory Charm"]
    assert settled(play)


@pytest.mark.ability("Victory Charm", 0)
@pytest.mark.rule("4.5")
def test_victory_charm_is_not_cast_in_phase_one() -> None:
    play = (
        Position()
        .ready(0, "Victory Charm", "Witching Hag@C1:3/3", "Scavenging Goblin@C1:2/2")
        .start()
    )
    assert set(play.options) == {"cull Witching Hag", "cull Scavenging Goblin", "pass"}


# --- Victory Incantation -----------------------------------------------------------------------


@pytest.mark.ability("Victory Incantation", 0)
@in_all_editions
@pytest.mark.parametrize("phase", ["ready", "attack", "capture"])
def test_victory_incantation_gives_three_glory_in_any_phase_after_the_first(
    edition: str, phase: str
) -> None:
    play = (
        Position(edition=edition)
        .ready(0, "Victory Incantation", "Scavenging Goblin@C1:2/2")
        .start(phase)
    )
    assert "cast Victory Incantation [S]" in play.options
    play.do("cast Victory Incantation")
    assert play.glory == (3, 0)
    assert play.dice(0, pile(edition)) == ["Victory Incantation"]
    assert play.kind == "capture"
    assert settled(play)


@pytest.mark.ability("Victory Incantation", 0)
@pytest.mark.rule("9.1")
@pytest.mark.parametrize(
    ("players", "before", "over"),
    [(2, 16, False), (2, 17, True), (3, 11, False), (3, 12, True), (4, 8, False), (4, 9, True)],
)
def test_glory_of_victory_incantation_may_end_the_game_at_once(
    players: int, before: int, over: bool
) -> None:
    play = Position(players).ready(0, "Victory Incantation").glory(0, before).start("capture")
    play.do("cast Victory Incantation")
    assert play.glory[0] == before + 3
    assert play.over is over
    if over:
        assert play.game.result is not None
        assert (play.game.result.winners, play.game.result.rule) == ((0,), "9.1")


@pytest.mark.ability("Victory Incantation", 0)
@pytest.mark.rule("4.5")
@pytest.mark.rule("10.1")
def test_victory_incantation_is_cast_neither_in_phase_one_nor_in_anothers_turn() -> None:
    play = (
        Position()
        .ready(0, "Victory Incantation", "Witching Hag@C1:3/3")
        .ready(1, "Victory Incantation", "Scavenging Goblin@C1:2/2")
        .bag(0, "Basic Quiddity")
        .start()
    )
    assert set(play.options) == {"cull Witching Hag", "pass"}
    play.rolls("?", "?").do("pass")
    assert (play.kind, play.seat) == ("ready", 0)
    play.do("pass", "pass")
    assert (play.kind, play.seat) == ("capture", 0)  # seat 1 was not asked for anything


@pytest.mark.ability("Victory Incantation", 0)
@in_all_editions
def test_victory_incantation_may_be_kept_for_a_later_turn(edition: str) -> None:
    play = Position(edition=edition).active(0, "Victory Incantation@S").start("ready")
    play.do("ready Victory Incantation", "pass", "pass", "pass")
    assert set(play.options) == {"retire Victory Incantation [S]", "pass"}
    play.do("pass", "pass")  # kept; seat 1 captures nothing
    assert (play.kind, play.seat) == ("cast" if edition in OLD else "ready", 0)
    play.do("cast Victory Incantation")
    assert play.glory == (3, 0)


# --- Victory Spell -----------------------------------------------------------------------------


@pytest.mark.ability("Victory Spell", 0)
@in_all_editions
def test_victory_spell_gives_one_glory_for_each_opponent_hit(edition: str) -> None:
    """At most 1 for each, however many creatures died; one who lost none does not count."""
    play = (
        Position(4, edition=edition)
        .ready(0, "Victory Spell", "Strong Quake Dragon@C2:6/6*")
        .ready(1, "Scavenging Goblin@C1:2/2", "Scavenging Goblin@C1:2/2")
        .ready(2, "Questing Wizard@C3:4/8**")
        .ready(3, "Witching Hag@C1:3/3")
        .start("ready")
    )
    assert play.kind == "capture"  # not offered before or in the attack: nobody had to be asked
    assert play.dice(1, "used") == ["Scavenging Goblin"] * 2
    assert "cast Victory Spell [S]" in play.options
    play.do("cast Victory Spell")
    assert play.glory == (2, 0, 0, 0)
    assert play.dice(0, pile(edition)) == ["Victory Spell"]
    assert settled(play)


@pytest.mark.ability("Victory Spell", 0)
@pytest.mark.parametrize("phase", ["ready", "attack"])
def test_victory_spell_is_not_cast_before_the_attack(phase: str) -> None:
    play = (
        Position()
        .ready(0, "Victory Spell", "Growth Charm", "Deathdealer@C1:3/2")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start(phase)
    )
    assert set(play.options) == {"cast Growth Charm [S]", "pass"}


@pytest.mark.ability("Victory Spell", 0)
def test_victory_spell_counts_no_creature_destroyed_by_a_spell() -> None:
    """Only the attack counts: the Death Incantation's victim does not."""
    play = (
        Position()
        .ready(0, "Victory Spell", "Death Incantation@S*", "Scavenging Goblin@C1:2/2")
        .ready(1, "Witching Hag@C1:3/3", "Defender of the Pale@C3:2/8**")
        .start("ready")
    )
    play.do("cast Death Incantation", "destroy Witching Hag")
    assert play.dice(1, "used") == ["Witching Hag"]
    assert play.kind == "capture"
    assert "cast Victory Spell [S]" not in play.options


@pytest.mark.ability("Victory Spell", 0)
@pytest.mark.rule("15.18")
@pytest.mark.parametrize("answer", ["react Shaping Cantrip", "pass"])
def test_victory_spell_counts_a_creature_that_was_destroyed_and_saved(answer: str) -> None:
    """What counts is the destruction, not where the die ended up."""
    play = (
        Position()
        .ready(0, "Victory Spell", "Deathdealer@C1:3/2")
        .ready(1, "Shaping Cantrip", "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do(answer)
    play.do("cast Victory Spell")
    assert play.glory == (1, 0)


@pytest.mark.ability("Victory Spell", 0)
def test_victory_spell_counts_what_the_quake_dragon_burns_in_the_attack() -> None:
    play = (
        Position()
        .ready(0, "Victory Spell", "Quake Dragon@C1:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2", "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    assert play.dice(1, "used") == ["Scavenging Goblin"]
    play.do("cast Victory Spell")
    assert play.glory == (1, 0)


@pytest.mark.ability("Victory Spell", 0)
@pytest.mark.rule("8.1")
def test_victory_spell_forgets_the_attack_of_the_turn_before() -> None:
    play = (
        Position()
        .ready(0, "Victory Spell", "Strong Quake Dragon@C1:4/4")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    assert "cast Victory Spell [S]" in play.options
    play.rolls("Scavenging Goblin@Q1").do("pass", "pass")  # captures nothing, keeps the spell
    assert (play.kind, play.seat) == ("capture", 1)
    play.do("pass")
    assert (play.kind, play.seat) == ("cull", 0)
    play.rolls("Strong Quake Dragon@Q1").do("pass")
    assert (play.kind, play.seat) == ("capture", 0)
    assert "cast Victory Spell [S]" not in play.options
    assert play.dice(0, "ready") == ["Victory Spell"]
    assert settled(play)


@pytest.mark.ability("Victory Spell", 0)
@pytest.mark.rule("9.1")
def test_victory_spell_may_win_the_game() -> None:
    play = (
        Position(3)
        .ready(0, "Victory Spell", "Deathdealer@C1:3/2")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .ready(2, "Scavenging Goblin@C1:2/2")
        .glory(0, 13)
        .start("attack")
    )
    play.do("cast Victory Spell")
    assert play.glory == (15, 0, 0)
    assert play.over
