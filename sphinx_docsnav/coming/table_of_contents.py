"""``_toc.yml`` of Jupyter Book and sphinx-external-toc, as the fields of a docs.json."""

from __future__ import annotations

import re

from sphinx_docsnav.coming.config_file import (
    PAGE_SUFFIXES,
    ConfigFile,
    ConvertedSite,
    DocsEntry,
    EntryMaker,
    ReadBranch,
    move_values,
    read_config,
    read_tables,
)
from sphinx_docsnav.data_files.json_values import Keys, as_list, as_text
from sphinx_docsnav.sitefiles.safe_files import find_site_file

SUBTREES = ("subtrees", "parts")
"""The keys of lists with captions; Jupyter Book has other names than sphinx-external-toc."""
ENTRIES = ("entries", "chapters", "sections")
"""The keys of lists of pages."""
NUMBERED = (("numbered",), ("options", "numbered"), ("defaults", "numbered"))
"""Where an object may ask for numbers before its titles."""
READERS = ["myst_nb", "sphinx_design"]
"""The extensions with which Jupyter Book reads pages."""
TABLE = read_tables()["jupyter_book"]
"""The fields and settings, and the keys of _config.yml that become them."""
_SUFFIX = re.compile(rf"({'|'.join(map(re.escape, PAGE_SUFFIXES))})\Z")


def convert_table_of_contents(toc: ConfigFile, _read_branch: ReadBranch) -> ConvertedSite:
    """Return the project of a _toc.yml, with the settings of _config.yml beside it.

    :raises DocsNavError: a file cannot be read, or the first page has no name.
    """
    root_doc = _SUFFIX.sub("", toc.get_text("root"))
    if not root_doc:
        hint = "'jupyter-book toc migrate' converts a file of Jupyter Book before 0.11"
        raise toc.stop((), "expected the key 'root' with the first page", hint)
    folder = toc.path.parent
    site = ConvertedSite(folder, {}, {"root_doc": root_doc, "extensions": READERS}, "html")
    if config_path := find_site_file(folder, "_config.yml"):
        _convert_config(read_config(config_path, toc.report), site)
    if root_doc != "index":
        site.docs["redirects"] = [{"source": "/", "destination": f"/{root_doc}"}]
    maker = EntryMaker(folder)
    site.docs["navigation"] = maker.make_sidebar([root_doc, *_read_lists(toc, maker, ())])
    return site


def _read_lists(toc: ConfigFile, maker: EntryMaker, keys: Keys) -> list[DocsEntry]:
    """Return the entries in the lists of the object at *keys*."""
    for path in NUMBERED:
        if toc.is_set(*keys, *path):
            toc.warn((*keys, *path), "'numbered' has no counterpart in docs.json")
    holder = toc.get_object(*keys)
    entries: list[DocsEntry] = []
    for key in (*SUBTREES, *ENTRIES):
        if not isinstance(holder.get(key, []), list):
            toc.warn((*keys, key), f"'{key}': expected a list; it is omitted")
        for number in range(len(as_list(holder.get(key)))):
            entries += _read_item(toc, maker, (*keys, key, str(number)))
    return entries


def _read_item(toc: ConfigFile, maker: EntryMaker, keys: Keys) -> list[DocsEntry]:
    """Return the entries of an item: a link, a pattern, a page, or a list with a caption."""
    item = toc.get_object(*keys)
    title = as_text(item.get("title") or item.get("caption"))
    if url := as_text(item.get("url")):
        return [{"title": title or url, "href": url}]
    if pattern := as_text(item.get("glob")):
        return [_SUFFIX.sub("", pattern)]
    below = _read_lists(toc, maker, keys)
    docname = _SUFFIX.sub("", as_text(item.get("file")))
    if docname or (title and below):
        return [maker.make_group(title, below, docname)]
    if keys[-2] not in SUBTREES:
        toc.warn(keys, "expected an object with 'file', 'glob' or 'url'; it is omitted")
    return below


def _convert_config(config: ConfigFile, site: ConvertedSite) -> None:
    """Add the fields and the settings of conf.py for those of _config.yml to *site*."""
    fields, settings = TABLE["fields"], TABLE["settings"]
    site.docs.update(move_values(config.value, fields))
    site.settings.update(move_values(config.value, settings))
    extra = as_list(config.get_object("sphinx").get("extra_extensions"))
    site.settings["extensions"] = [*READERS, *filter(None, map(as_text, extra))]
    for name, value in config.get_object("sphinx", "config").items():
        # A name becomes a line of conf.py, which must not contain anything else.
        if name.isidentifier() and name.isascii():
            site.settings[name] = value
        else:
            config.warn(("sphinx", "config", name), f"{name!r} is no name of a setting")
    known_paths = [*fields.values(), *settings.values(), *TABLE["others"]]
    config.warn_of_others(known_paths, "write its settings into conf.py")
