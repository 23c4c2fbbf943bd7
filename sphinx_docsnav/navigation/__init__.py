"""Checked model -> the tree a reader walks. Knows no Sphinx, no docutils.

The road: `resolve` docs.json into a `Navigation`, `locate` its pages among the
documents on disk, which gives a `Site`, and `describe` that by what the pages
say about themselves. `Site.trail` then tells where a page stands.
"""

from __future__ import annotations

from sphinx_docsnav.navigation.description import describe
from sphinx_docsnav.navigation.inventory import PageInventory, find_pages
from sphinx_docsnav.navigation.location import locate
from sphinx_docsnav.navigation.printing import tree_as_json, tree_as_text
from sphinx_docsnav.navigation.resolution import EndpointPage, Navigation, resolve
from sphinx_docsnav.navigation.site import Place, Site
from sphinx_docsnav.navigation.site_folder import load_site, read_page_facts
from sphinx_docsnav.navigation.trail import Trail

__all__ = [
    "EndpointPage",
    "Navigation",
    "PageInventory",
    "Place",
    "Site",
    "Trail",
    "describe",
    "find_pages",
    "load_site",
    "locate",
    "read_page_facts",
    "resolve",
    "tree_as_json",
    "tree_as_text",
]
