"""Measure the time that the index of the search adds to a build, and its share.

Run in the folder ``tests`` on a site::

    python -m tools.benchmark.search_cost SITE OUT

The first line is a clean build. With ``--edit PAGE``, the second line is a build after an edit of
this page, which is restored. ``--sphinx`` measures the index of Sphinx instead.
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

OURS = ("store_entries", "merge_entries", "write_index")
SPHINX = ("load_indexer", "index_page", "dump_search_index")
"""The functions of each index."""


def add_timer(owner: Any, name: str, times: Counter[str]) -> None:  # noqa: ANN401 -- a module or class
    """Replace a function of *owner* by one that adds its nanoseconds to *times*."""
    function: Callable[..., Any] = getattr(owner, name)

    def timed(*values: Any, **named: Any) -> Any:  # noqa: ANN401 -- of any function
        start = time.process_time_ns()
        try:
            return function(*values, **named)
        finally:
            times[name] += time.process_time_ns() - start

    timed.__name__, timed.__module__ = name, function.__module__
    setattr(owner, name, timed)


def build(arguments: list[str], times: Counter[str]) -> None:
    """Build, and print the times of the functions."""
    times.clear()
    start = time.process_time_ns()
    if command(["build", *arguments, "-j", "1", "-q"]) > 1:
        sys.exit("the build failed")
    whole = time.process_time_ns() - start
    parts = ", ".join(f"{name} {duration / 1e9:.2f}" for name, duration in times.items())
    print(f"build {whole / 1e9:.2f} s: {parts}, together {100 * times.total() / whole:.1f} %")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--edit", help="a page: guides/start.mdx")
    parser.add_argument("--sphinx", action="store_true")
    options = parser.parse_args()
    times = Counter[str]()
    owner, names = (StandaloneHTMLBuilder, SPHINX) if options.sphinx else (search, OURS)
    for name in names:
        add_timer(owner, name, times)
    arguments = [str(options.site), str(options.out)]
    arguments += ["-D", "docsnav_search=0"] if options.sphinx else []
    build(arguments, times)
    if options.edit:
        page = options.site / options.edit
        text = page.read_text("utf-8")
        try:
            page.write_text(f"{text}\nZyxwvut is a word of no other page.\n", "utf-8")
            build(arguments, times)
        finally:
            page.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
