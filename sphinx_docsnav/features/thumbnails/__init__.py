"""``thumbnails`` of docs.json: a picture of each page for links in messengers and social networks.

Social networks do not support SVG, so Pillow draws the pictures (the extra ``thumbnails``). Font
files of a site are not used, because a C library would parse these untrusted files.
"""

from __future__ import annotations

import importlib.util
import posixpath
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_docsnav.core.builders import builds_site
from sphinx_docsnav.core.events import SHOWN, connect
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.env_record import facts_of
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import build_state, find_state
from sphinx_docsnav.sitefiles.write import write_if_changed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.features.thumbnails.drawing import Thumbnails
    from sphinx_docsnav.themes.base import Adapter, Context

logger = logging.getLogger(__name__)

THUMBNAILS_OWNER = "pictures for links"
"""The owner of the pictures in the ledger of outputs."""
THUMBNAILS_FOLDER = "docsnav-thumbnails"
"""The folder of ``_static`` with the pictures."""


def _find_thumbnails(app: Sphinx) -> Thumbnails:
    """Return the object that draws the pictures of the build."""
    from sphinx_docsnav.features.thumbnails.drawing import Thumbnails  # noqa: PLC0415 -- Pillow

    return build_state(app).slot(Thumbnails)


def has_thumbnails(app: Sphinx) -> bool:
    """Return whether the pages of this build have pictures."""
    state = find_state(app)
    if state is None or adapter_of(app) is None or not builds_site(app.builder):
        return False
    return state.docs.thumbnails is not None and not _find_obstacle(
        {"html_baseurl": app.config.html_baseurl}
    )


def _find_obstacle(settings: Mapping[str, object]) -> str:
    """Return why pictures cannot be drawn; empty if they can."""
    if not settings.get("html_baseurl"):
        return "html_baseurl is not set"
    module_spec = importlib.util.find_spec("PIL")
    return "" if module_spec else "Pillow is not installed (pip install pillow)"


def find_ignored(
    docs: DocsJson, _adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield ``/thumbnails`` and why there are no pictures."""
    if docs.thumbnails is not None and (reason := _find_obstacle(settings)):
        yield "/thumbnails", reason


def _find_texts(app: Sphinx, docname: str) -> tuple[str, str]:
    """Return the title and the description of a page."""
    from sphinx_docsnav.rendering.renderer import render_plain_text  # noqa: PLC0415 -- most projects need no parser

    facts = facts_of(app.env, docname)
    return facts.title or docname, render_plain_text(facts.description)


def add_thumbnail(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Draw the picture of a page unless it has one of its own (``html-page-context``)."""
    existing_markup = str(context.get("metatags", ""))
    if doctree is None or "og:image" in existing_markup or not has_thumbnails(app):
        return
    thumbnails, texts = _find_thumbnails(app), _find_texts(app, pagename)
    if not thumbnails.has_letters("".join(texts)):
        logger.info(
            "no picture of page '%s': the font lacks its letters; docsnav_thumbnail_font names "
            "another one",
            pagename,
        )
        return
    name = thumbnails.make_file_name(*texts)
    file = Path(app.outdir, "_static", THUMBNAILS_FOLDER, name)
    # The name depends on all that the picture shows, so an existing file is up to date.
    if not file.is_file():
        write_if_changed(file, thumbnails.draw(*texts))
    url = escape(posixpath.join(app.config.html_baseurl, "_static", THUMBNAILS_FOLDER, name))
    width, height = thumbnails.size
    tags = {"og:image": url, "og:image:width": width, "og:image:height": height}
    added = "".join(f'<meta property="{key}" content="{value}">\n' for key, value in tags.items())
    if "twitter:card" not in existing_markup:
        added += '<meta name="twitter:card" content="summary_large_image">\n'
    context["metatags"] = existing_markup + added


def describe_thumbnails(app: Sphinx) -> Callable[[str], object] | None:
    """Return a function with the properties of all pictures (``docsnav-shown``)."""
    if not has_thumbnails(app):
        return None
    look = _find_thumbnails(app).look
    return lambda _docname: look


def claim_thumbnails(app: Sphinx, _env: object) -> list[str]:
    """Claim the pictures of all pages in the ledger of outputs (``env-get-updated``).

    Worker processes, which have no access to the ledger, draw them.
    """
    if has_thumbnails(app):
        thumbnails = _find_thumbnails(app)
        names = (
            thumbnails.make_file_name(*_find_texts(app, docname)) for docname in app.env.all_docs
        )
        ledger_of(app).claim(
            THUMBNAILS_OWNER, (f"_static/{THUMBNAILS_FOLDER}/{name}" for name in names)
        )
    return []


def remove_old_thumbnails(app: Sphinx, exception: Exception | None) -> None:
    """Remove the pictures that no page uses any more (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(THUMBNAILS_OWNER)


SETTINGS = (
    Setting(
        "docsnav_thumbnail_font",
        "",
        "Font of the pictures that ``thumbnails`` of docs.json asks for, a TrueType or OpenType "
        "file relative to the folder of ``conf.py``. The default has Latin letters only.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app, "html-page-context", 605, add_thumbnail, "a picture in docs.json, set at 600, counts"
    )
    connect(app, SHOWN, 500, describe_thumbnails, "pages name the pictures by what these show")
    connect(app, "env-get-updated", 500, claim_thumbnails, "titles are known, and nothing is drawn")
    connect(
        app, "build-finished", 500, remove_old_thumbnails, "the pictures of all pages are drawn"
    )
    return metadata()
