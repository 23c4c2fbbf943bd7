"""Operations and schemas as targets: a domain with roles, an index, entries in ``objects.inv``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, ClassVar, TypeVar

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, Index, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from sphinx_docsnav.core.page_addresses import find_address
from sphinx_docsnav.core.site.stale_outputs import SINGLE
from sphinx_docsnav.core.state import app_of
from sphinx_docsnav.endpoints.markup_parts import (
    INDEX_PAGE,
    FieldHeadNode,
    LayoutStartNode,
    SchemaLinkNode,
)
from sphinx_docsnav.features.endpoints.endpoint_index import (
    EndpointIndex,
    OperationTarget,
    SchemaTarget,
)
from sphinx_docsnav.features.endpoints.prose_directives import (
    OperationDirective,
    SchemaDirective,
)
from sphinx_docsnav.navigation.page_facts import page_facts

_T = TypeVar("_T")

NOT_SEARCHED = -1
"""The priority of objects that search leaves out: it finds their pages."""

HTTP_DOMAIN = "http"
"""The domain of sphinxcontrib-httpdomain; its references find our operations too."""


class DocsNavDomain(Domain):
    """The operations and schemas that the pages of a site show."""

    name = "docsnav"
    label = "docs.json navigation"
    object_types: ClassVar[dict[str, ObjType]] = {
        "operation": ObjType("operation", "operation", "endpoint"),
        "schema": ObjType("schema", "schema"),
    }
    roles: ClassVar[dict[str, Any]] = {
        "operation": XRefRole(warn_dangling=True),
        "endpoint": XRefRole(warn_dangling=True),
        "schema": XRefRole(warn_dangling=True),
    }
    directives: ClassVar[dict[str, type[Directive]]] = {
        "operation": OperationDirective,
        "endpoint": OperationDirective,
        "schema": SchemaDirective,
    }
    indices: ClassVar[list[type[Index]]] = [EndpointIndex]
    initial_data: ClassVar[dict[str, Any]] = {"operations": {}, "schemas": {}, "labels": []}
    dangling_warnings: ClassVar[dict[str, str]] = {
        "operation": "no page shows the endpoint %(target)r",
        "endpoint": "no page shows the endpoint %(target)r",
        "schema": "no page shows the schema %(target)r",
    }
    data_version = 4

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self._indices: dict[str, dict[str, Any]] = {}

    def setup(self) -> None:
        """Do not note the label of the index, as Sphinx does: there may be no endpoints."""

    @property
    def operations(self) -> dict[str, list[OperationTarget]]:
        """The operations that each document shows."""
        found: dict[str, list[OperationTarget]] = self.data["operations"]
        return found

    @property
    def schemas(self) -> dict[str, list[SchemaTarget]]:
        """The schemas that each document shows."""
        found: dict[str, list[SchemaTarget]] = self.data["schemas"]
        return found

    def targets(self) -> Iterator[OperationTarget]:
        """Yield every operation, those with pages of their own first, in the order of names."""
        yield from sorted(
            (target for docname in sorted(self.operations) for target in self.operations[docname]),
            key=lambda target: target.in_prose,
        )

    def schema_targets(self) -> Iterator[SchemaTarget]:
        """Yield every schema, those with pages of their own first, in the order of names."""
        yield from sorted(
            (target for docname in sorted(self.schemas) for target in self.schemas[docname]),
            key=lambda target: target.in_prose,
        )

    def note_in_prose(self, start: LayoutStartNode, docname: str) -> None:
        """Note what a directive shows on a page about something else."""
        self._indices.clear()
        if start.get("operation"):
            target = _make_operation_target(start, docname, in_prose=True)
            self.operations.setdefault(docname, []).append(target)
        elif start.get("schema"):
            self.schemas.setdefault(docname, []).append(
                _make_schema_target(start, docname, in_prose=True)
            )

    def _index(
        self, kind: str, targets: Callable[[], Iterable[_T]], name: Callable[[_T], str]
    ) -> dict[str, list[_T]]:
        """Return targets by name; made once, until a document is read."""
        index: dict[str, list[_T]] | None = self._indices.get(kind)
        if index is None:
            index = self._indices[kind] = {}
            for target in targets():
                index.setdefault(name(target), []).append(target)
        return index

    def find(self, text: str, fromdocname: str) -> OperationTarget | None:
        """Return the operation that *text* names, the nearest to *fromdocname* if several do.

        :param text: ``get /pets``, the method in any case, one slash at the end
            ignored; or an operation id.
        """
        named = self._index(
            "operations", self.targets, lambda target: _fold_operation_name(target.name)
        )
        by_id = self._index("ids", self.targets, lambda target: target.operation_id)
        method, _, path = text.strip().partition(" ")
        wanted = _fold_operation_name(f"{method} {path.strip()}")
        found = [*named.get(wanted, ()), *by_id.get(text.strip(), ())]
        return max(found, key=lambda t: _measure_nearness(t, fromdocname), default=None)

    def find_schema(self, name: str, fromdocname: str) -> SchemaTarget | None:
        """Return the schema *name*, the nearest to *fromdocname* if several have it."""
        named = self._index("schemas", self.schema_targets, lambda target: target.name)
        wanted = named.get(name.strip(), ())
        return max(wanted, key=lambda t: _measure_nearness(t, fromdocname), default=None)

    def clear_doc(self, docname: str) -> None:
        """Forget what a document shows."""
        self._indices.clear()
        self.operations.pop(docname, None)
        self.schemas.pop(docname, None)

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process read."""
        self._indices.clear()
        for docname in docnames:
            for key in ("operations", "schemas"):
                if docname in otherdata[key]:
                    self.data[key][docname] = otherdata[key][docname]

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Note the operations and the schema that a document shows."""
        self._indices.clear()
        matter = env.metadata.get(docname, {})
        if not {"openapi", "docsnav-digest"} & matter.keys():
            return
        starts = list(document.findall(LayoutStartNode))
        hidden = page_facts(dict(matter)).hidden
        found = [
            _make_operation_target(node, docname, hidden=hidden)
            for node in starts
            if node.get("operation")
        ]
        if found:
            self.operations[docname] = found
        schemas = [_make_schema_target(node, docname) for node in starts if node.get("schema")]
        if schemas:
            self.schemas[docname] = schemas

    def resolve_xref(  # type: ignore[override]  # words, not only links  # noqa: PLR0913, PLR0917 - Sphinx's signature
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.Element | None:
        """Return the link to the page of *target*, None if no page shows it.

        A reference that a specification makes (``docsnav_optional``) stays words
        then, also for projects that are nitpicky.
        """
        del env
        if typ == "schema":
            schema = self.find_schema(target, fromdocname)
            if schema is None:
                return None
            place = (fromdocname, schema.docname, schema.anchor)
            return make_refnode(builder, *place, contnode, schema.name)
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
        """Return the target of ``:any:``, unless a label has the same name."""
        if _make_label_name(target) in env.domains.standard_domain.anonlabels:
            return []
        args = (env, fromdocname, builder, "endpoint", target, node, contnode)
        found = self.resolve_xref(*args)
        return [("docsnav:endpoint", found)] if isinstance(found, nodes.reference) else []

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield everything for ``objects.inv``; search finds the pages themselves."""
        seen = set()
        for target in self.targets():
            for name in (target.name, target.operation_id):
                if name and name not in seen and not target.hidden:
                    seen.add(name)
                    place = (target.docname, target.anchor, NOT_SEARCHED)
                    yield name, target.heading, "operation", *place
        for schema in self.schema_targets():
            if schema.name not in seen:
                seen.add(schema.name)
                place = (schema.docname, schema.anchor, NOT_SEARCHED)
                yield schema.name, schema.name, "schema", *place


def note_labels(_app: Sphinx, env: BuildEnvironment) -> None:
    """Make every operation and schema, and the index of operations, a label (``env-updated``).

    ``:ref:`` finds labels over intersphinx from projects without this extension.
    A label that an author has set stays the author's.
    """
    domain, std = get_domain(env), env.domains.standard_domain
    for label in domain.data["labels"]:
        std.labels.pop(label, None)
        std.anonlabels.pop(label, None)
    made = domain.data["labels"] = []
    targets = [
        (_make_label_name(name), title, docname, anchor)
        for name, title, _, docname, anchor, _ in domain.get_objects()
    ]
    if EndpointIndex(domain).rows():
        index = f"{domain.name}-{EndpointIndex.name}"
        targets.append((index, EndpointIndex.localname, index, ""))
    for label, title, docname, anchor in targets:
        if label not in std.anonlabels:
            std.labels[label] = (docname, anchor, title)
            std.anonlabels[label] = (docname, anchor)
            made.append(label)


def _make_label_name(name: str) -> str:
    return " ".join(name.lower().split())


def _make_operation_target(
    node: nodes.Element, docname: str, *, hidden: bool = False, in_prose: bool = False
) -> OperationTarget:
    return OperationTarget(
        node["operation"],
        node["operation_id"],
        node["title"],
        node["tag"],
        node["specification"],
        docname,
        node["ids"][0],
        node["ids"][-1],
        hidden,
        in_prose,
    )


def _make_schema_target(
    node: nodes.Element, docname: str, *, in_prose: bool = False
) -> SchemaTarget:
    return SchemaTarget(node["schema"], node["specification"], docname, node["ids"][0], in_prose)


def _measure_nearness(
    target: OperationTarget | SchemaTarget, docname: str
) -> tuple[bool, bool, int]:
    """Return how near a target is to a document: on it, on a page of its own, by folders."""
    return (
        target.docname == docname,
        not target.in_prose,
        _count_shared_folders(target.docname, docname),
    )


def _fold_operation_name(name: str) -> str:
    method, _, path = name.partition(" ")
    return f"{method.lower()} {path.rstrip('/')}"


def _count_shared_folders(first: str, second: str) -> int:
    """Return how many folders two documents have in common."""
    folders = zip(first.split("/")[:-1], second.split("/")[:-1], strict=False)
    return next((n for n, (a, b) in enumerate(folders) if a != b), first.count("/"))


def get_domain(env: BuildEnvironment) -> DocsNavDomain:
    """Return the domain of a build."""
    domain = env.domains["docsnav"]
    if not isinstance(domain, DocsNavDomain):
        msg = "another extension has a domain named 'docsnav'"
        raise TypeError(msg)
    return domain


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
            found = get_domain(self.env).find(f"{typ} {path}", self.env.docname)
            if found is not None:
                builder = app_of(self.env).builder
                place = (self.env.docname, found.docname)
                children: list[nodes.Node] = list(node.children)
                if find_address(builder, *place) is not None:
                    children = [make_refnode(builder, *place, found.anchor, children)]
                node.replace_self(children)


class LinkSchemas(SphinxPostTransform):
    """Give the names of schemas the addresses of their pages.

    They are no references of Sphinx's: a page may have hundreds.
    """

    default_priority = 7  # before components become docutils' own nodes

    def run(self, **_kwargs: Any) -> None:  # noqa: ANN401 - Sphinx's signature
        """Set ``uri`` from ``docname``; a page that the output lacks is not linked."""
        builder = app_of(self.env).builder
        known: dict[str, str] = {}
        found = (self.document.findall(kind) for kind in (FieldHeadNode, SchemaLinkNode))
        for node in chain.from_iterable(found):
            docname = node.get("docname", "")
            if docname and docname not in known:
                known[docname] = ""
                if docname in self.env.all_docs or (docname == INDEX_PAGE and self._has_index()):
                    known[docname] = find_address(builder, self.env.docname, docname) or ""
            node["uri"] = known.get(docname, "")

    def _has_index(self) -> bool:
        """Return whether the builder writes the index of all endpoints."""
        builder = app_of(self.env).builder
        wanted = self.config.html_domain_indices
        listed = INDEX_PAGE in wanted if isinstance(wanted, (list, tuple)) else bool(wanted)
        return listed and builder.format == "html" and builder.name not in SINGLE
