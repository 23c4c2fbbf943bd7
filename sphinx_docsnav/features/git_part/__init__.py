"""A build that is one version of a site from git (``sphinx-docsnav versions``).

The pages of a version do not know which others there will be. Its switchers have an entry before
and one after the version, which stand for the others, and each page has a comment for the notice
on old versions; `sphinx_docsnav.cli.git_versions.join` replaces them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import ROOT, connect
from sphinx_docsnav.core.settings import Setting, add_settings, is_on, metadata
from sphinx_docsnav.core.state import reading_of
from sphinx_docsnav.docs_json.kinds import Kind, PageEntry
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.themes.base import Context

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json.models import ElementModel

logger = logging.getLogger(__name__)

PLACEHOLDER = "https://docsnav.invalid/"
"""Where the entries lead that stand for other versions; no host has such a name."""
NOTICE = "<!--docsnav-notice-->"
"""The comment at the place of the notice."""
CHANGES_PAGE = "what-changed"
"""The page with what differs from the release before."""
CHANGES = "<!--docsnav-changes-->"
"""The comment at the place of its text."""
FINISHED = "docsnav-part.json"
"""The file that a complete build leaves in its output; it is not published."""


def enclose(app: Sphinx, root: Element) -> Element | None:
    """Put the navigation inside of the version, and of its product (``docsnav-root``)."""
    chain: Sequence[Sequence[str]] = app.config.docsnav_part
    if not chain:
        return None
    children = root.children
    for kind, _label in chain:
        children = _inside(children, Kind(kind))
    for level, (kind, label) in reversed([*enumerate(chain)]):
        own = Element(Kind(kind), label, children)
        children = (_other(own.kind, "before", level), own, _other(own.kind, "after", level))
    return replace(root, children=children)


def _inside(children: tuple[Element | Page, ...], kind: Kind) -> tuple[Element | Page, ...]:
    """Return what the only element of *kind* holds; also below tabs and languages."""
    if len(children) == 1 and isinstance(children[0], Element) and children[0].kind is kind:
        return children[0].children
    return tuple(
        replace(child, children=_inside(child.children, kind))
        if isinstance(child, Element) and child.kind not in _WHOLE
        else child
        for child in children
    )


_WHOLE = frozenset((Kind.PRODUCT, Kind.VERSION, Kind.GROUP))
"""What is not looked into for the version that a build is."""


def _other(kind: Kind, place: str, level: int) -> Element:
    return Element(kind, f"docsnav-{place}-{level}", href=f"{PLACEHOLDER}{place}/{level}")


def name_left_out(app: Sphinx) -> None:
    """Say that versions from git are not in this build (``builder-inited``)."""
    docs = reading_of(app).docs
    count = sum(1 for _ in _elsewhere(docs.navigation)) if docs is not None else 0
    if count and not app.config.docsnav_part:
        said = (
            "versions from git are left out; 'sphinx-docsnav versions' builds them: %d in docs.json"
        )
        logger.info(said, count)


def _elsewhere(model: ElementModel) -> Iterator[ElementModel]:
    for child in model.children:
        if not isinstance(child, PageEntry):
            yield from [child] if child.is_elsewhere else _elsewhere(child)


def leave_place(
    app: Sphinx, _pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Add the comment for the notice to a page."""
    is_page = doctree is not None and "body" in context
    if app.config.docsnav_part and is_page and is_on(app, "docsnav_version_options.notice"):
        context["body"] = NOTICE + context["body"]


def collect_changes_page(app: Sphinx) -> Iterator[tuple[str, Context, str]]:
    """Yield the page that `join` fills with what changed (``html-collect-pages``)."""
    is_wanted = app.config.docsnav_part and app.config.docsnav_version_options["changes"]
    is_english = app.config.language.startswith("en")
    if is_wanted and is_english and CHANGES_PAGE not in app.env.found_docs:
        title = f"What changed in {app.config.docsnav_part[-1][1]}"
        body = f"<section><h1>{escape(title)}</h1>\n{CHANGES}</section>\n"
        yield CHANGES_PAGE, {"title": escape(title), "body": body}, "page.html"


def mark_finished(app: Sphinx, exception: Exception | None) -> None:
    """Write the file that tells that the output is complete (``build-finished``)."""
    if app.config.docsnav_part and exception is None:
        policy = app.config.docsnav_version_options.get("old", "auto")
        finished = {"old_versions": "canonical" if policy == "auto" else policy}
        Path(app.outdir, FINISHED).write_text(json.dumps(finished), encoding="utf-8")


def _wrong_entries(value: Sequence[object]) -> Iterator[str]:
    for number, entry in enumerate(value):
        if not isinstance(entry, dict) or not {"version", "product"} & entry.keys():
            yield f"entry {number + 1} is not an object with 'version': {entry!r}"


SETTINGS = (
    Setting(
        "docsnav_versions",
        [],
        "The versions that ``sphinx-docsnav versions`` builds from git, as the list ``versions`` of"
        ' docs.json has them: ``[{"version": "dev"}, {"version": "*", "ref": "v*"}]``.'
        " For projects without docs.json; see :doc:`/start/versions-from-git`.",
        check=_wrong_entries,
    ),
    Setting(
        "docsnav_version_options.requirements",
        [],
        "With ``sphinx-docsnav versions --isolated``: the arguments of ``pip install`` for the "
        'environment of each version, in the folder of its repository, such as ``["-r", '
        '"docs/requirements.txt", "."]``. By default, the requirements file of the '
        "documentation, else its dependency group or extra (``docs``, ``doc`` or "
        "``documentation``), and the project.",
    ),
    Setting(
        "docsnav_version_options.changes",
        True,  # noqa: FBT003 -- the default of a switch
        "With ``sphinx-docsnav versions``: give each version in English a page with the pages, "
        "objects and endpoints that were added, changed, deprecated or removed since the release "
        "before.",
    ),
    Setting(
        "docsnav_part",
        [],
        "Set by ``sphinx-docsnav versions`` for the builds of single versions.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, "builder-inited", 600, name_left_out, "docs.json is read and reported at 500")
    connect(app, ROOT, 500, enclose, "the navigation of the version is known")
    connect(app, "html-page-context", 425, leave_place, "the notice of other features comes first")
    connect(app, "html-collect-pages", 500, collect_changes_page, "no other page depends on it")
    connect(app, "build-finished", 999, mark_finished, "all other files are written")
    return metadata()
