"""The pages people open in a browser: the client's files if installed, else one plain page.

The files are read and compressed when the server starts, and served by their exact names, so no
path leads out of the folder. The plain page says how to join from a terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type

from starlette.requests import Request
from starlette.responses import Response

from quarriors.server.web.cached import CachedDocument
from quarriors.text import Texts, base_language

PAGES = "pages"  # the folder of the client's files in this package
INDEX = "index.html"
PLAY = "/play/"  # where the page without a server is offered
HTML = "text/html; charset=utf-8"
FOREVER = "public, max-age=31536000, immutable"
HASHED = ("assets/", "game-")  # have a hash of their content in the name
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/json"}


class Pages:
    """The client's files by their paths, and the page for those who have none.

    With `play` the page says that this server offers the one that needs no server.
    """

    def __init__(self, folder: Traversable | None = None, play: bool = False) -> None:
        self._files = dict(_installed() if folder is None else _read(folder))
        if play and self.installed:
            mark = f'<html data-play="{PLAY}" '.encode()
            page = self._files[INDEX].body.replace(b"<html ", mark, 1)
            self._files[INDEX] = CachedDocument(page, HTML, "no-cache")

    @property
    def installed(self) -> bool:
        """Whether there is a browser client."""
        return INDEX in self._files

    @property
    def paths(self) -> list[str]:
        """The names of all files."""
        return sorted(self._files)

    def page(
        self, request: Request, language: str, url: str, status: int = 200, head: str = ""
    ) -> Response:
        """What a person sees at the root, at a table's or at a replay's address.

        `head` is what previews of its link show (`invitation.preview_tags`).
        """
        if not self.installed:
            return Response(plain_page(language, url, head), media_type=HTML)
        index = self._files[INDEX]
        if head:
            body = index.body.replace(b"</head>", head.encode() + b"</head>", 1)
            index = CachedDocument(body, HTML, "no-cache")
        return index.answer(request, status)

    def file(self, request: Request, path: str) -> Response:
        """One of the client's files, by its exact name."""
        return self._files[path].answer(request)


@cache
def _installed() -> Mapping[str, CachedDocument]:
    """The files that came with this package; read once, whatever number of servers there are."""
    return _read(files("quarriors.server.web").joinpath(PAGES))


def _read(folder: Traversable) -> Mapping[str, CachedDocument]:
    """All files of a folder, ready to be served."""
    found = {}
    for path, entry in _walk(folder, ""):
        ending = f".{path.rpartition('.')[2]}"
        kind = TYPES.get(ending) or guess_type(path)[0] or "application/octet-stream"
        cached = FOREVER if path.startswith(HASHED) else "no-cache"
        found[path] = CachedDocument(
            entry.read_bytes(), HTML if kind == "text/html" else kind, cached
        )
    return found


def _walk(folder: Traversable, under: str) -> list[tuple[str, Traversable]]:
    """All files below a folder with their paths from it."""
    found: list[tuple[str, Traversable]] = []
    if not folder.is_dir():
        return found
    for entry in folder.iterdir():
        path = f"{under}{entry.name}"
        if entry.is_dir():
            found.extend(_walk(entry, f"{path}/"))
        else:
            found.append((path, entry))
    return found


def plain_page(language: str, url: str, head: str = "") -> str:
    """A page without any script: what this is and how to join."""
    texts = Texts(language)

    def say(key: str) -> str:
        return escape(texts.say("server", f"web.{key}"))

    command = escape(texts.say("server", "web.home_command", url=url))
    return f"""<!doctype html>
<html lang="{base_language(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{say("title")}</title>
{head}</head>
<body>
<main>
<h1>{say("title")}</h1>
<p>{say("home")}</p>
<p>{say("home_join")}</p>
<pre>{command}</pre>
<p>{say("home_api")} <a href="/api/openapi.json">/api/openapi.json</a>,
<a href="/api/protocol.json">/api/protocol.json</a></p>
</main>
</body>
</html>
"""
