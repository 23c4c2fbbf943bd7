"""The files of a sitemap, for a build and for joined versions.

Source: https://www.sitemaps.org/protocol.html
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from html import escape

NAME = "sitemap.xml"
"""The file, at the root of the output."""
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
MOST_PAGES, MOST_BYTES = 50_000, 50_000_000
"""The maximum number of pages and of bytes in one file, by the protocol."""


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
        if len(parts[-1]) == MOST_PAGES or (size > MOST_BYTES and parts[-1]):
            parts.append([])
            size = len(row.encode())
        parts[-1].append(row)
    texts = [f"{HEAD}{''.join(part)}</urlset>\n" for part in parts]
    if len(texts) == 1:
        return {NAME: texts[0]}
    files = {f"sitemap-{number}.xml": text for number, text in enumerate(texts, 1)}
    rows = (f"<sitemap><loc>{escape(posixpath.join(address, n))}</loc></sitemap>\n" for n in files)
    return {**files, NAME: f"{INDEX_HEAD}{''.join(rows)}</sitemapindex>\n"}
