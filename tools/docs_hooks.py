"""Hooks of mkdocs: what `make docs` does to the pages of docs/ beside rendering them.

- A region `<!-- build: NAME -->` to `<!-- end build -->` is replaced by what `docs_generated.py`
  makes of the sources: commands, events, keys of `observe()`, rules. In a checkout such a region
  holds a sentence that says where to find the same.
- Documents of the repository that lie outside docs/ (`OUTSIDE`) become pages.
- Links to other files outside docs/ point to the repository if pyproject.toml names one.
- Ids of rules, such as 12.3, become links to the rules on the pages in `RULE_PAGES`.
"""

from __future__ import annotations

import posixpath
import re
import tomllib
from pathlib import Path
from typing import Any

import docs_generated
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
ICON = "web/public/favicon.svg"
OUTSIDE = {  # by their paths in the repository: the pages of the site
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "benchmarks/README.md": "benchmarks.md",
}
RULE_PAGES = {"card-style.md", "glossary.md", "rulings.md", "test-a-card.md"}
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
_FENCED = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)
_SCHEME = re.compile(r"[a-z]+:")


def on_files(files: Any, config: Any) -> Any:
    """Add what lies outside docs/."""
    for path, page in {**OUTSIDE, ICON: "favicon.svg"}.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The text of a page as it is rendered."""
    name = page.file.src_uri
    markdown = docs_generated.filled(markdown)
    if name in RULE_PAGES:
        markdown = docs_generated.with_rule_links(markdown, "rules.md")
    home = next((path for path, site in OUTSIDE.items() if site == name), f"docs/{name}")
    parts = _FENCED.split(markdown)
    return "".join(
        part if at % 2 else _LINK.sub(lambda match: _link(match, home, name), part)
        for at, part in enumerate(parts)
    )


def _link(match: re.Match[str], home: str, name: str) -> str:
    """A link of a document of the repository as a link of the site."""
    picture, words, target = match.groups()
    if _SCHEME.match(target) or target.startswith("#"):
        return match[0]
    path, _, fragment = target.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(home), path))
    if not (ROOT / path).exists():
        return match[0]  # not a link, or one that mkdocs complains about
    if path in OUTSIDE:
        path = OUTSIDE[path]
    elif path.startswith("docs/"):
        path = path.removeprefix("docs/")
    else:
        repository = _repository()
        return f"{picture}[{words}]({repository}/blob/main/{path})" if repository else words
    target = posixpath.relpath(path, posixpath.dirname(name) or ".")
    return f"{picture}[{words}]({target}{'#' if fragment else ''}{fragment})"


def _repository() -> str:
    """Where the repository is on the net, if pyproject.toml says so."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    urls = {name.lower(): str(url) for name, url in project.get("urls", {}).items()}
    return (urls.get("repository") or urls.get("source") or "").removesuffix("/")
