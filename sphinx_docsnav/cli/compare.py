"""``compare``: build a project without and with this extension, and print what differs."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx_docsnav.cli.compared_output import SIDEBARS, Output, first_difference
from sphinx_docsnav.cli.console import ExitCode, UserError, print_line
from sphinx_docsnav.cli.site_argument import CONFIG_NAME

EXTENSION = "sphinx_docsnav"
INIT, TOCTREE, OWN = "init", "toctree", "docs.json"
"""Where the navigation comes from: a docs.json of ``init``, the toctrees, or what conf.py says."""
SHOWN = 3
"""How many places of a difference are printed."""
_LEVEL = re.compile(r"\b(WARNING|ERROR|CRITICAL)\b")
LOSSES = frozenset(
    (
        *("lost pages", "lost anchors", "lost entries of objects.inv", "new dead links"),
        *("lost links of lists in pages", "lost entries of sidebars", "new warnings"),
        *("lost previous or next pages", "lost files", "lost lines of files"),
    )
)
"""Differences after which a project lacks something."""


@dataclass(frozen=True, slots=True)
class BuiltProject:
    """A build of a project, and the one after it."""

    output: Output
    """What it has written."""
    warnings: Counter[str]
    """Its warnings, each with how often it was printed."""
    status: int
    """The exit status of Sphinx."""
    seconds: float
    """The processor seconds of its processes."""
    seconds_again: float
    """Those of the second build, without an edit."""
    read_again: str
    """What the second build said it reads."""
    written_again: frozenset[str]
    """The pages that the second build wrote."""


def measure(
    words: Sequence[object],
    folder: Path,
    out: Path,
    sidebar: str,
    statuses: Iterable[int] = (0, 1, 2),
) -> BuiltProject:
    """Run a command of Sphinx that writes to *out* twice.

    :param sidebar: a class of the element with the navigation; see `SIDEBARS`.
    :raises RuntimeError: it ends with none of *statuses* or writes nothing; with its last lines.
    """
    first, seconds = _run(words, folder, statuses)
    output = Output(out, sidebar).read()
    if not (output.pages or output.texts):
        raise RuntimeError(_end_of(first))
    before = output.times()
    again, seconds_again = _run(words, folder, statuses)
    lines = re.sub(r"\b0x[0-9a-f]+", "0x…", first.stderr).splitlines()
    read = re.search(r"(\d+ added, \d+ changed, \d+ removed)", again.stdout)
    return BuiltProject(
        output,
        Counter(filter(_LEVEL.search, lines)),
        first.returncode,
        seconds,
        seconds_again,
        read[1] if read else "?",
        frozenset(name for name, time in output.times().items() if before.get(name) != time),
    )


def _run(
    words: Sequence[object], folder: Path, statuses: Iterable[int]
) -> tuple[subprocess.CompletedProcess[str], float]:
    start = os.times()
    done = subprocess.run(  # noqa: S603 -- Sphinx
        [str(word) for word in words],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env=os.environ | {"NO_COLOR": "1", "PYTHONUTF8": "1"},
    )
    end = os.times()
    spent = end.children_user - start.children_user + end.children_system - start.children_system
    if done.returncode not in statuses:
        raise RuntimeError(f"{' '.join(map(str, words))}\n{done.stdout[-2000:]}\n{_end_of(done)}")
    return done, spent


def _end_of(done: subprocess.CompletedProcess[str]) -> str:
    return "\n".join(done.stderr.strip().splitlines()[-8:])


def differences(plain: BuiltProject, ours: BuiltProject) -> dict[str, list[str]]:
    """Return what differs from the build without this extension, by a heading."""
    one, two = plain.output, ours.output
    both = [name for name in one.pages if name in two.pages]
    old, new = one.relations(), two.relations()
    inventories = one.inventory(), two.inventory()
    found: dict[str, Iterable[object]] = {
        "lost pages": one.pages.keys() - two.pages.keys(),
        "new pages": two.pages.keys() - one.pages.keys(),
        "lost anchors": _lost(both, {n: one.pages[n].ids - two.pages[n].ids for n in both}, _OWN),
        "lost entries of objects.inv": inventories[0] - inventories[1],
        "new entries of objects.inv": inventories[1] - inventories[0],
        "titles": (
            f"{name}: {one.pages[name].title.strip()!r} -> {two.pages[name].title.strip()!r}"
            for name in both
            if one.pages[name].title != two.pages[name].title
        ),
        "lost links of lists in pages": _lost(
            both, {n: Counter(one.pages[n].lists) - Counter(two.pages[n].lists) for n in both}
        ),
        "other order of lists in pages": (
            f"{name}: {first_difference(one.pages[name].lists, two.pages[name].lists)}"
            for name in both
            if one.pages[name].lists != two.pages[name].lists
            and not Counter(one.pages[name].lists) - Counter(two.pages[name].lists)
        ),
        "lost entries of sidebars": _lost(
            both, {n: Counter(one.pages[n].labels) - Counter(two.pages[n].labels) for n in both}
        ),
        "other entries or order of sidebars": (
            f"{name}: {first_difference(one.pages[name].labels, two.pages[name].labels)}"
            for name in both
            if one.pages[name].labels != two.pages[name].labels
            and not Counter(one.pages[name].labels) - Counter(two.pages[name].labels)
        ),
        "lost previous or next pages": (
            f"{name} {kind}: {old[name, kind]}"
            for name, kind in old.keys() - new.keys()
            if name in two.pages
        ),
        "other previous or next pages": (
            f"{name} {kind}: {old.get((name, kind))} -> {page}"
            for (name, kind), page in new.items()
            if old.get((name, kind)) != page
        ),
        "lost files": one.texts.keys() - two.texts.keys(),
        "new files": two.texts.keys() - one.texts.keys(),
        "lost lines of files": _other_lines(one, two, one),
        "new lines of files": _other_lines(one, two, two),
        "new dead links": (f"{name}: {link}" for name, link in two.dead_links() - one.dead_links()),
        "new warnings": ours.warnings.keys() - plain.warnings.keys(),
        "repeated warnings": (ours.warnings - plain.warnings).keys() & plain.warnings.keys(),
        "fewer warnings": (plain.warnings - ours.warnings).elements(),
        "second build reads": {ours.read_again} - {plain.read_again},
        "second build writes": ours.written_again - plain.written_again,
    }
    listed = {heading: sorted(map(str, rows)) for heading, rows in found.items()}
    return {heading: rows for heading, rows in listed.items() if rows}


_OWN = frozenset(("search.html", "search/index.html"))
"""The page that this extension has another one for."""


def _other_lines(one: Output, two: Output, more: Output) -> Iterable[str]:
    less = two if more is one else one
    for name in one.texts.keys() & two.texts.keys():
        if lines := list((Counter(more.texts[name]) - Counter(less.texts[name])).elements()):
            yield f"{name}: {len(lines)}, {lines[0].strip()!r}"


def _lost(
    names: Iterable[str], lost: Mapping[str, Iterable[str]], without: Collection[str] = ()
) -> Iterable[str]:
    shown = (name for name in names if lost[name] and name not in without)
    return (f"{name}: {sorted(lost[name])}" for name in shown)


def run_compare(arguments: argparse.Namespace) -> ExitCode:
    """Build the project in temporary folders and print what differs.

    :raises UserError: the folder is no project, or a build writes nothing.
    """
    source = Path(arguments.source or ".").absolute()
    if not (source / "conf.py").is_file():
        raise UserError(f"there is no conf.py in {source}; SOURCE is the folder with conf.py")
    extensions, theme, is_enabled = _read_conf(source)
    plain = [name for name in extensions if name.partition(".")[0] != EXTENSION]
    way = arguments.navigation or _way(source, is_enabled=is_enabled)
    with TemporaryDirectory() as name:
        folder = Path(name)
        ours = {"extensions": ",".join(extensions if is_enabled else [*extensions, EXTENSION])}
        if way == TOCTREE:
            ours["docsnav_config"] = TOCTREE
        elif way == INIT:
            ours["docsnav_config"] = str(_init(source, folder))
        try:
            one = _build(
                arguments, source, folder / "plain", {"extensions": ",".join(plain)}, theme
            )
            two = _build(arguments, source, folder / "ours", ours, theme)
        except RuntimeError as error:
            raise UserError(f"Sphinx cannot build {source}:\n{error}", ExitCode.FAULTS) from error
        found = differences(one, two)
        _print(arguments, theme, way, one, two, found)
    return ExitCode.FAULTS if LOSSES & found.keys() else ExitCode.DONE


def _read_conf(source: Path) -> tuple[list[str], str, bool]:
    """Return the extensions and the theme of a project, and whether it has this extension."""
    from sphinx.config import Config
    from sphinx.errors import ConfigError
    from sphinx.util.tags import Tags

    try:
        config = Config.read(source, overrides={}, tags=Tags())
    except ConfigError as error:
        last = str(error).strip().rpartition("\n")[2]
        raise UserError(f"{source / 'conf.py'} cannot be run: {last}", ExitCode.FAULTS) from error
    config.add("html_theme", "alabaster", "", [str])
    return list(config.extensions), str(config.html_theme), EXTENSION in config.extensions


def _way(source: Path, *, is_enabled: bool) -> str:
    return OWN if is_enabled or (source / CONFIG_NAME).exists() else TOCTREE


def _init(source: Path, folder: Path) -> Path:
    from sphinx_docsnav.cli.init import read_toctrees

    navigation, _notes, _ = read_toctrees(source)
    target = folder / CONFIG_NAME
    target.write_text(json.dumps({"navigation": navigation}), encoding="utf-8")
    return target


def _build(
    arguments: argparse.Namespace,
    source: Path,
    folder: Path,
    settings: Mapping[str, str],
    theme: str,
) -> BuiltProject:
    # An empty list is one empty name for Sphinx; this extension of Sphinx is always loaded.
    settings = {name: value or "sphinx.domains.std" for name, value in settings.items()}
    options = [word for pair in settings.items() for word in ("-D", "=".join(pair))]
    out = folder / "out"
    words = [sys.executable, "-m", "sphinx", "-b", arguments.builder, "-d", folder / "trees"]
    return measure([*words, *options, source, out], source, out, SIDEBARS.get(theme, ""))


def _print(  # noqa: PLR0913, PLR0917 -- what the page consists of
    arguments: argparse.Namespace,
    theme: str,
    way: str,
    one: BuiltProject,
    two: BuiltProject,
    found: Mapping[str, list[str]],
) -> None:
    pages, entries = len(one.output.pages), len(one.output.inventory())
    kept = sum(len(page.lists) for page in one.output.pages.values())
    facts = f"{pages} pages, {entries} entries of objects.inv, {kept} links of lists in pages"
    print_line(f"{arguments.source}, theme {theme}, navigation of {way}")
    print_line(f"  plain: {facts}, {one.warnings.total()} warnings")
    if theme not in SIDEBARS:
        print_line(f"  sidebars were not compared: it is not known where {theme} has its own")
    for heading, rows in found.items():
        print_line(f"  {'LOST' if heading in LOSSES else 'differs'}: {heading}: {len(rows)}")
        for row in rows if arguments.verbose else rows[:SHOWN]:
            print_line(f"      {row if arguments.verbose else row[:160]}")
        if len(rows) > SHOWN and not arguments.verbose:
            print_line(f"      … and {len(rows) - SHOWN} more; --verbose shows all")
    if not found:
        print_line("  no differences in pages, titles, lists, sidebars, links, inventory, warnings")
    for name, built in (("plain", one), ("with the extension", two)):
        size = built.output.size() / 1e6
        times = f"{built.seconds:.1f} s, without an edit {built.seconds_again:.1f} s"
        print_line(f"  {name}: {size:.2f} MB, processor time {times}")
