"""The table as plain text: aligned columns for `print(game)`, one fact a line for screen readers.

Both are made from an observation, so they can show nothing that a seat may not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quarriors.text import Texts
from quarriors.view.observe import observe
from quarriors.view.sentences import option_sentences, question
from quarriors.view.speech import Numbers, Speech, default_names

if TYPE_CHECKING:
    from quarriors.game import Game

PILES = ("active", "ready", "locked", "quest", "spent", "used", "aside")
_WIDTH = 100


def table_text(game: Game, language: str = "en", names: Sequence[str] | None = None) -> str:
    """The whole table with the decision at its end; ASCII in English, no colour."""
    texts = Texts(language, game.setup.rules.packs)
    called = default_names(texts, game.setup.players) if names is None else tuple(names)
    speech = Speech(texts, called)
    seen = observe(game, game.active)
    lines = [header(seen, speech), *attack_lines(seen, speech), "", *_wilds_columns(seen, speech)]
    for head, told in (quest_lines(seen, speech), anchor_lines(seen, speech)):
        if told:
            lines += ["", head, *[f"  {line}" for line in told]]
    for mat in seen["seats"]:
        lines += ["", *_mat_block(seen, mat, speech)]
    lines += removed_lines(seen, speech)
    lines += ["", *_decision_lines(game, speech)]
    return "\n".join(lines)


def header(seen: Mapping[str, Any], speech: Speech) -> str:
    """Edition, house rules, round, phase, whose turn."""
    values = {"edition": seen["rules"]["edition"], "status": status(seen, speech)}
    if not seen["house_rules"]:
        return speech.texts.say("play", "table.header", **values)
    off = speech.texts.say("play", "table.without", rules=speech.rules(seen["house_rules"]))
    return speech.texts.say("play", "table.header_house", **values, house=off)


def status(seen: Mapping[str, Any], speech: Speech) -> str:
    """Round, phase, whose turn."""
    counted = "six" if seen["phases"] == 6 else "five"
    return speech.texts.say(
        "play",
        "table.status",
        round=seen["round"],
        who=speech.name(seen["active"]),
        n=seen["phase"],
        all=seen["phases"],
        phase=speech.texts.say("log", f"phase.{counted}.{seen['phase']}"),
    )


def attack_lines(seen: Mapping[str, Any], speech: Speech) -> list[str]:
    """The totals of the attack or the challenge under way; no line if there is none."""
    texts = speech.texts
    attack, challenge = seen["attack"], seen["challenge"]
    battle = attack or challenge
    if battle is None:
        return []
    parts = [
        texts.say("play", "table.attack_total", n=total, who=speech.name(seat))
        for seat, total in enumerate(battle["totals"])
        if total
    ]
    if battle["defender"] is not None:
        who = speech.name(battle["defender"])
        parts.append(texts.say("play", "table.attack_left", n=battle["left"], who=who))
    totals = speech.listing(parts) or texts.say("play", "table.uncounted")
    if attack is not None:
        who = speech.name(attack["attacker"])
        return [texts.say("play", "table.attack", who=who, totals=totals)]
    return [
        texts.say(
            "play",
            "table.challenge",
            who=speech.name(challenge["challenger"]),
            other=speech.name(challenge["challenged"]),
            card=speech.card(challenge["card"]),
            totals=totals,
        )
    ]


def laid_out(seen: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The cards in the Wilds whose dice can be got; quests and Large Quiddity are shown apart."""
    return [
        wild
        for wild in seen["wilds"]
        if wild["kind"] != "quest" and (wild["captured"] or wild["left"])
    ]


def price_words(wild: Mapping[str, Any], speech: Speech) -> str:
    """What a capture costs now, and how much less with the energy of the card (13.5)."""
    if not wild["captured"]:
        return speech.texts.say("play", "table.never")
    cost, discount = wild["cost_now"], wild["discount_now"]
    if discount is None or discount >= cost:
        return str(cost)
    energy = speech.energy(wild["energy"])
    return speech.texts.say("play", "table.price", cost=cost, discount=discount, energy=energy)


def quest_lines(seen: Mapping[str, Any], speech: Speech) -> tuple[str, list[str]]:
    """A heading, and for each quest its level, Glory, dice, and who is there (12.1)."""
    told = []
    for quest in seen["quests"]:
        seat = quest["seat"]
        values = {
            "card": speech.card(quest["card"]),
            "level": quest["level"],
            "glory": speech.count(quest["glory"], "glory"),
            "left": speech.count(quest["left"], "die"),
        }
        if seat is None:
            told.append(speech.texts.say("play", "table.quest_free", **values))
        else:
            values |= {"who": speech.name(seat), "n": quest["levels"]}
            told.append(speech.texts.say("play", "table.quest_taken", **values))
    return speech.texts.say("play", "table.quests"), told


def anchor_lines(seen: Mapping[str, Any], speech: Speech) -> tuple[str, list[str]]:
    """A heading, and for each anchored spell its card, price and text (13.6)."""
    told = []
    for wild in seen["wilds"]:
        spell = wild["anchored"]
        if spell is not None:
            values = {
                "card": speech.card(wild["card"]),
                "energy": speech.energy(spell["energy"], spell["price"]),
                "text": speech.ability(wild["card"], spell["ability"]),
            }
            told.append(speech.texts.say("play", "table.anchor", **values))
    key = "table.anchors_used" if seen["anchor_used"] else "table.anchors"
    return speech.texts.say("play", key), told


def removed_lines(seen: Mapping[str, Any], speech: Speech) -> list[str]:
    """Dice that are out of the game (3.8); no line if none is."""
    names = [speech.card(card) for card, n in seen["removed"].items() for _ in range(n)]
    if not names:
        return []
    dice = ", ".join(speech.grouped(names))
    return [speech.texts.say("play", "table.removed", dice=dice)]


def numbers_of(die: Mapping[str, Any]) -> Numbers | None:
    """A creature's level, attack and defense as they are now."""
    if not die.get("creature"):
        return None
    return (die["level"], die["attack"], die["defense"])


def die_words(die: Mapping[str, Any], speech: Speech) -> str:
    """A die of an observation in words: face, what it copies, what is attached."""
    if "face" not in die:
        return speech.card(die["card"])
    if "unrolled" in die["marks"]:
        return speech.unrolled(die["card"])
    copied = die.get("copies")
    notation = die["face"] if copied is None else copied["face"]
    shown = speech.die(die["card"], notation, numbers_of(die))
    if copied is not None:
        name = speech.card(copied["card"])
        shown = speech.texts.say("log", "die.copy", die=shown, copied=name)
    spells = [speech.carried(spell["card"], spell["face"]) for spell in die.get("attached", ())]
    if spells:
        listed = speech.listing(speech.grouped(spells))
        shown = speech.texts.say("log", "die.with", die=shown, spells=listed)
    return shown


def lying(mat: Mapping[str, Any], place: str) -> list[Mapping[str, Any]]:
    """The dice of one place; the Locked Area is the part of the Ready Area with locked ones."""
    if place not in ("ready", "locked"):
        return list(mat[place])
    return [die for die in mat["ready"] if ("locked" in die["marks"]) == (place == "locked")]


def pile_words(mat: Mapping[str, Any], place: str, speech: Speech) -> list[str]:
    """The dice of one place, like ones together; of the bag how many of each card."""
    if place == "bag":
        cards: Mapping[str, int] = mat["bag"]["cards"]
        return speech.grouped([speech.card(card) for card, n in cards.items() for _ in range(n)])
    there = lying(mat, place)
    things = speech.grouped([die_words(die, speech) for die in there])
    if place == "quest" and things:
        quest = speech.card(there[0]["quest"])
        things[0] = speech.texts.say("play", "table.quest_at", quest=quest, first=things[0])
    return things


# --- aligned, for print(game) ------------------------------------------------------------------


def _wilds_columns(seen: Mapping[str, Any], speech: Speech) -> list[str]:
    texts = speech.texts
    cards = laid_out(seen)
    names = [speech.card(wild["card"]) for wild in cards]
    prices = [price_words(wild, speech) for wild in cards]
    width = max(len(name) for name in names)
    head = [texts.say("play", f"table.{key}") for key in ("cost", "glory", "dice")]
    room = max(5, *(len(price) for price in prices))
    title = speech.place("wilds").ljust(width + 2)
    faces_head = texts.say("play", "table.faces")
    lines = [f"{title}  {head[0]:>{room}}  {head[1]:>6}  {head[2]:>4}  {faces_head}"]
    for wild, name, price in zip(cards, names, prices, strict=True):
        glory = str(wild["glory"]) if wild["glory"] else "-"
        faces = ", ".join(speech.grouped([speech.face(face) for face in wild["faces"]]))
        lines.append(
            f"  {name.ljust(width)}  {price:>{room}}  {glory:>6}  {wild['left']:>4}  {faces}"
        )
    return lines


def _mat_block(seen: Mapping[str, Any], mat: Mapping[str, Any], speech: Speech) -> list[str]:
    """A seat's name with its Glory, then a line a place that holds dice."""
    lines = [mat_title(seen, mat, speech)]
    label_width = max(len(speech.place(place)) for place in (*PILES, "bag"))
    for place in (*PILES, "bag"):
        things = pile_words(mat, place, speech)
        if not things:
            continue
        label = f"  {speech.place(place).ljust(label_width)}  "
        for number, line in enumerate(_fold(things, _WIDTH - len(label))):
            lines.append((label if number == 0 else " " * len(label)) + line)
    return lines


def _fold(things: Sequence[str], width: int) -> list[str]:
    """Things with commas between them, broken into lines between two of them."""
    lines: list[str] = []
    line = ""
    for number, thing in enumerate(things):
        piece = thing + ("," if number + 1 < len(things) else "")
        if line and len(line) + 1 + len(piece) > width:
            lines.append(line)
            line = piece
        else:
            line = f"{line} {piece}" if line else piece
    return [*lines, line]


def mat_title(seen: Mapping[str, Any], mat: Mapping[str, Any], speech: Speech) -> str:
    """A seat's name and Glory; whose turn it is with the Quiddity and energy at hand."""
    name = speech.name(mat["seat"])
    values = {"who": name, "glory": speech.count(mat["glory"], "glory"), "goal": seen["goal"]}
    if mat["seat"] != seen["active"]:
        return speech.texts.say("play", "table.seat", **values)
    title = speech.texts.say(
        "play", "table.seat_active", **values, pool=seen["pool"], at_hand=seen["at_hand"]
    )
    energy = energy_words(seen, speech)
    return (
        speech.texts.say("play", "table.seat_energy", seat=title, energy=energy)
        if energy
        else title
    )


def energy_words(seen: Mapping[str, Any], speech: Speech) -> str:
    """How much light and dark Quiddity the active player has with all dice; empty if none."""
    return speech.listing(
        [
            speech.energy(energy, amounts["at_hand"])
            for energy, amounts in seen["energy"].items()
            if amounts["at_hand"]
        ]
    )


def _decision_lines(game: Game, speech: Speech) -> list[str]:
    if game.over:
        return result_lines(game, speech)
    sentences = option_sentences(game, speech)
    return [
        question(game, speech),
        *[f"  {number}) {text}" for number, text in enumerate(sentences, 1)],
    ]


def result_lines(game: Game, speech: Speech) -> list[str]:
    """Who won, why and by which rule, and everybody's Glory."""
    result = game.result
    assert result is not None, "the game is over"
    told = {"winners": result.winners, "glory": result.glory, "rule": result.rule}
    return seen_result(told, speech)


def seen_result(result: Mapping[str, Any], speech: Speech) -> list[str]:
    """The same from the result in an observation."""
    texts = speech.texts
    winners = speech.listing([speech.name(seat) for seat in result["winners"]])
    key = ("none", "one", "several")[min(len(result["winners"]), 2)]
    reason = _reason(result["rule"], speech)
    lines = [texts.say("play", f"result.{key}", who=winners, reason=reason, rule=result["rule"])]
    for seat, glory in enumerate(result["glory"]):
        values = {"who": speech.name(seat), "glory": speech.count(glory, "glory")}
        lines.append(texts.say("play", "result.glory", **values))
    return lines


def result_reason(rule: str, speech: Speech) -> str:
    """Why the game is over, as a sentence that names nobody."""
    reason = _reason(rule, speech)
    return f"{reason[:1].upper()}{reason[1:]}."


def _reason(rule: str, speech: Speech) -> str:
    return speech.texts.say("play", f"result.reason_{rule.replace('.', '_')}")


# --- one fact a line, for screen readers and pipes ---------------------------------------------


def table_facts(game: Game, speech: Speech) -> list[str]:
    """The whole table, one fact a line, without columns."""
    return seen_facts(observe(game, game.active), speech)


def seen_facts(seen: Mapping[str, Any], speech: Speech) -> list[str]:
    """The same from an observation."""
    lines = [header(seen, speech), *attack_lines(seen, speech)]
    lines.append(speech.texts.say("play", "table.wilds"))
    lines += [wild_fact(wild, speech) for wild in laid_out(seen)]
    for head, told in (quest_lines(seen, speech), anchor_lines(seen, speech)):
        lines += [head, *told] if told else []
    for mat in seen["seats"]:
        lines += mat_facts(seen, mat, speech)
    return lines + removed_lines(seen, speech)


def wild_fact(wild: Mapping[str, Any], speech: Speech) -> str:
    """A card in the Wilds in one sentence."""
    key = "table.wild_glory" if wild["glory"] else "table.wild"
    if not wild["captured"]:
        key = "table.wild_never"
    return speech.texts.say(
        "play",
        key,
        card=speech.card(wild["card"]),
        cost=price_words(wild, speech),
        glory=wild["glory"],
        left=speech.count(wild["left"], "die"),
    )


def mat_facts(seen: Mapping[str, Any], mat: Mapping[str, Any], speech: Speech) -> list[str]:
    """A seat's Glory and each of its places that holds dice."""
    lines = [mat_title(seen, mat, speech)]
    for place in (*PILES, "bag"):
        things = pile_words(mat, place, speech)
        if things:
            lines.append(f"{speech.place(place)}: {', '.join(things)}.")
    return lines
