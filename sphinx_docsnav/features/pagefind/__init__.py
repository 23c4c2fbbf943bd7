"""Pagefind, a search for built sites: the marks in pages, and the index.

The content of pages is marked, except for hidden ones, which are then not indexed;
filters have the language, version and product of a page, and the searches that find it.
The index is written if Pagefind is installed as a Python package.
Source: https://pagefind.app/docs/filtering/, https://pagefind.app/docs/sub-results/
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.core.events import FILES, SEARCH_FILES, connect
from sphinx_docsnav.core.pages.assets import joined
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.site.scopes import SEARCH_PAGE, scopes_of
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.sitefiles.languages import browser_code

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsnav.themes.base import Context

logger = logging.getLogger(__name__)

FOLDER = "pagefind"
"""Where Pagefind writes in the output."""
DIALOG = "docsnav-search.js"
"""The script of the search dialog."""
HEADING = "docsnav-heading-"
"""What the id of a heading is made of, with that of its section; the dialog's script knows it."""
_ARGUMENTS = ("--exclude-selectors", ".headerlink", "--quiet")


def uses_pagefind(app: Sphinx) -> bool:
    """Return whether the pages of this build are to be found by Pagefind."""
    builder = app.builder
    return (
        bool(app.config.docsnav_pagefind)
        and find_state(app) is not None
        and isinstance(builder, StandaloneHTMLBuilder)
        and not isinstance(builder, SerializingHTMLBuilder)
        and builder.name != "epub"
    )


def name_script(app: Sphinx, files: dict[str, str]) -> None:
    """Let the search dialog load Pagefind (``docsnav-search-files``)."""
    if uses_pagefind(app):
        files["pagefind"] = f"{FOLDER}/pagefind.js"


def extend_dialog(app: Sphinx, texts: dict[str, str]) -> None:
    """Let the script of the search dialog ask Pagefind (``docsnav-files``)."""
    if app.config.docsnav_pagefind and DIALOG in texts:
        texts[DIALOG] = joined((Path(__file__).with_name("search_pagefind.js"),)) + texts[DIALOG]


def name_headings(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Give headings ids, by which Pagefind tells sections apart (``doctree-resolved``).

    The sections have ids already, but Pagefind reads those of headings only.
    """
    if not uses_pagefind(app) or docname in record_of(app.env).unsearchable:
        return
    for section in doctree.findall(nodes.section):
        title = section.next_node(nodes.title, descend=True)
        if section["ids"] and title is not None and title.parent is section:
            title["ids"].append(f"{HEADING}{section['ids'][0]}")


def mark_for_pagefind(
    app: Sphinx,
    pagename: str,
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,
) -> None:
    """Mark a page for Pagefind (``html-page-context``)."""
    if doctree is None or not uses_pagefind(app):
        return
    if pagename in record_of(app.env).unsearchable:
        return
    scopes = scopes_of(app)
    trail = scopes.site.trail(pagename)
    filters: list[tuple[str, str]] = [
        (element.kind.value, browser_code(element.code) if element.code else element.label)
        for element in (trail.divisions if trail else ())
        if element.kind.value in ("language", "version", "product")
    ]
    if scopes.all[1:]:
        found = (scope for scope in scopes.all if pagename in scope.docnames)
        filters += [("search", scope.named(SEARCH_PAGE)) for scope in found]
    metas = "".join(
        f'<meta data-pagefind-filter="{kind}[content]" content="{escape(name)}">\n'
        for kind, name in filters
    )
    metas += f'<meta data-pagefind-meta="docname[content]" content="{escape(pagename)}">\n'
    shown = (element for element in (trail.chain if trail else ()) if element.label)
    path = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ".join(each.label for each in shown)
    metas += f'<meta data-pagefind-meta="path[content]" content="{escape(path)}">\n'
    context["metatags"] = f"{context.get('metatags', '')}{metas}"
    context["body"] = f"<div data-pagefind-body>\n{context.get('body', '')}\n</div>\n"


def write_pagefind_index(app: Sphinx, exception: Exception | None) -> None:
    """Write Pagefind's index if a page is newer than the last one (``build-finished``)."""
    builder = app.builder
    if exception is not None or not isinstance(builder, StandaloneHTMLBuilder):
        return
    if not uses_pagefind(app):
        return
    out = Path(app.outdir)
    command = f"pagefind --site {out} {' '.join(_ARGUMENTS[:2])}"
    if app.config.docsnav_only:
        logger.info("This build writes a part of the site; after the last one, run: %s", command)
        return
    if importlib.util.find_spec("pagefind") is None:
        logger.info("Pagefind is not installed in this environment of Python; run: %s", command)
        return
    folder = out / FOLDER
    entry = folder / "pagefind-entry.json"
    last = entry.stat().st_mtime_ns if entry.is_file() else 0
    pages = (Path(builder.get_outfilename(name)) for name in app.env.all_docs)
    if last and all(page.stat().st_mtime_ns < last for page in pages if page.is_file()):
        return
    for old in folder.rglob("*.pf_*"):  # Pagefind adds to what is there
        old.unlink()
    done = subprocess.run(  # noqa: S603 -- its own program, and no word of a page
        # -P: not the file pagefind.py of a stranger's site that is the current folder.
        [sys.executable, "-P", "-m", "pagefind", "--site", str(out), *_ARGUMENTS],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        entry.unlink(missing_ok=True)
        logger.warning(
            "Pagefind wrote no index; the search uses the index of this extension: %s",
            (done.stderr.strip() or done.stdout.strip()).rpartition("\n")[2],
            type="docsnav",
            subtype="pagefind",
        )


SETTINGS = (
    Setting(
        "docsnav_pagefind",
        False,  # noqa: FBT003 -- the default of a switch
        "Mark the content of pages for Pagefind, with the filters ``language``, ``version`` and "
        "``product``. Write its index, which the search dialog then uses, if it is installed as a "
        "Python package.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, "doctree-resolved", 600, name_headings, "leave_out_title at 400 removes headings")
    connect(
        app,
        "html-page-context",
        415,
        mark_for_pagefind,
        "the version notice at 420 must stay outside of the marked content",
    )
    connect(app, "build-finished", 600, write_pagefind_index, "all pages and redirects are written")
    connect(app, SEARCH_FILES, 500, name_script, "the dialog asks Pagefind first")
    connect(app, FILES, 500, extend_dialog, "the script of the search dialog is there")
    return metadata()
