"""Images of the site that are icons in its navigation, which no page brings into the output."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.pictures import icon_images
from sphinx_docsnav.sphinx_ext.build.image_names import long_name
from sphinx_docsnav.sphinx_ext.build.stale_outputs import SINGLE
from sphinx_docsnav.sphinx_ext.build.state import find_state, state_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_icons: WeakKeyDictionary[Site, dict[str, Path]] = WeakKeyDictionary()


def icons_of(app: Sphinx) -> dict[str, Path]:
    """Return the images that are icons in the navigation, by the names that the site has."""
    site = state_of(app).site
    if site not in _icons:
        _icons[site] = icon_images(site, Path(app.srcdir))
    return _icons[site]


def icon_address(app: Sphinx, name: str) -> str:
    """Return where icon *name* lies in the output, from its root; empty if there is no such."""
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
        data, copy = file.read_bytes(), folder / _output_name(app, file)
        if not copy.is_file() or copy.read_bytes() != data:
            folder.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data)


def _output_name(app: Sphinx, file: Path) -> str:
    return long_name(PurePosixPath(file.relative_to(app.srcdir).as_posix()))


def setup_icon_files(app: Sphinx) -> None:
    """Connect the handler."""
    app.connect("build-finished", copy_icons)
