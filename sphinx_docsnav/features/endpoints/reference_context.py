"""What pages pass to the renderers of an API: options, descriptions and links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.metadata import entry_points

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util.docutils import LoggingReporter, new_document

from sphinx_docsnav.core.state import SiteState
from sphinx_docsnav.endpoints.markup_parts import LayoutStartNode
from sphinx_docsnav.endpoints.page_writer import OperationContext, leads_into_site
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.navigation.reference_pages import ApiReference
from sphinx_docsnav.openapi import Operation, SampleSettings
from sphinx_docsnav.openapi.content.sample_requests import DEFAULT_LANGUAGES
from sphinx_docsnav.rendering.descriptions import DescriptionRenderer
from sphinx_docsnav.rendering.links import make_link
from sphinx_docsnav.rendering.page_state import PageState

DISPLAYS = ("interactive", "simple", "none", "auth")
"""The values of ``api.playground.display``, and of ``playground`` in front matter."""

RESTRUCTUREDTEXT = "restructuredtext"
"""The value of the option ``descriptions`` for reStructuredText."""

ENTRY_POINT_GROUP = "sphinx_docsnav.openapi_renderers"
"""The group of entry points of renderers."""

DEFAULT_RENDERER = "docsnav"
"""The name of our renderer."""

EndpointRenderer = Callable[["Operation", "OperationContext"], list[nodes.Node]]
"""Takes an operation and what its page offers; returns blocks, sections last."""


def parse_rst(document: nodes.document, text: str, source: str) -> list[nodes.Node]:
    """Return the nodes of *text*, which may use the roles and directives of the project.

    Directives that read files or contain raw output are disabled.

    :param source: the name of the specification, for messages and translators.
    """
    settings = get_default_settings(Parser)
    vars(settings).update(vars(document.settings))
    # A specification may come from a stranger.
    settings.file_insertion_enabled = settings.raw_enabled = False
    inner = new_document(source, settings)
    inner.reporter = LoggingReporter.from_reporter(inner.reporter)
    Parser().parse(text, inner)
    return [node for child in inner.children for node in flatten_sections(child)]


def flatten_sections(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield *node*, or the content of a section with its title as a rubric."""
    if not isinstance(node, nodes.section):
        yield node
        return
    for child in list(node.children):
        if isinstance(child, nodes.title):
            text = child.rawsource or child.astext()
            yield nodes.rubric(text, "", *child.children, ids=node["ids"], classes=node["classes"])
        else:
            yield from flatten_sections(child)


class SpecificationTexts:
    """Renders descriptions and links on one page.

    Mistakes are reported at their position in the specification.
    """

    def __init__(
        self, state: SiteState, writing: PageState, folders: tuple[str, ...], *, is_rst: bool
    ) -> None:
        """Render nothing yet.

        :param writing: the state of the page.
        :param folders: folders to which relative links may refer, the preferred one first.
        :param is_rst: whether descriptions are reStructuredText.
        """
        self._state = state
        self._writing = writing
        self._folders = folders
        self._is_rst = is_rst
        self._renderers: dict[str, DescriptionRenderer] = {}

    def describe(self, text: str, source: str) -> list[nodes.Node]:
        """Return the blocks of a description in the specification *source*."""
        if not self._is_rst:
            return self._get_renderer(source).describe(text)
        holder = nodes.container("", *parse_rst(self._writing.document, text, source))
        # Links to pages of the site are resolved like those in Markdown.
        for link in list(holder.findall(nodes.reference)):
            if leads_into_site(link.get("refuri", "")):
                link.replace_self(self.link(link["refuri"], link.children, source))
        return holder.children

    def link(self, url: str, label: Iterable[nodes.Node], source: str) -> list[nodes.Node]:
        """Return *label* as a link to a page of the site."""
        return make_link(self._get_renderer(source), url, list(label), line=1)

    def _get_renderer(self, source: str) -> DescriptionRenderer:
        """Return the renderer for a specification."""
        if source not in self._renderers:

            def report_text(kind: FaultKind, message: str, hint: str, text: str) -> None:
                specs = self._state.specs
                specs.report_first(kind, source, lambda d: d.keys_of_text(text), message, hint)

            self._renderers[source] = DescriptionRenderer(
                self._writing, source, self._folders, report_text
            )
        return self._renderers[source]


def make_reference_context(  # noqa: PLR0913 -- what pages differ in, passed by name
    state: SiteState,
    reference: ApiReference | None,
    writing: PageState,
    folders: tuple[str, ...],
    *,
    language: str,
    has_description: bool,
) -> OperationContext:
    """Return the context of a page about an API.

    :param writing: the state of the page.
    :param folders: folders to which relative links may refer, the preferred one first.
    :param has_description: whether the page shows the description of the operation elsewhere.
    """
    api = state.docs.api
    introduction = reference.introduction if reference else None
    document = writing.document
    env = document.settings.env
    config = env.config
    page_value = env.metadata[writing.host.docname].get("playground")
    # Front matter takes precedence over docs.json.
    display = page_value if page_value in DISPLAYS else api.playground.display
    is_rst = config.docsnav_openapi_options["descriptions"] == RESTRUCTUREDTEXT
    texts = SpecificationTexts(state, writing, folders, is_rst=is_rst)
    return OperationContext(
        document,
        writing.serial,
        lambda message, located: state.specs.report_problem(
            located.document, located.keys, message
        ),
        samples=SampleSettings(
            tuple(api.examples.languages or ()) or DEFAULT_LANGUAGES,
            generated=api.examples.autogenerate is not False,
            defaults=api.examples.defaults or "",
            prefill=api.examples.prefill is not False,
        ),
        expanded=api.params.expanded == "all",
        language=language,
        has_description=has_description,
        schema_pages=reference.docnames if reference else {},
        introduction=(introduction.docname, introduction.title) if introduction else ("", ""),
        is_only_api=state.navigation.references.has_one,
        try_it=display == "interactive" if display else config.docsnav_openapi_options["try_it"],
        proxy="" if api.playground.proxy is False else config.docsnav_openapi_options["proxy"],
        describe=texts.describe,
        make_link=texts.link,
    )


def make_index_entries(start: nodes.Node) -> list[tuple[str, str, str, str, None]]:
    """Return the entries of the general index for what a page shows.

    An operation is listed by its ``operationId``, because the index of endpoints has methods and
    paths. The last id of the node is the target.
    """
    if not isinstance(start, LayoutStartNode) or not start["ids"]:
        return []
    operation = start.get("operation_id") or start.get("operation")
    names = [operation, start.get("schema")]
    anchor = start["ids"][-1]
    # A semicolon would separate the parts of an entry.
    return [("single", name.replace(";", " "), anchor, "", None) for name in names if name]


def get_renderer(app: Sphinx) -> EndpointRenderer:
    """Return the renderer that the option ``renderer`` of ``docsnav_openapi_options`` names.

    :raises ConfigError: no installed package has a renderer of that name.
    """
    return _find_renderer(app.config.docsnav_openapi_options["renderer"])


@cache
def _find_renderer(name: str) -> EndpointRenderer:
    """Return the renderer called *name*."""
    # Imported here, as projects may use another renderer only.
    if name == DEFAULT_RENDERER:
        from sphinx_docsnav.endpoints.operation_page import make_operation_nodes

        return make_operation_nodes
    entries = entry_points(group=ENTRY_POINT_GROUP)
    for entry in entries:
        if entry.name == name:
            renderer: EndpointRenderer = entry.load()
            return renderer
    names = ", ".join(sorted({DEFAULT_RENDERER, *entries.names}))
    msg = f"docsnav_openapi_options['renderer']: expected one of {names}, found {name!r}"
    raise ConfigError(msg)
