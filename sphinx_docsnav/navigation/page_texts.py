"""The text of pages that have no file in the site: endpoint pages, and a root page."""

from __future__ import annotations

from collections.abc import Mapping

import yaml

from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.navigation.site import Site


def page_texts(site: Site) -> dict[str, str]:
    """Return the text of each endpoint page without a file, by docname."""
    return {page.docname: endpoint_text(page) for page in site.endpoints}


def endpoint_text(page: EndpointPage) -> str:
    """Return an endpoint page as MDX; the parser adds the operation that its front matter names.

    The front matter holds the digest of the operation, so that the text changes
    with the operation.
    """
    data = {**page.front_matter, "docsnav-digest": page.operation.digest}
    text = _front_matter(data)
    return f"{text}\n{page.content}\n" if page.content else text


def index_text(title: str, first: str) -> str:
    """Return a root page with a link to page *first*, for sites without an index."""
    text = _front_matter({"title": title, "noindex": True})
    return f"{text}\n[{title}](/{first})\n" if first else text


def _front_matter(data: Mapping[str, object]) -> str:
    lines = yaml.safe_dump(dict(data), allow_unicode=True, sort_keys=False, width=10_000)
    return f"---\n{lines}---\n"
