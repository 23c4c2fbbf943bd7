"""References to operations from anywhere: a role without a domain, and httpdomain's roles."""

from __future__ import annotations

import contextlib
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.errors import NoUri
from sphinx.roles import XRefRole
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from sphinx_docsnav.core.site.stale_outputs import SINGLE
from sphinx_docsnav.core.state import app_of
from sphinx_docsnav.endpoints.columns import INDEX_PAGE
from sphinx_docsnav.endpoints.markup_parts import FieldHeadNode, SchemaLinkNode
from sphinx_docsnav.features.endpoints.domain import domain_of

HTTP_DOMAIN = "http"
"""The domain of sphinxcontrib-httpdomain; its references find our operations too."""


class EndpointRole(XRefRole):
    """The role ``:endpoint:``, which needs no domain before it."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the reference, as the domain's own role does."""
        self.name = "docsnav:endpoint"
        return super().run()


class ResolveHttp(SphinxPostTransform):
    """Let references of sphinxcontrib-httpdomain find operations that only we know.

    Before references are resolved, because that domain warns of what it doesn't know.
    """

    default_priority = 7

    def run(self, **_kwargs: Any) -> None:  # noqa: ANN401 - Sphinx's signature
        """Replace the references whose operation a page of ours shows."""
        if HTTP_DOMAIN not in self.env.domains:
            return
        known = self.env.domains[HTTP_DOMAIN].data
        for node in list(self.document.findall(pending_xref)):
            typ, path = node.get("reftype", ""), node.get("reftarget", "")
            if node.get("refdomain") != HTTP_DOMAIN or path in known.get(typ, ()):
                continue
            found = domain_of(self.env).find(f"{typ} {path}", self.env.docname)
            if found is not None:
                builder = app_of(self.env).builder
                place = (self.env.docname, found.docname, found.anchor)
                node.replace_self(make_refnode(builder, *place, list(node.children)))


class LinkSchemas(SphinxPostTransform):
    """Give the names of schemas the addresses of their pages.

    They are no references of Sphinx's: a page may have hundreds.
    """

    default_priority = 7  # before components become docutils' own nodes

    def run(self, **_kwargs: Any) -> None:  # noqa: ANN401 - Sphinx's signature
        """Set ``uri`` from ``docname``; a page that the output lacks is not linked."""
        builder = app_of(self.env).builder
        known: dict[str, str] = {}
        for node in self.document.findall(nodes.Element):
            if not isinstance(node, (FieldHeadNode, SchemaLinkNode)):
                continue
            docname = node.get("docname", "")
            if docname and docname not in known:
                known[docname] = ""
                if docname in self.env.all_docs or (docname == INDEX_PAGE and self._has_index()):
                    with contextlib.suppress(NoUri):
                        known[docname] = builder.get_relative_uri(self.env.docname, docname)
            node["uri"] = known.get(docname, "")

    def _has_index(self) -> bool:
        """Return whether the builder writes the index of all endpoints."""
        builder = app_of(self.env).builder
        wanted = self.config.html_domain_indices
        listed = INDEX_PAGE in wanted if isinstance(wanted, (list, tuple)) else bool(wanted)
        return listed and builder.format == "html" and builder.name not in SINGLE
