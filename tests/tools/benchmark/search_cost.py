"""Measure what the index of the search takes of a build: seconds of processor time, and the share.

Run in the folder ``tests`` on a site::

    python -m tools.benchmark.search_cost SITE OUT

The first line is a clean build, the second one after an edit of ``--edit``, a page of the site,
which is restored. ``--sphinx`` measures the index of Sphinx in the same way, without ours.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.cli import main as command
from sphinx_docsnav.features import search

OURS = ("note_entries", "merge_entries", "write_index")
THEIRS = ("load_indexer", "index_page", "dump_search_index")


def measured(owner: Any, name: str, spent: Counter[str]) -> None:  # noqa: ANN401 -- a module or class
    """Add the time that a function of *owner* takes to *spent*."""
    function: Callable[..., Any] = getattr(owner, name)

    def timed(*values: Any, **named: Any) -> Any:  # noqa: ANN401 -- of any function
        start = time.process_time_ns()
        try:
            return function(*values, **named)
        finally:
            spent[name] += time.process_time_ns() - start

    timed.__name__, timed.__module__ = name, function.__module__
    setattr(owner, name, timed)


def build(arguments: list[str], spent: Counter[str]) -> None:
    """Build, and print what has been spent."""
    spent.clear()
    start = time.process_time_ns()
    if command(["build", *arguments, "-j", "1", "-q"]) > 1:
        sys.exit("the build failed")
    whole = time.process_time_ns() - start
    parts = ", ".join(f"{name} {taken / 1e9:.2f}" for name, taken in spent.items())
    print(f"build {whole / 1e9:.2f} s: {parts}, together {100 * spent.total() / whole:.1f} %")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--edit", help="a page: guides/start.mdx")
    parser.add_argument("--sphinx", action="store_true")
    options = parser.parse_args()
    spent = Counter[str]()
    owner, names = (StandaloneHTMLBuilder, THEIRS) if options.sphinx else (search, OURS)
    for name in names:
        measured(owner, name, spent)
    arguments = [str(options.site), str(options.out)]
    arguments += ["-D", "docsnav_search=0"] if options.sphinx else []
    build(arguments, spent)
    if options.edit:
        page = options.site / options.edit
        text = page.read_text("utf-8")
        try:
            page.write_text(f"{text}\nZyxwvut is a word of no other page.\n", "utf-8")
            build(arguments, spent)
        finally:
            page.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
