"""What an EPUB takes along: the built files, and not Sphinx's own beside them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def leave_out_doctrees(app: Sphinx) -> tuple[()]:
    """Keep the doctrees out of the book (``html-collect-pages``, the last event before packing).

    Sphinx packs the files in the output folder, which by default contains doctrees and
    our generated pages, and warns about each of those.
    """
    out, doctrees = Path(app.outdir), Path(app.doctreedir)
    if app.builder.name == "epub" and doctrees.is_relative_to(out):
        files = sorted(path for path in doctrees.rglob("*") if path.is_file())
        names = [str(path.relative_to(out)) for path in files]
        app.config.epub_exclude_files = [*app.config.epub_exclude_files, *names]
    return ()
