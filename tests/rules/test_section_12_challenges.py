"""Section 12.7: a battle has its own creatures, and a challenge is fought at once.

What both sides see, whom effects reach, when the destroyed leave, and when Glory comes (15.21).
"""

from __future__ import annotations

import pytest

from quarriors.engine.catalog import Catalog
from quarriors.engine.core import advance
from quarriors.engine.frames import push_destruction
from quarriors.testing import Play, Position
from tests.cards.common import settled

HUNT = "Hunt for Exqualibur"
SETS = ["base", "quarmageddon", "quartifacts"]
LIGHT = ["base", "light_vs_dark", "quartifacts"]
DEVOTEE = "Mighty Devotee of the Holy Query"
WIZARD = "Questing Wizard"


def challenge(position: Position) -> Play:
    """Seat 0 sends everybody that can go against seat 1, who is on the quest."""
    play = position.start("attack")
    while play.kind == "attack":
        play.do("pass")
    play.do(next(text for text in play.options if " against seat 1" in text))
    while play.kind == "party":
        play.do(play.options[0])
    return play


def totals(play: Play) -> dict[int, int]:
    """The total against each seat, as it was told last."""
    return {event[4]: event[5] for event in play.happened("total")}


def fallen(play: Play) -> list[str]:
    """Who was destroyed so far, in that order."""
    s = play.state
    return [s.setup.cards[s.setup.slot[event[3]]].name for event in play.happened("destroy")]


# --- whom a battle reaches ----------------------------------------------------------------------


@pytest.mark.rule("12.7")
@pytest.mark.rule("15.21")
def test_a_challenging_quake_dragon_reaches_the_party_and_nobody_at_home() -> None:
    """Point 1: 1 Glory for the Goblin on the quest; the Goblin at home stays."""
    play = challenge(
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C2:6/6*")
        .quest(1, HUNT, "Scavenging Goblin@C1:2/2", f"{WIZARD}@C3:4/8**")
        .ready(1, "Scavenging Goblin@C1:2/2")
    )
    assert fallen(play) == ["Scavenging Goblin", "Quake Dragon"]
    assert play.dice(1, "ready") == ["Scavenging Goblin"]
    assert play.dice(1, "quest") == [WIZARD]
    assert play.glory == (1, 0)
    # What is destroyed before defenders are chosen has attacked as well: 2 + 4 against 6.
    assert totals(play) == {1: 6, 0: 6}
    assert play.dice(0, "used") == ["Quake Dragon"]


@pytest.mark.rule("12.7")
def test_an_attacking_quake_dragon_reaches_nobody_on_a_quest() -> None:
    play = (
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C2:6/6*")
        .quest(1, HUNT, "Scavenging Goblin@C1:2/2")
        .ready(1, "Scavenging Goblin@C1:2/2", f"{WIZARD}@C3:4/8**")
        .start("attack")
    )
    play.do("pass")
    assert play.dice(1, "quest") == ["Scavenging Goblin"]
    assert play.dice(1, "ready") == [WIZARD]


@pytest.mark.rule("12.7")
@pytest.mark.parametrize("side", [0, 1])
def test_lesser_archangels_smite_and_bonus_look_at_the_party(side: int) -> None:
    """Points 1 and 3: Dark creatures of the challenge, whichever side the Archangel is on."""
    angel, cat = "Lesser Archangel@C2:5/7*", "Black Cat@C1:2/2"
    position = Position(sets=LIGHT)
    position = position.ready(0, angel) if side == 0 else position.quest(1, HUNT, angel)
    foes = [cat, f"{WIZARD}@C3:4/8**"]
    position = position.quest(1, HUNT, *foes) if side == 0 else position.ready(0, *foes)
    play = challenge(position)
    assert "Black Cat" in fallen(play)
    assert totals(play) == {1 - side: 7, side: 6}


@pytest.mark.rule("12.7")
@pytest.mark.ability("Lesser Archangel", 0)
def test_a_dark_creature_at_home_gives_no_bonus_in_a_challenge() -> None:
    play = challenge(
        Position(sets=LIGHT)
        .ready(0, "Lesser Archangel@C1:3/5")
        .quest(1, HUNT, f"{WIZARD}@C3:4/8**")
        .ready(1, "Black Cat@C1:2/2")
    )
    assert totals(play)[1] == 3


@pytest.mark.rule("12.7")
@pytest.mark.ability("Warrior of the Quay", 0)
@pytest.mark.parametrize(("party", "total"), [(1, 5), (2, 2)])
def test_the_warrior_of_the_quay_counts_the_party_it_fights(party: int, total: int) -> None:
    """+3 against exactly one creature; the two at home do not matter."""
    play = challenge(
        Position(sets=SETS)
        .ready(0, "Warrior of the Quay@C1:2/3")
        .quest(1, HUNT, *[f"{WIZARD}@C1:2/5"] * party)
        .ready(1, *["Assistant@C1:1/2"] * (3 - party))
    )
    assert totals(play)[1] == total


@pytest.mark.rule("12.7")
def test_a_third_players_creature_on_another_quest_is_not_in_the_challenge() -> None:
    """The Dragon's breath reaches the Goblin beside the quest card, not the one at another."""
    quail, skull = "Hunt for Holy Quail", "Hunt for Tri-Clops Skull"
    play = (
        Position(3, sets=SETS)
        .ready(0, "Quake Dragon@C2:6/6*")
        .quest(1, quail, "Scavenging Goblin@C1:2/2", f"{WIZARD}@C3:4/8**")
        .quest(2, skull, "Scavenging Goblin@C1:2/2")
        .start("attack")
    )
    play.do(f"quest {quail} against seat 1")
    assert play.dice(2, "quest") == ["Scavenging Goblin"]
    assert play.dice(1, "quest") == [WIZARD]


# --- both sides attack ---------------------------------------------------------------------------


@pytest.mark.rule("12.7")
def test_a_quake_dragon_that_is_challenged_breathes_as_well() -> None:
    """Point 3: the challenger's Goblin falls, and its owner's Assistant at home does not."""
    play = challenge(
        Position(sets=SETS)
        .ready(0, "Scavenging Goblin@C1:2/2", f"{WIZARD}@C3:4/8**", "Assistant@C1:1/2")
        .quest(1, HUNT, "Quake Dragon@C2:6/6*")
    )
    assert "Scavenging Goblin" in play.dice(0, "used")
    assert play.dice(0, "ready") == ["Assistant"]
    assert totals(play) == {1: 6, 0: 6}  # the Goblin's 2 are in it
    assert play.glory == (1, 0)  # 6 against the Dragon's 6


@pytest.mark.rule("12.7")
def test_two_quake_dragons_of_level_one_burn_each_other() -> None:
    """Neither is gone before it has breathed."""
    play = challenge(
        Position(sets=SETS).ready(0, "Quake Dragon@C1:4/4").quest(1, HUNT, "Quake Dragon@C1:4/4")
    )
    assert play.dice(0, "used") == ["Quake Dragon"]
    assert play.dice(1, "used") == ["Quake Dragon"]
    assert play.glory == (1, 0)
    assert settled(play)


@pytest.mark.rule("12.7")
@pytest.mark.parametrize("side", [0, 1])
def test_mighty_devotee_mutes_what_is_attached_to_the_other_party(side: int) -> None:
    """Point 3: a Death Charm of the other side gives neither attack nor defense."""
    position = Position(sets=SETS)
    mine, theirs = f"{DEVOTEE}@C2:2/4*", "Deathdealer@C1:3/2"
    if side == 0:
        position = position.ready(0, mine).quest(1, HUNT, theirs)
    else:
        position = position.ready(0, theirs).quest(1, HUNT, mine)
    other = 1 - side
    play = challenge(position.attached(other, "Death Charm@S*", other, "Deathdealer"))
    assert totals(play) == {other: 2, side: 3}  # not 3 + 3
    assert "Deathdealer" in play.dice(other, "used")  # 2 against 2, not against 2 + 3


@pytest.mark.rule("12.7")
@pytest.mark.ability("Mighty Devotee of the Holy Query", 1)
def test_mighty_devotee_does_not_mute_a_quartifact() -> None:
    """Spells have no effect; a Scabbard is none: 2 against 2 + 4."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{DEVOTEE}@C2:2/4*")
        .ready(1, "Deathdealer@C1:3/2")
        .attached(1, f"{HUNT}@QF:Scabbard of Quamelot", 1, "Deathdealer")
        .start("attack")
    )
    play.do("pass")
    assert play.dice(1, "ready") == ["Deathdealer"]


@pytest.mark.rule("12.7")
@pytest.mark.ability("Mighty Witching Hag", 0)
@pytest.mark.parametrize("side", [0, 1])
def test_attack_is_capped_for_both_parties(side: int) -> None:
    hag, wizard = "Mighty Witching Hag@C2:4/5", f"{WIZARD}@C3:4/8**"
    position = Position(sets=SETS)
    if side == 0:
        position = position.ready(0, hag).quest(1, HUNT, wizard)
    else:
        position = position.ready(0, wizard).quest(1, HUNT, hag)
    assert totals(challenge(position)) == {side: 3, 1 - side: 4}


# --- at the same time ----------------------------------------------------------------------------


@pytest.mark.rule("12.7")
@pytest.mark.ability("Voodoo Doll", 0)
def test_a_holders_voodoo_doll_destroys_though_it_falls_itself() -> None:
    """Point 2: 1 damage is enough for a Defender 2/8, who destroys the Doll at the same time."""
    play = challenge(
        Position(sets=SETS)
        .ready(0, "Defender of the Pale@C3:2/8**")
        .quest(1, HUNT, "Voodoo Doll@C1:3/2")
    )
    assert play.dice(1, "used") == ["Voodoo Doll"]
    assert play.dice(0, "used") == ["Defender of the Pale"]
    assert play.glory == (1, 0)
    assert settled(play)


@pytest.mark.rule("12.7")
@pytest.mark.ability("Search for Tri-Clops Skull", 5)
def test_a_holders_poison_claw_works_though_its_carrier_falls() -> None:
    """Point 2: the challenger's Hag has 5 less 2, and the carrier deals 3."""
    search = "Search for Tri-Clops Skull"
    play = challenge(
        Position(3, sets=SETS)
        .ready(0, "Witching Hag@C2:4/5", "Scavenging Goblin@C1:2/2")
        .quest(1, search, "Ghostly Spirit@C2:3/3")
        .attached(1, f"{search}@QF:Poison Claw", 1, "Ghostly Spirit")
    )
    assert totals(play) == {1: 6, 0: 3}
    assert (play.kind, play.seat) == ("defend", 0)
    assert play.dice(1, "quest") == ["Ghostly Spirit"]  # destroyed, and still there
    play.do("defend Witching Hag")  # 3 against 5 - 2
    assert play.dice(0, "used") == ["Witching Hag"]
    assert play.dice(1, "used") == ["Ghostly Spirit"]
    assert play.left(search) == 2


@pytest.mark.rule("12.7")
@pytest.mark.ability("Ancient Guide", 1)
def test_a_companions_bonus_lasts_until_all_leave_together() -> None:
    """The Guide on its burst falls first; the Goblin beside it still has +1 defense: 3."""
    play = challenge(
        Position(sets=SETS)
        .ready(0, "Ghostly Spirit@C1:2/2", "Ghostly Spirit@C1:2/2")
        .quest(1, HUNT, "Ancient Guide@C1:1/2*", "Scavenging Goblin@C1:2/2")
    )
    assert totals(play)[1] == 4
    play.do("defend Ancient Guide")  # 2 are left: not enough for 2 + 1
    assert play.dice(1, "quest") == ["Scavenging Goblin"]
    assert play.dice(1, "used") == ["Ancient Guide"]


@pytest.mark.rule("15.21")
@pytest.mark.rule("9.1")
def test_glory_comes_with_each_destruction_and_ends_the_game_in_mid_battle(
    made_up: Catalog,
) -> None:
    """The first of two that would fall is enough: nobody else is named, on either side."""
    play = challenge(
        Position(catalog=made_up, sets=["base", "quartifacts"])
        .glory(0, 24)
        .ready(0, "Rook@C3:6/6", "Pawn@C1:1/1")
        .quest(1, HUNT, "Pawn@C1:1/1", "Pawn@C2:3/3")
    )
    assert (play.kind, play.seat) == ("defend", 1)
    play.do("defend Pawn [C1:1/1]")
    assert play.over
    assert play.glory == (25, 0)
    assert fallen(play) == ["Pawn"]


@pytest.mark.rule("15.21")
@pytest.mark.rule("15.18")
@pytest.mark.ability("Shaping Cantrip", 0)
def test_the_challenger_has_the_glory_for_a_creature_that_is_then_saved() -> None:
    """It stays on the quest, so the challengers go home; its spell leaves it when all leave."""
    play = challenge(
        Position(sets=SETS)
        .ready(0, "Quake Dragon@C2:6/6*")
        .quest(1, HUNT, f"{WIZARD}@C1:2/5")
        .attached(1, "Victory Cantrip@S", 1, WIZARD)
        .ready(1, "Shaping Cantrip@S")
    )
    assert (play.kind, play.seat) == ("react", 1)
    assert play.glory == (1, 0)  # at the moment it is destroyed
    play.do("react Shaping Cantrip")
    assert play.dice(1, "quest") == [WIZARD]
    assert play.dice(1, "used") == ["Victory Cantrip"]
    assert play.dice(0, "used") == ["Quake Dragon"]
    assert play.glory == (1, 0)
    assert settled(play)


@pytest.mark.rule("12.4")
@pytest.mark.ability("Strong Deathdealer", 0)
def test_a_strong_deathdealer_on_a_quest_does_not_score() -> None:
    """The book: a creature only scores in the Ready Area. One at home does, as ever."""
    play = challenge(
        Position(sets=SETS)
        .ready(0, "Strong Deathdealer@C2:4/4")
        .quest(1, HUNT, "Scavenging Goblin@C1:2/2")
    )
    assert play.glory == (1, 0)
    assert play.kind == "start"
    assert play.dice(0, "quest") == ["Strong Deathdealer"]


@pytest.mark.rule("12.7")
@pytest.mark.ability("Mighty Deathdealer", 0)
def test_a_mighty_deathdealer_presses_on_though_it_falls_at_the_same_time() -> None:
    """The holder's 4 destroy the Goblin (2) and are raised by 4: the Wizard (5) falls as well."""
    play = challenge(
        Position(sets=SETS)
        .ready(0, "Scavenging Goblin@C1:2/2", f"{WIZARD}@C1:2/5")
        .quest(1, HUNT, "Mighty Deathdealer@C2:4/4")
    )
    assert (play.kind, play.seat) == ("defend", 0)  # the Deathdealer has fallen to 4
    play.do("defend Scavenging Goblin")
    assert play.dice(0, "used") == [WIZARD, "Scavenging Goblin"]
    assert play.dice(1, "used") == ["Mighty Deathdealer"]


# --- the Active Pool in one's own turn -----------------------------------------------------------


@pytest.mark.rule("3.6")
@pytest.mark.ability("Strong Ghostly Spirit", 0)
def test_a_challengers_strong_ghostly_spirit_goes_to_the_active_pool_unrolled() -> None:
    """Point 11: the same as when its owner's spell destroys it; cleaned up with the rest."""
    play = challenge(
        Position(sets=SETS)
        .ready(0, "Strong Ghostly Spirit@C1:2/2")
        .quest(1, HUNT, f"{WIZARD}@C1:2/5")
    )
    assert play.dice(0, "active") == ["Strong Ghostly Spirit"]
    assert play.dice(0, "bag") == []
    while play.game.active == 0:
        play.do("pass")
    assert play.dice(0, "used") == ["Strong Ghostly Spirit"]


# --- who does not attack --------------------------------------------------------------------------


@pytest.mark.rule("6.1")
@pytest.mark.ability("Mighty Devotee of the Holy Query", 1)
@pytest.mark.ability("Strong Quake Dragon", 0)
@pytest.mark.parametrize(("guard", "muted"), [([], True), (["Strong Quake Dragon@C1:4/4"], False)])
def test_mighty_devotee_does_not_mute_spells_of_a_player_it_cannot_attack(
    guard: list[str], muted: bool
) -> None:
    """Point 4: a level 2 Devotee is kept away, the level 3 Wizard beside it is not."""
    play = (
        Position(sets=SETS)
        .ready(0, f"{DEVOTEE}@C2:2/4*", f"{WIZARD}@C3:4/8**")
        .ready(1, "Deathdealer@C1:3/2", *guard)
        .attached(1, "Life Cantrip@S", 1, "Deathdealer")
        .start("attack")
    )
    while play.kind in ("attack", "quest"):
        play.do("pass")
    assert totals(play) == {1: 6 if muted else 4}
    if muted:
        assert play.dice(1, "used") == ["Deathdealer", "Life Cantrip"]
    else:
        assert play.defense(1, "Deathdealer") == 6
        assert play.kind == "defend"


@pytest.mark.rule("6.1")
@pytest.mark.ability("Voodoo Doll", 0)
@pytest.mark.ability("Strong Quake Dragon", 0)
def test_a_voodoo_doll_that_is_kept_away_destroys_nobody() -> None:
    """It does not attack: the Wizard's 4 are plain damage, and the Dragon has 6."""
    play = (
        Position(sets=SETS)
        .ready(0, "Voodoo Doll@C1:3/2", f"{WIZARD}@C3:4/8**")
        .ready(1, "Strong Quake Dragon@C2:6/6*")
        .start("attack")
    )
    while play.kind in ("attack", "quest"):
        play.do("pass")
    assert totals(play) == {1: 4}
    assert play.dice(1, "ready") == ["Strong Quake Dragon"]


# --- abilities that name the Ready Area -----------------------------------------------------------


@pytest.mark.rule("15.4")
@pytest.mark.ability("Mighty Defender of the Pale", 0)
@pytest.mark.ability("Mighty Queelzebub", 0)
@pytest.mark.parametrize(
    "name", ["Mighty Defender of the Pale@C1:1/5*", "Mighty Queelzebub@C1:5/3"]
)
@pytest.mark.parametrize(("on_quest", "price"), [(True, 1), (False, 2)])
def test_what_makes_summons_dearer_does_so_in_the_ready_area(
    name: str, on_quest: bool, price: int
) -> None:
    """A Light creature of level 1 costs 1; on a quest nobody makes it cost more."""
    position = Position(sets=LIGHT, modules=["quests"])
    position = position.active(0, "Lesser Herald@C1:1/3", *["Basic Quiddity@Q2"] * 2)
    position = position.quest(1, HUNT, name) if on_quest else position.ready(1, name)
    assert f"summon Lesser Herald [C1:1/3] for {price}" in position.start("ready").options


@pytest.mark.rule("12.7")
@pytest.mark.ability("Strong Archangel", 0)
@pytest.mark.ability("Strong Archangel", 1)
@pytest.mark.parametrize(("face", "place"), [("C1:3/5", "active"), ("C3:7/8**", "quest")])
def test_strong_archangel_works_on_a_quest_as_well(face: str, place: str) -> None:
    """A Light creature beside it goes to the Active Pool, or stays on the quest."""
    play = challenge(
        Position(sets=LIGHT, modules=["quests"])
        .ready(0, f"{WIZARD}@C3:4/8**")
        .quest(1, HUNT, "Lesser Herald@C1:1/3", f"Strong Archangel@{face}")
    )
    play.do("defend Lesser Herald")
    assert fallen(play) == ["Lesser Herald"]
    assert "Lesser Herald" in play.dice(1, place)


# --- sourced cards whose printed text names the Ready Area or the attack -------------------------


@pytest.mark.rule("12.7")
@pytest.mark.ability("Strong Quake Dragon", 0)
@pytest.mark.parametrize("side", [0, 1])
def test_strong_quake_dragon_keeps_low_levels_out_of_a_challenge(side: int) -> None:
    """Only the level 3 Wizard's 4 count against it, whichever side it is on."""
    dragon = ("Strong Quake Dragon@C1:4/4",)
    others = ("Scavenging Goblin@C1:2/2", f"{WIZARD}@C3:4/8**")
    first, second = (dragon, others) if side == 0 else (others, dragon)
    play = challenge(Position(sets=SETS).ready(0, *first).quest(1, HUNT, *second))
    assert totals(play) == {side: 4, 1 - side: 4}


@pytest.mark.rule("12.7")
@pytest.mark.ability("Strong Quake Dragon", 0)
@pytest.mark.ability("Mighty Witching Hag", 0)
@pytest.mark.parametrize(
    ("guard", "at_home", "on_a_quest"),
    [("Strong Quake Dragon@C1:4/4", 0, 4), ("Mighty Witching Hag@C2:4/5", 3, 4)],
)
def test_a_guard_on_a_quest_does_nothing_at_home(guard: str, at_home: int, on_a_quest: int) -> None:
    """A level 2 Deathdealer attacks the Ready Area with 4, the guard being there or away."""
    for there, total in (("ready", at_home), ("quest", on_a_quest)):
        position = Position(sets=SETS).ready(0, "Deathdealer@C2:4/4")
        position = position.ready(1, "Assistant@C1:1/2", "Assistant@C1:1/2")
        if there == "ready":
            position = position.ready(1, guard)
        else:
            position = position.quest(1, HUNT, guard)
        play = position.start("attack")
        while play.kind in ("attack", "quest"):
            play.do("pass")
        assert totals(play).get(1, 0) == total


@pytest.mark.rule("12.7")
@pytest.mark.ability("Strong Warrior of the Quay", 0)
@pytest.mark.parametrize("side", [0, 1])
def test_strong_warrior_of_the_quay_strengthens_its_party(side: int) -> None:
    """With it 2 + 3, the Goblin having +1; those at home have nothing of it."""
    party = ("Strong Warrior of the Quay@C1:2/3", "Scavenging Goblin@C1:2/2")
    other = (f"{WIZARD}@C3:4/8**",)
    first, second = (party, other) if side == 0 else (other, party)
    position = Position(sets=SETS).ready(0, *first).quest(1, HUNT, *second)
    if side == 1:
        position = position.ready(1, "Ghostly Spirit@C1:2/2")
    play = position.start("attack")
    if side == 1:
        assert play.defense(1, "Ghostly Spirit") == 2
        assert play.defense(1, "Scavenging Goblin") == 3
    while play.kind == "attack":
        play.do("pass")
    play.do(next(text for text in play.options if " against seat 1" in text))
    while play.kind == "party":
        play.do(play.options[0])
    assert totals(play) == {1 - side: 5, side: 4}


@pytest.mark.rule("12.7")
@pytest.mark.ability("Witching Hag", 0)
@pytest.mark.parametrize("goes", [True, False])
def test_witching_hag_gains_for_a_creature_destroyed_in_a_challenge(goes: bool) -> None:
    """In her owner's Ready Area for every creature destroyed, and in the party as well."""
    position = Position(sets=SETS).quest(1, HUNT, "Scavenging Goblin@C1:2/2")
    play = position.ready(0, "Witching Hag@C2:4/5", "Deathdealer@C1:3/2").start("attack")
    play.do(f"quest {HUNT} against seat 1 for 0")
    play.do("venture Deathdealer [C1:3/2]")
    play.do("venture Witching Hag [C2:4/5]" if goes else "pass")
    assert fallen(play)[0] == "Scavenging Goblin"
    assert play.pool == 1


@pytest.mark.rule("12.7")
@pytest.mark.ability("Witching Hag", 0)
@pytest.mark.parametrize(("place", "gains"), [("ready", 1), ("quest", 0)])
def test_witching_hag_on_a_quest_gains_in_her_challenges_only(place: str, gains: int) -> None:
    """Ruling. Seat 0 destroys a creature by an effect, and there is no battle."""
    position = Position(sets=SETS).ready(1, "Assistant@C1:1/2")
    if place == "ready":
        position = position.ready(0, "Witching Hag@C1:3/3")
    else:
        position = position.quest(0, HUNT, "Witching Hag@C1:3/3")
    play = position.start("capture")
    push_destruction(play.state, play.die(1, "ready", "Assistant"), killer=0, by_damage=False)
    advance(play.state)
    assert play.dice(1, "used") == ["Assistant"]
    assert play.pool == gains


@pytest.mark.rule("12.7")
@pytest.mark.ability("Mighty Deathdealer", 0)
def test_a_challenging_mighty_deathdealer_presses_on_once() -> None:
    """4 destroy a Goblin (2); 2 + 4 destroy the Wizard (5), and 1 is left for the last (2)."""
    play = challenge(
        Position(sets=SETS)
        .ready(0, "Mighty Deathdealer@C2:4/4")
        .quest(1, HUNT, "Scavenging Goblin@C1:2/2", f"{WIZARD}@C1:2/5", "Ghostly Spirit@C1:2/2")
    )
    play.do("defend Scavenging Goblin")
    play.do(f"defend {WIZARD}")
    assert play.dice(1, "quest") == ["Ghostly Spirit"]
