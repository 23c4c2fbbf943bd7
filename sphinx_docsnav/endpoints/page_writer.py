"""What every page of an API needs to be written: ids, texts, Markdown within limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from docutils import nodes

from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.field_list import FieldWriter
from sphinx_docsnav.openapi import SampleSettings
from sphinx_docsnav.openapi.content.sample_requests import DEFAULT_SAMPLES
from sphinx_docsnav.openapi.content.value_reader import ReportProblem
from sphinx_docsnav.sitefiles.safe_urls import is_safe

MAX_MARKDOWN = 300_000
"""How many characters of one page are read as Markdown; what follows is shown unchanged."""
_LONGEST_ID = 100


Describe = Callable[[str, str], list[nodes.Node]]
"""Returns the block nodes of a description, from its text and the name of the specification."""


LinkMaker = Callable[[str, Iterable[nodes.Node], str], list[nodes.Node]]
"""Returns words as a link to a page of the site, from its address, the words and the name of the
specification."""


@dataclass(frozen=True, slots=True)
class OperationContext:
    """What a page gives to the part of an API that it shows."""

    document: nodes.document
    """The page; ids are made unique in it."""
    serial: Callable[[], str]
    """Returns a name that nothing else on the site has, fit for an id."""
    report_problem: ReportProblem
    """Called for each problem in the specification, with a message and the value."""
    samples: SampleSettings = DEFAULT_SAMPLES
    """What the site wants of the request samples (``api.examples``)."""
    expanded: bool = False
    """Every schema starts open (``api.params.expanded: all``)."""
    language: str = "en"
    """The language of the page, as docs.json or Sphinx writes it."""
    has_description: bool = False
    """The page shows the operation's description already."""
    schema_pages: Mapping[int, str] = field(default_factory=dict)
    """Docnames of the pages of schemas, by the identity of a schema's value."""
    introduction: tuple[str, str] = ("", "")
    """Docname and title of the page about the whole API."""
    describe: Describe | None = None
    """Renders descriptions; without it they are shown unchanged."""
    make_link: LinkMaker | None = None
    """Makes links to pages of the site; without it, addresses are used unchanged."""
    try_it: bool = False
    """The page has a form that sends the request (``docsnav_openapi_options.try_it``)."""
    proxy: str = ""
    """What the addresses of these requests are put behind (``docsnav_openapi_options.proxy``)."""


class PageWriter:
    """Writes one page."""

    def __init__(self, context: OperationContext, source: str) -> None:
        """Nothing is written yet.

        :param source: the specification's name, for translators.
        """
        self.context = context
        self.texts = EndpointTexts(context.language)
        """The texts in the page's language."""
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

    def render_markdown(self, text: str) -> list[nodes.Node]:
        """Return a description."""
        self._markdown_budget -= len(text)
        if not text.strip():
            return []
        if self.context.describe is not None and self._markdown_budget > 0:
            return self.context.describe(text, self._source)
        paragraph = nodes.paragraph(text, text)
        paragraph.source, paragraph.line = self._source, 1
        return [paragraph]

    def make_link(self, url: str, words: list[nodes.Node]) -> list[nodes.Node]:
        """Return *words* as a link; without it if the address is unsafe."""
        if self.context.make_link is not None and leads_into_site(url):
            return self.context.make_link(url, words, self._source)
        return [nodes.reference("", "", *words, refuri=url)] if is_safe(url) else words

    def claim_id(self, wanted: str) -> list[str]:
        """Return *wanted* as an id that nothing on the page has, in a list."""
        return claim_id(self.context.document, wanted)

    def make_section(self, title: str, *body: nodes.Node, wanted_id: str = "") -> nodes.section:
        """Return a section with an id by its English title."""
        said = self.texts.translate(title)
        heading = nodes.title(said, said)
        return nodes.section("", heading, *body, ids=self.claim_id(wanted_id or title))


def leads_into_site(url: str) -> bool:
    """Return whether an address starts at the root of the site."""
    return url.startswith("/") and not url.startswith(("//", "/\\"))


def claim_id(document: nodes.document, wanted: str) -> list[str]:
    """Return *wanted* as an id that nothing in *document* has, in a list.

    Sphinx writes ids into links as they are, so nothing but letters, digits,
    dashes and dots may be in them.
    """
    stem = re.sub(r"[^\w.-]+", "-", wanted.lower()).strip("-")[:_LONGEST_ID] or "part"
    name, number = stem, 1
    while name in document.ids:
        number += 1
        name = f"{stem}-{number}"
    document.ids[name] = document  # taken; its node does not exist yet
    return [name]
