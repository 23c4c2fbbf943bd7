"""Sphinx's parser for ``.mdx``, and for ``.md`` in docs.json sites."""

from __future__ import annotations

import contextlib
import gc
import posixpath
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.parsers import Parser
from sphinx.util.osutil import relpath

from sphinx_docsnav.endpoints import OperationContext
from sphinx_docsnav.faults import Fault
from sphinx_docsnav.mdx.source import MdxOptions, MdxSource, SourceCache, parse_mdx
from sphinx_docsnav.openapi.content.sample_requests import DEFAULT_LANGUAGES
from sphinx_docsnav.rendering.page_document import render_page
from sphinx_docsnav.sitefiles.page_links import Address, Where
from sphinx_docsnav.sphinx_ext.build.component_setup import registry_of
from sphinx_docsnav.sphinx_ext.build.env_record import record_of
from sphinx_docsnav.sphinx_ext.build.log import sphinx_report
from sphinx_docsnav.sphinx_ext.build.state import app_of, build_state, find_state
from sphinx_docsnav.sphinx_ext.endpoints.renderers import renderer_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.openapi import Operation
    from sphinx_docsnav.rendering.renderer import Renderer


class _ReadingCache:
    """What the pages of one build share while they are read."""

    def __init__(self, app: Sphinx) -> None:
        self.sources = SourceCache()
        self.registry = registry_of(app)


class SphinxHost:
    """The build as the renderer sees it; see `sphinx_docsnav.rendering.page_state.Host`."""

    def __init__(self, env: BuildEnvironment, docname: str, options: MdxOptions) -> None:
        app = app_of(env)
        cache = build_state(app).slot(_ReadingCache)
        self._sources, self.registry = cache.sources, cache.registry
        self._env = env
        self._options = options
        self._report = sphinx_report(Path(env.srcdir))
        state = find_state(app)
        self.docname = docname
        self.root = Path(env.srcdir)
        self.icon_library = state.icon_library if state else "fontawesome"
        self.html = str(app.config.docsnav_html)
        self.language = str(app.config.language)  # while a page is read, its own
        self.iframe_hosts = tuple(app.config.docsnav_iframe_hosts)

    def source(self, path: Path) -> MdxSource:
        """Return a snippet's tokens."""
        self.depend(path)
        return self._sources.read(path, self._options)

    def depend(self, path: Path) -> None:
        """Have the document read again when *path* changes, or comes into being."""
        if path.exists():
            self._env.note_dependency(str(path))
        else:
            record_of(self._env).awaited.setdefault(self.docname, set()).add(str(path))

    def link(self, address: Address, words: nodes.Element) -> nodes.Element:
        """Return a reference that is resolved once all documents are read."""
        paths = [self.docname] if address.where is Where.HERE else list(address.paths)
        return addnodes.pending_xref(
            "",
            words,
            refdomain="",
            reftype="docsnav",
            reftarget=f"/{paths[0]}",
            refdoc=self.docname,
            refexplicit=bool(words.astext() or words.next_node(nodes.image)),
            refwarn=False,
            docsnav_paths=paths,
            docsnav_anchor=address.anchor,
            docsnav_url=address.url,
        )

    def download(self, path: Path, words: nodes.Element) -> nodes.Element:
        """Return a link to a file that Sphinx puts beside the pages."""
        target = "/" + path.relative_to(self.root).as_posix()
        return addnodes.download_reference(
            "", "", words, reftarget=target, refdoc=self.docname, refexplicit=True
        )

    def publish(self, path: Path) -> str:
        """Have Sphinx put *path* among the downloads."""
        self.depend(path)
        name = relpath(path, self.root)
        return str(self._env.dlfiles.add_file(self.docname, Path(name).as_posix()))

    def report(self, fault: Fault) -> None:
        """Log a fault."""
        self._report(fault)


class MdxParser(Parser):
    """Reads a page: front matter, MDX, components, snippets."""

    supported = ("mdx",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Write *inputstring* into *document*."""
        env: BuildEnvironment = document.settings.env
        docname = env.docname
        path = Path(env.doc2path(docname))
        options = self._options(env, path)
        source = parse_mdx(inputstring, options)
        env.metadata[docname].update(source.front_matter)
        operation = _operation(env, docname, source)
        described = str(source.front_matter.get("description") or "").strip()
        told = operation is None or not _begins_with(operation.description, described)
        render_page(
            source,
            document,
            SphinxHost(env, docname, options),
            path=path,
            folder=posixpath.dirname(docname),
            fallback_title=title_of_name(docname),
            append=partial(_append_operation, env, operation, described=bool(described and told)),
            lead=told,
        )

    def _options(self, env: BuildEnvironment, path: Path) -> MdxOptions:
        state = find_state(env)
        markdown = path.suffix == ".md"
        if state is None:
            return MdxOptions(markdown=markdown)
        variables: Any = getattr(state.docs, "variables", None) or {}
        return MdxOptions(variables=tuple(dict(variables).items()), markdown=markdown)


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """Keep Python's cyclic garbage collector from running while one page is read.

    A page makes thousands of nodes that all stay in use until it is done, and
    the collector would look at them again and again: a third of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def title_of_name(docname: str) -> str:
    """Return the title of a page that names none, by the rule of docs.json sites.

    The last part of its path, dashes and underscores as spaces, the first
    letter in upper case.
    """
    name = posixpath.basename(docname).replace("-", " ").replace("_", " ")
    return name[:1].upper() + name[1:]


def _operation(env: BuildEnvironment, docname: str, source: MdxSource) -> Operation | None:
    """Return the operation that front matter ``openapi`` names, if there is one.

    The specifications of the page's place in docs.json come first. One that is
    missing is told by who resolves the navigation.
    """
    reference = source.front_matter.get("openapi")
    state = find_state(env)
    if not isinstance(reference, str) or state is None:
        return None
    return state.operation(docname, reference)


def _append_operation(
    env: BuildEnvironment, operation: Operation | None, out: Renderer, *, described: bool
) -> None:
    """Write the content of *operation*; its description too, if the page has none of its own."""
    state = find_state(env)
    if operation is None or state is None:
        return
    if operation.document.path is not None and out.path.is_relative_to(out.writing.host.root):
        out.writing.host.depend(operation.document.path)
    api = state.docs.api
    context = OperationContext(
        out.writing.document,
        out.writing.serial,
        lambda message, found: state.specs.odd(found.document, found.keys, message),
        languages=tuple(api.examples.languages or ()) or DEFAULT_LANGUAGES,
        expanded=api.params.expanded == "all",
        language=out.writing.host.language,
        described=described,
    )
    page = out.writing.sections[min(1, len(out.writing.sections) - 1)][1]
    page += renderer_of(app_of(env))(operation, context)
    for link in list(page.findall(nodes.reference)):
        if _leads_into_site(str(link.get("refuri", ""))):
            made = out.link(link["refuri"], link.children, line=1)
            for reference in made:
                if isinstance(reference, addnodes.pending_xref):
                    reference["docsnav_operation"] = True  # a message names the specification
            words_alone = not made or isinstance(made[0], nodes.Text)
            link.replace_self([nodes.inline("", "", *made)] if words_alone else made)


def _begins_with(text: str, start: str) -> bool:
    """Say if *text* has the words of *start* first, whatever the lines."""
    return f"{' '.join(text.split())} ".startswith(f"{' '.join(start.split())} ")


def _leads_into_site(url: str) -> bool:
    return url.startswith("/") and not url.startswith(("//", "/\\"))
