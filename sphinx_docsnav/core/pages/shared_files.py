"""The files of shared sidebars: written with the first page that needs one, removed with the last.

Their names are digests of their contents, so any process of a build can write
them, and a file that is there is the right one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.core.pages.assets import STATIC, compact_script
from sphinx_docsnav.themes.shared_sidebar import FILES, PART, SharedSidebar

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.division_frame import Frame


def shares_sidebars(app: Sphinx) -> bool:
    """Return whether the builder writes pages that can share files."""
    builder = app.builder
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and not isinstance(builder, (SingleFileHTMLBuilder, SerializingHTMLBuilder))
        and not builder.embedded
    )


def shared_sidebar(app: Sphinx, make_frame: Callable[[], Frame]) -> SharedSidebar | None:
    """Return the shared sidebar of a division, with its file; ``None`` if it is small."""
    if not shares_sidebars(app):
        return None
    frame = make_frame()
    shared = SharedSidebar(frame.part(PART), frame.short_sidebar, _code())
    if shared.size <= app.config.docsnav_sidebar_limit * 1024:
        return None
    path = Path(app.outdir, "_static", shared.file)
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_text(shared.script, "ascii")
        unfinished.replace(path)
    return shared


@cache
def _code() -> str:
    return compact_script((STATIC / "shared_sidebar.js").read_text("utf-8"))


def remove_unused(app: Sphinx, used: Iterable[str]) -> None:
    """Remove the files that no page refers to any more."""
    kept = set(used)
    for path in Path(app.outdir, "_static").glob(f"{FILES}*"):
        if path.name not in kept:
            path.unlink()
