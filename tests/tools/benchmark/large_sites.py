"""Build sites of many pages once, and print the seconds, memory and bytes that this takes.

Run in the folder ``tests``, in an environment that has the theme::

    python -m tools.benchmark.large_sites --languages 1 --versions 1 --entries 10000
    python -m tools.benchmark.large_sites --languages 4 --versions 34 --entries 182 --only en

Every language has every version, and every version has the same number of pages. All of them
are read; with ``--only`` the pages of one division are written. A build without an edit
follows, and ``check`` of all pages, with its cache and without. The memory of a row is that of
its largest process.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.benchmark.divisions import LANGUAGES, list_pages, make_navigation
from tools.benchmark.make_site import page_text
from tools.benchmark.whole_builds import Run, run

BUILD_KINDS = ("build", "build without an edit", "check", "check with its cache")
"""The rows in the order in which they run."""


def write_site(folder: Path, languages: int, versions: int, entries: int) -> int:
    """Write a site to *folder*; return the number of its pages."""
    value = make_navigation(languages, versions, entries)
    names = list(list_pages(value))
    for number, name in enumerate(names):
        path = folder / f"{name}.mdx"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page_text(number, names, "md"), "utf-8")
    settings = {"name": "Large", "theme": "mint", "navigation": value}
    settings["colors"] = {"primary": "#0A7"}
    (folder / "docs.json").write_text(json.dumps(settings), "utf-8")
    return len(names)


def list_commands(options: argparse.Namespace, site: Path, out: Path) -> Sequence[list[str | Path]]:
    """Return the command of each row."""
    program: list[str | Path] = [sys.executable, "-m", "sphinx_docsnav"]
    build = [*program, "build", site, out, "-q", f"-j{options.jobs}", "--theme", options.theme]
    for division in options.only:
        build += ["--only", division]
    check = [*program, "check", site]
    return (build, build, check, check)


def main() -> None:
    """Print a row for each command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--languages", type=int, default=1, help=f"at most {len(LANGUAGES)}")
    parser.add_argument("--versions", type=int, default=1, help="of each language")
    parser.add_argument("--entries", type=int, default=1000, help="pages of each version")
    parser.add_argument("--only", action="append", default=[], help="write only this division")
    parser.add_argument("--theme", default="furo", help="any installed theme")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        site, out = folder / "site", folder / "out"
        count = write_site(site, options.languages, options.versions, options.entries)
        print(f"{count:,} pages are read", flush=True)
        for kind, command in zip(BUILD_KINDS, list_commands(options, site, out), strict=True):
            _print(kind, run(command, folder))
        written = [path.stat().st_size for path in out.rglob("*.html")]
        print(
            f"{len(written):,} pages are written, {sum(written) / len(written) / 1024:.1f} KB each"
        )
        total = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
        print(f"{total / 1024**2:,.0f} MB in all")


def _print(kind: str, done: Run) -> None:
    seconds = f"{done.cpu:.1f} s of processor time, {done.wall:.1f} s"
    print(f"{kind}: {seconds}, {done.memory / 1024:.0f} MB", flush=True)


if __name__ == "__main__":
    main()
