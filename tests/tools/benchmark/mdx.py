"""Compare our parser with myst-parser: pages of MDX, and the same text without its tags.

Run in the folder ``tests``, in an environment that has myst-parser::

    python -m tools.benchmark.mdx ../docs --rounds 3

Each round reads all pages below the folder three times, without a build, into documents of
docutils: the pages with our parser, the pages without JSX, imports and braces with our parser, and
the same text with myst-parser. It prints pages per second, and the ratios to myst-parser.
"""

from __future__ import annotations

import argparse
import gc
import io
import re
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from docutils.frontend import get_default_settings
from docutils.utils import new_document
from myst_parser.parsers.docutils_ import Parser as MystParser
from rendering import PlainHost

from sphinx_docsnav.mdx.source import parse_mdx
from sphinx_docsnav.rendering.page_document import render_page

_FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,}).*?^[ \t]*\2[ \t]*$", re.MULTILINE | re.DOTALL)
_ESM = re.compile(r"^(?:import|export)\b.*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][\w.]*(?:\s(?:[^<>{}\"']|\"[^\"]*\"|'[^']*'|\{[^{}]*\})*)?/?>|</?>")
_MYST = {
    "myst_enable_extensions": ["strikethrough", "tasklist", "linkify"],
    "report_level": 5,
    "halt_level": 5,
    "warning_stream": io.StringIO(),
    "syntax_highlight": "none",
}
"""The same syntax as ours, without the highlighting of code, which Sphinx does later."""


def remove_jsx(text: str) -> str:
    """Return a page without its tags, imports and braces; the text in tags is not indented."""
    head = re.match(r"---\n.*?\n---\n", text, re.DOTALL)
    front = head[0] if head else ""
    parts, at = [], len(front)
    for fence in _FENCE.finditer(text, at):
        parts += [_remove_tags(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return front + "".join([*parts, _remove_tags(text[at:])])


def _remove_tags(text: str) -> str:
    bare = _TAG.sub("", _ESM.sub("", text)).replace("{", "(").replace("}", ")")
    return re.sub(r"^[ \t]{4,}(?![-*+\d])", "", bare, flags=re.MULTILINE)


def read_ours(text: str, path: Path, root: Path) -> None:
    """Read a page as a build does, without Sphinx."""
    document = new_document(str(path), get_default_settings())
    render_page(
        parse_mdx(text), document, PlainHost(root), path=path, folder="", fallback_title="Page"
    )


def read_myst(text: str, path: Path, _root: Path) -> None:
    """Read a page with myst-parser, without Sphinx."""
    settings = get_default_settings(MystParser)
    settings.__dict__.update(_MYST)
    MystParser().parse(text, new_document(str(path), settings))


def measure_rate(
    read: Callable[[str, Path, Path], None], pages: list[tuple[str, Path]], root: Path
) -> float:
    """Return how many of *pages* are read in a second of processor time."""
    gc.collect()
    start = time.process_time()
    for text, path in pages:
        read(text, path, root)
    return len(pages) / (time.process_time() - start)


def main() -> None:
    """Run the rounds and print the rates."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="any folder with pages in MDX")
    parser.add_argument("--pages", type=int, default=500, help="read at most so many")
    parser.add_argument("--rounds", type=int, default=3, help="times to read them all")
    options = parser.parse_args()
    root = options.folder.resolve()
    found = sorted(root.rglob("*.mdx"))
    paths = found[:: max(1, len(found) // options.pages)][: options.pages]
    pages = [(path.read_text("utf-8"), path) for path in paths]
    bare = [(remove_jsx(text), path) for text, path in pages]
    rows = []
    for number in range(1, options.rounds + 1):
        rows.append(
            (
                measure_rate(read_ours, pages, root),
                measure_rate(read_ours, bare, root),
                measure_rate(read_myst, bare, root),
            )
        )
        print(
            "round {}: MDX {:.0f}, without JSX {:.0f}, myst-parser {:.0f} pages a second".format(
                number, *rows[-1]
            ),
            flush=True,
        )
    full = statistics.median(row[0] / row[2] for row in rows)
    same = statistics.median(row[1] / row[2] for row in rows)
    print(
        f"{len(pages)} pages, median of {options.rounds}: {full:.2f} times myst-parser with JSX, "
        f"{same:.2f} times on the same text"
    )


if __name__ == "__main__":
    main()
