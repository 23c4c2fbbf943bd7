"""Pages of old versions: a notice, and metadata for search engines.

These are the versions beside one with ``default: true``. Without such a version, no page has a
notice.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.builder_kinds import renders_pages, shows_navigation
from sphinx_docsnav.core.events import INDEXED, connect
from sphinx_docsnav.core.language import find_language
from sphinx_docsnav.core.page_addresses import make_page_url
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.env_record import NOINDEX_TAG, facts_of, find_hidden_pages
from sphinx_docsnav.core.site.scopes import find_old_version
from sphinx_docsnav.core.site.switches import switches_of
from sphinx_docsnav.core.state import find_state, state_of
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.switch import Target
from sphinx_docsnav.navigation.tree import Element
from sphinx_docsnav.sitefiles.languages import TranslationTable
from sphinx_docsnav.themes.base import Context

NOTICE_TEXTS = TranslationTable(Path(__file__).with_name("version_notice.txt"), ("notice",))
"""The notice by language."""


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
    if policy == "canonical":
        _set_canonical(app, context, target)
    if app.config.docsnav_version_options["notice"] and "body" in context:
        url = app.builder.get_relative_uri(pagename, target.page.docname)
        code = find_language(app, pagename)
        context["body"] = (
            make_notice(code, own_version.label, default_version.label, url) + context["body"]
        )


def _set_canonical(app: Sphinx, context: Context, target: Target) -> None:
    """Set the canonical URL to that of the same page in the default version."""
    if app.config.html_baseurl and target.rule.is_same_page:
        context["pageurl"] = make_page_url(app, target.page.docname)


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
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app,
        "html-page-context",
        420,
        add_version_notice,
        "themes read the address of the page at 500",
    )
    connect(app, INDEXED, 500, has_own_url, "old versions may count as copies, or not at all")
    return metadata()
