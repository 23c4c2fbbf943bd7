"""The address of a page in the output, where a builder may have none, and on its host."""

from __future__ import annotations

import posixpath

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.errors import NoUri

NO_ADDRESS = "docsnav-no-address:"
"""How the address of a page begins that an HTML builder of ours does not have in its output."""


def find_address(builder: Builder, from_docname: str, to_docname: str) -> str | None:
    """Return the address of a page as seen from another one; ``None`` if the output lacks it.

    That is so for pages of other books in LaTeX, Texinfo and EPUB. The content of the link is
    then shown as plain text. A handler of ``missing-reference`` and a domain need not ask: Sphinx
    does the same for what they raise.
    """
    try:
        address = builder.get_relative_uri(from_docname, to_docname)
    except NoUri:
        return None
    return None if address.startswith(NO_ADDRESS) else address


def make_page_url(app: Sphinx, docname: str) -> str:
    """Return the URL of a page below ``html_baseurl``, which must be set."""
    return posixpath.join(app.config.html_baseurl, app.builder.get_target_uri(docname))
