"""`quarriors cards` and `quarriors rules`: looking things up."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import quarriors as q
from quarriors.cards.load import default_catalog
from quarriors.cards.sets import SETS
from quarriors.cli.cards import close_names, draw_faces, find
from quarriors.cli.rules import marked, search
from quarriors.engine.catalog import FACES
from quarriors.engine.ids import event, trait
from quarriors.text import Texts, load
from quarriors.view.reference import double_burst
from quarriors.view.speech import Speech
from tests.extent import daily

from .conftest import Run


def test_all_cards_are_listed_by_class(run: Run) -> None:
    out = run("cards").out
    for card in q.cards.every():
        assert f"  {card.name} " in out
    order = [out.index(head) for head in ("Basic cards", "Creatures", "Spells", "Quest cards")]
    assert order == sorted(order)
    goblins = [line for line in out.splitlines() if "Scavenging Goblin" in line]
    at = out.splitlines().index(goblins[0])
    assert out.splitlines()[at : at + 5] == goblins


def test_a_card_is_shown_whole(run: Run) -> None:
    out = run("cards", "strong", "witching", "hag").out
    card = q.cards.get("Strong Witching Hag")
    told = Texts("en").card(card.name)
    assert out.startswith("Strong Witching Hag\n")
    assert f"creature, cost {card.cost}, Glory {card.glory}, 5 dice, set base" in out
    assert out.count("| L1 3/3 |") == 2
    assert "| L2 4/5 |" in out
    for text in (*told["abilities"], *told["rulings"]):
        assert text in out
    assert "Cost and Glory: sourced" in out
    assert "Abilities: sourced" in out
    assert "Die faces: sourced" in out
    for source in (*card.sources, *card.design.sources):
        assert source in out


def test_a_card_in_italian(run: Run) -> None:
    told = Texts("it").card("Strong Witching Hag")
    for name in ("Strong Witching Hag", told["name"]):
        out = run("cards", name, "--lang", "it").out
        assert out.startswith(f"{told['name']} (Strong Witching Hag)\n")
        assert told["abilities"][0] in out
        assert "Chiarimenti" in out
        assert "Affidabilità del testo" in out


def test_keywords_are_explained_below_the_card(run: Run) -> None:
    out = run("cards", "shaping cantrip").out
    assert "Reaction - When one of your creatures is destroyed: save it.\n\nKeywords\n" in out
    tips = {key: entry["text"] for key, entry in load("en", "keywords").items()}
    assert f"- Reaction: {tips['reaction']}\n- Save: {tips['save']}\n" in out
    assert "- Immunity: " not in out
    assert "Keywords" not in run("cards", "growth charm").out
    shown = json.loads(run("cards", "shaping cantrip", "--json", "--lang", "it").out)[0]
    assert list(shown["keywords"]) == ["Reazione", "Salvare"]


def test_bursts_are_told(run: Run) -> None:
    out = run("cards", "death charm").out
    assert "One burst (*): " in out
    assert "Two bursts (**): " in out
    assert "One or two bursts" in run("cards", "death spell").out
    assert "It has no ability of its own." in run("cards", "basic quiddity").out


def test_part_of_a_name_and_several_names(run: Run) -> None:
    goblins = [card["name"] for card in json.loads(run("cards", "gobl", "--json").out)]
    assert goblins == [
        "Scavenging Goblin",
        "Strong Scavenging Goblin",
        "Mighty Scavenging Goblin",
        "Corrupted Scavenging Goblin",
        "Quaxos' Scavenging Goblin",
    ]
    both = json.loads(run("cards", "Portal", "Death Charm", "--json").out)
    assert [card["name"] for card in both] == ["Portal", "Death Charm"]
    out = run("cards", "strong").out
    assert out.endswith("write more of a name to see a whole card.\n")
    assert "Strong Quake Dragon" in out


def test_filters(run: Run) -> None:
    spells = json.loads(run("cards", "--kind", "spell", "--cost", "3-4", "--json").out)
    expected = [c.name for c in q.cards.every() if c.kind == "spell" and 3 <= c.cost <= 4]
    assert [card["name"] for card in spells] == expected
    four = json.loads(run("cards", "--cost", "4", "--set", "base", "--json").out)
    assert {card["cost"] for card in four} == {4}
    hags = json.loads(run("cards", "hag", "--cost", "5", "--json").out)
    assert all("Hag" in card["name"] and card["cost"] == 5 for card in hags)


def listed(run: Run, *arguments: str) -> list[str]:
    return [card["name"] for card in json.loads(run("cards", "--json", *arguments).out)]


def test_filters_by_set_kind_and_energy(run: Run) -> None:
    every = q.cards.every()
    for name in SETS:
        assert listed(run, "--set", name) == [c.name for c in every if c.set_name == name]
    assert listed(run, "--sets", "all") == [card.name for card in every]
    two = ("promos", "quartifacts")
    assert listed(run, "--set", ",".join(two)) == [c.name for c in every if c.set_name in two]
    quests = listed(run, "--kind", "quest")
    assert len(quests) == 12
    assert "Hunt for Exqualibur" in quests
    for number, energy in ((1, "light"), (2, "dark"), (0, "none")):
        assert listed(run, "--energy", energy) == [c.name for c in every if c.energy == number]
    assert "Large Quiddity" not in listed(run, "--cost", "0")  # it has no cost at all
    assert not set(quests) & set(listed(run, "--cost", "0"))


def test_energy_discount_and_anchored_spell_are_shown(run: Run) -> None:
    out = run("cards", "greater archangel").out
    assert "creature, cost 9, Glory 4, 5 dice, set light_vs_dark" in out
    assert "Energy: Light; cost 8 if you pay at least 1 Light Quiddity." in out
    assert "It has an anchored spell for 3 Light Quiddity." in out
    assert "Discounted cost: original" in out
    assert "Anchored spell: sourced" in out
    assert out.count("[sourced]") == 1  # beside the anchored spell: the other lines are original
    italian = run("cards", "greater archangel", "--lang", "it").out
    assert "Energia: Luce; costo 8 se paghi almeno 1 Quiddity di Luce." in italian
    assert "Ha un incantesimo ancorato per 3 Quiddity di Luce." in italian
    (angel,) = json.loads(run("cards", "greater archangel", "--json").out)
    assert (angel["energy"], angel["discount"]) == ("light", 8)
    assert angel["anchored"] == {"energy": "light", "price": 3, "ability": 2}
    assert [line["confidence"] for line in angel["abilities"]] == [
        "original", "original", "sourced",
    ]  # fmt: skip
    row = next(line for line in run("cards", "--energy", "dark").out.splitlines() if "Cat" in line)
    assert row.split("  ")[1].strip() == "Black Cat"
    assert " 3 (2 with Dark) " in row
    assert " original " in row


def test_quests_and_dice_that_are_never_captured(run: Run) -> None:
    out = run("cards", "expedition for exqualibur").out
    assert "quest card, level 2, Glory 3, 2 dice, set quartifacts" in out
    assert "It is left out of games without " in out
    assert "quest_of_the_qladiator" in out
    corrupted = run("cards", "corrupted quiddity").out
    assert "basic, can't be captured, 10 dice, set rise_of_the_demons" in corrupted
    assert "Three bursts (***): " in corrupted
    assert "| *** |" in corrupted.replace("  ***", " ***")
    heads = [line for line in run("cards", "--kind", "quest").out.splitlines() if "level" in line]
    assert len(heads) == 1


def test_every_card_says_how_sure_we_are(run: Run) -> None:
    labels = {"sourced", "recalled", "original"}
    for values in json.loads(run("cards", "--json").out):
        assert set(values["confidence"].values()) <= labels, values["name"]
        assert {line["confidence"] for line in values["abilities"]} <= labels, values["name"]


EXPANSIONS = [card.name for card in q.cards.every() if card.set_name != "base"]


@pytest.mark.parametrize("card", EXPANSIONS[:: daily(4, 1)])
def test_a_card_is_shown_with_its_lines_and_how_sure_we_are(run: Run, card: str) -> None:
    for language in ("en", "it"):
        out = run("cards", card, "--lang", language).out
        for text in Texts(language).card(card)["abilities"]:
            assert text.replace("–", "-") in out
        assert Texts(language).say("cli", "cards.sure") in out


def test_a_line_with_a_label_of_its_own(run: Run) -> None:
    (overlord,) = json.loads(run("cards", "mighty demonic overlord", "--json").out)
    labels = [line["confidence"] for line in overlord["abilities"]]
    assert set(labels) == {"sourced", "original"}
    own = [key for key in overlord["confidence"] if key.startswith("ability ")]
    assert own == [f"ability {labels.index('original')}"]
    assert run("cards", "mighty demonic overlord").out.count("[original]") == 1


def test_json_has_everything(run: Run) -> None:
    cards = json.loads(run("cards", "--json").out)
    assert [card["name"] for card in cards] == [card.name for card in q.cards.every()]
    hag = json.loads(run("cards", "Strong Witching Hag", "--json", "--lang", "it").out)[0]
    assert hag["name"] == "Strong Witching Hag"
    assert hag["shown"] == Texts("it").card_name("Strong Witching Hag")
    assert hag["faces"] == ["Q1", "Q2", "Q2", "C1:3/3", "C1:3/3", "C2:4/5"]
    assert hag["confidence"] == {"numbers": "sourced", "text": "sourced", "die": "sourced"}
    assert hag["abilities"][0]["text"] == Texts("it").card("Strong Witching Hag")["abilities"][0]
    assert set(hag) == {
        "name", "shown", "class", "type", "kind", "set", "cost", "glory", "level", "energy",
        "discount", "anchored", "needs", "dice", "faces", "abilities", "keywords", "rulings",
        "confidence", "sources", "die_sources",
    }  # fmt: skip


def test_programs_are_shown_in_words(run: Run) -> None:
    out = run("cards", "mighty heavenly seraph", "--program").out
    assert out.startswith("Mighty Heavenly Seraph\n")
    assert "\n  on scored\n" in out
    assert "6  cull" in out
    assert "filter: my dice in used; register: first; verb: cull-die; may: yes" in out
    italian = run("cards", "mighty heavenly seraph", "--program", "--lang", "it").out
    told = Texts("it").card("Mighty Heavenly Seraph")["abilities"]
    assert told[1] in italian.replace("\n", " ")
    assert told[0] not in italian.replace("\n", " ")  # a standing modifier, no program
    plain = run("cards", "corrupted quiddity", "--program").out
    assert "None of its abilities is a program" in plain
    (seraph,) = json.loads(run("cards", "mighty heavenly seraph", "--program", "--json").out)
    (cull,) = seraph["programs"]
    assert cull["starts"] == "on scored"
    assert seraph["abilities"][cull["ability"]]["timing"] == "scored"
    assert [line.split()[1] for line in cull["operations"]] == ["choose", "cull", "end"]


@pytest.mark.parametrize(
    ("arguments", "english", "italian"),
    [
        (["gobln"], "No card is called gobln; did you mean Scavenging Goblin", "intendevi Scaveng"),
        (["zzzz"], "No card is called zzzz; `quarriors cards`", "La carta zzzz non esiste"),
        (["Portal", "zzzz"], "No card is called zzzz", "La carta zzzz non esiste"),
        (["--kind", "hero"], "Unknown kind hero; use one of basic", "La categoria hero non"),
        (["--set", "x"], "Unknown set x; use one of base", "Il set x non esiste"),
        (["--cost", "cheap"], "A cost is a number such as 4", "Un costo è un numero"),
        (["--cost", "5-3"], "A cost is a number such as 4", "Un costo è un numero"),
        (["portal", "--cost", "9"], "No card matches all of these", "Nessuna carta soddisfa"),
        (["--set", "promos", "--kind", "spell"], "No card matches all of these", "Nessuna carta"),
        (["--set", "base,x"], "Unknown set x; use one of base", "Il set x non esiste"),
        (["--set", ","], "Unknown set ,; use one of base", "Il set , non esiste"),
        (
            ["--energy", "grey"],
            "Unknown energy grey; use one of light, dark, none",
            "L'energia grey",
        ),
    ],
)
def test_what_is_not_found(
    refused: Callable[..., str], arguments: list[str], english: str, italian: str
) -> None:
    assert english in refused("cards", *arguments)
    assert italian in refused("cards", *arguments, "--lang", "it")


def test_names_that_somebody_may_have_meant() -> None:
    assert "Scavenging Goblin" in close_names("gobln")
    assert "Portal" in close_names("prtal")
    assert close_names("xyzxyz") == []
    assert find([]) == q.cards.every()


def test_faces_are_drawn_as_boxes() -> None:
    card = q.cards.get("Quake Dragon")
    for signs in (False, True):
        speech = Speech(Texts("en"), (), signs=signs)
        faces = [speech.face(face.notation) for face in card.design.faces]
        lines = draw_faces(faces, speech)
        text = "\n".join(lines)
        for face in faces:
            assert face in text
        assert len({len(line) for line in lines}) == 1
        assert ("╭" in text) == signs
        assert text.isascii() != signs


# --- rules -------------------------------------------------------------------------------------


def test_the_sections_of_the_rules(run: Run) -> None:
    out = run("rules").out
    assert " 6  Phase 3: attack" in out
    assert "6.1 - 6.7" in out
    sections = json.loads(run("rules", "--json").out)
    assert [section["section"] for section in sections] == [str(n) for n in range(16)]
    assert sections[8]["rules"] == ["8.1"]
    ids = [rule for section in sections for rule in section["rules"]]
    assert ids == Texts("en").rule_ids()


def test_a_rule_and_a_section(run: Run) -> None:
    entry = Texts("en").rule("6.3")
    out = run("rules", "6.3").out
    assert f"6.3 {entry['title']}\n{entry['text'].strip()}\n" in out
    assert "6. Phase 3: attack" in out
    whole = run("rules", "6").out
    for number in range(1, 8):
        assert f"6.{number} " in whole
    values = json.loads(run("rules", "6.3", "--json", "--lang", "it").out)
    assert [value["id"] for value in values] == ["6.3"]
    assert values[0]["text"] == Texts("it").rule("6.3")["text"].strip()


def test_a_word_is_found_and_marked(run: Run) -> None:
    out = run("rules", "Used", "Pile").out
    assert "*Used Pile*" in out
    assert "rules mention Used Pile" in out
    hits = json.loads(run("rules", "used pile", "--json").out)
    assert len(hits) > 3
    for hit in hits:
        for start, end in hit["places"]:
            assert hit["text"][start:end].casefold() == "used pile"
    assert any(hit["places"] for hit in hits)
    assert "*scremare*" in run("rules", "scremare", "--lang", "it").out.casefold()


def test_words_that_stand_apart_are_found_too() -> None:
    texts = Texts("en")
    hits, words = search(texts, "burst Italian")
    assert words == ["burst", "Italian"]
    for rule in hits:
        whole = f"{texts.rule(rule)['title']} {texts.rule(rule)['text']}".casefold()
        assert "burst" in whole
        assert "italian" in whole
    assert search(texts, "xyzzy") == ([], [])


def test_marks_on_a_terminal_are_colours() -> None:
    text = marked("A burst and a Burst.", ["burst"], True, "")
    assert text.plain == "A burst and a Burst."
    assert [(span.start, span.end) for span in text.spans] == [(2, 7), (14, 19)]
    assert marked("A burst.", ["burst"], False, "").plain == "A *burst*."


@pytest.mark.parametrize(
    ("wanted", "english", "italian"),
    [
        ("99", "There's no rule 99; the sections go from 0 to 15", "La regola 99 non esiste"),
        ("6.99", "There's no rule 6.99", "La regola 6.99 non esiste"),
        ("brust", "No rule mentions brust; did you mean burst", "Nessuna regola contiene brust"),
        ("xyzzy", "No rule mentions xyzzy; `quarriors rules`", "Nessuna regola contiene xyzzy"),
    ],
)
def test_rules_that_are_not_there(
    refused: Callable[..., str], wanted: str, english: str, italian: str
) -> None:
    assert english in refused("rules", wanted)
    assert italian in refused("rules", wanted, "--lang", "it")


@pytest.mark.rule("1.4")
def test_cards_say_what_double_bursts_do_in_the_italian_edition(run: Run) -> None:
    """Bonuses of both lines add up, a line that the higher one replaces does not work beside it."""
    dragon = run("cards", "mighty quake dragon").out
    assert "(original-it): on a double burst the single-burst ability works as well" in dragon
    charm = run("cards", "death charm").out
    assert "(original-it): on a double burst only the double-burst ability works" in charm
    assert "original-it" not in run("cards", "scavenging goblin").out  # one burst at most
    italian = run("cards", "mighty quake dragon", "--lang", "it").out
    assert "con il doppio burst funziona anche l'abilità a burst singolo" in italian
    (found,) = json.loads(run("cards", "death charm", "--json").out)
    assert "original-it" in found["rulings"][-1]


@pytest.mark.rule("1.4")
def test_what_cards_say_of_double_bursts_is_what_the_engine_does() -> None:
    catalog = default_catalog()
    plain, italian = catalog.sheet(False), catalog.sheet(True)
    told = {"": 0, "higher": 0, "both": 0}
    for card in catalog.cards:
        faces = range(card.index * FACES, (card.index + 1) * FACES)
        more = any(
            plain.triggers[face * event.COUNT : (face + 1) * event.COUNT]
            != italian.triggers[face * event.COUNT : (face + 1) * event.COUNT]
            or plain.modifiers[face * trait.COUNT : (face + 1) * trait.COUNT]
            != italian.modifiers[face * trait.COUNT : (face + 1) * trait.COUNT]
            for face in faces
        )
        assert (double_burst(card) == "both") == more, card.name
        told[double_burst(card)] += 1
    assert min(told.values()) > 0
