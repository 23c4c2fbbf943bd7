"""``thumbnails`` of docs.json: a picture of each page for links in messengers and networks.

Networks take no SVG, so Pillow draws them (the extra ``thumbnails``). Files of fonts in a site are
not read: a program in C would read what a stranger has sent.
"""

from __future__ import annotations

import importlib.util
import posixpath
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_docsnav.core.events import SHOWN, connect
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.env_record import facts_of
from sphinx_docsnav.core.site.generate import LEADING_BUILDERS
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

OWNER = "pictures for links"
"""The owner of the pictures in the ledger of outputs."""
FOLDER = "docsnav-thumbnails"
"""The folder of ``_static`` with the pictures."""


def _thumbnails(app: Sphinx) -> Thumbnails:
    """Return what draws the pictures of the build."""
    from sphinx_docsnav.features.thumbnails.drawing import Thumbnails  # noqa: PLC0415 -- Pillow

    return build_state(app).slot(Thumbnails)


def is_wanted(app: Sphinx) -> bool:
    """Return whether the pages of this build have pictures."""
    state = find_state(app)
    if state is None or adapter_of(app) is None or app.builder.name not in LEADING_BUILDERS:
        return False
    return state.docs.thumbnails is not None and not _reason(
        {"html_baseurl": app.config.html_baseurl}
    )


def _reason(settings: Mapping[str, object]) -> str:
    """Return why no pictures can be drawn; empty if they can."""
    if not settings.get("html_baseurl"):
        return "html_baseurl is not set"
    found = importlib.util.find_spec("PIL")
    return "" if found else "Pillow is not installed (pip install pillow)"


def ignored(
    docs: DocsJson, _adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield ``/thumbnails`` and why there are no pictures."""
    if docs.thumbnails is not None and (reason := _reason(settings)):
        yield "/thumbnails", reason


def _words(app: Sphinx, docname: str) -> tuple[str, str]:
    """Return title and description of a page."""
    from sphinx_docsnav.rendering.renderer import plain_text  # noqa: PLC0415 -- most projects need no parser

    facts = facts_of(app.env, docname)
    return facts.title or docname, plain_text(facts.description)


def add_thumbnail(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Draw the picture of a page that names none of its own (``html-page-context``)."""
    known = str(context.get("metatags", ""))
    if doctree is None or "og:image" in known or not is_wanted(app):
        return
    thumbnails, words = _thumbnails(app), _words(app, pagename)
    if not thumbnails.can_write("".join(words)):
        logger.info(
            "no picture of page '%s': the font lacks its letters; docsnav_thumbnail_font names "
            "another one",
            pagename,
        )
        return
    name = thumbnails.name(*words)
    file = Path(app.outdir, "_static", FOLDER, name)
    if not file.is_file():
        write_if_changed(file, thumbnails.draw(*words))
    url = escape(posixpath.join(app.config.html_baseurl, "_static", FOLDER, name))
    width, height = thumbnails.size
    tags = {"og:image": url, "og:image:width": width, "og:image:height": height}
    added = "".join(f'<meta property="{key}" content="{value}">\n' for key, value in tags.items())
    if "twitter:card" not in known:
        added += '<meta name="twitter:card" content="summary_large_image">\n'
    context["metatags"] = known + added


def shown_picture(app: Sphinx) -> Callable[[str], object] | None:
    """Return what all pictures have in common, such as the background (``docsnav-shown``)."""
    if not is_wanted(app):
        return None
    look = _thumbnails(app).look
    return lambda _docname: look


def name_pictures(app: Sphinx, _env: object) -> list[str]:
    """Name the pictures of all pages in the ledger of outputs (``env-get-updated``).

    Worker processes draw them.
    """
    if is_wanted(app):
        thumbnails = _thumbnails(app)
        names = (thumbnails.name(*_words(app, docname)) for docname in app.env.all_docs)
        ledger_of(app).claim(OWNER, (f"_static/{FOLDER}/{name}" for name in names))
    return []


def remove_others(app: Sphinx, exception: Exception | None) -> None:
    """Remove the pictures that no page has any more (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(OWNER)


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
    connect(app, SHOWN, 500, shown_picture, "pages name the pictures by what these show")
    connect(app, "env-get-updated", 500, name_pictures, "titles are known, and nothing is drawn")
    connect(app, "build-finished", 500, remove_others, "the pictures of all pages are drawn")
    return metadata()
