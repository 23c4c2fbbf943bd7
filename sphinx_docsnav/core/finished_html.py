"""Every change to a page after its templates have been rendered, and what the theme has put there.

A change belongs here only if no theme has a block, a node or a context value for it. Each
function returns the page unchanged if its tag is missing. Which controls (a search, breadcrumbs,
a copy button) a theme has depends on its version and its options; ours is left out where the
page has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from urllib.parse import unquote

_HTML_TAG = re.compile(r"<html\b([^>]*)>", re.IGNORECASE)
_HEAD_TAG = re.compile(r"<head\b[^>]*>", re.IGNORECASE)
_BODY_TAG = re.compile(r"<body\b[^>]*>", re.IGNORECASE)
_TAGS = re.compile(r"<(?:script|style)\b.*?</(?:script|style)>|<(?:meta|link)\b[^>]*>", re.DOTALL)
_KNOWN_BY = re.compile(r'\b(?:name|property|href)="[^"]*"')
_ENCODING = re.compile(r"<meta\b[^>]*\bcharset\b[^>]*>", re.IGNORECASE)
_CLASS = re.compile(r'\bclass="')
_HREF = re.compile(r'\bhref="[^"]*"')
_SRC = re.compile(r'<img\b[^>]*?\bsrc="([^"]*)"')
_DIRECTION = re.compile(r"\sdir\s*=", re.IGNORECASE)
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
WORDMARK = "docsnav-wordmark"
"""The class of a link whose picture holds the name of the site."""


def is_whole_page(page: str) -> bool:
    """Return whether *page* is a whole page, not a fragment that a theme renders separately."""
    return "<body" in page


def start_of_head(page: str, markup: str) -> str:
    """Insert *markup* at the start of the head.

    For ``<base>``, which has to come before all addresses; some themes write style sheets before
    the context value ``metatags``.
    """
    return _HEAD_TAG.sub(lambda tag: f"{tag[0]}{markup}", page, count=1)


def end_of_head(page: str, markup: str) -> str:
    """Insert *markup* at the end of the head.

    Style rules have to follow all style sheets of the theme. The context value ``metatags`` is
    written before them, and the block ``extrahead`` belongs to the project: many override it
    without ``super()``.
    """
    return page.replace("</head>", f"{markup}</head>", 1) if markup else page


def add_metatags(page: str, metatags: str) -> str:
    """Add the tags of the context value ``metatags`` that the page lacks, after its encoding.

    Shibuya writes them on some pages only, Immaterial on none.
    """
    head = page[: page.find("</head>")]
    if metatags.strip() in head:
        return page
    missing = [tag for tag in _TAGS.findall(metatags) if not _has_tag(head, tag)]
    # The encoding has to be among the first bytes of a page.
    start = _ENCODING.search(head) or _HEAD_TAG.search(head)
    at = start.end() if start else 0
    return f"{page[:at]}{''.join(missing)}{page[at:]}" if start else page


def _has_tag(head: str, tag: str) -> bool:
    identity = _KNOWN_BY.search(tag) if tag.startswith(("<meta", "<link")) else None
    return (identity[0] if identity else tag) in head


def set_direction(page: str, direction: str) -> str:
    """Set the attribute ``dir`` of the page, unless the theme has set it.

    Only sphinx-basic-ng has a block for attributes of ``<html>``.
    """
    tag = _HTML_TAG.search(page)
    if tag is None or _DIRECTION.search(tag[1]):
        return page
    return f'{page[: tag.start()]}<html{tag[1]} dir="{escape(direction)}">{page[tag.end() :]}'


def start_of_body(page: str, markup: str) -> str:
    """Insert *markup* at the start of the body.

    For parts of the navigation that the templates have left out: a block that templates leave
    out cannot be the fallback.
    """
    return _BODY_TAG.sub(lambda tag: f"{tag[0]}{markup}", page, count=1)


def end_of_body(page: str, markup: str) -> str:
    """Insert *markup* at the end of the body.

    For the footer of docs.json if the theme's template has shown none.
    """
    before, end, after = page.rpartition("</body>")
    return f"{before}{markup}{end}{after}" if end else page


def link_logo(page: str, pictures: tuple[str, ...], address: str) -> str:
    """Let the links around the pictures of the logo lead to *address*.

    Themes write them with the address of the first page; few have an option for another one.
    """
    for start, tag in _find_logo_links(page, pictures):
        linked = _HREF.sub(lambda _: f'href="{escape(address)}"', tag, count=1)
        page = page[:start] + linked + page[start + len(tag) :]
    return page


def mark_wordmarks(page: str, pictures: tuple[str, ...]) -> str:
    """Add a class to the links around the pictures of the logo, which hold the site's name already.

    For themes whose templates are not known: some show the name beside the picture.
    """
    for start, tag in _find_logo_links(page, pictures):
        marked = _CLASS.sub(f'class="{WORDMARK} ', tag, count=1)
        if marked == tag:
            marked = f'<a class="{WORDMARK}"{tag.removeprefix("<a")}'
        page = page[:start] + marked + page[start + len(tag) :]
    return page


def _find_logo_links(page: str, pictures: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yield the position and the start of each link around a picture of the logo.

    From the end of the page, so that positions stay right when a link is changed.
    """
    found = -1
    for picture in reversed(list(_SRC.finditer(page))):
        if not unquote(unescape(picture[1])).partition("?")[0].endswith(pictures):
            continue
        start = page.rfind("<a ", 0, picture.start())
        # The last link before the picture encloses it, unless it has ended.
        between = page[start : picture.start()] if start >= 0 else "</a>"
        tag = between[: between.find(">")]
        # A link may hold two pictures; one with the class is in the page's own text.
        if start != found and "</a>" not in between and "reference" not in tag:
            found = start
            yield start, tag


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
