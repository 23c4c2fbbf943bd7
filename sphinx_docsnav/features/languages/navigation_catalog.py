"""Texts of docs.json in gettext catalogues: ``docsnav.pot`` and its translations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.builders.gettext import MessageCatalogBuilder, MsgOrigin

from sphinx_docsnav.core.language import DOMAIN
from sphinx_docsnav.core.state import find_state, reading_of
from sphinx_docsnav.navigation.navigation_texts import bar_texts, navigation_texts

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder


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
