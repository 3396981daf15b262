"""What one seat may see of a game, as plain JSON values: the one function that decides it.

Nearly everything in this game is open: captures and culls happen in the open, so everybody knows
what is in every bag. The bag has no order; the generator and scripted chance are the only secrets,
and no key here is made from them. Pictures, tables and bots read this and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from quarriors.engine import queries
from quarriors.engine.catalog import ENERGIES, FACES, Card
from quarriors.engine.errors import PositionError
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.game_setup import GameSetup
from quarriors.engine.ids import effect, flag, phase, place
from quarriors.engine.queries import Shown, Standing, State
from quarriors.engine.rules import Rules
from quarriors.view.reference import anchored

if TYPE_CHECKING:
    from quarriors.game import Game

_MARKS: Final = (
    (flag.FRESH, "fresh"),
    (flag.LATE, "late"),
    (flag.ATTACKING, "attacking"),
    (flag.DAMAGED | flag.SAFE, "damaged"),
    (flag.DYING, "dying"),
    (flag.SCORING, "scoring"),
    (flag.ABILITY_USED, "ability-used"),
    (flag.FORFEIT, "kept"),
    (flag.NEW, "new"),
    (flag.LOCKED_NOW, "new"),
    (flag.FIRST, "first-defender"),
)
_SHOWN_FLAGS: Final = sum(bit for bit, _ in _MARKS)
EFFECTS: Final = (  # names of the lasting effects, by the numbers of `ids.effect`
    "attack", "defense", "attack-at-most", "destroyed-to-active", "no-immunity", "summon-cost",
    "next-capture", "draw", "ability-used", "scored", "attack-against",
)  # fmt: skip

# Gives a part of the picture, from its name, who makes it, and all that it is made of.
Part = Callable[..., Any]


def fresh(_name: object, make: Callable[..., Any], *facts: Any) -> Any:
    """A part made anew each time."""
    return make(*facts)


def observe(game: Game, seat: object, part: Part = fresh) -> dict[str, Any]:
    """Everything that a seat may see, in the shape of `shape.View`; unknown seats are refused.

    Most of it is the same from answer to answer. A caller that looks often passes a `part` that
    keeps what was made of the same facts before, in the form that it needs.
    """
    s = queries.state(game)
    table = s.setup
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
        "glory": queries.glories(s),
        "pool": int(queries.pool(s)),
        "at_hand": int(queries.available(s)),
        "energy": _energies(s),
        "captures": int(queries.captures(s)),
        "discount": int(queries.discount(s)),
        "wilds": _wilds(s, part),
        "quests": [_quest(s, int(slot)) for slot in table.quests],
        "seats": [_mat(s, number, part) for number in range(players)],
        "removed": _removed(s),
        "lock_used": queries.is_lock_used(s),
        "anchor_used": queries.is_anchor_used(s),
        "effects": _effects(s),
        "waiting": _waiting(s),
        "attack": _attack(s),
        "challenge": _challenge(s),
        "decision": _decision(game),
        "result": _result(game),
    }


def _seat(seat: object, players: int) -> int:
    """The seat, if there is one; checked here because compiled code raises a bare TypeError."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise PositionError("position.seat", seat=repr(seat), last=players - 1)
    return seat


def phase_number(s: State) -> int:
    """The phase as this edition's book counts it: 2013 on, the engine's 2 and 3 are one."""
    now = int(queries.phase_of(s))
    if s.setup.six_phases or now <= phase.ROLL:
        return now
    return now - 1


def _house_rules(rules: Rules) -> list[str]:
    return list(rules.house_rules)


def _energies(s: State) -> dict[str, dict[str, int]]:
    """Light and dark quiddity: in the pool, and with all dice that could be spent (13.5)."""
    return {
        "light": _energy(s, int(queries.light(s)), LIGHT_QUIDDITY),
        "dark": _energy(s, int(queries.dark(s)), DARK_QUIDDITY),
    }


def _energy(s: State, pool: int, energy: int) -> dict[str, int]:
    return {"pool": pool, "at_hand": int(queries.energy_available(s, energy))}


def _wilds(s: State, part: Part) -> Any:
    """All cards of the table, with what is left of them and what they cost just now."""
    costs = tuple(queries.capture_costs(s))
    left = tuple(queries.left_on_cards(s))
    change = int(queries.capture_change(s))
    return part("wilds", _all_wilds, part, s.setup, change, costs, left)


def _all_wilds(
    part: Part, table: GameSetup, change: int, costs: tuple[int, ...], left: tuple[int, ...]
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


def _quest(s: State, slot: int) -> dict[str, Any]:
    """A quest card with its dice, who is on it, and who carries its quartifacts (12.1)."""
    card = s.setup.cards[slot]
    seat = int(queries.holder(s, slot))
    held = range(int(s.setup.first_die[slot]), int(s.setup.last_die[slot]))
    return {
        "slot": slot,
        "card": card.name,
        "level": card.level,
        "glory": card.glory,
        "left": int(queries.left_on_card(s, slot)),
        "seat": None if seat < 0 else seat,
        "creatures": [] if seat < 0 else queries.dice_list(s, seat, place.QUEST),
        "levels": 0 if seat < 0 else int(queries.quest_level(s, seat)),
        "quartifacts": [
            _quartifact(s, die)
            for die in held
            if queries.place_of(s, die) in (place.READY, place.ATTACHED)
        ],
    }


def _quartifact(s: State, die: int) -> dict[str, Any]:
    found = _shown(s.setup, queries.shown(s, die, _SHOWN_FLAGS))
    carrier = int(queries.carrier_of(s, die))
    found["seat"] = int(queries.owner_of(s, die))
    found["carrier"] = carrier if carrier >= 0 else None
    return found


def _removed(s: State) -> dict[str, int]:
    """Dice that are out of the game for good (3.8)."""
    found: dict[str, int] = {}
    for die in queries.dice_at(s, place.REMOVED):
        name = s.setup.cards[s.setup.slot[die]].name
        found[name] = found.get(name, 0) + 1
    return found


def _mat(s: State, seat: int, part: Part) -> Any:
    """One player's places with their dice; of the bag only what is in it."""
    return part(
        ("mat", seat),
        _whole_mat,
        *(part, s.setup, seat, int(queries.glory_of(s, seat)), int(queries.quest_of(s, seat))),
        tuple(queries.dice_list(s, seat, place.BAG)),
        tuple(queries.shown_in(s, seat, place.ACTIVE, _SHOWN_FLAGS)),
        tuple(queries.standing_in(s, seat, place.READY, _SHOWN_FLAGS)),
        tuple(queries.standing_in(s, seat, place.QUEST, _SHOWN_FLAGS)),
        tuple(queries.dice_list(s, seat, place.SPENT)),
        tuple(queries.dice_list(s, seat, place.USED)),
        tuple(queries.shown_in(s, seat, place.ASIDE, _SHOWN_FLAGS)),
    )


def _whole_mat(
    part: Part,
    table: GameSetup,
    seat: int,
    glory: int,
    quest: int,
    bag: tuple[int, ...],
    active: tuple[Shown, ...],
    ready: tuple[Standing, ...],
    questing: tuple[Standing, ...],
    spent: tuple[int, ...],
    used: tuple[int, ...],
    aside: tuple[Shown, ...],
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


def _bag(table: GameSetup, dice: tuple[int, ...]) -> dict[str, Any]:
    """How many dice of each card, whatever their order."""
    cards: dict[str, int] = {}
    for die in sorted(dice):
        name = table.cards[table.slot[die]].name
        cards[name] = cards.get(name, 0) + 1
    return {"count": len(dice), "cards": cards}


def _pile(table: GameSetup, dice: tuple[int, ...]) -> list[dict[str, Any]]:
    return [_unseen(table, die) for die in dice]


def _unseen(table: GameSetup, die: int) -> dict[str, Any]:
    """A die whose face does not matter, as in a pile."""
    slot = int(table.slot[die])
    card = table.cards[slot]
    return {"die": die, "slot": slot, "card": card.name, "class": card.class_name}


def _shown(table: GameSetup, facts: Shown) -> dict[str, Any]:
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


def _questing(table: GameSetup, standing: Standing, slot: int) -> dict[str, Any]:
    """A creature on a quest: like one in a Ready Area, with the card it is at (12.2)."""
    found = _readied(table, standing)
    found["quest"] = table.cards[slot].name
    found["quest_slot"] = slot
    return found


def _readied(table: GameSetup, standing: Standing) -> dict[str, Any]:
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


def _copied(table: GameSetup, look: int) -> dict[str, str] | None:
    """What an Ooze is a copy of."""
    if look < 0:
        return None
    card = table.catalog.cards[look // FACES]
    return {"card": card.name, "face": card.design.faces[look % FACES].notation}


def _effects(s: State) -> list[dict[str, Any]]:
    """What lasts, on which die or seat, and until when: this turn (None) or a seat's next."""
    found: list[dict[str, Any]] = []
    for kind, subject, amount, until in queries.effects(s):
        if kind >= effect.LEAVES_TO:
            continue  # its mark says so: "dying", or "damaged" if it was saved
        on = "seat" if kind in effect.ON_SEATS else "die"
        row: dict[str, Any] = {
            "effect": EFFECTS[min(kind, effect.AGAINST)],
            on: subject,
            "amount": amount,
            "until": None if until < 0 else until,
        }
        if kind >= effect.AGAINST:
            row["against"] = kind - effect.AGAINST
        found.append(row)
    return found


def _waiting(s: State) -> list[dict[str, Any]]:
    """Abilities that are going to be resolved, in no particular order."""
    found: list[dict[str, Any]] = []
    for number, source, controller, _opponent, _subject in queries.waiting_abilities(s):
        program = s.setup.catalog.programs[number]
        found.append(
            {
                "seat": controller,
                "die": source,
                "card": s.setup.catalog.cards[program.card].name,
                "ability": int(program.ability),
            }
        )
    return found


def _attack(s: State) -> dict[str, Any] | None:
    """The totals of the attack under way, and what is left of it for the present defender."""
    attacker = int(queries.attacker(s))
    if attacker < 0:
        return None  # there is none, or it waits until the challenge is over (12.2)
    counted = queries.totals_counted(s)
    return {
        "attacker": attacker,
        "totals": [
            None if seat == attacker or not counted else total
            for seat, total in enumerate(queries.totals(s))
        ],
        **_defense(s),
    }


def _challenge(s: State) -> dict[str, Any] | None:
    """The challenge under way: who against whom for which quest, and both totals (12.3)."""
    challenger = int(queries.challenger(s))
    if challenger < 0:
        return None
    challenged = int(queries.challenged(s))
    slot = int(queries.quest_of(s, challenger))
    counted = queries.totals_counted(s)
    return {
        "challenger": challenger,
        "challenged": challenged,
        "slot": slot,
        "card": s.setup.cards[slot].name,
        "totals": [
            total if counted and seat in (challenger, challenged) else None
            for seat, total in enumerate(queries.totals(s))
        ],
        **_defense(s),
    }


def _defense(s: State) -> dict[str, Any]:
    """Who is naming defenders in the battle that is on, and against how much damage."""
    defender = int(queries.defender(s))
    if defender < 0:
        return {"defender": None, "left": None}
    return {"defender": defender, "left": int(queries.damage_left(s))}


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
