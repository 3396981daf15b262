"""The table of words: what the card language knows, what each word takes and what it gives.

`WORDS` are those with arguments. A word is a function of `triggers`, `steps`, `special`,
`modifiers`, `filters` or `amounts`; its annotations are the kinds of its parameters, its docstring
says what it means. Names that Python keeps for itself end in an underscore there, and not in cards:
`if(...)`, `as=SECOND`, `class="Assistant"`. A parameter that is true or false is written as a bare
word: `once`, `lasting`; filters take their questions in the same way.

`NAMES` are those without arguments, each with its kind, its value and a line about it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, Final, NamedTuple

from quarriors.cards.language import amounts, filters, modifiers, special, steps, triggers
from quarriors.cards.language.amounts import I_HAVE_GLORY, IN_PHASE_2, is_
from quarriors.cards.language.amounts import special as quantity_of
from quarriors.cards.language.filters import CHOSEN
from quarriors.engine.faces import DARK_QUIDDITY, LIGHT_QUIDDITY
from quarriors.engine.ids import event, operand, place, quantity, scope, verb, whose, window

# Kinds by the annotations that mean them.
KINDS: Final = {
    "Whose": "whose", "Place": "place", "Energy": "energy", "Die": "die", "Prompt": "prompt",
    "Scope": "scope", "Event": "event", "Window": "window", "int": "int", "str": "text",
    "bool": "flag", "Amount": "number", "Number": "number", "Filter": "filter",
    "Filter | None": "filter", "Condition": "condition", "Condition | None": "condition",
    "Step": "step", "Sequence[Step]": "steps", "Trigger": "part", "Modifier": "part",
}  # fmt: skip


class Parameter(NamedTuple):
    """What a word takes in one place."""

    name: str  # as cards write it
    kind: str
    needed: bool
    argument: str  # as the function calls it


class Word(NamedTuple):
    """A word with arguments."""

    name: str
    kind: str  # of what it gives
    build: Callable[..., Any]
    places: tuple[Parameter, ...]  # arguments in their order
    rest: Parameter | None  # any number of further arguments
    named: Mapping[str, Parameter]  # arguments that may be given by name
    flags: Mapping[str, str]  # bare words, with the function's names for them
    means: str


class Known(NamedTuple):
    """A name without arguments."""

    kind: str
    value: Any
    means: str


def _word(name: str, build: Callable[..., Any]) -> Word:
    """A word as the signature of its function describes it."""
    places: list[Parameter] = []
    rest: Parameter | None = None
    named: dict[str, Parameter] = {}
    flags: dict[str, str] = {}
    signature = inspect.signature(build)
    for parameter in signature.parameters.values():
        kind = KINDS[str(parameter.annotation)]
        needed = parameter.default is parameter.empty
        made = Parameter(parameter.name.rstrip("_"), kind, needed, parameter.name)
        if parameter.kind == parameter.VAR_KEYWORD:
            flags |= {question: question for question in filters.QUESTIONS}
        elif parameter.kind == parameter.VAR_POSITIONAL:
            rest = made
        elif kind == "flag":
            flags[made.name] = made.argument
        else:
            if parameter.kind == parameter.POSITIONAL_OR_KEYWORD:
                places.append(made)
            if not needed:
                named[made.name] = made
    means = " ".join((build.__doc__ or "").partition("\n\n")[0].split())
    gives = KINDS[str(signature.return_annotation)]
    return Word(name, gives, build, tuple(places), rest, named, flags, means)


def _functions(module: ModuleType, names: str) -> dict[str, Callable[..., Any]]:
    return {name.rstrip("_"): getattr(module, name) for name in names.split()}


# The words by the table of docs/vocabulary.md in which they stand.
TABLES: Final[Mapping[str, Mapping[str, Callable[..., Any]]]] = {
    "Triggers": _functions(
        triggers,
        """
        when bonus anchored cast attach react at_will immediate
        """,
    ),
    "Steps that decide and repeat": _functions(
        steps,
        """
        choose may_choose any_number may if_ if_die unless_die if_done times_a_turn
        pay_glory_or by_opponent choose_opponent choose_area deal_with_owner either each
        each_at_least_one each_opponent mark
        """,
    )
    | _functions(special, "by_left_neighbour choose_player_but_owner"),
    "Steps that do something": _functions(
        steps,
        """
        gain_energy opponent_loses_glory pay_glory pay_quiddity give gain opponent_gains
        remove unlock shake leave_for roll_into_active send_to prevent roll_to_stay use_up
        must_defend_first gain_quiddity gain_glory more_captures cheaper_captures draw
        draw_and_roll reroll reroll_up_to_two destroy targets_chosen cull move
        capture_free attack_this_turn defense_this_turn no_attack_this_turn lose_immunity
        rotate_up rotate_down save spend
        """,
    )
    | _functions(
        special,
        """
        more_culls trade_locked in_place_of_a_draw out_of_battle stop_damage
        reflect_damage reroll_quest_die gamble_quest_die take_quartifact
        return_to_quest_card swap attack_against_me spare_my_creatures summon_for_less
        next_capture_cheaper draw_more_and_put_back roll_in score_now press_on copy_it
        """,
    ),
    "Standing modifiers": _functions(
        modifiers,
        """
        attack attack_is attack_of attack_at_most others_attack attackers_at_most defense
        defense_is defense_of others_defense glory opponents_summon_for_more captures_cost
        immunity immunity_of takes_no_damage one_point_destroys cannot_be_bought_off
        may_be_locked_anywhere when_destroyed_goes_to quest_levels
        """,
    )
    | _functions(
        special,
        """
        printed_defense no_glory glory_of summon_cost_is summon_at_most
        capturing_it_allows_more opponents_capture_at_most no_spell_may_choose_it
        immunity_to_dark defends_first need_not_defend keeps_away
        attached_spells_do_nothing nobody_reacts nobody_readies_spells draws_less
        brings_another destroyed_when challenge_costs guides_party quest_glory
        first_spell_to_bag
        """,
    ),
    "Filters": _functions(
        filters,
        """
        dice creatures opposing locked spells readied_spells any_of costing_at_most
        """,
    ),
    "Numbers": _functions(amounts, "count at_most no_less_than scored_glory"),
    "Conditions": _functions(amounts, "some none at_least exactly can_pay one_of"),
}

_FUNCTIONS: Final = {name: build for table in TABLES.values() for name, build in table.items()}
WORD_NAMES: Final = tuple(_FUNCTIONS)


@cache
def word(name: str) -> Word | None:
    """The word of that name, its signature read on first use."""
    build = _FUNCTIONS.get(name)
    return None if build is None else _word(name, build)


def _named(kind: str, **known: tuple[Any, str]) -> dict[str, Known]:
    return {name: Known(kind, value, means) for name, (value, means) in known.items()}


def _is(kind: int, means: str, wanted: int = 1) -> tuple[Any, str]:
    return is_(kind, wanted), means


NAMES: Final[Mapping[str, Known]] = (
    _named(
        "event",
        SUMMONED=(event.SUMMONED, "paid for and moved to the Ready Area"),
        ENTERED=(event.ENTERED, "came to the Ready Area by any means"),
        SCORED=(event.SCORED, "lies in the Used Pile, before culling (4.4)"),
        SCORING_NOW=(event.SCORING_NOW, "earned its Glory, has not left the Ready Area yet"),
        BEFORE_SCORE=(event.BEFORE_SCORE, "its owner is about to score, nothing has scored yet"),
        WOULD_DIE=(event.WOULD_DIE, "is about to be destroyed: may be prevented"),
        ALLY_DYING=(
            event.ALLY_DYING,
            "another creature of its owner is destroyed and not moved",
        ),
        ANY_DYING=(
            event.ANY_DYING,
            "locked: a creature of anybody's is destroyed and not moved",
        ),
        DESTROYED=(event.DESTROYED, "has been destroyed and moved (6.5)"),
        DYING=(event.DYING_NOW, "is destroyed and not moved: decides where it goes"),
        KILL=(event.KILL, "its owner destroyed a creature"),
        KILL_ASIDE=(event.KILL_ASIDE, "the same, for a die that was set aside"),
        BEFORE_DEFENSE=(
            event.BEFORE_DEFENSE,
            "its owner attacks, one opponent is about to choose defenders",
        ),
        AFTER_ATTACK=(event.AFTER_ATTACK, "its owner's attack is over"),
        AFTER_DEFENSE=(event.AFTER_DEFENSE, "its owner's defense is over"),
        DECLARED=(event.DECLARED, "its owner declares an attack, nothing is counted yet"),
        LOCK=(event.LOCK, "has just been locked (11.1)"),
        DREW=(event.DREW, "locked: a player, who is the opponent, drew dice"),
        ROLLED=(event.ROLLED, "locked: a player rolled the dice just drawn"),
        FOE_ATTACKS=(event.FOE_ATTACKS, "locked: an opponent declares an attack"),
        FOE_SUMMONS=(event.FOE_SUMMONS, "an opponent summoned a creature"),
        QUEST_DONE=(event.QUEST_DONE, "helped to complete a quest (12.4)"),
        QUEST_DIE=(event.QUEST_DIE, "the same, when the quest die has been rolled"),
        QUEST_OVER=(event.QUEST_OVER, "the same, when the die has been resolved"),
        EQUIP=(event.EQUIP, "a quartifact is attached (12.6)"),
    )
    | _named(
        "window",
        ON_ATTACK=(window.ON_ATTACK, "(a) the total is known, no defender chosen"),
        ON_DYING=(window.ON_DYING, "(b) a creature is about to be destroyed"),
        ON_DESTROYED=(window.ON_DESTROYED, "(c) a creature was destroyed"),
        ON_PHASE_END=(window.ON_PHASE_END, "(d) the active player ends phase 2"),
        ON_ATTACK_END=(window.ON_ATTACK_END, "(d) the active player ends the attack phase"),
        ON_CAST=(window.ON_CAST, "(e) a spell was cast and its targets are chosen"),
        OWN_TURN=(window.OWN_TURN, "at will in one's own turn, phases 2 to 4"),
        IN_CAPTURE=(window.IN_CAPTURE, "at will in phase 4 of one's own turn"),
    )
    | _named(
        "whose",
        ME=(whose.ME, "the controller's"),
        OPPONENT=(whose.OPPONENT, "of the opponent the effect is dealing with"),
        OPPONENTS=(whose.OPPONENTS, "of all opponents"),
        ANYBODY=(whose.ANYBODY, "of all players"),
    )
    | _named(
        "place",
        WILDS=(place.WILDS, "on its card in the Wilds"),
        BAG=(place.BAG, "in the bag"),
        ACTIVE=(place.ACTIVE, "in the Active Pool"),
        READY=(place.READY, "in the Ready Area, the Locked Area included"),
        SPENT=(place.SPENT, "in the Spent Pile"),
        USED=(place.USED, "in the Used Pile"),
        ATTACHED=(place.ATTACHED, "attached to a creature"),
        ASIDE=(place.ASIDE, "set aside"),
        QUEST=(place.QUEST, "on a quest (12.2)"),
    )
    | _named("energy", LIGHT=(LIGHT_QUIDDITY, "light (13.5)"), DARK=(DARK_QUIDDITY, "dark (13.5)"))
    | _named(
        "die",
        FIRST=(steps.FIRST, "the die chosen last, unless as another"),
        SECOND=(steps.SECOND, "a second one, chosen with `as=SECOND`"),
        SUBJECT=(operand.SUBJECT, "the die that the event is about"),
        SELF=(operand.SELF, "the die whose ability it is"),
    )
    | _named(
        "prompt",
        DESTROY=(verb.DESTROY, "a creature to destroy"),
        REROLL=(verb.REROLL_DIE, "a die to re-roll"),
        CULL=(verb.CULL_DIE, "a die to cull"),
        TAKE=(verb.TAKE, "a die to take"),
        SWAP=(verb.SWAP, "a die to exchange"),
        WEAKEN=(verb.WEAKEN, "a creature to weaken"),
        FETCH=(verb.FETCH, "a die to bring to the Active Pool"),
        COPY=(verb.COPY, "a creature to copy"),
        UNLOCK=(verb.UNLOCK_DIE, "a die to unlock"),
        ROTATE=(verb.ROTATE, "a creature to rotate"),
        FORCE=(verb.FORCE, "the first defender"),
        GIVE=(verb.GIVE, "a die to give away"),
        REMOVE=(verb.REMOVE, "a die to remove from the game"),
        DISCARD=(verb.DISCARD, "a die to put away"),
        STRENGTHEN=(verb.STRENGTHEN, "a creature to strengthen"),
        PROTECT=(verb.PROTECT, "a creature to protect"),
        TO_DRAW=(verb.DRAW_DICE, "yes or no: draw"),
        TO_PAY=(verb.PAY, "yes or no: pay"),
        TO_REROLL=(verb.ROLL_AGAIN, "yes or no: roll again"),
        TO_USE=(verb.USE_IT, "yes or no: use the ability"),
        GET_LIGHT=(verb.LIGHT, "one of two things: light quiddity"),
        GET_DARK=(verb.DARK, "one of two things: dark quiddity"),
        GIVE_BACK=(verb.GIVE_BACK, "one of two things: a die back to the Wilds"),
        HAND_OUT=(verb.HAND_OUT, "one of two things: a die to another player"),
    )
    | _named(
        "scope",
        COMPANIONS=(scope.COMPANIONS, "its owner's other creatures in the same area (12.7)"),
        PARTY=(scope.PARTY, "the carrier of an attached die and its companions"),
        ALL_MINE=(scope.ALL_MINE, "its owner's creatures, wherever they are"),
        ALL_FOES=(scope.ALL_FOES, "its owner's opponents and their creatures"),
        EVERYBODY=(scope.EVERYBODY, "all players and their creatures"),
        ATTACKERS=(scope.ATTACKERS, "creatures that attack its owner's creatures in its area"),
        DEFENDERS=(scope.DEFENDERS, "creatures that defend against an attack it takes part in"),
    )
    | _named("filter", CHOSEN=(CHOSEN, "creatures that were marked; see `mark`"))
    | _named(
        "number",
        SCORED_THIS_TURN=(
            quantity_of(quantity.SCORED_THIS_TURN),
            "how many of one's creatures scored this turn",
        ),
        OPPONENTS_HIT=(
            quantity_of(quantity.OPPONENTS_HIT),
            "opponents who had a creature destroyed in this turn's attack",
        ),
        RICHER_OPPONENTS=(
            quantity_of(quantity.RICHER_OPPONENTS),
            "how many opponents have more Glory",
        ),
        COST_OF_FIRST=(quantity_of(quantity.COST_OF_FIRST), "what the die in `FIRST` costs"),
        GLORY_OF_FIRST=(
            quantity_of(quantity.GLORY_OF_FIRST),
            "the Glory printed on the card of the die in `FIRST`",
        ),
    )
    | _named(
        "condition",
        FIRST_LOSS=_is(quantity.LOSSES, "the first loss of the defense under way"),
        NOT_SPARED_YET=_is(
            quantity.SPARED, "nothing sends one's destroyed creatures to the Active Pool yet", 0
        ),
        SOMETHING_TO_DRAW=_is(quantity.CAN_DRAW, "one has a die left to draw"),
        I_HAVE_GLORY=(I_HAVE_GLORY, "one has 1 Glory or more"),
        BY_AN_OPPONENT=_is(quantity.HAS_OPPONENT, "the event has an opponent behind it"),
        IT_IS_MY_OWN=_is(quantity.OPPONENT_IS_ME, "the event is the controller's own doing"),
        OPPONENT_HIT=_is(
            quantity.OPPONENT_HIT, "the opponent had a creature destroyed in this turn's attack"
        ),
        OPPONENT_IS_RICHER=_is(quantity.RICHER, "the opponent has more Glory"),
        TAKES_PART=_is(quantity.TAKES_PART, "it takes part in the attack or challenge under way"),
        CHALLENGES=_is(quantity.CHALLENGING, "it (or its carrier) challenges a quest"),
        NOT_CHALLENGING=_is(quantity.CHALLENGING, "it does not challenge a quest", 0),
        IN_MY_TURN=_is(quantity.MY_TURN, "in the controller's own turn"),
        BY_DAMAGE=_is(quantity.IN_ATTACK, "the destruction under way comes from a battle's damage"),
        WITH_QUESTS=_is(quantity.QUESTS_PLAYED, "in a game with quests"),
        WITHOUT_QUESTS=_is(quantity.QUESTS_PLAYED, "in a game without quests", 0),
        BATTLE_IS_OVER=_is(quantity.BATTLE_OVER, "the active player's attack is over"),
        IN_PHASE_2=(IN_PHASE_2, "the turn is in phase 2"),
        IT_EARNED_GLORY=_is(
            quantity.HAS_SUBJECT, "of a scorer: not kept under expert culling (4.6)"
        ),
    )
)
