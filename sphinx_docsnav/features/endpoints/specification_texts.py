"""The descriptions and links of a specification as nodes of the page that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from sphinx.util.docutils import LoggingReporter, new_document

from sphinx_docsnav.endpoints.page_writer import leads_into_site
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.rendering.descriptions import DescriptionRenderer

if TYPE_CHECKING:
    from sphinx_docsnav.core.state import SiteState
    from sphinx_docsnav.rendering.page_state import Writing


def rst_nodes(document: nodes.document, text: str, source: str) -> list[nodes.Node]:
    """Return the nodes of *text*, with the roles and directives that *document* may use.

    Directives that read files or pass HTML through do not work there.

    :param source: the name of the specification, for messages and translators.
    """
    settings = get_default_settings(Parser)
    vars(settings).update(vars(document.settings))
    settings.file_insertion_enabled = settings.raw_enabled = False
    inner = new_document(source, settings)
    inner.reporter = LoggingReporter.from_reporter(inner.reporter)
    Parser().parse(text, inner)
    return [node for child in inner.children for node in without_sections(child)]


def without_sections(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield *node*; of a section, its title as a rubric with its ids, then its content."""
    if not isinstance(node, nodes.section):
        yield node
        return
    for child in list(node.children):
        if isinstance(child, nodes.title):
            text = child.rawsource or child.astext()
            yield nodes.rubric(text, "", *child.children, ids=node["ids"], classes=node["classes"])
        else:
            yield from without_sections(child)


class SpecificationTexts:
    """Writes the descriptions and links on one page.

    Mistakes are reported at their position in the specification.
    """

    def __init__(
        self, state: SiteState, writing: Writing, folders: tuple[str, ...], *, is_rst: bool
    ) -> None:
        """Nothing is written yet.

        :param writing: the page.
        :param folders: where relative links of the page start, best first.
        :param is_rst: descriptions are reStructuredText, not Markdown.
        """
        self._state = state
        self._writing = writing
        self._folders = folders
        self._is_rst = is_rst
        self._renderers: dict[str, DescriptionRenderer] = {}

    def describe(self, text: str, source: str) -> list[nodes.Node]:
        """Return the block nodes of a description in the specification *source*."""
        if not self._is_rst:
            return self._renderer(source).describe(text)
        holder = nodes.container("", *rst_nodes(self._writing.document, text, source))
        for link in list(holder.findall(nodes.reference)):
            if leads_into_site(link.get("refuri", "")):
                link.replace_self(self.link(link["refuri"], link.children, source))
        return holder.children

    def link(self, url: str, words: Iterable[nodes.Node], source: str) -> list[nodes.Node]:
        """Return *words* as a link to a page of the site."""
        return self._renderer(source).link(url, words, line=1)

    def _renderer(self, source: str) -> DescriptionRenderer:
        if source not in self._renderers:

            def complain(kind: FaultKind, message: str, hint: str, written: str) -> None:
                self._state.specs.report_text(kind, source, written, message, hint)

            self._renderers[source] = DescriptionRenderer(
                self._writing, source, self._folders, complain
            )
        return self._renderers[source]
