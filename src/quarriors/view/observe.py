"""What one seat may see of a game, as plain JSON values: the one function that decides it.

Nearly everything in this game is open: captures and culls happen in the open, so everybody knows
what is in every bag. The bag has no order; the generator and scripted chance are the only secrets,
and no key here is made from them. Pictures, tables and bots read this and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from quarriors.engine import looks, numbers
from quarriors.engine import words as w
from quarriors.engine.battle import A_NEXT
from quarriors.engine.catalog import ENERGIES, FACES, Card
from quarriors.engine.challenge import C_REACT
from quarriors.engine.dice import available, energy_available, is_locked
from quarriors.engine.draws import R_ROLL, ROLL_ALL
from quarriors.engine.errors import PositionError
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.frames import find_frame
from quarriors.engine.pay import capture_change, capture_cost
from quarriors.engine.quests import holder, quest_level
from quarriors.engine.rules import Rules
from quarriors.engine.state import State
from quarriors.engine.table import Table

if TYPE_CHECKING:
    from quarriors.game import Game

_MARKS: Final = (
    (w.FRESH, "fresh"),
    (w.LATE, "late"),
    (w.ATTACKING, "attacking"),
    (w.DAMAGED | w.SAFE, "damaged"),
    (w.DYING, "dying"),
    (w.SCORING, "scoring"),
    (w.SWITCHED, "ability-used"),
    (w.FORFEIT, "kept"),
    (w.NEW, "new"),
    (w.LOCKED_NOW, "new"),
    (w.FIRST, "first-defender"),
)
_SHOWN_FLAGS: Final = sum(bit for bit, _ in _MARKS)
EFFECTS: Final = (  # names of the lasting effects, by `words.ROW_ATTACK` and so on
    "attack", "defense", "attack-at-most", "destroyed-to-active", "no-immunity", "summon-cost",
    "next-capture", "draw", "ability-used", "scored", "attack-against",
)  # fmt: skip
_ON_SEAT: Final = (w.ROW_TO_ACTIVE, w.ROW_SUMMON, w.ROW_NEXT_CAPTURE, w.ROW_DRAW)

Facts = tuple[int, int, int, bool, bool]  # of a die: see `_facts`
Standing = tuple[Facts, int, tuple[tuple[Facts, int], ...], tuple[int | None, ...] | None]
# Gives a part of the picture, from its name, who makes it, and all that it is made of.
Part = Callable[..., Any]


def fresh(_name: object, make: Callable[..., Any], *facts: Any) -> Any:
    """A part made anew each time."""
    return make(*facts)


def observe(game: Game, seat: object, part: Part = fresh) -> dict[str, Any]:
    """All that a seat may see; unknown seats are refused.

    Most of it is the same from answer to answer. Whoever looks often gives a `part` that keeps
    what was made of the same facts before, in whatever form is wanted in the end.
    """
    s = game._state
    table = s.table
    players = table.players
    return {
        "seat": _seat(seat, players),
        "rules": part("rules", Rules.to_dict, table.rules),
        "house_rules": part("house_rules", _house_rules, table.rules),
        "turn": game.turn,
        "round": game.round,
        "phase": phase_number(s),
        "phases": 6 if table.six_phases else 5,
        "active": game.active,
        "goal": table.goal,
        "glory": list(s.glory),
        "pool": int(s.pool),
        "at_hand": int(available(s)),
        "energy": _energies(s),
        "captures": int(s.captures),
        "discount": int(s.discount),
        "wilds": _wilds(s, part),
        "quests": [_quest(s, slot) for slot in table.quests],
        "seats": [_mat(s, number, part) for number in range(players)],
        "removed": _removed(s),
        "lock_used": bool(s.marks & w.MARK_LOCKED),
        "anchor_used": bool(s.marks & w.MARK_ANCHORED),
        "effects": _effects(s),
        "waiting": _waiting(s),
        "attack": _attack(s),
        "challenge": _challenge(s),
        "decision": _decision(game),
        "result": _result(game),
    }


def _seat(seat: object, players: int) -> int:
    """The seat if there is one; whatever was typed, compiled code must not meet it first."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise PositionError(
            f"There is no seat {seat!r}; this game has the seats 0 to {players - 1}."
        )
    return seat


def phase_number(s: State) -> int:
    """The phase as this edition's book counts it: 2013 on, the engine's 2 and 3 are one."""
    phase = int(s.phase)
    if s.table.six_phases or phase <= w.PHASE_ROLL:
        return phase
    return phase - 1


def _house_rules(rules: Rules) -> list[str]:
    return list(rules.house_rules)


def _energies(s: State) -> dict[str, dict[str, int]]:
    """Light and dark quiddity: so much of it paid out already, so much with all dice (13.5)."""
    return {
        "light": {"pool": int(s.light), "at_hand": int(energy_available(s, LIGHT_QUIDDITY))},
        "dark": {"pool": int(s.dark), "at_hand": int(energy_available(s, DARK_QUIDDITY))},
    }


def _wilds(s: State, part: Part) -> Any:
    """All cards of the table, with what is left of them and what they cost just now."""
    costs = tuple([int(capture_cost(s, slot)) for slot in range(len(s.table.cards))])
    left = tuple(s.wild)
    return part("wilds", _all_wilds, part, s.table, int(capture_change(s)), costs, left)


def _all_wilds(
    part: Part, table: Table, change: int, costs: tuple[int, ...], left: tuple[int, ...]
) -> list[Any]:
    found: list[Any] = []
    for slot, card in enumerate(table.cards):
        less = None if card.discount < 0 else max(0, card.discount + change)
        open_to_all = not table.no_capture[slot]  # whether it ever can be captured (7.2, 13.2)
        facts = (card, slot, costs[slot], less, open_to_all, left[slot])
        found.append(part(("wild", slot), _wild, *facts))
    return found


def _wild(
    card: Card, slot: int, cost: int, discount: int | None, captured: bool, left: int
) -> dict[str, Any]:
    found = _printed(card).copy()
    found["slot"] = slot
    found["cost_now"] = cost
    found["captured"] = captured
    found["discount_now"] = discount
    if found["anchored"] is not None:
        found["anchored"] = found["anchored"].copy()
    found["left"] = left
    found["faces"] = found["faces"].copy()
    found["confidence"] = found["confidence"].copy()
    return found


@cache
def _printed(card: Card) -> dict[str, Any]:
    """What never changes about a card, in the order of the keys; not to be given out uncopied.

    Servers look at a table after every answer, and most of what they would work out is this.
    """
    return {
        "slot": -1,
        "card": card.name,
        "class": card.class_name,
        "kind": card.kind,
        "set": card.set_name,
        "cost": card.cost,
        "cost_now": 0,
        "captured": True,
        "energy": ENERGIES[card.energy],
        "discount": card.discount if card.discount >= 0 else None,
        "discount_now": None,
        "anchored": anchored(card),
        "glory": card.glory,
        "level": card.level,
        "left": 0,
        "faces": [face.notation for face in card.design.faces],
        "confidence": {**card.confidence, "die": card.design.confidence},
    }


def anchored(card: Card) -> dict[str, Any] | None:
    """The anchored spell of a card: its energy, its price and which line of the card (13.6)."""
    for number, ability in enumerate(card.abilities):
        if ability.timing == "anchored":
            energy = ENERGIES[card.anchor_energy]
            return {"energy": energy, "price": card.anchor_cost, "ability": number}
    return None


def _quest(s: State, slot: int) -> dict[str, Any]:
    """A quest card with its dice, who is on it, and who carries its quartifacts (12.1)."""
    card = s.table.cards[slot]
    seat = int(holder(s, slot))
    held = range(s.table.first_die[slot], s.table.last_die[slot])
    return {
        "slot": slot,
        "card": card.name,
        "level": card.level,
        "glory": card.glory,
        "left": s.wild[slot],
        "seat": None if seat < 0 else seat,
        "creatures": [] if seat < 0 else list(_zone(s, seat, w.QUEST)),
        "levels": 0 if seat < 0 else int(quest_level(s, seat)),
        "quartifacts": [
            {**_die(s, die), "seat": s.owner[die], "carrier": _carrier(s, die)}
            for die in held
            if s.place[die] in (w.READY, w.ATTACHED)
        ],
    }


def _carrier(s: State, die: int) -> int | None:
    return s.carrier[die] if s.carrier[die] >= 0 else None


def _removed(s: State) -> dict[str, int]:
    """Dice that are out of the game for good (3.8)."""
    found: dict[str, int] = {}
    for die, place in enumerate(s.place):
        if place == w.REMOVED:
            name = s.table.cards[s.table.slot[die]].name
            found[name] = found.get(name, 0) + 1
    return found


def _mat(s: State, seat: int, part: Part) -> Any:
    """One player's places with their dice; of the bag only what is in it."""
    return part(
        ("mat", seat),
        _whole_mat,
        *(part, s.table, seat, s.glory[seat], s.quest[seat]),
        tuple(_zone(s, seat, w.BAG)),
        _facts_of(s, _zone(s, seat, w.ACTIVE)),
        _standing_of(s, _zone(s, seat, w.READY)),
        _standing_of(s, _zone(s, seat, w.QUEST)),
        tuple(_zone(s, seat, w.SPENT)),
        tuple(_zone(s, seat, w.USED)),
        _facts_of(s, _zone(s, seat, w.ASIDE)),
    )


def _whole_mat(
    part: Part,
    table: Table,
    seat: int,
    glory: int,
    quest: int,
    bag: tuple[int, ...],
    active: tuple[Facts, ...],
    ready: tuple[Standing, ...],
    questing: tuple[Standing, ...],
    spent: tuple[int, ...],
    used: tuple[int, ...],
    aside: tuple[Facts, ...],
) -> dict[str, Any]:
    return {
        "seat": seat,
        "glory": glory,
        "bag": part(("bag", seat), _bag, table, bag),
        "active": [_shown(table, facts) for facts in active],
        "ready": [_readied(table, standing) for standing in ready],
        "quest": [_questing(table, standing, quest) for standing in questing],
        "spent": part(("spent", seat), _pile, table, spent),
        "used": part(("used", seat), _pile, table, used),
        "aside": [
            _shown(table, facts)
            if table.slot[facts[0]] != table.large_slot
            else _unseen(table, facts[0])
            for facts in aside
        ],
    }


def _bag(table: Table, dice: tuple[int, ...]) -> dict[str, Any]:
    """How many dice of each card, whatever their order."""
    cards: dict[str, int] = {}
    for die in sorted(dice):
        name = table.cards[table.slot[die]].name
        cards[name] = cards.get(name, 0) + 1
    return {"count": len(dice), "cards": cards}


def _pile(table: Table, dice: tuple[int, ...]) -> list[dict[str, Any]]:
    return [_unseen(table, die) for die in dice]


def _zone(s: State, seat: int, place: int) -> list[int]:
    return s.zones[seat * w.PLACES + place - 1]


def _unseen(table: Table, die: int) -> dict[str, Any]:
    """A die whose face does not matter, as in a pile."""
    slot = table.slot[die]
    card = table.cards[slot]
    return {"die": die, "slot": slot, "card": card.name, "class": card.class_name}


def _facts_of(s: State, dice: list[int]) -> tuple[Facts, ...]:
    return tuple([_facts(s, die) for die in dice])


def _facts(s: State, die: int) -> Facts:
    """All that a die shows: which it is, face, flags, and whether it is unrolled or locked."""
    return die, s.face[die], s.flags[die] & _SHOWN_FLAGS, is_unrolled(s, die), is_locked(s, die)


def _die(s: State, die: int) -> dict[str, Any]:
    """A die with the face it shows."""
    return _shown(s.table, _facts(s, die))


def _shown(table: Table, facts: Facts) -> dict[str, Any]:
    die, at, flags, unrolled, locked = facts
    found = _unseen(table, die)
    face = table.cards[table.slot[die]].design.faces[at]
    marks = [name for bit, name in _MARKS if flags & bit] if flags else []
    found["face"] = face.notation
    found["marks"] = marks
    if unrolled:
        marks.append("unrolled")
    if locked:
        marks.append("locked")
    if face.quartifact:
        found["quartifact"] = face.quartifact
    return found


def is_unrolled(s: State, die: int) -> bool:
    """Whether a die waits in an Active Pool for a roll: its face means nothing yet (3.6)."""
    if s.place[die] != w.ACTIVE:
        return False
    if s.owner[die] != s.active or s.phase < w.PHASE_ROLL:
        return True
    flags = s.flags[die]
    if flags & w.UNROLLED or (flags & w.DRAWN and not flags & (w.FRESH | w.LATE)):
        return True
    frame = int(find_frame(s, w.DRAW))  # the roll of the whole pool may be still to come (5.1)
    whole = frame >= 0 and s.stack[frame + w.F_B] == ROLL_ALL
    return whole and s.stack[frame + w.F_POSITION] <= R_ROLL


def _questing(table: Table, standing: Standing, slot: int) -> dict[str, Any]:
    """A creature on a quest: like one in a Ready Area, with the card it is at (12.2)."""
    found = _readied(table, standing)
    found["quest"] = table.cards[slot].name
    found["quest_slot"] = slot
    return found


def _standing_of(s: State, dice: list[int]) -> tuple[Standing, ...]:
    return tuple([_standing(s, die) for die in dice])


def _standing(s: State, die: int) -> Standing:
    """All that a die in a Ready Area or on a quest is: what it shows, copies, carries, counts."""
    attached = [
        (_facts(s, spell), seat)
        for seat in range(s.table.players)
        for spell in _zone(s, seat, w.ATTACHED)
        if s.carrier[spell] == die
    ]
    counts = tuple(_counts(s, die)) if s.table.creature[looks.look(s, die)] else None
    return _facts(s, die), s.copy[die], tuple(attached), counts


def _counts(s: State, die: int) -> list[int | None]:
    """A creature's numbers now: level, defense, glory, attack, and attack against each seat."""
    owner = s.owner[die]
    against = [
        None if seat == owner else int(numbers.attack(s, die, seat))
        for seat in range(s.table.players)
    ]
    return [
        int(looks.level(s, die)),
        int(numbers.defense(s, die)),
        int(numbers.glory(s, die)),
        int(numbers.attack(s, die, -1)),
        *against,
    ]


def _readied(table: Table, standing: Standing) -> dict[str, Any]:
    """A die in a Ready Area or on a quest: a creature with its numbers now, or something else."""
    facts, copied, attached, counts = standing
    found = _shown(table, facts)
    found["creature"] = counts is not None
    found["copies"] = _copied(table, copied)
    found["attached"] = [{**_shown(table, spell), "owner": owner} for spell, owner in attached]
    if counts is not None:
        found["level"] = counts[0]
        found["attack"] = counts[3]
        found["attack_against"] = list(counts[4:])
        found["defense"] = counts[1]
        found["glory"] = counts[2]
    return found


def _copied(table: Table, look: int) -> dict[str, str] | None:
    """What an Ooze is a copy of."""
    if look < 0:
        return None
    card = table.catalog.cards[look // FACES]
    return {"card": card.name, "face": card.design.faces[look % FACES].notation}


def _effects(s: State) -> list[dict[str, Any]]:
    """What lasts, on which die or seat, and until when: this turn (None) or a seat's next."""
    found: list[dict[str, Any]] = []
    for at in range(0, len(s.rows), w.ROW_WIDTH):
        kind, subject, amount, until = s.rows[at : at + w.ROW_WIDTH]
        if kind == w.ROW_LEAVES:
            continue  # its mark says so: "dying", or "damaged" if it was saved
        on = "seat" if kind in _ON_SEAT else "die"
        row: dict[str, Any] = {
            "effect": EFFECTS[min(kind, w.ROW_AGAINST)],
            on: subject,
            "amount": amount,
            "until": None if until < 0 else until,
        }
        if kind >= w.ROW_AGAINST:
            row["against"] = kind - w.ROW_AGAINST
        found.append(row)
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
    attack = int(looks.battle(s))
    if attack < 0 or s.stack[attack] != w.ATTACK:
        return None  # there is none, or it waits until the challenge is over (12.2)
    attacker = s.stack[attack + w.F_CONTROLLER]
    counted = s.stack[attack + w.F_POSITION] >= A_NEXT
    return {
        "attacker": attacker,
        "totals": [
            None if seat == attacker or not counted else total
            for seat, total in enumerate(s.totals)
        ],
        **_defense(s, attack),
    }


def _challenge(s: State) -> dict[str, Any] | None:
    """The challenge under way: who against whom for which quest, and both totals (12.3)."""
    frame = int(looks.challenge(s))
    if frame < 0:
        return None
    challenger = s.stack[frame + w.F_CONTROLLER]
    challenged = s.stack[frame + w.F_OPPONENT]
    slot = s.quest[challenger]
    counted = s.stack[frame + w.F_POSITION] >= C_REACT
    return {
        "challenger": challenger,
        "challenged": challenged,
        "slot": slot,
        "card": s.table.cards[slot].name,
        "totals": [
            total if counted and seat in (challenger, challenged) else None
            for seat, total in enumerate(s.totals)
        ],
        **_defense(s, frame),
    }


def _defense(s: State, battle: int) -> dict[str, Any]:
    """Who is naming defenders in the battle of that frame, and against how much damage."""
    defend = int(find_frame(s, w.DEFEND))
    if defend < battle:
        return {"defender": None, "left": None}
    return {
        "defender": s.stack[defend + w.F_CONTROLLER],
        "left": s.stack[defend + w.F_A],
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
        "opponent": decision.opponent,
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
