"""The configuration file of another tool, and what it becomes: entries and fields of docs.json."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from sphinx_docsnav.data_files.data_reader import (
    DataPositions,
    decode_text,
    find_nearest_position,
    read_bytes,
    read_data,
)
from sphinx_docsnav.data_files.json_values import (
    MISSING,
    DataError,
    Keys,
    as_list,
    as_object,
    as_text,
    find_value,
)
from sphinx_docsnav.data_files.yaml_reader import read_yaml
from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Position, Report, Severity
from sphinx_docsnav.mdx.frontmatter import read_plain_value
from sphinx_docsnav.messages import describe
from sphinx_docsnav.navigation.page_facts import read_page_facts
from sphinx_docsnav.sitefiles.safe_files import find_site_file

ReadBranch = Callable[[Path, str, str], str]
"""Returns the text of a file in a branch of the repository of a folder, or ""."""
DocsEntry = str | dict[str, Any]
"""An entry of ``pages``: a page, a page with a title, a link or a group."""

PAGE_SUFFIXES = (".md", ".mdx", ".ipynb", ".rst")
"""The suffixes of pages whose titles are read."""
EMPTY: tuple[object, ...] = (MISSING, None, "", [], {})
"""Values that stand for nothing."""


@dataclass(frozen=True, slots=True)
class ConvertedSite:
    """A site of another tool, as a docs.json."""

    folder: Path
    """The folder of the pages, in which docs.json belongs."""
    docs: dict[str, Any]
    """The fields of docs.json."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Settings of conf.py that docs.json has no fields for."""
    builder: str = "dirhtml"
    """The builder that keeps the addresses of pages."""


class ConfigFile:
    """A file in JSON or YAML, and the report for what cannot be converted."""

    def __init__(self, path: Path, value: dict[str, Any], text: str, report: Report) -> None:
        self.path = path
        self.value = value
        """Its content; empty if that is no object."""
        self.text = text
        self.report = report

    def warn(self, keys: Keys, message: str, hint: str = "") -> None:
        """Report what is not converted, at the line of *keys*."""
        self.report(self._make_fault(FaultKind.UNSUPPORTED, Severity.WARNING, keys, message, hint))

    def stop(self, keys: Keys, message: str, hint: str = "") -> DocsNavError:
        """Return the error for a value without which nothing can be converted."""
        fault = self._make_fault(FaultKind.WRONG_VALUE, Severity.ERROR, keys, message, hint)
        return DocsNavError(message, fault=fault)

    def get_text(self, *keys: str) -> str:
        """Return the text at *keys*; "" if there is none.

        ``!ENV [NAME, default]`` of MkDocs is a list for the reader, which ignores tags: its last
        item, the default, is returned.
        """
        value = find_value(self.value, keys)
        if isinstance(value, list) and len(value) > 1:
            value = value[-1]
        if isinstance(value, str):
            return value
        if value not in EMPTY:
            self.warn(keys, f"'{keys[-1]}': expected text, found {describe(value)}; it is omitted")
        return ""

    def get_texts(self, paths: Mapping[str, str]) -> dict[str, str]:
        """Return the texts at *paths*, keys joined by dots, by the names of *paths*."""
        texts = {name: self.get_text(*path.split(".")) for name, path in paths.items()}
        return {name: text for name, text in texts.items() if text}

    def is_set(self, *keys: str) -> bool:
        """Return whether a value is at *keys* that is neither empty nor false."""
        return find_value(self.value, keys) not in (*EMPTY, False)

    def get_object(self, *keys: str) -> Mapping[str, Any]:
        """Return the object at *keys*; an empty one if there is none."""
        return as_object(find_value(self.value, keys))

    def list_plugins(self, key: str) -> Mapping[str, Keys]:
        """Return where the options of plugins, or of extensions of Markdown, are, by their names.

        :param key: ``plugins`` or ``markdown_extensions`` of a mkdocs.yml.
        """
        value = self.value.get(key)
        items = enumerate(as_list(value))
        is_one = isinstance(value, dict)
        holders = {(key,): value} if is_one else {(key, str(n)): item for n, item in items}
        return {
            name.removeprefix("material/").removeprefix("markdown.extensions."): (*keys, name)
            for keys, holder in holders.items()
            for name in as_object(holder) or [as_text(holder)]
        }

    def warn_of_others(self, known_paths: Collection[str], hint: str = "", keys: Keys = ()) -> None:
        """Report each value that is at none of *known_paths*.

        :param known_paths: the keys of values in the file, joined by dots.
        :param hint: what to do about a value.
        :param keys: only the values at these keys are looked at.
        """
        for name, value in self.get_object(*keys).items():
            path = ".".join((*keys, name))
            is_known_in_part = any(known.startswith(f"{path}.") for known in known_paths)
            if isinstance(value, dict) and is_known_in_part:
                self.warn_of_others(known_paths, hint, (*keys, name))
            elif path not in known_paths:
                self.warn((*keys, name), f"'{path}' is not converted", hint)

    def _make_fault(
        self, kind: FaultKind, severity: Severity, keys: Keys, message: str, hint: str
    ) -> Fault:
        position = find_nearest_position(self._positions, keys)
        line = position.key if position else Position(1)
        return Fault(kind, severity, message, self.path, line, hint=hint)

    @cached_property
    def _positions(self) -> DataPositions:
        return DataPositions(self.text)


def read_config(path: Path, report: Report) -> ConfigFile:
    """Return the file at *path*; YAML scalars stay text, so that the version ``1.10`` is not 1.1.

    :raises DocsNavError: it is no file, or neither YAML nor JSON; with the position.
    """
    kind = FaultKind.SYNTAX
    try:
        text = decode_text(read_bytes(path, "a configuration file"))
        is_json = path.suffix == ".json"
        data = read_data(text) if is_json else read_yaml(text, scalar=read_plain_value)
    except DataError as error:
        fault = Fault(kind, Severity.ERROR, str(error), path, error.position, hint=error.hint)
        raise DocsNavError(str(error), fault=fault) from None
    for problem in data.problems:
        report(Fault(kind, Severity.WARNING, problem.text, path, problem.position))
    return ConfigFile(path, dict(as_object(data.value)), text, report)


@cache
def read_tables() -> Mapping[str, Any]:
    """Return the sections of ``tables.yaml``, by the names of the tools."""
    text = files(__package__).joinpath("tables.yaml").read_text("utf-8")
    return as_object(read_yaml(text).value)


def move_values(value: Mapping[str, Any], paths: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of *value* at other keys, without empty ones.

    :param paths: for the new keys of a value, joined by dots, its old keys.
    """
    moved: dict[str, Any] = {}
    for new_path, old_path in paths.items():
        found = find_value(value, tuple(old_path.split(".")))
        if found not in EMPTY:
            *parents, name = new_path.split(".")
            holder = moved
            for parent in parents:
                # A copy, because the object can be one of *value*.
                holder[parent] = dict(as_object(holder.get(parent)))
                holder = holder[parent]
            holder[name] = found
    return moved


def is_on(value: object) -> bool:
    """Return whether a flag of YAML 1.1, which these tools use, is set."""
    return value is True or (isinstance(value, str) and value.lower() in {"yes", "on", "true"})


@dataclass(frozen=True, slots=True)
class EntryMaker:
    """Makes entries of ``pages``, without titles that repeat those of the pages."""

    root: Path
    """The folder of the pages."""

    def make_page(self, docname: str, title: str = "") -> DocsEntry:
        """Return the entry of a page; *title* is that of the navigation, if it has one."""
        is_own = title in ("", self.find_title(docname))
        return docname if is_own else {"page": docname, "title": title}

    def make_group(self, label: str, entries: list[DocsEntry], root: str = "") -> DocsEntry:
        """Return a group; a page if it consists of its main page only.

        :param label: the title of the navigation; "" for that of *root*.
        """
        if not entries and root:
            return self.make_page(root, label)
        root_field = {"root": root} if root else {}
        return {"group": label or self._find_label(root), **root_field, "pages": entries}

    def find_title(self, docname: str) -> str:
        """Return the title of a page; "" if there is no file, or no title at its beginning."""
        files = (find_site_file(self.root, f"{docname}{suffix}") for suffix in PAGE_SUFFIXES)
        return next((read_page_facts(file).title for file in files if file), "")

    def _find_label(self, docname: str) -> str:
        return self.find_title(docname) or self.make_title(docname.rpartition("/")[2])

    def make_tabs(self, entries: Iterable[DocsEntry]) -> dict[str, Any]:
        """Return navigation with a tab for each of *entries*."""
        return {"tabs": [self._make_tab(entry) for entry in entries]}

    def _make_tab(self, entry: DocsEntry) -> dict[str, Any]:
        if isinstance(entry, str):
            return {"tab": self._find_label(entry), "pages": [entry]}
        if "href" in entry:
            return {"tab": entry["title"], "href": entry["href"]}
        if "page" in entry:
            # A page without a title has that of its entry.
            page = entry["page"] if self.find_title(entry["page"]) else entry
            return {"tab": entry["title"], "pages": [page]}
        # Tabs have no main page: it comes first.
        root_pages = [entry["root"]] if "root" in entry else []
        return {"tab": entry["group"], **self.make_sidebar([*root_pages, *entry["pages"]])}

    @staticmethod
    def make_sidebar(entries: list[DocsEntry]) -> dict[str, Any]:
        """Return *entries* as ``groups`` if all are groups, else as ``pages``."""
        are_groups = all(isinstance(entry, dict) and "group" in entry for entry in entries)
        return {"groups" if entries and are_groups else "pages": entries}

    @staticmethod
    def make_title(name: str) -> str:
        """Return the title for the name of a folder or page, as MkDocs makes it."""
        title = name.replace("-", " ").replace("_", " ")
        return title.capitalize() if title.lower() == title else title
