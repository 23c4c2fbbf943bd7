"""Operations as targets: a domain with roles, an index and entries in ``objects.inv``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.domains import Domain, Index, ObjType
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from sphinx_docsnav.endpoints.columns import LayoutStartNode
from sphinx_docsnav.sphinx_ext.endpoints.endpoint_index import EndpointIndex

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


@dataclass(frozen=True, slots=True)
class OperationTarget:
    """An operation that a page shows."""

    name: str
    """``GET /pets``; ``webhook newPet`` for webhooks."""
    operation_id: str
    """``operationId``, another name for it; may be empty."""
    title: str
    """The summary; may be empty."""
    tag: str
    """The first tag; may be empty."""
    specification: str
    """The specification's path or address."""
    docname: str
    """The page."""
    anchor: str
    """The id on the page."""


class DocsNavDomain(Domain):
    """The operations that the pages of a site show."""

    name = "docsnav"
    label = "docs.json navigation"
    object_types: ClassVar[dict[str, ObjType]] = {
        "operation": ObjType("operation", "operation", "endpoint"),
    }
    roles: ClassVar[dict[str, Any]] = {
        "operation": XRefRole(warn_dangling=True),
        "endpoint": XRefRole(warn_dangling=True),
    }
    indices: ClassVar[list[type[Index]]] = [EndpointIndex]
    initial_data: ClassVar[dict[str, Any]] = {"operations": {}}
    dangling_warnings: ClassVar[dict[str, str]] = {
        "operation": "no page shows the endpoint %(target)r",
        "endpoint": "no page shows the endpoint %(target)r",
    }
    data_version = 1

    @property
    def operations(self) -> dict[str, list[OperationTarget]]:
        """The operations that each document shows."""
        found: dict[str, list[OperationTarget]] = self.data["operations"]
        return found

    def targets(self) -> Iterator[OperationTarget]:
        """Yield every operation, documents in the order of their names."""
        for docname in sorted(self.operations):
            yield from self.operations[docname]

    def find(self, text: str, fromdocname: str) -> OperationTarget | None:
        """Return the operation that *text* names, the nearest to *fromdocname* if several do.

        :param text: ``get /pets``, the method in any case, one slash at the end
            ignored; or an operation id.
        """
        method, _, path = text.strip().partition(" ")
        wanted = f"{method.lower()} {path.strip().rstrip('/')}"
        found = [
            target
            for target in self.targets()
            if wanted == _folded(target.name) or text.strip() == target.operation_id
        ]
        return max(found, key=lambda t: _shared(t.docname, fromdocname), default=None)

    def clear_doc(self, docname: str) -> None:
        """Forget what a document shows."""
        self.operations.pop(docname, None)

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process read."""
        for docname in docnames:
            if docname in otherdata["operations"]:
                self.operations[docname] = otherdata["operations"][docname]

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Note the operations that a document shows."""
        if "openapi" not in env.metadata.get(docname, {}):
            return
        starts = document.findall(LayoutStartNode)
        found = [_target(node, docname) for node in starts if node.get("operation")]
        if found:
            self.operations[docname] = found

    def resolve_xref(  # type: ignore[override]  # words, not only links  # noqa: PLR0913, PLR0917 - Sphinx's signature
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,  # noqa: ARG002 - both roles mean the same
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.Element | None:
        """Return the link to the page of *target*, None if no page shows it.

        A reference that a specification makes (``docsnav_optional``) stays words
        then, also for projects that are nitpicky.
        """
        del env
        found = self.find(target, fromdocname)
        if found is None:
            return contnode if node.get("docsnav_optional") else None
        return make_refnode(
            builder, fromdocname, found.docname, found.anchor, contnode, found.title or found.name
        )

    def resolve_any_xref(  # noqa: PLR0913, PLR0917 - Sphinx's signature
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return the link that ``:any:`` may mean."""
        args = (env, fromdocname, builder, "endpoint", target, node, contnode)
        found = self.resolve_xref(*args)
        return [("docsnav:endpoint", found)] if isinstance(found, nodes.reference) else []

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield every operation for ``objects.inv`` and the search."""
        seen = set()
        for target in self.targets():
            if target.name not in seen:
                seen.add(target.name)
                yield target.name, target.name, "operation", target.docname, target.anchor, 1


def _target(node: nodes.Element, docname: str) -> OperationTarget:
    return OperationTarget(
        node["operation"],
        node["operation_id"],
        node["title"],
        node["tag"],
        node["specification"],
        docname,
        node["ids"][0],
    )


def _folded(name: str) -> str:
    method, _, path = name.partition(" ")
    return f"{method.lower()} {path.rstrip('/')}"


def _shared(first: str, second: str) -> int:
    """Return how many folders two documents have in common."""
    folders = zip(first.split("/")[:-1], second.split("/")[:-1], strict=False)
    return next((n for n, (a, b) in enumerate(folders) if a != b), first.count("/"))


def domain_of(env: BuildEnvironment) -> DocsNavDomain:
    """Return the domain of a build."""
    domain = env.domains["docsnav"]
    if not isinstance(domain, DocsNavDomain):
        msg = "another extension has a domain named 'docsnav'"
        raise TypeError(msg)
    return domain
