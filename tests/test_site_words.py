"""No visible word of a real site's pages is missing in what is made of them.

Source and result are compared as sequences of words: what the page's tokens
write as text or code must stand in the doctree of the page, in any order.
``DOCSNAV_SITE_PAGES=1`` looks at all pages instead of a sample.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from markdown_it.token import Token
from rendering import PlainHost

from sphinx_docsnav.components import builtin_registry
from sphinx_docsnav.mdx.source import MdxSource, parse_mdx
from sphinx_docsnav.mdx.tags import Tag
from sphinx_docsnav.rendering.html_policy import FORBIDDEN
from sphinx_docsnav.rendering.page_document import render_page

FOLDER = Path(os.environ.get("DOCSNAV_SITES", ""))
NAMES = sorted(path.parents[1].name for path in FOLDER.glob("*/source/docs.json"))
EVERY = int(os.environ.get("DOCSNAV_SITE_PAGES", "20"))
MOST_LOST = 0.0001
"""The share of characters that may be missing."""
UNSEEN = FORBIDDEN | {"select", "option", "textarea"}
"""Elements whose content is left out, with a message, or is a control."""
SHOWN = ("title", "description", "label", "caption", "tip", "headline", "cta", "alt")
"""Attributes of components whose text a reader sees."""
ALERT = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]")
"""What makes a quote an admonition; readers see the title of the admonition instead."""

pytestmark = [
    pytest.mark.sites,
    pytest.mark.skipif(not NAMES, reason="DOCSNAV_SITES names no folder of sites"),
]


def words(texts: Iterable[str]) -> Counter[str]:
    """Return the words in *texts*, with how often."""
    return Counter(word for text in texts for word in re.findall(r"\w+", text))


def written(tokens: Iterable[Token], defined: frozenset[str]) -> Iterator[str]:
    """Yield the visible texts of tokens.

    Not those in elements that are never shown, nor those in components that the
    page defines or imports, which may do with their content what they like.
    """
    hidden: list[str] = []
    for token in flat(tokens):
        tag = token.meta.get("tag")
        if isinstance(tag, Tag):
            name = tag.name
            lost = name in UNSEEN or name.partition(".")[0] in defined
            agents = name == "Visibility" and any(
                getattr(item, "value", None) == "agents" for item in tag.attributes
            )
            if token.type == "mdx_jsx_open" and (hidden or lost or agents):
                hidden.append(name)
            elif not hidden and not lost:
                yield from attributes(tag)
        elif token.type == "mdx_jsx_close" and hidden:
            hidden.pop()
        elif hidden or (token.type == "text" and ALERT.fullmatch(token.content)):
            continue
        elif token.type in {"text", "code_inline", "fence", "code_block"}:
            yield token.content


def flat(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield tokens with those in them."""
    for token in tokens:
        if token.type == "inline":
            yield from flat(token.children or ())
        else:
            yield token


def attributes(tag: Tag) -> Iterator[str]:
    """Yield the texts of a component's attributes that its table of properties knows."""
    kind = builtin_registry().find(tag.name)
    known = kind.props.model_fields if kind else {}
    for item in tag.attributes:
        value, name = getattr(item, "value", None), getattr(item, "name", "")
        if isinstance(value, str) and name in SHOWN and name in known:
            yield re.sub(r"\]\([^)]*\)|&\w+;", " ", value)


def seen(document: nodes.document) -> Iterator[str]:
    """Yield the texts that stand in a document, words of pictures and diagrams among them."""
    for text in document.findall(nodes.Text):
        yield str(text)
    for node in document.findall(nodes.Element):
        for name in ("alt", "code", "title", "caption"):
            if isinstance(node.get(name), str):
                yield node[name]


def lost_words(root: Path, path: Path) -> tuple[Counter[str], int]:
    """Return the words of a page that are missing, and how many characters the page has."""
    docname = path.relative_to(root).with_suffix("").as_posix()
    source: MdxSource = parse_mdx(path.read_text("utf-8"))
    defined = {item.name for item in source.exports}
    for statement in source.imports:
        defined |= {statement.default, *(local for _name, local in statement.named)}
    expected = words(written(source.shown, frozenset(defined)))
    document = new_document(str(path), get_default_settings())
    folder = posixpath.dirname(docname)
    host = PlainHost(root, docname=docname)
    render_page(source, document, host, path=path, folder=folder, fallback_title="T")
    size = sum(len(word) * count for word, count in expected.items())
    return expected - words(seen(document)), size


@pytest.mark.parametrize("name", NAMES)
def test_no_visible_word_of_a_page_is_lost(name: str) -> None:
    root = FOLDER / name / "source"
    total = missing = 0
    lost: dict[str, Counter[str]] = {}
    for path in sorted(root.rglob("*.mdx"))[::EVERY]:
        found, size = lost_words(root, path)
        total += size
        if found:
            lost[path.relative_to(root).as_posix()] = found
            missing += sum(len(word) * count for word, count in found.items())
    assert total > 0
    assert missing <= MOST_LOST * total, lost
