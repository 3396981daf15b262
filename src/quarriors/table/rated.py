"""Which games count for the ratings of a club, and why others do not."""

from __future__ import annotations

from quarriors.table.table import LiveTable


def why_unrated(table: LiveTable) -> str:
    """Why a table's game is not rated, as a word; empty if it is, or will be when it is over."""
    setup, seats = table.head.setup, table.seats
    if not table.head.rated:
        return "off"
    if not setup.rated:
        return "friendly"
    if setup.daily:
        return "daily"
    if table.what_if:
        return "what_if"
    if setup.trial:
        return "trial"
    if table.taken_over:
        return "taken_over"
    if table.undone_by_consent:
        return "undone"
    people = [one for one in seats if one.player]
    if any(one.kind == "remote" for one in people):
        return "program"
    if any(":" in one.bot for one in seats if one.kind == "bot"):
        return "bot"  # one with settings of its own is another bot
    if table.stage != "waiting" and not people:
        return "bots_only"
    return "guest" if any(not one.member for one in people) else ""
