"""A report as one HTML file, or as Markdown with its plots beside it.

The HTML needs nothing else: plots are in it, there is no script, and it follows the reader's dark
or light theme. Long tables are folded away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from quarriors.lab.atomic_files import write_whole
from quarriors.lab.report.pictures import with_ids_of_its_own
from quarriors.lab.report.sections import Section, Table

SHORT: Final = 12  # rows of a table that is shown at once
LONG: Final = 200  # rows of a table above which Markdown has its two ends only
STYLE: Final = """
:root { color-scheme: light dark; --ink: #2a2018; --paper: #fbf7ee; --line: #d9cbb0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f1e8d8; --paper: #1d1729; --line: #4a3d66; }
  figure { background: #f3ead6; }
}
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 "Alegreya Sans", "Segoe UI", system-ui, sans-serif; }
h1, h2 { line-height: 1.15; text-wrap: balance; }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
figure { margin: 1rem 0; padding: .5rem; border-radius: .5rem; color: #2a2018; }
figure svg { width: 100%; height: auto; }
figcaption { font-size: .9rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; }
"""


def to_html(title: str, lead: str, sections: Sequence[Section], more: str, language: str) -> str:
    """The whole report as one page; `more` says what unfolds a long table."""
    parts = [
        "<!doctype html>",
        f'<html lang="{language}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        "<main>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(lead)}</p>",
    ]
    for section in sections:
        parts += _html_section(section, more)
    parts += ["</main>", "</body>", "</html>", ""]
    return "\n".join(parts)


def _html_section(section: Section, more: str) -> list[str]:
    parts = [f'<section id="{section.name}">', f"<h2>{escape(section.title)}</h2>"]
    parts += [f"<p>{escape(text)}</p>" for text in section.words]
    if section.picture:
        svg = with_ids_of_its_own(section.picture, section.name)
        label = escape(section.caption, quote=True)
        svg = svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
        parts += [f"<figure>{svg}<figcaption>{escape(section.caption)}</figcaption></figure>"]
    for table in section.tables:
        rows = _html_table(table)
        if len(table.rows) > SHORT:
            title = escape(f"{more} ({len(table.rows)})")
            rows = f"<details><summary>{title}</summary>{rows}</details>"
        parts.append(rows)
    return [*parts, "</section>"]


def _html_table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows
    )
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody>'
        "</table></div>"
    )


def to_markdown(
    title: str, lead: str, sections: Sequence[Section], pictures: str, ends: Callable[..., str]
) -> str:
    """The report as Markdown; `pictures` is the folder of its plots, as the text names it.

    `ends` says that the rows of a long table are those at its ends.
    """
    parts = [f"# {title}", lead]
    for section in sections:
        parts += [f"## {section.title}", *section.words]
        if section.picture:
            parts += [f"![{section.caption}]({pictures}/{section.name}.svg)", section.caption]
        for table in section.tables:
            if len(table.rows) > LONG:
                parts.append(ends(shown=SHORT, count=len(table.rows)))
                table = Table(table.columns, [*table.rows[:SHORT], *table.rows[-SHORT:]])
            parts.append(_markdown_table(table))
    return "\n\n".join(parts) + "\n"


def _markdown_table(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    under = ["---"] + ["---:"] * (len(table.columns) - 1)
    return "\n".join([line(table.columns), line(under), *map(line, table.rows)])


def write_html(path: Path, page: str) -> None:
    """One file, whole or not at all."""
    write_whole(path, page.encode())


def write_markdown(path: Path, page: str, sections: Sequence[Section]) -> None:
    """The page, and its plots in a folder of the same name beside it."""
    folder = pictures_of(path)
    folder.mkdir(parents=True, exist_ok=True)
    for section in sections:
        if section.picture:
            write_whole(folder / f"{section.name}.svg", section.picture.encode())
    write_whole(path, page.encode())


def pictures_of(path: Path) -> Path:
    """The folder of the plots of a Markdown report."""
    return path.with_suffix("")
