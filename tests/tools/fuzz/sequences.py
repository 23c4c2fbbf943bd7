"""Many short sequences of edits: ``cd tests; python -m tools.fuzz.sequences --count 2000``.

Each sequence builds a small site, edits it three times with a build after each, and compares
with a clean build after the last. The processes of builds are copies of one that has imported
everything and keeps compiled templates, so that a build takes a fifth of a second. With
``--preview``, one worker of ``serve`` makes the edited builds of all sequences.
"""

from __future__ import annotations

import argparse
import gc
import importlib.metadata
import logging
import resource
import sys
import tempfile
import traceback
from contextlib import ExitStack
from pathlib import Path

import pytest
from building import Project
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from preview.driving import DrivenWorker, arguments_for, driven_worker
from sphinx_processes import SphinxProcesses
from tools.fuzz.editing import Editor, build_here, check_sequence
from tools.fuzz.running import make_dice

THEMES = ("basic", "alabaster")


class _Templates(BytecodeCache):
    """Keeps the code of templates in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


def main() -> int:
    """Run the sequences that the command line asks for; return 1 if one of them failed."""
    parser = argparse.ArgumentParser("python -m tools.fuzz.sequences", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many sequences")
    parser.add_argument("--first", type=int, default=0, help="seed of the first")
    parser.add_argument("--edits", type=int, default=3)
    parser.add_argument("--kills", action="store_true", help="kill a build before each")
    parser.add_argument("--preview", action="store_true", help="a worker of serve builds")
    parser.add_argument("--jobs", type=int, default=1, help="processes of the edited builds")
    arguments = parser.parse_args()
    _warm_up()
    with ExitStack() as stack:
        worker = None
        if arguments.preview:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="docsnav-fuzz-")))
            processes = stack.enter_context(SphinxProcesses(folder / "templates"))
            worker = stack.enter_context(driven_worker(processes, folder / "preview"))
        failed = _run(arguments, worker)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(each.ru_utime + each.ru_stime for each in used)
    sys.stdout.write(f"{seconds:.0f} s of processor time\n")
    return 1 if failed else 0


def _run(arguments: argparse.Namespace, worker: DrivenWorker | None) -> int:
    """Run the sequences; return how many of them failed."""
    failed = killed = 0
    for number, seed in enumerate(range(arguments.first, arguments.first + arguments.count), 1):
        message, kills = _attempt(seed, arguments, worker)
        killed += kills
        failed += bool(message)
        if message or number % 50 == 0 or number == arguments.count:
            sys.stdout.write(f"{message}{number} sequences, {failed} failed, {killed} kills\n")
            sys.stdout.flush()
    return failed


def _warm_up() -> None:
    """Import and compile here, once, what every build needs."""
    templates = _Templates()
    initialize = Environment.__init__

    def keeping(self: Environment, *arguments: object, **named: object) -> None:
        initialize(self, *arguments, **{**named, "bytecode_cache": templates})  # type: ignore[arg-type]  # as given

    Environment.__init__ = keeping  # type: ignore[method-assign]  # in this process alone
    installed = list(importlib.metadata.distributions())
    read = {id(distribution): distribution.entry_points for distribution in installed}
    importlib.metadata.distributions = lambda **_named: iter(installed)
    importlib.metadata.Distribution.entry_points = property(lambda self: read[id(self)])  # type: ignore[assignment,method-assign]  # the same
    logging.disable(logging.DEBUG)
    with tempfile.TemporaryDirectory(prefix="docsnav-fuzz-") as folder:
        project = Project(Path(folder))
        Editor(project, make_dice("warm")).save()
        for theme in THEMES:
            build_here(project, theme, theme, 0)
    gc.collect()
    gc.freeze()


def _attempt(
    seed: int, options: argparse.Namespace, worker: DrivenWorker | None
) -> tuple[str, int]:
    """Run one sequence; return why it failed, or nothing, and how many builds were killed."""
    themes: tuple[str, ...] = THEMES if seed % 2 else THEMES[::-1]
    with tempfile.TemporaryDirectory(prefix="docsnav-fuzz-") as folder:
        project = Project(Path(folder))
        if worker is not None:
            themes = themes[:1]
            worker.start(arguments_for(project, themes[0]))
        try:
            return "", check_sequence(
                project,
                f"short {seed}",
                edits=options.edits,
                themes=themes,
                kills=options.kills,
                parallel=options.jobs if options.jobs > 1 else 0,
                cached=seed % 4 == 3 and worker is None,
                only_last=True,
                rebuild=None if worker is None else worker.can_build,
            )
        except (Exception, pytest.fail.Exception):  # noqa: BLE001 -- each is a finding
            return f"seed {seed}: {traceback.format_exc()[-3000:]}\n", 0


if __name__ == "__main__":
    sys.exit(main())
