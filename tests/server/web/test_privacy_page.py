"""The privacy page says what the settings have, in both languages."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from quarriors.server.settings import Settings
from quarriors.server.web.privacy import plain_privacy, privacy
from tests.server.web.helpers import Running

# Every setting that changes what is kept of people, for how long, or who sees it.
CHANGES: dict[str, Any] = {
    "operator": "The Dice Club",
    "contact": "dice@example.org",
    "prune_days": 30.0,
    "chat": False,
    "own_packs": True,
    "ratings": True,
    "push": True,
    "webhook_hosts": ("hooks.example.org",),
    "list_tables": False,
    "log_level": "debug",
    "proxies": ("192.0.2.1",),
    "code_seconds": 120.0,
}
# Those that do not: where the server listens, numbers of limits, time to answer, memory.
OTHERS = {
    "host", "port", "public_url", "origins", "log_json", "database", "packs", "pack_files",
    "metrics", "metrics_at", "process", "connections", "connections_per_address",
    "connections_per_second", "connections_burst", "header_seconds", "frames_per_second",
    "frames_burst", "bytes_per_second", "bytes_burst", "address_share", "tables_per_hour",
    "codes_per_hour", "code_tries", "code_tries_per_table", "reports_per_hour",
    "members", "members_per_hour", "push_hosts", "subscriptions_per_hour",
    "checks_per_minute", "pack_bytes", "sockets_per_address", "sockets", "requests_per_second",
    "requests_burst", "messages_per_second", "messages_burst", "message_bytes", "body_bytes",
    "hello_seconds", "mistakes", "chat_per_minute", "ready_seconds", "open_tables",
    "idle_seconds", "queue", "send_seconds", "beat_seconds", "absent_seconds", "chat_lines",
    "number_seconds", "play",
    "bot_workers", "bot_seconds", "bot_budget", "hint_seconds", "look_seconds", "lease_seconds",
}  # fmt: skip


def test_every_setting_either_changes_the_page_or_keeps_nothing() -> None:
    """A new setting must be put into one of the lists above."""
    assert {one.name for one in fields(Settings)} == CHANGES.keys() | OTHERS


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", CHANGES)
def test_a_setting_that_changes_what_is_kept_changes_the_page(name: str, language: str) -> None:
    before = privacy(Settings(), language)
    after = privacy(Settings(**{name: CHANGES[name]}), language)
    assert before != after
    value = CHANGES[name]
    if name in ("operator", "contact"):
        assert value in str(after)
    if name == "prune_days":
        assert "30" in str(after)


def test_the_page_is_served_in_both_languages(there: Running) -> None:
    english = there.http.get("/api/privacy").json()
    italian = there.http.get("/api/privacy", params={"lang": "it"}).json()
    assert english["sections"][0]["title"] == "Who runs this server"
    assert italian["sections"][0]["title"] == "Chi gestisce questo server"
    assert [len(one["lines"]) for one in english["sections"]] == [
        len(one["lines"]) for one in italian["sections"]
    ]
    page = there.http.get("/privacy", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")


def test_the_plain_page_escapes_what_the_operator_wrote() -> None:
    page = plain_privacy(privacy(Settings(operator="<Dice & Co>"), "en"), "en")
    assert "&lt;Dice &amp; Co&gt;" in page
    assert "<Dice" not in page
