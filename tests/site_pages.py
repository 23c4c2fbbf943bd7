"""The pages of real sites: what their sources write, and what was made of them."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from markdown_it.token import Token
from rendering import PlainHost

from sphinx_docsnav.components import make_builtin_registry
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.source import MdxSource, parse_mdx
from sphinx_docsnav.mdx.tags import Tag
from sphinx_docsnav.rendering.page_document import render_page
from sphinx_docsnav.vocabulary.html_names import FORBIDDEN_ELEMENTS

MOST_LOST = 0.0001
"""The share of characters that may be missing."""

UNSEEN = FORBIDDEN_ELEMENTS | {"Latex"}
"""Elements whose content is left out, with a message, or is a formula."""
SHOWN = ("title", "description", "label", "caption", "tip", "headline", "cta", "alt")
"""Attributes of components whose text a reader sees."""
_ALERT = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]")
"""What makes a quote an admonition; readers see the title of the admonition instead."""


class SitePage:
    """A page of a real site, parsed."""

    def __init__(self, root: Path, path: Path) -> None:
        self.root, self.path = root, path
        self.docname = path.relative_to(root).with_suffix("").as_posix()
        self.source: MdxSource = parse_mdx(path.read_text("utf-8"))

    @property
    def own_names(self) -> frozenset[str]:
        """The names that the page defines or imports."""
        names = {item.name for item in self.source.exports}
        for statement in self.source.imports:
            names |= {statement.default, *(local for _name, local in statement.named)}
        return frozenset(names)

    def render(self) -> tuple[nodes.document, PlainHost]:
        """Return the page's document, and the build that knows its messages."""
        host = PlainHost(self.root, docname=self.docname)
        document = new_document(str(self.path), get_default_settings())
        folder = posixpath.dirname(self.docname)
        render_page(self.source, document, host, path=self.path, folder=folder, fallback_title="T")
        return document, host

    def components(self) -> Counter[str]:
        """Return the components whose tags stand in the page, with how often."""
        names: Counter[str] = Counter()
        for token in _every(self.source.page_tokens):
            tag = token.meta.get("tag") if token.type in {"mdx_jsx", "mdx_jsx_open"} else None
            if isinstance(tag, Tag) and tag.name[:1].isupper():
                names[tag.name] += 1
        return names

    def words(self) -> Counter[str]:
        """Return the visible words of the source, with how often.

        Not those in elements that are never shown, nor those in components that the
        page defines or imports, which may do with their content what they like.
        """
        return count_words(_written(self.source.page_tokens, self.own_names))


def unknown_components(host: PlainHost, path: Path) -> Counter[str]:
    """Return the components that messages about the page at *path* name, with how often."""
    return Counter(
        tag
        for fault in host.faults
        if fault.kind is FaultKind.COMPONENT_UNKNOWN and fault.path == path
        for tag in re.findall(r"^<([^>]*)>", fault.message)
    )


def count_words(texts: Iterable[str]) -> Counter[str]:
    """Return the words in *texts*, with how often."""
    return Counter(word for text in texts for word in re.findall(r"\w+", text))


def count_characters(words: Counter[str]) -> int:
    """Return how many characters *words* have together."""
    return sum(len(word) * count for word, count in words.items())


def check_words(pages: Iterable[tuple[SitePage, Counter[str]]]) -> None:
    """Compare the visible words of *pages* with those that are shown of each."""
    total = missing = 0
    lost: dict[str, Counter[str]] = {}
    for page, shown in pages:
        expected = page.words()
        found = expected - shown
        total += count_characters(expected)
        missing += count_characters(found)
        if found:
            lost[page.docname] = found
    assert total > 0
    assert missing <= MOST_LOST * total, lost


def document_words(document: nodes.document) -> Counter[str]:
    """Return the words that stand in a document, those of pictures and diagrams among them."""
    return count_words(_seen(document))


def html_words(path: Path) -> Counter[str]:
    """Return the words in the main part of a built page, those of attributes among them."""
    reader = _MainPart()
    reader.feed(path.read_text("utf-8"))
    return count_words(["".join(reader.parts)])


def _every(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield tokens with those in them."""
    for token in tokens:
        if token.type == "inline":
            yield from _every(token.children or ())
        else:
            yield token


def _written(tokens: Iterable[Token], own_names: frozenset[str]) -> Iterator[str]:
    """Yield the visible texts of tokens."""
    hidden: list[str] = []
    for token in _every(tokens):
        tag = token.meta.get("tag")
        if isinstance(tag, Tag):
            name = tag.name
            lost = name in UNSEEN or name.partition(".")[0] in own_names
            agents = name == "Visibility" and any(
                getattr(item, "value", None) == "agents" for item in tag.attributes
            )
            if token.type == "mdx_jsx_open" and (hidden or lost or agents):
                hidden.append(name)
            elif not hidden and not lost:
                yield from _attributes(tag)
        elif token.type == "mdx_jsx_close" and hidden:
            hidden.pop()
        elif hidden or (token.type == "text" and _ALERT.fullmatch(token.content)):
            continue
        elif token.type in {"text", "code_inline", "fence", "code_block"}:
            yield token.content


def _attributes(tag: Tag) -> Iterator[str]:
    """Yield the texts of a component's attributes that its table of properties knows."""
    kind = make_builtin_registry().find(tag.name)
    known = kind.props.model_fields if kind else {}
    for item in tag.attributes:
        value, name = getattr(item, "value", None), getattr(item, "name", "")
        if isinstance(value, str) and name in SHOWN and name in known:
            yield re.sub(r"\]\([^)]*\)|&\w+;", " ", value)


def _seen(document: nodes.document) -> Iterator[str]:
    for text in document.findall(nodes.Text):
        yield str(text)
    for node in document.findall(nodes.Element):
        for name in ("alt", "code", "title", "caption"):
            if isinstance(node.get(name), str):
                yield node[name]


class _MainPart(HTMLParser):
    """Collects the text of the element with the role ``main``."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._main = ""
        self._depth = 0
        self._hidden = False
        self._in_code = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if not self._main and values.get("role") == "main":
            self._main = tag
        if not self._main:
            return
        self._depth += tag == self._main
        self._hidden = tag in {"script", "style"}
        self._in_code |= tag == "pre"
        if values.get("class") == "linenos":
            self._hidden = True
        self._separate()
        names = ("alt", "title", "aria-label", "label")
        self.parts += [f"\n{values[name]}\n" for name in names if values.get(name)]

    def handle_endtag(self, tag: str) -> None:
        self._hidden = False
        self._in_code &= tag != "pre"
        if self._main:
            self._separate()
        self._depth -= tag == self._main
        if self._main and self._depth == 0:
            self._main = "\0"  # no element: what follows is outside

    def _separate(self) -> None:
        """Separate words at the edge of an element, but not at those that colour code."""
        if not self._in_code:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if self._depth and not self._hidden:
            self.parts.append(data)
