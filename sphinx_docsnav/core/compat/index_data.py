"""The tables of Sphinx's search index, so that an incremental build has the index of a clean one.

Sphinx keeps words that no page has any more, and forgets the entries of
``index`` directives in pages that are not read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from sphinx.util.docutils import new_document

from sphinx_docsnav.core.compat.entries import INDEX_DATA, absent

if TYPE_CHECKING:
    from sphinx.search import IndexBuilder


class IndexGroup:
    """A search index that passes documents on to others."""

    def every(self) -> Iterator[IndexBuilder]:
        """Yield all indexes, this one first."""
        raise NotImplementedError


def every(index: IndexBuilder) -> list[IndexBuilder]:
    """Return *index*, with those that it passes documents on to."""
    group: object = index
    return list(group.every()) if isinstance(group, IndexGroup) else [index]


def indexed(index: IndexBuilder) -> frozenset[str]:
    """Return the documents in *index*; none if this Sphinx has other tables."""
    return frozenset() if absent(index, *INDEX_DATA) else frozenset(index._titles)  # noqa: SLF001


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


def rename(index: IndexBuilder, docname: str, heading: str, anchor: str) -> None:
    """Show a page once, under *heading* in place of its title.

    :param heading: empty for the page's own title.
    :param anchor: the id of the index entries that would list the page again.
    """
    if absent(index, *INDEX_DATA) or docname not in index._titles:  # noqa: SLF001
        return
    entries, titles, all_titles = index._index_entries, index._titles, index._all_titles  # noqa: SLF001
    entries[docname] = [entry for entry in entries.get(docname, ()) if entry[1] != anchor]
    if heading:
        title = unescape(str(titles[docname]))
        titles[docname] = escape(heading)
        all_titles[docname] = [
            (heading if text == title else text, target)
            for text, target in all_titles.get(docname, ())
        ]


def fill_if_empty(index: IndexBuilder, docname: str) -> None:
    """Add a page without words to an empty index, which Sphinx cannot write."""
    if not absent(index, *INDEX_DATA) and not index._titles:  # noqa: SLF001
        index.feed(docname, "", "", new_document(""))


def clear(index: IndexBuilder) -> None:
    """Give *index* tables of its own; Sphinx has one set for all indexes of an environment."""
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
