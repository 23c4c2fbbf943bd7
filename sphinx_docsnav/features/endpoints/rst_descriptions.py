"""Descriptions in specifications that are reStructuredText (``docsnav_openapi_descriptions``)."""

from __future__ import annotations

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from sphinx.util.docutils import LoggingReporter, new_document

from sphinx_docsnav.features.endpoints.unsectioned import without_sections


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
