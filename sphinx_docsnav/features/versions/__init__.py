"""Pages of old versions, and the build of one version from git (``sphinx-docsnav versions``).

Pages of the versions beside one with ``default: true`` have a notice, and metadata for search
engines.

When a version from git is built, the other versions are not known yet. Its switchers contain a
placeholder before and one after the version, and each page contains a comment in place of the
notice. `sphinx_docsnav.cli.git_versions.join` replaces them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.builders import make_page_url, renders_pages, shows_navigation
from sphinx_docsnav.core.events import INDEXED, ROOT, connect
from sphinx_docsnav.core.language import find_language
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.divisions import find_old_version, switches_of
from sphinx_docsnav.core.site.env_record import NOINDEX_TAG, facts_of, find_hidden_pages
from sphinx_docsnav.core.state import find_state, reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Kind, PageEntry
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.sitefiles.languages import TranslationTable
from sphinx_docsnav.themes.base import Context

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json.models import ElementModel

logger = logging.getLogger(__name__)

PLACEHOLDER_URL = "https://docsnav.invalid/"
"""The base of the URLs of placeholders for other versions; the host cannot exist."""
NOTICE_COMMENT = "<!--docsnav-notice-->"
"""The comment that the notice replaces."""
CHANGES_PAGE = "what-changed"
"""The page that lists the differences from the previous release."""
CHANGES_COMMENT = "<!--docsnav-changes-->"
"""The comment that the text of this page replaces."""
FINISHED_FILE = "docsnav-part.json"
"""The file that marks the output of a complete build; it is not published."""
_OPAQUE_KINDS = frozenset((Kind.PRODUCT, Kind.VERSION, Kind.GROUP))
"""The kinds of elements below which the version of the build is not searched."""
NOTICE_TEXTS = TranslationTable(Path(__file__).with_name("version_notice.txt"), ("notice",))
"""The notice by language."""


def wrap_navigation(app: Sphinx, root: Element) -> Element | None:
    """Put the navigation below the version and its product (``docsnav-root``)."""
    chain: Sequence[Sequence[str]] = app.config.docsnav_part
    if not chain:
        return None
    children = root.children
    for kind, _label in chain:
        children = _unwrap_division(children, Kind(kind))
    # From the inside: the version is put below its product.
    for level, (kind, label) in reversed([*enumerate(chain)]):
        version_element = Element(Kind(kind), label, children)
        children = (
            _make_placeholder(version_element.kind, "before", level),
            version_element,
            _make_placeholder(version_element.kind, "after", level),
        )
    return replace(root, children=children)


def _unwrap_division(
    children: tuple[Element | Page, ...], kind: Kind
) -> tuple[Element | Page, ...]:
    """Return *children* with the only element of *kind* replaced by its children.

    The element may be below tabs and languages.
    """
    if len(children) == 1 and isinstance(children[0], Element) and children[0].kind is kind:
        return children[0].children
    return tuple(
        replace(child, children=_unwrap_division(child.children, kind))
        if isinstance(child, Element) and child.kind not in _OPAQUE_KINDS
        else child
        for child in children
    )


def _make_placeholder(kind: Kind, position: str, level: int) -> Element:
    return Element(kind, f"docsnav-{position}-{level}", href=f"{PLACEHOLDER_URL}{position}/{level}")


def report_git_versions(app: Sphinx) -> None:
    """Report that this build does not contain versions from git (``builder-inited``)."""
    docs = reading_of(app).docs
    count = sum(1 for _ in _find_git_versions(docs.navigation)) if docs is not None else 0
    if count and not app.config.docsnav_part:
        message = (
            "versions from git are left out; 'sphinx-docsnav versions' builds them: %d in docs.json"
        )
        logger.info(message, count)


def _find_git_versions(model: ElementModel) -> Iterator[ElementModel]:
    for child in model.children:
        if not isinstance(child, PageEntry):
            yield from [child] if child.is_elsewhere else _find_git_versions(child)


def add_notice_comment(
    app: Sphinx, _pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Add the comment for the notice to a page (``html-page-context``)."""
    is_page = doctree is not None and "body" in context
    if app.config.docsnav_part and is_page and app.config.docsnav_version_options["notice"]:
        context["body"] = NOTICE_COMMENT + context["body"]


def collect_changes_page(app: Sphinx) -> Iterator[tuple[str, Context, str]]:
    """Yield the page in which `join` lists the changes (``html-collect-pages``)."""
    is_wanted = app.config.docsnav_part and app.config.docsnav_version_options["changes"]
    is_english = app.config.language.startswith("en")
    if is_wanted and is_english and CHANGES_PAGE not in app.env.found_docs:
        title = f"What changed in {app.config.docsnav_part[-1][1]}"
        body = f"<section><h1>{escape(title)}</h1>\n{CHANGES_COMMENT}</section>\n"
        yield CHANGES_PAGE, {"title": escape(title), "body": body}, "page.html"


def mark_finished(app: Sphinx, exception: Exception | None) -> None:
    """Write the file that marks the output as complete (``build-finished``)."""
    if app.config.docsnav_part and exception is None:
        policy = app.config.docsnav_version_options["old"]
        finished = {"old_versions": "canonical" if policy == "auto" else policy}
        Path(app.outdir, FINISHED_FILE).write_text(json.dumps(finished), encoding="utf-8")


def _check_versions(value: Sequence[object]) -> Iterator[str]:
    for number, entry in enumerate(value):
        if not isinstance(entry, dict) or not {"version", "product"} & entry.keys():
            yield f"entry {number + 1} is not an object with 'version': {entry!r}"


def find_default_version(site: Site, docname: str) -> tuple[Element, Element] | None:
    """Return the version of a document and the default version beside it.

    :returns: ``None`` if the document belongs to the default version, or there is none.
    """
    place = site.place(docname)
    return find_old_version(site, place.divisions) if place else None


def make_notice(language: str, own_label: str, default_label: str, url: str) -> str:
    """Return the notice as markup; *default_label* is a link to *url*."""
    sentence = NOTICE_TEXTS.of(language)["notice"]
    link = f'<a href="{escape(url)}">{escape(default_label)}</a>'
    text = sentence.format(here=f"<strong>{escape(own_label)}</strong>", there=link)
    return f'<div class="admonition note docsnav-older" role="note"><p>{text}</p></div>\n'


def add_version_notice(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Add the notice and the metadata for search engines to a page (``html-page-context``)."""
    state = find_state(app)
    is_theme_page = shows_navigation(app.builder) and renders_pages(app.builder)
    if state is None or doctree is None or not is_theme_page:
        return
    site = state.site
    versions = find_default_version(site, pagename)
    policy = app.config.docsnav_version_options["old"]
    is_hidden = bool(find_hidden_pages(site, {pagename: facts_of(app.env, pagename)}))
    if is_hidden or (versions and policy == "noindex"):
        context["metatags"] = f"{context.get('metatags', '')}{NOINDEX_TAG}"
    if versions is None:
        return
    own_version, default_version = versions
    # The same page of the default version, or the closest one.
    target = switches_of(app).target(pagename, default_version)
    if target is None:
        return
    # The canonical URL is that of the same page in the default version.
    if policy == "canonical" and app.config.html_baseurl and target.rule.is_same_page:
        context["pageurl"] = make_page_url(app, target.page.docname)
    if app.config.docsnav_version_options["notice"] and "body" in context:
        url = app.builder.get_relative_uri(pagename, target.page.docname)
        code = find_language(app, pagename)
        context["body"] = (
            make_notice(code, own_version.label, default_version.label, url) + context["body"]
        )


def has_own_url(app: Sphinx, docname: str) -> bool:
    """Return whether the canonical URL of a document is its own (``docsnav-indexed``)."""
    site = state_of(app).site
    versions = find_default_version(site, docname)
    policy = app.config.docsnav_version_options["old"]
    if versions is None or policy in {"auto", "own"}:
        return True
    target = switches_of(app).target(docname, versions[1])
    return policy == "canonical" and not (target and target.rule.is_same_page)


SETTINGS = (
    Setting(
        "docsnav_version_options.notice",
        True,  # noqa: FBT003 -- the default of a switch
        "Show a notice on pages of old versions that links to the same page of the version with "
        "``default: true``.",
    ),
    Setting(
        "docsnav_version_options.old",
        "auto",
        "How search engines treat pages of old versions: as separate pages (``own``), as copies of"
        " the same page in the default version (``canonical``, requires ``html_baseurl``), or not "
        "at all (``noindex``). ``auto`` is ``canonical`` for versions from git, otherwise ``own``.",
        choices=("auto", "own", "canonical", "noindex"),
    ),
    Setting(
        "docsnav_versions",
        [],
        "The versions that ``sphinx-docsnav versions`` builds from git, as the list ``versions`` of"
        ' docs.json has them: ``[{"version": "dev"}, {"version": "*", "ref": "v*"}]``.'
        " For projects without docs.json; see :doc:`/start/versions-from-git`.",
        check=_check_versions,
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
    listen = partial(connect, app)
    listen(
        "html-page-context", 420, add_version_notice, "themes read the address of the page at 500"
    )
    listen(INDEXED, 500, has_own_url, "old versions may count as copies, or not at all")
    listen("builder-inited", 600, report_git_versions, "docs.json is read and reported at 500")
    listen(ROOT, 500, wrap_navigation, "the navigation of the version is known")
    listen("html-page-context", 425, add_notice_comment, "the notice of other features comes first")
    listen("html-collect-pages", 500, collect_changes_page, "no other page depends on it")
    listen("build-finished", 999, mark_finished, "all other files are written")
    return metadata()
