"""Section 11: locking, what a locked creature is, and the three ways to unlock it."""

from __future__ import annotations

import pytest

from quarriors.engine import queries
from quarriors.engine.catalog import Catalog
from quarriors.testing import Play, Position

OLD = ["original", "original-it"]
EDITIONS = [*OLD, "revised", "qultimate"]
in_all_editions = pytest.mark.parametrize("edition", EDITIONS)


def spent_pile(edition: str) -> str:
    """Where a die goes that is unlocked in its owner's turn; 2011 knows no Spent Pile (3.7)."""
    return "used" if edition in OLD else "spent"


def locks(play: Play) -> list[str]:
    return [text for text in play.options if text.startswith(("lock", "unlock"))]


# --- 11.1: locking ---------------------------------------------------------------------------


@pytest.mark.rule("11.1")
@in_all_editions
def test_a_lock_may_be_locked_in_phase_2_for_nothing(edition: str, made_up: Catalog) -> None:
    play = (
        Position(edition=edition, catalog=made_up)
        .active(0, "Padlock@K", "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q1")
        .start("ready")
    )
    assert "lock Padlock [K] with seat 0" in play.options
    play.do("lock Padlock")
    assert play.dice(0, "ready") == ["Padlock"]  # the Locked Area is part of the Ready Area
    assert play.pool == 0
    assert play.dice(0, "active") == ["Basic Quiddity", "Scavenging Goblin"]
    assert not play.happened("summon")
    assert play.kind == "ready"  # phase 2 goes on


@pytest.mark.rule("11.1")
def test_locking_is_not_summoning(made_up: Catalog) -> None:
    """An opponent's Frost Howler or Defender makes summons dearer, never a lock."""
    play = (
        Position(catalog=made_up)
        .ready(1, "Mighty Defender of the Pale@C1:1/5*")
        .active(0, "Padlock@K", "Padlock@C1:2/2", *["Basic Quiddity@Q1"] * 4)
        .start("ready")
    )
    assert "lock Padlock [K] with seat 0" in play.options
    (summon,) = [text for text in play.options if text.startswith("summon")]
    assert summon != "summon Padlock [C1:2/2] for 1"
    play.do("lock Padlock")
    assert play.dice(0, "spent") == []


@pytest.mark.rule("11.1")
@in_all_editions
def test_one_lock_a_turn(edition: str, made_up: Catalog) -> None:
    play = (
        Position(edition=edition, catalog=made_up)
        .active(0, "Padlock@K", "Fetter@K", "Basic Quiddity@Q1", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    assert locks(play) == ["lock Padlock [K] with seat 0", "lock Fetter [K] with seat 0"]
    play.do("lock Fetter")
    assert locks(play) == []
    play.do("pass")
    assert play.dice(0, "ready") == ["Fetter"]
    assert play.dice(0, "active") == ["Basic Quiddity", "Padlock", "Scavenging Goblin"]


@pytest.mark.rule("11.1")
def test_nobody_leaves_phase_2_with_locks_and_none_locked(made_up: Catalog) -> None:
    """Which one is the player's choice; everything else may still be done before."""
    play = (
        Position(catalog=made_up)
        .active(0, "Padlock@K", "Fetter@K", "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .start("ready")
    )
    assert "pass" not in play.options
    play.do("summon Assistant")
    assert set(play.options) == {"lock Padlock [K] with seat 0", "lock Fetter [K] with seat 0"}
    play.do("lock Padlock")
    assert play.kind == "capture"  # nothing is left to do in phase 2


@pytest.mark.rule("11.1")
def test_the_only_lock_is_locked_without_a_question_if_nothing_else_can_be_done(
    made_up: Catalog,
) -> None:
    play = (
        Position(catalog=made_up)
        .locked(0, "Fetter")
        .active(0, "Padlock@K", "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    assert play.kind == "capture"
    assert play.dice(0, "ready") == ["Padlock"]
    assert play.dice(0, "spent") == ["Fetter"]  # though it had a good lock already


@pytest.mark.rule("11.1")
def test_other_faces_of_the_die_are_what_they_are(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .active(0, "Padlock@Q2", "Padlock@C2:3/3", "Padlock@Q1")
        .start("ready")
    )
    assert set(play.options) == {"summon Padlock [C2:3/3] for 2", "pass"}


@pytest.mark.rule("11.1")
@pytest.mark.rule("8.1")
def test_a_locked_die_stays_locked_turn_after_turn(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .active(0, "Padlock@K", "Basic Quiddity@Q1")
        .ready(1, "Growth Charm@S")
        .start("ready")
    )
    play.do("pass")  # the only lock is locked without a question
    assert play.game.active == 1
    assert play.faces(0, "ready") == ["Padlock@K"]
    assert play.dice(0, "used") == ["Basic Quiddity"]
    while play.game.active == 1:
        play.do("pass")
    assert play.faces(0, "ready") == ["Padlock@K"]
    assert play.glory == (0, 0)


# --- 11.2: one at a time ---------------------------------------------------------------------


@pytest.mark.rule("11.2")
@in_all_editions
def test_a_new_lock_unlocks_the_old_one_into_the_spent_pile(edition: str, made_up: Catalog) -> None:
    play = (
        Position(edition=edition, catalog=made_up)
        .locked(0, "Fetter")
        .active(0, "Padlock@K", "Basic Quiddity@Q1")
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("lock Padlock")
    assert play.dice(0, "ready") == ["Padlock"]
    assert play.dice(0, spent_pile(edition)) == ["Fetter"]
    assert not play.happened("destroy")
    assert len(play.happened("unlock")) == 1


@pytest.mark.rule("11.2")
def test_the_effects_of_a_lock_last_until_it_is_unlocked(made_up: Catalog) -> None:
    """Fetter: opponents pay 2 more for a summons while it is locked, and not a moment longer."""
    play = (
        Position(catalog=made_up)
        .locked(1, "Fetter")
        .active(0, "Scavenging Goblin@C1:2/2", *["Basic Quiddity@Q1"] * 5)
        .start("ready")
    )
    assert "summon Scavenging Goblin [C1:2/2] for 3" in play.options
    play.do("unlock Fetter")
    assert "summon Scavenging Goblin [C1:2/2] for 1" in play.options
    assert play.dice(1, "used") == ["Fetter"]


@pytest.mark.rule("11.2")
def test_what_happened_before_it_was_unlocked_stays_done(made_up: Catalog) -> None:
    """Locking a Fetter gains 1 quiddity at once; replacing another one takes nothing back."""
    play = (
        Position(catalog=made_up)
        .active(0, "Fetter@K", "Basic Quiddity@Q1")
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("lock Fetter")
    assert play.pool == 1
    play = (
        Position(catalog=made_up)
        .locked(0, "Fetter")
        .active(0, "Padlock@K")
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    assert play.pool == 0  # it was locked in an earlier turn, and unlocking it gains nothing
    assert play.dice(0, "spent") == ["Fetter"]


@pytest.mark.rule("11.2")
def test_unlocking_is_not_destroying_so_life_charm_does_not_help(made_up: Catalog) -> None:
    """The book's own answer: Life Charm would put a destroyed creature into the Active Pool."""
    play = (
        Position(catalog=made_up)
        .locked(1, "Padlock")
        .ready(1, "Life Charm@S")
        .ready(0, "Hammer@S")
        .active(0, "Basic Quiddity@Q2")
        .start("ready")
    )
    play.do("unlock Padlock")
    assert play.seat == 0  # no window in which seat 1 could react
    assert play.dice(1, "used") == ["Padlock"]
    assert play.dice(1, "active") == []


# --- 11.3: what a locked creature is -----------------------------------------------------------


@pytest.mark.rule("11.3")
def test_a_locked_creature_has_level_attack_and_defense_0(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .locked(0, "Padlock")
        .ready(0, "Warrior of the Quay@C1:2/3", "Growth Charm@S")
        .start("ready")
    )
    die = play.die(0, "ready", "Padlock")
    assert queries.level(play.state, die) == 0
    assert play.attack(0, "Padlock") == 0
    assert int(queries.defense(play.state, die)) == 0


@pytest.mark.rule("11.3")
@pytest.mark.rule("4.1")
def test_a_locked_creature_does_not_score(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .locked(0, "Padlock")
        .ready(0, "Scavenging Goblin@C1:2/2")
        .start("score")
    )
    assert play.glory == (2, 0)  # the Goblin alone
    assert set(play.options) == {"cull Scavenging Goblin", "pass"}  # one scorer, one cull
    assert play.dice(0, "ready") == ["Padlock"]


@pytest.mark.rule("11.3")
@in_all_editions
def test_a_locked_creature_neither_attacks_nor_defends(edition: str, made_up: Catalog) -> None:
    play = (
        Position(3, edition=edition, catalog=made_up)
        .locked(0, "Padlock")
        .ready(0, "Scavenging Goblin@C1:2/2")
        .locked(1, "Fetter")
        .ready(2, "Assistant@C1:1/2")
        .start("attack")
    )
    totals = {event[4]: event[5] for event in play.happened("total")}
    assert totals == {2: 2}  # nobody attacks seat 1, who has only a locked die
    assert play.dice(1, "ready") == ["Fetter"]
    assert play.dice(2, "used") == ["Assistant"]


@pytest.mark.rule("11.3")
def test_a_locked_creature_alone_makes_no_attack(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up).locked(0, "Padlock").ready(1, "Assistant@C1:1/2").start("attack")
    )
    assert play.kind == "capture"
    assert not play.happened("total")


@pytest.mark.rule("11.3")
def test_a_locked_creature_cannot_take_damage_for_others(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .ready(0, "Quake Dragon@C1:4/4")
        .locked(1, "Padlock")
        .ready(1, "Witching Hag@C1:3/3")
        .start("attack")
    )
    assert play.dice(1, "ready") == ["Padlock"]  # 4 against 3, the 1 left over is lost
    assert play.dice(1, "used") == ["Witching Hag"]


@pytest.mark.rule("11.3")
@pytest.mark.rule("11.4")
@pytest.mark.parametrize("spell", ["Death Incantation@S**", "Death Spell@S*"])
def test_spells_that_destroy_by_level_or_defense_reach_it(spell: str, made_up: Catalog) -> None:
    """The book names both: whatever level, or any defense below 6."""
    name = spell.partition("@")[0]
    play = (
        Position(catalog=made_up)
        .ready(0, spell)
        .locked(1, "Padlock")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    play.do(f"cast {name}")
    assert [text for text in play.options if "Padlock" in text]
    (reach,) = [text for text in play.options if "Padlock" in text]
    play.do(reach)
    assert play.dice(1, "used") == ["Padlock"]
    assert not play.happened("destroy")  # unlocked, not destroyed
    assert len(play.happened("unlock")) == 1


@pytest.mark.rule("11.3")
@pytest.mark.rule("10.2")
def test_spells_can_be_attached_to_it_and_leave_with_it(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .ready(0, "Death Charm@S*")
        .locked(1, "Padlock")
        .active(0, "Basic Quiddity@Q2")
        .start("ready")
    )
    play.do("cast Death Charm")
    assert play.dice(0, "attached") == ["Death Charm"]
    play.do("unlock Padlock")
    assert play.dice(0, "used") == ["Death Charm"]
    assert play.dice(1, "used") == ["Padlock"]


@pytest.mark.rule("11.3")
def test_turned_to_a_creature_face_it_joins_the_others_and_is_not_unlocked(
    made_up: Catalog,
) -> None:
    play = (
        Position(catalog=made_up)
        .ready(0, "Lever@S")
        .locked(0, "Padlock")
        .ready(1, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("cast Lever")
    assert play.faces(0, "ready") == ["Padlock@C1:2/2"]
    assert not play.happened("unlock")
    assert [event[5] for event in play.happened("total")] == [2]  # and attacks at once
    assert play.dice(1, "used") == ["Assistant"]


@pytest.mark.rule("11.3")
def test_a_locked_creature_turned_leaves_room_for_another_lock(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .ready(0, "Lever@S")
        .locked(0, "Padlock")
        .active(0, "Fetter@K")
        .start("ready")
    )
    play.do("cast Lever")  # then the lock that cannot be avoided
    assert play.faces(0, "ready") == ["Fetter@K", "Padlock@C1:2/2"]
    assert not play.happened("unlock")


# --- 11.4: three ways to unlock ------------------------------------------------------------------


@pytest.mark.rule("11.4")
@pytest.mark.rule("5.6")
@pytest.mark.parametrize("phase", ["ready", "capture"])
@in_all_editions
def test_anybody_may_pay_2_in_their_own_turn(phase: str, edition: str, made_up: Catalog) -> None:
    play = (
        Position(3, edition=edition, catalog=made_up)
        .locked(1, "Padlock")
        .locked(2, "Fetter")
        .active(0, *["Basic Quiddity@Q1"] * 3)
        .start(phase)
    )
    assert locks(play) == ["unlock Padlock [K] with seat 1", "unlock Fetter [K] with seat 2"]
    play.do("unlock Padlock")
    assert play.dice(1, "used") == ["Padlock"]  # not its owner's turn
    assert play.dice(1, "spent") == []
    assert play.dice(0, spent_pile(edition)) == ["Basic Quiddity"] * 2
    assert locks(play) == []  # 1 quiddity is left


@pytest.mark.rule("11.4")
@in_all_editions
def test_ones_own_lock_of_an_earlier_turn_can_be_bought_off(edition: str, made_up: Catalog) -> None:
    play = (
        Position(edition=edition, catalog=made_up)
        .locked(0, "Padlock")
        .active(0, "Basic Quiddity@Q2")
        .start("ready")
    )
    play.do("unlock Padlock")
    assert play.dice(0, "ready") == []
    assert "Padlock" in play.dice(0, spent_pile(edition))


@pytest.mark.rule("11.4")
def test_one_quiddity_unlocks_nothing(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up).locked(1, "Padlock").active(0, "Basic Quiddity@Q1").start("ready")
    )
    assert locks(play) == []


@pytest.mark.rule("11.4")
def test_what_was_locked_this_turn_cannot_be_bought_off_before_the_next(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .active(0, "Padlock@K", "Basic Quiddity@Q2")
        .bag(1, *["Basic Quiddity"] * 6)
        .active(0, "Assistant@C1:1/2")
        .start("ready")
    )
    play.rolls(*["Basic Quiddity@Q1"] * 6)
    play.do("lock Padlock")
    assert locks(play) == []
    play.do("pass")
    assert play.kind == "capture"
    assert locks(play) == []
    play.do("pass")
    assert play.game.active == 1
    assert locks(play) == ["unlock Padlock [K] with seat 0"]


@pytest.mark.rule("11.4")
def test_a_spell_that_destroys_it_unlocks_it_in_its_owners_turn_too(made_up: Catalog) -> None:
    """Hammer on one's own lock: to the Spent Pile, since it is the owner's turn."""
    play = Position(catalog=made_up).ready(0, "Hammer@S").locked(0, "Padlock").start("ready")
    play.do("cast Hammer")
    assert play.dice(0, "spent") == ["Hammer", "Padlock"]
    assert not play.happened("destroy")


@pytest.mark.rule("11.4")
@pytest.mark.parametrize(("face", "free"), [("K", True), ("K**", False)])
def test_nobody_buys_off_quaxos_eye_on_two_bursts(face: str, free: bool) -> None:
    play = (
        Position(sets=["base", "quest_of_the_qladiator"])
        .locked(0, f"Quaxos' Eye@{face}")
        .active(0, *["Basic Quiddity@Q2"] * 2)
        .start("ready")
    )
    assert bool(locks(play)) == free


@pytest.mark.rule("11.4")
def test_a_new_lock_or_a_spell_takes_away_even_quaxos_eye_on_two_bursts(made_up: Catalog) -> None:
    position = Position(catalog=made_up, sets=["base", "quest_of_the_qladiator"])
    play = position.locked(0, "Quaxos' Eye@K**").active(0, "Padlock@K").start("ready")
    assert play.dice(0, "spent") == ["Quaxos' Eye"]
    position = Position(catalog=made_up, sets=["base", "quest_of_the_qladiator"])
    play = position.locked(0, "Quaxos' Eye@K**").ready(0, "Hammer@S").start("ready")
    play.do("cast Hammer")
    assert play.dice(0, "spent") == ["Hammer", "Quaxos' Eye"]


# --- 11.5: with another player --------------------------------------------------------------------


@pytest.mark.rule("11.5")
def test_some_dice_may_be_locked_with_another_player_whose_they_are_then(
    made_up: Catalog,
) -> None:
    play = (
        Position(3, catalog=made_up)
        .active(0, "Manacle@K", "Basic Quiddity@Q1")
        .locked(1, "Padlock")
        .start("ready")
    )
    assert locks(play) == [
        "lock Manacle [K] with seat 0",
        "lock Manacle [K] with seat 1",
        "lock Manacle [K] with seat 2",
    ]
    play.do("lock Manacle [K] with seat 1")
    assert play.dice(1, "ready") == ["Manacle"]
    assert play.dice(1, "used") == ["Padlock"]  # unlocked, and it is not its owner's turn
    assert play.dice(0, "ready") == []


@pytest.mark.rule("11.5")
def test_locking_elsewhere_does_not_use_up_ones_own_lock(made_up: Catalog) -> None:
    play = (
        Position(3, catalog=made_up)
        .active(0, *["Manacle@K"] * 3, "Padlock@K", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("lock Manacle [K] with seat 1", "lock Manacle [K] with seat 2")
    assert "lock Manacle [K] with seat 0" in play.options
    play.do("lock Padlock")
    assert locks(play) == ["lock Manacle [K] with seat 1", "lock Manacle [K] with seat 2"]
    assert "pass" in play.options
    play.do("lock Manacle [K] with seat 2")
    assert play.dice(0, "ready") == ["Padlock"]
    assert play.dice(1, "ready") == ["Manacle"]
    assert play.dice(2, "ready") == ["Manacle"]
    assert play.dice(2, "used") == ["Manacle"]


@pytest.mark.rule("11.5")
@pytest.mark.rule("11.1")
def test_locked_elsewhere_it_no_longer_has_to_be_locked_at_home(made_up: Catalog) -> None:
    play = Position(catalog=made_up).active(0, "Manacle@K", "Basic Quiddity@Q1").start("ready")
    assert "pass" not in play.options
    play.do("lock Manacle [K] with seat 1")
    assert "pass" in play.options


@pytest.mark.rule("11.5")
@pytest.mark.rule("11.2")
def test_unlocked_it_goes_to_the_piles_of_its_new_owner(made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .active(0, "Manacle@K", "Basic Quiddity@Q1")
        .bag(1, *["Basic Quiddity"] * 6)
        .start("ready")
    )
    play.rolls(*["Basic Quiddity@Q1"] * 6)
    play.do("lock Manacle [K] with seat 1", "pass")
    assert play.game.active == 1
    play.do("unlock Manacle")
    assert "Manacle" in play.dice(1, "spent")


@pytest.mark.rule("11.5")
def test_quaxos_eye_may_be_placed_with_another_player() -> None:
    play = (
        Position(3, sets=["base", "quest_of_the_qladiator"])
        .active(0, "Quaxos' Eye@K", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("lock Quaxos' Eye [K] with seat 2")
    assert play.dice(2, "ready") == ["Quaxos' Eye"]


# --- 11.6 and 11.7 --------------------------------------------------------------------------------


@pytest.mark.rule("11.6")
def test_dice_drawn_for_one_effect_are_drawn_at_one_time(made_up: Catalog) -> None:
    """Tally gains a Glory each time anybody draws: six dice once, a Portal's two once more."""
    play = (
        Position(catalog=made_up)
        .locked(1, "Tally")
        .bag(0, "Portal", *["Basic Quiddity"] * 9)
        .draws("Portal")
        .rolls("Portal@W2")
        .start("score")
    )
    assert play.glory == (0, 1)
    assert len(play.dice(0, "active")) == 6
    play.do("draw Portal")
    assert play.glory == (0, 2)
    assert len(play.happened("draw")) == 8


@pytest.mark.rule("11.6")
def test_a_draw_that_finds_nothing_is_no_draw(made_up: Catalog) -> None:
    play = Position(catalog=made_up).locked(1, "Tally").start("score")
    assert play.glory == (0, 0)


@pytest.mark.rule("11.7")
@pytest.mark.parametrize(("glory", "can"), [(0, False), (1, True), (2, True)])
def test_glory_must_be_there_to_be_paid(glory: int, can: bool) -> None:
    """Locked, Strong Quake Dragon Mystic sells a capture for 1 Glory in phase 4."""
    play = (
        Position(sets=["base", "quest_of_the_qladiator"])
        .locked(0, "Strong Quake Dragon Mystic@K")
        .glory(0, glory)
        .active(0, *["Basic Quiddity@Q1"] * 2)
        .start("capture")
    )
    offers = [text for text in play.options if text.startswith("switch")]
    assert bool(offers) == can
    if can:
        play.do(*offers)
        assert play.glory == (glory - 1, 0)
        play.do("capture Assistant", "capture Assistant")
        assert play.dice(0, "used").count("Assistant") == 2


@pytest.mark.rule("11.7")
@pytest.mark.parametrize(("quiddity", "can"), [(1, False), (2, True)])
def test_quiddity_must_be_there_to_be_paid(quiddity: int, can: bool) -> None:
    """Challenging a quest that a Strong Manxome Minotaur is on costs 2 quiddity."""
    play = (
        Position(sets=["base", "quartifacts"])
        .quest(1, "Hunt for Exqualibur", "Strong Manxome Minotaur@C1:5/3")
        .ready(0, "Scavenging Goblin@C1:2/2")
        .active(0, *["Basic Quiddity@Q1"] * quiddity)
        .start("attack")
    )
    assert (play.kind == "quest") == can
    if can:
        assert play.options == ["quest Hunt for Exqualibur against seat 1 for 2", "pass"]
