"""The style sheets beside docs.json, on every page; scripts are never included.

The service includes both. But a script could do anything in the browser of a reader, and a build
may contain untrusted changes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.sitefiles.safe_files import find_site_file
from sphinx_docsnav.themes.base import Context

logger = logging.getLogger(__name__)

SITE_STYLES_FOLDER = "docsnav-site"
"""The folder of ``_static`` with the style sheets."""
SITE_STYLES_OWNER = "style sheets of the site"
"""The owner of these files in the ledger of outputs."""
_SAFE_NAME = re.compile(r"[\w.-]{1,100}")
_LAST_PRIORITY = 900
_DIGEST_LENGTH = 8


def find_site_styles(app: Sphinx, config: Config) -> None:
    """Store the names and digests of the style sheets in the configuration (``config-inited``)."""
    if config.docsnav_site_styles:
        config.docsnav_site_style_digests = [
            f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}"
            for file in _find_files(app, ".css")
        ]


def _find_files(app: Sphinx, suffix: str) -> Iterator[Path]:
    """Yield the files beside docs.json with a *suffix*, except links that lead out of the site."""
    root = Path(app.srcdir)
    for path in sorted(root.glob(f"*{suffix}")):
        if _SAFE_NAME.fullmatch(path.name) and find_site_file(root, path.name):
            yield path


def write_site_styles(app: Sphinx, builder: object) -> None:
    """Copy the style sheets into the output, and log the included files (``write-started``)."""
    if not isinstance(builder, StandaloneHTMLBuilder) or adapter_of(app) is None:
        return
    # A preview writes several times with the same configuration.
    find_site_styles(app, app.config)
    ledger, style_names = ledger_of(app), _map_style_names(app.config)
    for source, target in style_names.items() if app.config.docsnav_site_styles else ():
        ledger.write(
            SITE_STYLES_OWNER,
            f"_static/{SITE_STYLES_FOLDER}/{target}",
            Path(app.srcdir, source).read_bytes(),
        )
    ledger.finish(SITE_STYLES_OWNER)
    if not app.config.docsnav_site_styles:
        return
    scripts = ", ".join(path.name for path in _find_files(app, ".js"))
    if style_names:
        logger.info("style sheets of the site on every page: %s", ", ".join(style_names))
    if scripts:
        logger.info("scripts of the site, which are never included: %s", scripts)


def link_site_styles(
    app: Sphinx, _pagename: str, _templatename: str, _context: Context, _doctree: object
) -> None:
    """Link a page to the style sheets of the site (``html-page-context``)."""
    if find_state(app) is not None and adapter_of(app) is not None:
        for name in _map_style_names(app.config).values():
            app.add_css_file(f"{SITE_STYLES_FOLDER}/{name}", priority=_LAST_PRIORITY)


def _map_style_names(config: Config) -> dict[str, str]:
    """Return the names of the style sheets in the output, by their names in the site.

    They contain the digest of the file, because Sphinx caches its own for the life of a process.
    """
    entries = (str(entry).split() for entry in config.docsnav_site_style_digests)
    return {
        name: f"{name.removesuffix('.css')}-{digest[:_DIGEST_LENGTH]}.css"
        for name, digest in entries
    }


SETTINGS = (
    Setting(
        "docsnav_site_styles",
        False,  # noqa: FBT003 -- the default of a switch
        "Load the style sheets (``*.css``) beside docs.json on every page, after all others. "
        "``sphinx-docsnav build`` sets it. Scripts are never included.",
        rebuild="html",
    ),
    # It changes with the files, so that Sphinx writes all pages again.
    Setting(
        "docsnav_site_style_digests",
        (),
        "The style sheets that ``docsnav_site_styles`` has found, with digests; the extension "
        "sets it.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app, "config-inited", 950, find_site_styles, "a later change of a setting counts each time"
    )
    connect(
        app, "write-started", 500, write_site_styles, "the pages carry the digests of the files"
    )
    connect(app, "html-page-context", 500, link_site_styles, "their priority places them after all")
    return metadata()
