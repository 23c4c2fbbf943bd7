"""Files that say where pages are: redirects from old URLs, and sitemaps.

They are those of a build, and of joined versions. A static site cannot answer with a status code:
its redirects are pages with a refresh and a link, which all browsers and crawlers follow. The
protocol of sitemaps is at https://www.sitemaps.org/protocol.html.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from html import escape

SITEMAP = "sitemap.xml"
"""The name of the sitemap, or of its index, at the root of the output."""
HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
)
"""The start of a sitemap."""
INDEX_HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
)
"""The start of an index, which lists the files of a sitemap that is too large for one."""
MAX_PAGES, MAX_BYTES = 50_000, 50_000_000
"""The maximum number of pages and of bytes in one file, by the protocol."""


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
    escaped_url = escape(url)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8" />\n'
        f"{robots}{make_refresh_tag(url)}\n{link}<title>{escaped_url}</title>\n</head>\n"
        f'<body><p><a href="{escaped_url}">{escaped_url}</a></p>{script}</body>\n</html>\n'
    )


def make_sitemap_row(url: str, alternates: Iterable[tuple[str, str]] = ()) -> str:
    """Return the entry of a page.

    :param alternates: codes of languages, each with the address of the page in that language.
    """
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{escape(code)}" href="{escape(other)}"/>'
        for code, other in alternates
    )
    return f"<url><loc>{escape(url)}</loc>{links}</url>\n"


def make_sitemap_files(rows: Iterable[str], address: str) -> dict[str, str]:
    """Return the files of a sitemap of *rows* by name: one file, or an index and its files.

    :param address: the URL of the root of the site.
    """
    parts: list[list[str]] = [[]]
    size = 0
    for row in rows:
        size += len(row.encode())
        # A single row above the limit still needs a file, which is why an empty part takes it.
        if len(parts[-1]) == MAX_PAGES or (size > MAX_BYTES and parts[-1]):
            parts.append([])
            size = len(row.encode())
        parts[-1].append(row)
    texts = [f"{HEAD}{''.join(part)}</urlset>\n" for part in parts]
    if len(texts) == 1:
        return {SITEMAP: texts[0]}
    files = {f"sitemap-{number}.xml": text for number, text in enumerate(texts, 1)}
    rows = (f"<sitemap><loc>{escape(posixpath.join(address, n))}</loc></sitemap>\n" for n in files)
    return {**files, SITEMAP: f"{INDEX_HEAD}{''.join(rows)}</sitemapindex>\n"}
