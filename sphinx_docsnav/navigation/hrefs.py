"""The paths of the site that elements link to (``href``): which of them lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.navigation.pictures import walk_all
from sphinx_docsnav.navigation.tree import Element
from sphinx_docsnav.sitefiles.confinement import site_file
from sphinx_docsnav.sitefiles.nearest import Nearest
from sphinx_docsnav.sitefiles.page_links import page_names, redirect_rules
from sphinx_docsnav.sitefiles.safe_urls import clean_url, scheme_of

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.navigation.site import Site

_MADE = re.compile(r"(?:genindex|search|[\w-]*modindex|docsnav-[\w-]+)(?:\.html)?\Z")
"""Pages of HTML that no document stands behind."""


def href_faults(docs: DocsJson, site: Site, root: Path) -> Iterator[Fault]:
    """Yield ``link_missing`` for each element that links to a path of the site where nothing is."""
    documents = {*site.listed, *site.unlisted}
    rules = redirect_rules(tuple((rule.source, rule.destination) for rule in docs.redirects))
    for item in walk_all(site.root):
        if not isinstance(item, Element) or not item.href or scheme_of(clean_url(item.href)):
            continue
        path = re.split(r"[?#]", item.href, maxsplit=1)[0].strip("/ ")
        if not path or _MADE.match(path) or rules.find(path) is not None:
            continue
        if documents.isdisjoint(page_names(path)) and site_file(root, path) is None:
            near = Nearest(documents).to(path)
            pointer = f"{item.pointer}/href"
            yield Fault(
                FaultKind.LINK_MISSING,
                Severity.WARNING,
                f"{item.href!r} leads to no page or file of the site",
                docs.source.file(pointer),
                docs.source.position(pointer),
                pointer,
                f"did you mean '/{near}'?" if near else "",
            )
