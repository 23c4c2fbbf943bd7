"""The column with samples: requests by language, responses by status."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice

from docutils import nodes

from sphinx_docsnav.components.code import find_lexer_name
from sphinx_docsnav.components.component_nodes import TitleNode
from sphinx_docsnav.components.markup import FOR_HUMANS
from sphinx_docsnav.components.tabs import TabPanelNode, make_panel, make_tab_set
from sphinx_docsnav.endpoints.markup_parts import SampleCodeNode
from sphinx_docsnav.endpoints.page_writer import PageWriter
from sphinx_docsnav.openapi import Content
from sphinx_docsnav.openapi.content.page_values import Example, Media, Sample

MAX_HIGHLIGHTED = 10_000
"""Number of characters of samples on a page after which responses are not highlighted."""
MAX_CHARACTERS = 60_000
"""Number of characters of samples on a page."""
MAX_EXAMPLES = 100
"""Number of examples of responses on a page."""


class SampleWriter:
    """Writes the samples of one page within its limits."""

    def __init__(self, page: PageWriter) -> None:
        self.serial = page.context.serial
        self.texts = page.texts
        self.make_link = page.make_link
        self.render_markdown = page.render_markdown
        self.character_count = 0

    def write(self, content: Content, form: list[nodes.Node]) -> list[nodes.Node]:
        """Return tabs for requests, bodies, responses and callbacks.

        *form* is before the responses.
        """
        first_generated = next((sample for sample in content.samples if sample.quoting), None)
        requests: list[TabPanelNode] = []
        for label, samples in groupby(content.samples, key=lambda sample: sample.label):
            first, *others = samples
            requests.append(self.write_language(label, [first, *others]))
            # Further generated requests say nothing new to programs; those of authors may.
            if first.quoting and first is not first_generated:
                requests[-1][FOR_HUMANS] = True
        bodies = [self.write_example(*entry) for entry in _list_body_examples(content)]
        responses = [self.write_example(*entry) for entry in _list_response_examples(content)]
        callbacks = [self.write_example(*entry) for entry in _list_callback_examples(content)]
        result: list[nodes.Node] = []
        for title, panels in (
            ("Request", requests),
            ("Body", bodies),
            ("Response", responses),
            ("Callbacks", callbacks),
        ):
            # The form belongs to the request, and its response to the responses.
            if title == "Response":
                result += form
            if panels:
                text, css = self.texts.translate(title), ["docsnav-samples-title"]
                result.append(TitleNode(text, text, classes=css, tag="p", html={}))
                result.append(
                    make_tab_set(self.serial(), panels, "docsnav-code-group", "docsnav-example")
                )
        return result

    def write_language(self, label: str, samples: list[Sample]) -> TabPanelNode:
        """Return the tab of a language, which all pages switch together.

        Several samples in one language have tabs inside it.
        """
        # Tabs inside a tab are needed only for several samples of a language.
        if len(samples) == 1:
            body = self.write_titled(samples[0])
        else:
            inner = [
                self.write_request(sample.title or f"{label} {number}", label, sample)
                for number, sample in enumerate(samples, 1)
            ]
            body = [make_tab_set(self.serial(), inner, "docsnav-code-group")]
        return make_panel([nodes.Text(label)], body, sync=label.casefold(), button=self.serial())

    def write_titled(self, sample: Sample) -> list[nodes.Node]:
        """Return a sample below its author's title."""
        code = self.write_code(sample.code, sample.language, is_request=True)
        if not sample.title:
            return [code]
        return [
            nodes.paragraph(sample.title, sample.title, classes=["docsnav-sample-title"]),
            code,
        ]

    def write_request(self, title: str, language: str, sample: Sample) -> TabPanelNode:
        """Return the tab of one of several samples in a language."""
        return make_panel(
            [nodes.Text(title)],
            [self.write_code(sample.code, sample.language, is_request=True)],
            sync=f"{language}: {title}".casefold(),
            button=self.serial(),
        )

    def write_example(self, label: str, example: Example) -> TabPanelNode:
        """Return the tab of an example."""
        body: list[nodes.Node] = []
        # The label may contain the summary already.
        if example.summary and example.summary not in label:
            body.append(
                nodes.paragraph(example.summary, example.summary, classes=["docsnav-sample-title"])
            )
        body += self.render_markdown(example.description)
        if example.text:
            body.append(self.write_code(example.text, example.language, is_request=False))
        if example.url:
            link = self.make_link(example.url, [nodes.Text(example.url)])
            body.append(nodes.paragraph("", "", *link))
        button = self.serial()
        return make_panel([nodes.Text(label)], body, sync=button, button=button)

    def write_code(self, text: str, language: str, *, is_request: bool) -> nodes.literal_block:
        """Return a block of code.

        Highlighted, plain or shortened, depending on the page's limits.
        """
        # Even beyond the limit, the beginning of a sample is shown.
        remaining = max(MAX_CHARACTERS - self.character_count, 400)
        if len(text) > remaining:
            text = f"{text[:remaining].rpartition(chr(10))[0] or text[:remaining]}\n…"
        self.character_count += len(text)
        is_highlighted = is_request or self.character_count <= MAX_HIGHLIGHTED
        lexer = find_lexer_name(language) if is_highlighted else "text"
        return SampleCodeNode(text, text, language=lexer, force=True)


def _list_body_examples(content: Content) -> Iterator[tuple[str, Example]]:
    """Yield labels and examples of the request body that no request sample shows."""
    contents = content.body.contents if content.body else ()
    # A webhook has no request samples, so its body is shown alone.
    is_incoming = not content.samples
    examples = [
        (m, example)
        for m in contents
        for example in m.examples
        if is_incoming or not (example.is_generated and example.name)
    ]
    if len(examples) > 1 or (is_incoming and examples):
        for media, example in examples[:MAX_EXAMPLES]:
            yield _make_label("", media, example, len(contents)), example


def _list_response_examples(content: Content) -> Iterator[tuple[str, Example]]:
    """Yield labels and examples of responses, at most `MAX_EXAMPLES`."""
    count = 0
    for response in content.responses:
        for media in response.contents:
            for example in media.examples:
                if count == MAX_EXAMPLES:
                    return
                count += 1
                yield _make_label(response.status, media, example, len(response.contents)), example


def _list_callback_examples(content: Content) -> Iterator[tuple[str, Example]]:
    """Yield labels and examples of the bodies of callbacks, at most `MAX_EXAMPLES`."""
    labelled_examples = (
        (_make_label(callback.name, media, example, len(body.contents)), example)
        for callback in content.callbacks
        if (body := callback.content.body) is not None
        for media in body.contents
        for example in media.examples
    )
    yield from islice(labelled_examples, MAX_EXAMPLES)


def _make_label(status: str, media: Media, example: Example, types: int) -> str:
    """Return status, name and media type of an example, as far as they distinguish it."""
    has_several = len(media.examples) > 1
    parts = [status, example.name if has_several else "", media.type if types > 1 else ""]
    label = " ".join(part for part in parts if part)
    return label or media.type
