"""A Markdown copy of each page, ``llms.txt`` and ``llms-full.txt``.

sphinx-llms-txt joins the sources of pages, with the tags of components and front
matter. sphinx-markdown-builder is a separate builder, so it needs a second build, and
has no visitors for components. This module writes the copy from the doctree that
Sphinx has just written as HTML.
Source: https://llmstxt.org
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.site.document_facts import facts_of
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.site.parts import SitePart, part_of, resolved, touches
from sphinx_docsnav.core.site.root_page import LEADING_BUILDERS
from sphinx_docsnav.core.site.scopes import SearchScope, scopes_of
from sphinx_docsnav.core.state import find_state, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.features.markdown_copies.markdown_text import MarkdownWriter
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.sitefiles.safe_urls import scheme_of
from sphinx_docsnav.sitefiles.write import write_if_changed, write_pieces_if_changed

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.base import Context

INDEX, FULL = "llms.txt", "llms-full.txt"
"""The files of a scope: its pages, and the text of all of them."""


def has_copies(app: Sphinx) -> bool:
    """Return whether this build writes Markdown copies."""
    return (
        bool(app.config.docsnav_markdown)
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
    app: Sphinx,
    pagename: str,
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,
) -> None:
    """Tell templates and features where the copy of a page is (``html-page-context``)."""
    if doctree is not None and has_copy(app, pagename):
        context["docsnav_copy"] = copy_name(pagename)


def write_copy(
    app: Sphinx,
    pagename: str,
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,  # noqa: ARG001 -- an event
    doctree: nodes.document | None,
) -> None:
    """Write the Markdown copy of a page (``html-page-context``, last)."""
    if doctree is None or not has_copies(app):
        return
    path = Path(app.outdir, copy_name(pagename))
    if not has_copy(app, pagename):
        path.unlink(missing_ok=True)
        return
    _kept_copy(app, pagename).unlink(missing_ok=True)  # of a build of another part
    write_if_changed(path, _markdown(app, pagename, doctree))


def _markdown(app: Sphinx, docname: str, doctree: nodes.document) -> str:
    places = _Places(app, docname)
    return MarkdownWriter(places.link, places.picture).write(doctree)


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
        """Return the address of a link of the page."""
        if url.startswith(("#", "/")) or scheme_of(url) or self._html == self._copy:
            return _closed(url)
        path = posixpath.normpath(posixpath.join(self._html, url.partition("#")[0]))
        slash = "/" if url.partition("#")[0].endswith("/") else ""
        fragment = url[len(url.partition("#")[0]) :]
        return _closed(posixpath.relpath(path, self._copy or ".") + slash + fragment)

    def picture(self, uri: str) -> str:
        """Return the address of a picture."""
        builder = self._app.builder
        if uri not in builder.images or not isinstance(builder, StandaloneHTMLBuilder):
            return _closed(uri)
        path = f"{builder.imagedir}/{builder.images[uri]}"
        return _closed(posixpath.relpath(path, self._copy or "."))


def _closed(url: str) -> str:
    """Return *url* so that nothing in it ends a link of Markdown."""
    return url.replace(" ", "%20").replace("(", "%28").replace(")", "%29")


def write_llms_files(app: Sphinx, exception: Exception | None) -> None:
    """Write ``llms.txt`` and ``llms-full.txt`` of each scope (``build-finished``)."""
    if exception is not None or not has_copies(app):
        return
    part = part_of(app)
    for scope, pages in _pages_of_scopes(app, part):
        write_if_changed(Path(app.outdir, scope.named(INDEX)), _index(app, scope, pages))
        if part is not None and not touches(scope, part):
            continue
        copies = {name: _text_of(app, part, name) for _, name in pages}
        if all(path.is_file() for path in copies.values()):
            write_pieces_if_changed(Path(app.outdir, scope.named(FULL)), _full(app, copies))


def _pages_of_scopes(
    app: Sphinx, part: SitePart | None
) -> Iterator[tuple[SearchScope, list[tuple[str, str]]]]:
    """Yield each scope with heading and docname of its pages that have a copy.

    In the order of the navigation; a page is listed at its first place.
    """
    listed: dict[str, str] = {}
    for heading, page in _walk(state_of(app).site.root, ""):
        listed.setdefault(page.docname, heading)
    order = {name: number for number, name in enumerate(listed)}
    for scope in scopes_of(app).all:
        names = sorted(scope.docnames & listed.keys(), key=order.__getitem__)
        yield scope, [(listed[name], name) for name in names if _has_own_copy(app, part, name)]


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


def _index(app: Sphinx, scope: SearchScope, pages: list[tuple[str, str]]) -> str:
    """Return the list of the pages of a scope."""
    state = state_of(app)
    lines = [f"# {_line(str(app.config.project) or state.docs.name)}", ""]
    if state.docs.description.strip():
        lines += [f"> {_line(state.docs.description)}", ""]
    current = None
    for heading, name in pages:
        if heading != current:
            lines += ["", f"## {_line(heading) or 'Pages'}", ""]
            current = heading
        facts = facts_of(app.env, name)
        about = f": {_line(facts.description)}" if facts.description else ""
        title = _line(facts.title or name).replace("[", "\\[").replace("]", "\\]")
        lines.append(f"- [{title}]({_address(app, copy_name(name))}){about}")
    others = [other for other in scopes_of(app).all if other is not scope]
    if others:
        lines += ["", "## Optional", ""]
        lines += [
            f"- [{_line(_label(other)) or 'All'}]({_address(app, other.named(INDEX))})"
            for other in others
        ]
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def _label(scope: SearchScope) -> str:
    return ", ".join(element.label for element in scope.chain)


def _full(app: Sphinx, copies: Mapping[str, Path]) -> Iterator[str]:
    """Yield the text of all pages of a scope, each with its address."""
    between = ""
    for name, copy in copies.items():
        text = copy.read_text("utf-8")
        source = f"Source: {_address(app, app.builder.get_target_uri(name))}"
        title, _, rest = text.partition("\n")
        begins = title.startswith("# ")
        yield between
        yield f"{title}\n{source}\n{rest}" if begins else f"{source}\n\n{text}"
        between = "\n\n"


def _line(text: str) -> str:
    return " ".join(text.split())
