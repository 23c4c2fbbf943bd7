"""``mkdocs.yml`` of MkDocs and its theme Material, as the fields of a docs.json."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin

from sphinx_docsnav.coming.config_file import (
    EMPTY,
    ConfigFile,
    ConvertedSite,
    ProjectReader,
    is_on,
    list_plugins,
    read_config,
    read_table,
)
from sphinx_docsnav.coming.mkdocs_nav import NAV_FILES, MkDocsNavReader
from sphinx_docsnav.coming.navigation_entries import EntryMaker, make_sidebar
from sphinx_docsnav.data_files.data_reader import read_data
from sphinx_docsnav.data_files.json_values import (
    DataError,
    Keys,
    as_list,
    as_object,
    as_text,
    find_value,
)
from sphinx_docsnav.faults import Report
from sphinx_docsnav.sitefiles.safe_files import find_site_file
from sphinx_docsnav.sitefiles.safe_urls import is_external

DocsFields = dict[str, Any]
Plugins = Mapping[str, tuple[Mapping[str, Any], Keys]]
"""The options of each plugin, and where they are in the configuration."""

TABLE = read_table("mkdocs")
"""What fields, settings, colours and plugins are converted to, and remedies for all others."""
OTHER_REMEDY = "look for an extension of Sphinx with this purpose"
"""What to do where a plugin without a remedy of its own has no counterpart."""
EXTENSION_REMEDY = "write the content that it generates into the pages"
"""What to do where an extension of Markdown without a remedy of its own has no counterpart."""
VERSIONS_FILE = "versions.json"
"""The list of versions that mike writes into the branch of the published site."""
MAX_VERSIONS = 500
PYTHON_REFERENCE = ["sphinx.ext.autodoc", "sphinx.ext.napoleon"]
"""The extensions that describe the objects of mkdocstrings, in docstrings of two styles."""


def convert_mkdocs(path: Path, project: ProjectReader, report: Report) -> ConvertedSite:
    """Return the project of the mkdocs.yml at *path*.

    :raises DocsNavError: a file cannot be read, or its pages are outside of its folder.
    """
    config = read_config(path, report)
    docs_dir = config.get_text("docs_dir") or "docs"
    root = path.parent / docs_dir
    # `os.path` raises no exception for a long name.
    is_folder = os.path.isdir(root)  # noqa: PTH112
    if not is_folder or not root.resolve().is_relative_to(path.parent.resolve()):
        message = f"'docs_dir': there is no folder '{docs_dir[:200]}' below that of {path.name}"
        raise config.stop(("docs_dir",), message)
    plugins = dict(list_plugins(config.value.get("plugins"), ("plugins",)))
    docs: DocsFields = {
        name: text for name, key in TABLE["fields"].items() if (text := config.get_text(key))
    }
    docs |= _convert_theme(config, root) | _convert_links(config) | _convert_plugins(plugins)
    navigation, redirects = _convert_nav(config, plugins, EntryMaker(root, project.read_title))
    if redirects:
        docs["redirects"] = [*docs.get("redirects", []), *redirects]
    if "mike" in plugins or find_value(config.value, ("extra", "version", "provider")) == "mike":
        navigation = _add_versions(navigation, config, plugins, project)
    _warn_of_others(config, plugins)
    builder = "dirhtml" if is_on(config.value.get("use_directory_urls", True)) else "html"
    docs["styling"] = {**docs.get("styling", {}), "markdown": "material"}
    docs["navigation"] = navigation
    settings = _convert_settings(config)
    if "mkdocstrings" in plugins:
        settings["extensions"] = PYTHON_REFERENCE
    return ConvertedSite(root, docs, settings, builder)


def _convert_theme(config: ConfigFile, root: Path) -> DocsFields:
    """Return colours, modes, logo and favicon, and the breadcrumbs of a feature."""
    theme = as_object(config.value.get("theme"))
    fields: DocsFields = {}
    for key in ("logo", "favicon"):
        path = config.get_text("theme", key)
        if path and (is_external(path) or find_site_file(root, path)):
            fields[key] = path if is_external(path) else f"/{path.lstrip('/')}"
        elif path:
            config.warn(("theme", key), f"'{path}' is no file of docs_dir; it is omitted")
    written = theme.get("palette")
    palettes = [as_object(item) for item in as_list(written) or [written] if item]
    if palettes:
        dark = [palette for palette in palettes if palette.get("scheme") == "slate"]
        default = "dark" if palettes[0] in dark else "light"
        if any("prefers-color-scheme" in as_text(palette.get("media")) for palette in palettes):
            default = "system"
        fields["appearance"] = {"default": default, "strict": len(palettes) == 1}
        light = [palette for palette in palettes if palette not in dark]
        fields["colors"] = {
            "primary": _find_color(light or dark),
            "light": _find_color(dark or light),
        }
        if any(palette.get("primary") == "custom" for palette in palettes):
            message = "the colour 'custom' is in a style sheet"
            config.warn(("theme", "palette"), message, "write it into 'colors' of docs.json")
    if "navigation.path" in as_list(theme.get("features")):
        fields["styling"] = {"eyebrows": "breadcrumbs"}
    return fields


def _find_color(palettes: list[Mapping[str, Any]]) -> str:
    """Return the colour of the first of *palettes* that has one."""
    names = [name for palette in palettes if (name := as_text(palette.get("primary")))]
    colors: Mapping[str, str] = TABLE["colors"]
    return colors.get(names[0].replace(" ", "-") if names else "", colors["indigo"])


def _convert_links(config: ConfigFile) -> DocsFields:
    """Return ``navbar`` with the repository and ``footer`` with ``extra.social``."""
    fields: DocsFields = {}
    if repository := config.get_text("repo_url"):
        if "//github.com/" in repository:
            fields["navbar"] = {"primary": {"type": "github", "href": repository}}
        else:
            label = config.get_text("repo_name") or repository.partition("//")[2]
            fields["navbar"] = {"links": [{"label": label, "href": repository}]}
    socials: dict[str, str] = {}
    for item in map(as_object, as_list(find_value(config.value, ("extra", "social")))):
        # Of two accounts in one network, the second one has its own name.
        icon = as_text(item.get("icon")).rpartition("/")[2]
        network = TABLE["networks"].get(icon, icon)
        name = network if network not in socials else as_text(item.get("name"))
        if link := as_text(item.get("link")):
            socials[name or link] = link
    if socials:
        fields["footer"] = {"socials": socials}
    return fields


def _convert_plugins(plugins: Plugins) -> DocsFields:
    """Return the fields for plugins that are not about the navigation."""
    fields: DocsFields = {}
    if {"git-revision-date-localized", "git-revision-date"} & plugins.keys():
        fields["metadata"] = {"timestamp": True}
    if "social" in plugins:
        fields["thumbnails"] = {"appearance": "light"}
    if "redirects" in plugins:
        targets = as_object(plugins["redirects"][0].get("redirect_maps"))
        fields["redirects"] = [
            _make_redirect(old, new) for old, new in targets.items() if isinstance(new, str)
        ]
    return fields


def _make_redirect(old_path: str, target: str) -> DocsFields:
    """Return the redirect from the address that MkDocs gives to a page to another page or URL."""
    folder, _, name = old_path.removesuffix(".md").rpartition("/")
    source = folder if name == "index" else posixpath.join(folder, name)
    path, mark, fragment = target.partition("#")
    page = f"/{path.removesuffix('.md')}{mark}{fragment}"
    return {"source": f"/{source}", "destination": target if is_external(target) else page}


def _convert_nav(
    config: ConfigFile, plugins: Plugins, maker: EntryMaker
) -> tuple[DocsFields, list[DocsFields]]:
    """Return the navigation, and redirects from the addresses that pages lose."""
    plugin = next((name for name in NAV_FILES if name in plugins), "")
    options = plugins[plugin][0] if plugin else {}
    nav_file = as_text(options.get("filename") or options.get("nav_file"))
    features = as_list(find_value(config.value, ("theme", "features")))
    reader = MkDocsNavReader(config, maker, plugin, nav_file or NAV_FILES.get(plugin, ""))
    reader.has_section_pages = "navigation.indexes" in features or "section-index" in plugins
    shape = maker.make_tabs if "navigation.tabs" in features else make_sidebar
    nav = config.value.get("nav")
    i18n, keys = plugins.get("i18n", ({}, ()))
    items = map(as_object, as_list(i18n.get("languages")))
    languages = [item for item in items if "locale" in item]
    if i18n and i18n.get("docs_structure") != "folder":
        message = "pages of several languages in one folder have no counterpart"
        config.warn(keys, message, "put each language into a folder")
        languages = []
    # In MkDocs, README.md has the address of its folder.
    redirects = [
        _make_redirect(f"{path.removesuffix('README.md')}index.md", path)
        for path in sorted(reader.pages)
        if posixpath.basename(path) == "README.md"
    ]
    if not languages:
        return shape(reader.read_root(nav, ("nav",))), redirects
    default = next((item for item in languages if is_on(item.get("default"))), languages[0])
    reader.fallback_folder = as_text(default["locale"])
    elements = []
    for item in languages:
        code = as_text(item["locale"])
        reader.translations = as_object(item.get("nav_translations"))
        entries = reader.read_root(item.get("nav", nav), ("nav",), code)
        elements.append({"language": code, "default": item is default, **shape(entries)})
    # MkDocs gives the pages of the default language addresses without its code.
    prefix = f"{reader.fallback_folder}/"
    redirects += [
        _make_redirect(path.removeprefix(prefix), path)
        for path in sorted(reader.pages)
        if path.startswith(prefix) and path != f"{prefix}index.md"
    ]
    return {"languages": elements}, redirects


def _add_versions(
    navigation: DocsFields, config: ConfigFile, plugins: Plugins, project: ProjectReader
) -> DocsFields:
    """Return *navigation* as one version, beside links to those that mike has published.

    The pages are those of the version without a number, such as ``dev``, or of the next one.
    """
    options, keys = plugins.get("mike", ({}, ("extra", "version")))
    branch = config.get_text("remote_branch") or "gh-pages"
    prefix = as_text(options.get("deploy_prefix")).strip("/")
    text = project.read_branch(config.path.parent, branch, posixpath.join(prefix, VERSIONS_FILE))
    try:
        rows = [*map(as_object, as_list(read_data(text).value if text else None))]
    except DataError:
        rows = []
    published = {as_text(row.get("version")): row for row in rows[:MAX_VERSIONS]}
    published.pop("", None)
    site_url = config.get_text("site_url")
    if not published or not site_url:
        message = f"mike: 'site_url' or {VERSIONS_FILE} in the branch '{branch}' is missing"
        hint = "fetch the branch, or name the versions in docs.json, for 'sphinx-docsnav versions'"
        config.warn(keys, message, hint)
        return navigation
    own = next((name for name in published if not any(map(str.isdecimal, name))), "next")
    label = as_text(published.pop(own, {}).get("title")) or own
    links = [
        {
            "version": as_text(row.get("title")) or name,
            "href": urljoin(f"{site_url.rstrip('/')}/", posixpath.join(prefix, quote(name), "")),
            **({"tag": aliases} if (aliases := _join_texts(row.get("aliases"))) else {}),
            **({"hidden": True} if find_value(row, ("properties", "hidden")) is True else {}),
        }
        for name, row in published.items()
    ]
    message = f"mike: {len(links)} published versions become links, and these pages '{label}'"
    hint = "keep the folders of these versions, and build new ones by 'sphinx-docsnav versions'"
    config.warn(keys, message, hint)
    return {"versions": [{"version": label, **navigation}, *links]}


def _join_texts(items: object) -> str:
    return ", ".join(filter(None, map(as_text, as_list(items))))


def _warn_of_others(config: ConfigFile, plugins: Plugins) -> None:
    """Report each plugin and setting that has no counterpart."""
    for name, (_, keys) in plugins.items():
        if name not in TABLE["known_plugins"]:
            remedy = TABLE["plugin_remedies"].get(name, OTHER_REMEDY)
            config.warn(keys, f"the plugin '{name}' has no counterpart", remedy)
    for name in config.value:
        if name not in TABLE["known"] and name not in TABLE["remedies"]:
            config.warn((name,), f"'{name}' is no setting of MkDocs that has a counterpart")
    _warn_of_settings(config, config.value, (), TABLE["remedies"])
    extensions = list_plugins(config.value.get("markdown_extensions"), ("markdown_extensions",))
    for full_name, (options, keys) in extensions:
        name = full_name.removeprefix("markdown.extensions.")
        if name not in TABLE["known_extensions"]:
            remedy = TABLE["extension_remedies"].get(name, EXTENSION_REMEDY)
            config.warn(keys, f"the Markdown extension '{name}' has no counterpart", remedy)
        _warn_of_settings(config, options, keys, TABLE["option_remedies"])


def _warn_of_settings(
    config: ConfigFile, values: Mapping[str, Any], keys: Keys, remedies: Mapping[str, str]
) -> None:
    """Report each setting in *values* that has no counterpart.

    :param keys: where *values* is in the file.
    :param remedies: what to do, by the path of the setting in *values*, joined by dots.
    """
    for name, remedy in remedies.items():
        path = tuple(name.split("."))
        if find_value(values, path) not in (*EMPTY, False):
            config.warn((*keys, *path), f"'{name}' has no counterpart", remedy)


def _convert_settings(config: ConfigFile) -> DocsFields:
    """Return the settings of conf.py for what docs.json has no fields for."""
    settings = {name: config.get_text(*key.split(".")) for name, key in TABLE["settings"].items()}
    if edit_uri := config.get_text("edit_uri").strip("/"):
        repository = config.get_text("repo_url").rstrip("/")
        settings["docsnav_edit_url"] = urljoin(f"{repository}/", f"{edit_uri}/{{path}}")
    return {name: value for name, value in settings.items() if value}
