"""``compare``: build a project without and with this extension, and print what differs."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx_docsnav.cli.build_settings import EXTENSION, read_conf
from sphinx_docsnav.cli.compared_output import (
    SIDEBARS,
    Output,
    PageReader,
    describe_first_difference,
)
from sphinx_docsnav.cli.console import ExitCode, UserError, print_line
from sphinx_docsnav.cli.site_argument import CONFIG_NAME

INIT_NAVIGATION, TOCTREE_NAVIGATION, OWN_NAVIGATION = "init", "toctree", "docs.json"
"""The sources of the navigation: a docs.json of ``init``, the toctrees, or the configuration."""
SHOWN_DIFFERENCES = 3
"""Number of rows of a difference that are printed."""
_LEVEL = re.compile(r"\b(WARNING|ERROR|CRITICAL)\b")
LOSS_HEADINGS = frozenset(
    (
        *("lost pages", "lost anchors", "lost entries of objects.inv", "new dead links"),
        *("lost links of lists in pages", "lost entries of sidebars", "new warnings"),
        "entries of sidebars below another entry",
        *("lost previous or next pages", "lost files", "lost lines of files"),
        *("lost titles of LaTeX", "titles of LaTeX at another level", "lost labels of LaTeX"),
    )
)
"""The headings of differences that are losses."""
_REPLACED_PAGES = frozenset(("search.html", "search/index.html"))
"""The page that this extension replaces."""
RowsByHeading = dict[str, Iterable[object]]
"""The rows of each difference; a difference without rows is not printed."""
ItemsByPage = Mapping[str, tuple[list[str], list[str]]]
"""The items of each page in the build without this extension, and in the build with it."""


@dataclass(frozen=True, slots=True)
class BuiltProject:
    """A build of a project, and a second build without changes."""

    output: Output
    """The output of the first build."""
    warnings: Counter[str]
    """The warnings, with the number of times that each was printed."""
    status: int
    """The exit status of Sphinx."""
    seconds: float
    """The processor time of the first build, in seconds."""
    seconds_again: float
    """The processor time of the second build, in seconds."""
    read_again: str
    """How many documents the second build reads, as Sphinx prints it."""
    written_again: frozenset[str]
    """The pages that the second build has written."""


def build_twice(
    command: Sequence[object],
    folder: Path,
    out: Path,
    sidebar: str,
    statuses: Iterable[int] = (0, 1, 2),
) -> BuiltProject:
    """Run a command of Sphinx twice.

    :param command: the command, which writes to *out*.
    :param folder: the working directory.
    :param sidebar: a class of the element with the navigation; see `SIDEBARS`.
    :param statuses: the allowed exit statuses.
    :raises RuntimeError: the exit status is not allowed, or nothing is written; the message has the
        last lines of the command.
    """
    first_run, seconds = _run_command(command, folder, statuses)
    output = Output(out, sidebar).read()
    if not (output.pages or output.texts):
        raise RuntimeError(_find_last_lines(first_run))
    # The second run overwrites files of the first, so note their times before it.
    first_times = output.times()
    second_run, seconds_again = _run_command(command, folder, statuses)
    # Addresses of objects in messages differ in each process, also between equal builds.
    lines = re.sub(r"\b0x[0-9a-f]+", "0x…", first_run.stderr).splitlines()
    read_counts = re.search(r"(\d+ added, \d+ changed, \d+ removed)", second_run.stdout)
    return BuiltProject(
        output,
        Counter(filter(_LEVEL.search, lines)),
        first_run.returncode,
        seconds,
        seconds_again,
        read_counts[1] if read_counts else "?",
        frozenset(name for name, time in output.times().items() if first_times.get(name) != time),
    )


def _run_command(
    command: Sequence[object], folder: Path, statuses: Iterable[int]
) -> tuple[subprocess.CompletedProcess[str], float]:
    start = os.times()
    completed = subprocess.run(  # noqa: S603 -- Sphinx
        [str(word) for word in command],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env=os.environ | {"NO_COLOR": "1", "PYTHONUTF8": "1"},
    )
    # Processor time of the child process: other programs on the machine do not affect it.
    end = os.times()
    seconds = end.children_user - start.children_user + end.children_system - start.children_system
    if completed.returncode not in statuses:
        raise RuntimeError(
            f"{' '.join(map(str, command))}\n{completed.stdout[-2000:]}\n"
            f"{_find_last_lines(completed)}"
        )
    return completed, seconds


def _find_last_lines(completed: subprocess.CompletedProcess[str]) -> str:
    return "\n".join(completed.stderr.strip().splitlines()[-8:])


def find_differences(plain: BuiltProject, ours: BuiltProject) -> dict[str, list[str]]:
    """Return the differences from the build without this extension, as rows by heading."""
    old_output, new_output = plain.output, ours.output
    rows_by_heading: RowsByHeading = {
        **_compare_pages(old_output, new_output),
        **_compare_relations(old_output, new_output),
        **_compare_latex(old_output, new_output),
        "lost files": old_output.texts.keys() - new_output.texts.keys(),
        "new files": new_output.texts.keys() - old_output.texts.keys(),
        "lost lines of files": _compare_lines(old_output, new_output),
        "new lines of files": _compare_lines(new_output, old_output),
        "new dead links": (
            f"{name}: {link}" for name, link in new_output.dead_links() - old_output.dead_links()
        ),
        "new warnings": ours.warnings.keys() - plain.warnings.keys(),
        # `ours - plain` keeps surpluses, also of new warnings, which have a heading of their own.
        "repeated warnings": (ours.warnings - plain.warnings).keys() & plain.warnings.keys(),
        "fewer warnings": (plain.warnings - ours.warnings).elements(),
        "second build reads": {ours.read_again} - {plain.read_again},
        "second build writes": ours.written_again - plain.written_again,
    }
    sorted_rows = {heading: sorted(map(str, rows)) for heading, rows in rows_by_heading.items()}
    return {heading: rows for heading, rows in sorted_rows.items() if rows}


def _compare_pages(old_output: Output, new_output: Output) -> RowsByHeading:
    """Return the differences of pages, their lists and their sidebars."""
    # Only pages of both builds can be compared; the others are listed as lost or new.
    pairs = {
        name: (page, new_output.pages[name])
        for name, page in old_output.pages.items()
        if name in new_output.pages
    }
    lists = {name: (old.lists, new.lists) for name, (old, new) in pairs.items()}
    labels = {
        name: (_list_distinct_labels(old), _list_distinct_labels(new))
        for name, (old, new) in pairs.items()
    }
    old_inventory, new_inventory = old_output.inventory(), new_output.inventory()
    return {
        "lost pages": old_output.pages.keys() - new_output.pages.keys(),
        "new pages": new_output.pages.keys() - old_output.pages.keys(),
        "lost anchors": (
            f"{name}: {sorted(old.anchors - new.ids)}"
            for name, (old, new) in pairs.items()
            if old.anchors - new.ids and name not in _REPLACED_PAGES
        ),
        "lost entries of objects.inv": old_inventory - new_inventory,
        "new entries of objects.inv": new_inventory - old_inventory,
        "titles": (
            f"{name}: {old.title.strip()!r} -> {new.title.strip()!r}"
            for name, (old, new) in pairs.items()
            if old.title != new.title
        ),
        "lost links of lists in pages": _list_lost_items(lists),
        "other order of lists in pages": _list_reordered(lists),
        "lost entries of sidebars": _list_lost_items(labels),
        "entries of sidebars below another entry": (
            f"{name}: {row}" for name, page in pairs.items() for row in _list_moved_entries(*page)
        ),
        "other entries or order of sidebars": _list_reordered(labels),
    }


def _compare_relations(old_output: Output, new_output: Output) -> RowsByHeading:
    """Return the differences of the links to the previous and the next page."""
    old_relations, new_relations = old_output.relations(), new_output.relations()
    return {
        "lost previous or next pages": (
            f"{name} {kind}: {old_relations[name, kind]}"
            for name, kind in old_relations.keys() - new_relations.keys()
            if name in new_output.pages
        ),
        "other previous or next pages": (
            f"{name} {kind}: {old_relations.get((name, kind))} -> {page}"
            for (name, kind), page in new_relations.items()
            if old_relations.get((name, kind)) != page
        ),
    }


def _compare_latex(old_output: Output, new_output: Output) -> RowsByHeading:
    """Return the differences of the LaTeX files that both builds have written."""
    titles = {
        name: (
            [text for _, text in old_output.latex_titles[name]],
            [text for _, text in new_output.latex_titles[name]],
        )
        for name in old_output.latex_titles.keys() & new_output.latex_titles.keys()
    }
    labels = {
        name: (old_output.latex_labels[name], new_output.latex_labels[name])
        for name in old_output.latex_labels.keys() & new_output.latex_labels.keys()
    }
    return {
        "lost titles of LaTeX": _list_lost_items(titles),
        "titles of LaTeX at another level": _list_moved_titles(old_output, new_output),
        "lost labels of LaTeX": _list_lost_items(labels),
    }


def _list_moved_titles(old_output: Output, new_output: Output) -> Iterable[str]:
    """Yield the titles of LaTeX files that are at another level, such as a chapter."""
    for name in old_output.latex_titles.keys() & new_output.latex_titles.keys():
        old_titles, new_titles = old_output.latex_titles[name], new_output.latex_titles[name]
        new_levels = {text: level for level, text in Counter(new_titles) - Counter(old_titles)}
        for level, text in Counter(old_titles) - Counter(new_titles):
            if text in new_levels:
                yield f"{name}: {level} {text!r} -> {new_levels[text]}"


def _compare_lines(output: Output, other_output: Output) -> Iterable[str]:
    """Yield the files of both builds with the number of lines that only *output* has."""
    for name in output.texts.keys() & other_output.texts.keys():
        # Counters ignore the order of lines, which may change with that of the navigation.
        surplus = Counter(output.texts[name]) - Counter(other_output.texts[name])
        if lines := list(surplus.elements()):
            yield f"{name}: {len(lines)}, {lines[0].strip()!r}"


def _list_distinct_labels(page: PageReader) -> list[str]:
    return [label for label, _above in page.distinct_parents]


def _list_moved_entries(old: PageReader, new: PageReader) -> Iterable[str]:
    """Yield the entries of a sidebar that are below another entry than without this extension."""
    old_parents, parents = Counter(old.distinct_parents), Counter(new.distinct_parents)
    moved = old_parents - parents
    # Entries that only one build has are listed as lost, or as a difference.
    new_parents = dict((parents - old_parents).keys())
    for label, parent in moved:
        # A sidebar that also has the entries above those of the other one has moved none.
        if label in new_parents and new_parents[label] in {"", *old.labels}:
            yield f"{label!r} {_describe_place(parent)} -> {_describe_place(new_parents[label])}"


def _describe_place(parent: str) -> str:
    return f"below {parent!r}" if parent else "at the first level"


def _list_lost_items(pages: ItemsByPage) -> Iterable[str]:
    """Yield the items of each page that are missing in the build with this extension."""
    for name, (old, new) in pages.items():
        if lost := Counter(old) - Counter(new):
            yield f"{name}: {sorted(lost)}"


def _list_reordered(pages: ItemsByPage) -> Iterable[str]:
    """Yield the first difference in pages that have lost no item, but differ."""
    for name, (old, new) in pages.items():
        # A page that has lost items is already listed under its losses.
        if old != new and not Counter(old) - Counter(new):
            yield f"{name}: {describe_first_difference(old, new)}"


def run_compare(arguments: argparse.Namespace) -> ExitCode:
    """Build the project in temporary folders, and print the differences.

    :raises UserError: the folder is not a Sphinx project, or a build fails.
    """
    source = Path(arguments.source or ".").absolute()
    if not (source / "conf.py").is_file():
        raise UserError(f"there is no conf.py in {source}; SOURCE is the folder with conf.py")
    config = read_conf(source, html_theme="alabaster")
    extensions, theme = list(config.extensions), str(config.html_theme)
    is_enabled = EXTENSION in extensions
    # A project may list single features, which are submodules of this extension.
    plain_extensions = [name for name in extensions if name.partition(".")[0] != EXTENSION]
    has_own = is_enabled or (source / CONFIG_NAME).exists()
    navigation = arguments.navigation or (OWN_NAVIGATION if has_own else TOCTREE_NAVIGATION)
    with TemporaryDirectory() as name:
        folder = Path(name)
        # The option -D replaces the list of conf.py, so it must contain all extensions.
        our_settings = {
            "extensions": ",".join(extensions if is_enabled else [*extensions, EXTENSION])
        }
        if navigation == TOCTREE_NAVIGATION:
            our_settings["docsnav_config"] = TOCTREE_NAVIGATION
        elif navigation == INIT_NAVIGATION:
            our_settings["docsnav_config"] = str(_write_docs_json(source, folder))
        try:
            plain_build = _build_project(
                arguments,
                source,
                folder / "plain",
                {"extensions": ",".join(plain_extensions)},
                theme,
            )
            our_build = _build_project(arguments, source, folder / "ours", our_settings, theme)
        except RuntimeError as error:
            raise UserError(f"Sphinx cannot build {source}:\n{error}", ExitCode.FAULTS) from error
        rows_by_heading = find_differences(plain_build, our_build)
        _print_differences(arguments, theme, navigation, plain_build, our_build, rows_by_heading)
    # Additions and a different order may be intended; only losses fail the command.
    return ExitCode.FAULTS if LOSS_HEADINGS & rows_by_heading.keys() else ExitCode.DONE


def _write_docs_json(source: Path, folder: Path) -> Path:
    from sphinx_docsnav.cli.init import read_toctrees

    navigation, _notes, _ = read_toctrees(source)
    target = folder / CONFIG_NAME
    target.write_text(json.dumps({"navigation": navigation}), encoding="utf-8")
    return target


def _build_project(
    arguments: argparse.Namespace,
    source: Path,
    folder: Path,
    settings: Mapping[str, str],
    theme: str,
) -> BuiltProject:
    # Sphinx reads an empty list as one empty name; it always loads this extension of its own.
    settings = {name: value or "sphinx.domains.std" for name, value in settings.items()}
    options = [word for pair in settings.items() for word in ("-D", "=".join(pair))]
    output_folder = folder / "out"
    command = [sys.executable, "-m", "sphinx", "-b", arguments.builder, "-d", folder / "trees"]
    return build_twice(
        [*command, *options, source, output_folder], source, output_folder, SIDEBARS.get(theme, "")
    )


def _print_differences(  # noqa: PLR0913, PLR0917 -- the parts of the printed page
    arguments: argparse.Namespace,
    theme: str,
    navigation: str,
    plain_build: BuiltProject,
    our_build: BuiltProject,
    rows_by_heading: Mapping[str, list[str]],
) -> None:
    pages, entries = len(plain_build.output.pages), len(plain_build.output.inventory())
    links = sum(len(page.lists) for page in plain_build.output.pages.values())
    facts = f"{pages} pages, {entries} entries of objects.inv, {links} links of lists in pages"
    print_line(f"{arguments.source}, theme {theme}, navigation of {navigation}")
    print_line(f"  plain: {facts}, {plain_build.warnings.total()} warnings")
    if theme not in SIDEBARS:
        print_line(f"  sidebars were not compared: those of theme {theme!r} are not supported")
    for heading, rows in rows_by_heading.items():
        print_line(f"  {'LOST' if heading in LOSS_HEADINGS else 'differs'}: {heading}: {len(rows)}")
        # Rows of pages may be very long: one line each unless the user wants to see all.
        for row in rows if arguments.verbose else rows[:SHOWN_DIFFERENCES]:
            print_line(f"      {row if arguments.verbose else row[:160]}")
        if len(rows) > SHOWN_DIFFERENCES and not arguments.verbose:
            print_line(f"      … and {len(rows) - SHOWN_DIFFERENCES} more; --verbose shows all")
    if not rows_by_heading:
        print_line("  no differences in pages, titles, lists, sidebars, links, inventory, warnings")
    for name, project in (("plain", plain_build), ("with the extension", our_build)):
        size = project.output.size() / 1e6
        times = f"{project.seconds:.1f} s, without an edit {project.seconds_again:.1f} s"
        print_line(f"  {name}: {size:.2f} MB, processor time {times}")
