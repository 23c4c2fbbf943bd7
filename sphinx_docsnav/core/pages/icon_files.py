"""Copy images that are icons in the navigation, and that no page contains, to the output."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.reading.image_names import long_name
from sphinx_docsnav.core.site.stale_outputs import SINGLE
from sphinx_docsnav.core.state import derive, find_state, state_of
from sphinx_docsnav.navigation.docs_checks import icon_images
from sphinx_docsnav.sitefiles.write import write_if_changed

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def icons_of(app: Sphinx) -> dict[str, Path]:
    """Return the images that are icons in the navigation, by the names that the site has."""
    return derive(app, _find_icons)


def _find_icons(app: Sphinx) -> dict[str, Path]:
    state = state_of(app)
    return icon_images(state.docs, state.site, Path(app.srcdir))


def icon_address(app: Sphinx, name: str) -> str:
    """Return the path of icon *name* in the output; empty if it does not exist."""
    builder, file = app.builder, icons_of(app).get(name)
    if file is None or not isinstance(builder, StandaloneHTMLBuilder):
        return ""
    return f"{builder.imagedir}/{_output_name(app, file)}"


def copy_icons(app: Sphinx, exception: Exception | None) -> None:
    """Put the images into the output (``build-finished``), where they differ."""
    builder, state = app.builder, find_state(app)
    if exception is not None or state is None or not isinstance(builder, StandaloneHTMLBuilder):
        return
    if builder.name in SINGLE:  # without our navigation
        return
    folder = Path(app.outdir, builder.imagedir)
    for file in icons_of(app).values():
        write_if_changed(folder / _output_name(app, file), file.read_bytes())


def _output_name(app: Sphinx, file: Path) -> str:
    return long_name(PurePosixPath(file.relative_to(app.srcdir).as_posix()))
