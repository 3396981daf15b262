"""What must hold in every position and at every decision."""

from __future__ import annotations

import json

from quarriors.engine import words as w
from quarriors.engine.dice import is_locked
from quarriors.engine.state import State
from quarriors.game import Game


def check_state(s: State) -> None:
    """Every die in exactly one place, and everything that depends on it in order."""
    table = s.table
    found = [0] * len(table.slot)
    for seat in range(table.players):
        for place in range(1, w.PLACES + 1):
            for die in s.zones[seat * w.PLACES + place - 1]:
                found[die] += 1
                assert s.place[die] == place, f"die {die} lies in two places"
                assert s.owner[die] == seat, f"die {die} has two owners"
    for die, times in enumerate(found):
        outside = s.place[die] in (w.WILDS, w.REMOVED)
        assert times == (0 if outside else 1), f"die {die} is in {times} places"
        assert (s.owner[die] < 0) == outside, f"die {die} has a wrong owner"
        assert (s.carrier[die] >= 0) == (s.place[die] == w.ATTACHED)
        if s.carrier[die] >= 0:
            host = s.place[s.carrier[die]]
            assert host in (w.READY, w.QUEST), "a spell is attached to nothing"
        assert 0 <= s.face[die] <= 5
    for slot in range(len(table.cards)):
        lying = sum(
            s.place[die] == w.WILDS for die in range(table.first_die[slot], table.last_die[slot])
        )
        assert lying == s.wild[slot], f"{table.cards[slot].name} counts {s.wild[slot]}, not {lying}"
    assert s.attached == sum(place == w.ATTACHED for place in s.place)
    assert min(s.glory) >= 0, "Glory below 0 (rule 4.7)"
    assert s.pool >= 0, "quiddity below 0"
    assert min(s.light, s.dark) >= 0, "energy below 0"
    assert s.light + s.dark <= s.pool, "energies without quiddity"
    for seat in range(table.players):
        ready = s.zones[seat * w.PLACES + w.READY - 1]
        assert sum(is_locked(s, die) for die in ready) <= 1, "two dice in a Locked Area"
        questing = s.zones[seat * w.PLACES + w.QUEST - 1]
        assert not questing or s.quest[seat] >= 0, "creatures on no quest"
        held = [
            die
            for die in ready + s.zones[seat * w.PLACES + w.ATTACHED - 1]
            if table.quartifact[table.base[die] + s.face[die]]
        ]
        assert len(held) <= 1, "two quartifacts (rule 12.6)"
    assert len({card.class_name for card in table.cards}) == len(table.cards)
    assert s.over or len(s.options) >= 2, "a decision without a choice"
    assert len(set(s.options)) == len(s.options), "an option twice"
    assert len(s.stack) % w.FRAME == 0
    assert len(s.queue) % w.TRIGGER == 0


def check_decision(game: Game) -> None:
    """Copies, saves and tries: nothing of it may move the game itself."""
    s = game._state
    before = json.dumps(s.to_wire())
    texts = game.decision.texts
    loaded = State.from_wire(s.table, json.loads(before))
    assert json.dumps(loaded.to_wire()) == before, "a saved state came back changed"
    again = Game(loaded, game.origin, [], 0, False)
    assert again.decision.texts == texts, "a saved state offers something else"
    for option in game.decision.options:
        tried = game.clone()
        assert json.dumps(tried._state.to_wire()) == before, "a clone is not alike"
        tried._state.draw_script.clear()  # a script is meant for one line of play only
        tried._state.roll_script.clear()
        tried.apply(option)
        check_state(tried._state)
    assert json.dumps(s.to_wire()) == before, "a clone moved the original"
    assert game.decision.texts == texts
