"""Measure the processor time that each shortcut of ``docsnav_fast`` saves in whole builds.

Run in the folder ``tests``::

    python -m tools.benchmark.shortcuts --pages 1000 --themes furo docsnav --markups md mdx

Each shortcut is left out in turn. A build with all of them runs before and after each pair of
such builds, and a build is compared with the mean of the two around it, so that a machine that
becomes slower slows both. The number is the processor time of the whole process, in per cent of a
build with all shortcuts; the median of the rounds is printed, with all of them behind it. Markdown
(``md``) is read by myst-parser.

With several processes (``--jobs 2``), the time of worker processes counts divided by their number.
With ``--instructions``, processor instructions are counted with valgrind instead, which no other
process disturbs; one build takes 25 times as long, and one round is enough.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from tools.benchmark.make_site import write_site

from sphinx_docsnav.features.speed import SHORTCUTS

OTHERS = {
    "collector": "collect_rarely",
    "end": "leave_objects_at_exit",
    "shared-writing": "extend_for_shared_writing",
    "stored-headings": "store_headings_as_texts",
    "titles": "extend_for_speed",
}
"""Shortcuts that are not in `SHORTCUTS`, by name: the function that enables each."""
EVERYTHING = "everything"
"""The name for a build without any shortcut."""
BUILD = """
import resource, sys
from sphinx_docsnav.features import speed
names = sys.argv.pop(1).split()
for name in names:
    if name in speed.SHORTCUTS:
        del speed.SHORTCUTS[name]
    else:
        setattr(speed, name, lambda *arguments: None)
from sphinx.cmd.build import main
status = main(sys.argv[1:])
workers = resource.getrusage(resource.RUSAGE_CHILDREN)
print(workers.ru_utime + workers.ru_stime)
sys.exit(status)
"""
"""The program of a build; its first argument names what is left out."""


@dataclass(frozen=True)
class Site:
    """A site of the benchmark."""

    folder: Path
    theme: str
    markup: str

    def build(self, left_out: str, jobs: int, *, instructions: bool) -> float:
        """Build the site without a shortcut; return seconds, or instructions in millions."""
        output = self.folder.with_name("output")
        shutil.rmtree(output, ignore_errors=True)
        parser = ",myst_parser" if self.markup == "md" else ""
        settings = {
            "extensions": f"sphinx_docsnav{parser}",
            "html_theme": self.theme,
            "html_copy_source": "0",
            "docsnav_fast": "0" if left_out == EVERYTHING else "1",
        }
        options = [word for item in settings.items() for word in ("-D", "=".join(item))]
        name = OTHERS.get(left_out, left_out).replace(EVERYTHING, "")
        command = [sys.executable, "-c", BUILD, name, "-C", "-q", f"-j{jobs}", *options]
        command += [str(self.folder), str(output)]
        if instructions:
            return _count_instructions(command)
        return _measure_seconds(command, jobs)


def _measure_seconds(command: Sequence[str], jobs: int) -> float:
    """Return the processor time of a build, that of workers divided by their number."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        text = process.stdout.read() if process.stdout else ""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"the build ended with {process.returncode}")
    workers = float(text.split()[-1])
    return used.ru_utime + used.ru_stime - workers + workers / jobs


def _count_instructions(command: Sequence[str]) -> float:
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    ended = subprocess.run(
        [*tool, *command], env=environment, capture_output=True, text=True, check=True
    )
    counts = re.findall(r"I\s+refs:\s+([\d,]+)", ended.stderr)
    return int(counts[-1].replace(",", "")) / 1e6


@dataclass
class Table:
    """The time that each shortcut saves on one site."""

    savings: dict[str, list[float]] = field(default_factory=dict)
    """The share of a build in each round, by name."""
    whole: list[float] = field(default_factory=list)
    """The builds with all shortcuts."""

    def lines(self) -> Iterator[str]:
        """Yield a line per shortcut, the one that saves most first."""
        for name, shares in sorted(
            self.savings.items(), key=lambda item: -statistics.median(item[1])
        ):
            rounds = " ".join(f"{share:.1%}" for share in shares)
            yield f"  {name:16} {statistics.median(shares):6.1%}   {rounds}"
        spread = statistics.pstdev(self.whole) / statistics.mean(self.whole)
        yield f"  with all: {statistics.median(self.whole):.1f}, spread {spread:.1%}"


def measure(site: Site, names: Sequence[str], options: argparse.Namespace) -> None:
    """Print the table of a site after each round."""
    table = Table({name: [] for name in names})
    before = site.build("", options.jobs, instructions=options.instructions)
    for number in range(options.rounds):
        for start in range(0, len(names), 2):
            pair = names[start : start + 2]
            values = [
                site.build(name, options.jobs, instructions=options.instructions) for name in pair
            ]
            after = before
            if not options.instructions:  # these are the same in each run
                after = site.build("", options.jobs, instructions=False)
            table.whole.append(after)
            for name, value in zip(pair, values, strict=True):
                table.savings[name].append(value / statistics.mean((before, after)) - 1)
            before = after
        print(f"{site.theme}, {site.markup}, {options.pages} pages, round {number + 1}")
        print(*table.lines(), sep="\n", flush=True)


def main() -> None:
    """Measure each shortcut on each site."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=1000, help="size of the site")
    parser.add_argument("--themes", nargs="+", default=["furo", "docsnav"], help="installed themes")
    parser.add_argument("--markups", nargs="+", default=["md", "mdx"], choices=["md", "mdx"])
    parser.add_argument("--rounds", type=int, default=3, help="how often each one is left out")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes of each build")
    parser.add_argument("--instructions", action="store_true", help="count with valgrind")
    known = [*SHORTCUTS, *OTHERS, EVERYTHING]
    parser.add_argument("--only", nargs="+", choices=known, default=known, help="what to leave out")
    options = parser.parse_args()
    for theme, markup in product(options.themes, options.markups):
        with tempfile.TemporaryDirectory() as folder:
            site = Site(Path(folder, "site"), theme, markup)
            write_site(site.folder, options.pages, plain=False, markup=markup)
            site.build("", 1, instructions=False)  # compiles Python's modules
            measure(site, options.only, options)


if __name__ == "__main__":
    main()
