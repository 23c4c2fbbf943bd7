"""The Sphinx settings that docs.json implies for a site without conf.py.

Such a site also uses some extensions if they are installed (the extra ``site``).
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json import PageEntry
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.docs_json.site_settings import is_static_option
from sphinx_docsnav.navigation.tree import default_of
from sphinx_docsnav.sitefiles.languages import catalog_code
from sphinx_docsnav.themes.brand import Brand

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson


OWN_COPY_BUTTON = frozenset({"docsnav", "sphinx_immaterial", "sphinxawesome_theme"})
"""Themes whose blocks of code have a copy button, without an option."""
_COPY_BUTTON = "sphinx_copybutton"


def missing_extensions(theme: str) -> str:
    """Return what a site without conf.py lacks, and the remedy; empty if it lacks nothing."""
    if theme in OWN_COPY_BUTTON or copy_button(theme):
        return ""
    return (
        "Code blocks have no copy buttons, because sphinx-copybutton is not installed; the extra "
        "'site' installs it."
    )


def copy_button(theme: str) -> list[str]:
    """Return the extension with copy buttons, if it is installed and the theme has none."""
    missing = theme in OWN_COPY_BUTTON or importlib.util.find_spec(_COPY_BUTTON) is None
    return [] if missing else [_COPY_BUTTON]


SphinxSettings = dict[str, object]
"""Sphinx's settings, as conf.py would hold them."""


DEFAULT_THEME = "docsnav"
"""The theme of a site without conf.py."""


def site_settings(docs: DocsJson, root: Path, theme: str) -> SphinxSettings:
    """Return the Sphinx settings of the site at *root*: title, language, logo, favicon, colours.

    :param theme: name of the Sphinx theme; decides where logos go.

    Paths are relative to *root*.
    """
    from sphinx_docsnav.themes.adapter_registry import adapter_class

    name = docs.name or root.resolve().name
    adapter = adapter_class([theme])
    settings: SphinxSettings = {
        "project": name,
        "html_title": name,
        "extensions": ["sphinx_docsnav", *adapter.extensions, *copy_button(theme)],
        "html_theme": theme,
        # docs.json names no owner, and a copyright notice needs one; nor does it name an author.
        "html_show_copyright": False,
        "author": "",
        "docsnav_fast": True,
        "docsnav_cache": True,
        # Written only if html_baseurl is set, as the URLs need it.
        "docsnav_sitemap": True,
        "docsnav_site_styles": True,
        "docsnav_markdown": True,
        "docsnav_not_found": True,
        "docsnav_page_actions": [
            option for option in docs.contextual.options if is_static_option(option)
        ],
        # The default of Sphinx loads a script from another server.
        "html_math_renderer": "docsnav_mathml",
    }
    if language := _language(docs):
        settings["language"] = language
    if docs.colors.primary:
        settings["docsnav_colors"] = True
    brand = Brand.of(docs, root)
    if brand.favicon:
        settings["html_favicon"] = brand.favicon
    return settings | adapter.brand_settings(brand)


def epub_settings(docs: DocsJson, root: Path) -> SphinxSettings:
    """Return the settings for EPUB in addition to `site_settings`: owner, version and image.

    Owner and author are the site; the version is the one shown first, else Sphinx's default.
    """
    name = docs.name or root.resolve().name
    elements = (child for child in docs.navigation.children if not isinstance(child, PageEntry))
    versions = [element for element in elements if element.kind is Kind.VERSION]
    default = default_of(versions)
    return {
        "author": name,
        "epub_copyright": name,
        "version": default.label if default else "1.0",
        "html_favicon": None,  # of all EPUB's image types, none is an icon's
    }


def _language(docs: DocsJson) -> str:
    """Return the catalogue of the default language, else the first; empty if none is listed."""
    elements = (child for child in docs.navigation.children if not isinstance(child, PageEntry))
    languages = [element for element in elements if element.kind is Kind.LANGUAGE]
    default = default_of(languages)
    return catalog_code(default.label) if default else ""
