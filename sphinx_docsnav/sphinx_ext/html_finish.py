"""What no block of a template reaches, done to the finished page."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_docsnav.themes.page import PageView

_HTML_TAG = re.compile(r"<html\b([^>]*)>", re.IGNORECASE)
_BODY_TAG = re.compile(r"<body\b[^>]*>", re.IGNORECASE)
_DIRECTION = re.compile(r"\sdir\s*=", re.IGNORECASE)


def finish(page: str, view: PageView) -> str:
    """Return *page* with its direction, and with the navigation if no template has taken it."""
    if view.language["direction"] != "ltr":
        page = _HTML_TAG.sub(lambda tag: _directed(tag, view.language["direction"]), page, count=1)
    missing = [name for name in ("bar", "sidebar") if name not in view.asked]
    if missing:
        markup = "".join(map(view.part, ["bar", "switch", "anchors", "sidebar"]))
        page = _BODY_TAG.sub(lambda tag: f"{tag[0]}{markup}", page, count=1)
    return page


def _directed(tag: re.Match[str], direction: str) -> str:
    if _DIRECTION.search(tag[1]):
        return tag[0]
    return f'<html{tag[1]} dir="{escape(direction)}">'
