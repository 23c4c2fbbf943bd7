"""No built page asks another host for a file, in any theme."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

import pytest
from themes.conftest import Build, Built
from themes.reading import Page
from themes.test_matrix import THEMES

PAGES = (
    "index",
    "guides/deep",
    "guides/soil",
    "sdk/client",
    "ar/guides/intro",
    "v2/index",
    "api-reference/add-a-plant",
    "docsnav-endpoints",
    "search",
    "genindex",
)
"""One page of every kind."""
LOADED = frozenset({"stylesheet", "icon", "preload", "modulepreload", "preconnect", "dns-prefetch"})
"""Relations of links that a browser follows by itself."""
_IN_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s;]+)""")
_FOR_FEW = re.compile(r"@font-face\s*\{[^}]*unicode-range[^}]*\}")
"""A font that is loaded for certain characters only: Shibuya's for flags of countries."""


@pytest.fixture(params=THEMES)
def garden(request: pytest.FixtureRequest, build: Build) -> Built:
    return build(request.param)


def requests(path: Path) -> set[str]:
    """Return the addresses of other hosts that a browser asks when it shows a page."""
    page = Page.read(path)
    found: set[str] = set()
    for element in page.tree.iter():
        if element.tag == "link":
            if LOADED & set(element.get("rel", "").split()):
                found.add(element.get("href", ""))
        elif element.tag in {"script", "img", "iframe", "video", "audio", "source"}:
            found.add(element.get("src", ""))
        elif element.tag == "style":
            found.update(_IN_STYLE.findall(element.text or ""))
    files = [path.parent / urldefrag(url)[0].partition("?")[0] for url in found if is_here(url)]
    for file in files:
        if file.suffix == ".css":
            style = _FOR_FEW.sub("", file.read_text("utf-8"))
            found.update(_IN_STYLE.findall(style))
    return {url for url in found if url and not is_here(url)}


def is_here(url: str) -> bool:
    parts = urlsplit(url)
    return not parts.netloc and parts.scheme in {"", "data"}


def test_pages_ask_no_other_host(garden: Built) -> None:
    pages = [garden.out / f"{page}.html" for page in PAGES]
    # Immaterial has no search page.
    assert {url for page in pages if page.is_file() for url in requests(page)} == set()


def test_shibuya_s_button_asks_for_no_icons_where_ours_stands(build: Build) -> None:
    settings = 'docsnav_page_actions = ["copy"]\ndocsnav_markdown = True\nhtml_baseurl = "https://x.example"'
    front = (("front.mdx", "---\nmode: custom\n---\n\n# Front\n"),)
    built = build("shibuya", settings=settings, files=front)
    pages = [(built.out / name).read_text("utf-8") for name in ("guides/soil.html", "front.html")]
    assert "data-docsnav-copy" in pages[0]
    assert [page for page in pages if "iconify" in page] == []
