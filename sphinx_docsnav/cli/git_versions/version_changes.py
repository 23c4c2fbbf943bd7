"""Comparison of the output of two versions: pages, objects, endpoints.

The builds may be old, and by plain Sphinx. Therefore, only published files are compared: the
inventory, the signatures in pages, and the sources of pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path

from sphinx_docsnav.cli.compared_output import read_inventory

ADDED, CHANGED, DEPRECATED, REMOVED = "Added", "Changed", "Deprecated", "Removed"
PAGE, OPERATION = "std:doc", "docsnav:operation"
_COMPARED_STD_ROLES = frozenset((PAGE, "std:cmdoption", "std:envvar", "std:confval"))
_SIGNATURE = re.compile(r'<dt\b[^>]*\bclass="sig[ "][^>]*\bid="([^"]+)"[^>]*>(.*?)</dt>', re.DOTALL)
_SIGNATURE_LINKS = re.compile(r'<a class="headerlink".*?</a>|<span class="viewcode-link".*?</span>')
_TAG = re.compile(r"<[^>]+>")
_IS_DEPRECATED = re.compile(r'class="[^"]*\b(?:docsnav-endpoint-)?deprecated\b')
_SECTION = re.compile(r"<section\b|<h[1-6]\b")
_FIELD = re.compile(r'\bid="(?!docsnav|dn-)([^"]+)"')


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A page, object or endpoint of a version."""

    role: str
    """The domain and type, such as ``py:function``; `PAGE` for pages."""
    title: str
    address: str
    """The URL of its description, relative to the folder of the version."""
    text: str = ""
    """The signature, the fields or the source, which are compared."""
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class VersionChange:
    """A difference between two versions."""

    status: str
    entry: ListedEntry
    """The new entry; the old one if it was removed."""
    old: ListedEntry | None
    members: list[str] = field(default_factory=list)
    """The names of members that were added or removed with it."""


def read_entries(files: Path) -> dict[tuple[str, str], ListedEntry]:
    """Return the entries of an inventory with their texts, by domain and name.

    :param files: the output folder of the version.
    """
    path = files / "objects.inv"
    if not path.is_file():
        return {}
    signatures: dict[str, Mapping[str, tuple[str, bool]]] = {}
    entries = {}
    for name, role, address, title in read_inventory(path):
        if role.startswith("std:") and role not in _COMPARED_STD_ROLES:
            continue
        if role.startswith("docsnav:") and (role != OPERATION or " /" not in name):
            # An operation also has an entry by a name without its path.
            continue
        page, _, anchor = address.partition("#")
        if role == PAGE:
            text, deprecated = _read_source(files, name), False
        else:
            if page not in signatures:
                signatures[page] = _read_signatures(files / page)
            # The signature of an endpoint page is stored with an empty anchor.
            signature_anchor = "" if role.startswith("docsnav:") else unescape(anchor)
            text, deprecated = signatures[page].get(signature_anchor, ("", False))
        shown_title = name if role.startswith("py:") else title
        # A class may become an exception, and an attribute a property.
        key = role if role.startswith("std:") else role.partition(":")[0]
        entries[key, name] = ListedEntry(role, shown_title, address, text, deprecated)
    return entries


def _read_source(files: Path, docname: str) -> str:
    """Return the source of a page; empty if the version does not publish it."""
    paths = sorted((files / "_sources" / docname).parent.glob(f"{Path(docname).name}.*"))
    return paths[0].read_text("utf-8", "replace") if paths else ""


def _read_signatures(page: Path) -> Mapping[str, tuple[str, bool]]:
    """Return the signature of each object of a page, and whether it is deprecated, by anchor.

    A page without signatures is an endpoint page: its fields are the signature, with an empty
    anchor.
    """
    path = page / "index.html" if page.is_dir() else page
    text = path.read_text("utf-8", "replace") if path.is_file() else ""
    rows = [*_SIGNATURE.finditer(text)]
    if not rows:
        fields = " ".join(sorted(set(_FIELD.findall(text))))
        return {"": (fields, bool(_IS_DEPRECATED.search(text)))}
    # The description of an object ends at the next signature, or at the next heading.
    ends = [*(row.start() for row in rows[1:]), len(text)]
    signatures = {}
    for row, end in zip(rows, ends, strict=True):
        description = _SECTION.split(text[row.end() : end], maxsplit=1)[0]
        plain_text = unescape(_TAG.sub("", _SIGNATURE_LINKS.sub("", row[2])))
        signature = " ".join(plain_text.replace("[source]", "").split())
        signatures[unescape(row[1])] = signature, bool(_IS_DEPRECATED.search(description))
    return signatures


def compare_entries(
    old: Mapping[tuple[str, str], ListedEntry], new: Mapping[tuple[str, str], ListedEntry]
) -> list[VersionChange]:
    """Return the differences; an added or removed object includes its members."""
    result = []
    changes_by_name: dict[tuple[str, str], VersionChange] = {}
    all_entries = (*old.values(), *new.values())
    endpoints = {
        listed_entry.address.partition("#")[0]
        for listed_entry in all_entries
        if listed_entry.role == OPERATION
    }
    # In the order of names, a class comes before its members.
    for key in sorted(old.keys() | new.keys(), key=lambda key: (key[1], key[0])):
        old_entry, new_entry = old.get(key), new.get(key)
        entry, status = new_entry or old_entry, _find_status(old_entry, new_entry)
        if entry is None or not status or (key[0] == PAGE and entry.address in endpoints):
            continue
        change = VersionChange(status, entry, old_entry)
        name = key[1]
        parent_change = changes_by_name.get((status, name.rpartition(".")[0]))
        # Members of an added or removed class are listed with the class.
        if parent_change and entry.role != PAGE and status in (ADDED, REMOVED):
            parent_change.members.append(name)
            # Members of this member count as members of the same class.
            changes_by_name[status, name] = parent_change
        else:
            # A module is not a container here: its functions and classes are listed one by one.
            if entry.role not in (PAGE, "py:module"):
                changes_by_name[status, name] = change
            result.append(change)
    return result


def _find_status(old: ListedEntry | None, new: ListedEntry | None) -> str:
    if old is None or new is None:
        return REMOVED if new is None else ADDED
    if new.deprecated and not old.deprecated:
        return DEPRECATED
    # An empty text is unknown, for example if the version does not publish its sources.
    return CHANGED if old.text and new.text and old.text != new.text else ""


def render_changes(version_changes: Iterable[VersionChange], old: str, new: str) -> str:
    """Return the markup of lists of changes.

    :param old: the URL of the old version.
    :param new: the URL of the new version.
    """
    lists: dict[tuple[str, str], list[str]] = {
        (status, section): []
        for status in (ADDED, CHANGED, DEPRECATED, REMOVED)
        for section in ("pages", "reference")
    }
    for change in version_changes:
        entry = change.entry
        # A removed page exists only in the old version.
        url = f"{old if change.status == REMOVED else new}/{entry.address}"
        section = "pages" if entry.role == PAGE else "reference"
        lists[change.status, section].append(f"<li>{_make_item(change, escape(url))}</li>\n")
    parts = [
        f"<h2>{status}: {section}</h2>\n<ul>\n{''.join(items)}</ul>\n"
        for (status, section), items in lists.items()
        if items
    ]
    return "".join(parts) or "<p>No pages, objects or endpoints differ.</p>\n"


def _make_item(change: VersionChange, url: str) -> str:
    entry = change.entry
    title = escape(entry.title)
    if entry.role == PAGE:
        return f'<a href="{url}">{title}</a>'
    text = f'<a href="{url}"><code>{title}</code></a> ({escape(entry.role.partition(":")[2])})'
    if change.members:
        noun = "members" if len(change.members) > 1 else "member"
        text += f", with {len(change.members)} {noun}"
    if change.old and change.status != REMOVED:
        old_rows, new_rows = [change.old.text], [entry.text]
        if old_rows == new_rows or not change.old.text:
            return text
        # The texts of operations are lists of fields.
        if entry.role == OPERATION:
            old_fields, new_fields = change.old.text.split(), entry.text.split()
            old_rows, new_rows = (
                sorted({*old_fields} - {*new_fields}),
                sorted({*new_fields} - {*old_fields}),
            )
        text += "".join(f"<br><del><code>{escape(row)}</code></del>" for row in old_rows)
        text += "".join(f"<br><ins><code>{escape(row)}</code></ins>" for row in new_rows)
    return text
