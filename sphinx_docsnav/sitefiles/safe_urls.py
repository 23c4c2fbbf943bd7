"""Checks of the URLs of links in docs.json, pages and specifications."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urljoin, urlsplit

from sphinx_docsnav.vocabulary.html_names import LINK_SCHEMES, SCRIPT_SCHEMES

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.\-]*(?=:)")
_PATH = re.compile(r"[#/?]|\.{1,2}/|[\w.%-]+(?:[/#?]|\Z)")
_HOST = re.compile(
    r"www\.|(?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|co)(?::\d+)?(?:/|\Z)", re.ASCII
)
"""The start of a URL without scheme, with which hardly any path begins."""
_MAILBOX = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)
_OTHER_HOST = ("//", "\\\\", "/\\", "\\/")


def split_url(url: str) -> SplitResult | None:
    """Return the parts of *url*; ``None`` if it is not valid.

    The standard library raises an exception for some URLs, such as ``https://[x``;
    use this function wherever a URL comes from a page, a specification or docs.json.
    """
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # the standard library reads it only now, and may refuse it
    except ValueError:
        return None
    return parts


def join_url(base: str, url: str) -> str:
    """Return *url* as read from a document at *base*; unchanged if either is no address."""
    if split_url(base) is None or split_url(url) is None:
        return url
    return urljoin(base, url)


def clean_url(url: str) -> str:
    """Return *url* without the characters that browsers remove, so that its scheme is visible."""
    return _CONTROL.sub("", url).strip()


def find_scheme(url: str) -> str:
    """Return the scheme of a clean address in lower case, ``""`` if it has none.

    White space before the colon doesn't hide it; ``//host`` counts as ``https``.
    """
    # Browsers ignore tabs and line breaks within a URL, and take a backslash for a slash.
    squeezed = re.sub(r"\s+", "", url)
    if squeezed.startswith(_OTHER_HOST):
        return "https"
    match = _SCHEME.match(squeezed)
    return match.group().lower() if match else ""


def runs_script(url: str) -> bool:
    """Return whether *url* would run a script if a page linked to it."""
    return find_scheme(clean_url(url)) in SCRIPT_SCHEMES


def add_scheme(url: str) -> str:
    """Return *url* with the scheme that its author omitted; ``""`` if it is probably a path."""
    if _MAILBOX.fullmatch(url):
        return f"mailto:{url}"
    return f"https://{url}" if _HOST.match(url) else ""


def clean_href(url: str) -> str:
    """Return *url* as a browser reads it.

    :returns: ``""`` if its scheme is not one of `LINK_SCHEMES`, or if it is no address.
    """
    clean = clean_url(url)
    is_allowed = find_scheme(clean) in ("", *LINK_SCHEMES) and split_url(clean) is not None
    return clean if is_allowed else ""


def is_safe(url: str) -> bool:
    """Return whether *url* is a URL that untrusted text may link to."""
    clean = clean_url(url)
    if split_url(clean) is None:
        return False
    scheme = find_scheme(clean)
    # Without a scheme, it must look like a path: `javascript&colon;…` has no scheme yet.
    return scheme in LINK_SCHEMES if scheme else _PATH.match(clean) is not None


def is_external(href: str) -> bool:
    """Return whether *href* leads out of the site; everything else is a path in it."""
    return bool(find_scheme(clean_url(href)))
