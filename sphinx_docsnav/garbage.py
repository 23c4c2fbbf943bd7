"""When Python looks for reference cycles; no other module changes that.

Python's collector looks at all objects of a process again and again, as they could be unused and
refer to each other. A build keeps most of what it makes, the trees of all documents, so that the
collector would take a fifth of its time, and three quarters of the time in which the environment of
the last build is loaded.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

RARE = (2_000_000, 1_000, 1_000)
"""How many new objects, and how many runs over the younger ones, start a run.

A build of 1,000 pages keeps about as many objects; to look at all of them takes half a second.
"""


class RareCollection:
    """Rare runs of the collector, from the start of a build to its end."""

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        gc.set_threshold(*RARE)

    def end(self) -> None:
        """Collect as often as before."""
        gc.set_threshold(*self._before)


@contextmanager
def collected_rarely() -> Iterator[None]:
    """Collect rarely inside of the context."""
    collection = RareCollection()
    try:
        yield
    finally:
        collection.end()


class LeftAlone:
    """Objects that the collector does not look at."""

    def __init__(self) -> None:
        self._is_ours = False

    def add_all(self) -> None:
        """Add all objects that there are, unless someone else has frozen some.

        Python can only release all of them at once.
        """
        if self._is_ours or not gc.get_freeze_count():
            gc.freeze()
            self._is_ours = True

    def release(self) -> None:
        """Let the collector look at them again."""
        if self._is_ours:
            gc.unfreeze()
            self._is_ours = False


def leave_alone_for_good() -> None:
    """Let the collector leave all objects that there are alone until the process ends."""
    gc.freeze()


def stop_collecting() -> None:
    """Collect nothing until `collect_again`, as while a program imports what it needs."""
    gc.disable()


def collect_again() -> None:
    """Collect as Python does by itself."""
    gc.enable()


def leave_objects_at_exit() -> None:
    """Leave the objects that exist when this process ends to the operating system.

    Threads are joined before; only objects in reference cycles are not finalized, so that a file
    that an extension never closes may lack its last lines. Later builds in the same process are
    not affected.
    """
    atexit.unregister(_freeze)  # of an earlier build in this process
    atexit.register(_freeze)


def finalize_objects_at_exit() -> None:
    """Do without `leave_objects_at_exit`, for a package that prints which objects are left."""
    atexit.unregister(_freeze)


def _freeze() -> None:
    gc.freeze()
