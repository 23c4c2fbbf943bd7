"""The stylesheet and the script of components."""

from __future__ import annotations

from sphinx_docsnav.sphinx_ext.html.assets import STATIC

FILES = [STATIC / "components.css", STATIC / "components.js"]


def test_both_together_stay_below_20_kilobytes() -> None:
    assert 0 < sum(len(path.read_bytes()) for path in FILES) < 20_000


def test_neither_asks_another_site_for_anything() -> None:
    texts = [path.read_text("utf-8") for path in FILES]
    assert not [text for text in texts if "://" in text or "@import" in text or "url(" in text]
