"""``mkdocs.yml`` of MkDocs and its theme Material, as the fields of a docs.json."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urljoin

from sphinx_docsnav.coming.config_file import (
    ConfigFile,
    ConvertedSite,
    EntryMaker,
    ReadBranch,
    is_on,
    read_tables,
)
from sphinx_docsnav.coming.mkdocs_nav import NAV_FILES, ROOT, MkDocsNavReader
from sphinx_docsnav.data_files.data_reader import read_data
from sphinx_docsnav.data_files.json_values import DataError, Keys, as_list, as_object, as_text
from sphinx_docsnav.sitefiles.safe_urls import is_external

DocsFields = dict[str, Any]

TABLE = read_tables()["mkdocs"]
"""What fields, settings, colours and plugins are converted to, and remedies for all others."""
OTHER_REMEDY = "look for an extension of Sphinx with this purpose"
"""What to do where no remedy is in the table."""
VERSIONS_FILE = "versions.json"
"""The list of versions that mike writes into the branch of the published site."""
MAX_VERSIONS = 500
_README = re.compile(r"(?<![^/])README\.md\Z")


def convert_mkdocs(config: ConfigFile, read_branch: ReadBranch) -> ConvertedSite:
    """Return the project of the mkdocs.yml *config*.

    :raises DocsNavError: a file cannot be read, or its pages are outside of its folder.
    """
    docs_dir = config.get_text("docs_dir") or "docs"
    folder = config.path.parent
    root = folder / docs_dir
    # `os.path` raises no exception for a long name.
    is_folder = os.path.isdir(root)  # noqa: PTH112
    if not is_folder or not root.resolve().is_relative_to(folder.resolve()):
        message = f"'docs_dir': there is no folder '{docs_dir[:200]}' below that of this file"
        raise config.stop(("docs_dir",), message)
    plugins = config.list_plugins("plugins")
    docs: DocsFields = config.get_texts(TABLE["fields"])
    settings: DocsFields = config.get_texts(TABLE["settings"])
    if edit_uri := config.get_text("edit_uri").strip("/"):
        repository = config.get_text("repo_url").rstrip("/")
        settings["docsnav_edit_url"] = urljoin(f"{repository}/", f"{edit_uri}/{{path}}")
    for name in plugins:
        docs |= TABLE["plugin_fields"].get(name, {})
        settings |= TABLE["plugin_settings"].get(name, {})
    docs |= _convert_theme(config) | _convert_links(config)
    targets = as_object(_get_options(config, plugins, "redirects").get("redirect_maps"))
    redirects = [_make_redirect(old, as_text(new)) for old, new in targets.items() if new]
    navigation, nav_redirects = _convert_nav(config, plugins, EntryMaker(root))
    if redirects or nav_redirects:
        docs["redirects"] = [*redirects, *nav_redirects]
    if "mike" in plugins or config.get_text("extra", "version", "provider") == "mike":
        navigation = _add_versions(navigation, config, plugins, read_branch)
    _warn_of_others(config, plugins)
    docs |= {"styling": {"markdown": "material"}, "navigation": navigation}
    builder = "dirhtml" if is_on(config.value.get("use_directory_urls", True)) else "html"
    return ConvertedSite(root, docs, settings, builder)


def _convert_theme(config: ConfigFile) -> DocsFields:
    """Return colours and modes."""
    written = config.get_object("theme").get("palette")
    palettes = [as_object(item) for item in as_list(written) or [written] if item]
    if not palettes:
        return {}
    schemes = ["dark" if item.get("scheme") == "slate" else "light" for item in palettes]
    has_system = any("prefers-color" in as_text(item.get("media")) for item in palettes)
    # A palette without a colour is indigo, unless another one of its scheme has a colour.
    pairs = sorted(zip(schemes, palettes, strict=True), key=lambda pair: "primary" in pair[1])
    names = {scheme: as_text(item.get("primary")).replace(" ", "-") for scheme, item in pairs}
    indigo = TABLE["colors"]["indigo"]
    colors = {scheme: TABLE["colors"].get(name, indigo) for scheme, name in names.items()}
    light = colors.get("light") or colors["dark"]
    default = "system" if has_system else schemes[0]
    appearance = {"default": default, "strict": len(palettes) == 1}
    colors = {"primary": light, "light": colors.get("dark", light)}
    return {"appearance": appearance, "colors": colors}


def _convert_links(config: ConfigFile) -> DocsFields:
    """Return ``navbar`` with the repository and ``footer`` with ``extra.social``."""
    fields: DocsFields = {}
    if repository := config.get_text("repo_url"):
        link = {"label": config.get_text("repo_name") or repository, "href": repository}
        is_github = "//github.com/" in repository
        button = {"primary": {"type": "github", "href": repository}}
        fields["navbar"] = button if is_github else {"links": [link]}
    socials: dict[str, str] = {}
    for item in map(as_object, as_list(config.get_object("extra").get("social"))):
        address, icon = as_text(item.get("link")), as_text(item.get("icon")).rpartition("/")[2]
        # Of two accounts in one network, the second one has its address as its name.
        name = TABLE["networks"].get(icon, icon)
        socials[address if name in socials else name or address] = address
    if socials:
        fields["footer"] = {"socials": socials}
    return fields


def _make_redirect(old_path: str, target: str) -> DocsFields:
    """Return the redirect from the address that MkDocs gives to a page to another page or URL."""
    folder, _, name = old_path.removesuffix(".md").rpartition("/")
    source = folder if name == "index" else posixpath.join(folder, name)
    path, mark, fragment = target.partition("#")
    page = f"/{path.removesuffix('.md')}{mark}{fragment}"
    return {"source": f"/{source}", "destination": target if is_external(target) else page}


def _convert_nav(
    config: ConfigFile, plugins: Mapping[str, Keys], maker: EntryMaker
) -> tuple[DocsFields, list[DocsFields]]:
    """Return the navigation, and redirects from the addresses that pages lose."""
    plugin = next((name for name in NAV_FILES if name in plugins), "")
    features = as_list(config.get_object("theme").get("features"))
    has_section_pages = "navigation.indexes" in features or "section-index" in plugins
    reader = MkDocsNavReader(config, maker, plugin, has_section_pages=has_section_pages)
    shape = maker.make_tabs if "navigation.tabs" in features else maker.make_sidebar
    nav = config.value.get("nav")
    i18n = _get_options(config, plugins, "i18n")
    items = map(as_object, as_list(i18n.get("languages")))
    languages = {as_text(item["locale"]): item for item in items if "locale" in item}
    if i18n and i18n.get("docs_structure") != "folder":
        message = "pages of several languages in one folder have no counterpart"
        config.warn(plugins["i18n"], message, "put each language into a folder")
        languages = {}
    default = next((code for code, item in languages.items() if is_on(item.get("default"))), "")
    prefix = f"{default}/"
    # In MkDocs, README.md and pages of the default language have other addresses than here.
    redirects = [
        _make_redirect(old_path, path)
        for path in sorted(reader.pages)
        if (old_path := _README.sub("index.md", path.removeprefix(prefix))) != path
        and path != f"{prefix}index.md"
    ]
    if not languages:
        return shape(reader.read_root(nav)), redirects
    elements = []
    reader.listed.update(languages)
    for code, item in languages.items():
        # Pages outside of the folders of languages are those of the default language.
        folder = ROOT if code == default and code not in reader.folders else code
        pages = shape(reader.read_root(item.get("nav", nav), folder))
        elements.append({"language": code, "default": code == default, **pages})
    return {"languages": elements}, redirects


def _add_versions(
    navigation: DocsFields, config: ConfigFile, plugins: Mapping[str, Keys], read_branch: ReadBranch
) -> DocsFields:
    """Return *navigation* as the next version, beside links to those that mike has published."""
    branch = config.get_text("remote_branch") or "gh-pages"
    try:
        rows = as_list(read_data(read_branch(config.path.parent, branch, VERSIONS_FILE)).value)
    except DataError:
        rows = []
    site_url = config.get_text("site_url").rstrip("/")
    links = [
        {"version": as_text(row.get("title")) or name, "href": f"{site_url}/{quote(name)}/"}
        for row in map(as_object, rows[:MAX_VERSIONS])
        if (name := as_text(row.get("version")))
    ]
    if links and site_url:
        message = f"mike: {len(links)} published versions become links, and these pages 'next'"
        hint = "keep the folders of these versions, and build new ones by 'sphinx-docsnav versions'"
        navigation = {"versions": [{"version": "next", **navigation}, *links]}
    else:
        message = f"mike: 'site_url' or {VERSIONS_FILE} in the branch '{branch}' is missing"
        hint = "fetch the branch, or name the versions in docs.json, for 'sphinx-docsnav versions'"
    config.warn(plugins.get("mike", ("extra", "version")), message, hint)
    return navigation


def _get_options(config: ConfigFile, plugins: Mapping[str, Keys], name: str) -> Mapping[str, Any]:
    """Return the options of the plugin *name*; none if the project does not use it."""
    return config.get_object(*plugins[name]) if name in plugins else {}


def _warn_of_others(config: ConfigFile, plugins: Mapping[str, Keys]) -> None:
    """Report each setting, plugin, extension and option that has no counterpart."""
    remedies = TABLE["remedies"]
    extensions = config.list_plugins("markdown_extensions")
    used = {**plugins, **extensions}
    # What a message calls it, its name and its keys. Without a kind, it is a setting or an option,
    # which counts only if it is set.
    rows = [("the plugin ", name, keys) for name, keys in plugins.items()]
    rows += [("the Markdown extension ", name, keys) for name, keys in extensions.items()]
    rows += [("", name, (name,)) for name in config.value]
    for path in remedies:
        name, _, option = path.rpartition(".")
        if name:
            rows.append(("", path, (*used.get(name, name.split(".")), option)))
    for kind, name, keys in rows:
        if name not in TABLE["known"] and (kind or config.is_set(*keys)):
            remedy = remedies.get(name, OTHER_REMEDY)
            config.warn(keys, f"{kind}'{name}' has no counterpart", remedy)
