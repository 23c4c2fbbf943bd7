"""A Markdown copy of each page, ``llms.txt`` and ``llms-full.txt``.

sphinx-llms-txt joins the sources of pages, with the tags of components and front
matter. sphinx-markdown-builder is a separate builder, so it needs a second build, and
has no visitors for components. This module writes the copy from the doctree that
Sphinx has just written as HTML.
Source: https://llmstxt.org
"""

from __future__ import annotations

import posixpath
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.compat.finished_html import start_of_body
from sphinx_docsnav.core.site.env_record import facts_of, record_of
from sphinx_docsnav.core.site.generate import LEADING_BUILDERS
from sphinx_docsnav.core.site.hanging_pages import written_toctrees
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.site.parts import SitePart, part_of, resolved, touches
from sphinx_docsnav.core.site.scopes import SearchScope, scopes_of
from sphinx_docsnav.core.state import derive, find_state, reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.features.markdown_copies.markdown_text import MarkdownWriter
from sphinx_docsnav.navigation.site_skills import COPIES_EXTENSION
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi import Operation
from sphinx_docsnav.sitefiles.safe_urls import scheme_of
from sphinx_docsnav.sitefiles.write import write_if_changed, write_pieces_if_changed
from sphinx_docsnav.themes.base import Context

INDEX, FULL = "llms.txt", "llms-full.txt"
"""The files of a scope: its pages, and the text of all of them."""
OWNER = "copies for programs"
"""The owner of copies, indexes and skills in the ledger of outputs."""
OTHER_PAGES = "Other pages"
"""The heading of pages that the navigation does not list."""
LONGEST_INDEX = 50_000
"""Characters of an index that programs read; a longer one is split by headings."""


def has_copies(app: Sphinx) -> bool:
    """Return whether this build writes Markdown copies."""
    return (
        (app.config.docsnav_markdown or COPIES_EXTENSION in app.extensions)
        and app.builder.name in LEADING_BUILDERS
        and find_state(app) is not None
    )


def copy_name(docname: str) -> str:
    """Return the address of a page's copy, from the root of the output."""
    return f"{docname}.md"


def has_copy(app: Sphinx, docname: str) -> bool:
    """Return whether a document has a copy: hidden ones have none."""
    return (
        has_copies(app)
        and docname in app.env.all_docs
        and docname not in record_of(app.env).unsearchable
    )


def name_copy(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Name the copy of a page and the index of all copies (``html-page-context``).

    Features find the copy in ``docsnav_copy``. Programs find both in the head, as version 2 of
    llms.txt asks, and the address of the index in a part of the page that readers do not see: many
    of them read only the text, and not all of a long one. It is no link, because the first link of
    a page is the one that skips to the content.
    """
    if doctree is None or not has_copy(app, pagename):
        return
    context["docsnav_copy"] = copy_name(pagename)
    copy = escape(context["pathto"](copy_name(pagename), 1))
    index = escape(_with_slash(context["pathto"](_index_of(app, pagename), 1)))
    context["metatags"] = (
        f"{context.get('metatags', '')}"
        f'<link rel="alternate" type="text/markdown" href="{copy}">\n'
        f'<link rel="describedby" type="text/plain" href="{index}">\n'
    )
    shown = f'<div class="docsnav-index" hidden>{_FOR_PROGRAMS.format(index)}</div>'
    finish = context.get("docsnav_finish")
    if finish is None:  # the templates are those of the theme alone
        context["body"] = f"{shown}{context.get('body', '')}"
    else:
        context["docsnav_finish"] = lambda page: finish(start_of_body(page, shown))


_FOR_PROGRAMS = "Index of all pages as Markdown: {}"


def _index_of(app: Sphinx, docname: str) -> str:
    """Return the name of the index that lists a page."""
    return scopes_of(app).of(docname).named(INDEX)


def _with_slash(url: str) -> str:
    """Return a relative address so that programs which search for ``/llms.txt`` find it."""
    return url if "/" in url else f"./{url}"


def name_copies(app: Sphinx, _env: object) -> list[str]:
    """Name the copies of all pages in the ledger of outputs (``env-get-updated``).

    Worker processes write copies, and ``llms-full.txt`` is written piece by piece.
    """
    if has_copies(app):
        copies = (copy_name(docname) for docname in app.env.all_docs if has_copy(app, docname))
        whole = (scope.named(FULL) for scope in scopes_of(app).all)
        ledger_of(app).claim(OWNER, (*copies, *whole))
    return []


def remove_old_copies(app: Sphinx, exception: Exception | None) -> None:
    """Remove the copies of earlier builds that this build has no more (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(OWNER)


def write_copy(
    app: Sphinx,
    pagename: str,
    _templatename: str,
    _context: Context,
    doctree: nodes.document | None,
) -> None:
    """Write the Markdown copy of a page (``html-page-context``, last)."""
    if doctree is not None and has_copy(app, pagename):
        _kept_copy(app, pagename).unlink(missing_ok=True)  # of a build of another part
        write_if_changed(Path(app.outdir, copy_name(pagename)), _markdown(app, pagename, doctree))


def _markdown(app: Sphinx, docname: str, doctree: nodes.document) -> str:
    places = _Places(app, docname)
    text = MarkdownWriter(places.link, places.picture).write(doctree)
    title, _, rest = text.partition("\n")
    line = f"> {_pointer(app, docname)}\n"
    return f"{title}\n\n{line}{rest}" if title.startswith("# ") else f"{line}\n{text}"


def _pointer(app: Sphinx, docname: str) -> str:
    """Return the line of a copy that leads to the index."""
    name = _index_of(app, docname)
    relative = posixpath.relpath(name, posixpath.dirname(docname) or ".")
    url = _address(app, name) if app.config.html_baseurl else _with_slash(relative)
    return _FOR_PROGRAMS.format(f"[llms.txt]({url})")


def _addresses_of_copies(app: Sphinx) -> dict[str, str]:
    """Return the copies by the addresses of their pages; made once for a build."""
    names = (name for name in app.env.all_docs if has_copy(app, name))
    return {app.builder.get_target_uri(name): copy_name(name) for name in names}


def keep_other_copies(app: Sphinx) -> list[Any]:
    """Keep the copies of other parts' pages beside the doctrees (``html-collect-pages``).

    ``llms-full.txt`` has the text of all pages of a scope, or is not there at all.
    """
    part, builder = part_of(app), app.builder
    if part is None or not has_copies(app) or not isinstance(builder, StandaloneHTMLBuilder):
        return []
    for scope, pages in _pages_of_scopes(app, part):
        for _, name in pages if touches(scope, part) else ():
            path = _kept_copy(app, name)
            if name in part.docnames or (path.is_file() and name not in part.left):
                continue
            doctree = resolved(app.env, name, builder)
            builder.post_process_images(doctree)  # their names in the output
            path.parent.mkdir(parents=True, exist_ok=True)
            write_if_changed(path, _markdown(app, name, doctree))
    return []


class _Places:
    """Addresses in the copy of one page, which is not where its HTML is with ``dirhtml``."""

    def __init__(self, app: Sphinx, docname: str) -> None:
        self._app = app
        self._html = posixpath.dirname(app.builder.get_target_uri(docname))
        self._copy = posixpath.dirname(docname)

    def link(self, url: str) -> str:
        """Return the address of a link of the page; a page with a copy is linked as that."""
        if url.startswith(("#", "/", "?")) or scheme_of(url):
            return _closed(url)
        target, sign, anchor = url.partition("#")
        target, fragment = target.partition("?")[0], f"{sign}{anchor}"
        path = posixpath.normpath(posixpath.join(self._html, target))
        slash = "/" if target.endswith("/") else ""
        copies = derive(self._app, _addresses_of_copies)
        copy = copies.get(f"{path}{slash}") or copies.get("" if path == "." else path)
        return self._written(copy or f"{path}{slash}", fragment)

    def _written(self, path: str, fragment: str = "") -> str:
        """Return the address of a file of the output: whole, if the site's address is known."""
        if self._app.config.html_baseurl:
            return f"{_address(self._app, path)}{_closed(fragment)}"
        slash = "/" if path.endswith("/") else ""
        return _closed(posixpath.relpath(path, self._copy or ".") + slash + fragment)

    def picture(self, uri: str) -> str:
        """Return the address of a picture."""
        builder = self._app.builder
        if uri in builder.images and isinstance(builder, StandaloneHTMLBuilder):
            return self._written(f"{builder.imagedir}/{builder.images[uri]}")
        return self.link(uri)  # as the page has it


def _closed(url: str) -> str:
    """Return *url* so that nothing in it ends a link of Markdown."""
    return url.replace(" ", "%20").replace("(", "%28").replace(")", "%29")


def write_llms_files(app: Sphinx, exception: Exception | None) -> None:
    """Write ``llms.txt`` and ``llms-full.txt`` of each scope (``build-finished``)."""
    if exception is not None or not has_copies(app):
        return
    part = part_of(app)
    for scope, pages in _pages_of_scopes(app, part):
        for name, text in _index_files(app, scope, pages):
            write_own(app, name, text)
        if part is not None and not touches(scope, part):
            continue
        copies = {name: _text_of(app, part, name) for _, name in pages}
        if all(path.is_file() for path in copies.values()):
            write_pieces_if_changed(Path(app.outdir, scope.named(FULL)), _full(app, copies))


def _pages_of_scopes(
    app: Sphinx, part: SitePart | None
) -> Iterator[tuple[SearchScope, list[tuple[str, str]]]]:
    """Yield each scope with heading and docname of its pages that have a copy.

    In the order of the navigation, those that it does not list at the end; a page is listed at
    its first place.
    """
    listed = _headings(app)
    order = {name: number for number, name in enumerate(listed)}
    for scope in scopes_of(app).all:
        names = sorted(scope.docnames, key=lambda name: (order.get(name, len(order)), name))
        pages = [(listed.get(name, OTHER_PAGES), name) for name in names]
        yield scope, [(heading, name) for heading, name in pages if _has_own_copy(app, part, name)]


def _headings(app: Sphinx) -> dict[str, str]:
    """Return the heading of each page that is listed, in order of their first places.

    The pages about an API, which the navigation may not list, are before its first operation.
    """
    listed, found = dict[str, str](), list(_listed(app))
    about = set(state_of(app).site.reference_pages) - {docname for _, docname in found}
    for heading, docname in found:
        if about and _operation(app, docname) is not None:
            near = {name for name in about if docname.startswith(f"{posixpath.dirname(name)}/")}
            about -= near
            listed.update(dict.fromkeys(sorted(near), heading))
        listed.setdefault(docname, heading)
    return listed


def _operation(app: Sphinx, docname: str) -> Operation | None:
    return state_of(app).operation(docname, facts_of(app.env, docname).openapi)


def _has_own_copy(app: Sphinx, part: SitePart | None, name: str) -> bool:
    """Return whether a page has a copy; the builds of other parts write those of their pages."""
    is_elsewhere = part is not None and name not in part.docnames
    return has_copy(app, name) and (is_elsewhere or _copy_of(app, name).is_file())


def _copy_of(app: Sphinx, name: str) -> Path:
    return Path(app.outdir, copy_name(name))


def _kept_copy(app: Sphinx, name: str) -> Path:
    """Return the copy of a page that this build does not write."""
    return Path(app.doctreedir, "_docsnav", "copies", copy_name(name))


def _text_of(app: Sphinx, part: SitePart | None, name: str) -> Path:
    is_own = part is None or name in part.docnames
    return _copy_of(app, name) if is_own else _kept_copy(app, name)


def _listed(app: Sphinx) -> Iterable[tuple[str, str]]:
    """Return the pages of the navigation, each after its heading; without one, of the toctrees."""
    if not reading_of(app).has_navigation:
        return _toctree_pages(app)
    return ((heading, page.docname) for heading, page in _walk(state_of(app).site.root, ""))


def _toctree_pages(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield the pages of Sphinx's toctrees; the heading is a caption, or the title of a part."""
    root, titles = app.config.root_doc, app.env.titles
    yield "", root
    seen, waiting = {root}, [("", root)]
    while waiting:
        heading, docname = waiting.pop()
        if docname != root:
            yield heading, docname
        below = []
        for toctree in written_toctrees(app.env, docname):
            for name in (entry.target for entry in toctree.entries):
                if name in titles and name not in seen:
                    seen.add(name)
                    is_part = docname == root and app.env.toctree_includes.get(name)
                    own = titles[name].astext() if is_part else ""
                    below.append((heading or toctree.caption or own, name))
        waiting += reversed(below)


def _walk(element: Element, heading: str) -> Iterator[tuple[str, Page]]:
    """Yield the pages below *element* with the label of the tab or the outermost group."""
    if element.root is not None:
        yield heading, element.root
    for child in element.children:
        if isinstance(child, Page):
            yield heading, child
            continue
        kind = child.kind
        is_switch = kind in {Kind.LANGUAGE, Kind.VERSION, Kind.PRODUCT}
        yield from _walk(child, heading or ("" if is_switch else child.label.strip()))


def _address(app: Sphinx, name: str) -> str:
    base = app.config.html_baseurl
    return _closed(posixpath.join(base, name) if base else name)


def _index_files(
    app: Sphinx, scope: SearchScope, pages: list[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield name and text of the index of a scope, and of its parts if it is too long."""
    others = _section(
        "Optional",
        (
            f"- [{_line(_label(other)) or 'All'}]({_address(app, other.named(INDEX))})"
            for other in scopes_of(app).all
            if other is not scope
        ),
    )
    sections = [
        (heading, _section(heading or "Pages", _entries(app, [name for _, name in group])))
        for heading, group in groupby(pages, lambda page: page[0])
    ]
    top, text = _top(app), "".join(section for _, section in sections)
    if len(top) + len(text) + len(others) <= LONGEST_INDEX:
        yield scope.named(INDEX), f"{top}{text}{others}"
        return
    rows = []
    for number, (heading, part) in enumerate(_parts(sections), 1):
        name = scope.named(f"llms-part-{number}.txt")
        yield name, f"{top}{part}"
        rows.append(f"- [{_line(heading) or 'Pages'}]({_address(app, name)})")
    yield scope.named(INDEX), f"{top}{_section('Parts', rows)}{others}"


def _parts(sections: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield heading and text of each section, split between entries where it is too long."""
    for heading, text in sections:
        lines = text.splitlines(keepends=True)
        head, size, part = "".join(lines[:3]), 0, ""
        for line in lines[3:]:
            if part and size + len(line) > LONGEST_INDEX * 9 // 10:
                yield heading, f"{head}{part}"
                part = ""
            part += line
            size = len(part)
        yield heading, f"{head}{part}"


def _top(app: Sphinx) -> str:
    state = state_of(app)
    about = _line(state.docs.description)
    name = _line(str(app.config.project) or state.docs.name)
    return f"# {name}\n" + (f"\n> {about}\n" if about else "")


def _section(heading: str, rows: Iterable[str]) -> str:
    """Return a heading with a list, after an empty line; nothing for an empty list."""
    lines = "\n".join(rows)
    return f"\n## {_line(heading)}\n\n{lines}\n" if lines else ""


def _entries(app: Sphinx, names: list[str]) -> Iterator[str]:
    """Yield the lines of the pages below a heading; equal titles have the group of each."""
    from sphinx_docsnav.rendering.page_document import LONGEST_DESCRIPTION  # noqa: PLC0415 -- most projects need no parser
    from sphinx_docsnav.rendering.renderer import plain_text  # noqa: PLC0415 -- most projects need no parser

    facts = {name: facts_of(app.env, name) for name in names}
    titles = {
        name: _line(name if said.untitled else said.title or name) for name, said in facts.items()
    }
    counts = Counter(titles.values())
    for name, title in titles.items():
        place = state_of(app).site.place(name) if counts[title] > 1 else None
        group = place.chain[-1].label if place and place.chain else ""
        shown = f"{title} ({_line(group)})" if group else title
        operation = _operation(app, name)
        about = facts[name].description
        if operation is not None and not about:
            said, length = operation.description, LONGEST_DESCRIPTION
            about = textwrap.shorten(said, length, placeholder="\u2026")
        about = _line(plain_text(about, html=operation is not None))
        text = shown.replace("[", "\\[").replace("]", "\\]")
        yield f"- [{text}]({_address(app, copy_name(name))}){f': {about}' if about else ''}"


def write_own(app: Sphinx, name: str, content: str | bytes) -> None:
    """Write a file that belongs to no page, unless the project has its own at that place."""
    if not any(Path(app.confdir, folder, name).is_file() for folder in app.config.html_extra_path):
        ledger_of(app).write(OWNER, name, content)


def _label(scope: SearchScope) -> str:
    return ", ".join(element.label for element in scope.chain)


def _full(app: Sphinx, copies: Mapping[str, Path]) -> Iterator[str]:
    """Yield the text of all pages of a scope, each with its address."""
    between = ""
    for name, copy in copies.items():
        line = f"> {_pointer(app, name)}\n\n"
        text = copy.read_text("utf-8").replace(line, "", 1)
        source = f"Source: {_address(app, app.builder.get_target_uri(name))}"
        title, _, rest = text.partition("\n")
        begins = title.startswith("# ")
        yield between
        yield f"{title}\n{source}\n{rest}" if begins else f"{source}\n\n{text}"
        between = "\n\n"


def _line(text: str) -> str:
    return " ".join(text.split())
