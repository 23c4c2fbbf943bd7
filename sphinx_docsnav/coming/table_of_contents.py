"""``_toc.yml`` of Jupyter Book and sphinx-external-toc, as the fields of a docs.json."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx_docsnav.coming.config_file import (
    EMPTY,
    ConfigFile,
    ConvertedSite,
    ProjectReader,
    list_others,
    move_values,
    read_config,
    read_table,
)
from sphinx_docsnav.coming.navigation_entries import (
    PAGE_SUFFIXES,
    DocsEntry,
    EntryMaker,
    make_sidebar,
    make_title_of_name,
)
from sphinx_docsnav.data_files.json_values import Keys, as_list, as_object, as_text, find_value
from sphinx_docsnav.faults import Report
from sphinx_docsnav.sitefiles.safe_files import find_site_file

SUBTREES = ("subtrees", "parts")
"""The keys of lists with captions; Jupyter Book has other names than sphinx-external-toc."""
ENTRIES = ("entries", "chapters", "sections")
"""The keys of lists of pages."""
NUMBERED = (("numbered",), ("options", "numbered"), ("defaults", "numbered"))
"""Where an object may ask for numbers before its titles."""
MAX_LEVELS = 50
"""The maximum depth of pages below each other."""
READERS = ["myst_nb", "sphinx_design"]
"""The extensions with which Jupyter Book reads pages."""
TABLE = read_table("jupyter_book")
"""The fields and settings, and the keys of _config.yml that become them."""
_SUFFIX = re.compile(rf"({'|'.join(map(re.escape, PAGE_SUFFIXES))})\Z")


def convert_table_of_contents(path: Path, project: ProjectReader, report: Report) -> ConvertedSite:
    """Return the project of the _toc.yml at *path*, with the settings of _config.yml beside it.

    :raises DocsNavError: a file cannot be read, or the first page has no name.
    """
    toc = read_config(path, report)
    root_doc = _SUFFIX.sub("", toc.get_text("root"))
    if not root_doc:
        hint = "'jupyter-book toc migrate' converts a file of Jupyter Book before 0.11"
        raise toc.stop((), "expected the key 'root' with the first page", hint)
    reader = _TocReader(toc, EntryMaker(path.parent, project.read_title))
    docs: dict[str, Any] = {}
    if root_doc != "index":
        docs["redirects"] = [{"source": "/", "destination": f"/{root_doc}"}]
    docs["navigation"] = make_sidebar([root_doc, *reader.read_below(toc.value, ())])
    settings: dict[str, Any] = {"root_doc": root_doc, "extensions": READERS}
    if config_path := find_site_file(path.parent, "_config.yml"):
        config = read_config(config_path, report)
        docs = move_values(config.value, TABLE["fields"]) | docs
        settings |= _convert_config(config)
    return ConvertedSite(path.parent, docs, settings, "html")


class _TocReader:
    """Reads the lists of a _toc.yml."""

    def __init__(self, toc: ConfigFile, maker: EntryMaker) -> None:
        self.toc = toc
        self.maker = maker

    def read_below(self, holder: Mapping[str, object], keys: Keys) -> list[DocsEntry]:
        """Return the entries in the lists of *holder*, which is at *keys* of the file."""
        if len(keys) > 2 * MAX_LEVELS:
            raise self.toc.stop(keys, f"expected at most {MAX_LEVELS} levels of pages")
        for path in NUMBERED:
            if find_value(holder, path) not in (*EMPTY, False):
                self.toc.warn((*keys, *path), "'numbered' has no counterpart in docs.json")
        entries: list[DocsEntry] = []
        for key in SUBTREES:
            for number, subtree in enumerate(self._list(holder, key, keys)):
                below = self.read_below(as_object(subtree), (*keys, key, str(number)))
                caption = as_text(as_object(subtree).get("caption"))
                entries += [self.maker.make_group(caption, below)] if caption else below
        for key in ENTRIES:
            for number, item in enumerate(self._list(holder, key, keys)):
                entries.append(self._read_item(item, (*keys, key, str(number))))
        return [entry for entry in entries if entry]

    def _read_item(self, item: object, keys: Keys) -> DocsEntry:
        fields = as_object(item)
        title = as_text(fields.get("title"))
        if url := as_text(fields.get("url")):
            return {"title": title or url, "href": url}
        if pattern := as_text(fields.get("glob")):
            return _SUFFIX.sub("", pattern)
        docname = _SUFFIX.sub("", as_text(fields.get("file")))
        if not docname:
            self.toc.warn(keys, "expected an object with 'file', 'glob' or 'url'; it is omitted")
            return ""
        below = self.read_below(fields, keys)
        if not below:
            return self.maker.make_page(docname, title)
        name = make_title_of_name(docname.rpartition("/")[2])
        return self.maker.make_group(
            title or self.maker.find_title(docname) or name, below, docname
        )

    def _list(self, holder: Mapping[str, object], key: str, keys: Keys) -> list[object]:
        value = holder.get(key)
        if value is not None and not isinstance(value, list):
            self.toc.warn((*keys, key), f"'{key}': expected a list; it is omitted")
        return as_list(value)


def _convert_config(config: ConfigFile) -> dict[str, Any]:
    """Return the settings of conf.py for those of _config.yml."""
    settings = move_values(config.value, TABLE["settings"])
    extra = as_list(find_value(config.value, ("sphinx", "extra_extensions")))
    settings["extensions"] = [*READERS, *filter(None, map(as_text, extra))]
    for name, value in as_object(find_value(config.value, ("sphinx", "config"))).items():
        # A name becomes a line of conf.py, which must not contain anything else.
        if name.isidentifier() and name.isascii():
            settings[name] = value
        else:
            config.warn(("sphinx", "config", name), f"{name!r} is no name of a setting")
    moved = [*TABLE["fields"].values(), *TABLE["settings"].values(), *TABLE["others"]]
    for keys in list_others(config.value, moved):
        message = f"'{'.'.join(keys)}' has no counterpart"
        config.warn(keys, message, "write its settings into conf.py")
    return settings
