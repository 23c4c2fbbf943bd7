"""No visible word of a real site's pages is missing in what is made of them.

Source and result are compared as sequences of words: what the page's tokens
write as text or code must stand in the doctree of the page, in any order.
``DOCSNAV_SITE_PAGES=1`` looks at all pages instead of a sample. The same is
tested of the built HTML in ``test_sites.py``, on demand.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from site_pages import SitePage, check_words, document_words

FOLDER = Path(os.environ.get("DOCSNAV_SITES", ""))
NAMES = sorted(path.parents[1].name for path in FOLDER.glob("*/source/docs.json"))
EVERY = int(os.environ.get("DOCSNAV_SITE_PAGES", "20"))

pytestmark = [
    pytest.mark.sites,
    pytest.mark.skipif(not NAMES, reason="DOCSNAV_SITES names no folder of sites"),
]


@pytest.mark.parametrize("name", NAMES)
def test_no_visible_word_of_a_page_is_lost(name: str) -> None:
    root = FOLDER / name / "source"
    pages = (SitePage(root, path) for path in sorted(root.rglob("*.mdx"))[::EVERY])
    check_words((page, document_words(page.render()[0])) for page in pages)
