"""The Sphinx settings that docs.json implies for a site without conf.py.

Such a site also uses some extensions if they are installed (the extra ``site``).
"""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json import PageEntry
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.docs_json.site_settings import is_static_option
from sphinx_docsnav.navigation.tree import default_of
from sphinx_docsnav.sitefiles.languages import catalog_code
from sphinx_docsnav.sitefiles.safe_urls import clean_url, scheme_of
from sphinx_docsnav.themes.brand import Brand

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson


OWN_COPY_BUTTON = frozenset({"docsnav", "sphinxawesome_theme"})
"""Themes whose blocks of code have a copy button, without an option."""
_COPY_BUTTON = "sphinx_copybutton"
_MERMAID = "sphinxcontrib.mermaid"
_MERMAID_COMMAND = "mmdc"


def kept_extensions(theme: str, script: str = "") -> tuple[list[str], dict[str, object]]:
    """Return the extensions that are installed, and the settings that they need.

    Diagrams are drawn by the command of Mermaid, or in the browser by a *script* of the
    output (``mermaid_use_local``); without either, sphinxcontrib-mermaid would load a script
    from another server in every reader's browser.
    """
    extensions: list[str] = []
    settings: dict[str, object] = {}
    if theme not in OWN_COPY_BUTTON and _is_installed(_COPY_BUTTON):
        extensions.append(_COPY_BUTTON)
    if script and not scheme_of(clean_url(script)) and _is_installed(_MERMAID):
        extensions.append(_MERMAID)
    elif shutil.which(_MERMAID_COMMAND) and _is_installed(_MERMAID):
        extensions.append(_MERMAID)
        settings["mermaid_output_format"] = "svg"
    return extensions, settings


def missing_extensions(theme: str) -> str:
    """Return what a site without conf.py lacks, and the remedy; empty if it lacks nothing.

    Diagrams have a message of their own, in builds of sites that have some.
    """
    if theme in OWN_COPY_BUTTON or _is_installed(_COPY_BUTTON):
        return ""
    return (
        "Code blocks have no copy buttons, because sphinx-copybutton is not installed; the extra "
        "'site' installs it."
    )


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # of the package around it
        return False


SphinxSettings = dict[str, object]
"""Sphinx's settings, as conf.py would hold them."""


def default_theme() -> str:
    """Return furo where it is installed, else alabaster, which comes with Sphinx."""
    return "furo" if importlib.util.find_spec("furo") else "alabaster"


def site_settings(docs: DocsJson, root: Path, theme: str, script: str = "") -> SphinxSettings:
    """Return the Sphinx settings of the site at *root*: title, language, logo, favicon, colours.

    :param theme: name of the Sphinx theme; decides where logos go.
    :param script: Mermaid's script in the output, which draws diagrams; empty for none.

    Paths are relative to *root*.
    """
    from sphinx_docsnav.themes.adapter_registry import adapter_class

    name = docs.name or root.resolve().name
    adapter = adapter_class([theme])
    extensions, kept = kept_extensions(theme, script)
    settings: SphinxSettings = {
        "project": name,
        "html_title": name,
        **kept,
        "extensions": ["sphinx_docsnav", *adapter.extensions, *extensions],
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
