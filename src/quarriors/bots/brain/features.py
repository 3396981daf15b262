"""What the learned policy sees of a position and of an option: numbers of about 0 to 1.

Only what a seat may see is looked at: Glory, dice in play, what everybody's collection is made of.
Opponents are summed up, so that one policy plays with two, three or four players.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quarriors.bots.brain.die_value import DieValues, card_of
from quarriors.bots.brain.evaluation import usual_draw
from quarriors.engine import queries
from quarriors.engine.ids import flag, phase, place, verb
from quarriors.engine.option import die_of, face_in, number_in, seat_in, verb_of
from quarriors.engine.queries import State
from quarriors.engine.vectors import append, vec

# The numbers of a position, from one seat's point of view.
P_ONE: Final = 0  # always 1
P_PLAYERS: Final = 1  # 2, 3 or 4 of them
P_GLORY: Final = 4  # the seat's part of the goal,
P_BEST_GLORY: Final = 5  # that of its best opponent,
P_MEAN_GLORY: Final = 6  # that of an opponent on average,
P_PROGRESS: Final = 7  # and the highest of all
P_ROUND: Final = 8
P_MY_TURN: Final = 9
P_PHASE: Final = 10  # six of them
P_QUIDDITY: Final = 16  # at hand, in one's own turn
P_CAPTURES: Final = 17
P_IN_PLAY: Final = 18  # of the seat's creatures: attack, defense, Glory, number
P_FOES_IN_PLAY: Final = 22  # highest attack, highest Glory, all attack, all defense
P_REACHES: Final = 26  # the goal, if all its creatures score
P_FOE_REACHES: Final = 27
P_DICE: Final = 28
P_FOE_DICE: Final = 29  # on average
P_DRAW: Final = 30  # what a usual draw brings: value, attack, defense, Glory
P_FOE_DRAW: Final = 34  # the highest of the opponents: value, attack, defense, Glory
P_BAG: Final = 38  # dice in the bag
P_ACTIVE: Final = 39  # dice in the Active Pool
P_SPELLS: Final = 40  # readied
P_FOE_SPELLS: Final = 41
P_SMALL_DRAW: Final = 42
P_EXPERT: Final = 43
P_DAMAGE: Final = 44  # left for the defender
P_QUESTS: Final = 45  # on a quest, a foe is
P_ORDER: Final = 47  # how many others have their turn first
P_KIND: Final = 48  # of the decision
KINDS: Final = 21
P_BUYS: Final = P_KIND + KINDS  # the best die that the quiddity at hand could capture
P_BAG_DRAW: Final = P_BUYS + 1  # value and Glory of a die of the bag on average
POSITION: Final = P_BAG_DRAW + 2

# The numbers of an option.
O_NUMBER: Final = 0  # a price, an amount
O_DIE: Final = 1  # it names one
O_MINE: Final = 2
O_THEIRS: Final = 3
O_KIND: Final = 4  # creature, spell, basic
O_COST: Final = 7
O_GLORY: Final = 8
O_DRAW: Final = 9  # what a draw brings: value, attack, defense, Glory
O_BETTER: Final = 13  # its value less that of the seat's average die
O_OWNED: Final = 14  # dice of its card that the seat has,
O_FOES_OWN: Final = 15  # that others have,
O_LEFT: Final = 16  # and that are left
O_SHOWS: Final = (
    17  # a face: creature, spell, level, attack, defense, bursts, quiddity, draw, value
)
O_NOW: Final = 26  # of a creature in play: attack, defense, Glory
O_HOLDS: Final = 29  # a defender that lives
O_REST: Final = 30  # quiddity that is left after its price
O_FEW: Final = 31  # all dice are drawn every turn
O_QUEST: Final = 32  # levels of the seat's creatures less what the quest asks, its Glory
O_PLACE: Final = 34  # where the die lies that a target is, ten of them
O_MARGIN: Final = 44  # defense less what is left of the attack
O_BUYS_LESS: Final = 45  # how much worse the best capture gets by its price
O_VALUE: Final = 46  # by how many Glory the position after it falls short of the best one,
O_BEST: Final = 47  # and whether it is the best one
OPTION: Final = 48
WORST: Final = -8.0  # Glory: worse is only bad
RICHEST: Final = 20  # quiddity: more buys no more

_IS_PRICED: Final[list[bool]] = [
    number not in verb.TARGETING and number != verb.USE for number in range(len(verb.NAMES))
]
_IS_PLACED: Final[list[bool]] = [number in verb.TARGETING for number in range(len(verb.NAMES))]


class Buffers:
    """Room for the numbers of one decision; one serves for a whole game."""

    def __init__(self) -> None:
        self.position: vec[float] = zeros(POSITION)
        self.option: vec[float] = zeros(OPTION)
        self.mine: vec[i64] = vec[i64](capacity=64)  # cards of the seat's dice, one a die
        self.foes: vec[i64] = vec[i64](capacity=128)
        self.mean_draw: float = 0.0  # value of the seat's average die
        self.at_hand: i64 = 0
        self.asking: i64 = -1  # the card whose ability asks, -1: none
        self.buys: vec[float] = zeros(RICHEST + 1)  # the best die by the quiddity it takes


def zeros(count: i64) -> vec[float]:
    """That many zeros."""
    found = vec[float](capacity=count)
    for _ in range(count):
        found = append(found, 0.0)
    return found


def look_at_position(s: State, seat: i64, values: DieValues, b: Buffers) -> None:
    """Write the numbers of a position into the buffers, as a seat sees it."""
    setup = s.setup
    players: i64 = setup.players
    p = b.position
    for at in range(POSITION):
        p[at] = 0.0
    goal = float(setup.goal)
    p[P_ONE] = 1.0
    p[P_PLAYERS + players - 2] = 1.0
    active = queries.active(s)
    now = queries.phase_of(s)
    p[P_GLORY] = float(queries.glory_of(s, seat)) / goal
    p[P_PROGRESS] = float(queries.highest_glory(s)) / goal
    p[P_ROUND] = float(queries.turn(s)) / float(players) * 0.1
    if now >= 1:
        p[P_PHASE + now - 1] = 1.0
    b.at_hand = 0
    if active == seat:
        p[P_MY_TURN] = 1.0
        if now <= phase.CAPTURE:
            b.at_hand = min(queries.available(s), RICHEST)
            p[P_QUIDDITY] = float(b.at_hand) * 0.1
            p[P_CAPTURES] = float(queries.captures(s)) * 0.5
            _look_at_wilds(s, values, b)
            p[P_BUYS] = b.buys[b.at_hand]
    drawn = usual_draw(setup)
    mine = vec[i64](capacity=64)
    foes = vec[i64](capacity=128)
    others = float(players - 1)
    for other in range(players):
        if other == seat:
            mine = _look_at_dice(s, other, values, b, P_DRAW, drawn, mine)
            b.mean_draw = 5.0 * p[P_DRAW] / drawn
            _look_at_play(s, other, b, True)
        else:
            before = len(foes)
            foes = _look_at_dice(s, other, values, b, P_FOE_DRAW, drawn, foes)
            p[P_FOE_DICE] += float(len(foes) - before) / others * 0.05
            glory = float(queries.glory_of(s, other)) / goal
            p[P_MEAN_GLORY] += glory / others
            if glory > p[P_BEST_GLORY]:
                p[P_BEST_GLORY] = glory
            _look_at_play(s, other, b, False)
    b.mine = mine
    b.foes = foes
    p[P_DICE] = float(len(mine)) * 0.05
    bag = queries.dice_in(s, seat, place.BAG)
    p[P_BAG] = float(len(bag)) * 0.1
    if len(bag) > 0:
        draw = 0.0
        glory = 0.0
        for die in bag:
            draw += values.draw[card_of(setup, die)]
            glory += values.glory[card_of(setup, die)]
        p[P_BAG_DRAW] = draw / float(len(bag))
        p[P_BAG_DRAW + 1] = glory / float(len(bag))
    p[P_ACTIVE] = float(len(queries.dice_in(s, seat, place.ACTIVE))) * 0.1
    if setup.small_draw:
        p[P_SMALL_DRAW] = 1.0
    if setup.expert_culling:
        p[P_EXPERT] = 1.0
    p[P_ORDER] = float((seat - active + players) % players) * 0.33
    b.asking = -1
    if queries.is_over(s):
        return
    program = queries.asking_program(s)
    if program >= 0:
        b.asking = setup.catalog.programs[program].card
    p[P_DAMAGE] = float(queries.damage_left(s)) * 0.1
    p[P_KIND + queries.decision_kind(s)] = 1.0


def _look_at_wilds(s: State, values: DieValues, b: Buffers) -> None:
    """What the best die is that some quiddity could capture, at the printed price."""
    setup = s.setup
    buys = b.buys
    for at in range(RICHEST + 1):
        buys[at] = 0.0
    for slot in range(len(setup.cost)):
        if not setup.no_capture[slot] and queries.left_on_card(s, slot) > 0:
            price = min(setup.cost[slot], RICHEST)
            buys[price] = max(buys[price], values.capture[setup.cards[slot].index] * 0.3)
    for at in range(RICHEST):
        buys[at + 1] = max(buys[at + 1], buys[at])


def _look_at_dice(
    s: State, seat: i64, values: DieValues, b: Buffers, at: i64, drawn: float, cards: vec[i64]
) -> vec[i64]:
    """Add the cards of a seat's dice; write what a usual draw brings, if that is the highest."""
    setup = s.setup
    draw = 0.0
    attack = 0.0
    defense = 0.0
    glory = 0.0
    many = 0.0
    for die in queries.collection(s, seat):
        card = card_of(setup, die)
        cards = append(cards, card)
        many += 1.0
        draw += values.draw[card]
        attack += values.attack[card]
        defense += values.defense[card]
        glory += values.glory[card]
    if many > 0.0:
        part = drawn / many
        if part > 1.0:
            part = 1.0
        p = b.position
        p[at] = max(p[at], draw * part * 0.2)
        p[at + 1] = max(p[at + 1], attack * part * 0.1)
        p[at + 2] = max(p[at + 2], defense * part * 0.1)
        p[at + 3] = max(p[at + 3], glory * part * 0.2)
    return cards


def _look_at_play(s: State, seat: i64, b: Buffers, own: bool) -> None:
    """What a seat has in its Ready Area, and whether it is on a quest."""
    p = b.position
    attack = 0.0
    defense = 0.0
    glory = 0.0
    many = 0.0
    spells = 0.0
    for die in queries.dice_in(s, seat, place.READY):
        if queries.flags_of(s, die) & flag.DYING:
            continue
        if queries.is_creature(s, die):
            attack += float(queries.attack(s, die, -1))
            defense += float(queries.defense(s, die))
            glory += float(queries.glory(s, die))
            many += 1.0
        elif queries.is_spell(s, die):
            spells += 1.0
    reaches = float(queries.glory_of(s, seat)) + glory >= float(s.setup.goal)
    on_quest = queries.quest_of(s, seat) >= 0
    if own:
        p[P_IN_PLAY] = attack * 0.1
        p[P_IN_PLAY + 1] = defense * 0.1
        p[P_IN_PLAY + 2] = glory * 0.1
        p[P_IN_PLAY + 3] = many * 0.2
        p[P_SPELLS] = spells * 0.3
        if reaches:
            p[P_REACHES] = 1.0
        if on_quest:
            p[P_QUESTS] = 1.0
        return
    p[P_FOES_IN_PLAY] = max(p[P_FOES_IN_PLAY], attack * 0.1)
    p[P_FOES_IN_PLAY + 1] = max(p[P_FOES_IN_PLAY + 1], glory * 0.1)
    p[P_FOES_IN_PLAY + 2] += attack * 0.05
    p[P_FOES_IN_PLAY + 3] += defense * 0.05
    p[P_FOE_SPELLS] += spells * 0.2
    if reaches:
        p[P_FOE_REACHES] = 1.0
    if on_quest:
        p[P_QUESTS + 1] = 1.0


def look_at_option(
    s: State, seat: i64, code: i64, short: float, values: DieValues, b: Buffers
) -> i64:
    """Write the numbers of an option into the buffers; the card of its die, -1 if it names none.

    The position must have been looked at before; `short` is by how many Glory the position after
    the option falls short of that after the best one.
    """
    o = b.option
    for at in range(OPTION):
        o[at] = 0.0
    o[O_VALUE] = max(short, WORST) * 0.25
    if short >= 0.0:
        o[O_BEST] = 1.0
    _look_at_number(code, b)
    die = die_of(code)
    if die < 0:
        return -1
    o[O_DIE] = 1.0
    whose = seat_in(code)
    if whose == seat:
        o[O_MINE] = 1.0
    elif whose >= 0:
        o[O_THEIRS] = 1.0
    _look_at_card(s, die, values, b)
    if verb_of(code) == verb.QUEST:
        _look_at_quest(s, seat, die, b)
    where = queries.place_of(s, die)
    face = face_in(code)
    if face >= 0:
        _look_at_face(s, die, code, s.setup.base[die] + face, values, b)
    elif where == place.ACTIVE or where == place.READY:
        _look_at_face(s, die, code, queries.side_up(s, die), values, b)
    return card_of(s.setup, die)


def _look_at_number(code: i64, b: Buffers) -> None:
    """The price of an option, or the place of its target."""
    o = b.option
    action = verb_of(code)
    number = number_in(code)
    if _IS_PRICED[action]:
        price = min(number, RICHEST)
        o[O_NUMBER] = float(price) * 0.1
        if action == verb.CAPTURE or action == verb.SUMMON:
            o[O_REST] = float(b.at_hand - price) * 0.1
            if price <= b.at_hand:
                o[O_BUYS_LESS] = b.buys[b.at_hand] - b.buys[b.at_hand - price]
    elif _IS_PLACED[action] and 0 <= number <= place.REMOVED:
        o[O_PLACE + number] = 1.0


def _look_at_card(s: State, die: i64, values: DieValues, b: Buffers) -> None:
    """What the card of a die says, and how many dice of it there are."""
    o = b.option
    setup = s.setup
    slot = setup.slot[die]
    card = card_of(setup, die)
    if setup.is_creature_die[slot]:
        o[O_KIND] = 1.0
    elif setup.is_spell_die[slot]:
        o[O_KIND + 1] = 1.0
    else:
        o[O_KIND + 2] = 1.0
    o[O_COST] = float(setup.cost[slot]) * 0.1
    o[O_GLORY] = float(setup.glory[card]) * 0.25
    o[O_DRAW] = values.draw[card]
    o[O_DRAW + 1] = values.attack[card] * 0.3
    o[O_DRAW + 2] = values.defense[card] * 0.3
    o[O_DRAW + 3] = values.glory[card]
    o[O_BETTER] = values.draw[card] - b.mean_draw
    for other in b.mine:
        if other == card:
            o[O_OWNED] += 0.25
    for other in b.foes:
        if other == card:
            o[O_FOES_OWN] += 0.25
    o[O_LEFT] = float(queries.left_on_card(s, slot)) * 0.2
    if float(len(b.mine)) <= usual_draw(setup):
        o[O_FEW] = 1.0


def _look_at_quest(s: State, seat: i64, die: i64, b: Buffers) -> None:
    """What the quest of a quest die asks for and brings."""
    setup = s.setup
    card = setup.cards[setup.slot[die]]
    levels: i64 = 0
    for ready in queries.dice_in(s, seat, place.READY):
        if queries.is_creature(s, ready):
            levels += setup.level[queries.side_up(s, ready)]
    b.option[O_QUEST] = float(levels - card.level) * 0.2
    b.option[O_QUEST + 1] = float(card.glory) * 0.2


def _look_at_face(s: State, die: i64, code: i64, side: i64, values: DieValues, b: Buffers) -> None:
    """What a face says, and what it is worth now if it is a creature in play."""
    o = b.option
    setup = s.setup
    if setup.creature[side]:
        o[O_SHOWS] = 1.0
        o[O_SHOWS + 2] = float(setup.level[side]) * 0.3
        o[O_SHOWS + 3] = float(setup.attack[side]) * 0.15
        o[O_SHOWS + 4] = float(setup.defense[side]) * 0.15
    if setup.spell[side]:
        o[O_SHOWS + 1] = 1.0
    o[O_SHOWS + 5] = float(setup.bursts[side]) * 0.5
    if setup.quiddity[side] > 0:
        o[O_SHOWS + 6] = float(setup.quiddity[side]) * 0.3
    o[O_SHOWS + 7] = float(setup.draw[side]) * 0.5
    o[O_SHOWS + 8] = values.side[side]
    if queries.place_of(s, die) == place.READY and setup.creature[side]:
        wall = queries.defense(s, die)
        o[O_NOW] = float(queries.attack(s, die, -1)) * 0.15
        o[O_NOW + 1] = float(wall) * 0.15
        o[O_NOW + 2] = float(queries.glory(s, die)) * 0.25
        if verb_of(code) == verb.DEFEND:
            o[O_MARGIN] = float(wall - number_in(code)) * 0.1
            if wall > number_in(code):
                o[O_HOLDS] = 1.0
