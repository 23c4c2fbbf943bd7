"""What no block of a template reaches, done to the finished page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_docsnav.themes.page_view import PageView

_HTML_TAG = re.compile(r"<html\b([^>]*)>", re.IGNORECASE)
_BODY_TAG = re.compile(r"<body\b[^>]*>", re.IGNORECASE)
_DIRECTION = re.compile(r"\sdir\s*=", re.IGNORECASE)


_BELONGING = {"bar": ("banner", "bar"), "sidebar": ("switch", "anchors", "sidebar")}
"""What is put in front of a page's body with each part that no template has taken."""


def finish(page: str, view: PageView, head: str, needed: Iterable[str]) -> str:
    """Return *page* with its direction, and with the navigation if no template has taken it.

    :param head: what goes to the end of the page's head.
    :param needed: the parts of which each must have been taken.
    """
    if "<body" not in page:  # a fragment that a theme renders by itself
        return page
    if head:
        page = page.replace("</head>", f"{head}</head>", 1)
    if view.frame.language["direction"] != "ltr":
        page = _HTML_TAG.sub(
            lambda tag: _directed(tag, view.frame.language["direction"]), page, count=1
        )
    missing = [name for name in needed if name not in view.asked]
    if missing:
        markup = "".join(view.part(part) for name in missing for part in _BELONGING[name])
        page = _BODY_TAG.sub(lambda tag: f"{tag[0]}{markup}", page, count=1)
    return page


def _directed(tag: re.Match[str], direction: str) -> str:
    if _DIRECTION.search(tag[1]):
        return tag[0]
    return f'<html{tag[1]} dir="{escape(direction)}">'
