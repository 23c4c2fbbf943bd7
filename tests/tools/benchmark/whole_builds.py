"""Compare whole builds, and builds after edits: with and without this extension, and by peers.

Run in the folder ``tests``, in an environment that has the themes::

    python -m tools.benchmark.whole_builds --pages 250 --themes furo --markup md --rounds 3

The builds of a round follow each other, so that a busy machine slows all of them.
A ratio is the median over the rounds of the ratios to the first row of the same
round; everything else is a median, too. Rows:

- "Theme alone" does not load the extension, and has its navigation switched off.
  Markdown is read by myst-parser there, and by this extension in the other rows.
- "With shortcuts" has those of ``docsnav_fast``, in both; "without shortcuts" has none.
- Edits are built incrementally, in the output of "docs.json, docsnav_fast".
- Peers are programs that ``--peer`` names; they build the same Markdown.

With ``--output`` the tables are written to that folder as well, a file for each.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import product
from pathlib import Path

from tools.benchmark.make_site import write_pages, write_peer_settings, write_site

_CONF = """
project = "Benchmark"
html_theme = {theme!r}
html_copy_source = False
extensions = {extensions!r}
"""
_ALONE = """
def no_navigation(app, pagename, templatename, context, doctree):
    context["toctree"] = lambda **words: ""


def setup(app):
    from sphinx_docsnav.themes.docsnav import FOLDER

    app.add_html_theme("docsnav", str(FOLDER))
    app.connect("html-page-context", no_navigation, priority=400)
"""
_ALONE_WITH_SHORTCUTS = """
    from sphinx_docsnav.features import speed

    app.add_config_value("docsnav_fast", True, "")
    speed.collect_rarely(app)
    app.connect("config-inited", speed.extend_for_speed, priority=950)
    app.connect("env-get-outdated", speed.freeze_loaded_objects, priority=0)
    app.connect("env-get-outdated", speed.take_shortcuts)
    app.connect("source-read", speed.drop_cached_doctree)
"""
FIRST = "theme alone, -j1"
"""The row that the others are compared with."""
PEERS = {
    "mkdocs": "MkDocs Material, navigation pruned",
    "zensical": "Zensical, navigation pruned",
    "external-toc": "sphinx-external-toc with MyST, same theme",
}
"""The peers by the names that ``--peer`` takes."""


@dataclass(frozen=True)
class Run:
    """The cost of a process."""

    cpu: float
    """Processor seconds, those of its children included."""
    wall: float
    """Seconds on the clock."""
    memory: int
    """The largest resident size of one process, in kilobytes."""


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

    def ratio(self, other: Row, value: str) -> float:
        """Return the median of the ratios to the runs of another row in the same rounds."""
        pairs = zip(self.runs, other.runs, strict=False)
        found: float = statistics.median(getattr(a, value) / getattr(b, value) for a, b in pairs)
        return found


def run(command: Iterable[str | Path], folder: Path) -> Run:
    """Run a process and measure it.

    It may store compiled modules, as processes usually do, whatever the environment says.
    """
    start = time.perf_counter()
    words = [str(word) for word in command]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    messages = process.stderr.read() if process.stderr else ""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{shlex.join(words)} ends with {process.returncode}:\n{messages}")
    return Run(used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss)


@dataclass
class Benchmark:
    """The sites of one theme, and the rows of their builds."""

    folder: Path
    theme: str
    pages: int
    markup: str
    """``rst`` or ``md``."""
    peers: dict[str, str]
    """The commands of the peers by their names."""
    rows: dict[str, Row] = field(default_factory=dict)

    def write(self) -> None:
        """Write the site for each row: with a toctree, with docs.json, and for the peers."""
        ours = "mdx" if self.markup == "md" else self.markup
        parser = ["myst_parser"] if self.markup == "md" else []
        for name, plain, extensions, code in (
            ("alone", True, parser, _ALONE),
            ("alone-fast", True, parser, _ALONE + _ALONE_WITH_SHORTCUTS),
            ("docs", False, ["sphinx_docsnav"], ""),
            ("docs-fast", False, ["sphinx_docsnav"], "docsnav_fast = True\n"),
        ):
            source = self.folder / name
            write_site(source, self.pages, plain=plain, markup=self.markup if plain else ours)
            self._write_conf(source, extensions, code)
        if self.peers:
            docs = self.folder / "peer" / "docs"
            names = write_pages(docs, self.pages, "md")
            (docs / "index.md").write_text("# Start\n", "utf-8")
            write_peer_settings(docs.parent, names)
            self._write_conf(docs, ["myst_parser", "sphinx_external_toc"], "")

    def _write_conf(self, folder: Path, extensions: list[str], code: str) -> None:
        conf = _CONF.format(theme=self.theme, extensions=extensions) + code
        (folder / "conf.py").write_text(conf, "utf-8")

    def build(self, name: str, source: str, *, jobs: int = 1, clean: bool = False) -> None:
        """Build one of the sites; add the run to the row *name*."""
        target = self.folder / f"out-{source}-{jobs}"
        if clean:
            shutil.rmtree(target, ignore_errors=True)
        command: list[str | Path] = [sys.executable, "-m", "sphinx", "-q", f"-j{jobs}"]
        self._note(name, run([*command, source, target], self.folder), target)

    def _note(self, name: str, result: Run, target: Path) -> None:
        row = self.rows.setdefault(name, Row(name))
        row.runs.append(result)
        row.size = sum(path.stat().st_size for path in target.rglob("*.html")) / self.pages
        print(f"{name}: {result.cpu:.1f} s, {result.wall:.1f} s", file=sys.stderr, flush=True)

    def round(self, jobs: Iterable[int]) -> None:
        """Build everything once: clean builds, and builds after each edit."""
        for number in jobs:
            for name, source in (
                ("theme alone", "alone"),
                ("docs.json, without shortcuts", "docs"),
                ("theme alone, with shortcuts", "alone-fast"),
                ("docs.json, docsnav_fast", "docs-fast"),
            ):
                self.build(f"{name}, -j{number}", source, jobs=number, clean=True)
        for name, executable in self.peers.items():
            self.build_peer(name, executable)
        self.build("theme alone, no edit", "alone")
        for name, edit in self.edits():
            edit()
            self.build(f"docs.json, {name}", "docs-fast")

    def build_peer(self, name: str, executable: str) -> None:
        """Build the site with a peer."""
        target = self.folder / "peer" / ("out" if name == "external-toc" else "site")
        command = [executable, "build"]
        if name == "mkdocs":
            command += ["-q", "-c"]
        elif name == "zensical":
            command += ["-c"]
        else:
            command = [executable, "-q", "-E", "-a", "docs", str(target)]
        shutil.rmtree(target, ignore_errors=True)
        self._note(PEERS[name], run(command, self.folder / "peer"), target)

    def edits(self) -> list[tuple[str, Callable[[], None]]]:
        """Return edits of the site by name, in the order in which they are built."""
        source = self.folder / "docs-fast"
        suffix = "mdx" if self.markup == "md" else self.markup
        page = next(source.glob(f"tab1/part0/page*.{suffix}"))

        def text() -> None:
            page.write_text(page.read_text("utf-8") + "\nOne more line.\n", "utf-8")

        def title() -> None:
            first, second, *rest = page.read_text("utf-8").split("\n")
            if suffix == "rst":
                second = "=" * (len(first) + 1)
            page.write_text("\n".join([f"{first}!", second, *rest]), "utf-8")

        def added() -> None:
            name = f"tab1/part0/new{len(self.rows[FIRST].runs)}"
            heading = "New\n===\n" if suffix == "rst" else "# New\n"
            (source / f"{name}.{suffix}").write_text(f"{heading}\nText.\n", "utf-8")
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
        path = self.folder / "docs-fast" / "docs.json"
        docs = json.loads(path.read_text("utf-8"))
        change(docs["navigation"]["tabs"])
        path.write_text(json.dumps(docs), "utf-8")

    def table(self) -> str:
        """Return the rows as a table."""
        floor = self.rows[FIRST]
        kind = "Markdown" if self.markup == "md" else "reStructuredText"
        rounds = len(floor.runs)
        lines = [
            f".. list-table:: {self.theme}, {self.pages:,} pages of {kind}; rounds: {rounds}",
            "   :header-rows: 1",
            "",
            "   * - Build",
            "     - Processor, s",
            "     - Ratio",
            "     - Clock, s",
            "     - Ratio",
            "     - Memory, MB",
            "     - HTML per page, KB",
        ]
        for row in self.rows.values():
            lines += [
                f"   * - {row.name}",
                f"     - {row.median('cpu'):.1f}",
                f"     - {row.ratio(floor, 'cpu'):.2f}",
                f"     - {row.median('wall'):.1f}",
                f"     - {row.ratio(floor, 'wall'):.2f}",
                f"     - {row.median('memory') / 1024:.0f}",
                f"     - {row.size / 1024:.1f}",
            ]
        return "\n".join(lines) + "\n"


def describe_run(theme: str, peers: dict[str, str]) -> str:
    """Return the command and the versions, with which the tables can be made again."""
    package = "sphinx-docsnav" if theme == "docsnav" else theme
    packages = ("sphinx", "docutils", "myst-parser", package)
    versions = [f"Python {platform.python_version()}"]
    versions += [f"{name} {version(name)}" for name in packages]
    for name, executable in peers.items():
        package = {"mkdocs": "mkdocs-material"}.get(name, name)
        package = "sphinx-external-toc" if name == "external-toc" else package
        python = Path(executable).with_name("python")
        code = f"from importlib.metadata import version; print(version({package!r}))"
        found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
        versions.append(f"{package} {found.stdout.strip()}")
    words = [
        f"{arg.partition('=')[0]}=…" if arg.partition("=")[0] in PEERS else arg
        for arg in sys.argv[1:]
    ]
    command = " ".join(["python -m tools.benchmark.whole_builds", *words])
    processors = f"{os.cpu_count()} processors"
    return f"``{command}`` in ``tests``, on {processors}: {', '.join(versions)}.\n"


def warm_up(benchmark: Benchmark) -> None:
    """Build a small site with each program, so that Python's modules are compiled."""
    benchmark.write()
    for source in ("alone-fast", "docs-fast"):
        benchmark.build(f"warm-up, {source}", source)
    for name, executable in benchmark.peers.items():
        benchmark.build_peer(name, executable)


def main() -> None:
    """Run the rounds and print a table for each theme, size and markup."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, nargs="+", default=[1000], help="sizes of the site")
    parser.add_argument("--themes", nargs="+", default=["furo"], help="installed themes")
    parser.add_argument(
        "--markup", nargs="+", default=["md"], choices=["rst", "md"], help="of the pages"
    )
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2], help="numbers of processes")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is built")
    parser.add_argument(
        "--peer",
        nargs="+",
        default=[],
        metavar="NAME=PROGRAM",
        help="peers and their programs: mkdocs, zensical, external-toc (its sphinx-build)",
    )
    parser.add_argument("--output", type=Path, help="folder to write the tables to")
    options = parser.parse_args()
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
    peers = dict(str(peer).split("=", 1) for peer in options.peer)
    with tempfile.TemporaryDirectory() as bytecode:
        # As after an installation: modules are compiled once, whatever this shell has set.
        os.environ["PYTHONPYCACHEPREFIX"] = bytecode
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        for theme, pages, markup in product(options.themes, options.pages, options.markup):
            with tempfile.TemporaryDirectory() as name:
                warm_up(Benchmark(Path(name), theme, 8, markup, peers))
            with tempfile.TemporaryDirectory() as name:
                benchmark = Benchmark(Path(name), theme, pages, markup, peers)
                benchmark.write()
                for _ in range(options.rounds):
                    benchmark.round(options.jobs)
                    text = f"{benchmark.table()}\n{describe_run(theme, peers)}"
                    if options.output:
                        path = options.output / f"{theme}-{markup}-{pages}.txt"
                        path.write_text(text, encoding="utf-8")
                print(text, flush=True)


if __name__ == "__main__":
    main()
