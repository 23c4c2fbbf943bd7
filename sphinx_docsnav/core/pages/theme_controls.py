"""Find the search, the breadcrumbs and the controls of a theme in a rendered page.

Which of them a theme has depends on its version and its options. Where the page has one, ours is
left out.
"""

from __future__ import annotations

import re
from html import escape

_SEARCH_FIELD = re.compile(r"""<input\b[^>]*\b(?:name=["']?q\b|type=["']?search\b)""")
_SEARCH_BUTTON = re.compile(r"<(?:button|label|summary)\b[^>]*\bsearch\b", re.IGNORECASE)
_BREADCRUMBS = re.compile(r"<(?:nav|ol|ul|div)\b[^>]*\bbread-?crumb", re.IGNORECASE)
_OUR_BREADCRUMBS = re.compile(r'<nav class="docsnav-breadcrumbs".*?</nav>', re.DOTALL)
_COPY_BUTTON = re.compile(
    r"<(?:button|a)\b[^>]*\bcopy[-_ ]?(?:page|source|markdown|md)\b", re.IGNORECASE
)
_HEADER_END = "</header>"
_HEADER_START = re.compile(r"<header\b", re.IGNORECASE)
_FIRST_LINK = re.compile(r"""<a\b[^>]*\bhref=["']([^"']*)""")
_CONTENT = re.compile(r"<main\b|<article\b|<h1\b", re.IGNORECASE)


def has_search(page: str, address: str) -> bool:
    """Return whether *page* has a field, a button or a link that leads to the search.

    :param address: the relative URL of the search page.
    """
    if _SEARCH_FIELD.search(page) or _SEARCH_BUTTON.search(page):
        return True
    return re.search(rf'<a\b[^>]*\bhref="{re.escape(escape(address))}["#?]', page) is not None


def remove_doubles(page: str, actions: str, other_actions: str) -> str:
    """Remove from *page* what the theme shows above it already.

    :param actions: our control with the actions of the page; empty if it has none.
    :param other_actions: the control without those of a theme that copies the page.
    """
    # Only what comes before ours is the theme's, as readers see it first.
    ours = _OUR_BREADCRUMBS.search(page)
    if ours and _BREADCRUMBS.search(page, 0, ours.start()):
        page = page[: ours.start()] + page[ours.end() :]
    start = page.find(actions) if actions else -1
    if start >= 0 and _COPY_BUTTON.search(page, 0, start):
        page = page[:start] + other_actions + page[start + len(actions) :]
    return page


def find_theme_header(page: str) -> slice | None:
    """Return where the header of the theme is; ``None`` if there is none above the content."""
    body = max(page.find("<body"), 0)
    # A header in the content belongs to the page.
    content = _CONTENT.search(page, body)
    start = _HEADER_START.search(page, body, content.start() if content else len(page))
    end = page.find(_HEADER_END, start.end()) if start else -1
    return slice(start.start(), end + len(_HEADER_END)) if start and end >= 0 else None


def has_skip_link(header: str) -> bool:
    """Return whether the first link of a header leads to an element of the page."""
    first = _FIRST_LINK.search(header)
    # "#" alone is the name of the site on the page that it leads to.
    return first is not None and first[1].startswith("#") and first[1] != "#"
