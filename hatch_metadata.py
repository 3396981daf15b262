"""Gives packages a README whose links and pictures work away from the checkout.

A metadata hook of hatchling: relative links of README.md become addresses under `Source` of
`[project.urls]`, because a package index shows the README without the files beside it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

# A link or a picture of Markdown whose target is a path of the repository.
RELATIVE = re.compile(
    r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<path>(?!https?://|#|mailto:)[^)\s]+)\)"
)


class ReadmeHook(MetadataHookInterface):
    """Reads README.md and makes its links absolute."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README to the metadata of the project."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        readme = with_absolute_links(text, metadata["urls"]["Source"])
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def with_absolute_links(text: str, source: str) -> str:
    """Markdown with every relative link leading to the repository; pictures to the plain file."""

    def absolute(found: re.Match[str]) -> str:
        kind = "raw" if found["picture"] else "blob"
        return f"{found['picture']}[{found['text']}]({source}/{kind}/main/{found['path']})"

    return RELATIVE.sub(absolute, text)
