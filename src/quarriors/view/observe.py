"""What one seat may see of a game, as plain JSON values: the one function that decides it.

Nearly everything in this game is open: captures and culls happen in the open, so everybody knows
what is in every bag. The bag has no order; the generator and scripted chance are the only secrets,
and no key here is made from them. Pictures, tables and bots read this and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quarriors.engine import looks, numbers
from quarriors.engine import words as w
from quarriors.engine.catalog import FACES
from quarriors.engine.errors import PositionError
from quarriors.engine.frames import find_frame
from quarriors.engine.pay import available, capture_cost
from quarriors.engine.state import State

if TYPE_CHECKING:
    from quarriors.game import Game

_MARKS = (
    (w.FRESH, "fresh"),
    (w.LATE, "late"),
    (w.ATTACKING, "attacking"),
    (w.DAMAGED, "damaged"),
    (w.DYING, "dying"),
    (w.SCORING, "scoring"),
    (w.SWITCHED, "ability-used"),
    (w.FORFEIT, "kept"),
)
_EFFECTS = ("attack", "defense", "attack-at-most", "destroyed-to-active")


def observe(game: Game, seat: int) -> dict[str, Any]:
    """All that a seat may see; unknown seats are refused."""
    s = game._state
    players = s.table.players
    _check_seat(seat, players)
    return {
        "seat": seat,
        "rules": game.rules.to_dict(),
        "turn": game.turn,
        "round": game.round,
        "phase": phase_number(s),
        "phases": 6 if s.table.rules.six_phases else 5,
        "active": game.active,
        "goal": s.table.goal,
        "glory": list(s.glory),
        "pool": int(s.pool),
        "at_hand": int(available(s)),
        "captures": int(s.captures),
        "discount": int(s.discount),
        "wilds": [_wild(s, slot) for slot in range(len(s.table.cards))],
        "seats": [_mat(s, number) for number in range(players)],
        "effects": _effects(s),
        "waiting": _waiting(s),
        "attack": _attack(s),
        "decision": _decision(game),
        "result": _result(game),
    }


def _check_seat(seat: object, players: int) -> None:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise PositionError(
            f"There is no seat {seat!r}; this game has the seats 0 to {players - 1}."
        )


def phase_number(s: State) -> int:
    """The phase as this edition's book counts it: 2013 on, the engine's 2 and 3 are one."""
    phase = int(s.phase)
    if s.table.rules.six_phases or phase <= w.PHASE_ROLL:
        return phase
    return phase - 1


def _wild(s: State, slot: int) -> dict[str, Any]:
    card = s.table.cards[slot]
    return {
        "slot": slot,
        "card": card.name,
        "class": card.class_name,
        "kind": card.kind,
        "cost": card.cost,
        "cost_now": int(capture_cost(s, slot)),
        "glory": card.glory,
        "left": s.wild[slot],
        "faces": [face.notation for face in card.design.faces],
    }


def _mat(s: State, seat: int) -> dict[str, Any]:
    """One player's places with their dice; of the bag only what is in it."""
    bag: dict[str, int] = {}
    for die in sorted(_zone(s, seat, w.BAG)):
        name = s.table.cards[s.table.slot[die]].name
        bag[name] = bag.get(name, 0) + 1
    return {
        "seat": seat,
        "glory": s.glory[seat],
        "bag": {"count": sum(bag.values()), "cards": bag},
        "active": [_die(s, die) for die in _zone(s, seat, w.ACTIVE)],
        "ready": [_readied(s, die) for die in _zone(s, seat, w.READY)],
        "spent": [_die(s, die, shown=False) for die in _zone(s, seat, w.SPENT)],
        "used": [_die(s, die, shown=False) for die in _zone(s, seat, w.USED)],
        "aside": [_die(s, die) for die in _zone(s, seat, w.ASIDE)],
    }


def _zone(s: State, seat: int, place: int) -> list[int]:
    return s.zones[seat * w.PLACES + place - 1]


def _die(s: State, die: int, *, shown: bool = True) -> dict[str, Any]:
    """A die; its face only where it matters (in piles it does not)."""
    card = s.table.cards[s.table.slot[die]]
    found: dict[str, Any] = {
        "die": die,
        "slot": s.table.slot[die],
        "card": card.name,
        "class": card.class_name,
    }
    if shown:
        found["face"] = card.design.faces[s.face[die]].notation
        found["marks"] = [name for bit, name in _MARKS if s.flags[die] & bit]
    return found


def _readied(s: State, die: int) -> dict[str, Any]:
    """A die in a Ready Area: a creature with its numbers now, or a spell."""
    found = _die(s, die)
    look = int(looks.look(s, die))
    creature = bool(s.table.creature[look])
    found["creature"] = creature
    found["copies"] = _copied(s, die)
    if not creature:
        return found
    owner = s.owner[die]
    found["level"] = int(looks.level(s, die))
    found["attack"] = int(numbers.attack(s, die, -1))
    found["attack_against"] = [
        None if seat == owner else int(numbers.attack(s, die, seat))
        for seat in range(s.table.players)
    ]
    found["defense"] = int(numbers.defense(s, die))
    found["glory"] = int(numbers.glory(s, die))
    found["attached"] = [
        {**_die(s, spell), "owner": seat}
        for seat in range(s.table.players)
        for spell in _zone(s, seat, w.ATTACHED)
        if s.carrier[spell] == die
    ]
    return found


def _copied(s: State, die: int) -> dict[str, str] | None:
    """What an Ooze is a copy of."""
    look = s.copy[die]
    if look < 0:
        return None
    card = s.table.catalog.cards[look // FACES]
    return {"card": card.name, "face": card.design.faces[look % FACES].notation}


def _effects(s: State) -> list[dict[str, Any]]:
    """What lasts until the end of the turn, and on which die or seat."""
    found: list[dict[str, Any]] = []
    for at in range(0, len(s.rows), w.ROW_WIDTH):
        kind, subject, amount = s.rows[at : at + w.ROW_WIDTH]
        on = "seat" if kind == w.ROW_TO_ACTIVE else "die"
        found.append({"effect": _EFFECTS[kind], on: subject, "amount": amount})
    return found


def _waiting(s: State) -> list[dict[str, Any]]:
    """Abilities that are going to be resolved, in no particular order."""
    found: list[dict[str, Any]] = []
    for at in range(0, len(s.queue), w.TRIGGER):
        program = s.table.catalog.programs[s.queue[at]]
        found.append(
            {
                "seat": s.queue[at + 2],
                "die": s.queue[at + 1],
                "card": s.table.catalog.cards[program.card].name,
                "ability": int(program.ability),
            }
        )
    return found


def _attack(s: State) -> dict[str, Any] | None:
    """The totals of the attack under way, and what is left of it for the present defender."""
    attack = int(find_frame(s, w.ATTACK))
    if attack < 0:
        return None
    attacker = s.stack[attack + w.F_CONTROLLER]
    defend = int(find_frame(s, w.DEFEND))
    return {
        "attacker": attacker,
        "totals": [None if seat == attacker else total for seat, total in enumerate(s.totals)],
        "defender": None if defend < 0 else s.stack[defend + w.F_CONTROLLER],
        "left": None if defend < 0 else s.stack[defend + w.F_A],
    }


def _decision(game: Game) -> dict[str, Any] | None:
    if game.over:
        return None
    decision = game.decision
    return {
        "seat": decision.seat,
        "kind": decision.kind,
        "card": decision.card,
        "ability": decision.ability,
        "options": [
            {"index": index, "text": text, "code": option.code}
            for index, (text, option) in enumerate(
                zip(decision.texts, decision.options, strict=True)
            )
        ],
    }


def _result(game: Game) -> dict[str, Any] | None:
    result = game.result
    if result is None:
        return None
    return {
        "winners": list(result.winners),
        "glory": list(result.glory),
        "rule": result.rule,
        "reason": result.reason,
    }
