"""The style sheets and scripts of components."""

from __future__ import annotations

import gzip

from sphinx_docsnav.core.pages.assets import STATIC

FILES = [STATIC / name for name in ("components.css", "components.js", "zoom.js")]


def test_all_together_stay_below_7_kilobytes_as_they_are_sent() -> None:
    assert 0 < sum(len(gzip.compress(path.read_bytes(), 9)) for path in FILES) < 7 * 1024


def test_none_asks_another_site_for_anything() -> None:
    texts = [path.read_text("utf-8") for path in FILES]
    assert not [text for text in texts if "://" in text or "@import" in text or "url(" in text]
