"""The domain ``docsnav``: operations and schemas as targets, roles, an index, ``objects.inv``."""

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

from sphinx_docsnav.core.builder_kinds import has_page_files
from sphinx_docsnav.core.page_addresses import find_address
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
from sphinx_docsnav.navigation.page_facts import extract_page_facts

_T = TypeVar("_T")

NOT_SEARCHED = -1
"""The priority of objects that the search skips, because it finds their pages."""

HTTP_DOMAIN = "http"
"""The domain of sphinxcontrib-httpdomain, whose references also find our operations."""


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
        """Do not add a label for the index, as Sphinx does: the site may have no endpoints."""

    @property
    def operations(self) -> dict[str, list[OperationTarget]]:
        """The operations on each page."""
        operations_by_docname: dict[str, list[OperationTarget]] = self.data["operations"]
        return operations_by_docname

    @property
    def schemas(self) -> dict[str, list[SchemaTarget]]:
        """The schemas on each page."""
        schemas_by_docname: dict[str, list[SchemaTarget]] = self.data["schemas"]
        return schemas_by_docname

    def targets(self) -> Iterator[OperationTarget]:
        """Yield all operations by docname, those with a page of their own first."""
        yield from sorted(
            (target for docname in sorted(self.operations) for target in self.operations[docname]),
            key=lambda target: target.in_prose,
        )

    def schema_targets(self) -> Iterator[SchemaTarget]:
        """Yield all schemas by docname, those with a page of their own first."""
        yield from sorted(
            (target for docname in sorted(self.schemas) for target in self.schemas[docname]),
            key=lambda target: target.in_prose,
        )

    def note_in_prose(self, start: LayoutStartNode, docname: str) -> None:
        """Add what a directive shows on a page about something else."""
        self._indices.clear()
        if start.get("operation"):
            target = _make_operation_target(start, docname, in_prose=True)
            self.operations.setdefault(docname, []).append(target)
        elif start.get("schema"):
            self.schemas.setdefault(docname, []).append(
                _make_schema_target(start, docname, in_prose=True)
            )

    def _index_targets(
        self, kind: str, targets: Callable[[], Iterable[_T]], name: Callable[[_T], str]
    ) -> dict[str, list[_T]]:
        """Return targets by name, computed once until another document is read."""
        index: dict[str, list[_T]] | None = self._indices.get(kind)
        if index is None:
            index = self._indices[kind] = {}
            for target in targets():
                index.setdefault(name(target), []).append(target)
        return index

    def find(self, text: str, fromdocname: str) -> OperationTarget | None:
        """Return the operation that *text* names; of several, the nearest one to *fromdocname*.

        :param text: ``get /pets``, the method in any case, a slash at the end ignored; or an
            operation id.
        """
        by_name = self._index_targets(
            "operations", self.targets, lambda target: _fold_operation_name(target.name)
        )
        by_id = self._index_targets("ids", self.targets, lambda target: target.operation_id)
        method, _, path = text.strip().partition(" ")
        folded_name = _fold_operation_name(f"{method} {path.strip()}")
        candidates = [*by_name.get(folded_name, ()), *by_id.get(text.strip(), ())]
        # An operation and an id may have the same name, and several APIs the same paths.
        return max(candidates, key=lambda t: _measure_nearness(t, fromdocname), default=None)

    def find_schema(self, name: str, fromdocname: str) -> SchemaTarget | None:
        """Return the schema *name*, the nearest one to *fromdocname* if there are several."""
        by_name = self._index_targets("schemas", self.schema_targets, lambda target: target.name)
        candidates = by_name.get(name.strip(), ())
        return max(candidates, key=lambda t: _measure_nearness(t, fromdocname), default=None)

    def clear_doc(self, docname: str) -> None:
        """Remove what a document shows."""
        self._indices.clear()
        self.operations.pop(docname, None)
        self.schemas.pop(docname, None)

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Add what a worker process has read."""
        self._indices.clear()
        for docname in docnames:
            for key in ("operations", "schemas"):
                if docname in otherdata[key]:
                    self.data[key][docname] = otherdata[key][docname]

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Add the operations and the schemas that a document shows."""
        self._indices.clear()
        matter = env.metadata.get(docname, {})
        # Most pages show no API; searching their nodes would take time.
        if not {"openapi", "docsnav-digest"} & matter.keys():
            return
        starts = list(document.findall(LayoutStartNode))
        hidden = extract_page_facts(dict(matter)).hidden
        operations = [
            _make_operation_target(node, docname, hidden=hidden)
            for node in starts
            if node.get("operation")
        ]
        if operations:
            self.operations[docname] = operations
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
        """Return the link to the page of *target*, ``None`` if no page shows it.

        References in a specification (``docsnav_optional``) then remain text, also in nitpicky
        projects.
        """
        del env
        # Schemas and operations are different names, so one never hides the other.
        if typ == "schema":
            schema = self.find_schema(target, fromdocname)
            if schema is None:
                return None
            addresses = (fromdocname, schema.docname, schema.anchor)
            return make_refnode(builder, *addresses, contnode, schema.name)
        operation = self.find(target, fromdocname)
        if operation is None:
            return contnode if node.get("docsnav_optional") else None
        return make_refnode(
            builder,
            fromdocname,
            operation.docname,
            operation.anchor,
            contnode,
            operation.title or operation.name,
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
        """Return the target of ``:any:`` unless a label has the same name."""
        if _make_label_name(target) in env.domains.standard_domain.anonlabels:
            return []
        args = (env, fromdocname, builder, "endpoint", target, node, contnode)
        link = self.resolve_xref(*args)
        return [("docsnav:endpoint", link)] if isinstance(link, nodes.reference) else []

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield all targets for ``objects.inv``."""
        yielded = set()
        for target in self.targets():
            # The id is a second name of the operation.
            for name in (target.name, target.operation_id):
                if name and name not in yielded and not target.hidden:
                    yielded.add(name)
                    location = (target.docname, target.anchor, NOT_SEARCHED)
                    yield name, target.heading, "operation", *location
        for schema in self.schema_targets():
            if schema.name not in yielded:
                yielded.add(schema.name)
                location = (schema.docname, schema.anchor, NOT_SEARCHED)
                yield schema.name, schema.name, "schema", *location


def note_labels(_app: Sphinx, env: BuildEnvironment) -> None:
    """Add a label for each operation, each schema and the index (``env-updated``).

    ``:ref:`` finds labels over intersphinx from projects without this extension. A label that an
    author has defined is not replaced.
    """
    domain, std = get_domain(env), env.domains.standard_domain
    # Labels of the last build may have no target any more.
    for label in domain.data["labels"]:
        std.labels.pop(label, None)
        std.anonlabels.pop(label, None)
    added_labels = domain.data["labels"] = []
    targets = [
        (_make_label_name(name), title, docname, anchor)
        for name, title, _, docname, anchor, _ in domain.get_objects()
    ]
    # Sphinx adds this label even if it writes no index.
    if EndpointIndex(domain).rows():
        index = f"{domain.name}-{EndpointIndex.name}"
        targets.append((index, EndpointIndex.localname, index, ""))
    for label, title, docname, anchor in targets:
        # Labels of authors take precedence.
        if label not in std.anonlabels:
            std.labels[label] = (docname, anchor, title)
            std.anonlabels[label] = (docname, anchor)
            added_labels.append(label)


def _make_label_name(name: str) -> str:
    """Return a name as Sphinx writes labels: in lower case, with single blanks."""
    return " ".join(name.lower().split())


def _make_operation_target(
    node: nodes.Element, docname: str, *, hidden: bool = False, in_prose: bool = False
) -> OperationTarget:
    """Return the target for an operation on a page."""
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
    """Return the target for a schema on a page."""
    return SchemaTarget(node["schema"], node["specification"], docname, node["ids"][0], in_prose)


def _measure_nearness(
    target: OperationTarget | SchemaTarget, docname: str
) -> tuple[bool, bool, int]:
    """Return a sort key: on the document, on a page of its own, number of shared folders."""
    return (
        target.docname == docname,
        not target.in_prose,
        _count_shared_folders(target.docname, docname),
    )


def _fold_operation_name(name: str) -> str:
    """Return the name of an operation for comparisons."""
    method, _, path = name.partition(" ")
    return f"{method.lower()} {path.rstrip('/')}"


def _count_shared_folders(first: str, second: str) -> int:
    """Return the number of folders that two documents share."""
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
    """The role ``:endpoint:``, which works without the prefix of its domain."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the reference of the domain's role."""
        self.name = "docsnav:endpoint"
        return super().run()


class ResolveHttp(SphinxPostTransform):
    """Resolves references of sphinxcontrib-httpdomain to operations that it does not know.

    It runs before references are resolved, because that domain warns of unknown ones.
    """

    default_priority = 7

    def run(self, **_kwargs: Any) -> None:  # noqa: ANN401 - Sphinx's signature
        """Replace references to operations on our pages."""
        # Nothing to do without sphinxcontrib-httpdomain.
        if HTTP_DOMAIN not in self.env.domains:
            return
        known_targets = self.env.domains[HTTP_DOMAIN].data
        for node in list(self.document.findall(pending_xref)):
            reference_type, path = node.get("reftype", ""), node.get("reftarget", "")
            if node.get("refdomain") != HTTP_DOMAIN or path in known_targets.get(
                reference_type, ()
            ):
                continue
            operation = get_domain(self.env).find(f"{reference_type} {path}", self.env.docname)
            if operation is not None:
                builder = app_of(self.env).builder
                docnames = (self.env.docname, operation.docname)
                # A page that the output lacks is not linked.
                children: list[nodes.Node] = list(node.children)
                if find_address(builder, *docnames) is not None:
                    children = [make_refnode(builder, *docnames, operation.anchor, children)]
                node.replace_self(children)


class LinkSchemas(SphinxPostTransform):
    """Sets the URLs of links to schemas.

    They are no Sphinx references: a page may have hundreds of them, which would take long to
    resolve.
    """

    default_priority = 7  # before components become docutils' own nodes

    def run(self, **_kwargs: Any) -> None:  # noqa: ANN401 - Sphinx's signature
        """Set ``uri`` from ``docname``; pages that the output lacks are not linked."""
        builder = app_of(self.env).builder
        uris: dict[str, str] = {}
        link_nodes = (self.document.findall(kind) for kind in (FieldHeadNode, SchemaLinkNode))
        for node in chain.from_iterable(link_nodes):
            docname = node.get("docname", "")
            # Many links of a page lead to the same schemas.
            if docname and docname not in uris:
                uris[docname] = ""
                if docname in self.env.all_docs or (docname == INDEX_PAGE and self._has_index()):
                    uris[docname] = find_address(builder, self.env.docname, docname) or ""
            node["uri"] = uris.get(docname, "")

    def _has_index(self) -> bool:
        """Return whether the output has the index of endpoints."""
        enabled_indices = self.config.html_domain_indices
        is_enabled = (
            INDEX_PAGE in enabled_indices
            if isinstance(enabled_indices, (list, tuple))
            else bool(enabled_indices)
        )
        return is_enabled and has_page_files(app_of(self.env).builder)
