"""What the expansions add to the table: locks, quests, quartifacts, energy, anchored spells."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from quarriors.engine import arrange
from quarriors.engine.ids import effect
from quarriors.testing import Play, Position
from quarriors.view.observe import observe
from quarriors.view.sentences import option_sentences, question
from quarriors.view.story import Story
from quarriors.view.svg import table_svg
from quarriors.view.table import table_facts, table_text

from .helpers import LANGUAGES, NAMES, mixed_games, play_on, speech

QUAIL = "Hunt for Holy Quail"
SKULL = "Hunt for Tri-Clops Skull"
HAG = "Strong Witching Hag"


def everything() -> Play:
    """A locked die, a quest with a party, quartifacts, energies and an anchored spell."""
    return (
        Position(3, sets=["all"], wilds=[HAG, "Greater Archangel", "Frost Howler", "Light Spell"])
        .ready(0, f"{HAG}@C1:3/3", "Light Spell@S", f"{SKULL}@QF:Ruby Eye")
        .locked(1, "Frost Howler")
        .quest(1, QUAIL, f"{HAG}@C2:4/5")
        .attached(1, f"{QUAIL}@QF:Holy Quail", 1, HAG)
        .ready(2, f"{HAG}@C1:3/3")
        .active(0, "Frost Howler@K", "Greater Archangel@L2", "Large Quiddity@D2")
        .start("ready")
    )


def told(play: Play, language: str = "en") -> list[str]:
    """All that happened in a play, from its beginning."""
    story = Story.of_origin(play.game.origin, play.game.setup, speech(language))
    return [line.text for line in story.tell(play.events)]


# --- the observation ---------------------------------------------------------------------------


def test_locked_dice_are_marked() -> None:
    seen = observe(everything().game, 2)
    (locked,) = seen["seats"][1]["ready"]
    assert (locked["card"], locked["face"], locked["marks"]) == ("Frost Howler", "K", ["locked"])
    assert locked["creature"] is False
    assert "level" not in locked
    assert all("locked" not in die["marks"] for die in seen["seats"][0]["ready"])
    assert seen["lock_used"] is False
    play = everything()
    play.do("lock Frost Howler [K] with seat 0")
    assert observe(play.game, 0)["lock_used"] is True


def test_creatures_on_a_quest_are_shown_with_their_quest() -> None:
    seen = observe(everything().game, 0)
    (questing,) = seen["seats"][1]["quest"]
    assert questing["quest"] == QUAIL
    assert (questing["level"], questing["attack"], questing["defense"]) == (2, 4, 7)
    (carried,) = questing["attached"]
    assert (carried["quartifact"], carried["card"], carried["owner"]) == ("Holy Quail", QUAIL, 1)
    assert seen["seats"][0]["quest"] == seen["seats"][2]["quest"] == []
    assert seen["seats"][0]["ready"][2]["quartifact"] == "Ruby Eye"


def test_quest_cards_tell_level_glory_dice_and_who_is_there() -> None:
    play = everything()
    quests = {quest["card"]: quest for quest in observe(play.game, 0)["quests"]}
    assert set(quests) == {QUAIL, SKULL}
    quail, skull = quests[QUAIL], quests[SKULL]
    assert (quail["level"], quail["glory"], quail["left"], quail["seat"]) == (1, 2, 1, 1)
    assert quail["creatures"] == [play.die(1, "quest", HAG)]
    assert quail["levels"] == 2
    (held,) = quail["quartifacts"]
    assert (held["seat"], held["carrier"]) == (1, play.die(1, "quest", HAG))
    assert (skull["seat"], skull["creatures"], skull["levels"]) == (None, [], 0)
    (waiting,) = skull["quartifacts"]
    assert (waiting["seat"], waiting["carrier"]) == (0, None)


def test_energy_large_dice_and_anchored_spells() -> None:
    play = everything()
    seen = observe(play.game, 1)
    assert seen["energy"] == {
        "light": {"pool": 0, "at_hand": 2},
        "dark": {"pool": 0, "at_hand": 2},
    }
    (aside,) = seen["seats"][0]["aside"]
    assert aside["card"] == "Large Quiddity"
    assert "face" not in aside  # it lies there and shows nothing
    assert len(seen["seats"][1]["aside"]) == 2
    wilds = {wild["card"]: wild for wild in seen["wilds"]}
    angel = wilds["Greater Archangel"]
    assert (angel["energy"], angel["cost_now"], angel["discount_now"]) == ("light", 9, 8)
    assert angel["anchored"] == {"energy": "light", "price": 3, "ability": 2}
    assert angel["confidence"]["anchored"] == "sourced"
    assert wilds[HAG]["anchored"] is None
    assert (wilds[HAG]["energy"], wilds[HAG]["discount"]) == ("", None)
    assert (wilds[QUAIL]["kind"], wilds[QUAIL]["level"]) == ("quest", 1)
    assert not wilds["Corrupted Quiddity"]["captured"]
    assert seen["anchor_used"] is False
    play.do("spend Greater Archangel")
    assert observe(play.game, 1)["energy"]["light"] == {"pool": 2, "at_hand": 2}


def test_rules_modules_and_house_rules() -> None:
    seen = observe(Position(sets=["all"]).active(0, "Large Quiddity@Q2").start("ready").game, 0)
    assert seen["rules"]["modules"] == ["quests", "light_vs_dark_rules"]
    assert seen["house_rules"] == []
    position = Position(sets=["all"], modules=["quests"]).active(0, "Basic Quiddity@Q2")
    game = position.start("ready").game
    assert observe(game, 0)["house_rules"] == ["light_vs_dark_rules"]
    shown = table_text(game).splitlines()[0]
    assert "house rule: without the Light vs. Dark rules" in shown
    assert "regola della casa: senza le regole" in table_text(game, "it").splitlines()[0]


def test_dice_that_wait_for_a_roll_show_no_face() -> None:
    play = Position(wilds=[HAG]).ready(0, f"{HAG}@C1:3/3").used(0, "Assistant").start("score")
    play.do("fetch Assistant")
    seen = observe(play.game, 0)
    (waiting,) = seen["seats"][0]["active"]
    assert waiting["marks"] == ["unrolled"]
    assert "Active Pool  Assistant (not rolled)" in table_text(play.game)


@pytest.mark.parametrize("against", [None, 1])
def test_lasting_effects_say_until_when(against: int | None) -> None:
    play = everything()
    hag = play.die(0, "ready", HAG)
    kind = effect.DEFENSE if against is None else effect.AGAINST + against
    arrange.add_effect(play.state, kind, hag, 3, 0)
    arrange.add_effect(play.state, effect.SUMMON, 1, -1, -1)
    lasting, summons = observe(play.game, 0)["effects"]
    assert lasting["until"] == 0
    assert lasting.get("against") == against
    assert lasting["effect"] == ("defense" if against is None else "attack-against")
    assert summons == {"effect": "summon-cost", "seat": 1, "amount": -1, "until": None}


def challenge() -> Play:
    return (
        Position(3, sets=["base", "quartifacts"], wilds=[HAG, "Scavenging Goblin"])
        .ready(0, f"{HAG}@C2:4/5", "Scavenging Goblin@C1:2/2", "Scavenging Goblin@C1:2/2*")
        .quest(1, QUAIL, f"{HAG}@C1:3/3", "Scavenging Goblin@C1:2/2")
        .ready(2, f"{HAG}@C1:3/3", "Assistant@C1:1/2")
        .active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2")
        .start("ready")
    )


def test_a_challenge_under_way() -> None:
    play = challenge()
    play.do("pass", f"quest {QUAIL} against seat 1", f"venture {HAG}")
    play.do("venture Scavenging Goblin [C1:2/2]", "pass", "first quest")
    seen = observe(play.game, 2)
    assert seen["attack"] is None  # it comes later
    fight = seen["challenge"]
    assert (fight["challenger"], fight["challenged"], fight["card"]) == (0, 1, QUAIL)
    assert fight["totals"] == [5, 6, None]
    assert (fight["defender"], fight["left"]) == (1, 6)
    text = table_text(play.game, names=NAMES[:3])
    assert (
        f"Anna challenges Bruno for the {QUAIL}: total 5 against Anna, total 6 against Bruno and "
        "6 damage left for Bruno."
    ) in text


def test_an_attack_before_a_challenge() -> None:
    play = challenge()
    play.do("pass", f"quest {QUAIL} against seat 1", f"venture {HAG}", "pass", "first creatures")
    seen = observe(play.game, 0)
    assert seen["challenge"] is None
    assert seen["attack"]["attacker"] == 0
    assert seen["attack"]["totals"] == [None, 0, 4]


# --- the table in text, as facts and as a picture ----------------------------------------------


def test_the_text_table_shows_it_all() -> None:
    lines = table_text(everything().game, names=NAMES[:3]).splitlines()
    for line in (
        f"  {QUAIL}: level 1, 2 Glory, 1 die on it; Bruno is there, total level 2.",
        f"  {SKULL}: level 3, 4 Glory, 1 die on it; nobody is there.",
        "Anchored spells, one per turn:",
        (
            "Anna (turn): 0 Glory of 19; Quiddity 0, or 4 with all dice; of it 2 Light Quiddity "
            "and 2 Dark Quiddity"
        ),
        "  Locked Area  Frost Howler (lock)",
        f"  Quest Area   {QUAIL}: {HAG} (L2 4/7) with the quartifact Holy Quail",
        "  Set aside    2x Large Quiddity",
    ):
        assert line in lines
    (angel,) = [line for line in lines if line.startswith("  Greater Archangel ")]
    assert "  9 (8 with Light)  " in angel
    (tainted,) = [line for line in lines if "Corrupted Quiddity" in line]
    assert " -       -    10 " in tainted
    assert not any(line.startswith(f"  {QUAIL} ") for line in lines)  # no card to capture from
    assert any(
        line.startswith("  Greater Archangel, 3 Light Quiddity: Destroy a Dark") for line in lines
    )


def test_the_facts_show_it_all_in_italian() -> None:
    facts = table_facts(everything().game, speech("it"))
    for fact in (
        "Locked Area: Ululatore del Gelo (lucchetto).",
        "Da parte: 2x Quiddity Grande.",
        "Quiddity Corrotta: non si può catturare, sulla carta 10 dadi.",
    ):
        assert fact in facts
    assert any("con il Quartefatto Sacra Quaglia" in fact for fact in facts)
    assert any("di cui 2 Quiddity di Luce e 2 Quiddity di Tenebra" in fact for fact in facts)
    assert any("9 (8 con Luce)" in fact for fact in facts)
    assert any("c'è Bruno, somma dei livelli 2." in fact for fact in facts)


def test_dice_out_of_the_game_are_listed() -> None:
    play = Position(2, wilds=[HAG]).left(HAG, 3).active(0, "Basic Quiddity@Q1").start("ready")
    assert observe(play.game, 0)["removed"] == {HAG: 2}
    assert f"Out of the game: 2x {HAG}." in table_facts(play.game, speech())
    assert f"Out of the game: 2x {HAG}." in table_text(play.game)


def test_the_picture_shows_it_all() -> None:
    root = ET.fromstring(table_svg(everything().game, names=NAMES[:3]))
    texts = [element.text or "" for element in root.iter() if element.tag.endswith("}text")]
    titles = [element.text or "" for element in root.iter() if element.tag.endswith("}title")]
    assert "Locked Area" in texts
    assert "Quest Area" in texts
    assert "anchored: 3 Light Quiddity" in texts
    assert "cost 9" in texts
    assert any(title.startswith("Greater Archangel, cost 9 (8 with Light): ") for title in titles)
    assert any(text.startswith(f"{QUAIL}: level 1") for text in texts)
    assert "Frost Howler (⊠)" in titles
    assert f"{HAG} (L2 4/7) with the quartifact Holy Quail" in titles
    assert f"quartifact Ruby Eye ({SKULL})" in titles
    assert "Large Quiddity" in titles
    assert any("Anchored (3 Light Quiddity)" in title for title in titles)


def test_pictures_of_random_games_are_well_formed() -> None:
    for game, dealer in mixed_games(8):
        while not game.over:
            play_on(game, dealer, 60)
            for language in LANGUAGES:
                root = ET.fromstring(table_svg(game, language))
                sizes = [float(element.attrib["font-size"]) for element in root.iter()
                         if element.tag.endswith("}text")]  # fmt: skip
                assert min(sizes) > 3


# --- questions, options, log -------------------------------------------------------------------


def test_a_lock_that_must_be_made_is_said_so() -> None:
    play = everything()
    words = speech()
    assert question(play.game, words).endswith("you must lock one that shows a lock.")
    said = option_sentences(play.game, words)
    (lock,) = [text for text in said if text.startswith("Lock ")]
    assert lock.startswith("Lock Frost Howler (lock) for free: Opponents' summons")
    assert "Unlock Bruno's Frost Howler (lock) for 2 Quiddity" in said
    play.do("lock Frost Howler [K] with seat 0")
    assert question(play.game, words) == "Anna: what do you do with your dice?"
    assert "Anna locks Frost Howler (lock) (rule 11.1)." in told(play)
    play.do("unlock Frost Howler [K] with seat 1")
    assert "Bruno's Frost Howler (lock) is unlocked and goes to the Used Pile (rule 11.2)." in told(
        play
    )


def test_a_new_lock_names_what_it_unlocks() -> None:
    play = (
        Position(sets=["base", "quest_of_the_qladiator"], wilds=["Frost Howler"])
        .locked(0, "Frost Howler")
        .active(0, "Frost Howler@K", "Assistant@C1:1/2", "Basic Quiddity@Q1")
        .start("ready")
    )
    (lock,) = [text for text in option_sentences(play.game, speech()) if text.startswith("Lock")]
    assert ", unlocking Frost Howler: " in lock


def test_quests_are_offered_with_what_stands_against_one() -> None:
    play = everything()
    play.do("lock Frost Howler [K] with seat 0", "pass", "pass")
    words = speech()
    assert question(play.game, words).startswith("Anna: send creatures on a quest?")
    assert option_sentences(play.game, words) == [
        f"Start the {SKULL} (level 3, 4 Glory)",
        (
            f"Challenge Bruno for the {QUAIL} (level 1, 2 Glory) against {HAG} (L2 4/7) "
            "with the quartifact Holy Quail"
        ),
        "Send nobody on a quest",
    ]


def test_a_challenge_is_told_step_by_step() -> None:
    play = challenge()
    words = speech()
    play.do("pass", f"quest {QUAIL} against seat 1")
    assert question(play.game, words) == f"Anna: who goes on the {QUAIL} (level 1)?"
    play.do(f"venture {HAG}", "venture Scavenging Goblin [C1:2/2]")
    assert option_sentences(play.game, words)[-1] == "Send nobody else"
    play.do("pass")
    assert question(play.game, words) == "Anna: what comes first, the attack or the challenge?"
    assert option_sentences(play.game, words) == [
        "Attack first, then challenge",
        "Challenge first, then attack",
    ]
    play.do("first quest")
    assert question(play.game, words) == (
        "Bruno: in the challenge Anna deals you damage, 6 left. Which creature on the quest "
        "takes it?"
    )
    play.do("defend Scavenging")
    lines = told(play)
    for line in (
        f"Anna sends {HAG} (L2 4/5) and Scavenging Goblin (L1 2/2) on the {QUAIL} (rule 12.2).",
        f"Anna challenges Bruno for the {QUAIL} (rule 12.3).",
        (
            f"In the challenge Anna deals Bruno a total of 6: {HAG} 4, Scavenging Goblin 2 "
            "(rule 12.3)."
        ),
        (
            f"In the challenge Bruno deals Anna a total of 5: {HAG} 3, Scavenging Goblin 2 "
            "(rule 12.3)."
        ),
    ):
        assert line in lines


def complete(roll: str, **more: Any) -> Play:
    """A party whose levels are enough, at the start of its owner's turn."""
    position = Position(3, sets=["base", "quartifacts"], wilds=[HAG], **more)
    return (
        position.quest(0, QUAIL, f"{HAG}@C2:4/5").used(0, "Assistant", "Portal").rolls(roll)
        .bag(0, "Portal").start("score")
    )  # fmt: skip


def test_completing_a_quest_is_told_and_its_die_is_rolled_once() -> None:
    play = complete(f"{QUAIL}@QF:Holy Quail")
    assert question(play.game, speech()).startswith("Anna: choose a die to cull for your quest")
    play.do("pass")
    lines = told(play)
    assert f"Anna completes the {QUAIL}: total level 2, needed 1 (rule 12.4)." in lines
    rolled = [line for line in lines if "Holy Quail" in line and "rolls" in line]
    assert rolled == [f"Anna rolls the quest die of the {QUAIL}: Holy Quail (rule 12.5)."]
    assert f"Anna's quartifact Holy Quail ({QUAIL}) goes to the Ready Area (rule 12.5)." in lines


def test_culling_for_a_quest_with_the_expert_variant() -> None:
    play = complete(f"{QUAIL}@Q2", variants=["expert_culling"])
    assert question(play.game, speech()) == (
        "Anna: cull the creatures that completed the quest? You gain its Glory only if you cull "
        "all of them."
    )
    asked = question(play.game, speech("it"))
    assert asked.endswith("Solo se le scremi tutte ne guadagni la Gloria.")


def test_attaching_a_quartifact_says_what_it_does() -> None:
    play = (
        Position(3, sets=["base", "quartifacts"], wilds=["Scavenging Goblin"])
        .ready(0, f"{QUAIL}@QF:Holy Quail")
        .active(0, "Scavenging Goblin@C1:2/2", "Basic Quiddity@Q2")
        .start("ready")
    )
    play.do("summon Scavenging Goblin")
    (equip,) = [t for t in option_sentences(play.game, speech()) if t.startswith("Attach")]
    assert equip == (
        "Attach your Holy Quail to Scavenging Goblin (L1 2/2): The creature has +2 defense"
    )
    play.do("equip")
    assert (
        f"Anna attaches quartifact Holy Quail ({QUAIL}) to Scavenging Goblin (L1 2/2) (rule 12.6)."
        in told(play)
    )
    assert "Scavenging Goblin (L1 2/4) with the quartifact Holy Quail" in table_text(play.game)


def test_a_line_that_takes_the_place_of_another_is_told_alone() -> None:
    """1.4: on a face with the burst the line without it does not work."""
    mystic, spell = "Quake Dragon Mystic", "Misdirection Spell"
    play = (
        Position(
            2, sets=["base", "quest_of_the_qladiator", "quartifacts"], wilds=[mystic, spell, HAG]
        )
        .active(0, f"{mystic}@K*")
        .ready(0, f"{spell}@S*")
        .ready(1, f"{HAG}@C2:4/5")
        .start("ready")
    )
    said = option_sentences(play.game, speech())
    (lock,) = [text for text in said if text.startswith("Lock ")]
    assert lock.endswith(": When you draw on your turn: only you gain 1 Quiddity")
    (cast,) = [text for text in said if text.startswith("Cast ")]
    assert "Choose a creature in" in cast
    assert "level 2 or lower" not in cast


def test_anchored_spells_and_discounts_are_offered_with_their_energy() -> None:
    play = (
        Position(sets=["light_vs_dark"], wilds=["Greater Archangel", "Greater Queelzebub"])
        .active(0, "Greater Archangel@L2", "Greater Archangel@L3|R", "Large Quiddity@Q3")
        .ready(1, "Greater Queelzebub@C1:5/3")
        .start("capture")
    )
    said = option_sentences(play.game, speech())
    assert "Capture Greater Archangel for 8 Quiddity, at least 1 of it Light (3 dice left)" in said
    (anchor,) = [text for text in said if "'s anchored spell" in text]
    assert anchor.startswith(
        "Use Greater Archangel's anchored spell for 3 Light Quiddity: Destroy a Dark creature"
    )
    play.do("anchor Greater Archangel")
    lines = told(play)
    assert any(
        line.startswith(
            "Anna uses Greater Archangel's anchored spell for 3 Light Quiddity: Destroy"
        )
        for line in lines
    )
    assert observe(play.game, 0)["anchor_used"] is True
    assert "Anchored spells (this turn's is used):" in table_text(play.game)


def test_a_step_for_each_opponent_says_for_whom_it_is() -> None:
    seen = set()
    for game, dealer in mixed_games(40):
        while not game.over:
            about = game.decision.opponent
            if about is not None and about != game.decision.seat and game.setup.players > 2:
                asked = question(game, speech())
                seen.add(game.decision.kind)
                if game.decision.kind != "player":
                    assert asked.endswith(f"It is about {NAMES[about]}.")
            play_on(game, dealer, 1)
        if "effect" in seen:
            break
    assert "effect" in seen


def test_observations_of_random_games_are_plain() -> None:
    for game, dealer in mixed_games(12):
        while not game.over:
            play_on(game, dealer, 30)
            seen = observe(game, 0)
            assert json.loads(json.dumps(seen)) == seen
            for mat in seen["seats"]:
                locked = [die for die in mat["ready"] if "locked" in die["marks"]]
                assert len(locked) <= 1
                assert all(die["quest"] for die in mat["quest"])
