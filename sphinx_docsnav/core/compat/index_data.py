"""The tables of Sphinx's search index, which builds without our search write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.core.compat.entries import INDEX_DATA, absent

if TYPE_CHECKING:
    from sphinx.search import IndexBuilder


def restore_entries(index: IndexBuilder, frozen: Mapping[str, Any], docnames: list[str]) -> None:
    """Take the index entries of *frozen*, an index read from a file, unless there are newer ones.

    :param docnames: the documents of *frozen*, in its order.
    """
    if absent(index, *INDEX_DATA):
        return
    entries: dict[str, list[tuple[str, str, str]]] = {}
    for entry, found in frozen.get("indexentries", {}).items():
        for number, anchor, main in found:
            row = (entry, anchor, "main" if main else "")
            entries.setdefault(docnames[number], []).append(row)
    index._index_entries = entries | index._index_entries  # noqa: SLF001


def tidy(index: IndexBuilder, file_names: Mapping[str, str]) -> None:
    """Remove words that no page has any more, and entries of pages that are gone.

    :param file_names: the file name to show for documents that have no source file.
    """
    if absent(index, *INDEX_DATA):
        return
    for words in (index._mapping, index._title_mapping):  # noqa: SLF001
        for word in [word for word, docnames in words.items() if not docnames]:
            del words[word]
    entries, titles = index._index_entries, index._titles  # noqa: SLF001
    index._index_entries = {  # noqa: SLF001
        docname: sorted(
            (entry.lower(), anchor, main if main == "main" else "")
            for entry, anchor, main in entries[docname]
        )
        for docname in sorted(entries.keys() & titles.keys())
    }
    names = index._filenames  # noqa: SLF001
    names.update((name, file_names[name]) for name in names.keys() & file_names.keys())


def clear(index: IndexBuilder) -> None:
    """Empty the tables of *index*."""
    if not absent(index, *INDEX_DATA):
        for entry in INDEX_DATA:
            setattr(index, entry.name, {})


def tables(index: IndexBuilder) -> dict[str, Any]:
    """Return the tables of *index* by their names, to be sent to another process."""
    return {entry.name: getattr(index, entry.name) for entry in INDEX_DATA}


def add(index: IndexBuilder, found: Mapping[str, Mapping[Any, Any]]) -> None:
    """Add the `tables` of another index, which has other documents."""
    for name, entries in found.items():
        table = getattr(index, name)
        for key, value in entries.items():
            if isinstance(value, set):  # the documents of a word
                table.setdefault(key, set()).update(value)
            else:
                table[key] = value
