"""Icons of a part that occur repeatedly are drawn once."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.icons import SiteIcons
from sphinx_docsnav.themes.part_markup import IconSymbols

SVG = "{http://www.w3.org/2000/svg}"


def drawing(name: str, library: str = "fontawesome") -> str:
    found = SiteIcons().svg(Icon(name, library=library))
    assert found
    return found


def part(names: list[str], library: str = "fontawesome") -> str:
    icons = IconSymbols("sidebar")
    entries = "".join(f"<li>{icons.place(drawing(name, library))}</li>" for name in names)
    return icons.draw(f"<nav><ul>{entries}</ul></nav>")


@pytest.mark.parametrize("library", ["fontawesome", "lucide", "tabler"])
def test_a_repeated_icon_is_drawn_once_inside_the_last_element(library: str) -> None:
    root = ET.fromstring(part(["book", "star", "book", "book", "book"], library))  # noqa: S314 -- our own
    symbols = {symbol.get("id"): symbol for symbol in root.iter(f"{SVG}symbol")} or {
        symbol.get("id"): symbol for symbol in root.iter("symbol")
    }
    uses = [use.get("href") for use in root.iter("use")]
    assert len(symbols) == 1
    assert uses == [f"#{next(iter(symbols))}"] * 4
    assert root[-1].get("class") == "docsnav-symbols"


@pytest.mark.parametrize("library", ["fontawesome", "lucide", "tabler"])
def test_a_symbol_has_the_shape_and_paint_of_the_icon(library: str) -> None:
    alone = ET.fromstring(drawing("book", library))  # noqa: S314 -- our own
    root = ET.fromstring(part(["book"] * 9, library))  # noqa: S314 -- our own
    symbol = next(root.iter("symbol"))
    paint = {"viewBox", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"}
    for name in paint:
        assert symbol.get(name) == alone.get(name)
    assert [child.get("d") for child in symbol] == [child.get("d") for child in alone]


def test_icons_that_occur_once_and_pictures_stay_where_they_are() -> None:
    icons = IconSymbols("bar")
    picture = '<img class="docsnav-icon" src="a.svg" alt="">'
    book = drawing("book")
    markup = f"<p>{icons.place(book)}{icons.place(picture)}{icons.place('')}</p>"
    assert icons.draw(markup) == f"<p>{book}{picture}</p>"


def test_parts_of_a_page_have_symbols_of_different_names() -> None:
    names = set()
    for name in ("bar", "drawer"):
        icons = IconSymbols(name)
        book = drawing("book")
        drawn = icons.draw(f"<ul>{icons.place(book) * 5}</ul>")
        names |= set(re.findall(r'id="([^"]+)"', drawn))
    assert len(names) == 2
