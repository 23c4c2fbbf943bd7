"""The Sphinx settings that docs.json implies for a site without conf.py.

Such a site also uses some extensions if they are installed (the extra ``site``).
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path
from typing import cast

from sphinx_docsnav.cli.console import ExitCode, Findings, UserError, print_line
from sphinx_docsnav.cli.site_argument import CONFIG_NAME, exclude_patterns
from sphinx_docsnav.docs_json import TWO_KINDS, DocsJson, KeepGoing, PageEntry, read_docs_json
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.docs_json.site_settings import is_static_option
from sphinx_docsnav.faults import DocsNavError
from sphinx_docsnav.messages import MessageFormat
from sphinx_docsnav.navigation.tree import default_of
from sphinx_docsnav.sitefiles.languages import catalog_code, latex_engine
from sphinx_docsnav.themes.brand import Brand

OWN_COPY_BUTTON = frozenset({"docsnav", "sphinx_immaterial", "sphinxawesome_theme"})
"""Themes whose blocks of code have a copy button, without an option."""
_COPY_BUTTON = "sphinx_copybutton"
_NOT_COPIED = ".linenos, .gp, pre:has(.gp) :is(.go, .gt)"
"""What its buttons leave out: numbers of lines, and of a session all but what was typed."""


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
    brand = Brand.of(docs, root)
    brand_settings = adapter_class([theme]).brand_settings(brand)
    extensions = cast("list[str]", brand_settings.pop("extensions", []))
    settings: SphinxSettings = {
        "project": name,
        "html_title": name,
        "extensions": ["sphinx_docsnav", *extensions, *copy_button(theme)],
        "html_theme": theme,
        # docs.json names no owner, and a copyright notice needs one; nor does it name an author.
        "html_show_copyright": False,
        "author": "",
        "docsnav_fast": True,
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
    if copy_button(theme):
        settings["copybutton_exclude"] = _NOT_COPIED
    if language := _language(docs):
        settings["language"] = language
    if docs.colors.primary:
        settings["docsnav_colors"] = True
    if brand.favicon:
        settings["html_favicon"] = brand.favicon
    return settings | brand_settings


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


PAGE_BUILDERS = frozenset({"html", "dirhtml", "singlehtml"})
"""Builders whose pages have copy buttons."""


def runs_own_conf(root: Path, *, choice: bool | None) -> bool:
    """Return whether to run the site's own conf.py.

    :param choice: ``--conf`` or ``--no-conf``, ``None`` if neither was given.
    :raises UserError: there is one and nothing was chosen, or it was chosen and is missing. A
        conf.py is a program; one that came with a site does not run without consent.
    """
    has_one = (root / "conf.py").is_file()
    if has_one and choice is None:
        msg = (
            f"{root.name} has a conf.py, which is a program; use --conf to run it and use its "
            "settings, or --no-conf to use those of docs.json"
        )
        raise UserError(msg)
    if choice and not has_one:
        msg = f"there is no conf.py in {root.name}; omit --conf"
        raise UserError(msg)
    return bool(choice)


def own_conf_settings(arguments: argparse.Namespace) -> SphinxSettings:
    """Return the settings that the command line gives, which win over all others.

    :raises UserError: a ``-D`` has no ``=``.
    """
    settings: SphinxSettings = {}
    if arguments.theme:
        settings["html_theme"] = arguments.theme
    if arguments.keep_going:
        settings["docsnav_keep_going"] = True
    if not arguments.remote:
        settings["docsnav_openapi_options.remote"] = False
    if arguments.only:
        settings["docsnav_only"] = list(arguments.only)
    for word in arguments.settings:
        name, equals, value = word.partition("=")
        if not equals or not name:
            msg = f"-D takes NAME=VALUE, not {word!r}"
            raise UserError(msg)
        settings[name] = value
    return settings


def generated_settings(arguments: argparse.Namespace, root: Path, out: Path) -> SphinxSettings:
    """Return all settings of a site without conf.py; the command line wins over docs.json.

    :raises UserError: docs.json has errors that stop a build; they have been printed.
    """
    kinds = () if arguments.strict else TWO_KINDS
    style = MessageFormat(getattr(arguments, "format", MessageFormat.TEXT))  # "serve" has none
    docs = read_or_stop(root, keep_going=arguments.keep_going or kinds, style=style)
    theme = arguments.theme or DEFAULT_THEME
    given = own_conf_settings(arguments)
    settings = site_settings(docs, root, theme)
    missing = missing_extensions(theme)
    builder = getattr(arguments, "builder", "")  # "serve" has none
    if missing and builder in PAGE_BUILDERS and not arguments.quiet:
        print_line(missing)
    if builder == "epub":
        settings |= epub_settings(docs, root)
    if excluded := exclude_patterns(out, root):
        settings["exclude_patterns"] = excluded
    merged = merge_settings(settings, given)
    if builder == "latex" and not str(merged.get("language", "")).startswith("ja"):
        # Pages have emoji, which Sphinx's engine for most languages rejects; Japanese has its own.
        from sphinx_docsnav.core.language import language_codes

        engine = latex_engine(language_codes(docs.navigation.children))
        merged.setdefault("latex_engine", "xelatex" if engine == "pdflatex" else engine)
    return merged


def merge_settings(settings: SphinxSettings, winning: SphinxSettings) -> SphinxSettings:
    """Return both; ``a.b`` in *winning* sets the entry ``b`` of the dict ``a``."""
    merged = dict(settings)
    for name, value in winning.items():
        table, dot, key = name.partition(".")
        entries = merged.get(table, {})
        if dot and isinstance(entries, dict):
            merged[table] = {**entries, key: value}
        else:
            merged[name] = value
    return merged


def read_or_stop(
    root: Path, *, keep_going: KeepGoing, style: MessageFormat = MessageFormat.TEXT
) -> DocsJson:
    """Return docs.json; its faults are printed here only if they end the build.

    Otherwise the extension, which reads it too, reports them in Sphinx's log.
    """
    findings = Findings(root)
    try:
        return read_docs_json(root / CONFIG_NAME, findings.report, keep_going=keep_going)
    except DocsNavError as error:
        findings.complete(error)
        sys.stderr.writelines(f"{line}\n" for line in findings.lines(style))
        msg = f"{findings.summary()} in {CONFIG_NAME}; nothing was built"
        raise UserError(msg, ExitCode.FAULTS) from error
