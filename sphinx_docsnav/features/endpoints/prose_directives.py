"""Directives that show one operation or one schema on a page of prose.

Sphinx imports this module in every build, so modules that write endpoint pages are imported when a
directive is read.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sphinx_docsnav.core.state import app_of, find_state
from sphinx_docsnav.endpoints.markup_parts import LayoutEndNode, LayoutStartNode
from sphinx_docsnav.openapi import parse_reference

if TYPE_CHECKING:
    from sphinx_docsnav.core.state import SiteState
    from sphinx_docsnav.endpoints.page_writer import OperationContext
    from sphinx_docsnav.navigation.reference_pages import ApiReference
    from sphinx_docsnav.openapi import Operation

logger = logging.getLogger(__name__)
_WRITING = "docsnav_prose"
"""The key under which Sphinx stores the state of a page that its directives share."""


class _ReferenceDirective(SphinxDirective):
    """A directive for a part of an API."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "api": directives.unchanged_required,
        "no-description": directives.flag,
        "no-index": directives.flag,
        "no-samples": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the part; nothing, after a warning, if no specification has it."""
        from sphinx_docsnav.features.endpoints.reference_context import make_index_entries

        state = find_state(self.env)
        part_nodes = self.make_nodes(state) if state is not None else []
        if state is None or not part_nodes:
            self.warn_missing()
            return []
        # The part may have references to other files.
        for path in state.specs.paths:
            self.env.note_dependency(str(path))
        start, end = part_nodes[0], part_nodes[-1]
        # The last node contains the samples.
        if isinstance(end, LayoutEndNode) and "no-samples" in self.options:
            end.children = []
        if isinstance(start, LayoutStartNode) and "no-index" not in self.options:
            domain: Any = self.env.domains["docsnav"]  # `DocsNavDomain`, which imports this module
            domain.note_in_prose(start, self.env.docname)
            part_nodes.insert(0, addnodes.index(entries=make_index_entries(start)))
        for node in part_nodes:
            self.set_source_info(node)
        from sphinx_docsnav.rendering.page_state import PageState, contain

        writing: PageState | None = self.env.temp_data.get(_WRITING)
        # Markup of an author in a description must not leave the directive.
        if writing is not None and writing.has_author_markup:
            contain(part_nodes)
        # Projects without an API load this module, too: what renders one is imported when needed.
        from sphinx_docsnav.features.endpoints.reference_context import flatten_sections

        return [node for child in part_nodes for node in flatten_sections(child)]

    def make_nodes(self, state: SiteState) -> list[nodes.Node]:
        """Return what the page shows; nothing if no specification has it."""
        raise NotImplementedError

    def warn_missing(self) -> None:
        """Warn that no specification has the part."""
        api = self.options.get("api", "")
        where = f"the API of {api!r}" if api else "no API of the project"
        verb = "does not have" if api else "has"
        logger.warning(
            "%s %s the %s %r",
            where,
            verb,
            self.name.rpartition(":")[2],
            self.arguments[0],
            location=self.get_location(),
            type="docsnav",
            subtype="endpoint_missing",
        )

    def list_references(self, state: SiteState) -> Iterator[ApiReference]:
        """Yield the APIs to search: that of the option ``:api:``, or all."""
        requested_api = self.options.get("api", "")
        for reference in state.navigation.references.all:
            names = (reference.introduction.docname, reference.specification.name)
            if not requested_api or requested_api in names:
                yield reference

    def make_context(self, state: SiteState, reference: ApiReference) -> OperationContext:
        """Return what the page passes to the renderer."""
        from sphinx_docsnav.core.reading.page_reading import SphinxHost
        from sphinx_docsnav.features.endpoints.reference_context import make_reference_context
        from sphinx_docsnav.mdx import MdxOptions
        from sphinx_docsnav.rendering.page_state import PageState

        shared_writing: PageState | None = self.env.temp_data.get(_WRITING)
        writing = shared_writing or PageState(
            SphinxHost(self.env, self.env.docname, MdxOptions()), self.state.document
        )
        # Several directives on a page share its ids and limits.
        self.env.temp_data[_WRITING] = writing
        return make_reference_context(
            state,
            reference,
            writing,
            (posixpath.dirname(self.env.docname),),
            language=str(self.config.language),
            has_description="no-description" in self.options,
        )


class OperationDirective(_ReferenceDirective):
    """``.. docsnav:operation:: GET /pets``, or an operation's id."""

    def make_nodes(self, state: SiteState) -> list[nodes.Node]:
        """Return the nodes of the operation."""
        from sphinx_docsnav.features.endpoints.reference_context import get_renderer

        for reference in self.list_references(state):
            operation = self._find_operation(reference)
            if operation is not None:
                context = self.make_context(state, reference)
                return get_renderer(app_of(self.env))(operation, context)
        return []

    def _find_operation(self, reference: ApiReference) -> Operation | None:
        """Return the operation in an API, ``None`` if there is none."""
        text = " ".join(self.arguments[0].split())
        reference_to_operation = parse_reference(text)
        if reference_to_operation is not None:
            return reference.specification.find(reference_to_operation)
        operations = reference.specification.operations
        return next((operation for operation in operations if operation.operation_id == text), None)


class SchemaDirective(_ReferenceDirective):
    """``.. docsnav:schema:: Pet``."""

    def make_nodes(self, state: SiteState) -> list[nodes.Node]:
        """Return the nodes of the schema."""
        from sphinx_docsnav.endpoints.inline_parts import to_kebab_case
        from sphinx_docsnav.endpoints.introduction_page import make_schema_nodes

        name = self.arguments[0].strip()
        for reference in self.list_references(state):
            schema, page = state.navigation.references.find_schema(reference, name)
            if schema is not None:
                return make_schema_nodes(
                    schema,
                    self.make_context(state, reference),
                    page or self.env.docname,
                    anchor=f"schema-{to_kebab_case(name)}",
                    in_prose=True,
                )
        return []
