"""Time whole builds with docs.json's navigation against the same theme without any.

Run in the folder ``tests``, in an environment that has the theme::

    python -m benchmark.navigation --pages 1000 --theme furo --rounds 3

Each round builds the same pages twice from scratch: with this extension, and with
the theme's navigation switched off. Printed are, per round and as a median, the
ratio of the two processor times, the share that timers inside the build give to
the handlers of this extension, and the ratio of the bytes written.
"""

from __future__ import annotations

import argparse
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmark.make_site import write_site

_CONF = """
import time

project = "Benchmark"
html_theme = {theme!r}
extensions = {extensions!r}
html_copy_source = False
spent = [0.0]


def timed(function):
    def call(*arguments, **words):
        start = time.perf_counter()
        try:
            return function(*arguments, **words)
        finally:
            spent[0] += time.perf_counter() - start
    return call


def wrap(app):
    for name, listeners in app.events.listeners.items():
        for place, listener in enumerate(listeners):
            if str(getattr(listener.handler, "__module__", "")).startswith("sphinx_docsnav"):
                listeners[place] = listener._replace(handler=timed(listener.handler))
    start = time.perf_counter()
    app.connect("build-finished", lambda app, error: print(
        f"timers: {{spent[0]:.4f}} of {{time.perf_counter() - start:.4f}}"), priority=999)


def no_navigation(app, pagename, templatename, context, doctree):
    context["toctree"] = lambda **words: ""


def setup(app):
    app.connect("builder-inited", wrap, priority=999)
    if {plain!r}:
        app.connect("html-page-context", no_navigation, priority=400)
"""


@dataclass(frozen=True)
class Run:
    """What one whole build took."""

    cpu: float
    """Processor seconds of the process and its children."""
    share: float
    """Whole time by the timers, divided by the time without this extension's handlers."""
    size: int
    """Bytes of all HTML files."""


def build(folder: Path, label: str, *, theme: str, plain: bool) -> Run:
    """Build one of the sites in *folder* from scratch and measure it."""
    source, out = folder / f"source-{plain}", folder / label
    conf = out / "conf"
    conf.mkdir(parents=True)
    extensions = [] if plain else ["sphinx_docsnav"]
    if theme == "sphinx_immaterial":
        extensions.append(theme)
    text = _CONF.format(theme=theme, extensions=extensions, plain=plain)
    (conf / "conf.py").write_text(text, encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-c", conf, source, out / "html"],
        check=True,
        capture_output=True,
        text=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    own, whole = map(float, re.findall(r"timers: (\S+) of (\S+)", done.stdout)[-1])
    return Run(
        cpu=after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        share=whole / (whole - own),
        size=sum(path.stat().st_size for path in (out / "html").rglob("*.html")),
    )


def main() -> None:
    """Run the rounds and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=1000, help="documents of the site")
    parser.add_argument("--theme", default="alabaster", help="any installed theme")
    parser.add_argument("--rounds", type=int, default=3, help="pairs of builds")
    options = parser.parse_args()
    ratios, shares = [], []
    with tempfile.TemporaryDirectory() as name:
        for plain in (True, False):
            write_site(Path(name) / f"source-{plain}", options.pages, plain=plain)
        for number in range(options.rounds):
            pair = [
                build(Path(name), f"{number}-{plain}", theme=options.theme, plain=plain)
                for plain in (True, False)
            ]
            ratios.append(pair[1].cpu / pair[0].cpu)
            shares.append(pair[1].share)
            bytes_per_page = (pair[1].size - pair[0].size) / options.pages
            print(
                f"round {number + 1}: whole process {ratios[-1]:.3f}, timers {shares[-1]:.3f}, "
                f"{bytes_per_page:.0f} bytes a page more",
                flush=True,
            )
    print(
        f"{options.theme}, {options.pages} pages, median of {options.rounds}: whole process "
        f"{statistics.median(ratios):.3f}, timers {statistics.median(shares):.3f}"
    )


if __name__ == "__main__":
    main()
