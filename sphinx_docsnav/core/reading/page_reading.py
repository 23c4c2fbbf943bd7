"""Reads a page into docutils' document: our reader with what it needs of the build.

`mdx_parser` imports this module when a page is read. A build that reads none
starts without the reader, which is a quarter of our modules.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsnav.core.events import PAGE_PARTS
from sphinx_docsnav.core.log import sphinx_report
from sphinx_docsnav.core.reading.sphinx_host import SphinxHost
from sphinx_docsnav.core.site.parts import OutlinedPages
from sphinx_docsnav.core.state import app_of, build_state, find_state
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.mdx import MdxOptions, MdxSource, parse_mdx
from sphinx_docsnav.mdx.frontmatter import front_matter_position, read_front_matter
from sphinx_docsnav.navigation.page_facts import page_facts
from sphinx_docsnav.openapi.endpoint_names import title_of
from sphinx_docsnav.rendering.page_document import render_page
from sphinx_docsnav.sitefiles.characters import normalize

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.rendering.renderer import Renderer

TOC_DEPTH = "tocdepth"
"""Front matter that Sphinx reads: how many levels of headings the contents of the page show."""


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
    if docname in build_state(env).slot(OutlinedPages).docnames:
        inputstring = _outline(inputstring)
    path = Path(env.doc2path(docname))
    options = _options(env, path)
    source = parse_mdx(inputstring, options)
    env.metadata[docname].update(_metadata(source, path, env))
    parts = app_of(env).emit_firstresult(PAGE_PARTS, docname, source) or PageParts()
    render_page(
        source,
        document,
        SphinxHost(env, docname, options),
        path=path,
        folder=posixpath.dirname(docname),
        fallback_title=title_of(docname),
        append=parts.append,
        lead=parts.lead,
        text=inputstring,
    )


def _outline(text: str) -> str:
    """Return the front matter of *text* if it has the title of an ordinary page, else *text*."""
    text = normalize(text)
    front = read_front_matter(text)
    facts = page_facts(front.data)
    return text[: front.end] if facts.title and not facts.openapi else text


def _metadata(source: MdxSource, path: Path, env: BuildEnvironment) -> Mapping[str, object]:
    """Return the front matter; ``tocdepth``, which Sphinx compares with numbers, is a number.

    Faults: ``front_matter``.
    """
    if TOC_DEPTH not in source.front_matter:
        return source.front_matter
    depth = source.front_matter[TOC_DEPTH]
    rest = {name: value for name, value in source.front_matter.items() if name != TOC_DEPTH}
    if isinstance(depth, str) and re.fullmatch(r"-?\d{1,4}", depth.strip()):
        return {**rest, TOC_DEPTH: int(depth)}
    if depth is None:
        return rest
    kind, warning = FaultKind.FRONT_MATTER, Severity.WARNING
    message = f"front matter {TOC_DEPTH!r} is no number; it is ignored"
    place = front_matter_position(path, TOC_DEPTH)
    sphinx_report(Path(env.srcdir))(Fault(kind, warning, message, path, place))
    return rest


def _options(env: BuildEnvironment, path: Path) -> MdxOptions:
    state = find_state(env)
    markdown = path.suffix == ".md"
    if state is None:
        return MdxOptions(markdown=markdown)
    variables: Any = getattr(state.docs, "variables", None) or {}
    return MdxOptions(variables=tuple(dict(variables).items()), markdown=markdown)
