"""The domain ``docsnav``: operations and schemas as targets, roles, an index, ``objects.inv``.

In HTML, the index of a large API has several pages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from html import escape
from itertools import chain, groupby, takewhile
from typing import Any, ClassVar, TypeVar

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from sphinx_docsnav.core.builders import find_address, has_page_files
from sphinx_docsnav.core.site.output_ledger import ledger_of, page_file
from sphinx_docsnav.core.state import app_of, find_state
from sphinx_docsnav.endpoints.markup_parts import (
    INDEX_PAGE,
    FieldHeadNode,
    LayoutStartNode,
    SchemaLinkNode,
)
from sphinx_docsnav.features.endpoints.prose_directives import (
    OperationDirective,
    SchemaDirective,
)
from sphinx_docsnav.navigation.page_facts import extract_page_facts
from sphinx_docsnav.openapi.specification import UNTAGGED

INDEX_OWNER = "endpoint index"
"""The owner of the pages of the index in the ledger of outputs."""

PAGE_ENTRIES = 250
"""Number of operations on one page of the index, about 80 kB."""

Rows = list[tuple[str, "OperationTarget"]]
"""Operations with their headings."""

_T = TypeVar("_T")

NOT_SEARCHED = -1
"""The priority of objects that the search skips, because it finds their pages."""

HTTP_DOMAIN = "http"
"""The domain of sphinxcontrib-httpdomain, whose references also find our operations."""


@dataclass(frozen=True, slots=True)
class OperationTarget:
    """An operation on a page."""

    name: str
    """``GET /pets`` or ``webhook newPet``."""
    operation_id: str
    """The ``operationId``, a second name; may be empty."""
    title: str
    """The summary; may be empty."""
    tag: str
    """The first tag; may be empty."""
    specification: str
    """The path or the URL of the specification."""
    docname: str
    """The docname of the page."""
    anchor: str
    """The id on the page."""
    hidden: bool = False
    """Whether the page is hidden, so that only links lead to it."""
    in_prose: bool = False
    """Whether a directive shows it on a page about something else."""

    @property
    def heading(self) -> str:
        """The title in search results: ``GET /pets: List pets``."""
        return f"{self.name}: {self.title}" if self.title else self.name


@dataclass(frozen=True, slots=True)
class SchemaTarget:
    """A schema on a page."""

    name: str
    """The component's name."""
    specification: str
    """The path or the URL of the specification."""
    docname: str
    """The docname of the page."""
    anchor: str
    """The id on the page."""
    in_prose: bool = False
    """Whether a directive shows it on a page about something else."""


class EndpointIndex(Index):
    """All operations by tag, then by path and method."""

    name = "endpoints"
    localname = "Endpoints"
    shortname = "endpoints"
    part = 0
    """The number of this page of the index, from 0."""
    parts = 1
    """The number of pages of the index."""

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the operations on this page, and links to the other pages."""
        rows = self.rows(None if docnames is None else set(docnames))
        # Each page shows a slice of the same rows.
        if self.parts > 1:
            start = self.part * PAGE_ENTRIES
            rows = rows[start : start + PAGE_ENTRIES]
        is_html = app_of(self.domain.env).builder.format == "html"
        write_heading = _escape_heading if is_html else str
        content = []
        for heading, group in groupby(rows, key=lambda row: row[0]):
            targets = [target for _, target in group]
            first = self._find_tag_page(targets[0])
            entries = (IndexEntry(t.name, 0, t.docname, t.anchor, "", "", t.title) for t in targets)
            # The heading links to the page about the tag.
            tag_entries = [_make_page_entry(heading, first)] if first else []
            content.append((write_heading(heading), [*tag_entries, *entries]))
        others = [number for number in range(self.parts) if number != self.part]
        if others:
            links = [_make_page_entry(_title_part(n), _name_part_document(n)) for n in others]
            content.append((write_heading("More endpoints"), links))
        return content, False

    def _find_tag_page(self, target: OperationTarget) -> str:
        """Return the docname of the page about an operation's tag, or ``""``."""
        state = find_state(self.domain.env)
        for reference in state.navigation.references.all if state else ():
            if reference.specification.name == target.specification:
                for page in reference.tags:
                    if target.tag == page.label:
                        return page.docname
        return ""

    def rows(self, docnames: set[str] | None = None) -> Rows:
        """Return all operations in the order of the index."""
        groups: dict[str, list[OperationTarget]] = defaultdict(list)
        for target in get_domain(self.domain.env).targets():
            # Hidden pages and parts of prose are not listed.
            is_listed = not (target.hidden or target.in_prose)
            if is_listed and (docnames is None or target.docname in docnames):
                groups[_make_heading(target.tag)].append(target)
        return [
            (heading, target)
            for heading in sorted(groups, key=str.casefold)
            for target in sorted(groups[heading], key=_get_sort_key)
        ]


def split_index(app: Sphinx, env: BuildEnvironment) -> None:
    """Divide a long index into pages, and name their files in the ledger (``env-updated``)."""
    builder = app.builder
    # Other formats have the whole index in one place.
    if not has_page_files(builder):
        return
    domain = get_domain(env)
    entries = len(EndpointIndex(domain).rows())
    parts = max(1, -(-entries // PAGE_ENTRIES))
    # The pages of the last build may be more or fewer.
    others = [index for index in domain.indices if not issubclass(index, EndpointIndex)]
    pages = [_make_part(number, parts) for number in range(parts)]
    domain.indices[:] = [*others, *pages]
    # Sphinx writes no index without entries.
    number = parts if entries else 0
    names = map(_name_part_document, range(number))
    ledger_of(app).claim(INDEX_OWNER, (page_file(builder, name) for name in names))


def remove_stale_parts(app: Sphinx, exception: Exception | None) -> None:
    """Remove pages of the index that no longer exist (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(INDEX_OWNER)


def _escape_heading(heading: str) -> str:
    """Return a heading for Sphinx's template, which does not escape it.

    The template also makes an id and a URL from it, so it must not contain blanks.
    """
    return escape("\N{NO-BREAK SPACE}".join(heading.split()))


def _make_part(number: int, parts: int) -> type[EndpointIndex]:
    """Return the class for one page of the index."""
    if parts == 1:
        return EndpointIndex
    fields: dict[str, object] = {"part": number, "parts": parts}
    if number:
        fields |= {"name": _name_part(number), "localname": _title_part(number), "shortname": None}
    return type("EndpointIndexPart", (EndpointIndex,), fields)


def _name_part(number: int) -> str:
    """Return the name of a page of the index."""
    return f"endpoints-{number + 1}" if number else "endpoints"


def _name_part_document(number: int) -> str:
    """Return the docname of a page of the index."""
    return f"docsnav-{_name_part(number)}"


def _title_part(number: int) -> str:
    """Return the title of a page of the index."""
    return f"Endpoints, part {number + 1}"


def _make_page_entry(title: str, docname: str) -> IndexEntry:
    """Return an entry with a link to a page."""
    return IndexEntry(title, 0, docname, "", "", "", "")


def _make_heading(tag: str) -> str:
    """Return the heading for a tag, without characters that an id cannot have."""
    return re.sub(r"[<>\"\s]+", " ", tag).strip() or UNTAGGED


def _get_sort_key(target: OperationTarget) -> tuple[str, str]:
    """Return path and method of an operation."""
    method, _, path = target.name.partition(" ")
    return path, method


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
    data_version = 5

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

    def targets(self) -> list[OperationTarget]:
        """Return all operations by docname, those with a page of their own first."""
        targets = [target for _, targets in sorted(self.operations.items()) for target in targets]
        return sorted(targets, key=lambda target: target.in_prose)

    def schema_targets(self) -> list[SchemaTarget]:
        """Return all schemas by docname, those with a page of their own first."""
        targets = [target for _, targets in sorted(self.schemas.items()) for target in targets]
        return sorted(targets, key=lambda target: target.in_prose)

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
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], folders))


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
