"""Python's collector of reference cycles during a build (``docsnav_fast``).

A build makes many objects and keeps most of them: the trees of all documents.
The collector looks at all of them again and again, for a fifth of the time.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from sphinx_docsnav.sphinx_ext.build.state import build_state

if TYPE_CHECKING:
    from sphinx.application import Sphinx

THRESHOLDS = (100_000, 20, 50)
"""How many new objects, and runs over the younger ones, start a run."""


def collect_less_often(app: Sphinx, *_arguments: object) -> list[str]:
    """Let the collector run less often until the build ends (``env-get-outdated``).

    What has been loaded until then is left alone.
    """
    if app.config.docsnav_fast:
        build_state(app).restorations.callback(gc.set_threshold, *gc.get_threshold())
        gc.set_threshold(*THRESHOLDS)
        _leave_alone(app)
    return []  # no document is outdated for that


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
