"""Lists of captures: which line is followed, what happens otherwise, what a file may say."""

from __future__ import annotations

from dataclasses import fields
from importlib.resources import files
from pathlib import Path

import pytest

from quarriors.bots import BOTS, BotError, Seat, ask, make_bot
from quarriors.bots.buylist import PREFERENCES, SAMPLES, BuyListBot, Line, parse_list, shipped_list
from quarriors.bots.explain import sense
from quarriors.engine.errors import QuarriorsError
from quarriors.testing import Play, Position

WILDS = ["Scavenging Goblin", "Strong Witching Hag", "Quake Dragon", "Death Charm"]


def rich(quiddity: int = 10, **glory: int) -> Play:
    """Seat 0 about to capture with so much quiddity at hand, and some dice of its own."""
    position = Position(players=2, wilds=WILDS)
    position.active(0, *["Basic Quiddity@Q2"] * (quiddity // 2))
    position.active(0, *["Basic Quiddity@Q1"] * (quiddity % 2))
    position.used(0, "Assistant", "Assistant", "Scavenging Goblin")
    position.bag(1, *["Basic Quiddity"] * 6)
    for seat in range(2):
        position.glory(seat, glory.get(f"seat{seat}", 0))
    return position.start("capture")


def chosen(text: str, play: Play) -> str:
    """What a bot with this list answers."""
    return str(ask(BuyListBot(0, 1, parse_list(text, "test.toml")), play.game))


NEVER = '\n[otherwise]\ncapture = "nothing"\ncull = "nothing"\n'


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ('cards = ["Quake Dragon"]', "capture Quake Dragon for 8"),
        ('cards = ["Witching Hag"]', "pass"),  # not at this table
        ('classes = ["Witching Hag"]', "capture Strong Witching Hag for 5"),
        ('kinds = ["spell"]\nprefer = "dearest"', "capture Death Charm for 5"),
        ('sets = ["promos"]', "pass"),
        ('kinds = ["creature"]\nmax_cost = 6', "capture Strong Witching Hag for 5"),
        ('kinds = ["creature"]\nmin_cost = 7', "capture Quake Dragon for 8"),
        (
            'kinds = ["creature"]\nmax_cost = 3\nprefer = "cheapest"',
            "capture Scavenging Goblin for 2",
        ),
        ('cards = ["Scavenging Goblin"]\nuntil_owned = 2', "capture Scavenging Goblin for 2"),
        ('cards = ["Scavenging Goblin"]\nuntil_owned = 1', "pass"),
        ('kinds = ["creature"]\nmin_cost = 8\nuntil_kind = 2', "capture Quake Dragon for 8"),
        ('kinds = ["creature"]\nmin_cost = 8\nuntil_kind = 1', "pass"),
        ('cards = ["Quake Dragon"]\nmin_quiddity = 10', "capture Quake Dragon for 8"),
        ('cards = ["Quake Dragon"]\nmin_quiddity = 11', "pass"),
        ('cards = ["Quake Dragon"]\nmax_quiddity = 9', "pass"),
        ('cards = ["Quake Dragon"]\nmax_round = 1', "capture Quake Dragon for 8"),
        ('cards = ["Quake Dragon"]\nmin_round = 2', "pass"),
        ('cards = ["Quake Dragon"]\nmin_leader = 7', "capture Quake Dragon for 8"),
        ('cards = ["Quake Dragon"]\nmin_leader = 8', "pass"),
        ('cards = ["Quake Dragon"]\nmax_leader = 6', "pass"),
        ('cards = ["Quake Dragon"]\nmin_dice = 8', "capture Quake Dragon for 8"),
        ('cards = ["Quake Dragon"]\nmin_dice = 9', "pass"),
        ('cards = ["Quake Dragon"]\nmax_dice = 7', "pass"),
        ('cards = ["Quake Dragon"]\nmin_glory = 4', "capture Quake Dragon for 8"),
        ('cards = ["Quake Dragon"]\nmax_glory = 3', "pass"),
    ],
)
def test_every_condition_of_a_line(line: str, answer: str) -> None:
    assert chosen(f"[[capture]]\n{line}\n{NEVER}", rich(10, seat1=7)) == answer


@pytest.mark.parametrize("prefer", PREFERENCES)
def test_every_preference_picks_one_that_fits(prefer: str) -> None:
    answer = chosen(f'[[capture]]\nkinds = ["creature"]\nprefer = "{prefer}"\n{NEVER}', rich())
    wanted = {"cheapest": "capture Scavenging Goblin for 2", "glory": "capture Quake Dragon for 8"}
    assert answer.startswith("capture ")
    assert answer == wanted.get(prefer, answer)


def test_the_first_line_that_fits_is_followed() -> None:
    text = """
        [[capture]]
        cards = ["Quake Dragon"]
        [[capture]]
        cards = ["Strong Witching Hag"]
        [[capture]]
        cards = ["Scavenging Goblin"]
    """
    assert chosen(text, rich(10)) == "capture Quake Dragon for 8"
    assert chosen(text, rich(7)) == "capture Strong Witching Hag for 5"
    assert chosen(text, rich(4)) == "capture Scavenging Goblin for 2"


def test_otherwise_sense_decides_or_nothing_is_bought() -> None:
    line = '[[capture]]\nsets = ["promos"]\n'
    play = rich()
    seat = Seat(play.game, 0)
    values = sense(seat, BuyListBot(0, 1, parse_list(line, "x"))._seed, SAMPLES)
    best = seat.decision.options[values.index(max(values))]
    assert best.verb == "capture"  # ten quiddity at hand
    assert chosen(line, play) == str(best)
    assert chosen(f'{line}[otherwise]\ncapture = "value"', play) == str(best)
    assert chosen(f'{line}[otherwise]\ncapture = "nothing"', play) == "pass"


def scoring() -> Play:
    """Seat 0 has scored and may cull one die."""
    position = Position(players=2, wilds=WILDS)
    position.ready(0, "Quake Dragon@C1:4/4")
    position.used(0, "Basic Quiddity", "Assistant", "Scavenging Goblin")
    position.bag(0, *["Basic Quiddity"] * 6)
    return position.start("score")


def test_culls_follow_the_list() -> None:
    assert chosen('[[cull]]\nkinds = ["basic"]\nprefer = "dearest"', scoring()) == "cull Assistant"
    assert chosen('[[cull]]\ncards = ["Quake Dragon"]', scoring()) == "cull Quake Dragon"
    assert chosen(f'[[cull]]\nsets = ["promos"]{NEVER}', scoring()) == "pass"
    assert chosen(f'[[cull]]\nkinds = ["basic"]\nmin_dice = 11{NEVER}', scoring()) == "pass"


def test_it_says_which_line_it_follows() -> None:
    text = '[[capture]]\nsets = ["promos"]\n[[capture]]\ncards = ["Scavenging Goblin"]\n'
    play = rich()
    seat = Seat(play.game, 0)
    told = BuyListBot(0, 1, parse_list(text, "x")).explain(seat, seat.decision)
    assert str(told.choices[0].option) == "capture Scavenging Goblin for 2"
    assert told.choices[0].parts["entry"] == 2
    assert told.choices[0].parts["price"] == 2
    assert len(told.choices) == 3
    values = [choice.value or 0.0 for choice in told.choices[1:]]
    assert values == sorted(values, reverse=True)
    assert "entry" not in told.choices[1].parts


def test_dice_are_not_spent_early_for_nothing() -> None:
    play = (
        Position(players=2, sets=["light_vs_dark"])
        .active(0, "Large Quiddity@L1", "Large Quiddity@D1", "Herald@C1:1/3")
        .start("ready")
    )
    assert play.options[0] == "spend Large Quiddity [L1] for 1 quiddity"
    assert not chosen("[[cull]]", play).startswith("spend")


# --- files ---------------------------------------------------------------------------------------


def test_the_lists_of_the_package_are_bots() -> None:
    folder = files("quarriors.bots").joinpath("lists")
    names = [entry.name.removesuffix(".toml") for entry in folder.iterdir()]
    assert len(names) >= 3
    for name in names:
        assert isinstance(make_bot(name, 0, 1), BuyListBot)
        assert name in BOTS
        assert len(shipped_list(name).captures) >= 2


def test_a_list_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "my list: goblins.toml"
    path.write_text('[[capture]]\ncards = ["Scavenging Goblin"]\n', "utf-8")
    bot = make_bot(f"list:path={path}:seed=4", 0, 1)
    assert str(ask(bot, rich().game)) == "capture Scavenging Goblin for 2"


def test_a_list_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"The bot 'list' needs the file of its list, such as"):
        make_bot("list", 0, 1)
    with pytest.raises(BotError, match=r"none.toml can't be read: there's no such file"):
        make_bot(f"list:path={tmp_path}/none.toml", 0, 1)
    with pytest.raises(BotError, match=r"can't be read: it's a folder"):
        make_bot(f"list:path={tmp_path}", 0, 1)
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BotError, match=r"odd.toml can't be read: it isn't UTF-8 text"):
        make_bot(f"list:path={tmp_path}/odd.toml", 0, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[capture]]\nkinds = [creature]", ("The list my.toml isn't valid TOML: a value "
                                            "can't be read; texts need quotes (line 2, "
                                            "column 10)")),
        ("", "The list my.toml has no line"),
        ("captures = []", "at the top: unknown key 'captures'; use one of capture, cull,"),
        ("capture = 3", ("at the top: 'capture' must be a list of tables, each written as "
                        "[[capture]], not 3.")),
        ("[capture]\nmin_cost = 3", "each written as [[capture]], not {'min_cost': 3}."),
        ("[[cull]]\n[[cull]]\nmin_csot = 3", ("[[cull]] number 2: unknown key 'min_csot'; "
                                            "use one of cards, classes,")),
        ("[[cull]]\nmin_cost = '3'", ("[[cull]] number 1: 'min_cost' must be a whole "
                                     "number, 0 or more, not '3'.")),
        ("[[cull]]\nmin_cost = -1", "must be a whole number, 0 or more, not -1."),
        ("[[cull]]\nmin_cost = true", "must be a whole number, 0 or more, not True."),
        ("[[cull]]\nmin_cost = 2.5", "must be a whole number, 0 or more, not 2.5."),
        ("[[cull]]\nmin_cost = 5\nmax_cost = 4", "'min_cost' is above 'max_cost'"),
        ("[[cull]]\ncards = 'Assistant'", "'cards' must be a list of texts, such as ["),
        ("[[cull]]\nkinds = []", "'kinds' must be a list of texts, such as [\"basic\"], not []."),
        ("[[cull]]\nkinds = [3]", "'kinds' must be a list of texts, such as [\"basic\"], not [3]."),
        ("[[cull]]\nkinds = ['creatures']", ("'kinds' names 'creatures', which doesn't exist; "
                                            "similar: creature.")),
        ("[[cull]]\ncards = ['Quake Dragn']", "similar: Quake Dragon"),
        ("[[cull]]\ncards = ['Xyzzy']", ("'cards' names 'Xyzzy', which doesn't exist; for a card "
                                        "of a pack name the pack's file at the top of the list")),
        ("packs = 'x.toml'\n[[cull]]", "'packs' must be a list of texts, such as"),
        ("[[cull]]\nprefer = 'best'", "'prefer' must be one of dearest, cheapest,"),
        ("[[cull]]\nprefer = ['glory']", "'prefer' must be one of dearest,"),
        ("otherwise = 3\n[[cull]]", "'otherwise' must be a table, written as [otherwise], not 3."),
        ("[[cull]]\n[otherwise]\nbuy = 'value'", ("[otherwise]: unknown key 'buy'; use one of "
                                                 "capture, cull.")),
        ("[[cull]]\n[otherwise]\ncull = 'all'", "'cull' must be one of value, nothing, not 'all'."),
    ],
)  # fmt: skip
def test_bad_files_are_refused_with_their_place(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BotError) as caught:
        parse_list(text, "my.toml")
    assert message in str(caught.value)
    path = tmp_path / "my.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(QuarriorsError, match=r"The list .*my\.toml"):
        make_bot(f"list:path={path}", 0, 1)


def test_refusals_of_lists_are_italian_as_a_whole() -> None:
    with pytest.raises(BotError) as caught:
        parse_list("[[cull]]\nkinds = ['creatures']", "my.toml")
    assert caught.value.say("it") == (  # type: ignore[attr-defined]
        "La lista my.toml, [[cull]] numero 1: 'kinds' nomina 'creatures', che non esiste; "
        "molto simili: creature."
    )


def test_the_guide_tells_every_key_of_a_line() -> None:
    guide = (Path(__file__).resolve().parents[2] / "docs" / "write-a-bot.md").read_text("utf-8")
    table = guide.split("| key | means |")[1]
    for one in fields(Line):
        assert f"`{one.name}`" in table, one.name
    for word in PREFERENCES:
        assert f"`{word}`" in table, word
