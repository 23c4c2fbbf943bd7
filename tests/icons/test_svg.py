"""Drawings are safe, well-formed and take the colour of the text."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.icons import SiteIcons
from sphinx_docsnav.icons.drawings import make_inline_svg
from sphinx_docsnav.icons.packs import KNOWN_SETS, find_installed_pack


@pytest.mark.parametrize("library", list(KNOWN_SETS))
def test_an_icon_is_hidden_from_screen_readers_and_takes_the_texts_colour(library: str) -> None:
    svg = SiteIcons().svg(Icon("star", library=library))
    assert svg is not None
    root = ET.fromstring(svg)  # noqa: S314  our own output
    assert root.get("class") == "docsnav-icon"
    assert root.get("aria-hidden") == "true"
    assert root.get("focusable") == "false"
    assert "currentColor" in (root.get("fill"), root.get("stroke"))
    assert (root.get("width"), root.get("height")) == ("1em", "1em")


@pytest.mark.parametrize("library", list(KNOWN_SETS))
def test_every_icon_of_a_library_is_drawn(library: str) -> None:
    pack = find_installed_pack(KNOWN_SETS[library])
    assert pack is not None
    assert len(pack.index) > 1000
    for name in list(pack.index)[::20]:
        for member in pack.index[name].values():
            svg = make_inline_svg(pack.read(member))
            assert svg is not None
            assert len(ET.fromstring(svg)) > 0, member  # noqa: S314  our own output


def test_only_shapes_and_their_paint_pass() -> None:
    hostile = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="x()" fill="url(#a)">'
        '<script>x()</script><a href="javascript:x()"><path d="M0 0"/></a><style>*{}</style>'
        '<image href="http://x/"/><use href="#b"/><path d="M1 1" onclick="x()" style="fill:red"/>'
        '<path d="M2 2" stroke="&quot;&gt;&lt;b"/><foreignObject><p>x</p></foreignObject></svg>'
    )
    svg = make_inline_svg(hostile)
    assert svg is not None
    assert svg.endswith('viewBox="0 0 1 1"><path d="M1 1"/><path d="M2 2"/></svg>')


@pytest.mark.parametrize("text", ["", "<svg", "<p/>", "<svg xmlns='http://www.w3.org/2000/svg'/>"])
def test_what_is_no_svg_with_a_view_box_is_none(text: str) -> None:
    assert make_inline_svg(text) is None
