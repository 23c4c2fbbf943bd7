"""Diagrams in Mermaid's language, drawn while the site is built.

The package ``mmdr`` (the extra ``mermaid``) draws them without a browser and without running
JavaScript. A page shows them as pictures: a script in a picture never runs, and a picture
loads nothing from another host. Without the package, or with a mistake in the diagram,
the page shows the source.
"""

from __future__ import annotations

import hashlib
import json
import re
import textwrap
from collections import Counter
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from docutils.utils import get_source_line
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
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.garbage import finalize_objects_at_exit

logger = logging.getLogger(__name__)

EXTENSION = "sphinxcontrib.mermaid"
"""The extension that draws diagrams in projects that have it."""
MAX_SOURCE = 50_000
"""The longest diagram that is drawn, in characters; Mermaid's own limit."""
_MAX_ALT = 300
_PAPER = (600, 800)
"""The largest width and height of a diagram on paper, in pixels."""
_FONTS = "Arial, Helvetica, sans-serif"
"""Narrow fonts, as the drawing does not know the reader's, and texts have to fit."""
_SVG = "http://www.w3.org/2000/svg"
_ADDRESS = re.compile(r"#|https?://|mailto:")
_ELSEWHERE = re.compile(r"@import|url\(\s*[\"']?(?!#)", re.IGNORECASE)
_FRONT_MATTER = re.compile(r"\s*---[ \t]*\n.*?\n---[ \t]*\n", re.DOTALL)


class _Undrawn(Counter[str]):
    """The diagrams that are shown as source because the package is missing, by page."""

    def __init__(self, _app: Sphinx) -> None:
        super().__init__()


class Drawing(NamedTuple):
    """A drawn diagram."""

    svg: str
    """The drawing, with its size in pixels."""
    width: int
    """In pixels."""
    height: int
    """In pixels."""
    words: str
    """Its title or labels, for readers who do not see it."""


def installed_version() -> str:
    """Return the version of the package that draws; empty if it is not installed."""
    try:
        return version("mmdr")
    except PackageNotFoundError:
        return ""


def themed(code: str, theme: str) -> str:
    """Return a diagram with Mermaid's *theme*, which the author's own replaces."""
    front_matter = _FRONT_MATTER.match(code)
    start = front_matter.end() if front_matter else 0
    if front_matter and "theme" in front_matter[0]:
        return code
    init = {"theme": theme, "themeVariables": {"fontFamily": _FONTS}}
    return f"{code[:start]}%%{{init: {json.dumps(init)}}}%%\n{code[start:]}"


def draw(code: str) -> Drawing:
    """Return the drawing of a diagram.

    :raises ValueError: the diagram has a mistake, or is too large.
    """
    import mmdr  # noqa: PLC0415 -- optional

    if len(code) > MAX_SOURCE:
        msg = f"it has more than {MAX_SOURCE:,} characters"
        raise ValueError(msg)
    ET.register_namespace("", _SVG)
    ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    root = ET.fromstring(mmdr.render(code).svg())  # noqa: S314 -- of the package, without a DTD
    for element in root.iter():
        if not _is_harmless(element):
            msg = "the drawing would load or run something"
            raise ValueError(msg)
    width, height = (max(1, round(float(n))) for n in root.get("viewBox", "0 0 1 1").split()[2:])
    root.set("width", str(width))
    root.set("height", str(height))
    named = root.find(f"{{{_SVG}}}title")
    labels = [named] if named is not None else list(root.iter(f"{{{_SVG}}}text"))
    words = dict.fromkeys(" ".join("".join(label.itertext()).split()) for label in labels)
    return Drawing(ET.tostring(root, "unicode"), width, height, ", ".join(filter(None, words)))


def as_png(drawing: Drawing) -> bytes:
    """Return a drawing as a picture for paper, twice as large as on a screen."""
    import novasvg  # noqa: PLC0415 -- of mmdr

    finalize_objects_at_exit()  # else it prints that they leak
    document = novasvg.Document.load_from_data(drawing.svg)
    return bytes(document.render_to_bitmap(2 * drawing.width, -1, novasvg.Color("white")).to_png())


def _is_harmless(element: ET.Element) -> bool:
    """Return whether an element of a drawing neither loads nor runs anything."""
    if element.tag.rpartition("}")[2] in {"script", "foreignObject", "iframe"}:
        return False
    for key, value in element.attrib.items():
        name = key.rpartition("}")[2].lower()
        if name.startswith("on") or (name in {"href", "src"} and not _ADDRESS.match(value)):
            return False
    styles = (element.text or "", element.get("style", ""), element.get("fill", ""))
    return not any(map(_ELSEWHERE.search, styles if element.tag.endswith("style") else styles[1:]))


class UseMermaid(SphinxTransform):
    """Hand diagrams to sphinxcontrib-mermaid where the project has it."""

    default_priority = 400

    def apply(self, **_kwargs: object) -> None:
        """Replace our nodes by that extension's."""
        if EXTENSION not in app_of(self.env).extensions:
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
                self._report(node, " ".join(str(error).split()))
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

    def _report(self, node: MermaidNode, why: str) -> None:
        path, line = get_source_line(node)
        fault = Fault(
            FaultKind.DIAGRAM,
            Severity.WARNING,
            f"the diagram cannot be drawn: {why}; its source is shown",
            Path(path) if path else None,
            Position(line) if line else None,
            hint="correct it; https://mermaid.live shows the same mistake",
            problem="a diagram cannot be drawn",
        )
        sphinx_report(app_of(self.env))(fault)


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
