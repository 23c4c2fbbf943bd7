"""Mermaid diagrams, drawn while the site is built.

The package ``mmdr`` (the extra ``mermaid``) draws them without a browser and without JavaScript.
Pages show them as images: a browser runs no scripts in an image, and loads nothing from other
hosts for it. Without the package, or if the diagram has a mistake, the page shows the source.
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
from sphinx_docsnav.core.builders import is_read_in_browser
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.document_messages import make_report
from sphinx_docsnav.core.state import app_of, build_state
from sphinx_docsnav.navigation.checks import MERMAID_EXTENSION
from sphinx_docsnav.rendering.diagrams import (
    convert_to_png,
    draw,
    find_installed_version,
    make_diagram_fault,
    set_theme,
)

logger = logging.getLogger(__name__)

_MAX_ALT_LENGTH = 300
_PAPER_SIZE = (600, 800)
"""The maximum width and height of a diagram on paper, in pixels."""


class _UndrawnDiagrams(Counter[str]):
    """The number of diagrams that are not drawn because the package is missing, by docname."""

    def __init__(self, _app: Sphinx) -> None:
        super().__init__()


class UseMermaid(SphinxTransform):
    """Lets sphinxcontrib-mermaid draw the diagrams if the project uses it."""

    default_priority = 400

    def apply(self, **_kwargs: object) -> None:
        """Replace the nodes of diagrams by those of that extension."""
        if MERMAID_EXTENSION not in app_of(self.env).extensions:
            return
        from sphinxcontrib.mermaid import (  # type: ignore[import-untyped,unused-ignore]  # noqa: PLC0415 - it ships no types, and is only there if installed
            mermaid,
        )

        for node in list(self.document.findall(MermaidNode)):
            node.replace_self(mermaid("", code=node["code"], options={}))


class DrawDiagrams(SphinxPostTransform):
    """Adds drawings to diagrams, for HTML, EPUB and LaTeX."""

    # Before components are replaced by their plain form.
    default_priority = 7
    formats = ("html", "latex")

    def run(self, **_kwargs: object) -> None:
        """Draw each diagram of the page."""
        app = app_of(self.env)
        diagrams = list(self.document.findall(MermaidNode))
        if diagrams and not find_installed_version():
            build_state(app).slot(_UndrawnDiagrams)[self.env.docname] = len(diagrams)
            return
        themes = {"default": LIGHT_ONLY, "dark": DARK_ONLY}
        # Books and paper have no dark mode.
        if not is_read_in_browser(app.builder):
            themes = {"default": ""}
        for node in diagrams:
            codes = {set_theme(node["code"], theme): mode for theme, mode in themes.items()}
            try:
                pictures = [self._make_picture(code, mode) for code, mode in codes.items()]
            except ValueError as error:
                make_report(app)(make_diagram_fault(node, error))
                continue
            # One picture is enough for paper, or if the author has set a theme.
            if pictures[0]["uri"] == pictures[-1]["uri"]:
                pictures[0]["classes"] = ["no-scaled-link"]
                del pictures[1:]
            node.extend(pictures)

    def _make_picture(self, code: str, mode: str) -> PictureNode:
        app = app_of(self.env)
        drawing = draw(code)
        alternative_text = textwrap.shorten(
            drawing.alternative_text, _MAX_ALT_LENGTH, placeholder="…"
        )
        if app.builder.format == "latex":
            scale = min(1, _PAPER_SIZE[0] / drawing.width, _PAPER_SIZE[1] / drawing.height)
            file = self._store_picture(convert_to_png(drawing), ".png", alternative_text)
            return PictureNode(**file, width=f"{drawing.width * scale:.0f}px")
        file = self._store_picture(drawing.svg.encode(), ".svg", alternative_text)
        size = {"width": str(drawing.width), "height": str(drawing.height)}
        return PictureNode(**file, **size, classes=["no-scaled-link", mode], docsnav_zoom=True)

    def _store_picture(self, content: bytes, suffix: str, alternative_text: str) -> dict[str, Any]:
        """Write a picture beside the doctrees, from where the builder copies it.

        :returns: the attributes of an image node.
        """
        # Named by its content, a picture of several pages is stored once.
        name = hashlib.sha256(content).hexdigest()[:16]
        path = Path(app_of(self.env).doctreedir, "diagrams", f"diagram-{name}{suffix}")
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.env.images.add_file(self.env.docname, str(path))
        return {"uri": str(path), "candidates": {"*": str(path)}, "alt": alternative_text}


def report_undrawn(app: Sphinx, _exception: Exception | None) -> None:
    """Report how many diagrams are shown as source, and the remedy (``build-finished``)."""
    undrawn = build_state(app).slot(_UndrawnDiagrams)
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
    # An internal value: if the package is installed or updated, all pages are written again.
    app.add_config_value("mmdr_version", find_installed_version(), "html", (str,))
    app.add_transform(UseMermaid)
    app.add_post_transform(DrawDiagrams)
    connect(app, "build-finished", 500, report_undrawn, "all pages are written")
    return metadata()
