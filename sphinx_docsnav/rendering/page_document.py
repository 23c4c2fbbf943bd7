"""A whole page -> a document: title, lead, text, footnotes, description for machines.

What keeps one block, one depth or one character from stopping the build of a page: a block that
fails is shown as its source text, all others as usual. Content that nests deeper than Python can
store or write is cut: each step of reading limits its own nesting, but marks, snippets and
components inside each other add up. Characters that XML forbids are taken out, in whatever way they
came into a document.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.components.document_structure import FootnoteLinks, nodes_below, wrap_runs
from sphinx_docsnav.faults import FaultKind, Position
from sphinx_docsnav.mdx import MdxSource
from sphinx_docsnav.mdx.frontmatter import front_matter_position, runs_as_address
from sphinx_docsnav.navigation.page_facts import page_facts
from sphinx_docsnav.rendering.mdx_renderer import MdxRenderer
from sphinx_docsnav.rendering.page_state import Host, Writing, claim_other_ids, contain
from sphinx_docsnav.rendering.renderer import Renderer, plain_text
from sphinx_docsnav.rendering.scope import Scope
from sphinx_docsnav.rendering.snippets import file_scope
from sphinx_docsnav.rendering.tag_checks import report_lone_parts
from sphinx_docsnav.sitefiles.hidden_characters import hidden_characters, visible_title
from sphinx_docsnav.sitefiles.safe_files import (
    drop_forbidden_characters,
    has_forbidden_characters,
    normalize,
)


def run_guarded(out: Renderer, tokens: Sequence[Token], lines: Sequence[str]) -> None:
    """Write *tokens*, each block of the page by itself.

    :param lines: the lines of the file, for the text of a block that fails.
    """
    for block in _blocks(tokens):
        writing, current = out.writing, out.writing.current
        children, stack = len(current.children), list(writing.stack)
        sections, frames, links = list(writing.sections), list(out.frames), list(out.links)
        depth, verbatim = writing.depth, out.verbatim
        try:
            out.run(block)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the other blocks are shown
            first, last = _extent(block, len(lines))
            writing.host.report_failure(error, first + 1)
            del current.children[children:]
            writing.stack[:], writing.sections[:] = stack, sections
            out.frames[:], out.links[:] = frames, links
            writing.depth, out.verbatim, out.fixed_line = depth, verbatim, 0
            out.line = first + 1
            text = "\n".join(lines[first:last]).strip("\n")
            out.place(nodes.literal_block(text, text, language="text"))


def _blocks(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the tokens of each block of the page, from its start to its end."""
    start, depth = 0, 0
    for index, token in enumerate(tokens, 1):
        depth += token.nesting
        if depth <= 0:
            yield tokens[start:index]
            start, depth = index, 0
    if start < len(tokens):
        yield tokens[start:]


def _extent(block: Sequence[Token], end: int) -> tuple[int, int]:
    """Return the first line of *block* and the line after its last, counted from 0."""
    extents = [token.map for token in block if token.map]
    if not extents:
        line = next((token.meta["line"] for token in block if "line" in token.meta), 1)
        return line - 1, line
    return min(first for first, _ in extents), min(max(last for _, last in extents), end)


MAX_DEPTH = 150
"""Levels of a document. Sphinx stores documents with pickle, which recurses five times a level
and reaches Python's default limit of 1,000 before 200 levels."""

_HOLDERS = (
    *(nodes.TextElement, nodes.list_item, nodes.block_quote, nodes.entry, nodes.container),
    *(nodes.section, nodes.document),
)
"""Elements whose content can be replaced by text."""


def flatten_deep_content(document: nodes.document) -> int:
    """Replace what is deeper than `MAX_DEPTH` by its text; return its line, 0 if nothing is."""
    level: list[nodes.Node] = [document]
    for _ in range(MAX_DEPTH):
        level = [child for node in level if node.children for child in node.children]
        if not level:
            return 0
    line = 0
    for node in level:
        above = _ancestors(node)
        if not node.children or above[-1] is not document:
            continue
        holder = next(parent for parent in above if isinstance(parent, _HOLDERS))
        text = nodes.Text(_text(holder))
        is_line = isinstance(holder, nodes.TextElement)
        holder.children = []
        holder.append(text if is_line else nodes.paragraph("", "", text))
        line = line or next((parent.line for parent in above if parent.line), 1)
    return line


def _ancestors(node: nodes.Node) -> list[nodes.Node]:
    """Return *node* and what it is in, up to the document or to an element that was emptied."""
    found = [node]
    while (parent := found[-1].parent) is not None and found[-1] in parent.children:
        found.append(parent)
    return found


def _text(node: nodes.Node) -> str:
    """Return the text below *node*; docutils' own method would recurse."""
    words: list[str] = []
    rest: list[nodes.Node] = [node]
    while rest:
        current = rest.pop()
        if isinstance(current, nodes.Text):
            words.append(str(current))
        else:
            rest += reversed(current.children)
    return "".join(words)


def clean_document(document: nodes.document, below: Sequence[nodes.Node]) -> str:
    """Take forbidden characters out of *document*; return the first one, empty if there is none.

    Escapes in expressions, front matter and specifications make them as well.

    :param below: the nodes of the document with the texts; see `nodes_below`.
    """
    if not has_forbidden_characters(_texts(below)):
        return ""
    first = ""
    for node in list(document.findall()):
        if isinstance(node, nodes.Text):
            text, found = drop_forbidden_characters(node)
            if found:
                first = first or str(node)[found[0]]
                node.parent.replace(node, nodes.Text(text))
        elif isinstance(node, nodes.Element):
            for name, value in node.attributes.items():
                cleaned, character = _clean(value)
                if character:
                    first = first or character
                    node.attributes[name] = cleaned
    return first


def _texts(below: Sequence[Any]) -> list[str]:
    """Return every text of the nodes, those in attributes included."""
    found: list[str] = []
    for node in below:
        if isinstance(node, nodes.Text):
            found.append(node)
            continue
        values = node.attributes.values()
        if any(values):  # most are empty lists
            for value in values:
                if type(value) is str:
                    found.append(value)
                elif value:
                    _add_strings(value, found)
    return found


def _add_strings(value: Any, found: list[str]) -> None:  # noqa: ANN401 -- attributes hold any plain value
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, dict):
        for name, item in value.items():
            _add_strings(name, found)
            _add_strings(item, found)
    elif isinstance(value, list | tuple):
        for item in value:
            _add_strings(item, found)


def _clean(value: Any) -> tuple[Any, str]:  # noqa: ANN401 -- attributes hold any plain value
    """Return *value* without forbidden characters, and the first of them."""
    if isinstance(value, str):
        text, found = drop_forbidden_characters(value)
        return text, value[found[0]] if found else ""
    if isinstance(value, dict):
        pairs, first = _clean([list(pair) for pair in value.items()])
        return (dict(pairs), first) if first else (value, "")
    if isinstance(value, list | tuple):
        parts = [_clean(item) for item in value]
        first = next((character for _, character in parts if character), "")
        return (type(value)(item for item, _ in parts), first) if first else (value, "")
    return value, ""


META = ("description", "keywords", "robots", "author")
"""Front matter that becomes ``<meta name=…>``, beside what starts with ``og:``, ``twitter:``."""
LONGEST_DESCRIPTION = 200
"""Characters of ``<meta name="description">``; search engines show some 160."""
Append = Callable[[Renderer], None]
"""Writes more at the end of a page: the content of its operation."""


def render_page(  # noqa: PLR0913 - a page and all that is known of it
    source: MdxSource,
    document: nodes.document,
    host: Host,
    *,
    path: Path,
    folder: str,
    fallback_title: str,
    append: Append | None = None,
    lead: bool = True,
    text: str = "",
) -> Writing:
    """Write *source* into *document*.

    :param folder: the page's folder from the site's root, for relative links.
    :param fallback_title: the title of a page that names none and does not
        begin with a heading of the first level.
    :param lead: whether to write the description below the title; false where
        *append* writes it.
    :param text: the whole file; a block that cannot be rendered is shown from it.
    """
    lines = normalize(text).split("\n")
    writing = Writing(host, document)
    before = document.current_source, document.current_line
    document.current_source = document.current_line = None  # or docutils takes them for each node's
    writing.sections.append((-1, document))
    out = MdxRenderer(writing, path, Scope(chain=(path,)), (folder,))
    out.report(source.problems)
    facts = page_facts(source.front_matter)
    _report_hidden(out, source.front_matter)
    described = out.inline_nodes(facts.description, 1) if facts.description and lead else []
    plain = plain_text(facts.description, html=bool(facts.openapi))
    for meta in _meta(out, source.front_matter, plain):
        meta.source, meta.line = document.get("source"), 1  # gettext sorts its messages by place
        document += meta
    title = facts.title or ("" if _begins_with_title(source) else fallback_title)
    if title:
        _open_page(out, title)
    if facts.description and lead:
        first = nodes.paragraph(facts.description, "", *described)
        first["classes"].append("docsnav-lead")
        if not title:
            writing.stack.append(nodes.Element())  # waits for the page's own title
        out.place(first)
    out.scope = file_scope(out, source.imports, source.exports, values=writing.names)
    if not title and facts.description and lead:
        _run_with_lead(out, source, writing.stack.pop().children, lines)
    else:
        run_guarded(out, source.page_tokens, lines)
    if append is not None:
        append(out)
    report_lone_parts(writing)
    if line := flatten_deep_content(document):
        message = f"content nests more than {MAX_DEPTH} levels deep; the rest is shown as text"
        out.warn(FaultKind.MDX_SYNTAX, message, line)
    _complete_sections(out)
    if writing.has_author_markup:
        contain(document.children)
    claim_other_ids(writing)
    below = nodes_below(document)
    wrap_runs(below)
    if character := clean_document(document, below):
        message = (
            f"a text holds the character U+{ord(character):04X}, which XML forbids; it is left out"
        )
        out.warn(FaultKind.MDX_SYNTAX, message, 1)
    document.current_source, document.current_line = before
    return writing


def _run_with_lead(
    out: Renderer, source: MdxSource, lead: list[nodes.Node], lines: Sequence[str]
) -> None:
    """Write a page whose own heading is its title, the lead below it."""
    tokens = source.page_tokens
    closing = (at + 1 for at, token in enumerate(tokens) if token.type == "heading_close")
    end = next(closing, 0)
    run_guarded(out, tokens[:end], lines)
    for node in lead:
        out.place(node)
    run_guarded(out, tokens[end:], lines)


def _begins_with_title(source: MdxSource) -> bool:
    for token in source.page_tokens:
        if token.type == "heading_open":
            return token.tag == "h1"
        if token.type not in {"mdx_esm", "mdx_expression"}:
            return False
    return False


def _open_page(out: Renderer, title: str) -> None:
    words = nodes.title(title, "", *out.inline_nodes(title, 1))
    out.line = 1
    words["docsnav_front_matter"] = True  # a page without its own place for it hides it
    section = out.open_section(0, words)
    section["docsnav_page"] = True


def _meta(out: Renderer, data: dict[str, Any], description: str) -> list[nodes.Node]:
    """Return the ``meta`` nodes of front matter; *description* is its description as plain text."""
    short = textwrap.shorten(description, LONGEST_DESCRIPTION, placeholder="\u2026")
    found: list[nodes.Node] = []
    for name, value in data.items():
        if isinstance(value, date):
            value = value.isoformat()  # noqa: PLW2901 -- as if it were quoted
        if not isinstance(value, (str, list)) or not value:
            continue
        rows = value if isinstance(value, list) else [value]
        named = (row.get("name", "") if isinstance(row, dict) else row for row in rows)
        words = " ".join(", ".join(map(str, filter(None, named))).split())
        if runs_as_address(name, words):
            message = f"address {words!r} of {name!r} is not of an allowed kind; left out"
            out.warn(FaultKind.LINK_UNSAFE, message, 1)
        elif name == "description":
            found += [nodes.meta(name=name, content=short)] if short else []
        elif name in META or name.startswith("twitter:"):
            found.append(nodes.meta(name=name, content=words))
        elif name == "authors" and "author" not in data:
            found.append(nodes.meta(name="author", content=words))
        elif name == "createdDate":
            found.append(nodes.meta(property="article:published_time", content=words))
        elif name.startswith("og:"):
            found.append(nodes.meta(property=name, content=words))
    return found


def _report_hidden(out: Renderer, data: Mapping[str, object]) -> None:
    """Report hidden characters in the titles of front matter, which titles of pages lack.

    Faults: ``front_matter``.
    """
    for name in ("title", "sidebarTitle"):
        words = " ".join(drop_forbidden_characters(str(data.get(name) or ""))[0].split())
        if hidden := hidden_characters(words, visible_title(words)):
            place = front_matter_position(out.path, name)
            message = f"front matter {name!r} has {hidden}; it is left out"
            kind = FaultKind.FRONT_MATTER
            out.writing.warn(kind, message, out.path, place, hint="remove it")


def _complete_sections(out: Renderer) -> None:
    """Set the id of the page's section, and move footnotes to its end."""
    writing = out.writing
    if len(writing.sections) == 1 and not writing.document.next_node(nodes.section):
        return
    page = next(iter(writing.document.findall(nodes.section)))
    if page.attributes.pop("docsnav_page", False):
        title = page.children[0].astext()
        writing.claim_ids(page, writing.slugger.claim(title)[:1] or ["page-title"], always=True)
    _place_footnotes(writing, page)


def _place_footnotes(writing: Writing, page: nodes.Element) -> None:
    order = [label for label in writing.footnote_order if label in writing.footnotes]
    order += [label for label in writing.footnotes if label not in order]
    if not order and not writing.footnote_order:
        return
    for number, label in enumerate(order, 1):
        note = writing.footnotes[label]
        del note.attributes["docsnav_label"]
        note.insert(0, nodes.label("", str(number)))
        writing.claim_ids(note, [writing.serial()])
        page += note
    for reference in list(writing.document.findall(nodes.footnote_reference)):
        label = reference.attributes.pop("docsnav_label", None)
        if label not in writing.footnotes:
            reference.parent.replace(reference, nodes.Text(reference.rawsource))
            continue
        note = writing.footnotes[label]
        reference["refid"] = note["ids"][0]
        reference.children = []
        reference.append(nodes.Text(note.children[0].astext()))
        note["backrefs"] += reference["ids"]
        note["docname"] = reference["docname"] = writing.host.docname
    unreached = FootnoteLinks(writing.document).unreached()
    for label, note in writing.footnotes.items():
        if note["ids"][0] in unreached:
            message = f"nothing refers to the footnote '[^{label}]'; a PDF leaves it out"
            path, line = Path(note.source or writing.host.docname), note.line or 1
            hint = f"write [^{label}] where it belongs, or remove it"
            writing.warn(FaultKind.MDX_SYNTAX, message, path, Position(line), hint=hint)
