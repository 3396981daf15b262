"""Section 15: our own rulings, where the books are silent; those about dice are next door."""

from __future__ import annotations

import pytest

import quarriors as q
from quarriors.cards.sets import MODULES, SETS
from quarriors.engine.catalog import Catalog
from quarriors.engine.rules import VARIANTS
from quarriors.testing import Position

CREATURES = [
    "Scavenging Goblin", "Witching Hag", "Quake Dragon", "Deathdealer", "Ghostly Spirit",
    "Warrior of the Quay", "Questing Wizard",
]  # fmt: skip

# --- 15.2: reaction windows ------------------------------------------------------------------


@pytest.mark.rule("15.2")
def test_a_before_defenders_are_chosen_clockwise_from_the_left() -> None:
    play = (
        Position(4)
        .ready(1, "Quake Dragon@C2:6/6*")
        .ready(2, "Devotee of the Holy Query@C2:2/4", "Life Spell@S")
        .ready(3, "Life Spell@S")  # no creature: its spell could do nothing
        .ready(0, "Devotee of the Holy Query@C2:2/4", "Life Spell@S")
        .start("attack", active=1)
    )
    assert (play.kind, play.seat) == ("react", 2)
    play.do("pass")
    assert (play.kind, play.seat) == ("react", 0)
    assert not play.happened("defend")
    play.do("react Life Spell")
    assert play.dice(2, "used") == ["Devotee of the Holy Query"]
    assert play.dice(0, "ready") == ["Devotee of the Holy Query"]


@pytest.mark.rule("15.2")
def test_b_a_creature_is_about_to_be_destroyed() -> None:
    """Life Charm is offered to the owner, by an attack and by a spell alike."""
    attack = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Life Charm@S")
        .start("attack")
    )
    assert set(attack.options) == {"react Life Charm [S]", "pass"}
    assert attack.seat == 1
    attack.do("react Life Charm")
    assert attack.dice(1, "active") == ["Devotee of the Holy Query"]
    spell = (
        Position()
        .ready(0, "Death Incantation@S*")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Life Charm@S")
        .start("ready")
    )
    spell.do("cast Death Incantation")
    assert (spell.kind, spell.seat) == ("react", 1)
    spell.do("pass")
    assert spell.dice(1, "used") == ["Devotee of the Holy Query"]


@pytest.mark.rule("15.2")
def test_b_is_asked_of_the_owner_of_that_creature_only() -> None:
    play = (
        Position(3)
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, "Devotee of the Holy Query@C2:2/4")
        .ready(2, "Life Charm@S", "Assistant@C1:1/2", "Defender of the Pale@C3:2/8**")
        .start("attack")
    )
    # Seat 1's loss asks nobody; seat 2's Assistant, destroyed by the dragon's ability, asks seat 2.
    assert play.dice(1, "used") == ["Devotee of the Holy Query"]
    assert (play.kind, play.seat) == ("react", 2)


@pytest.mark.rule("15.2")
def test_c_a_creature_was_destroyed() -> None:
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Shaping Cantrip@S")
        .start("attack")
    )
    assert set(play.options) == {"react Shaping Cantrip [S]", "pass"}
    assert len(play.happened("destroy")) == 1  # it was destroyed already
    play.do("react Shaping Cantrip")
    assert play.faces(1, "ready") == ["Devotee of the Holy Query@C2:2/4"]


@pytest.mark.rule("15.2")
@pytest.mark.parametrize("pending", [True, False])
def test_d_the_active_player_ends_a_phase(pending: bool) -> None:
    """Life Spell at the end of phase 2 could forestall a spell that the active player holds."""
    position = (
        Position()
        .active(0, "Basic Quiddity@Q1")
        .ready(1, "Devotee of the Holy Query@C2:2/4", "Life Spell@S")
    )
    if pending:
        position.ready(0, "Death Spell@S*")
    play = position.start("ready")
    play.do("pass")
    assert (play.kind == "react") == pending
    if pending:
        play.do("react Life Spell")
        assert play.defense(1, "Devotee of the Holy Query") == 8
        assert "cast Death Spell [S*]" not in play.options  # 8 is out of its reach


@pytest.mark.rule("15.2")
@pytest.mark.parametrize("card", ["Life Charm", "Life Incantation", "Life Spell"])
def test_nobody_is_asked_who_holds_nothing_of_use(card: str) -> None:
    """No attacker: no attack total, no creature lost, nothing to react to."""
    play = (
        Position()
        .active(0, "Basic Quiddity@Q1")
        .ready(1, f"{card}@S", "Devotee of the Holy Query@C2:2/4")
        .start("ready")
    )
    assert (play.kind, play.seat) == ("capture", 0)


# --- 15.3: simultaneous triggers -------------------------------------------------------------


@pytest.mark.rule("15.3")
@pytest.mark.parametrize("first", ["Strong Witching Hag", "Strong Defender of the Pale"])
def test_a_player_orders_simultaneous_triggers(first: str) -> None:
    play = (
        Position()
        .ready(0, "Strong Witching Hag@C1:3/3", "Strong Defender of the Pale@C1:1/5*")
        .used(0, "Scavenging Goblin")
        .bag(0, *["Basic Quiddity"] * 8)
        .start("score")
    )
    assert play.kind == "order"
    assert set(play.options) == {
        "order Strong Witching Hag [C1:3/3]",
        "order Strong Defender of the Pale [C1:1/5*]",
    }
    play.do(f"order {first}")
    assert play.decision.card == first
    play.do("no")
    assert play.decision.card != first


@pytest.mark.rule("15.3")
@pytest.mark.parametrize(("attacker", "defender"), [(0, 1), (1, 0), (2, 1), (1, 2)])
def test_triggers_of_several_players_go_clockwise_from_the_active_player(
    attacker: int, defender: int
) -> None:
    """The destroyer's Strong Deathdealer scores before the goblin's owner draws two dice."""
    play = (
        Position(3)
        .ready(attacker, "Strong Deathdealer@C1:3/2")
        .ready(defender, "Mighty Scavenging Goblin@C1:2/2*")
        .bag(defender, *["Basic Quiddity"] * 3)
        .start("attack", active=attacker)
    )
    assert (play.kind, play.seat) == ("cull", attacker)  # in the middle of its scoring
    assert play.glory[attacker] == 2
    assert play.dice(defender, "active") == []
    play.do("pass")
    assert play.dice(defender, "active") == ["Basic Quiddity"] * 2


# --- 15.4: auras -----------------------------------------------------------------------------


@pytest.mark.rule("15.4")
def test_an_aura_works_while_its_creature_is_in_the_ready_area() -> None:
    """Strong Warrior of the Quay: +1/+1 for the others, gone as soon as it falls."""
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*", "Assistant@C1:1/2")
        .ready(1, "Strong Warrior of the Quay@C2:3/4", "Ghostly Spirit@C2:3/3")
        .start("attack")
    )
    assert play.defense(1, "Ghostly Spirit") == 4
    assert play.defense(1, "Strong Warrior of the Quay") == 4  # not for itself
    play.do("defend Strong Warrior of the Quay")
    # 7 less 4 are 3: enough for the spirit without the bonus, not with it.
    assert play.kind == "capture"
    assert play.dice(1, "used") == ["Ghostly Spirit", "Strong Warrior of the Quay"]


@pytest.mark.rule("15.4")
def test_an_aura_that_stays_keeps_protecting() -> None:
    play = (
        Position()
        .ready(0, "Quake Dragon@C2:6/6*", "Assistant@C1:1/2")
        .ready(1, "Strong Warrior of the Quay@C2:3/4", "Ghostly Spirit@C2:3/3")
        .start("attack")
    )
    play.do("defend Ghostly Spirit")
    # 7 less 4 are 3: less than the Warrior's own 4.
    assert play.dice(1, "ready") == ["Strong Warrior of the Quay"]


# --- 15.5: order of changes ------------------------------------------------------------------


@pytest.mark.rule("15.5")
def test_additions_come_before_a_cap() -> None:
    """Mighty Witching Hag: attackers count at most 3, bonuses included."""
    play = (
        Position(3)
        .ready(0, "Scavenging Goblin@C1:2/2", "Ghostly Spirit@C1:2/2", "Growth Charm@S")
        .attached(0, "Death Charm@S**", 0, "Scavenging Goblin")
        .ready(1, "Mighty Witching Hag@C2:4/5")
        .ready(2, "Defender of the Pale@C3:2/8**")
        .start("ready")
    )
    assert play.attack(0, "Scavenging Goblin", 1) == 3
    assert play.attack(0, "Ghostly Spirit", 1) == 2
    assert play.attack(0, "Scavenging Goblin", 2) == 7


@pytest.mark.rule("15.5")
def test_additions_come_before_becoming_nothing() -> None:
    """Life Incantation makes an attack 0 whatever is attached to the creature."""
    play = (
        Position()
        .ready(0, "Witching Hag@C1:3/3", "Growth Charm@S")
        .attached(0, "Death Charm@S**", 0, "Witching Hag")
        .ready(1, "Life Incantation@S", "Devotee of the Holy Query@C2:2/4")
        .start("attack")
    )
    play.do("pass", "react Life Incantation", "weaken Witching Hag")
    assert play.attack(0, "Witching Hag") == 0
    assert play.dice(1, "ready") == ["Devotee of the Holy Query"]


@pytest.mark.rule("15.5")
def test_a_number_is_set_before_anything_is_added(made_up: Catalog) -> None:
    """Backwards names its +1 before "attack is 3": it is 4 all the same."""
    play = Position(catalog=made_up).ready(0, "Backwards@C1:1/1", "Growth Charm@S").start("ready")
    assert play.attack(0, "Backwards") == 4
    assert play.defense(0, "Backwards") == 2


# --- 15.6: no legal target -------------------------------------------------------------------


@pytest.mark.rule("15.6")
@pytest.mark.parametrize(
    "spell",
    [
        "Death Incantation@S*", "Death Incantation@S**", "Death Spell@S*", "Death Cantrip@S*",
        "Death Cantrip@S**", "Death Charm@S*", "Life Cantrip@S", "Shaping Charm@S",
        "Shaping Incantation@S", "Shaping Spell@S", "Victory Cantrip@S", "Victory Charm@S",
        "Victory Spell@S",
    ],
)  # fmt: skip
def test_a_spell_without_a_target_cannot_be_cast(spell: str) -> None:
    """Casting costs the die, so an effect with nothing to affect cannot be chosen."""
    play = Position().ready(0, spell).active(0, "Basic Quiddity@Q1").start("ready")
    assert play.kind != "ready"


@pytest.mark.rule("15.6")
def test_part_of_an_effect_without_a_target_is_skipped() -> None:
    """Death Spell chooses in each opponent's Ready Area; one without a legal creature is left."""
    play = (
        Position(4)
        .ready(0, "Death Spell@S*")
        .ready(1, "Defender of the Pale@C3:2/8**")
        .ready(2, "Assistant@C1:1/2")
        .start("ready")
    )
    play.do("cast Death Spell")
    assert play.dice(1, "ready") == ["Defender of the Pale"]
    assert play.dice(2, "used") == ["Assistant"]


# --- 15.7: may and must ----------------------------------------------------------------------


@pytest.mark.rule("15.7")
@pytest.mark.parametrize(("answer", "glory"), [("yes", 3), ("no", 4)])
def test_may_is_a_real_choice(answer: str, glory: int, made_up: Catalog) -> None:
    play = (
        Position(catalog=made_up)
        .glory(0, 4)
        .active(0, "Penitent@C1:1/1", "Basic Quiddity@Q1", "Portal@Q1")
        .start("ready")
    )
    play.do("summon Penitent")
    assert (play.kind, len(play.options)) == ("may", 2)
    play.do(answer)
    assert play.glory == (glory, 0)


@pytest.mark.rule("15.7")
def test_what_is_not_a_may_is_compulsory() -> None:
    """Death Incantation once cast must destroy something, one's own creature if need be."""
    play = Position().ready(0, "Death Incantation@S*", "Assistant@C1:1/2").start("ready")
    play.do("cast Death Incantation")
    assert play.dice(0, "used") == ["Assistant"]


# --- 15.9: the round limit -------------------------------------------------------------------


@pytest.mark.rule("15.9")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("limit", [1, 3])
def test_a_game_is_over_when_the_rounds_are_played(players: int, limit: int) -> None:
    game = q.new_game(q.Rules(players=players, round_limit=limit), seed=4)
    while not game.over:
        assert game.round <= limit
        game.apply(game.decision.options[-1])
    assert game.turn == players * limit
    assert game.result is not None
    assert game.result.rule == "15.9"
    # Everybody passed: all tied at 0 Glory and with empty Ready Areas, so the victory is shared.
    assert game.result.winners == tuple(range(players))


@pytest.mark.rule("15.9")
def test_the_limit_is_five_hundred_rounds_unless_it_is_set() -> None:
    assert q.Rules().round_limit == 500
    assert q.Rules(round_limit=7).round_limit == 7


@pytest.mark.rule("15.9")
def test_the_game_is_decided_as_on_empty_cards() -> None:
    """Glory first: the winner of a game cut off has the most of it, alone or together."""
    checked = 0
    for seed in range(12):
        game = q.new_game(q.Rules(players=3, round_limit=8), seed=seed)
        game.playout(seed=seed)
        assert game.result is not None
        if game.result.rule == "15.9":
            checked += 1
            best = max(game.result.glory)
            assert all(game.result.glory[seat] == best for seat in game.result.winners)
    assert checked >= 6


# --- 15.10: one at a time --------------------------------------------------------------------


@pytest.mark.rule("15.10")
def test_glory_is_earned_one_creature_at_a_time() -> None:
    """The first of two scorers reaches the goal: the second earns nothing any more."""
    play = (
        Position()
        .glory(0, 18)
        .glory(1, 19)
        .ready(0, "Scavenging Goblin@C1:2/2", "Ghostly Spirit@C1:2/2")
        .start("score")
    )
    assert play.over
    assert play.glory == (20, 19)
    assert play.game.result is not None
    assert play.game.result.winners == (0,)


# --- 15.12: when cards are empty -------------------------------------------------------------


@pytest.mark.rule("15.12")
def test_empty_cards_are_looked_at_only_after_a_capture() -> None:
    """Four cards are empty from the start: the game goes on until somebody captures."""
    position = (
        Position(wilds=CREATURES)
        .left("Basic Quiddity", 0)
        .active(0, "Basic Quiddity@Q2")
        .ready(1, "Growth Charm@S")
    )
    for name in CREATURES[1:5]:
        position.left(name, 0)
    waits = position.start("ready")
    waits.do("pass")
    assert not waits.over
    assert waits.game.active == 1
    play = position.start("ready")
    play.do("capture Assistant")  # any capture, also of a basic die
    assert play.over


@pytest.mark.rule("15.12")
@pytest.mark.parametrize("cull", [True, False])
def test_a_card_refilled_by_a_cull_no_longer_counts(cull: bool) -> None:
    """Four empty cards; a Witching Hag scores and may go back to hers before the capture."""
    position = (
        Position(wilds=CREATURES)
        .left("Basic Quiddity", 0)
        .ready(0, "Witching Hag@C1:3/3")
        .bag(0, *["Basic Quiddity"] * 6)
        .ready(1, "Growth Charm@S")
    )
    for name in CREATURES[1:5]:
        position.left(name, 0)
    play = position.start("score")
    play.rolls(*["Basic Quiddity@Q1"] * 6)
    play.do("cull Witching Hag" if cull else "pass")
    play.do("capture Assistant")
    assert play.over == (not cull)


@pytest.mark.rule("15.12")
@pytest.mark.parametrize(("empty", "over"), [(3, False), (4, True)])
def test_a_free_capture_by_an_ability_counts(empty: int, over: bool) -> None:
    """Strong Devotee captures a spell for nothing in phase 1."""
    position = (
        Position(wilds=[*CREATURES[:6], "Growth Spell"])
        .ready(0, "Strong Devotee of the Holy Query@C2:2/4*")
        .ready(0, "Life Spell@S")
    )
    for name in CREATURES[1 : empty + 1]:
        position.left(name, 0)
    play = position.start("score")
    assert "take Growth Spell in the wilds" in play.options
    play.do("take Growth Spell")
    assert play.over == over
    assert play.dice(0, "bag") == ["Growth Spell"]


# --- 15.15: names ----------------------------------------------------------------------------


@pytest.mark.rule("15.15")
def test_the_names_of_sets_and_variants() -> None:
    assert SETS == (
        "base", "rise_of_the_demons", "quarmageddon", "quest_of_the_qladiator", "quartifacts",
        "light_vs_dark", "promos",
    )  # fmt: skip
    assert VARIANTS == ("advanced_capture", "expert_culling")


@pytest.mark.rule("15.15")
@pytest.mark.parametrize("name", SETS[1:])
def test_every_set_can_be_played_with_the_base_set(name: str) -> None:
    rules = q.Rules(sets=["base", name])
    assert rules.sets == ("base", name)
    brought = {"quartifacts": ("quests",), "light_vs_dark": ("light_vs_dark_rules",)}
    assert rules.modules == brought.get(name, ())


@pytest.mark.rule("15.15")
def test_all_means_every_set_with_quests_and_the_rules_of_light_vs_dark() -> None:
    rules = q.Rules(sets=["all"])
    assert rules.sets == SETS
    assert rules.modules == MODULES == ("quests", "light_vs_dark_rules")
    assert rules == q.Rules(sets=list(SETS)) == q.Rules(sets=["base", "all"])
    assert rules.variants == ()  # variants are asked for by name only
    assert rules.house_rules == ()
