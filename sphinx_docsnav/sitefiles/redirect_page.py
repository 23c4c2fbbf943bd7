"""The page at the old URL of a page: a static site cannot answer with a status code.

It has a refresh and a link, which all browsers and crawlers follow.
"""

from __future__ import annotations

import re
from html import escape


def make_refresh_tag(url: str) -> str:
    """Return the ``meta`` element with which a browser opens *url* immediately."""
    return f'<meta http-equiv="refresh" content="0; url={escape(url)}" />'


def make_redirect_page(url: str, *, canonical: str, is_indexed: bool) -> str:
    """Return a page that redirects to *url*, with the query and the fragment of the request.

    A *url* that has a query or a fragment itself is not changed.

    :param url: the URL of the target, which may be relative.
    :param canonical: the URL of the target for search engines; empty if it is not known.
    :param is_indexed: whether search engines may list the old URL.
    """
    robots = "" if is_indexed else '<meta name="robots" content="noindex" />\n'
    link = f'<link rel="canonical" href="{escape(canonical)}" />\n' if canonical else ""
    # The address is read from the link, so that none can end the script.
    script = (
        ""
        if re.search(r"[?#]", url)
        else "<script>location.replace(document.links[0].href+location.search+location.hash)"
        "</script>"
    )
    shown = escape(url)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8" />\n'
        f"{robots}{make_refresh_tag(url)}\n{link}<title>{shown}</title>\n</head>\n"
        f'<body><p><a href="{shown}">{shown}</a></p>{script}</body>\n</html>\n'
    )
