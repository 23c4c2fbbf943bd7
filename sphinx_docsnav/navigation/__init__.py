"""The navigation of a site, from docs.json, specifications and pages; without Sphinx and docutils.

`pipeline` has the steps. They end in a `Site`; `Site.place` then returns the
place of a page in the navigation.
"""

from __future__ import annotations

from sphinx_docsnav.navigation.description import tree_as_json, tree_as_text
from sphinx_docsnav.navigation.pipeline import load_site
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import PagePlace

__all__ = ["PagePlace", "Site", "load_site", "tree_as_json", "tree_as_text"]
