"""15.20: locked creatures are met like any others of level 0, and a fresh lock holds.

A Frost Howler lies in a Locked Area. Every card that the rule changed is tried on it, and cards
that say "unlocked" leave it alone.
"""

from __future__ import annotations

import pytest

from quarriors.testing import Play, Position

SETS = ["base", "rise_of_the_demons", "quarmageddon", "quest_of_the_qladiator", "quartifacts"]
DARK = ["base", "quest_of_the_qladiator", "light_vs_dark"]
HOWLER = "Frost Howler"
RICH = ["Basic Quiddity@Q2"] * 3
SKULL, SWORD, QUAIL = (
    "Quest for Tri-Clops Skull",
    "Search for Exqualibur",
    "Expedition for Holy Quail",
)


def table(players: int = 2) -> Position:
    return Position(players, sets=SETS, modules=[])


def dark(players: int = 2) -> Position:
    """Light vs. Dark without its own rules: as cards among others."""
    return Position(players, sets=DARK, modules=[])


def was_unlocked(play: Play, seat: int = 1, pile: str = "used") -> bool:
    """What destroys a locked creature unlocks it (11.4)."""
    assert not play.happened("destroy")
    return HOWLER in play.dice(seat, pile) and HOWLER not in play.dice(seat, "ready")


# --- cards that meet a locked creature -------------------------------------------------------


@pytest.mark.rule("15.20")
@pytest.mark.ability("Boogieman", 1)
@pytest.mark.ability("Boogieman", 2)
@pytest.mark.parametrize("face", ["C2:5/4*", "C3:6/6**"])
def test_boogieman_scares_a_locked_creature_away(face: str) -> None:
    """Level 0 is level 2 or lower; it goes to the Active Pool and is not unlocked."""
    play = dark().active(0, f"Boogieman@{face}", *RICH).locked(1, HOWLER).start("ready")
    play.do("summon Boogieman", f"fetch {HOWLER}")
    assert play.dice(1, "active") == [HOWLER]
    assert not play.happened("unlock")


@pytest.mark.rule("15.20")
@pytest.mark.ability("Boogieman", 0)
def test_boogieman_without_a_burst_wants_level_one_exactly() -> None:
    play = dark().active(0, "Boogieman@C1:3/3", *RICH).locked(1, HOWLER).start("ready")
    play.do("summon Boogieman")
    assert play.kind != "effect"
    assert play.dice(1, "ready") == [HOWLER]


@pytest.mark.rule("15.20")
@pytest.mark.ability("Demonic Overlord", 0)
def test_demonic_overlord_destroys_its_owners_locked_creature() -> None:
    play = table().ready(0, "Demonic Overlord@C2:5/5").locked(0, HOWLER).start("score")
    assert was_unlocked(play, 0, "spent")


@pytest.mark.rule("15.20")
@pytest.mark.ability("Strong Demonic Overlord", 0)
@pytest.mark.ability("Strong Demonic Overlord", 1)
@pytest.mark.parametrize(("face", "destroyed"), [("C2:5/5", False), ("C4:10/7*", True)])
def test_strong_demonic_overlords_burst_destroys_a_locked_creature(
    face: str, destroyed: bool
) -> None:
    """0 is its lowest level: it cannot be turned down, and is destroyed by the burst alone."""
    play = (
        table().active(0, f"Strong Demonic Overlord@{face}", *RICH).locked(1, HOWLER).start("ready")
    )
    play.do("summon Strong Demonic Overlord")
    assert was_unlocked(play) is destroyed


@pytest.mark.rule("15.20")
@pytest.mark.ability("Manxome Minotaur", 1)
@pytest.mark.ability("Manxome Minotaur", 2)
@pytest.mark.parametrize("face", ["C2:7/5*", "C3:9/6**"])
def test_manxome_minotaur_makes_its_victim_destroy_a_locked_creature(face: str) -> None:
    """They choose: the locked creature saves the unlocked one of level 1."""
    play = (
        table()
        .ready(0, f"Manxome Minotaur@{face}")
        .ready(1, "Scavenging Goblin@C1:2/2")
        .locked(1, HOWLER)
        .start("attack")
    )
    assert play.seat == 1
    play.do(f"destroy {HOWLER}")
    assert HOWLER in play.dice(1, "used")


@pytest.mark.rule("15.20")
@pytest.mark.ability("Search for Exqualibur", 3)
def test_search_for_exqualibur_reaches_a_locked_creature() -> None:
    play = (
        Position(sets=SETS, wilds=[SWORD])
        .ready(0, "Witching Hag@C1:3/3")
        .attached(0, f"{SWORD}@QF:Exqualibur", 0, "Witching Hag")
        .ready(1, "Quake Dragon@C3:8/7**")
        .locked(1, HOWLER)
        .start("attack")
    )
    play.do("pass")
    assert was_unlocked(play)  # the only creature of level 1 or lower: nobody is asked


@pytest.mark.rule("15.20")
@pytest.mark.ability("Quest for Tri-Clops Skull", 4)
@pytest.mark.ability("Quest for Tri-Clops Skull", 5)
@pytest.mark.parametrize("eye", ["Ruby Eye", "Poison Claw"])
def test_quest_for_tri_clops_skull_reaches_a_locked_creature(eye: str) -> None:
    play = (
        Position(3, sets=SETS, wilds=[SKULL])
        .ready(0, "Witching Hag@C1:3/3")
        .attached(0, f"{SKULL}@QF:{eye}", 0, "Witching Hag")
        .ready(1, "Quake Dragon@C3:8/7**")
        .locked(1, HOWLER)
        .start("attack")
    )
    play.do("pass")
    assert was_unlocked(play)


@pytest.mark.rule("15.20")
@pytest.mark.ability("Greater Queelzebub", 0)
def test_greater_queelzebubs_victims_may_give_up_a_locked_creature() -> None:
    """The opponent chooses between a dragon and the locked Howler."""
    play = (
        dark()
        .ready(0, "Scavenging Goblin@C1:2/2")
        .active(0, "Greater Queelzebub@C1:5/3", *RICH)
        .ready(1, "Quake Dragon@C3:8/7**")
        .locked(1, HOWLER)
        .start("ready")
    )
    play.do("summon Greater Queelzebub", "destroy Scavenging Goblin")
    assert play.seat == 1
    play.do(f"destroy {HOWLER}")
    assert HOWLER in play.dice(1, "used")
    assert "Quake Dragon" in play.dice(1, "ready")


@pytest.mark.rule("15.20")
@pytest.mark.rule("13.7")
@pytest.mark.ability("Greater Queelzebub", 0)
def test_greater_queelzebub_who_unlocks_a_die_has_destroyed_nothing() -> None:
    """Unlocking is not destroying (11.2), so nothing is done "then"."""
    play = (
        dark()
        .locked(0, HOWLER)
        .active(0, "Greater Queelzebub@C1:5/3", "Assistant@C1:1/2", *RICH)
        .ready(1, "Scavenging Goblin@C1:2/2")
        .start("ready")
    )
    play.do("summon Greater Queelzebub", f"destroy {HOWLER}")
    assert was_unlocked(play, 0, "spent")
    assert play.dice(1, "ready") == ["Scavenging Goblin"]


@pytest.mark.rule("15.20")
@pytest.mark.ability("Mighty Queelzebub", 2)
def test_mighty_queelzebubs_anchored_spell_culls_a_locked_creature() -> None:
    """Frost Howler's Glory award is 2."""
    play = dark().locked(0, HOWLER).active(0, *["Mighty Queelzebub@D2"] * 2).start("ready")
    play.do("anchor Mighty Queelzebub")
    assert play.left(HOWLER) == 5
    assert play.glory == (2, 0)


@pytest.mark.rule("15.20")
@pytest.mark.ability("Greater Boogieman", 0)
@pytest.mark.parametrize(("locked", "left"), [(True, 3), (False, 2)])
def test_greater_boogieman_spares_who_has_a_locked_creature(locked: bool, left: int) -> None:
    position = dark().ready(0, "Greater Boogieman@C1:3/3").glory(1, 3)
    play = (position.locked(1, HOWLER) if locked else position).start("score")
    assert play.glory[1] == left


@pytest.mark.rule("15.20")
@pytest.mark.ability("Warrior of the Quay", 0)
@pytest.mark.parametrize(("locked", "attack"), [(False, 5), (True, 2)])
def test_warrior_of_the_quay_counts_a_locked_creature(locked: bool, attack: int) -> None:
    """Exactly one creature: with a locked one beside it there are two."""
    position = table().ready(0, "Warrior of the Quay@C1:2/3").ready(1, "Witching Hag@C1:3/3")
    play = (position.locked(1, HOWLER) if locked else position).start("attack")
    assert [event[5] for event in play.happened("total")] == [attack]


@pytest.mark.rule("15.20")
@pytest.mark.ability("Mighty Primordial Ooze", 0)
@pytest.mark.ability("Strong Scavenging Goblin", 0)
def test_oozes_and_goblins_count_locked_creatures() -> None:
    play = (
        table()
        .ready(0, "Mighty Primordial Ooze@C2:?/?", "Strong Scavenging Goblin@C1:2/2*")
        .locked(0, HOWLER)
        .locked(1, "Quaxos' Eye@K")
        .start("capture")
    )
    assert play.defense(0, "Mighty Primordial Ooze") == 4
    assert play.defense(0, "Strong Scavenging Goblin") == 2 + 2


@pytest.mark.rule("15.20")
@pytest.mark.ability("Quasar Spell", 0)
@pytest.mark.parametrize(("locked", "glory"), [(False, 1), (True, 2)])
def test_quasar_spell_counts_a_locked_creature(locked: bool, glory: int) -> None:
    """Three creatures in the Ready Area."""
    position = table().ready(0, "Quasar Spell@S", "Assistant@C1:1/2", "Assistant@C1:1/2")
    play = (position.locked(0, HOWLER) if locked else position).start("attack")
    assert play.kind == "capture"  # nobody is there to be attacked
    play.do("cast Quasar Spell")
    assert play.glory == (glory, 0)


@pytest.mark.rule("15.20")
@pytest.mark.rule("11.3")
@pytest.mark.ability("Death Cantrip", 0)
def test_death_cantrip_strengthens_a_locked_creature_for_the_time_it_is_turned_up() -> None:
    """Locked its attack is 0 all the same; turned up by a Shaping Charm it has the bonus."""
    play = (
        table()
        .ready(0, "Death Cantrip@S*", "Shaping Charm@S", "Growth Charm@S")
        .locked(0, HOWLER)
        .start("ready")
    )
    play.do("cast Death Cantrip")
    assert play.attack(0, HOWLER) == 0
    play.do("cast Shaping Charm")
    assert play.attack(0, HOWLER) == 4 + 2


@pytest.mark.rule("15.20")
@pytest.mark.ability("Misdirection Charm", 0)
def test_a_locked_creature_may_stand_in_for_another() -> None:
    """A spell that destroys it unlocks it (11.4), and the other one stays."""
    play = (
        table()
        .ready(0, "Deathdealer@C2:4/4")
        .ready(1, "Witching Hag@C1:3/3", "Misdirection Charm@S")
        .locked(1, HOWLER)
        .start("attack")
    )
    play.do("react Misdirection Charm")
    assert "Witching Hag" in play.dice(1, "ready")
    assert was_unlocked(play)


@pytest.mark.rule("15.20")
@pytest.mark.ability("Life Incantation", 0)
def test_life_incantation_may_choose_a_locked_creature() -> None:
    play = (
        table()
        .ready(0, "Witching Hag@C1:3/3")
        .locked(0, HOWLER)
        .ready(1, "Assistant@C1:1/2", "Life Incantation@S")
        .start("attack")
    )
    play.do("react Life Incantation")
    assert any(HOWLER in text for text in play.options)


@pytest.mark.rule("15.20")
@pytest.mark.ability("Strong Primordial Ooze", 0)
def test_a_strong_ooze_may_copy_a_locked_creature() -> None:
    """A creature of level, attack and defense 0, worth a Howler's Glory, that is not locked.

    What works in a Locked Area does not work for it: seat 1 pays 1 for a creature of level 1.
    """
    play = (
        table()
        .active(0, "Strong Primordial Ooze@C2:?/?", *RICH)
        .locked(1, HOWLER)
        .bag(1, *["Assistant"] * 6)
        .start("ready")
    )
    play.rolls(*["Assistant@C1:1/2"], *["Assistant@Q1"] * 5)
    play.do("summon Strong Primordial Ooze")
    assert play.attack(0, "Strong Primordial Ooze") == 0
    assert play.defense(0, "Strong Primordial Ooze") == 0
    while play.game.active == 0:
        play.do("pass")
    assert "summon Assistant [C1:1/2] for 1" in play.options


# --- cards that say "unlocked" ---------------------------------------------------------------


@pytest.mark.rule("15.20")
@pytest.mark.parametrize(
    "spell", ["Oblation Charm@S", "Oblation Spell@S", "Harmony Cantrip@S", "Chaos Cantrip@S*"]
)
def test_cards_that_say_unlocked_leave_a_locked_creature_alone(spell: str) -> None:
    """With nothing but a locked creature they cannot be cast at all (15.6)."""
    name = spell.partition("@")[0]
    play = table().ready(0, spell, "Growth Charm@S").locked(0, HOWLER).start("ready")
    assert play.options == ["cast Growth Charm [S]", "pass"]
    assert name in play.dice(0, "ready")


@pytest.mark.rule("15.20")
@pytest.mark.ability("Strong Poison Dart Frog", 1)
def test_strong_poison_dart_frog_spares_its_owners_locked_creature() -> None:
    play = (
        table().active(0, "Strong Poison Dart Frog@C1:1/1", *RICH).locked(0, HOWLER).start("ready")
    )
    play.do("summon Strong Poison Dart Frog")
    assert HOWLER in play.dice(0, "ready")


@pytest.mark.rule("11.3")
@pytest.mark.ability("Strong Knight of Quamelot", 0)
def test_a_locked_creature_cannot_be_named_as_first_defender() -> None:
    """It does not defend: only the two others are offered."""
    play = (
        table()
        .ready(0, "Strong Knight of Quamelot@C3:6/8**")
        .ready(1, "Witching Hag@C1:3/3", "Assistant@C1:1/2")
        .locked(1, HOWLER)
        .start("attack")
    )
    assert [text.split(" [")[0] for text in play.options] == [
        "force Witching Hag",
        "force Assistant",
    ]


# --- a die that was locked this turn ---------------------------------------------------------


@pytest.mark.rule("15.20")
@pytest.mark.rule("11.4")
@pytest.mark.ability("Expedition for Holy Quail", 4)
def test_the_holy_quill_does_not_unlock_what_was_locked_this_turn() -> None:
    position = (
        Position(3, sets=SETS, wilds=[QUAIL])
        .ready(0, f"{QUAIL}@QF:Holy Quill")
        .active(0, f"{HOWLER}@K", "Assistant@C1:1/2", *RICH)
    )
    fresh = position.start("ready")
    fresh.do(f"lock {HOWLER}", "summon Assistant", "equip Assistant")
    assert HOWLER in fresh.dice(0, "ready")
    assert not fresh.happened("unlock")

    older = position.locked(1, "Quaxos' Eye@K").start("ready")
    older.do(f"lock {HOWLER}", "summon Assistant", "equip Assistant")
    assert older.options == ["unlock-die Quaxos' Eye [K] in seat 1's ready", "no"]


@pytest.mark.rule("15.20")
@pytest.mark.ability("Key Master Lord of the Quarry", 0)
@pytest.mark.ability("Key Master Lord of the Quarry", 1)
@pytest.mark.parametrize("face", ["C1:3/3", "C2:4/4*"])
def test_key_master_does_not_unlock_what_was_locked_this_turn(face: str) -> None:
    """A die is locked, so there are no 2 quiddity either."""
    play = (
        Position(sets=["base", "quest_of_the_qladiator", "promos", "quarmageddon"])
        .active(0, f"Key Master Lord of the Quarry@{face}", f"{HOWLER}@K", "Basic Quiddity@Q2")
        .start("ready")
    )
    play.do(f"lock {HOWLER}", "summon Key Master Lord of the Quarry")
    assert HOWLER in play.dice(0, "ready")
    assert play.pool == 2 - int(face[1])


@pytest.mark.rule("15.20")
@pytest.mark.ability("Corruption Incantation", 0)
@pytest.mark.ability("Death Incantation", 1)
def test_nothing_destroys_what_was_locked_this_turn() -> None:
    """The one spell cannot choose it, the other passes it over; what lay there longer goes."""
    play = (
        table()
        .ready(0, "Corruption Incantation@S", "Death Incantation@S**")
        .active(0, f"{HOWLER}@K", "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .locked(1, "Quaxos' Eye@K")
        .start("ready")
    )
    assert "cast Death Incantation [S**]" in play.options
    play.do(f"lock {HOWLER}", "cast Corruption Incantation")
    assert play.dice(0, "ready") == ["Death Incantation", HOWLER]
    assert play.dice(1, "used") == ["Quaxos' Eye"]
    assert "cast Death Incantation [S**]" not in play.options


# --- locking is not summoning ----------------------------------------------------------------


@pytest.mark.rule("15.20")
@pytest.mark.rule("12.6")
@pytest.mark.parametrize("way", ["locked and turned up", "summoned"])
def test_a_quartifact_goes_to_a_creature_that_was_summoned_and_to_no_other(way: str) -> None:
    face = "K" if way.startswith("locked") else "C1:4/4"
    play = (
        Position(sets=SETS, wilds=[SWORD])
        .ready(0, f"{SWORD}@QF:Exqualibur", "Shaping Charm@S", "Growth Charm@S")
        .active(0, f"{HOWLER}@{face}", *RICH)
        .start("ready")
    )
    play.do(f"{'lock' if face == 'K' else 'summon'} {HOWLER}", "cast Shaping Charm")
    assert any(text.startswith("equip") for text in play.options) is (way == "summoned")
