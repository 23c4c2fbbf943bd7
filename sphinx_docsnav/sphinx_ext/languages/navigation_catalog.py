"""Texts of docs.json in gettext catalogues: ``docsnav.pot`` and its translations."""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.gettext import MessageCatalogBuilder, MsgOrigin

from sphinx_docsnav.navigation.navigation_texts import Translate, bar_texts, navigation_texts
from sphinx_docsnav.sphinx_ext.build.config_pass import reading_of
from sphinx_docsnav.sphinx_ext.build.state import find_state

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

DOMAIN = "docsnav"
"""The name of the catalogue."""


def extract_texts(app: Sphinx, builder: Builder) -> None:
    """Add the texts of docs.json to the catalogues of the gettext builder (``write-started``)."""
    state = find_state(app)
    if state is None or not isinstance(builder, MessageCatalogBuilder):
        return
    if reading_of(app).from_toctrees:
        return  # captions of toctrees are in the catalogues of their documents
    source = state.docs.source
    texts = list(navigation_texts(state.navigation.root))
    if state.docs.banner is not None:
        texts.append((state.docs.banner.content, "/banner/content"))
    texts += bar_texts(state.docs, state.navigation.root)
    for text, pointer in texts:
        line = source.position(pointer).line
        builder.catalogs[DOMAIN].add(text, MsgOrigin(str(source.file(pointer)), line))


def catalog_of(app: Sphinx) -> Translate:
    """Return what translates a text of docs.json into the language of the project."""
    found: gettext.NullTranslations = gettext.NullTranslations()
    if app.config.language:
        for folder in reversed(app.config.locale_dirs):
            path = Path(app.srcdir, folder)
            catalog = gettext.translation(
                DOMAIN, path, languages=[app.config.language], fallback=True
            )
            catalog.add_fallback(found)
            found = catalog
    return found.gettext
