"""Directives that show one operation or one schema on a page of prose.

What writes them is imported when a directive is read: Sphinx imports this module
in every build.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

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
"""Where Sphinx keeps, while a page is read, what its directives share."""


class _Targets(Protocol):
    def note_in_prose(self, start: LayoutStartNode, docname: str) -> None:
        """Note what a page of prose shows."""


class _ReferenceDirective(SphinxDirective):
    """Shows a part of an API."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "api": directives.unchanged_required,
        "no-description": directives.flag,
        "no-index": directives.flag,
        "no-samples": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the nodes; nothing, after a warning, for what no specification has."""
        from sphinx_docsnav.features.endpoints.reference_context import make_index_entries

        state = find_state(self.env)
        made = self.make_nodes(state) if state is not None else []
        if state is None or not made:
            self.warn_missing()
            return []
        for path in state.specs.paths:
            self.env.note_dependency(str(path))
        start, end = made[0], made[-1]
        if isinstance(end, LayoutEndNode) and "no-samples" in self.options:
            end.children = []
        if isinstance(start, LayoutStartNode) and "no-index" not in self.options:
            domain = cast("_Targets", self.env.domains["docsnav"])
            domain.note_in_prose(start, self.env.docname)
            made.insert(0, addnodes.index(entries=make_index_entries(start)))
        for node in made:
            self.set_source_info(node)
        from sphinx_docsnav.rendering.page_state import PageState, contain

        writing: PageState | None = self.env.temp_data.get(_WRITING)
        if writing is not None and writing.has_author_markup:
            contain(made)
        # Projects without an API load this module, too: what renders one is imported when needed.
        from sphinx_docsnav.features.endpoints.reference_context import flatten_sections

        return [node for child in made for node in flatten_sections(child)]

    def make_nodes(self, state: SiteState) -> list[nodes.Node]:
        """Return what the page shows; nothing if no specification has it."""
        raise NotImplementedError

    def warn_missing(self) -> None:
        """Warn that no specification has what the argument names."""
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
        """Yield the references to look in: that of the option ``:api:``, else every one."""
        wanted = self.options.get("api", "")
        for reference in state.navigation.references.all:
            names = (reference.introduction.docname, reference.specification.name)
            if not wanted or wanted in names:
                yield reference

    def make_context(self, state: SiteState, reference: ApiReference) -> OperationContext:
        """Return what the page gives to the part that it shows."""
        from sphinx_docsnav.core.reading.page_reading import SphinxHost
        from sphinx_docsnav.features.endpoints.reference_context import make_reference_context
        from sphinx_docsnav.mdx import MdxOptions
        from sphinx_docsnav.rendering.page_state import PageState

        known: PageState | None = self.env.temp_data.get(_WRITING)
        writing = known or PageState(
            SphinxHost(self.env, self.env.docname, MdxOptions()), self.state.document
        )
        self.env.temp_data[_WRITING] = writing
        return make_reference_context(
            state,
            reference,
            writing,
            (posixpath.dirname(self.env.docname),),
            writing.serial,
            language=str(self.config.language),
            described="no-description" in self.options,
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
        wanted = " ".join(self.arguments[0].split())
        named = parse_reference(wanted)
        if named is not None:
            return reference.specification.find(named)
        operations = reference.specification.operations
        return next((each for each in operations if each.operation_id == wanted), None)


class SchemaDirective(_ReferenceDirective):
    """``.. docsnav:schema:: Pet``."""

    def make_nodes(self, state: SiteState) -> list[nodes.Node]:
        """Return the nodes of the schema."""
        from sphinx_docsnav.endpoints.inline_parts import to_kebab_case
        from sphinx_docsnav.endpoints.schema_page import make_schema_nodes

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
