"""The Sphinx settings of a site: those of its conf.py, or without one, those of docs.json.

A site without conf.py also uses sphinx-copybutton if it is installed (the extra ``site``).
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sphinx_docsnav.cli.console import ExitCode, FaultCollector, UserError, print_line
from sphinx_docsnav.cli.site_argument import CONFIG_NAME, make_exclude_patterns
from sphinx_docsnav.docs_json import TWO_KINDS, DocsJson, KeepGoing, PageEntry, read_docs_json
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.docs_json.site_settings import is_static_option
from sphinx_docsnav.faults import DocsNavError
from sphinx_docsnav.messages import MessageFormat
from sphinx_docsnav.navigation.tree import find_default
from sphinx_docsnav.sitefiles.languages import choose_latex_engine, find_catalog_code
from sphinx_docsnav.themes.brand import Brand

if TYPE_CHECKING:
    from sphinx.config import Config

EXTENSION = "sphinx_docsnav"
"""The name of this extension in ``extensions`` of conf.py."""
THEMES_WITH_COPY_BUTTON = frozenset({"docsnav", "sphinx_immaterial", "sphinxawesome_theme"})
"""Themes whose code blocks have a copy button by default."""
_COPY_BUTTON = "sphinx_copybutton"
_EXCLUDED_FROM_COPY = ".linenos, .gp, pre:has(.gp) :is(.go, .gt)"
"""The elements that copy buttons leave out: line numbers, and the output of a terminal session."""
SphinxSettings = dict[str, object]
"""The values of conf.py by their names."""
DEFAULT_THEME = "docsnav"
"""The theme of a site without conf.py."""
PAGE_BUILDERS = frozenset({"html", "dirhtml", "singlehtml"})
"""Builders whose pages have copy buttons."""


def describe_missing_extensions(theme: str) -> str:
    """Return a message about the missing extension and the remedy; empty if none is missing."""
    if theme in THEMES_WITH_COPY_BUTTON or find_copy_button(theme):
        return ""
    return (
        "Code blocks have no copy buttons, because sphinx-copybutton is not installed; the extra "
        "'site' installs it."
    )


def find_copy_button(theme: str) -> list[str]:
    """Return the copy button extension, if it is installed and the theme needs it; else nothing."""
    missing = theme in THEMES_WITH_COPY_BUTTON or importlib.util.find_spec(_COPY_BUTTON) is None
    return [] if missing else [_COPY_BUTTON]


def make_site_settings(docs: DocsJson, root: Path, theme: str) -> SphinxSettings:
    """Return the Sphinx settings of the site at *root*: title, language, logo, favicon, colours.

    :param theme: the name of the Sphinx theme, which determines the settings of the logo.
    :returns: the settings, with paths relative to *root*.
    """
    from sphinx_docsnav.themes.adapter_registry import find_adapter_class

    name = docs.name or root.resolve().name
    brand = Brand.of(docs, root)
    brand_settings = find_adapter_class([theme]).brand_settings(brand)
    extensions = cast("list[str]", brand_settings.pop("extensions", []))
    settings: SphinxSettings = {
        "project": name,
        "html_title": name,
        "extensions": [EXTENSION, *extensions, *find_copy_button(theme)],
        "html_theme": theme,
        # docs.json names neither an owner, which a copyright notice needs, nor an author.
        "html_show_copyright": False,
        "author": "",
        "docsnav_fast": True,
        # It is written only if html_baseurl is set.
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
    if find_copy_button(theme):
        settings["copybutton_exclude"] = _EXCLUDED_FROM_COPY
    if language := _find_language(docs):
        settings["language"] = language
    if docs.colors.primary:
        settings["docsnav_colors"] = True
    if brand.favicon:
        settings["html_favicon"] = brand.favicon
    return settings | brand_settings


def make_epub_settings(docs: DocsJson, root: Path) -> SphinxSettings:
    """Return the settings for EPUB in addition to `make_site_settings`: owner, version and image.

    The owner and the author are the name of the site. The version is the default one, or else 1.0.
    """
    name = docs.name or root.resolve().name
    elements = (child for child in docs.navigation.children if not isinstance(child, PageEntry))
    versions = [element for element in elements if element.kind is Kind.VERSION]
    default = find_default(versions)
    return {
        "author": name,
        "epub_copyright": name,
        "version": default.label if default else "1.0",
        # EPUB supports no image type of icons.
        "html_favicon": None,
    }


def _find_language(docs: DocsJson) -> str:
    """Return the catalogue code of the default language; empty if docs.json lists no language."""
    elements = (child for child in docs.navigation.children if not isinstance(child, PageEntry))
    languages = [element for element in elements if element.kind is Kind.LANGUAGE]
    default = find_default(languages)
    return find_catalog_code(default.label) if default else ""


def should_run_conf(root: Path, *, choice: bool | None) -> bool:
    """Return whether to run the conf.py of the site.

    A conf.py is a program, and does not run without consent.

    :param choice: ``--conf`` or ``--no-conf``; ``None`` without either.
    :raises UserError: the site has a conf.py, and neither option is used; or it has none, and
        ``--conf`` is used.
    """
    has_conf = (root / "conf.py").is_file()
    if has_conf and choice is None:
        msg = (
            f"{root.name} has a conf.py, which is a program; use --conf to run it and use its "
            "settings, or --no-conf to use those of docs.json"
        )
        raise UserError(msg)
    if choice and not has_conf:
        msg = f"there is no conf.py in {root.name}; omit --conf"
        raise UserError(msg)
    return bool(choice)


def read_conf(root: Path, **defaults: object) -> Config:
    """Run the conf.py in *root*, and return its settings.

    :param defaults: settings to read, which only an extension registers, with their defaults.
    :raises UserError: conf.py cannot be run.
    """
    from sphinx.config import Config
    from sphinx.errors import ConfigError
    from sphinx.util.tags import Tags

    try:
        config = Config.read(root, overrides={}, tags=Tags())
    except ConfigError as error:
        # If conf.py raises an exception, the last line of the traceback names it.
        reason = str(error).strip().rpartition("\n")[2]
        raise UserError(f"{root / 'conf.py'} cannot be run: {reason}", ExitCode.FAULTS) from error
    for name, default in defaults.items():
        config.add(name, default, "", ())
    return config


def read_command_line_settings(arguments: argparse.Namespace) -> SphinxSettings:
    """Return the settings of the command line, which override all others.

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
    for setting in arguments.settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            msg = f"-D takes NAME=VALUE, not {setting!r}"
            raise UserError(msg)
        settings[name] = value
    return settings


def make_generated_settings(arguments: argparse.Namespace, root: Path, out: Path) -> SphinxSettings:
    """Return all settings of a site without conf.py; the command line overrides docs.json.

    :raises UserError: docs.json has errors that stop a build; they have been printed.
    """
    # An element with two kinds of children can still be built; only -W treats it as an error.
    tolerated_kinds = () if arguments.strict else TWO_KINDS
    style = MessageFormat(getattr(arguments, "format", MessageFormat.TEXT))  # "serve" has none
    docs = read_docs_or_stop(root, keep_going=arguments.keep_going or tolerated_kinds, style=style)
    command_line_settings = read_command_line_settings(arguments)
    # ``--theme NAME``, or ``-D html_theme=NAME`` as Sphinx has it
    theme = str(command_line_settings.get("html_theme", DEFAULT_THEME))
    settings = make_site_settings(docs, root, theme)
    missing_text = describe_missing_extensions(theme)
    builder = getattr(arguments, "builder", "")  # "serve" has none
    if missing_text and builder in PAGE_BUILDERS and not arguments.quiet:
        print_line(missing_text)
    if builder == "epub":
        settings |= make_epub_settings(docs, root)
    if patterns := make_exclude_patterns(out, root):
        settings["exclude_patterns"] = patterns
    merged = merge_settings(settings, command_line_settings)
    if builder == "latex" and not str(merged.get("language", "")).startswith("ja"):
        # Pages contain emoji, which pdflatex rejects. Sphinx sets an engine for Japanese itself.
        from sphinx_docsnav.core.language import list_language_codes

        engine = choose_latex_engine(list_language_codes(docs.navigation.children))
        merged.setdefault("latex_engine", "xelatex" if engine == "pdflatex" else engine)
    return merged


def merge_settings(settings: SphinxSettings, overrides: SphinxSettings) -> SphinxSettings:
    """Return *settings* with *overrides*; ``a.b`` in these sets the key ``b`` of the dict ``a``."""
    merged = dict(settings)
    for name, value in overrides.items():
        table, dot, key = name.partition(".")
        entries = merged.get(table, {})
        # An option of a dict is merged into the dict.
        if dot and isinstance(entries, dict):
            merged[table] = {**entries, key: value}
        else:
            merged[name] = value
    return merged


def read_docs_or_stop(
    root: Path, *, keep_going: KeepGoing, style: MessageFormat = MessageFormat.TEXT
) -> DocsJson:
    """Return docs.json; print its faults only if they stop the build.

    Otherwise, the extension reports them in the log of Sphinx.
    """
    collector = FaultCollector(root)
    try:
        return read_docs_json(root / CONFIG_NAME, collector.report, keep_going=keep_going)
    except DocsNavError as error:
        collector.add_error(error)
        sys.stderr.writelines(f"{line}\n" for line in collector.format_lines(style))
        msg = f"{collector.summarize()} in {CONFIG_NAME}; nothing was built"
        raise UserError(msg, ExitCode.FAULTS) from error
