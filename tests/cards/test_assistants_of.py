"""The three Assistants of Light vs. Dark: what their "?" face is spent for (5.2, 13.1)."""

from __future__ import annotations

import pytest

from quarriors.testing import Position
from tests.cards.common import in_all_editions, pile, settled

ACQUISITION = "Assistant of Acquisition"
ECONOMICS = "Assistant of Economics"
LOGISTICS = "Assistant of Logistics"
WILDS = ["Herald", "Black Cat", "Quartz Golem", "Boogieman", "Archangel", "Queelzebub"]
SPELLS = ["Light Cantrip", "Dark Cantrip"]


def table(edition: str = "qultimate") -> Position:
    """A table with the plain creature of each class."""
    return Position(edition=edition, sets=["light_vs_dark"], wilds=[*WILDS, *SPELLS])


# --- all three ---------------------------------------------------------------------------------


@pytest.mark.ability("Assistant of Acquisition", 0)
@pytest.mark.ability("Assistant of Economics", 0)
@pytest.mark.ability("Assistant of Logistics", 0)
@pytest.mark.rule("5.2")
@pytest.mark.parametrize("name", [ACQUISITION, ECONOMICS, LOGISTICS])
def test_the_question_mark_is_used_right_after_the_roll_or_not_at_all(name: str) -> None:
    """Declined, the die stays in the Active Pool, is never readied and gives nothing."""
    play = (
        table()
        .active(0, f"{name}@I", "Large Quiddity@Q3", "Herald@C1:1/3")
        .bag(0, "Black Cat")
        .used(0, name)
        .start("immediate")
    )
    assert set(play.options) == {f"use {name} [I]", "pass"}
    play.do("pass")
    assert set(play.options) == {"summon Herald [C1:1/3] for 1", "pass"}
    assert (play.pool, play.captures) == (0, 1)
    assert play.dice(0, "active") == [name, "Herald", "Large Quiddity"]
    assert play.dice(0, "bag") == ["Black Cat"]
    assert play.dice(0, "used") == [name]


@pytest.mark.ability("Assistant of Acquisition", 0)
@pytest.mark.ability("Assistant of Economics", 0)
@pytest.mark.ability("Assistant of Logistics", 0)
@pytest.mark.parametrize("name", [ACQUISITION, ECONOMICS, LOGISTICS])
@pytest.mark.parametrize("face", ["Q1", "C1:1/2"])
def test_the_other_faces_of_an_assistant_have_nothing_to_use(name: str, face: str) -> None:
    """Only quiddity, or a creature to summon."""
    play = table().active(0, f"{name}@{face}", "Large Quiddity@Q2").bag(0, "Herald").start("ready")
    summons = [text for text in play.options if text.startswith("summon")]
    assert summons == ([] if face == "Q1" else [f"summon {name} [C1:1/2] for 1"])
    assert play.at_hand == (3 if face == "Q1" else 2)
    assert play.dice(0, "bag") == ["Herald"]


# --- Assistant of Acquisition ------------------------------------------------------------------


@pytest.mark.ability("Assistant of Acquisition", 0)
@in_all_editions
def test_acquisition_spent_allows_one_more_capture(edition: str) -> None:
    """Two dice are captured, not three, and the die lies with those spent."""
    play = (
        table(edition)
        .active(0, f"{ACQUISITION}@I", "Large Quiddity@Q3", "Black Cat@D2", "Herald@L2")
        .start("immediate")
    )
    play.do(f"use {ACQUISITION}")
    assert play.dice(0, pile(edition)) == [ACQUISITION]
    assert play.pool == 0
    play.do("capture Dark Cantrip", "capture Light Cantrip")  # 2 and 2, discounted
    assert play.seat == 1  # the third capture is not offered, though 3 quiddity are left
    assert {"Dark Cantrip", "Light Cantrip"} <= set(play.dice(0, "used"))
    assert settled(play)


@pytest.mark.ability("Assistant of Acquisition", 0)
def test_several_acquisitions_add_up() -> None:
    """Two of them: three captures."""
    play = (
        table()
        .active(0, f"{ACQUISITION}@I", f"{ACQUISITION}@I", "Large Quiddity@Q3")
        .left(ACQUISITION, 6)
        .start("immediate")
    )
    play.do(f"use {ACQUISITION}")
    assert play.captures == 2
    play.do(f"use {ACQUISITION}")
    assert play.captures == 3
    play.do(*[f"capture {ACQUISITION} for 1"] * 3)
    assert play.dice(0, "used") == [ACQUISITION] * 5
    assert play.left(ACQUISITION) == 3
    assert play.seat == 1
    assert settled(play)


@pytest.mark.ability("Assistant of Acquisition", 0)
def test_without_the_acquisition_there_is_one_capture() -> None:
    """The negative case, and nobody else's captures change."""
    play = table().active(0, f"{ACQUISITION}@I", "Large Quiddity@Q3").start("immediate")
    play.do("pass", f"capture {ACQUISITION}")
    assert play.seat == 1
    assert play.captures == 1


# --- Assistant of Economics --------------------------------------------------------------------


@pytest.mark.ability("Assistant of Economics", 0)
@pytest.mark.rule("13.5")
@in_all_editions
@pytest.mark.parametrize(("kind", "light", "dark"), [("light", 2, 0), ("dark", 0, 2)])
def test_economics_gives_two_of_one_energy(edition: str, kind: str, light: int, dark: int) -> None:
    """Of the player's choice, and of the other none."""
    play = table(edition).active(0, f"{ECONOMICS}@I", "Herald@L1").start("immediate")
    play.do(f"use {ECONOMICS}")
    assert set(play.options) == {f"light {ECONOMICS}", f"dark {ECONOMICS}"}
    assert play.dice(0, pile(edition)) == [ECONOMICS]
    play.do(kind)
    assert (play.pool, play.light, play.dark) == (2, light, dark)
    assert play.dice(0, "active") == ["Herald"]
    assert settled(play)


@pytest.mark.ability("Assistant of Economics", 0)
def test_the_energy_of_economics_makes_a_capture_cheaper() -> None:
    """With 2 Dark: the Dark Cantrip (3, discounted 2) and not the Light one (3)."""
    play = table().active(0, f"{ECONOMICS}@I").start("immediate")
    play.do(f"use {ECONOMICS}", "dark")
    assert play.kind == "capture"
    assert set(play.options) == {
        f"capture {ECONOMICS} for 1",
        "capture Black Cat for 2",
        "capture Dark Cantrip for 2",
        "pass",
    }


# --- Assistant of Logistics --------------------------------------------------------------------


@pytest.mark.ability("Assistant of Logistics", 0)
@pytest.mark.rule("13.7")
@in_all_editions
def test_logistics_draws_a_die_and_then_culls_an_assistant(edition: str) -> None:
    """Only Assistants may be culled, in the 2011 books even the one just spent."""
    play = (
        table(edition)
        .active(0, f"{LOGISTICS}@I", f"{LOGISTICS}@Q1")
        .bag(0, "Black Cat")
        .used(0, LOGISTICS, "Herald")
        .draws("Black Cat")
        .rolls("Black Cat@D2")
        .start("immediate")
    )
    before = play.left(LOGISTICS)
    play.do(f"use {LOGISTICS}")
    assert play.faces(0, "active") == [f"{LOGISTICS}@Q1", "Black Cat@D2"]
    assert set(play.options) == {f"cull-die {LOGISTICS} in seat 0's used", "no"}
    play.do("cull-die")
    assert play.left(LOGISTICS) == before + 1
    assert play.dice(0, "used") == (
        ["Herald"] if pile(edition) == "spent" else [LOGISTICS, "Herald"]
    )
    assert settled(play)


@pytest.mark.ability("Assistant of Logistics", 0)
def test_the_cull_of_logistics_is_optional() -> None:
    """A no after the draw."""
    play = (
        table()
        .active(0, f"{LOGISTICS}@I")
        .bag(0, "Herald")
        .used(0, LOGISTICS)
        .rolls("Herald@L2")
        .start("immediate")
    )
    play.do(f"use {LOGISTICS}", "no")
    assert play.faces(0, "active") == ["Herald@L2"]
    assert play.dice(0, "used") == [LOGISTICS]
    assert play.dice(0, "spent") == [LOGISTICS]
    assert settled(play)


@pytest.mark.ability("Assistant of Logistics", 0)
def test_logistics_without_an_assistant_in_the_used_pile_only_draws() -> None:
    """A Herald cannot be culled, and nothing is asked."""
    play = (
        table()
        .active(0, f"{LOGISTICS}@I")
        .bag(0, "Herald")
        .used(0, "Black Cat")
        .rolls("Herald@L2")
        .start("immediate")
    )
    play.do(f"use {LOGISTICS}")
    assert play.kind == "capture"
    assert play.dice(0, "used") == ["Black Cat"]
    assert settled(play)


@pytest.mark.ability("Assistant of Logistics", 0)
@pytest.mark.rule("3.4")
def test_logistics_with_an_empty_bag_draws_from_the_used_pile_before_it_culls() -> None:
    """The only Assistant there is drawn: nothing is left to cull."""
    play = (
        table()
        .active(0, f"{LOGISTICS}@I")
        .used(0, LOGISTICS)
        .rolls(f"{LOGISTICS}@Q1")
        .start("immediate")
    )
    play.do(f"use {LOGISTICS}")
    assert play.faces(0, "active") == [f"{LOGISTICS}@Q1"]
    assert play.dice(0, "used") == []
    assert settled(play)


@pytest.mark.ability("Assistant of Logistics", 0)
@pytest.mark.rule("15.14")
@in_all_editions
def test_logistics_with_nothing_to_draw_is_not_offered(edition: str) -> None:
    """So there is no cull either."""
    play = table(edition).active(0, f"{LOGISTICS}@I", f"{LOGISTICS}@Q1").start("immediate")
    assert play.kind != "ready"
