"""Diagrams in Mermaid's language, drawn while the site is built.

The package ``mmdr`` (the extra ``mermaid``) draws them without a browser and without running
JavaScript. A page shows them as pictures: a script in a picture never runs, and a picture
loads nothing from another host. Without the package, or with a mistake in the diagram,
the page shows the source.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections import Counter
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.components.markup import DARK_ONLY, LIGHT_ONLY, MermaidNode, PictureNode
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.document_messages import sphinx_report
from sphinx_docsnav.core.state import app_of, build_state
from sphinx_docsnav.navigation.checked_pages import MERMAID_EXTENSION
from sphinx_docsnav.rendering.diagrams import (
    as_png,
    draw,
    installed_version,
    themed,
    undrawn_diagram,
)

logger = logging.getLogger(__name__)

_MAX_ALT = 300
_PAPER = (600, 800)
"""The largest width and height of a diagram on paper, in pixels."""


class _Undrawn(Counter[str]):
    """The diagrams that are shown as source because the package is missing, by page."""

    def __init__(self, _app: Sphinx) -> None:
        super().__init__()


class UseMermaid(SphinxTransform):
    """Hand diagrams to sphinxcontrib-mermaid where the project has it."""

    default_priority = 400

    def apply(self, **_kwargs: object) -> None:
        """Replace our nodes by that extension's."""
        if MERMAID_EXTENSION not in app_of(self.env).extensions:
            return
        from sphinxcontrib.mermaid import (  # type: ignore[import-untyped,unused-ignore]  # noqa: PLC0415 - it ships no types, and is only there if installed
            mermaid,
        )

        for node in list(self.document.findall(MermaidNode)):
            node.replace_self(mermaid("", code=node["code"], options={}))


class DrawDiagrams(SphinxPostTransform):
    """Add the drawings to diagrams, for HTML, EPUB and LaTeX."""

    default_priority = 7  # before components get their plain form
    formats = ("html", "latex")

    def run(self, **_kwargs: object) -> None:
        """Draw each diagram of the page."""
        app = app_of(self.env)
        diagrams = list(self.document.findall(MermaidNode))
        if diagrams and not installed_version():
            build_state(app).slot(_Undrawn)[self.env.docname] = len(diagrams)
            return
        themes = {"default": LIGHT_ONLY, "dark": DARK_ONLY}
        if app.builder.format != "html" or app.builder.name == "epub":
            themes = {"default": ""}
        for node in diagrams:
            codes = {themed(node["code"], theme): mode for theme, mode in themes.items()}
            try:
                pictures = [self._picture(code, mode) for code, mode in codes.items()]
            except ValueError as error:
                sphinx_report(app)(undrawn_diagram(node, error))
                continue
            if pictures[0]["uri"] == pictures[-1]["uri"]:  # one format, or the author's own theme
                pictures[0]["classes"] = ["no-scaled-link"]
                del pictures[1:]
            node.extend(pictures)

    def _picture(self, code: str, mode: str) -> PictureNode:
        app = app_of(self.env)
        drawing = draw(code)
        words = textwrap.shorten(drawing.words, _MAX_ALT, placeholder="…")
        if app.builder.format == "latex":
            scale = min(1, _PAPER[0] / drawing.width, _PAPER[1] / drawing.height)
            file = self._file(as_png(drawing), ".png", words)
            return PictureNode(**file, width=f"{drawing.width * scale:.0f}px")
        file = self._file(drawing.svg.encode(), ".svg", words)
        size = {"width": str(drawing.width), "height": str(drawing.height)}
        return PictureNode(**file, **size, classes=["no-scaled-link", mode], docsnav_zoom=True)

    def _file(self, content: bytes, suffix: str, words: str) -> dict[str, Any]:
        """Write a picture beside the doctrees, from where the builder copies it."""
        name = hashlib.sha256(content).hexdigest()[:16]
        path = Path(app_of(self.env).doctreedir, "diagrams", f"diagram-{name}{suffix}")
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.env.images.add_file(self.env.docname, str(path))
        return {"uri": str(path), "candidates": {"*": str(path)}, "alt": words}


def name_undrawn(app: Sphinx, _exception: Exception | None) -> None:
    """Say once how many diagrams are shown as source, and the remedy (``build-finished``)."""
    undrawn = build_state(app).slot(_Undrawn)
    if undrawn:
        count, pages = sum(undrawn.values()), len(undrawn)
        logger.info(
            "%d %s on %d %s shown as Mermaid source; to draw diagrams, install the package mmdr "
            "(the extra 'mermaid')",
            count,
            "diagram" if count == 1 else "diagrams",
            pages,
            "page is" if pages == 1 and count == 1 else ("page are" if pages == 1 else "pages are"),
        )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    # Not for users: pages are written again when the package has been installed or updated.
    app.add_config_value("mmdr_version", installed_version(), "html", (str,))
    app.add_transform(UseMermaid)
    app.add_post_transform(DrawDiagrams)
    connect(app, "build-finished", 500, name_undrawn, "all pages are written")
    return metadata()
