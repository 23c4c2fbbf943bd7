"""A Markdown copy of each page, ``llms.txt`` and ``llms-full.txt``.

sphinx-llms-txt joins the sources of pages, with the tags of components and front
matter. sphinx-markdown-builder is a separate builder, so it needs a second build, and
has no visitors for components. This module writes a copy from the doctree that
Sphinx has just written as HTML.
Source: https://llmstxt.org
"""

from __future__ import annotations

import posixpath
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.builders import builds_site
from sphinx_docsnav.core.finished_html import start_of_body
from sphinx_docsnav.core.private_names import resolve_doctree
from sphinx_docsnav.core.site.divisions import (
    SearchScope,
    scopes_of,
    touches,
)
from sphinx_docsnav.core.site.env_record import facts_of, record_of
from sphinx_docsnav.core.site.hanging_pages import read_written_toctrees
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import STORAGE, build_state, derive, find_state, reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.features.markdown_copies.markdown_text import (
    MarkdownWriter,
    escape_block_start,
    escape_text,
)
from sphinx_docsnav.navigation.site_skills import COPIES_EXTENSION
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi import Operation
from sphinx_docsnav.sitefiles.safe_urls import find_scheme
from sphinx_docsnav.sitefiles.write import replace_if_changed, write_if_changed
from sphinx_docsnav.themes.base import Context

LLMS_INDEX, LLMS_FULL = "llms.txt", "llms-full.txt"
"""The files of a scope: the list of its pages, and the text of all pages."""
COPIES_OWNER = "copies for programs"
"""The owner of copies, indexes and skills in the ledger of outputs."""
OTHER_PAGES_HEADING = "Other pages"
"""The heading of the pages that the navigation does not list."""
INDEX_SIZE_LIMIT = 50_000
"""Maximum length of an index, in characters; a longer one is divided by its headings."""
_RESERVED = re.compile(r'[%?#<>"\\\t]')
"""The characters of a file name that have another meaning in a URL, or end a link."""
_INDEX_POINTER = "Index of all pages as Markdown: {}"


def has_copies(app: Sphinx) -> bool:
    """Return whether this build writes Markdown copies."""
    return (
        (app.config.docsnav_markdown or COPIES_EXTENSION in app.extensions)
        and builds_site(app.builder)
        and find_state(app) is not None
    )


def make_copy_name(docname: str) -> str:
    """Return the path of the copy of a page, relative to the output directory."""
    return f"{docname}.md"


def make_copy_address(docname: str) -> str:
    """Return the URL of the copy of a page, relative to the output directory."""
    return _RESERVED.sub(lambda match: quote(match[0]), make_copy_name(docname))


def has_copy(app: Sphinx, docname: str) -> bool:
    """Return whether a document has a copy; hidden pages do not."""
    return (
        has_copies(app)
        and docname in app.env.all_docs
        and docname not in record_of(app.env).unsearchable
    )


def add_copy_links(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Add links to the copy of a page and to the index (``html-page-context``).

    ``docsnav_copy`` in the context is the URL of the copy, for other features. The head of the page
    links to both files, as version 2 of llms.txt requires. A hidden element at the start of the
    page contains the URL of the index, because many programs read only the text, and not all of a
    long page. It is not a link: the first link of a page must be the one that skips to the content.
    """
    if doctree is None or not has_copy(app, pagename):
        return
    context["docsnav_copy"] = make_copy_address(pagename)
    copy_url = escape(context["pathto"](make_copy_address(pagename), 1))
    index_url = escape(_add_slash(context["pathto"](_find_index_name(app, pagename), 1)))
    context["metatags"] = (
        f"{context.get('metatags', '')}"
        f'<link rel="alternate" type="text/markdown" href="{copy_url}">\n'
        f'<link rel="describedby" type="text/plain" href="{index_url}">\n'
    )
    pointer = f'<div class="docsnav-index" hidden>{_INDEX_POINTER.format(index_url)}</div>'
    finish = context.get("docsnav_finish")
    # Without navigation of this extension, only the theme's templates make the page.
    if finish is None:
        context["body"] = f"{pointer}{context.get('body', '')}"
    else:
        context["docsnav_finish"] = lambda page: finish(start_of_body(page, pointer))


def _find_index_name(app: Sphinx, docname: str) -> str:
    """Return the name of the index that lists a page."""
    return scopes_of(app).of(docname).named(LLMS_INDEX)


def _add_slash(url: str) -> str:
    """Return a relative URL with a slash, for programs that search for ``/llms.txt``."""
    return url if "/" in url else f"./{url}"


def claim_copies(app: Sphinx, _env: object) -> list[str]:
    """Claim the copies of all pages in the ledger of outputs (``env-get-updated``).

    The ledger does not write them: worker processes write copies, and ``llms-full.txt`` is written
    piece by piece.
    """
    if has_copies(app):
        copies = (make_copy_name(docname) for docname in app.env.all_docs if has_copy(app, docname))
        full_texts = (scope.named(LLMS_FULL) for scope in scopes_of(app).all)
        ledger_of(app).claim(COPIES_OWNER, (*copies, *full_texts))
    return []


def remove_old_copies(app: Sphinx, exception: Exception | None) -> None:
    """Remove the copies of pages that no longer have one (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(COPIES_OWNER)


def write_copy(
    app: Sphinx,
    pagename: str,
    _templatename: str,
    _context: Context,
    doctree: nodes.document | None,
) -> None:
    """Write the Markdown copy of a page (``html-page-context``, last)."""
    if doctree is not None and has_copy(app, pagename):
        # A build of another part of the site may have stored the copy.
        _find_stored_copy_path(app, pagename).unlink(missing_ok=True)
        write_if_changed(
            Path(app.outdir, make_copy_name(pagename)), _render_copy(app, pagename, doctree)
        )


def _render_copy(app: Sphinx, docname: str, doctree: nodes.document) -> str:
    urls = _CopyUrls(app, docname)
    text = MarkdownWriter(urls.link, urls.picture).write(doctree)
    title, _, rest = text.partition("\n")
    line = f"> {_make_pointer(app, docname)}\n"
    # The line follows the title, so that the first heading stays at the start of the file.
    return f"{title}\n\n{line}{rest}" if title.startswith("# ") else f"{line}\n{text}"


def _make_pointer(app: Sphinx, docname: str) -> str:
    """Return the line of a copy that links to the index."""
    index_name = _find_index_name(app, docname)
    relative = posixpath.relpath(index_name, posixpath.dirname(docname) or ".")
    url = _make_absolute_url(app, index_name) if app.config.html_baseurl else _add_slash(relative)
    return _INDEX_POINTER.format(f"[llms.txt]({url})")


def _map_copies(app: Sphinx) -> dict[str, str]:
    """Return the URLs of copies by those of their pages."""
    names = (name for name in app.env.all_docs if has_copy(app, name))
    return {app.builder.get_target_uri(name): make_copy_address(name) for name in names}


def store_other_copies(app: Sphinx) -> list[Any]:
    """Store the copies of pages of other parts beside the doctrees (``html-collect-pages``).

    ``llms-full.txt`` needs the text of all pages of a scope, also if this build writes only some.
    """
    build, builder = build_state(app), app.builder
    part = build.part
    if part is None or not has_copies(app) or not isinstance(builder, StandaloneHTMLBuilder):
        return []
    for scope, pages in _list_scope_pages(app, part):
        for _, docname in pages if touches(scope, part) else ():
            path = _find_stored_copy_path(app, docname)
            # This build writes the copy itself, or an earlier build has stored a current one.
            if docname in part or (path.is_file() and docname in build.page_keys):
                continue
            doctree = resolve_doctree(app.env, docname, builder)
            # Sets the paths of images in the output directory.
            builder.post_process_images(doctree)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_if_changed(path, _render_copy(app, docname, doctree))
    return []


class _CopyUrls:
    """The URLs in the copy of one page; with ``dirhtml``, it is in another folder than the page."""

    def __init__(self, app: Sphinx, docname: str) -> None:
        self._app = app
        self._html = posixpath.dirname(app.builder.get_target_uri(docname))
        self._copy = posixpath.dirname(docname)

    def link(self, url: str) -> str:
        """Return the URL of a link in the copy; it leads to the copy of a page that has one.

        :param url: the URL of the link in the HTML page.
        """
        if url.startswith(("#", "/", "?")) or find_scheme(url):
            return _escape_url(url)
        target, hash_sign, anchor = url.partition("#")
        target, fragment = target.partition("?")[0], f"{hash_sign}{anchor}"
        # The URL is relative to the HTML page, which may be in another folder than the copy.
        path = posixpath.normpath(posixpath.join(self._html, target))
        # `normpath` removes the slash at the end, which URLs of `dirhtml` need.
        slash = "/" if target.endswith("/") else ""
        copies_by_url = derive(self._app, _map_copies)
        copy = copies_by_url.get(f"{path}{slash}") or copies_by_url.get("" if path == "." else path)
        return self._make_url(copy or f"{path}{slash}", fragment)

    def _make_url(self, path: str, fragment: str = "") -> str:
        """Return the URL of a file of the output: absolute if ``html_baseurl`` is set."""
        if self._app.config.html_baseurl:
            return f"{_make_absolute_url(self._app, path)}{_escape_url(fragment)}"
        slash = "/" if path.endswith("/") else ""
        return _escape_url(posixpath.relpath(path, self._copy or ".") + slash + fragment)

    def picture(self, uri: str) -> str:
        """Return the URL of an image."""
        builder = self._app.builder
        if uri in builder.images and isinstance(builder, StandaloneHTMLBuilder):
            return self._make_url(f"{builder.imagedir}/{builder.images[uri]}")
        return self.link(uri)


def _escape_url(url: str) -> str:
    """Return *url* with the characters encoded that would end a Markdown link."""
    return url.replace(" ", "%20").replace("(", "%28").replace(")", "%29")


def write_llms_files(app: Sphinx, exception: Exception | None) -> None:
    """Write ``llms.txt`` and ``llms-full.txt`` of each scope (``build-finished``)."""
    if exception is not None or not has_copies(app):
        return
    part = build_state(app).part
    for scope, pages in _list_scope_pages(app, part):
        for name, text in _make_index_files(app, scope, pages):
            write_site_file(app, name, text)
        if part is not None and not touches(scope, part):
            continue
        # The copies of other parts of the site are stored beside the doctrees.
        copies = {
            name: _find_copy_path(app, name)
            if part is None or name in part
            else _find_stored_copy_path(app, name)
            for _, name in pages
        }
        # Without some copies, for example after a failed page, the earlier file is better.
        if all(path.is_file() for path in copies.values()):
            replace_if_changed(Path(app.outdir, scope.named(LLMS_FULL)), _join_copies(app, copies))


def _list_scope_pages(
    app: Sphinx, part: frozenset[str] | None
) -> Iterator[tuple[SearchScope, list[tuple[str, str]]]]:
    """Yield each scope with the heading and the docname of its pages that have a copy.

    Pages are in the order of the navigation, by their first occurrence; pages that it does not
    list are at the end.
    """
    headings = _map_headings(app)
    positions = {docname: number for number, docname in enumerate(headings)}
    for scope in scopes_of(app).all:
        docnames = sorted(
            scope.docnames, key=lambda docname: (positions.get(docname, len(positions)), docname)
        )
        pages = [(headings.get(docname, OTHER_PAGES_HEADING), docname) for docname in docnames]
        yield (
            scope,
            [
                (heading, docname)
                for heading, docname in pages
                if _has_listed_copy(app, part, docname)
            ],
        )


def _map_headings(app: Sphinx) -> dict[str, str]:
    """Return the heading of each listed page by docname, in the order of first occurrence.

    The navigation may not list the overview pages of an API: they come before its first operation.
    """
    headings = dict[str, str]()
    heading_pages = list(
        _walk_pages(state_of(app).site.root, "")
        if reading_of(app).has_navigation
        else _list_toctree_pages(app)
    )
    unlisted_pages = set(state_of(app).site.reference_pages) - {
        docname for _, docname in heading_pages
    }
    for heading, docname in heading_pages:
        # An overview page belongs to the operations in or below its folder.
        if unlisted_pages and _find_operation(app, docname) is not None:
            related_pages = {
                name for name in unlisted_pages if docname.startswith(f"{posixpath.dirname(name)}/")
            }
            unlisted_pages -= related_pages
            headings.update(dict.fromkeys(sorted(related_pages), heading))
        headings.setdefault(docname, heading)
    return headings


def _find_operation(app: Sphinx, docname: str) -> Operation | None:
    return state_of(app).operation(docname, facts_of(app.env, docname).openapi)


def _has_listed_copy(app: Sphinx, part: frozenset[str] | None, name: str) -> bool:
    """Return whether the index lists the copy of a page.

    The copy of a page in another part of the site need not exist in this output directory.
    """
    is_of_other_part = part is not None and name not in part
    return has_copy(app, name) and (is_of_other_part or _find_copy_path(app, name).is_file())


def _find_copy_path(app: Sphinx, name: str) -> Path:
    return Path(app.outdir, make_copy_name(name))


def _find_stored_copy_path(app: Sphinx, name: str) -> Path:
    """Return the path of the copy of a page that this build does not write."""
    return Path(app.doctreedir, STORAGE, "copies", make_copy_name(name))


def _list_toctree_pages(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield the heading and the docname of each page of Sphinx's toctrees, depth first.

    The heading is the caption of the toctree or, without one, the title of the page of the first
    level.
    """
    root, titles = app.config.root_doc, app.env.titles
    yield "", root
    visited, pending = {root}, [("", root)]
    while pending:
        heading, docname = pending.pop()
        if docname != root:
            yield heading, docname
        children = []
        for toctree in read_written_toctrees(app.env, docname):
            for name in (entry.target for entry in toctree.entries):
                if name in titles and name not in visited:
                    visited.add(name)
                    # A page of the first level without pages below it is no heading of its own.
                    is_part = docname == root and app.env.toctree_includes.get(name)
                    part_title = titles[name].astext() if is_part else ""
                    children.append((heading or toctree.caption or part_title, name))
        # The last item of the stack is the next page: depth first, in the order of the toctree.
        pending += reversed(children)


def _walk_pages(element: Element, heading: str) -> Iterator[tuple[str, str]]:
    """Yield the heading and the docname of each page below *element*.

    The heading is the label of the outermost element that is not a language, version or product.
    """
    if element.root is not None:
        yield heading, element.root.docname
    for child in element.children:
        if isinstance(child, Page):
            yield heading, child.docname
            continue
        child_kind = child.kind
        is_switch = child_kind in {Kind.LANGUAGE, Kind.VERSION, Kind.PRODUCT}
        yield from _walk_pages(child, heading or ("" if is_switch else child.label.strip()))


def _make_absolute_url(app: Sphinx, name: str) -> str:
    base = app.config.html_baseurl
    return _escape_url(posixpath.join(base, name) if base else name)


def _make_index_files(
    app: Sphinx, scope: SearchScope, pages: list[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the index of a scope; several if it is too long."""
    links_to_others = []
    for other in scopes_of(app).all:
        if other is not scope:
            labels = ", ".join(element.label for element in other.chain)
            label = _escape_label(labels) or "All"
            links_to_others.append(
                f"- [{label}]({_make_absolute_url(app, other.named(LLMS_INDEX))})"
            )
    others = _make_section("Optional", links_to_others)
    sections = [
        (heading, _make_section(heading or "Pages", _make_rows(app, [name for _, name in group])))
        for heading, group in groupby(pages, lambda page: page[0])
    ]
    top, text = _make_title(app), "".join(section for _, section in sections)
    if len(top) + len(text) + len(others) <= INDEX_SIZE_LIMIT:
        yield scope.named(LLMS_INDEX), f"{top}{text}{others}"
        return
    # Too long: one file for each section, and an index that lists these files.
    rows = []
    for number, (heading, part) in enumerate(_divide_sections(sections), 1):
        name = scope.named(f"llms-part-{number}.txt")
        yield name, f"{top}{part}"
        rows.append(f"- [{_escape_label(heading) or 'Pages'}]({_make_absolute_url(app, name)})")
    yield scope.named(LLMS_INDEX), f"{top}{_make_section('Parts', rows)}{others}"


def _divide_sections(sections: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the heading and the text of each section; a long section is divided between rows."""
    for heading, text in sections:
        lines = text.splitlines(keepends=True)
        # The first three lines are an empty line, the heading, and another empty line.
        head, size, part = "".join(lines[:3]), 0, ""
        for line in lines[3:]:
            if part and size + len(line) > INDEX_SIZE_LIMIT * 9 // 10:
                yield heading, f"{head}{part}"
                part = ""
            part += line
            size = len(part)
        yield heading, f"{head}{part}"


def _make_title(app: Sphinx) -> str:
    state = state_of(app)
    description = escape_block_start(escape_text(_join_lines(state.docs.description)))
    name = _join_lines(str(app.config.project) or state.docs.name)
    return f"# {name}\n" + (f"\n> {description}\n" if description else "")


def _make_section(heading: str, rows: Iterable[str]) -> str:
    """Return an empty line, a heading and a list; empty without rows."""
    lines = "\n".join(rows)
    return f"\n## {_join_lines(heading)}\n\n{lines}\n" if lines else ""


def _make_rows(app: Sphinx, names: list[str]) -> Iterator[str]:
    """Yield a row for each page; pages with the same title are told apart by their groups."""
    from sphinx_docsnav.rendering.page_document import MAX_META_DESCRIPTION  # noqa: PLC0415 -- most projects need no parser
    from sphinx_docsnav.rendering.renderer import render_plain_text  # noqa: PLC0415 -- most projects need no parser

    facts_by_docname = {name: facts_of(app.env, name) for name in names}
    titles = {
        name: _join_lines(name if page_facts.untitled else page_facts.title or name)
        for name, page_facts in facts_by_docname.items()
    }
    counts = Counter(titles.values())
    for name, title in titles.items():
        # The group is needed only for titles that several pages have.
        place = state_of(app).site.place(name) if counts[title] > 1 else None
        group = place.chain[-1].label if place and place.chain else ""
        title_and_group = f"{title} ({_join_lines(group)})" if group else title
        operation = _find_operation(app, name)
        description = facts_by_docname[name].description
        if operation is not None and not description:
            description = textwrap.shorten(
                operation.description, MAX_META_DESCRIPTION, placeholder="\u2026"
            )
        plain_text = render_plain_text(description, html=operation is not None)
        description = escape_text(_join_lines(plain_text))
        url = _make_absolute_url(app, make_copy_address(name))
        link = f"[{_escape_label(title_and_group)}]({url})"
        yield f"- {link}: {description}" if description else f"- {link}"


def write_site_file(app: Sphinx, name: str, content: str | bytes) -> None:
    """Write a file of the site, unless ``html_extra_path`` contains a file with this name."""
    if not any(Path(app.confdir, folder, name).is_file() for folder in app.config.html_extra_path):
        ledger_of(app).write(COPIES_OWNER, name, content)


def _join_copies(app: Sphinx, copies: Mapping[str, Path]) -> Iterator[str]:
    """Yield the pieces of a text with all pages of a scope, each with its URL."""
    separator = ""
    for name, copy in copies.items():
        line = f"> {_make_pointer(app, name)}\n\n"
        # Only single copies need the link to the index.
        text = copy.read_text("utf-8").replace(line, "", 1)
        source = f"Source: {_make_absolute_url(app, app.builder.get_target_uri(name))}"
        title, _, rest = text.partition("\n")
        has_title = title.startswith("# ")
        yield separator
        yield f"{title}\n{source}\n{rest}" if has_title else f"{source}\n\n{text}"
        separator = "\n\n"


def _join_lines(text: str) -> str:
    return " ".join(text.split())


def _escape_label(text: str) -> str:
    """Return *text* in one line, with the characters escaped that would end the text of a link."""
    return re.sub(r"([\\[\]])", r"\\\1", _join_lines(text))
