"""Packs that cannot be used: each is refused with a sentence that says where and why.

A row is what is changed in a pack that is right, and what the sentence says. Every code of the
texts of packs appears here or in `NOT_IN_THE_TABLE`, with what tests it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from quarriors.cards.language.parser import MAX_LENGTH
from quarriors.cards.pack import MAX_BYTES, PackError, check_text, read_pack, read_pack_text
from quarriors.text import LANGUAGES, load

from .common import CARD, DIE, HEAD, PACK, with_line

DEEP = "each_opponent(" * 40 + "gain_glory(1)" + ")" * 40
LONG = "when(SUMMONED, " + ", ".join(["gain_glory(1)"] * 150) + ")"
RULE = '\n[[card.ruling]]\nen = "So it is."\n'
LINE = CARD[CARD.index("[[card.line]]") :]
MANY = "".join(f"{LINE}\n" for _ in range(9))


def old(before: str, after: str) -> str:
    """The pack with one thing changed."""
    assert before in PACK, before
    return PACK.replace(before, after, 1)


# name: (text, code of the fault, its line, what the sentence says)
ROWS: dict[str, tuple[str, str, int, str]] = {
    "not TOML": ("[pack\n", "toml", 1, "this isn't valid TOML"),
    "a number without an end": (old("cost = 3", "cost = " + "9" * 5000), "toml", 1, "valid TOML"),
    "brackets without an end": (
        f"{HEAD}x = {'[' * 9000}", "toml_too_deep", 1, "nested too deeply"),
    "a key of many parts": (HEAD + "a." * 40 + "a = 1", "pack_deep_key", 7, "too many parts"),
    "too large": (PACK + "#" * MAX_BYTES, "pack_too_large", 0, "the limit is 256 kB"),
    "a lone surrogate": (old("Ada", "\ud800"), "pack_encoding", 0, "save it as UTF-8"),
    "nothing": ("", "pack_no_head", 1, "there's no [pack] table"),
    "only a comment": ("# cards\n", "pack_no_head", 1, "begin the file with [pack]"),
    "no head": (DIE + CARD, "pack_no_head", 1, "there's no [pack] table"),
    "a set": (f'{PACK}\n[set]\nid = "base"\n', "pack_is_no_set", 28, "a pack has no [set] table"),
    "no cards": (HEAD, "pack_empty", 1, "add a [[card]]"),
    "no name": (old('name = "Winter"\n', ""), "missing_key", 1, "has no `name`"),
    "no sets": (old('sets = ["base"]\n', ""), "missing_key", 1, "has no `sets`"),
    "sets that are no list": (old('["base"]', "3"), "wrong_value", 6, "`sets`"),
    "a set instead of a pack": (
        PACK.replace("[pack]", "[set]").replace('["base"]', "3"), "pack_no_head", 1, "no [pack]"),
    "an empty name": (old('"Winter"', '""'), "empty_text", 2, "`name` is empty"),
    "a long name": (old('"Winter"', f'"{"W" * 61}"'), "pack_name_length", 2, "use 1 to 60"),
    "an invisible name": (old('"Winter"', '"Win\u200bter"'), "pack_invisible", 2, "invisible"),
    "a name that turns": (old('"Winter"', '"\u202eretniW"'), "pack_invisible", 2, "direction"),
    "a control character": (old('"Winter"', r'"Win\u0007ter"'), "pack_invisible", 2, "remove them"),
    "a name of blanks": (old('"Winter"', '"  "'), "pack_invisible", 2, "too many blanks"),
    "a version of words": (old('"1.0"', '"one point oh"'), "pack_version", 3, "such as 1.0"),
    "a version that is a number": (old('"1.0"', "1.0"), "wrong_value", 3, "must be a text"),
    "no languages": (old('["en"]', "[]"), "pack_empty_list", 5, "at least one of en, it"),
    "another language": (old('["en"]', '["fr"]'), "wrong_choice", 5, "use one of en, it"),
    "a language twice": (old('["en"]', '["en", "en"]'), "pack_twice", 5, "list it once"),
    "a text missing": (old('["en"]', '["en", "it"]'), "missing_text", 8, "class_it"),
    "another set": (old('["base"]', '["bass"]'), "wrong_choice", 6, "did you mean `base`"),
    "an unknown key of the head": (old("author", "auther"), "unknown_key", 4, "`author`"),
    "an unknown table": (f"{PACK}\n[extra]\n", "unknown_key", 28, "unknown key `extra`"),
    "a die that is there": (
        old('class = "Snow Fox"', 'class = "Portal"'), "pack_class_exists", 9, "corrects = true"),
    "a die twice": (HEAD + DIE + DIE + CARD, "pack_class_twice", 17, "keep one"),
    "a correction of nothing": (
        HEAD + DIE + "corrects = true\n" + CARD, "pack_corrects_nothing", 9, "to correct"),
    "a correction of another set": (
        HEAD + DIE.replace("Snow Fox", "Archangel") + "corrects = true\n",
        "pack_corrects_nothing", 9, "name the right class and set"),
    "a corrected kind": (
        HEAD + DIE.replace("Snow Fox", "Life") + "corrects = true\n",
        "pack_keeps", 10, "it must be `spell`"),
    "a corrected stock": (
        HEAD + DIE.replace("Snow Fox", "Assistant").replace("creature", "basic")
        + "corrects = true\n", "pack_keeps", 11, "it must be `18`"),
    "a basic die": (old('"creature"', '"basic"'), "pack_kind", 10, "`creature` or `spell`"),
    "an unknown kind": (old('"creature"', '"beast"'), "wrong_choice", 10, "can't be `beast`"),
    "roles": (HEAD + DIE + "roles = { start = 9 }\n" + CARD, "pack_roles", 15, "remove them"),
    "five faces": (old('"Q1", "Q1", ', '"Q1", '), "not_six_faces", 12, "6 faces, this one has 5"),
    "an unknown face": (old('"Q2"', '"X2"'), "face", 12, "X2"),
    "a face of another script": (old('"Q2"', '"Q\u00b2"'), "face", 12, "can't be read"),
    "an enormous face": (old("C1:1/2", "C1:999/2"), "pack_face", 12, "two digits at most"),
    "a quest face": (old('"Q2"', '"BONUS"'), "pack_face", 12, "can't be used"),
    "no dice": (old("count = 5", "count = 0"), "pack_number", 11, "from 1 to 40"),
    "a thousand dice": (old("count = 5", "count = 1000"), "pack_number", 11, "from 1 to 40"),
    "a card without a class": (HEAD + CARD, "unknown_class", 10, "there's no die of the class"),
    "a card twice": (PACK + CARD, "name_twice", 29, "a name must be unique"),
    "a negative cost": (old("cost = 3", "cost = -1"), "negative", 19, "0 or more"),
    "a true cost": (old("cost = 3", "cost = true"), "wrong_value", 19, "must be a number"),
    "an enormous cost": (old("cost = 3", "cost = 21"), "pack_number", 19, "from 0 to 20"),
    "enormous Glory": (old("glory = 1", "glory = 99"), "pack_number", 20, "from 0 to 20"),
    "an unknown certainty": (
        old('text = "original"', 'text = "sure"'), "wrong_choice", 21, "can't be `sure`"),
    "a certainty of nothing": (
        old('text = "original"', 'texts = "original"'), "wrong_choice", 21, "numbers, text"),
    "an unknown need": (
        old("cost = 3", 'cost = 3\nneeds = ["luck"]'), "pack_needs", 20, "set, rule or class"),
    "a set of another pack": (
        old("cost = 3", 'cost = 3\nset = "promos"'), "wrong_choice", 20, "use one of base"),
    "a basic card added": (
        HEAD + CARD.replace('class = "Snow Fox"', 'class = "Portal"'),
        "pack_basic", 10, "corrected but not added"),
    "a corrected class": (
        PACK.replace('name = "Snow Fox"', 'name = "Growth Charm"'),
        "pack_keeps", 18, "it must be `Growth`"),
    "a corrected set": (
        HEAD + CARD.replace("Snow Fox", "Quake Dragon").replace(
            "cost = 3", 'cost = 3\nset = "promos"'), "pack_keeps", 12, "it must be `base`"),
    "a long text": (
        old("When you", "W" * 900), "pack_text_length", 25, "the limit is 800"),
    "an invisible text": (old("When you", "When\u2066you"), "pack_invisible", 25, "`en`"),
    "many sources": (
        PACK.replace('["our own"]', "[" + '"x",' * 21 + "]"), "pack_too_many", 14, "limit is 20"),
    "many lines": (PACK.replace(LINE, MANY), "pack_too_many", 56, "the limit is 8"),
    "many rulings": (PACK + RULE * 21, "pack_too_many", 88, "the limit is 20"),
    "many cards": (HEAD + DIE + CARD * 61, "pack_too_many", 736, "the limit is 60"),
    "an unknown burst": (old("en = ", 'burst = "****"\nen = '), "wrong_choice", 25, "*, **"),
    "an unknown face of a line": (
        old("en = ", 'face = "K"\nen = '), "pack_no_such_face", 25, "the die has no face `K`"),
    "nothing done": (with_line(""), "empty_text", 26, "`does` is empty"),
    "an unknown word": (with_line("when(SUMMONED, gain_gold(1))"), "unknown_word", 26, "gain_g"),
    "a bracket too few": (with_line("when(SUMMONED, gain_glory(1)"), "unclosed", 26, "`)`"),
    "code instead of a card": (
        with_line("__import__(os).system(1)"), "strange_character", 26, "`.`"),
    "a comprehension": (with_line("[x for x in ()]"), "unexpected", 26, "not `for`"),
    "the wrong kind": (with_line("when(SUMMONED, READY)"), "wrong_kind", 26, "needs"),
    "a prompt by its old name": (
        with_line("when(SUMMONED, may(why=TO_DRAW, draw(1)))"), "unnamed", 26, "argument 1"),
    "a key by its old name": (
        old("does = ", 'below = "*"\ndoes = '), "unknown_key", 26, "did you mean `replaced_at`"),
    "too deep": (with_line(f"when(SUMMONED, {DEEP})"), "too_deep", 26, "the limit is"),
    "too long": (with_line("a" * (MAX_LENGTH + 1)), "too_long", 26, "the limit is"),
    "a long program": (with_line(LONG), "pack_program", 26, "the limit is 250"),
    "many parts": (with_line(", ".join(["attack(1)"] * 7)), "pack_too_many", 26, "the limit is 6"),
    "defense that asks for defense": (
        with_line("defense(count(creatures(ME, max_defense=3)))"), "pack_circle", 26, "never end"),
    "immunity for others": (
        with_line("immunity_of(EVERYBODY)"), "pack_circle", 26, "players' creatures immune"),
    "a strange place": (
        with_line("when(SUMMONED, choose(TAKE, dice(ME, USED), move(ATTACHED)))"),
        "pack_place", 26, "USED, ACTIVE or BAG"),
    "a register that is none": (
        with_line("when(SUMMONED, choose(TAKE, dice(ME, USED), cull(), as=SELF))"),
        "refused", 26, "can't be used like that"),
}  # fmt: skip
NOT_IN_THE_TABLE = {
    "pack_unreadable",  # the test of files below
    *("pack_same_card", "pack_same_class"),  # test_pack: two packs that add the same
    *(code for code in load("en", "packs")["fault"] if "_picture" in code),  # test_pictures
}


@pytest.mark.parametrize("name", ROWS)
def test_a_malformed_pack_has_its_sentence(name: str) -> None:
    text, code, line, said = ROWS[name]
    faults = check_text(text)
    found = [fault for fault in faults if fault.code == code]
    assert found, [str(fault) for fault in faults]
    assert found[0].line == line, str(found[0])
    assert said in found[0].sentence("en")
    assert found[0].sentence("it") != found[0].sentence("en")
    with pytest.raises(PackError) as caught:
        read_pack_text(text)
    assert caught.value.faults == faults


def test_there_are_fifty_and_every_fault_of_packs_is_among_them() -> None:
    assert len(ROWS) >= 50
    for language in LANGUAGES:
        codes = set(load(language, "packs")["fault"])
        assert codes - {row[1] for row in ROWS.values()} == NOT_IN_THE_TABLE


def test_every_fault_is_told_not_only_the_first() -> None:
    text = PACK.replace("cost = 3", "cost = 99").replace("Ada", "A\u200bda").replace("(1)", "(x)")
    assert [fault.code for fault in check_text(text)] == [
        "pack_invisible", "pack_number", "unknown_word",
    ]  # fmt: skip


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin, large = tmp_path / "latin.toml", tmp_path / "large.toml"
    latin.write_bytes(PACK.replace("Ada", "Adè").encode("latin-1"))
    large.write_bytes(b"#" * (MAX_BYTES + 1))
    for path, code in (
        (tmp_path / "gone.toml", "pack_unreadable"),
        (tmp_path, "pack_unreadable"),  # a folder without a pack.toml
        (latin, "pack_encoding"),
        (large, "pack_too_large"),
    ):
        with pytest.raises(PackError) as caught:
            read_pack(path)
        assert [fault.code for fault in caught.value.faults] == [code]
    latin.write_text(f"\ufeff{PACK}", "utf-8")  # a mark that some editors write
    assert read_pack(latin).id == read_pack_text(PACK).id
