"""Reads a page into docutils' document: our reader with what it needs of the build.

`mdx_parser` imports this module when a page is read. A build that reads none
starts without the reader, which is a quarter of our modules.
"""

from __future__ import annotations

import importlib
import inspect
import os
import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.osutil import relpath

from sphinx_docsnav.core.events import PAGE_PARTS
from sphinx_docsnav.core.guard import guard_of
from sphinx_docsnav.core.reading.component_setup import registry_of
from sphinx_docsnav.core.site.discover import make_fallback_title
from sphinx_docsnav.core.site.document_messages import make_report
from sphinx_docsnav.core.site.download_names import NAMED, add_download
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.site.load import find_icon_paths
from sphinx_docsnav.core.state import app_of, build_state, find_state
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.icons import SiteIcons, read_packs
from sphinx_docsnav.mdx import MdxOptions, MdxSource, SourceCache
from sphinx_docsnav.mdx.frontmatter import find_front_matter_position, read_front_matter
from sphinx_docsnav.messages import BLOCK_SOURCE_SHOWN
from sphinx_docsnav.navigation.page_facts import extract_page_facts
from sphinx_docsnav.rendering.page_document import parse_page, render_page
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.sitefiles.page_links import Address, AddressKind
from sphinx_docsnav.sitefiles.safe_files import normalize
from sphinx_docsnav.sitefiles.safe_urls import split_url

TOC_DEPTH = "tocdepth"
"""Front matter that Sphinx reads: how many levels of headings the contents of the page show."""
AUTODOC = "sphinx.ext.autodoc"
"""The extension; without it, no code of a project is imported."""
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
"""The dotted name of a Python object."""
_POSITION = "get_source_and_line"
"""The attribute of docutils' reporter that parsers set."""
_WITH_MEMBERS = frozenset(("automodule", "autoclass", "autoexception"))
"""The directives that describe members, too."""


class ReadingCache:
    """The data that the pages of one build share while they are read."""

    def __init__(self, app: Sphinx) -> None:
        self.sources = SourceCache()
        self.registry = registry_of(app)
        state = find_state(app)
        if state is not None:
            self.icons = state.icons
        else:
            self.icons = SiteIcons(own_packs=read_packs(find_icon_paths(app), make_report(app)))


class SphinxHost:
    """The build as the renderer sees it; see `sphinx_docsnav.rendering.page_state.Host`."""

    tells_unused = False

    def __init__(self, env: BuildEnvironment, docname: str, options: MdxOptions) -> None:
        app = app_of(env)
        cache = build_state(app).slot(ReadingCache)
        self._sources, self.registry = cache.sources, cache.registry
        self._env = env
        self._options = options
        self._report = make_report(app)
        self.docname = docname
        self.root = Path(env.srcdir)
        self.icons = cache.icons
        allowed = app.config.docsnav_allowed
        self.html = str(allowed["elements"])
        self.language = str(app.config.language)  # while a page is read, its own
        self.iframe_hosts = tuple(allowed["iframe_hosts"])
        base = split_url(str(app.config.html_baseurl or ""))
        self.own_host = (base.hostname if base is not None else None) or ""
        self.describes_objects = AUTODOC in app.extensions
        self.link_schemes = tuple(scheme.lower() for scheme in allowed["link_schemes"])

    def describe_object(self, name: str, document: nodes.document, line: int) -> list[nodes.Node]:
        """Return what autodoc writes about the Python object *name* and its members.

        :param name: the dotted name of a module, a class or a function.
        :param document: the page, which records the names in the description.
        :param line: the line of the page that names the object, for messages.
        :returns: nothing for what is no name. autodoc reports an object that cannot be imported.
        """
        if _NAME.fullmatch(name) is None:
            return []
        directive = _choose_directive(app_of(self._env), name)
        members = "   :members:\n" if directive in _WITH_MEMBERS else ""
        # Empty lines give the directive its line in the page.
        text = "\n" * (line - 1) + f".. {directive}:: {name}\n{members}"
        # The parser of the page has no settings of reStructuredText.
        for setting, value in vars(get_default_settings(Parser)).items():
            if not hasattr(document.settings, setting):
                setattr(document.settings, setting, value)
        start, source = len(document.children), document.current_source
        document.current_source = str(document["source"])
        # docutils keeps the first parser that it finds there, whose lines are others.
        positions = vars(document.reporter)
        get_position = positions.pop(_POSITION, None)
        try:
            # Parsed into the page, so that its references are resolved with those of the page.
            Parser().parse(text, document)
        finally:
            document.current_source, document.current_line = source, None
            positions.pop(_POSITION, None)
            positions.update({_POSITION: get_position} if get_position else {})
            new_nodes = document.children[start:]
            del document.children[start:]
        return new_nodes

    def source(self, path: Path) -> MdxSource:
        """Return a snippet's tokens."""
        self.depend(path)
        return self._sources.read(path, self._options)

    def depend(self, path: Path) -> None:
        """Have the document read again when *path* changes, or comes into being."""
        if os.path.exists(path):  # noqa: PTH110 -- no exception for a null byte or a long name
            self._env.note_dependency(str(path))
        else:
            # Sphinx can only watch files that exist.
            record_of(self._env).awaited.setdefault(self.docname, set()).add(str(path))

    def link(self, address: Address, content: nodes.Element) -> nodes.Element:
        """Return a reference that is resolved once all documents are read."""
        paths = [self.docname] if address.where is AddressKind.HERE else list(address.paths)
        return addnodes.pending_xref(
            "",
            content,
            refdomain="",
            reftype="docsnav",
            reftarget=f"/{paths[0]}",
            refdoc=self.docname,
            refexplicit=bool(content.children),
            refwarn=False,
            docsnav_paths=paths,
            docsnav_anchor=address.anchor,
            docsnav_url=address.url,
        )

    def download(self, path: Path, content: nodes.Element) -> nodes.Element:
        """Return a link to a file that Sphinx puts beside the pages."""
        name = Path(relpath(path, self.root)).as_posix()
        add_download(self._env, self.docname, name)
        link = addnodes.download_reference(
            "", "", content, reftarget=f"/{name}", refdoc=self.docname, refexplicit=True
        )
        link[NAMED] = True
        return link

    def publish(self, path: Path) -> str:
        """Have Sphinx put *path* among the downloads."""
        self.depend(path)
        name = Path(relpath(path, self.root)).as_posix()
        return add_download(self._env, self.docname, name)

    def report(self, fault: Fault) -> None:
        """Log a fault."""
        self._report(fault)

    def report_failure(self, error: Exception, line: int) -> None:
        """Log an exception as the failure of one block."""
        guard = guard_of(app_of(self._env))
        failure = "this block cannot be rendered"
        guard.report(error, self.docname, failure, BLOCK_SOURCE_SHOWN, line=line)


@dataclass(frozen=True, slots=True)
class PageParts:
    """What a feature adds to a page; see ``docsnav-page-parts``."""

    append: Callable[[Renderer], None] | None = None
    """Writes content below that of the page."""
    lead: bool = True
    """Whether the description stands below the title; false where *append* writes it."""


def read_page(
    inputstring: str, document: nodes.document, env: BuildEnvironment, docname: str
) -> None:
    """Write *inputstring* into *document*: front matter, MDX, components, snippets."""
    # A build of a part needs only titles of the other pages.
    if docname in build_state(env).outlined:
        inputstring = _shorten_text(inputstring)
    path = Path(env.doc2path(docname))
    state = find_state(env)
    options = _find_options(env, path)
    host = SphinxHost(env, docname, options)
    source = parse_page(inputstring, options, host)
    env.metadata[docname].update(_read_metadata(source, path, env))
    # A feature may add the operation or the list that front matter asks for.
    parts = app_of(env).emit_firstresult(PAGE_PARTS, docname, source) or PageParts()
    render_page(
        source,
        document,
        host,
        path=path,
        folder=posixpath.dirname(docname),
        fallback_title=make_fallback_title(state.site if state else None, docname),
        append=parts.append,
        lead=parts.lead,
        text=inputstring,
    )


def _shorten_text(text: str) -> str:
    """Return the front matter of *text* if it has the title of an ordinary page, else *text*."""
    text = normalize(text)
    front = read_front_matter(text)
    facts = extract_page_facts(front.data)
    return text[: front.end] if facts.title and not facts.openapi else text


def _read_metadata(source: MdxSource, path: Path, env: BuildEnvironment) -> Mapping[str, object]:
    """Return the front matter; ``tocdepth``, which Sphinx compares with numbers, is a number.

    Faults: ``front_matter``.
    """
    if TOC_DEPTH not in source.front_matter:
        return source.front_matter
    depth = source.front_matter[TOC_DEPTH]
    others = {name: value for name, value in source.front_matter.items() if name != TOC_DEPTH}
    if isinstance(depth, str) and re.fullmatch(r"-?\d{1,4}", depth.strip()):
        return {**others, TOC_DEPTH: int(depth)}
    if depth is None:
        return others
    kind, warning = FaultKind.FRONT_MATTER, Severity.WARNING
    message = f"front matter {TOC_DEPTH!r} is no number; it is ignored"
    position = find_front_matter_position(path, TOC_DEPTH)
    make_report(app_of(env))(Fault(kind, warning, message, path, position))
    return others


def _find_options(env: BuildEnvironment, path: Path) -> MdxOptions:
    """Return how the page at *path* is read."""
    state = find_state(env)
    return (MdxOptions() if state is None else MdxOptions.of_site(state.docs)).for_page(path)


def _choose_directive(app: Sphinx, name: str) -> str:
    """Return the directive of autodoc for the object *name*."""
    from sphinx.ext.autodoc.mock import mock  # type: ignore[attr-defined]  # Sphinx 9 keeps it there

    module_name, attributes = name, list[str]()
    with mock(app.config.autodoc_mock_imports):
        while module_name:
            # Code of the project runs here, which may also end the process; autodoc reports it.
            try:
                value: object = importlib.import_module(module_name)
                for attribute in attributes:
                    value = getattr(value, attribute, None)
            except (Exception, SystemExit):  # noqa: BLE001
                module_name, _dot, last = module_name.rpartition(".")
                attributes.insert(0, last)
            else:
                break
        else:
            return "automodule"
    if inspect.ismodule(value):
        return "automodule"
    if inspect.isclass(value):
        return "autoexception" if issubclass(value, BaseException) else "autoclass"
    is_method = callable(value) and len(attributes) > 1
    return "automethod" if is_method else "autofunction" if callable(value) else "autodata"
