"""Packs through Python: read, laid over the sets, played, copied and written down."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import quarriors as q
from quarriors.bots import ask, make_bot
from quarriors.bots.base import BotError
from quarriors.bots.buylist import parse_list
from quarriors.cards.language.faults import FaultyCards
from quarriors.cards.load import catalog_of, catalog_of_packs, default_catalog, entries
from quarriors.cards.pack import Pack, PackError, check_text, pack_of, read_pack, read_pack_text
from quarriors.engine.rng import Dealer
from quarriors.setup_code import BadCode, decode, encode
from quarriors.table_setup import carried
from quarriors.testing import Position
from quarriors.testing.checks import check_state
from quarriors.text import Texts
from quarriors.view.reference import card_lines, find_cards
from quarriors.view.speech import Speech

from .common import CARD, DIE, EXAMPLE, HEAD, PACK, with_line


@pytest.fixture(scope="module")
def winter() -> Pack:
    return read_pack(EXAMPLE)


def played(game: q.Game, seed: int = 1) -> q.Game:
    """The game played at random to its end."""
    dealer = Dealer(seed, "answers")
    while not game.over:
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])
    return game


def test_the_example_adds_three_cards_and_corrects_two(winter: Pack) -> None:
    assert winter.added == ("Frost Sprite", "Strong Frost Sprite", "Growth Hymn")
    assert winter.corrected == ("Scavenging Goblin", "Victory Incantation")
    assert winter.languages == ("en", "it")
    assert winter.id == f"winter-at-the-quay@1.0#{winter.hash}"
    assert pack_of(winter.id) is winter
    assert check_text(winter.text) == ()


def test_the_hash_is_of_what_is_said_not_of_how_it_is_written() -> None:
    plain = read_pack_text(PACK)
    spaced = PACK.replace("cost = 3", "cost   =   3  # cheap").replace("\n\n", "\n\n\n")
    assert read_pack_text(spaced).id == plain.id
    assert read_pack_text(PACK.replace("cost = 3", "cost = 4")).id != plain.id


def test_a_folder_is_a_pack_and_pictures_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(PACK, "utf-8")
    first = read_pack(tmp_path)
    (tmp_path / "Snow Fox.png").write_bytes(b"a picture")
    assert read_pack(str(tmp_path)).id == first.id == read_pack_text(PACK).id


def test_a_catalogue_has_the_cards_of_its_packs(winter: Pack) -> None:
    rules = q.Rules(packs=[winter])
    ours, theirs = default_catalog(), catalog_of(rules)
    assert theirs.packs == (winter.id,)
    assert catalog_of(q.Rules()) is ours
    assert "Frost Sprite" in theirs
    assert "Frost Sprite" not in ours
    assert theirs.card("Victory Incantation").cost == 8
    assert ours.card("Victory Incantation").cost == 9
    # What is corrected keeps its place and its set; what is added comes after all others.
    assert [card.name for card in theirs.cards[: len(ours.cards)]] == [c.name for c in ours.cards]
    assert theirs.card("Growth Hymn").design is theirs.card("Growth Charm").design
    assert theirs.card("Growth Hymn").set_name == "base"


def test_rules_know_their_packs(winter: Pack) -> None:
    rules = q.Rules(packs=[winter])
    for given in (str(EXAMPLE), EXAMPLE, winter.id):
        assert q.Rules(packs=[given]) == rules
    assert q.Rules.from_dict(rules.to_dict()) == rules
    assert rules != q.Rules()
    assert "packs" not in q.Rules().to_dict()
    assert winter.id in repr(rules)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("winter.toml", "packs is a list of packs"),
        ([3], "A pack is a Pack, the name of a file or an id, not 3."),
        ([EXAMPLE, EXAMPLE], "listed twice"),
        (["gone@1.0#0123456789abcdef"], "The pack gone@1.0#0123456789abcdef isn't here"),
    ],
)
def test_rules_refuse_what_is_no_pack(given: object, sentence: str) -> None:
    with pytest.raises(q.RulesError) as caught:
        q.Rules(packs=given)  # type: ignore[arg-type]
    assert sentence in str(caught.value)


def test_plain_values_name_no_file() -> None:
    """Rules from a record of somebody else never make us read a file."""
    with pytest.raises(q.RulesError, match="is no id of a pack"):
        q.Rules.from_dict({"packs": [str(EXAMPLE)]})


def test_a_die_can_be_corrected() -> None:
    text = HEAD + DIE.replace("Snow Fox", "Quake Dragon").replace("count = 5", "count = 4")
    pack = read_pack_text(text + "corrects = true\n")
    design = catalog_of(q.Rules(packs=[pack])).card("Strong Quake Dragon").design
    assert design.count == 4
    assert design.faces[5].notation == "C2:2/4*"
    assert pack.classes == ("Quake Dragon",)


def test_of_two_corrections_of_a_card_the_later_pack_holds() -> None:
    first, second = (
        read_pack_text(
            HEAD.replace("Winter", name)
            + CARD.replace("Snow Fox", "Quake Dragon").replace("cost = 3", f"cost = {cost}")
        )
        for name, cost in (("Winter", 3), ("Spring", 7))
    )
    for packs, cost in (([first, second], 7), ([second, first], 3), ([first], 3)):
        assert catalog_of(q.Rules(packs=packs)).card("Quake Dragon").cost == cost


def test_texts_are_those_of_the_pack(winter: Pack) -> None:
    english, italian = (Texts(language, (winter.id,)) for language in ("en", "it"))
    assert italian.card_name("Strong Frost Sprite") == "Folletto del Gelo Forte"
    assert english.card("Victory Incantation")["abilities"] == ["Gain 2 Glory."]
    assert Texts("en").card("Victory Incantation")["abilities"] != ["Gain 2 Glory."]
    assert italian.class_name("Frost Sprite") == "Folletto del Gelo"
    said = 'Corrected by the table\'s pack "Winter at the Quay".'
    card = catalog_of(q.Rules(packs=[winter])).card("Scavenging Goblin")
    assert card_lines(card, Speech(english, ()))[-1] == said
    assert "Dal pacchetto" in italian.pack_note("Growth Hymn")
    assert english.pack_note("Portal") == ""
    assert [found.name for found in find_cards("inno", (winter.id,))] == ["Growth Hymn"]


def test_a_language_that_a_pack_lacks_repeats_its_first() -> None:
    pack = read_pack_text(PACK)
    texts = Texts("it", (pack.id,))
    assert texts.card_name("Snow Fox") == "Snow Fox"
    assert texts.card("Snow Fox")["abilities"] == ["When you summon it: gain 1 Quiddity."]


def test_what_the_cards_of_the_example_do(winter: Pack) -> None:
    table = Position(packs=[winter], wilds=["Frost Sprite", "Growth Hymn"])
    play = (
        table.ready(0, "Assistant@C1:1/2")
        .active(0, "Frost Sprite@C1:1/2", "Growth Hymn@S", "Basic Quiddity@Q1")
        .start("ready")
    )
    play.do("ready Growth Hymn")
    play.do("summon Frost Sprite")
    assert play.pool == 1  # paid with the Quiddity, gained one
    play.do("cast Growth Hymn")
    assert play.pool == 3


def test_games_with_packs_are_played_and_copied(winter: Pack) -> None:
    game = q.new_game(q.Rules(packs=[winter]), seed=3, include=["Strong Frost Sprite"])
    assert "Strong Frost Sprite" in str(game)
    for made in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), game.clone()):
        assert made.setup.catalog is game.setup.catalog
        assert made.position == game.position
    assert played(game).over
    assert pickle.loads(pickle.dumps(catalog_of(game.rules))) is catalog_of(game.rules)
    assert pickle.loads(pickle.dumps(winter)) is winter


def test_a_pickle_brings_its_packs_to_a_process_that_never_saw_them(winter: Pack) -> None:
    game = q.new_game(q.Rules(packs=[winter]), seed=3, include=["Growth Hymn"])
    read = "import pickle, sys; g = pickle.load(sys.stdin.buffer); print(g.rules.packs, g.glory)"
    ran = subprocess.run(
        [sys.executable, "-c", read], input=pickle.dumps(game), capture_output=True, check=True
    )
    assert winter.id in ran.stdout.decode()


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_bots_play_with_cards_they_never_saw(winter: Pack, bot: str) -> None:
    names = ["Frost Sprite", "Growth Hymn", "Scavenging Goblin"]
    game = q.new_game(q.Rules(packs=[winter]), seed=4, include=names)
    bots = [make_bot(bot, seat, 1) for seat in range(2)]
    while not game.over and game.turn < 8:
        game.apply(ask(bots[game.decision.seat], game))
    assert game.turn == 8


def test_what_a_card_needs_follows_from_what_it_does() -> None:
    assert not any(entry.needs for entry in entries().values())
    hands_out = 'when(SUMMONED, choose_opponent(opponent_gains("Corrupted Quiddity", GIVE)))'
    doomed = 'destroyed_when(none(dice(ME, USED, class="Assistant")))'
    for does, needs in (
        (hands_out, ["rise_of_the_demons"]),
        (doomed, ["Assistant"]),
        ('attack(count(dice(ME, USED, class="Assistant")))', []),
        ('attack(count(dice(ME, USED, class="Snow Fox")))', []),
    ):
        pack = read_pack_text(PACK.replace('"when(SUMMONED, gain_quiddity(1))"', f"'{does}'"))
        assert catalog_of(q.Rules(packs=[pack])).card("Snow Fox").needs == needs
    catalog = default_catalog()
    assert catalog.card("Primordial Ooze").needs == ["Basic Quiddity"]
    three = ["rise_of_the_demons", "quarmageddon", "quest_of_the_qladiator"]
    assert catalog.card("Expedition for Exqualibur").needs == three


def test_two_packs_that_add_the_same_are_refused_with_both_names(winter: Pack) -> None:
    other = read_pack_text(PACK.replace("Snow Fox", "Frost Sprite"))
    spell = read_pack_text(PACK.replace('name = "Snow Fox"', 'name = "Growth Hymn"'))
    both = f"{winter.id} and {other.id} both add the"
    with pytest.raises(FaultyCards) as caught:
        q.Rules(packs=[winter, other])
    assert f"{both} card `Frost Sprite`; play with one of them, or rename" in str(caught.value)
    assert f"{both} class `Frost Sprite`" in str(caught.value)
    assert other.id in caught.value.faults[0].sentence("it")
    with pytest.raises(FaultyCards, match="both add the card `Growth Hymn`"):
        catalog_of_packs((spell.id, winter.id))
    record = q.new_game(q.Rules(packs=[winter]), seed=5).record()
    record["rules"]["packs"].append(other.id)
    with pytest.raises(q.RecordError, match="both add the class"):
        q.replay(record)


def test_a_buy_list_may_name_cards_of_packs(winter: Pack, tmp_path: Path) -> None:
    line = '[[capture]]\ncards = ["Frost Sprite"]\n[otherwise]\ncapture = "nothing"\n'
    (tmp_path / "known.toml").write_text(line, "utf-8")
    game = q.new_game(q.Rules(packs=[winter]), seed=4, include=["Frost Sprite"])
    bots = [make_bot(f"list:path={tmp_path / 'known.toml'}", seat, 1) for seat in range(2)]
    captured = set()
    while not game.over and game.turn < 8:
        option = ask(bots[game.decision.seat], game)
        if option.verb == "capture":
            captured.add(game.setup.cards[game.setup.slot[option.die or 0]].name)
        game.apply(option)
    assert captured == {"Frost Sprite"}


def test_a_buy_list_brings_the_packs_it_names(tmp_path: Path) -> None:
    fox = PACK.replace("Snow Fox", "Lonely Fox")
    (tmp_path / "fox.toml").write_text(fox, "utf-8")
    line = '[[capture]]\nclasses = ["Lonely Fox"]\n'
    with pytest.raises(BotError, match="'classes' names 'Lonely Fox', which doesn't exist"):
        parse_list(line, str(tmp_path / "my.toml"))
    found = parse_list('packs = ["fox.toml"]\n' + line, str(tmp_path / "my.toml"))
    assert [pack.name for pack in found.packs] == ["Winter"]
    assert found.captures[0].classes == ["Lonely Fox"]


# --- records, codes and notation -----------------------------------------------------------------


def test_a_record_names_its_packs_and_can_bring_them(winter: Pack) -> None:
    game = played(q.new_game(q.Rules(packs=[winter]), seed=5))
    plain, whole = game.record(), game.record(embed_packs=True)
    assert plain["rules"]["packs"] == [winter.id]
    assert "packs" not in plain
    assert whole["packs"] == {winter.id: winter.text}
    for record in (plain, whole):
        assert q.replay(record).result == game.result
    assert "packs" not in played(q.new_game(seed=5)).record(embed_packs=True)


def test_a_record_without_its_pack_is_refused() -> None:
    record = q.new_game(seed=5).record()
    record["rules"]["packs"] = ["gone@1.0#0123456789abcdef"]
    with pytest.raises(q.RecordError) as caught:
        q.replay(record)
    assert "the pack gone@1.0#0123456789abcdef, which isn't here; give its file with --pack" in (
        str(caught.value)
    )


def test_packs_in_a_record_are_what_their_ids_say(winter: Pack) -> None:
    record = q.new_game(q.Rules(packs=[winter]), seed=5).record(embed_packs=True)
    for text, sentence in (
        (winter.text.replace("gain_glory(2)", "gain_glory(9)"), "but the text is that of"),
        ("[pack]", "can't be used"),
        (3, '"packs"'),
    ):
        with pytest.raises(q.RecordError, match=sentence):
            q.replay({**record, "packs": {winter.id: text}})
    spare = {**record["packs"], "spare@1.0#0123456789abcdef": PACK}
    with pytest.raises(q.RecordError, match="which its rules don't name"):
        q.replay({**record, "packs": spare})


def test_a_set_up_code_names_its_packs(winter: Pack) -> None:
    rules = q.Rules(packs=[winter])
    other = catalog_of(q.Rules(packs=[read_pack_text(PACK)]))
    wilds = q.new_game(rules, seed=3, include=["Growth Hymn"]).origin.wilds
    code = encode(wilds, catalog_of(rules))
    assert code[-5] == "+"
    assert set(decode(code.lower(), catalog_of(rules))) == set(wilds)
    assert set(carried(code, rules.packs).names) == set(wilds)
    for text, catalog, sentence in (
        (code, default_catalog(), "is for a table with a pack"),
        (code, other, "isn't for a table with winter@1.0"),
        (code.partition("+")[0], catalog_of(rules), "isn't for a table with winter-at-the-quay"),
    ):
        with pytest.raises(BadCode, match=sentence):
            decode(text, catalog)


def test_a_notation_names_its_packs(winter: Pack) -> None:
    game = q.new_game(q.Rules(packs=[winter]), seed=3, include=["Growth Hymn"])
    line = game.notation()
    assert f"packs={winter.id}" in line
    assert q.read_notation(line, seed=1).position == game.position
    with pytest.raises(q.RulesError, match="is no id of a pack"):
        q.read_notation(line.replace(winter.id, "winter.toml"))


# --- what cards of packs ask for and cannot have -------------------------------------------------


def with_fox(does: str) -> Position:
    """A table with a Snow Fox that does this."""
    return Position(packs=[read_pack_text(with_line(does))], wilds=["Snow Fox"])


def test_energy_is_counted_where_only_an_ability_gives_it() -> None:
    play = with_fox("when(SUMMONED, gain_energy(DARK, 2))").active(0, "Snow Fox@C1:1/2")
    playing = play.active(0, "Basic Quiddity@Q1", "Assistant@C1:1/2").start("ready")
    playing.do("summon Snow Fox")
    assert playing.pool == 2
    playing.do("summon Assistant")  # paid with it: less of it is left than there was
    assert playing.pool == 1
    check_state(playing.state)


@pytest.mark.parametrize("word", ["out_of_battle", "must_defend_first"])
def test_without_a_battle_nobody_is_marked_for_one(word: str) -> None:
    dice = ("Snow Fox@C1:1/2", "Assistant@C1:1/2", "Basic Quiddity@Q2")
    play = with_fox(f"when(SUMMONED, {word}(SELF))").active(0, *dice).start("ready")
    play.do("summon Snow Fox")
    assert play.kind == "ready"
    check_state(play.state)


def test_what_is_rolled_again_on_the_table_is_shaken() -> None:
    """A creature that does not show a creature any more leaves the Ready Area."""
    play = with_fox("when(SUMMONED, choose(REROLL, creatures(OPPONENTS), reroll()))")
    play = play.active(0, "Snow Fox@C1:1/2", "Basic Quiddity@Q1").ready(1, "Assistant@C1:1/2")
    playing = play.start("ready")
    playing.rolls("Assistant@Q1")
    playing.do("summon Snow Fox")
    assert playing.dice(1, "ready") == []
    assert "Assistant" in playing.dice(1, "used")


def test_a_die_that_has_left_the_game_is_not_spent() -> None:
    play = with_fox("when(SUMMONED, remove(SELF), spend())")
    playing = play.active(0, "Snow Fox@C1:1/2", "Basic Quiddity@Q1").start("ready")
    playing.do("summon Snow Fox")
    assert playing.dice(0, "spent") == ["Basic Quiddity"]
    check_state(playing.state)
    assert not playing.game.over


# --- cards that do not come to an end ------------------------------------------------------------

ENDLESS = with_line("when(SUMMONED, each(creatures(ME), each(creatures(ME), gain_quiddity(1))))")


@pytest.mark.rule("15.24")
def test_a_card_without_an_end_ends_the_game() -> None:
    """One loop inside another over the same register begins again and again (15.24)."""
    rules = q.Rules(packs=[read_pack_text(ENDLESS)])
    game = q.new_game(rules, seed=1, include=["Snow Fox"], log=True)
    dealer = Dealer(1, "answers")
    events = []
    while not game.over:
        options = game.decision.options
        game.apply(options[dealer.below(len(options))])
        events = game.take_events()
    assert game.result == q.Result((), game.glory, "15.24")
    assert "nobody wins" in repr(game.result)
    assert events[-1][0:2] == (events[-1][0], 1524)
    assert game.setup.cards[game.setup.slot[events[-1][3]]].name == "Snow Fox"
    record = game.record(embed_packs=True)
    assert record["result"] == {"winners": [], "glory": list(game.glory), "rule": "15.24"}
    assert q.replay(record).result == game.result


@pytest.mark.rule("15.24")
def test_the_log_names_the_card_without_an_end() -> None:
    from quarriors.view.timeline import PLAYER, Timeline

    game = q.new_game(q.Rules(packs=[read_pack_text(ENDLESS)]), seed=1, include=["Snow Fox"])
    played(game)
    timeline: Timeline[None] = Timeline.begun(game.origin, ("Ada", "Bo"), False)
    for code in game.answers:
        timeline.apply(code, PLAYER, None)
    assert timeline.log("en").lines[-1].text == (
        "Snow Fox would never end: the game is over without a winner (rule 15.24)."
    )


@pytest.mark.rule("15.24")
def test_what_cannot_be_done_ends_a_game_with_packs_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in a card of a pack ends the game; in a game of ours it is an error."""
    from quarriors.engine import core, is_compiled

    if is_compiled():
        pytest.skip("compiled functions cannot be replaced")

    def broken(*_: object) -> bool:
        raise IndexError("no such die")

    with_pack = q.new_game(q.Rules(packs=[read_pack_text(PACK)]), seed=1)
    without = q.new_game(seed=1)
    monkeypatch.setattr(core, "_step", broken)
    with_pack.apply(with_pack.decision.options[0])
    assert with_pack.result is not None
    assert with_pack.result.rule == "15.24"
    with pytest.raises(IndexError):
        without.apply(without.decision.options[0])


def test_a_pack_error_keeps_its_faults_in_a_pickle() -> None:
    with pytest.raises(PackError) as caught:
        read_pack_text(PACK.replace("cost = 3", "cost = 99"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert [fault.code for fault in again.faults] == ["pack_number"]
    assert "99" in again.faults[0].sentence("it")
