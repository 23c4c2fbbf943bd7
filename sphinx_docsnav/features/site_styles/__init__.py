"""The style sheets that a site has beside its docs.json, on every page; scripts never.

The service applies both. A script of a site could do anything in a reader's
browser, and a build may come from a stranger's pull request.
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
from sphinx_docsnav.sitefiles.safe_files import site_file
from sphinx_docsnav.themes.base import Context

logger = logging.getLogger(__name__)

FOLDER = "docsnav-site"
"""The folder of ``_static`` with the style sheets."""
OWNER = "style sheets of the site"
"""The owner of these files in the ledger of outputs."""
_NAME = re.compile(r"[\w.-]{1,100}")
_AFTER_ALL_OURS = 900
_DIGITS = 8


def find_site_styles(app: Sphinx, config: Config) -> None:
    """Remember the style sheets of the site and their digests (``config-inited``)."""
    if config.docsnav_site_styles:
        config.docsnav_site_style_digests = [
            f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}"
            for file in _files(app, ".css")
        ]


def _files(app: Sphinx, suffix: str) -> Iterator[Path]:
    """Return the files beside docs.json that end in *suffix*, each inside the site's folder."""
    root = Path(app.srcdir)
    for path in sorted(root.glob(f"*{suffix}")):
        if _NAME.fullmatch(path.name) and site_file(root, path.name):
            yield path


def write_site_styles(app: Sphinx, builder: object) -> None:
    """Copy the style sheets into the output, and log the included files (``write-started``)."""
    if not isinstance(builder, StandaloneHTMLBuilder) or adapter_of(app) is None:
        return
    find_site_styles(app, app.config)  # a preview starts to write again
    ledger, wanted = ledger_of(app), _found(app.config)
    for source, target in wanted.items() if app.config.docsnav_site_styles else ():
        ledger.write(OWNER, f"_static/{FOLDER}/{target}", Path(app.srcdir, source).read_bytes())
    ledger.finish(OWNER)
    if not app.config.docsnav_site_styles:
        return
    scripts = ", ".join(path.name for path in _files(app, ".js"))
    if wanted:
        logger.info("style sheets of the site on every page: %s", ", ".join(wanted))
    if scripts:
        logger.info("scripts of the site, which are never included: %s", scripts)


def name_site_styles(
    app: Sphinx, _pagename: str, _templatename: str, _context: Context, _doctree: object
) -> None:
    """Let a page load the style sheets of the site (``html-page-context``)."""
    if find_state(app) is not None and adapter_of(app) is not None:
        for name in _found(app.config).values():
            app.add_css_file(f"{FOLDER}/{name}", priority=_AFTER_ALL_OURS)


def _found(config: Config) -> dict[str, str]:
    """Return the names of the style sheets in the site, each with its name in the output.

    That one has the digest of the file, as Sphinx keeps its own for the life of a process.
    """
    entries = (str(entry).split() for entry in config.docsnav_site_style_digests)
    return {name: f"{name.removesuffix('.css')}-{digest[:_DIGITS]}.css" for name, digest in entries}


SETTINGS = (
    Setting(
        "docsnav_site_styles",
        False,  # noqa: FBT003 -- the default of a switch
        "Load the style sheets (``*.css``) beside docs.json on every page, after all others. "
        "``sphinx-docsnav build`` sets it. Scripts are never included.",
        rebuild="html",
    ),
    # Changes with the files, so that Sphinx writes all pages again.
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
    connect(app, "html-page-context", 500, name_site_styles, "their priority places them after all")
    return metadata()
