"""The privacy page: what this server keeps, how long, and why, made from its settings."""

from __future__ import annotations

from html import escape

from quarriors.facts.shapes import Privacy, PrivacySection
from quarriors.server.settings import Settings
from quarriors.server.store.people import LIMIT_SECONDS
from quarriors.text import Texts, base_language

MINUTE = 60.0


def privacy(settings: Settings, language: str) -> Privacy:
    """The page in a language."""
    texts = Texts(language)

    def section(name: str, *keys: str) -> PrivacySection:
        lines = tuple(texts.say("privacy", f"{name}.{key}", **values) for key in keys if key)
        return PrivacySection(texts.say("privacy", f"{name}.title"), lines)

    values: dict[str, object] = {
        "operator": settings.operator,
        "contact": settings.contact,
        "days": f"{settings.prune_days:g}",
        "minutes": f"{settings.code_seconds / MINUTE:g}",
        "limit": f"{LIMIT_SECONDS / MINUTE:g}",
        "level": settings.log_level,
    }
    return Privacy(
        texts.say("privacy", "title"),
        (
            section(
                "who",
                "operator" if settings.operator else "nobody",
                "contact" if settings.contact else "no_contact",
            ),
            section(
                "kept",
                "games",
                "chat" if settings.chat else "no_chat",
                "reports",
                "tokens",
                "codes",
                "packs" if settings.own_packs else "no_packs",
                "club" if settings.ratings else "",
                "push" if settings.push else "",
                "webhook" if settings.webhook_hosts else "",
            ),
            section(
                "long",
                "pruned" if settings.prune_days else "never",
                "backups",
                "club" if settings.ratings else "",
            ),
            section(
                "addresses",
                "limits",
                "origin",
                "log_debug" if settings.log_level == "debug" else "log",
                "proxies" if settings.proxies else "",
                "bans",
            ),
            section(
                "seen",
                "listed" if settings.list_tables else "unlisted",
                "browser",
                "club" if settings.ratings else "",
            ),
            section("remove", "self", "ask", "club" if settings.ratings else "", "stays"),
        ),
    )


def plain_privacy(page: Privacy, language: str) -> str:
    """The same without any script, where the browser pages are not installed."""
    parts = [
        f"<h2>{escape(section.title)}</h2>" + "".join(f"<p>{escape(x)}</p>" for x in section.lines)
        for section in page.sections
    ]
    return (
        f'<!doctype html>\n<html lang="{base_language(language)}">\n<head>\n'
        f'<meta charset="utf-8">\n<title>{escape(page.title)}</title>\n</head>\n<body>\n<main>'
        f"<h1>{escape(page.title)}</h1>{''.join(parts)}</main>\n</body>\n</html>\n"
    )
