"""The pages people open in a browser: the client's files if installed, else one plain page.

Only files that were there when the server started are ever served, by their exact names, so no path
leads out of the folder. The plain page says how to join from a terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type

from starlette.responses import Response

from quarriors.text import Texts

PAGES = "pages"  # the folder of the client's files in this package
INDEX = "index.html"
HTML = "text/html; charset=utf-8"
FOREVER = "public, max-age=31536000, immutable"
ASSETS = "assets/"  # files with their hash in the name
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/json"}


class Pages:
    """The client's files by their paths, and the page for those who have none."""

    def __init__(self, folder: Traversable | None = None) -> None:
        home = files("quarriors.server.web").joinpath(PAGES) if folder is None else folder
        self._files: Mapping[str, Traversable] = dict(_walk(home, ""))

    @property
    def installed(self) -> bool:
        """Whether there is a browser client."""
        return INDEX in self._files

    @property
    def paths(self) -> list[str]:
        """The names of all files."""
        return sorted(self._files)

    def page(self, language: str, url: str, status: int = 200) -> Response:
        """What a person sees at the root, at a table's or at a replay's address."""
        if self.installed:
            return Response(self._files[INDEX].read_bytes(), status, media_type=HTML)
        return Response(plain_page(language, url), media_type=HTML)

    def file(self, path: str) -> Response:
        """One of the client's files, by its exact name."""
        found = self._files[path]
        ending = f".{path.rpartition('.')[2]}"
        kind = TYPES.get(ending) or guess_type(path)[0] or "application/octet-stream"
        cached = FOREVER if path.startswith(ASSETS) else "no-cache"
        return Response(found.read_bytes(), media_type=kind, headers={"Cache-Control": cached})


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


def plain_page(language: str, url: str) -> str:
    """A page without any script: what this is and how to join."""
    texts = Texts(language)

    def say(key: str) -> str:
        return escape(texts.say("server", f"web.{key}"))

    command = escape(texts.say("server", "web.home_command", url=url))
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{say("title")}</title>
</head>
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
