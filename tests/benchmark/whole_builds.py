"""Time whole processes: this extension beside the same theme without it, and after edits.

Run in the folder ``tests``, in an environment that has the themes::

    python -m benchmark.whole_builds --pages 250 --theme furo --rounds 3

The builds of a round follow each other, so that a busy machine slows all of them;
printed is a table in reStructuredText with the median of each row over the rounds.
"Theme alone" does not load the extension, and has its navigation switched off. The
shortcuts of ``docsnav_fast`` are off and on. After the cold builds, the site of the
first row with docs.json is edited; each edit is built incrementally.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.make_site import write_site

_CONF = """
project = "Benchmark"
html_theme = {theme!r}
html_copy_source = False
extensions = {extensions!r}


def no_navigation(app, pagename, templatename, context, doctree):
    context["toctree"] = lambda **words: ""


def setup(app):
    if not extensions:
        app.connect("html-page-context", no_navigation, priority=400)
"""


@dataclass(frozen=True)
class Run:
    """What one process took."""

    cpu: float
    """Processor seconds, those of its children included."""
    wall: float
    """Seconds on the clock."""
    memory: int
    """The largest resident size, in kilobytes."""


@dataclass
class Row:
    """A row of the table."""

    name: str
    """What is built."""
    runs: list[Run] = field(default_factory=list)
    """One per round."""
    size: float = 0.0
    """Bytes of HTML per page."""

    def median(self, value: str) -> float:
        """Return the median of a field of its runs."""
        found: float = statistics.median(getattr(run, value) for run in self.runs)
        return found


def run(command: Iterable[str | Path]) -> Run:
    """Run a process and measure it."""
    start = time.perf_counter()
    process = subprocess.Popen(list(command), stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"the build ends with {process.returncode}")
    return Run(used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss)


@dataclass
class Benchmark:
    """The sites of one theme and the rows that they give."""

    folder: Path
    theme: str
    pages: int
    rows: dict[str, Row] = field(default_factory=dict)

    def write(self) -> None:
        """Write the site twice: with a toctree, and with docs.json."""
        for plain in (True, False):
            source = self.folder / f"plain-{plain}"
            write_site(source, self.pages, plain=plain)
            extensions = [] if plain else ["sphinx_docsnav"]
            conf = _CONF.format(theme=self.theme, extensions=extensions)
            (source / "conf.py").write_text(conf, encoding="utf-8")

    def build(self, name: str, *, plain: bool, fast: bool, jobs: int, out: str) -> None:
        """Build one of the sites; add the run to the row *name*."""
        command: list[str | Path] = [sys.executable, "-m", "sphinx", "-q", f"-j{jobs}"]
        command += ["-D", "docsnav_fast=1"] if fast else []
        target = self.folder / out
        row = self.rows.setdefault(name, Row(name))
        row.runs.append(run([*command, self.folder / f"plain-{plain}", target]))
        written = sum(path.stat().st_size for path in target.rglob("*.html"))
        row.size = written / self.pages

    def round(self) -> None:
        """Build everything once, from nothing and after each edit."""
        for jobs in (1, 2):
            for name, plain, fast in (
                ("theme alone", True, False),
                ("docs.json", False, False),
                ("docs.json, docsnav_fast", False, True),
            ):
                out = f"out-{plain}-{fast}-{jobs}"
                shutil.rmtree(self.folder / out, ignore_errors=True)
                self.build(f"{name}, -j{jobs}", plain=plain, fast=fast, jobs=jobs, out=out)
        self.build("theme alone, no edit", plain=True, fast=False, jobs=1, out="out-True-False-1")
        for name, edit in self.edits():
            edit()
            self.build(
                f"docs.json, {name}", plain=False, fast=False, jobs=1, out="out-False-False-1"
            )

    def edits(self) -> list[tuple[str, Callable[[], None]]]:
        """Return edits of the site by name, in the order in which they are built."""
        page = next((self.folder / "plain-False").glob("tab1/part0/page*.rst"))

        def text() -> None:
            page.write_text(page.read_text("utf-8") + "\nOne more line.\n", "utf-8")

        def title() -> None:
            first, _, *rest = page.read_text("utf-8").split("\n")
            page.write_text("\n".join([f"{first}!", "=" * (len(first) + 1), *rest]), "utf-8")

        def added() -> None:
            name = f"tab1/part0/new{len(self.rows['docs.json, -j1'].runs)}"
            path = self.folder / "plain-False" / f"{name}.rst"
            path.write_text("New\n===\n\nText.\n", "utf-8")
            self._change(lambda tabs: tabs[1]["groups"][0]["pages"].append(name))

        return [
            ("no edit", lambda: None),
            ("text of a page", text),
            ("title of a page", title),
            ("label of a group", lambda: self._relabel("group")),
            ("label of a tab", lambda: self._relabel("tab")),
            ("a page added", added),
        ]

    def _relabel(self, kind: str) -> None:
        def change(tabs: list[dict[str, list[dict[str, list[str]]]]]) -> None:
            element: dict[str, object] = tabs[1]  # type: ignore[assignment]  # a label is text
            if kind == "group":
                element = tabs[1]["groups"][0]  # type: ignore[assignment]  # as above
            element[kind] = f"{element[kind]} x"

        self._change(change)

    def _change(
        self, change: Callable[[list[dict[str, list[dict[str, list[str]]]]]], None]
    ) -> None:
        path = self.folder / "plain-False" / "docs.json"
        docs = json.loads(path.read_text("utf-8"))
        change(docs["navigation"]["tabs"])
        path.write_text(json.dumps(docs), "utf-8")

    def table(self) -> str:
        """Return the rows as a table."""
        floor = self.rows["theme alone, -j1"].median("cpu")
        lines = [
            f".. list-table:: {self.theme}, {self.pages} pages",
            "   :header-rows: 1",
            "",
            "   * - Build",
            "     - Processor, s",
            "     - Ratio",
            "     - Clock, s",
            "     - Memory, MB",
            "     - HTML per page, KB",
        ]
        for row in self.rows.values():
            cpu = row.median("cpu")
            lines += [
                f"   * - {row.name}",
                f"     - {cpu:.1f}",
                f"     - {cpu / floor:.2f}",
                f"     - {row.median('wall'):.1f}",
                f"     - {row.median('memory') / 1024:.0f}",
                f"     - {row.size / 1024:.1f}",
            ]
        return "\n".join(lines) + "\n"


def main() -> None:
    """Run the rounds and print a table for each theme and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, nargs="+", default=[1000], help="sizes of the site")
    parser.add_argument("--theme", nargs="+", default=["furo"], help="installed themes")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is built")
    options = parser.parse_args()
    for theme in options.theme:
        for pages in options.pages:
            with tempfile.TemporaryDirectory() as name:
                benchmark = Benchmark(Path(name), theme, pages)
                benchmark.write()
                for _ in range(options.rounds):
                    benchmark.round()
                print(benchmark.table(), flush=True)


if __name__ == "__main__":
    main()
