"""The settings of Python's cyclic garbage collector; no other module changes them.

The collector regularly traverses all objects of a process in search of unused reference cycles. A
build keeps most of its objects, the trees of all documents, so that the collector would take a
fifth of the time of a build, and three quarters of the time for loading the environment of the last
build.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

RARE = (2_000_000, 1_000, 1_000)
"""The thresholds of the three generations, as for `gc.set_threshold`.

A build of 1,000 pages keeps about two million objects; one traversal of them takes half a second.
"""


def start_rare_collection() -> Callable[[], None]:
    """Set high thresholds; return a function that restores those that applied before."""
    # Restored instead of reset: a program that runs builds can have thresholds of its own.
    before = gc.get_threshold()
    gc.set_threshold(*RARE)
    # If these thresholds applied before, whoever has set them restores the others.
    return partial(gc.set_threshold, *before) if before != RARE else _keep_thresholds


def _keep_thresholds() -> None:
    """Restore nothing."""


@contextmanager
def collected_rarely() -> Iterator[None]:
    """Collect rarely inside the context."""
    restore = start_rare_collection()
    try:
        yield
    finally:
        restore()


class LeftAlone:
    """The objects that the collector ignores. A process has one set of them: `left_alone`."""

    def __init__(self) -> None:
        self.has_released = False
        """Whether a build of this process has released its objects."""
        self._is_ours = False
        self._is_permanent = False

    def is_empty(self) -> bool:
        """Return whether the collector traverses all objects.

        Python counts frozen objects one by one, so this takes as long as a collection if other code
        has frozen some.
        """
        return not (self._is_ours or self._is_permanent or gc.get_freeze_count())

    def add_all(self) -> None:
        """Add all existing objects, unless other code has frozen some; only in the first build.

        Python can release frozen objects only together, including those of other code. They count
        as old then, and are seldom collected: a program that builds again and again would keep the
        objects of all its builds.
        """
        # After a build that was interrupted, the objects that it has added are still ours.
        if self._is_ours or (not self.has_released and self.is_empty()):
            gc.freeze()
            self._is_ours = True

    def add_all_for_good(self) -> None:
        """Add all existing objects, and release nothing until the process ends."""
        gc.freeze()
        self._is_ours, self._is_permanent = False, True

    def release(self) -> None:
        """Let the collector traverse them again, including those of an interrupted build."""
        if self._is_ours:
            # What the build has made counts as old, too. Else the first collection afterwards,
            # usually just before the process ends, traverses all of it.
            gc.freeze()
            gc.unfreeze()
            self._is_ours, self.has_released = False, True


left_alone = LeftAlone()
"""The objects that this process has frozen."""


def stop_collecting() -> None:
    """Disable the collector until `collect_again`, for example during imports."""
    gc.disable()


def collect_again() -> None:
    """Enable the collector again."""
    gc.enable()


def leave_objects_at_exit() -> None:
    """Let the operating system free the objects that exist when this process ends.

    Threads are joined before that. Only objects in reference cycles are not finalized, so that a
    file that an extension never closes may lack its last lines. Later builds in the same process
    are not affected.
    """
    atexit.unregister(_freeze)  # of an earlier build in this process
    atexit.register(_freeze)


def finalize_objects_at_exit() -> None:
    """Undo `leave_objects_at_exit`, for a package that prints which objects are left."""
    atexit.unregister(_freeze)


def _freeze() -> None:
    # Frozen objects are skipped by the collection with which Python ends a process.
    gc.freeze()
