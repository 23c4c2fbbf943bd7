"""Python's collector of reference cycles during a build (``docsnav_fast``), and memory.

A build makes many objects and keeps most of them: the trees of all documents.
The collector looks at all of them again and again, for a fifth of the time, and for three
quarters of the time in which the environment of the last build is loaded. When the process
ends, Python looks at all of them once more and releases them one by one, which takes half of
a build without an edit. The trees of a large API would fill the memory, and so are loaded
from their files again; with ``docsnav_fast``, so are those of any large site.
"""

from __future__ import annotations

import atexit
import gc
import math
import weakref
from typing import TYPE_CHECKING

from sphinx_docsnav.core.compat.private_names import keep_doctrees
from sphinx_docsnav.core.state import build_state, find_state

if TYPE_CHECKING:
    from sphinx.application import Sphinx

THRESHOLDS = (100_000, 20, 50)
"""How many new objects, and runs over the younger ones, start a run."""


MANY = 500
"""Of how many generated pages Sphinx keeps the trees in memory until it writes them."""
KEPT = 1_000
"""Of how many documents it does with ``docsnav_fast``."""


class _KeptTrees:
    """The documents of which Sphinx keeps the trees: if very many are generated, only others."""

    def __init__(self, app: Sphinx) -> None:
        state = find_state(app.env)
        generated = state.generated if state is not None else {}
        self.left_out = generated if len(generated) > MANY else {}
        self.most = KEPT if app.config.docsnav_fast else math.inf

    def __contains__(self, docname: object) -> bool:
        return docname not in self.left_out


def drop_surplus(app: Sphinx, _docname: str, _source: list[str]) -> None:
    """Drop the tree of the document read before if there are too many (``source-read``).

    Sphinx loads it from its file again to write the page.
    """
    kept = build_state(app).slot(_KeptTrees)
    keep_doctrees(app.env, kept, kept.most)


def collect_less_often(app: Sphinx, *_arguments: object) -> None:
    """Let the collector run less often until the build ends (``config-inited``).

    Sphinx does not emit ``build-finished`` if the build fails early: the thresholds are
    restored then when the application is released, as late as after the next build has begun.
    """
    if app.config.docsnav_fast and gc.get_threshold() != THRESHOLDS:
        restore = weakref.finalize(app, gc.set_threshold, *gc.get_threshold())
        restore.atexit = False
        build_state(app).restorations.callback(restore)
        gc.set_threshold(*THRESHOLDS)


def keep_what_was_loaded(app: Sphinx, *_arguments: object) -> list[str]:
    """Let the collector leave the last environment alone (``env-get-outdated``)."""
    if app.config.docsnav_fast:
        _leave_alone(app)
        end_at_once()
    return []  # no document is outdated for that


def end_at_once() -> None:
    """Leave the objects that exist when this process ends to the operating system.

    Files are closed and threads are joined before; only objects in reference cycles are
    not finalized. Later builds in the same process are not affected.
    """
    if hasattr(gc, "freeze"):
        atexit.unregister(gc.freeze)  # of an earlier build in this process
        atexit.register(gc.freeze)


def keep_what_was_read(app: Sphinx, *_arguments: object) -> None:
    """Let the collector leave what has been read alone until the build ends (``write-started``)."""
    if app.config.docsnav_fast:
        gc.collect()  # the trees of documents, which Sphinx has written to files
        _leave_alone(app)


class _Frozen:
    """Whether this build has frozen objects."""

    def __init__(self, _app: Sphinx) -> None:
        self.ours = False


def _leave_alone(app: Sphinx) -> None:
    """Freeze all objects that there are: modules, and the environment of the last build.

    Objects that someone else has frozen stay so, because Python can only thaw all.
    """
    frozen = build_state(app).slot(_Frozen)
    if not hasattr(gc, "freeze") or (gc.get_freeze_count() and not frozen.ours):
        return
    if not frozen.ours:
        build_state(app).restorations.callback(gc.unfreeze)
        frozen.ours = True
    gc.freeze()
