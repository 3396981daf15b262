"""The promotional cards: three Ghosts, an Imp that multiplies, a Key Master.

Faces: Spirit Q1 twice, Q2, C1:2/2 twice, C2:3/3; Imp Q1, Q2 twice, C1:1/1, C2:2/2*, C3:3/3**;
Lord of the Quarry Q1, Q2, C1:3/3 twice, C2:4/4*, C3:8/6.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position
from tests.cards.common import in_all_editions, in_new_editions, in_old_editions, settled

SETS = ["base", "quarmageddon", "promos"]
PAST, PRESENT, FUTURE = "Ghost of X-Mas Past", "Ghost of X-Mas Present", "Ghost of X-Mas Future"
IMP = "Multiplying Mischievous Imp"
MASTER = "Key Master Lord of the Quarry"
EYE = "Quaxos' Eye"


# --- Ghost of X-Mas Past ------------------------------------------------------------------------


@pytest.mark.ability("Ghost of X-Mas Past", 0)
@in_all_editions
def test_past_brings_back_another_creature_die(edition: str) -> None:
    """From the owner's Used Pile to the Active Pool; the Ghost itself goes to the Used Pile."""
    play = (
        Position(sets=SETS, edition=edition)
        .ready(0, "Witching Hag@C1:3/3")
        .used(0, "Quake Dragon")
        .ready(1, f"{PAST}@C1:2/2")
        .used(1, "Quake Dragon", "Assistant", "Portal", "Death Charm")
        .start("attack")
    )
    assert (play.seat, play.kind, play.decision.card) == (1, "effect", PAST)
    assert set(play.options) == {
        "fetch Quake Dragon in seat 1's used",
        "fetch Assistant in seat 1's used",  # it can be a creature; Portals and spells cannot
        "no",
    }
    play.do("fetch Quake Dragon")
    assert play.dice(1, "active") == ["Quake Dragon"]
    assert play.dice(1, "used") == ["Assistant", "Death Charm", PAST, "Portal"]
    assert play.dice(0, "used") == ["Quake Dragon"]
    assert settled(play)


@pytest.mark.ability("Ghost of X-Mas Past", 0)
@pytest.mark.rule("3.6")
def test_what_past_brings_back_is_rolled_on_top_of_six() -> None:
    """Seven dice in the owner's next turn."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, f"{PAST}@C1:2/2")
        .used(1, "Quake Dragon")
        .bag(1, *["Basic Quiddity"] * 6)
        .start("attack")
    )
    play.do("fetch Quake Dragon", "pass")
    assert play.seat == 1
    assert play.dice(1, "active") == ["Basic Quiddity"] * 6 + ["Quake Dragon"]


@pytest.mark.ability("Ghost of X-Mas Past", 0)
def test_past_need_not_bring_anything_back() -> None:
    """A "may" is a real no."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, PAST)
        .used(1, "Assistant")
        .start("attack")
    )
    play.do("no")
    assert play.dice(1, "active") == []
    assert play.dice(1, "used") == ["Assistant", PAST]


@pytest.mark.ability("Ghost of X-Mas Past", 0)
def test_past_cannot_bring_itself_back() -> None:
    """No other creature die: nothing is asked. A second Ghost's die would do."""
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, PAST)
        .used(1, "Portal")
        .start("attack")
    )
    assert play.kind == "capture"
    assert play.dice(1, "used") == [PAST, "Portal"]
    play = (
        Position(sets=SETS)
        .ready(0, "Witching Hag@C1:3/3")
        .ready(1, PAST)
        .used(1, PAST)
        .start("attack")
    )
    play.do(f"fetch {PAST}")
    assert (play.dice(1, "active"), play.dice(1, "used")) == ([PAST], [PAST])


@pytest.mark.ability("Ghost of X-Mas Past", 0)
def test_past_does_nothing_when_it_scores() -> None:
    """It has to be destroyed."""
    play = Position(sets=SETS).ready(0, PAST).used(0, "Assistant").start("score")
    assert (play.kind, play.glory) == ("cull", (2, 0))


# --- Ghost of X-Mas Present ---------------------------------------------------------------------


def _present(players: int = 2) -> Position:
    """Wilds with dice of cost 2, 3 and 4 beside the basics."""
    return Position(
        players,
        sets=[*SETS, "rise_of_the_demons"],
        wilds=["Scavenging Goblin", "Corrupted Deathdealer", "Mighty Warrior of the Quay"],
    ).ready(0, PRESENT)


def _offered(play: Play) -> set[str]:
    return {option.card for option in play.decision.options if option.card}


@pytest.mark.ability("Ghost of X-Mas Present", 0)
@pytest.mark.rule("7.2")
def test_present_gives_everybody_a_die() -> None:
    """Up to 3 for its owner, up to 2 for the others, clockwise; never Corrupted Quiddity."""
    play = _present(3).start("score")
    assert play.glory == (2, 0, 0)
    costs = {card.name: card.cost for card in play.state.setup.cards}
    for_owner = {name for name, cost in costs.items() if cost <= 3} - {"Corrupted Quiddity"}
    for_others = {name for name in for_owner if costs[name] <= 2}
    assert {"Corrupted Deathdealer", "Assistant"} <= for_owner
    assert "Scavenging Goblin" in for_others < for_owner
    assert (play.seat, play.kind, _offered(play)) == (0, "effect", for_owner)
    play.do("take Corrupted Deathdealer")
    assert (play.seat, _offered(play)) == (1, for_others)
    play.do("take Scavenging Goblin")
    assert (play.seat, _offered(play)) == (2, for_others)
    play.do("take Assistant")
    assert "Corrupted Deathdealer" in play.dice(0, "used")
    assert play.dice(1, "used") == ["Scavenging Goblin"]
    assert play.dice(2, "used") == ["Assistant"]
    assert (play.left("Corrupted Deathdealer"), play.left("Scavenging Goblin")) == (4, 4)
    assert (play.seat, play.kind) == (0, "cull")
    play.do("pass")
    assert settled(play)


@pytest.mark.ability("Ghost of X-Mas Present", 0)
def test_if_the_owner_declines_nobody_takes_anything() -> None:
    """The others may only if the owner did."""
    play = _present(3).start("score")
    play.do("no")
    assert (play.seat, play.kind) == (0, "cull")
    assert play.happened("capture") == []


@pytest.mark.ability("Ghost of X-Mas Present", 0)
def test_each_opponent_may_decline() -> None:
    """The next one is asked all the same."""
    play = _present(3).start("score")
    play.do("take Assistant", "no")
    assert play.seat == 2
    play.do("take Assistant")
    assert play.dice(1, "used") == []
    assert play.dice(2, "used") == ["Assistant"]
    assert play.left("Assistant") == 4 * 3


@pytest.mark.ability("Ghost of X-Mas Present", 0)
def test_the_capture_of_phase_four_is_still_there() -> None:
    """One capture besides."""
    play = _present().start("score")
    play.do("take Corrupted Deathdealer", "no", f"cull {PRESENT}")
    assert play.kind == "capture"
    play.do("capture Basic Quiddity")
    assert play.seat == 1


@pytest.mark.ability("Ghost of X-Mas Present", 0)
@pytest.mark.rule("7.3")
@pytest.mark.parametrize("taker", [0, 1])
def test_each_of_these_captures_can_end_the_game(taker: int) -> None:
    """Three creature cards are empty; the last Goblin is the fourth's."""
    play = (
        _present(3)
        .left("Scavenging Goblin", 1)
        .left("Mighty Warrior of the Quay", 0)
        .left(PRESENT, 0)
        .left("Corrupted Deathdealer", 1 if taker else 0)
        .start("score")
    )
    if taker:  # the owner empties the third card, the next player the fourth
        play.do("take Corrupted Deathdealer")
    assert not play.over
    play.do("take Scavenging Goblin")
    assert play.over


# --- Ghost of X-Mas Future ----------------------------------------------------------------------


@pytest.mark.ability("Ghost of X-Mas Future", 0)
def test_future_draws_two_more_and_puts_two_back_before_the_roll() -> None:
    """Eight are drawn, the player picks two of them, six are rolled."""
    play = (
        Position(sets=SETS)
        .ready(0, FUTURE)
        .bag(0, *["Basic Quiddity"] * 5, "Quake Dragon", "Assistant", "Portal", "Death Charm")
        .draws(*["Basic Quiddity"] * 5, "Quake Dragon", "Assistant", "Portal")
        .start("score")
    )
    assert play.glory == (2, 0)
    play.do(f"cull {FUTURE}")
    assert (play.seat, play.kind) == (0, "put-back")
    assert play.happened("roll") == []
    assert {option.card for option in play.decision.options} == {
        "Basic Quiddity", "Quake Dragon", "Assistant", "Portal",
    }  # fmt: skip
    play.rolls(*["Basic Quiddity@Q1"] * 4, "Quake Dragon@C1:4/4", "Portal@Q1")
    play.do("discard Assistant", "discard Basic Quiddity")
    assert play.dice(0, "bag") == ["Assistant", "Basic Quiddity", "Death Charm"]
    assert play.dice(0, "active") == ["Basic Quiddity"] * 4 + ["Portal", "Quake Dragon"]
    assert len(play.happened("roll")) == 6
    assert settled(play)


@pytest.mark.ability("Ghost of X-Mas Future", 0)
@pytest.mark.parametrize(("bag", "back"), [(5, 0), (6, 0), (7, 1), (8, 2), (9, 2)])
def test_only_what_exceeds_six_is_put_back(bag: int, back: int) -> None:
    """Dice alike leave nothing to choose."""
    play = Position(sets=SETS).ready(0, FUTURE).bag(0, *["Basic Quiddity"] * bag).start("score")
    play.do(f"cull {FUTURE}")
    assert len(play.dice(0, "active")) == min(bag, 6)
    assert len(play.dice(0, "bag")) == bag - min(bag, 6)
    assert len(play.happened("draw")) == min(bag, 6) + back


@pytest.mark.ability("Ghost of X-Mas Future", 0)
def test_several_add_up_and_waiting_dice_cannot_be_put_back() -> None:
    """Two Ghosts: ten are drawn and four go back; the Portal that waited stays."""
    play = (
        Position(sets=SETS)
        .ready(0, FUTURE, FUTURE)
        .active(0, "Portal")
        .bag(0, *["Basic Quiddity"] * 9, "Assistant")
        .start("score")
    )
    play.do(f"cull {FUTURE}", f"cull {FUTURE}")
    assert {option.card for option in play.decision.options} == {"Basic Quiddity", "Assistant"}
    play.do(*["discard Basic Quiddity"] * 4)
    assert play.dice(0, "active") == ["Assistant"] + ["Basic Quiddity"] * 5 + ["Portal"]
    assert play.dice(0, "bag") == ["Basic Quiddity"] * 4


@pytest.mark.ability("Ghost of X-Mas Future", 0)
def test_without_scoring_six_dice_are_drawn() -> None:
    """A Ghost destroyed before changes nothing, nor do other players draw more."""
    play = Position(sets=SETS).ready(0, FUTURE).bag(1, *["Basic Quiddity"] * 8).start("score")
    play.do(f"cull {FUTURE}", "pass")
    assert play.seat == 1
    assert len(play.dice(1, "active")) == 6
    assert len(play.happened("draw")) == 6


# --- Multiplying Mischievous Imp ----------------------------------------------------------------


def _imp(face: str, edition: str = "qultimate") -> Position:
    return Position(sets=SETS, edition=edition).active(
        0, f"{IMP}@{face}", *["Basic Quiddity@Q1"] * 7
    )


@pytest.mark.ability("Multiplying Mischievous Imp", 0)
@in_all_editions
def test_imp_on_one_burst_may_bring_another_into_the_used_pile(edition: str) -> None:
    """Free, and the capture of phase 4 is left."""
    play = _imp("C2:2/2*", edition).start("ready")
    play.do(f"summon {IMP}")
    assert play.options == [f"take {IMP} in the wilds", "no"]
    play.do(f"take {IMP}")
    assert IMP in play.dice(0, "used")
    assert play.left(IMP) == 3
    assert settled(play)
    assert play.kind == "capture"
    play.do(f"capture {IMP} for 3")
    assert play.left(IMP) == 2


@pytest.mark.ability("Multiplying Mischievous Imp", 0)
@pytest.mark.ability("Multiplying Mischievous Imp", 1)
@pytest.mark.parametrize("face", ["C2:2/2*", "C3:3/3**"])
def test_imp_need_not_multiply(face: str) -> None:
    """A "may" is a real no."""
    play = _imp(face).start("ready")
    play.do(f"summon {IMP}", "no")
    assert play.left(IMP) == 4
    assert play.dice(0, "used") == []


@pytest.mark.ability("Multiplying Mischievous Imp", 0)
@pytest.mark.ability("Multiplying Mischievous Imp", 1)
@pytest.mark.parametrize(("face", "left"), [("C1:1/1", 4), ("C2:2/2*", 0), ("C3:3/3**", 0)])
def test_imp_without_a_burst_or_a_die_left_stays_alone(face: str, left: int) -> None:
    """Nothing is asked."""
    play = _imp(face).left(IMP, left).active(0, "Assistant@C1:1/2").start("ready")
    play.do(f"summon {IMP}")
    assert play.kind == "ready"
    assert play.dice(0, "ready") == [IMP]
    assert play.left(IMP) == left


@pytest.mark.ability("Multiplying Mischievous Imp", 1)
@in_new_editions
def test_imp_on_two_bursts_rolls_the_new_one_which_may_multiply_again(edition: str) -> None:
    """The rolled Imp is summoned in its turn (5.4)."""
    play = _imp("C3:3/3**", edition).start("ready")
    play.do(f"summon {IMP}")
    play.rolls(f"{IMP}@C2:2/2*")
    play.do(f"take {IMP}")
    assert f"{IMP}@C2:2/2*" in play.faces(0, "active")
    assert play.left(IMP) == 3
    play.do(f"summon {IMP} [C2:2/2*] for 2", f"take {IMP}")
    assert play.dice(0, "ready") == [IMP, IMP]
    assert play.dice(0, "used") == [IMP]
    assert play.left(IMP) == 2
    assert settled(play)


@pytest.mark.ability("Multiplying Mischievous Imp", 1)
@in_old_editions
def test_in_2011_a_rolled_imp_can_only_be_spent(edition: str) -> None:
    """Ready and summon come once, after all rolling; two bursts bring one Imp, not two."""
    play = _imp("C3:3/3**", edition).start("ready")
    play.do(f"summon {IMP}")
    play.rolls(f"{IMP}@C1:1/1")
    play.do(f"take {IMP}")
    assert f"{IMP}@C1:1/1" in play.faces(0, "active")
    assert not [option for option in play.options if option.startswith("summon")]
    assert play.left(IMP) == 3
    assert settled(play)


@pytest.mark.ability("Multiplying Mischievous Imp", 0)
@pytest.mark.rule("7.3")
def test_the_last_imp_can_end_the_game() -> None:
    """Three creature cards are empty already."""
    play = (
        _imp("C2:2/2*")
        .left(IMP, 1)
        .left("Deathdealer", 0)
        .left("Quake Dragon", 0)
        .left("Witching Hag", 0)
        .start("ready")
    )
    play.do(f"summon {IMP}", f"take {IMP}")
    assert play.over


# --- Key Master Lord of the Quarry --------------------------------------------------------------


def _master(face: str, players: int = 2) -> Position:
    return Position(players, sets=[*SETS, "quest_of_the_qladiator"]).active(
        0, f"{MASTER}@{face}", *["Basic Quiddity@Q1"] * 4
    )


@pytest.mark.ability("Key Master Lord of the Quarry", 0)
@pytest.mark.rule("11.2")
@pytest.mark.parametrize("face", ["C1:3/3", "C3:8/6"])
def test_key_master_may_unlock_one_die(face: str) -> None:
    """Nothing is paid; an opponent's goes to the Used Pile, and no quiddity is gained."""
    play = _master(face, 3).locked(0, EYE).locked(1, EYE).start("ready")
    play.do(f"summon {MASTER}")
    assert {option.verb for option in play.decision.options} == {"unlock-die", "no"}
    assert len(play.options) == 3
    spent = len(play.dice(0, "spent"))
    play.do(next(text for text in play.options if "seat 1" in text))
    assert play.dice(1, "used") == [EYE]
    assert play.dice(1, "ready") == []
    assert EYE in play.dice(0, "ready")
    assert (play.pool, len(play.dice(0, "spent"))) == (0, spent)
    assert settled(play)


@pytest.mark.ability("Key Master Lord of the Quarry", 0)
@pytest.mark.rule("11.4")
def test_key_master_unlocks_what_cannot_be_bought_off() -> None:
    """Quaxos' Eye on its double burst; one's own goes to the Spent Pile. Or it is left."""
    locks = [face.notation for face in Position()._catalog.card(EYE).design.faces if face.lock]
    for answer in ("unlock-die", "no"):
        play = _master("C1:3/3").locked(0, f"{EYE}@{max(locks, key=len)}").start("ready")
        play.do(f"summon {MASTER}")
        play.do(answer)
        assert (EYE in play.dice(0, "spent")) == (answer == "unlock-die")
        assert (EYE in play.dice(0, "ready")) == (answer == "no")
        assert play.pool == 0


@pytest.mark.ability("Key Master Lord of the Quarry", 0)
@pytest.mark.parametrize("sets", [SETS, [*SETS, "quest_of_the_qladiator"]])
def test_key_master_gains_two_quiddity_if_nothing_is_locked(sets: list[str]) -> None:
    """Also in a game without locks."""
    play = (
        Position(sets=sets)
        .active(0, f"{MASTER}@C1:3/3", "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .start("ready")
    )
    play.do(f"summon {MASTER}")
    assert play.pool == 2
    assert play.dice(0, "ready") == [MASTER]
    assert settled(play)


@pytest.mark.ability("Key Master Lord of the Quarry", 1)
def test_key_master_on_its_burst_unlocks_any_number_for_a_quiddity_each() -> None:
    """One after the other until a no; the line replaces the one above."""
    play = _master("C2:4/4*", 3).locked(0, EYE).locked(1, EYE).locked(2, EYE).start("ready")
    play.do(f"summon {MASTER}")
    assert len(play.options) == 4
    play.do(next(text for text in play.options if "seat 0" in text))
    play.do(next(text for text in play.options if "seat 2" in text))
    assert play.pool == 2
    assert len(play.options) == 2
    play.do("no")
    assert EYE in play.dice(0, "spent")
    assert play.dice(1, "ready") == [EYE]
    assert (play.dice(1, "used"), play.dice(2, "used")) == ([], [EYE])
    assert settled(play)


@pytest.mark.ability("Key Master Lord of the Quarry", 1)
def test_key_master_on_its_burst_gains_nothing_if_nothing_is_locked() -> None:
    """Not the 2 quiddity of the other line."""
    play = _master("C2:4/4*").start("ready")
    play.do(f"summon {MASTER}")
    assert (play.kind, play.pool) == ("capture", 0)
    assert play.dice(0, "ready") == [MASTER]
