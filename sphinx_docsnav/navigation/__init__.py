"""The navigation of a site, from docs.json, specifications and pages; without Sphinx and docutils.

`pipeline` has the steps. They end in a `Site`; `Site.place` then returns the
place of a page in the navigation.
"""

from __future__ import annotations

from sphinx_docsnav.navigation.description import describe, tree_as_json, tree_as_text
from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.navigation.inventory import PageInventory, find_pages
from sphinx_docsnav.navigation.location import locate
from sphinx_docsnav.navigation.page_facts import read_page_facts
from sphinx_docsnav.navigation.pipeline import load_site
from sphinx_docsnav.navigation.resolution import ResolvedNavigation, resolve
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import PagePlace

__all__ = [
    "EndpointPage",
    "PageInventory",
    "PagePlace",
    "ResolvedNavigation",
    "Site",
    "describe",
    "find_pages",
    "load_site",
    "locate",
    "read_page_facts",
    "resolve",
    "tree_as_json",
    "tree_as_text",
]
