"""References to operations from anywhere: a role without a domain, and httpdomain's roles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.roles import XRefRole
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from sphinx_docsnav.sphinx_ext.build.state import app_of
from sphinx_docsnav.sphinx_ext.endpoints.domain import DocsNavDomain, domain_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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


def setup_endpoints(app: Sphinx) -> None:
    """Add the domain and the role ``:endpoint:``."""
    app.add_domain(DocsNavDomain)
    app.add_role("endpoint", EndpointRole(warn_dangling=True))
    app.add_post_transform(ResolveHttp)
