"""Checked model -> the tree a reader walks. Knows no Sphinx, no docutils.

The road: `resolve` docs.json into a `Navigation`, `locate` its pages among the
documents on disk, which gives a `Site`, and `describe` that by what the pages
say about themselves. `Site.trail` then tells where a page stands.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_MODULES = {
    "EndpointPage": "resolution",
    "Navigation": "resolution",
    "PageInventory": "inventory",
    "Place": "site",
    "Site": "site",
    "Trail": "trail",
    "describe": "description",
    "find_pages": "inventory",
    "load_site": "site_folder",
    "locate": "location",
    "read_page_facts": "site_folder",
    "resolve": "resolution",
    "tree_as_json": "printing",
    "tree_as_text": "printing",
}


def __getattr__(name: str) -> object:
    """Import what is asked for; eagerly, the rooms would import each other in a circle."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
