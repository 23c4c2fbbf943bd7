"""Diagrams in Mermaid's language as drawings, by the package ``mmdr`` (the extra ``mermaid``)."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple
from xml.etree import ElementTree as ET

from sphinx_docsnav.components.document_structure import make_node_warning
from sphinx_docsnav.components.markup import MermaidNode
from sphinx_docsnav.faults import Fault, FaultKind
from sphinx_docsnav.garbage import finalize_objects_at_exit

MAX_SOURCE = 50_000
"""The longest diagram that is drawn, in characters; Mermaid's own limit."""
_FONTS = "Arial, Helvetica, sans-serif"
"""Narrow fonts, as the drawing does not know the reader's, and texts have to fit."""
_SVG = "http://www.w3.org/2000/svg"
_SAFE_ADDRESS = re.compile(r"#|https?://|mailto:")
_LOADS_FILE = re.compile(r"@import|url\(\s*[\"']?(?!#)", re.IGNORECASE)
_FRONT_MATTER = re.compile(r"\s*---[ \t]*\n.*?\n---[ \t]*\n", re.DOTALL)


class Drawing(NamedTuple):
    """A drawn diagram."""

    svg: str
    """The drawing, with its size in pixels."""
    width: int
    """In pixels."""
    height: int
    """In pixels."""
    alternative_text: str
    """Its title or labels, for readers who do not see it."""


def find_installed_version() -> str:
    """Return the version of the package that draws; empty if it is not installed."""
    try:
        return version("mmdr")
    except PackageNotFoundError:
        return ""


def set_theme(code: str, theme: str) -> str:
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

    finalize_objects_at_exit()  # else novasvg, which it imports, prints that they leak

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
    title = root.find(f"{{{_SVG}}}title")
    labels = [title] if title is not None else list(root.iter(f"{{{_SVG}}}text"))
    texts = dict.fromkeys(" ".join("".join(label.itertext()).split()) for label in labels)
    return Drawing(ET.tostring(root, "unicode"), width, height, ", ".join(filter(None, texts)))


def make_diagram_fault(node: MermaidNode, error: ValueError) -> Fault:
    """Return the fault of a diagram that `draw` has refused with *error*."""
    reason = " ".join(str(error).split())
    return make_node_warning(
        node,
        FaultKind.DIAGRAM,
        f"the diagram cannot be drawn: {reason}; its source is shown",
        hint="correct it; https://mermaid.live shows the same mistake",
        problem="a diagram cannot be drawn",
    )


def convert_to_png(drawing: Drawing) -> bytes:
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
        if name.startswith("on") or (name in {"href", "src"} and not _SAFE_ADDRESS.match(value)):
            return False
    styles = (element.text or "", element.get("style", ""), element.get("fill", ""))
    return not any(map(_LOADS_FILE.search, styles if element.tag.endswith("style") else styles[1:]))
