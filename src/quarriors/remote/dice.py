"""A seat's part in the dice: the number it adds, and the check of all numbers after the game."""

from __future__ import annotations

from collections.abc import Sequence

from quarriors.record.fair_seed import daily_fault, dice_fault, new_number
from quarriors.remote.address import Address
from quarriors.remote.seats import Claim, Kept, at_table
from quarriors.remote.telling import plain
from quarriors.table.messages import AddNumber, Player, Table
from quarriors.text import Texts


def number_to_add(table: Table, claim: Claim | None) -> AddNumber | None:
    """The number to send for our seat, if the table has none of it yet; it is kept before.

    A seat has one number, sent again if it did not arrive. At a table that shows another
    commitment than the one it was drawn for, nothing is added: the check after the game says so.
    """
    if claim is None or table.me is None or table.stage != "waiting":
        return None
    if not table.numbers or table.numbers[table.me]:
        return None
    if not claim.kept.number:
        claim.keep_number(new_number(), table.commitment)
    kept = claim.kept
    return AddNumber(kept.number) if kept.commitment == table.commitment else None


def dice_lines(table: Table, kept: Kept | None, texts: Texts) -> list[str]:
    """What a finished game's dice followed from, and whether our number was among it."""

    def say(key: str, /, **values: object) -> str:
        return texts.say("remote", f"dice.{key}", **values)

    seed, secret = table.seed, table.secret
    if not (seed.isdecimal() and secret.isdecimal()):
        return [say("bad_seed")]
    told = {"seed": seed, "secret": secret, "commitment": table.commitment}
    fault = dice_fault(table.commitment, int(secret), table.numbers, int(seed))
    date = table.setup.daily
    if date and not fault:
        fault = daily_fault(date, int(seed))
        return [say("bad_seed") if fault else say("daily", date=date)]
    if not fault:
        fault = own_fault(table.commitment, table.numbers, kept)
    if fault:
        return [say(f"bad_{fault}", **told)]
    if not table.numbers:
        return [say("older", **told)]
    added = _names(table.players, table.numbers, added=True)
    missing = missing_names(table)
    lines = [say("good" if added else "nobody", names=added, **told)]
    if kept is not None and kept.number:
        lines.append(say("yours", number=kept.number))
    elif table.me is not None and table.numbers[table.me]:
        lines.append(say("other_client", number=table.numbers[table.me]))
    if added and missing:
        lines.append(say("missing", names=missing))
    return lines


def own_numbers(
    address: Address, commitment: str, numbers: Sequence[str], texts: Texts
) -> tuple[list[str], list[str]]:
    """What is wrong about the numbers that this computer added at a table, and what is not."""
    wrong: list[str] = []
    right: list[str] = []
    for kept in at_table(address):
        if kept.number:
            fault = own_fault(commitment, numbers, kept)
            key = f"dice.bad_{fault}" if fault else "dice.yours"
            values = {"commitment": commitment, "number": kept.number}
            lies = fault in ("commitment", "number")
            (wrong if lies else right).append(texts.say("remote", key, **values))
    return wrong, right


def own_fault(commitment: str, numbers: Sequence[str], kept: Kept | None) -> str:
    """What does not hold of our own part: `commitment`, `unused` or `number`; empty if all does."""
    if kept is None or not kept.number:
        return ""
    if kept.commitment != commitment:
        return "commitment"
    used = numbers[kept.seat] if kept.seat < len(numbers) else ""
    if used == kept.number:
        return ""
    return "number" if used else "unused"


def missing_names(table: Table) -> str:
    """The players whose clients have added nothing."""
    return _names(table.players, table.numbers, added=False) if table.numbers else ""


def _names(players: Sequence[Player], numbers: Sequence[str], *, added: bool) -> str:
    return ", ".join(
        plain(player.name)
        for player, number in zip(players, numbers, strict=True)
        if player.kind != "bot" and bool(number) == added
    )
