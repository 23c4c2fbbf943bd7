"""What changed from one version to the next, read from their output: pages, objects, endpoints.

The builds of both may be old, and plain ones of Sphinx: so what they publish is compared, the
inventory, the signatures in pages and the sources of pages, and no package is imported.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path

ADDED, CHANGED, DEPRECATED, REMOVED = "Added", "Changed", "Deprecated", "Removed"
PAGE, OPERATION = "std:doc", "docsnav:operation"
_KEPT_OF_STD = frozenset((PAGE, "std:cmdoption", "std:envvar", "std:confval"))
_ENTRY = re.compile(r"(.+?)\s+(\S+)\s+-?\d+\s+?(\S*)\s+(.*)")
_SIGNATURE = re.compile(r'<dt\b[^>]*\bclass="sig[ "][^>]*\bid="([^"]+)"[^>]*>(.*?)</dt>', re.DOTALL)
_NO_SIGNATURE = re.compile(r'<a class="headerlink".*?</a>|<span class="viewcode-link".*?</span>')
_TAG = re.compile(r"<[^>]+>")
_IS_DEPRECATED = re.compile(r'class="[^"]*\b(?:docsnav-endpoint-)?deprecated\b')
_SECTION = re.compile(r"<section\b|<h[1-6]\b")
_FIELD = re.compile(r'\bid="(?!docsnav|dn-)([^"]+)"')


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A page, object or endpoint of a version."""

    role: str
    """Such as ``py:function``; `PAGE` for pages."""
    title: str
    address: str
    """Where it is described, below the folder of the version."""
    text: str = ""
    """Its signature, or what else makes another one of it."""
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class VersionChange:
    """What became of an entry."""

    status: str
    entry: ListedEntry
    """The new one, else the old one."""
    old: ListedEntry | None
    members: list[str] = field(default_factory=list)
    """Entries inside of it that were added or removed with it."""


def read_entries(files: Path) -> dict[tuple[str, str], ListedEntry]:
    """Return what an inventory lists, by domain and name, with what the pages say of it."""
    path = files / "objects.inv"
    if not path.is_file():
        return {}
    lines = zlib.decompress(path.read_bytes().split(b"\n", 4)[4]).decode().splitlines()
    signatures: dict[str, Mapping[str, tuple[str, bool]]] = {}
    found = {}
    for name, role, uri, title in (row.groups() for row in map(_ENTRY.fullmatch, lines) if row):
        if role.startswith("std:") and role not in _KEPT_OF_STD:
            continue
        if role.startswith("docsnav:") and (role != OPERATION or " /" not in name):
            continue  # an operation also has a name without its path
        address = uri[:-1] + name if uri.endswith("$") else uri
        page, _, anchor = address.partition("#")
        if role == PAGE:
            text, deprecated = _source(files, name), False
        else:
            if page not in signatures:
                signatures[page] = _signatures(files / page)
            place = "" if role.startswith("docsnav:") else unescape(anchor)
            text, deprecated = signatures[page].get(place, ("", False))
        shown = name if title == "-" or role.startswith("py:") else title
        # A class may become an exception, and an attribute a property.
        key = role if role.startswith("std:") else role.partition(":")[0]
        found[key, name] = ListedEntry(role, shown, address, text, deprecated)
    return found


def _source(files: Path, docname: str) -> str:
    """Return the source of a page, if the version publishes it."""
    paths = sorted((files / "_sources" / docname).parent.glob(f"{Path(docname).name}.*"))
    return paths[0].read_text("utf-8", "replace") if paths else ""


def _signatures(page: Path) -> Mapping[str, tuple[str, bool]]:
    """Return the signatures of a page by anchor, and whether the object is deprecated.

    A page without signatures is that of one endpoint, whose fields stand for it.
    """
    path = page / "index.html" if page.is_dir() else page
    text = path.read_text("utf-8", "replace") if path.is_file() else ""
    rows = [*_SIGNATURE.finditer(text)]
    if not rows:
        fields = " ".join(sorted(set(_FIELD.findall(text))))
        return {"": (fields, bool(_IS_DEPRECATED.search(text)))}
    ends = [*(row.start() for row in rows[1:]), len(text)]
    found = {}
    for row, end in zip(rows, ends, strict=True):
        about = _SECTION.split(text[row.end() : end], maxsplit=1)[0]
        plain = unescape(_TAG.sub("", _NO_SIGNATURE.sub("", row[2])))
        signature = " ".join(plain.replace("[source]", "").split())
        found[unescape(row[1])] = signature, bool(_IS_DEPRECATED.search(about))
    return found


def changes(
    old: Mapping[tuple[str, str], ListedEntry], new: Mapping[tuple[str, str], ListedEntry]
) -> list[VersionChange]:
    """Return what differs; the members of what was added or removed stand with it."""
    found = []
    tops: dict[tuple[str, str], VersionChange] = {}
    every = (*old.values(), *new.values())
    endpoints = {each.address.partition("#")[0] for each in every if each.role == OPERATION}
    for key in sorted(old.keys() | new.keys(), key=lambda key: (key[1], key[0])):
        before, after = old.get(key), new.get(key)
        entry, status = after or before, _status(before, after)
        if entry is None or not status or (key[0] == PAGE and entry.address in endpoints):
            continue
        change = VersionChange(status, entry, before)
        name = key[1]
        above = tops.get((status, name.rpartition(".")[0]))
        if above and entry.role != PAGE and status in (ADDED, REMOVED):
            above.members.append(name)
            tops[status, name] = above
        else:
            if entry.role not in (PAGE, "py:module"):
                tops[status, name] = change
            found.append(change)
    return found


def _status(old: ListedEntry | None, new: ListedEntry | None) -> str:
    if old is None or new is None:
        return REMOVED if new is None else ADDED
    if new.deprecated and not old.deprecated:
        return DEPRECATED
    return CHANGED if old.text and new.text and old.text != new.text else ""


def changes_html(found: Iterable[VersionChange], old: str, new: str) -> str:
    """Return lists of changes as markup; *old* and *new* are the URLs of the two versions."""
    lists: dict[tuple[str, str], list[str]] = {
        (status, what): []
        for status in (ADDED, CHANGED, DEPRECATED, REMOVED)
        for what in ("pages", "reference")
    }
    for change in found:
        entry = change.entry
        url = f"{old if change.status == REMOVED else new}/{entry.address}"
        what = "pages" if entry.role == PAGE else "reference"
        lists[change.status, what].append(f"<li>{_item(change, escape(url))}</li>\n")
    parts = [
        f"<h2>{status}: {what}</h2>\n<ul>\n{''.join(items)}</ul>\n"
        for (status, what), items in lists.items()
        if items
    ]
    return "".join(parts) or "<p>No pages, objects or endpoints differ.</p>\n"


def _item(change: VersionChange, url: str) -> str:
    entry = change.entry
    title = escape(entry.title)
    if entry.role == PAGE:
        return f'<a href="{url}">{title}</a>'
    text = f'<a href="{url}"><code>{title}</code></a> ({escape(entry.role.partition(":")[2])})'
    if change.members:
        noun = "members" if len(change.members) > 1 else "member"
        text += f", with {len(change.members)} {noun}"
    if change.old and change.status != REMOVED:
        before, after = [change.old.text], [entry.text]
        if before == after or not change.old.text:
            return text
        if entry.role == OPERATION:  # its fields
            had, has = change.old.text.split(), entry.text.split()
            before, after = sorted({*had} - {*has}), sorted({*has} - {*had})
        text += "".join(f"<br><del><code>{escape(row)}</code></del>" for row in before)
        text += "".join(f"<br><ins><code>{escape(row)}</code></ins>" for row in after)
    return text
