"""Build a part of the site: the divisions that ``docsnav_only`` names.

Every document is read, so that titles, links, inventory and switches are those
of the whole site; what costs most and what takes room, writing, is done for the
part alone. Outputs of parts laid over each other are the output of one whole
build: a file that two parts write is the same in both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder

from sphinx_docsnav.core.compat.builder_classes import BuilderFeature, extend_builders
from sphinx_docsnav.core.compat.entries import SphinxName
from sphinx_docsnav.core.compat.private_names import keep_doctrees
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.parts import CurrentPart, SitePart, named_docnames, part_of
from sphinx_docsnav.core.state import app_of, build_state, find_state, reading_of, state_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

WHOLE = frozenset({"epub"})
"""HTML builders that make one file of all pages."""


def drop_unwritten(app: Sphinx, _docname: str, _source: list[str]) -> None:
    """Drop the tree of the document read before if it will not be written (``source-read``).

    Sphinx keeps every tree that it has read until it is written; the trees of a
    whole site may need more memory than there is. All are in files as well.
    """
    if isinstance(app.builder, PartBuilder):
        keep_doctrees(app.env, build_state(app).slot(_WantedPages).docnames)


class _WantedPages:
    """The documents that the build writes, known before they are read."""

    def __init__(self, app: Sphinx) -> None:
        site, names = state_of(app).site, app.config.docsnav_only
        self.docnames = named_docnames(site, names, app.env.found_docs)
        """The documents of the part."""


def select_part(app: Sphinx, builder: Builder) -> None:
    """Let the builder write the part only (``write-started``)."""
    names = app.config.docsnav_only
    state = find_state(app)
    if state is not None and isinstance(builder, PartBuilder):
        part = SitePart(named_docnames(state.site, names, app.env.found_docs))
        build_state(app).slot(CurrentPart).part = part


class PartBuilder(BuilderFeature):
    """Writes the documents of a part; Sphinx has no event where documents can be left out."""

    base = StandaloneHTMLBuilder
    overrides = (
        SphinxName(
            "sphinx.builders.html",
            "StandaloneHTMLBuilder",
            "prepare_writing",
            "It is given the set of documents that are written afterwards.",
            "'docsnav_only' has no effect and the whole site is written",
            1,
        ),
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* writes a file for each page."""
        whole = issubclass(builder, SingleFileHTMLBuilder) or builder.name in WHOLE
        return super().fits(builder) and not whole

    def prepare_writing(self, docnames: set[str]) -> None:
        """Prepare the documents of the part, and remove the others from *docnames*."""
        builder = cast("StandaloneHTMLBuilder", self)
        part = part_of(app_of(builder.env))
        if part:
            part.left = docnames - part.docnames
            docnames &= part.docnames
        cast("StandaloneHTMLBuilder", super()).prepare_writing(docnames)


def extend_for_parts(app: Sphinx, config: Config) -> None:
    """Have HTML builders write a part, if there is one to write (``config-inited``)."""
    if config.docsnav_only and reading_of(app).docs is not None:
        extend_builders(app, PartBuilder)


def record_unwritten_pages(app: Sphinx, exception: Exception | None) -> None:
    """Remember that what was left out has to be written one day (``build-finished``)."""
    part = part_of(app)
    state = find_state(app)
    if exception is None and part is not None and state is not None:
        state.forget_fingerprints(part.left)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app, "config-inited", 950, extend_for_parts, "needs docs.json, and precedes the builder"
    )
    connect(
        app, "source-read", 500, drop_unwritten, "the document before this one is read completely"
    )
    connect(app, "write-started", 500, select_part, "the pages to write have not been prepared yet")
    connect(
        app,
        "build-finished",
        400,
        record_unwritten_pages,
        "save_fingerprints at 500 needs to know the pages that were not written",
    )
    return metadata()
