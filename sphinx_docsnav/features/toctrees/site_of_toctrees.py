"""Navigation from the toctrees of a project that has no docs.json (``docsnav_config``)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.core.site.written_toctrees import written_toctrees
from sphinx_docsnav.core.state import reading_of
from sphinx_docsnav.docs_json import docs_json_of
from sphinx_docsnav.features.toctrees.outline_of_toctrees import ToctreeReader, ToctreeSource
from sphinx_docsnav.navigation import resolve

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.navigation.pipeline import ResolvedSite

TABS_THEMES = frozenset({"pydata_sphinx_theme"})
"""The themes whose header shows the entries of the root document's toctrees."""


def toctree_reader(app: Sphinx, *, nested: bool) -> ToctreeReader:
    """Return what makes navigation of the toctrees of *app*'s documents, all of which are read."""
    env = app.env
    source = ToctreeSource(
        app.config.root_doc,
        lambda name: written_toctrees(env, name),
        lambda name: " ".join(env.titles[name].astext().split()) if name in env.titles else name,
        frozenset(env.found_docs),
    )
    return ToctreeReader(source, nested)


def navigation_of_toctrees(app: Sphinx, reader: ToctreeReader) -> dict[str, Any]:
    """Return the value of ``navigation`` that shows what the project's theme shows."""
    return reader.tabs() if app.config.html_theme in TABS_THEMES else reader.sidebar()


def resolve_toctrees(app: Sphinx, resolved: ResolvedSite) -> ResolvedSite | None:
    """Return the site of the project's toctrees, if it has no docs.json (``docsnav-resolve``).

    Only those of the root document are in the navigation; other documents are
    placed below their pages, as are all documents that docs.json does not list.
    """
    if not reading_of(app).from_toctrees:
        return None
    navigation = navigation_of_toctrees(app, toctree_reader(app, nested=False))
    docs = docs_json_of({"navigation": navigation}, Path(app.srcdir, "toctrees"))
    shown = resolve(docs, resolved.specs, resolved.report)
    known = resolved.navigation
    navigation_shown = replace(known, root=shown.root, source=shown.source, in_one_row=True)
    return replace(resolved, docs=docs, navigation=navigation_shown)
