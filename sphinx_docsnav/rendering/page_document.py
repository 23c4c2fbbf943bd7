"""A whole page as a document: title, description, text, footnotes, metadata.

No block, depth or character stops the build of a page. A block that fails is shown as its source
text. Content that is nested deeper than Python can store or write is replaced by its text: each
step of parsing limits its own nesting, but marks, snippets and components inside each other add up.
Characters that XML forbids are removed, however they came into the document.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.components.document_structure import FootnoteLinks, collect_nodes, wrap_runs
from sphinx_docsnav.faults import FaultKind, Position
from sphinx_docsnav.mdx import MdxOptions, MdxSource, parse_mdx
from sphinx_docsnav.mdx.frontmatter import find_front_matter_position, runs_as_address
from sphinx_docsnav.navigation.page_facts import (
    FRONT_MATTER_TITLE,
    MARKED_TITLE,
    PLAIN_TITLE,
    extract_page_facts,
    read_text,
)
from sphinx_docsnav.rendering.page_state import (
    Host,
    PageState,
    Scope,
    claim_alternative_ids,
    contain,
    join_snippet_lists,
)
from sphinx_docsnav.rendering.renderer import Renderer, render_plain_text
from sphinx_docsnav.rendering.snippets import create_scope
from sphinx_docsnav.rendering.tag_checks import report_lone_parts
from sphinx_docsnav.rendering.tag_tokens import RULES
from sphinx_docsnav.sitefiles.hidden_characters import (
    describe_hidden_characters,
    make_visible_title,
)
from sphinx_docsnav.sitefiles.safe_files import (
    drop_forbidden_characters,
    has_forbidden_characters,
    normalize,
)

META = ("description", "keywords", "robots", "author")
"""Front matter that becomes ``<meta name=…>``, as do ``og:…`` and ``twitter:…``."""
MAX_META_DESCRIPTION = 200
"""The maximum length of ``<meta name="description">``; search engines show some 160 characters."""
MAX_DEPTH = 150
"""The maximum depth of a document.

Sphinx stores documents with pickle, which recurses five times per level and reaches Python's
default limit of 1,000 before 200 levels.
"""
_TEXT_PARENTS = (
    *(nodes.TextElement, nodes.list_item, nodes.block_quote, nodes.entry, nodes.container),
    *(nodes.section, nodes.document),
)
"""Elements whose content can be replaced by text."""
Append = Callable[[Renderer], None]
"""A function that adds content at the end of a page."""


def parse_page(text: str, options: MdxOptions, host: Host) -> MdxSource:
    """Parse *text*, a whole file, by *options*: as MDX, or as MkDocs Material reads it."""
    if not options.material:
        return parse_mdx(text, options)
    # Few sites have such pages, so its parser is imported by those only.
    from sphinx_docsnav.coming.material import parse_material

    return parse_material(
        text, options, host.root, host.depend, describes_objects=host.describes_objects
    )


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
) -> PageState:
    """Render *source* into *document*.

    :param path: the file of the page, which messages name.
    :param folder: the folder of the page from the site's root, for relative links.
    :param fallback_title: the title of a page that has none in its front matter and does not begin
        with a heading of the first level.
    :param append: adds content at the end of the page, such as that of an operation.
    :param lead: whether to show the description below the title; false if *append* does.
    :param text: the whole file, from which a block that fails is shown.
    """
    lines = normalize(text).split("\n")
    page = PageState(host, document)
    source_before = document.current_source, document.current_line
    # docutils would give each node the source and line that are set here.
    document.current_source = document.current_line = None
    page.sections.append((-1, document))
    out = Renderer(page, path, Scope(chain=(path,)), (folder,), RULES)
    out.report(source.problems)
    waiting_lead = _write_head(out, source, fallback_title, shows_description=lead)
    out.scope = create_scope(out, source.imports, source.exports, values=page.names)
    if waiting_lead is not None:
        _run_with_lead(out, source, waiting_lead, lines)
    else:
        run_guarded(out, source.page_tokens, lines)
    if append is not None:
        append(out)
    _complete_page(out)
    document.current_source, document.current_line = source_before
    return page


def _write_head(
    out: Renderer, source: MdxSource, fallback_title: str, *, shows_description: bool
) -> nodes.paragraph | None:
    """Write the metadata, the title and the description of a page.

    :returns: the description of a page whose text has its title, as it follows that heading.
    """
    document, facts = out.page.document, extract_page_facts(source.front_matter)
    _report_hidden_characters(out, source.front_matter)
    has_lead = bool(facts.description) and shows_description
    description_nodes = out.render_inline(facts.description, 1) if has_lead else []
    plain = render_plain_text(facts.description, html=bool(facts.openapi))
    for meta in _make_meta(out, source.front_matter, plain):
        # gettext sorts its messages by source and line.
        meta.source, meta.line = document.get("source"), 1
        document += meta
    # The title comes from the front matter, from the text, or from the name of the page.
    title = facts.title or ("" if _begins_with_title(source) else fallback_title)
    if title:
        _open_page_section(out, title)
    if not has_lead:
        return None
    lead = nodes.paragraph(facts.description, "", *description_nodes, classes=["docsnav-lead"])
    lead.source, lead.line = out.source, out.line
    if not title:
        return lead
    out.place(lead)
    return None


def _complete_page(out: Renderer) -> None:
    """Check and complete what needs the whole page: parts, depth, ids, footnotes, characters."""
    page, document = out.page, out.page.document
    report_lone_parts(page)
    if line := flatten_deep_content(document):
        message = f"content nests more than {MAX_DEPTH} levels deep; the rest is shown as text"
        out.warn(FaultKind.MDX_SYNTAX, message, line)
    _complete_sections(out)
    join_snippet_lists(page)
    if page.has_author_markup:
        contain(document.children)
    claim_alternative_ids(page)
    all_nodes = collect_nodes(document)
    wrap_runs(all_nodes)
    if forbidden := clean_document(document, all_nodes):
        message = (
            f"a text holds the character U+{ord(forbidden):04X}, which XML forbids; it is left out"
        )
        out.warn(FaultKind.MDX_SYNTAX, message, 1)


def _run_with_lead(
    out: Renderer, source: MdxSource, lead: nodes.paragraph, lines: Sequence[str]
) -> None:
    """Render a page whose first heading is its title, with the description below it."""
    tokens = source.page_tokens
    closing = (index + 1 for index, token in enumerate(tokens) if token.type == "heading_close")
    end = next(closing, 0)
    run_guarded(out, tokens[:end], lines)
    out.place(lead)
    run_guarded(out, tokens[end:], lines)


def run_guarded(out: Renderer, tokens: Sequence[Token], lines: Sequence[str]) -> None:
    """Render *tokens* block by block, so that one that fails does not affect the others.

    :param lines: the lines of the file, for the text of a block that fails.
    """
    for block in _split_blocks(tokens):
        page, current = out.page, out.page.current
        # The state before the block is restored if it fails.
        children, stack = len(current.children), list(page.stack)
        sections, frames, links = list(page.sections), list(out.frames), list(out.links)
        depth, verbatim = page.depth, out.verbatim
        try:
            out.run(block)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the other blocks are shown
            first, last = _get_extent(block, len(lines))
            page.host.report_failure(error, first + 1)
            del current.children[children:]
            page.stack[:], page.sections[:] = stack, sections
            out.frames[:], out.links[:] = frames, links
            page.depth, out.verbatim, out.fixed_line = depth, verbatim, 0
            out.line = first + 1
            text = "\n".join(lines[first:last]).strip("\n")
            out.place(nodes.literal_block(text, text, language="text"))


def _split_blocks(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the tokens of each block of the page."""
    start, depth = 0, 0
    for index, token in enumerate(tokens, 1):
        depth += token.nesting
        # A block ends where its first token is closed.
        if depth <= 0:
            yield tokens[start:index]
            start, depth = index, 0
    if start < len(tokens):
        yield tokens[start:]


def _get_extent(block: Sequence[Token], end: int) -> tuple[int, int]:
    """Return the first line of *block* and the line after its last, counted from 0."""
    extents = [token.map for token in block if token.map]
    if not extents:
        line = next((token.meta["line"] for token in block if "line" in token.meta), 1)
        return line - 1, line
    return min(first for first, _ in extents), min(max(last for _, last in extents), end)


def _begins_with_title(source: MdxSource) -> bool:
    """Return whether the first text of the page is a heading of the first level."""
    for token in source.page_tokens:
        if token.type == "heading_open":
            return token.tag == "h1"
        # Imports and comments can precede the heading.
        if token.type not in {"mdx_esm", "mdx_expression"}:
            return False
    return False


def _open_page_section(out: Renderer, title: str) -> None:
    """Begin the section of the page with the title from its front matter."""
    title_node = nodes.title(title, "", *out.render_inline(title, 1))
    out.line = 1
    # Pages can hide a title that is not in their text.
    is_plain = title_node.astext() == title
    title_node[FRONT_MATTER_TITLE] = PLAIN_TITLE if is_plain else MARKED_TITLE
    section = out.open_section(0, title_node)
    section["docsnav_page"] = True


def _make_meta(out: Renderer, data: dict[str, Any], description: str) -> list[nodes.Node]:
    """Return the ``meta`` nodes of front matter; *description* is plain text."""
    short = textwrap.shorten(description, MAX_META_DESCRIPTION, placeholder="\u2026")
    metas: list[nodes.Node] = []
    for name, value in data.items():
        if isinstance(value, date):
            # A date means the same as the quoted text.
            value = value.isoformat()  # noqa: PLW2901
        if not isinstance(value, (str, list)) or not value:
            continue
        # Lists are joined; of objects, such as authors, the names are used.
        rows = value if isinstance(value, list) else [value]
        names = (row.get("name", "") if isinstance(row, dict) else row for row in rows)
        content = " ".join(", ".join(map(str, filter(None, names))).split())
        if runs_as_address(name, content):
            message = f"address {content!r} of {name!r} is not of an allowed kind; left out"
            out.warn(FaultKind.LINK_UNSAFE, message, 1)
        elif name == "description":
            metas += [nodes.meta(name=name, content=short)] if short else []
        elif name in META or name.startswith("twitter:"):
            metas.append(nodes.meta(name=name, content=content))
        elif name == "authors" and "author" not in data:
            metas.append(nodes.meta(name="author", content=content))
        elif name == "createdDate":
            metas.append(nodes.meta(property="article:published_time", content=content))
        elif name.startswith("og:"):
            metas.append(nodes.meta(property=name, content=content))
    return metas


def _report_hidden_characters(out: Renderer, data: Mapping[str, object]) -> None:
    """Report hidden characters in the titles of front matter, which titles of pages leave out.

    Faults: ``front_matter``.
    """
    for name in ("title", "sidebarTitle"):
        title = read_text(data.get(name))
        if hidden := describe_hidden_characters(title, make_visible_title(title)):
            position = find_front_matter_position(out.path, name)
            message = f"front matter {name!r} has {hidden}; it is left out"
            kind = FaultKind.FRONT_MATTER
            out.page.warn(kind, message, out.path, position, hint="remove it")


def _complete_sections(out: Renderer) -> None:
    """Set the id of the page's section, and move the footnotes to its end."""
    page = out.page
    if len(page.sections) == 1 and not page.document.next_node(nodes.section):
        return
    section = next(iter(page.document.findall(nodes.section)))
    if section.attributes.pop("docsnav_page", False):
        title = section.children[0].astext()
        page.claim_ids(section, page.slugger.claim(title)[:1] or ["page-title"], always=True)
    _place_footnotes(page, section)


def _place_footnotes(page: PageState, section: nodes.Element) -> None:
    """Add the footnotes in the order of their references, and report unused ones."""
    order = [label for label in page.footnote_order if label in page.footnotes]
    order += [label for label in page.footnotes if label not in order]
    if not order and not page.footnote_order:
        return
    for number, label in enumerate(order, 1):
        note = page.footnotes[label]
        del note.attributes["docsnav_label"]
        note.insert(0, nodes.label("", str(number)))
        page.claim_ids(note, [page.serial()])
        section += note
    # References are resolved after all footnotes have their ids.
    for reference in list(page.document.findall(nodes.footnote_reference)):
        label = reference.attributes.pop("docsnav_label", None)
        if label is None:
            continue  # of a description by autodoc, which docutils resolves
        if label not in page.footnotes:
            reference.parent.replace(reference, nodes.Text(reference.rawsource))
            continue
        note = page.footnotes[label]
        reference["refid"] = note["ids"][0]
        reference.children = []
        reference.append(nodes.Text(note.children[0].astext()))
        note["backrefs"] += reference["ids"]
        note["docname"] = reference["docname"] = page.host.docname
    unreached = FootnoteLinks(page.document).unreached()
    for label, note in page.footnotes.items():
        if note["ids"][0] in unreached:
            message = f"nothing refers to the footnote '[^{label}]'; a PDF leaves it out"
            path, line = Path(note.source or page.host.docname), note.line or 1
            hint = f"write [^{label}] where it belongs, or remove it"
            page.warn(FaultKind.MDX_SYNTAX, message, path, Position(line), hint=hint)


def flatten_deep_content(document: nodes.document) -> int:
    """Replace what is deeper than `MAX_DEPTH` by its text.

    :returns: the line of the first replaced content, counted from 1; 0 if nothing is replaced.
    """
    level: list[nodes.Node] = [document]
    # Level by level, as recursion would reach the limit that this function enforces.
    for _ in range(MAX_DEPTH):
        level = [child for node in level if node.children for child in node.children]
        if not level:
            return 0
    line = 0
    for node in level:
        ancestors = _get_ancestors(node)
        # A node without children needs no more levels, and some are removed already.
        if not node.children or ancestors[-1] is not document:
            continue
        container = next(parent for parent in ancestors if isinstance(parent, _TEXT_PARENTS))
        text = nodes.Text(_get_text(container))
        is_inline_node = isinstance(container, nodes.TextElement)
        container.children = []
        container.append(text if is_inline_node else nodes.paragraph("", "", text))
        line = line or next((parent.line for parent in ancestors if parent.line), 1)
    return line


def _get_ancestors(node: nodes.Node) -> list[nodes.Node]:
    """Return *node* and its ancestors, up to the document or to a node that was emptied."""
    ancestors = [node]
    while (parent := ancestors[-1].parent) is not None and ancestors[-1] in parent.children:
        ancestors.append(parent)
    return ancestors


def _get_text(node: nodes.Node) -> str:
    """Return the text of *node* without recursion, unlike docutils' own method."""
    texts: list[str] = []
    pending: list[nodes.Node] = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, nodes.Text):
            texts.append(str(current))
        else:
            pending += reversed(current.children)
    return "".join(texts)


def clean_document(document: nodes.document, all_nodes: Sequence[nodes.Node]) -> str:
    """Remove forbidden characters from *document*.

    Escapes in expressions, front matter and specifications can create them.

    :param all_nodes: the nodes of the document; see `collect_nodes`.
    :returns: the first forbidden character; ``""`` if there is none.
    """
    # Most documents have none, which one search over all texts shows.
    if not has_forbidden_characters(_collect_texts(all_nodes)):
        return ""
    first = ""
    for node in list(document.findall()):
        if isinstance(node, nodes.Text):
            text, offsets = drop_forbidden_characters(node)
            if offsets:
                first = first or str(node)[offsets[0]]
                node.parent.replace(node, nodes.Text(text))
        elif isinstance(node, nodes.Element):
            for name, value in node.attributes.items():
                cleaned, character = _clean_value(value)
                if character:
                    first = first or character
                    node.attributes[name] = cleaned
    return first


def _collect_texts(all_nodes: Sequence[Any]) -> list[str]:
    """Return all texts of the nodes, with those in attributes."""
    texts: list[str] = []
    for node in all_nodes:
        if isinstance(node, nodes.Text):
            texts.append(node)
            continue
        values = node.attributes.values()
        # Most values are empty lists.
        if any(values):
            for value in values:
                if type(value) is str:
                    texts.append(value)
                elif value:
                    _add_strings(value, texts)
    return texts


def _add_strings(value: Any, texts: list[str]) -> None:  # noqa: ANN401 -- attributes hold any plain value
    """Add the strings in *value* to *texts*."""
    if isinstance(value, str):
        texts.append(value)
    elif isinstance(value, dict):
        for name, item in value.items():
            _add_strings(name, texts)
            _add_strings(item, texts)
    elif isinstance(value, list | tuple):
        for item in value:
            _add_strings(item, texts)


def _clean_value(value: Any) -> tuple[Any, str]:  # noqa: ANN401 -- attributes hold any plain value
    """Return *value* without forbidden characters, and the first of them."""
    if isinstance(value, str):
        text, offsets = drop_forbidden_characters(value)
        return text, value[offsets[0]] if offsets else ""
    if isinstance(value, dict):
        # Keys can have forbidden characters, too.
        pairs, first = _clean_value([list(pair) for pair in value.items()])
        return (dict(pairs), first) if first else (value, "")
    if isinstance(value, list | tuple):
        parts = [_clean_value(item) for item in value]
        first = next((character for _, character in parts if character), "")
        return (type(value)(item for item, _ in parts), first) if first else (value, "")
    return value, ""
