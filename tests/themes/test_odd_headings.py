"""Themes that read the headings of a page as XML show all of it."""

from __future__ import annotations

import pytest
from themes.conftest import Build

PAGE = """---
title: "Od\\x01d"
---

## One<br>two

## Choice <input type='checkbox' />

## Con\x01trol & <wbr/> {'\\u0002'}

AFTER
"""
HEADINGS = (
    ("conf.py", 'extensions = ["sphinx_docsnav"]\n'),
    ("docs.json", '{"navigation": {"pages": ["odd"]}}'),
    ("odd.mdx", PAGE),
)


@pytest.mark.parametrize("theme", ["shibuya", "alabaster"])
def test_void_elements_and_control_characters_in_headings(build: Build, theme: str) -> None:
    built = build(theme, "bed", files=HEADINGS)
    page = (built.out / "odd.html").read_text("utf-8")
    assert "AFTER" in page
    assert "Choice" in page.partition("AFTER")[0]
    assert "page_failed" not in built.warnings
    assert not {"\x01", "\x02"}.intersection(page)
