"""What all pages of an API need: ids, texts, Markdown within limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from docutils import nodes

from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.field_list import FieldWriter
from sphinx_docsnav.endpoints.inline_parts import make_page_link
from sphinx_docsnav.endpoints.markup_parts import LayoutEndNode, LayoutStartNode, LayoutTextNode
from sphinx_docsnav.openapi import SampleSettings
from sphinx_docsnav.openapi.content.sample_requests import DEFAULT_SAMPLES
from sphinx_docsnav.openapi.content.value_reader import ReportProblem
from sphinx_docsnav.sitefiles.safe_urls import is_safe

MAX_MARKDOWN = 300_000
"""Number of characters of a page that are rendered as Markdown; the rest is shown unchanged."""
_LONGEST_ID = 100
"""Length of the longest id, in characters."""


Describe = Callable[[str, str], list[nodes.Node]]
"""Returns the blocks of a description in a specification of the given name."""


LinkMaker = Callable[[str, Iterable[nodes.Node], str], list[nodes.Node]]
"""Returns nodes as a link to a page of the site: from URL, nodes and name of the specification."""


@dataclass(frozen=True, slots=True)
class OperationContext:
    """What a page passes to the renderer of an operation."""

    document: nodes.document
    """The page, in which ids have to be unique."""
    serial: Callable[[], str]
    """Returns a name for an id that nothing else on the site has."""
    report_problem: ReportProblem
    """Receives each problem in the specification."""
    samples: SampleSettings = DEFAULT_SAMPLES
    """Options for request samples (``api.examples``)."""
    expanded: bool = False
    """Whether all schemas start open (``api.params.expanded: all``)."""
    language: str = "en"
    """The language of the page, as docs.json or Sphinx writes it."""
    has_description: bool = False
    """Whether the page shows the description of the operation elsewhere."""
    schema_pages: Mapping[int, str] = field(default_factory=dict)
    """Docnames of the pages of schemas, by the identity of their value."""
    introduction: tuple[str, str] = ("", "")
    """Docname and title of the page about the API."""
    is_only_api: bool = False
    """Whether the site has no other API, so that its name distinguishes nothing."""
    describe: Describe | None = None
    """Renders descriptions; ``None`` to show them unchanged."""
    make_link: LinkMaker | None = None
    """Makes links to pages of the site; ``None`` to use URLs unchanged."""
    try_it: bool = False
    """Whether the page has a form that sends the request (``docsnav_openapi_options.try_it``)."""
    id_prefix: str = ""
    """The prefix of the ids of the parts, where a page shows several operations."""
    proxy: str = ""
    """The URL before that of a request (``docsnav_openapi_options.proxy``)."""


class PageWriter:
    """Writes one page."""

    def __init__(self, context: OperationContext, source: str) -> None:
        """Write nothing yet.

        :param source: the name of the specification, for translators.
        """
        self.context = context
        self.texts = EndpointTexts(context.language)
        """The texts in the language of the page."""
        self.fields = FieldWriter(
            self.render_markdown,
            self.claim_id,
            self.make_link,
            open_all=context.expanded,
            texts=self.texts,
        )
        """Writes lists of fields."""
        self._source = source
        self._markdown_budget = MAX_MARKDOWN
        """Number of characters that may still be rendered."""

    def render_markdown(self, text: str) -> list[nodes.Node]:
        """Return a description as blocks; unchanged in one paragraph above the limit."""
        # Hostile specifications may have descriptions of many megabytes.
        self._markdown_budget -= len(text)
        if not text.strip():
            return []
        if self.context.describe is not None and self._markdown_budget > 0:
            return self.context.describe(text, self._source)
        paragraph = nodes.paragraph(text, text)
        paragraph.source, paragraph.line = self._source, 1
        return [paragraph]

    def make_link(self, url: str, label: list[nodes.Node]) -> list[nodes.Node]:
        """Return *label* as a link, or unchanged if the URL is unsafe."""
        # Links into the site are checked and follow moved pages.
        if self.context.make_link is not None and leads_into_site(url):
            return self.context.make_link(url, label, self._source)
        return [nodes.reference("", "", *label, refuri=url)] if is_safe(url) else label

    def claim_id(self, preferred_id: str) -> list[str]:
        """Return an id like *preferred_id* that nothing on the page has, in a list."""
        return claim_id(self.context.document, f"{self.context.id_prefix}{preferred_id}")

    def make_column(self, body: Iterable[nodes.Node]) -> list[nodes.Node]:
        """Return *body* as the only column of the page."""
        start = LayoutStartNode(words=self.texts.script_texts)
        return [start, LayoutTextNode(), *body, LayoutEndNode("", ids=[], title="")]

    def link_to_api(self) -> Iterator[nodes.Node]:
        """Yield a line with a link to the page about the API, if there is one."""
        docname, title = self.context.introduction
        if docname:
            link = make_page_link(title, docname)
            yield nodes.paragraph("", "", link, classes=["docsnav-endpoint-more"])

    def make_section(
        self, title: str, *body: nodes.Node, wanted_id: str = "", prefix: str = ""
    ) -> nodes.section:
        """Return a section; its id is *wanted_id*, else *prefix* and its English title."""
        translated_title = self.texts.translate(title)
        heading = nodes.title(translated_title, translated_title)
        return nodes.section("", heading, *body, ids=self.claim_id(wanted_id or f"{prefix}{title}"))


def leads_into_site(url: str) -> bool:
    """Return whether a URL starts at the root of the site."""
    return url.startswith("/") and not url.startswith(("//", "/\\"))


def claim_id(document: nodes.document, preferred_id: str) -> list[str]:
    """Return an id like *preferred_id* that nothing in *document* has, in a list.

    Sphinx writes ids into links unchanged, so an id has only letters, digits, dashes and dots.
    """
    stem = re.sub(r"[^\w.-]+", "-", preferred_id.lower()).strip("-")[:_LONGEST_ID] or "part"
    name, number = stem, 1
    # A counter makes repeated names unique.
    while name in document.ids:
        number += 1
        name = f"{stem}-{number}"
    # Reserve the id; its node does not exist yet.
    document.ids[name] = document
    return [name]
