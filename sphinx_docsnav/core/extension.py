"""The extension as Sphinx loads it: settings, parser, nodes, transforms, domain and handlers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.env_record import VERSION
from sphinx_docsnav.core.events import connect_handlers
from sphinx_docsnav.core.message_log import setup_message_log
from sphinx_docsnav.core.reading.component_setup import setup_components
from sphinx_docsnav.core.reading.mdx_parser import MdxParser
from sphinx_docsnav.core.settings import add_settings
from sphinx_docsnav.features.endpoints.endpoint_roles import setup_endpoints
from sphinx_docsnav.features.languages.page_language import setup_languages

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup_extension(app: Sphinx, version: str) -> ExtensionMetadata:
    """Register everything with *app*, and return what Sphinx needs to know of the extension."""
    add_settings(app)
    setup_message_log(app)
    app.add_source_parser(MdxParser)
    setup_languages(app)
    setup_components(app)
    setup_endpoints(app)
    connect_handlers(app)
    return {
        "version": version,
        "env_version": VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
