"""Access to private attributes of Sphinx; each function has a fallback for their absence."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

import sphinx
from docutils import nodes
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.project import Project
from sphinx.search import IndexBuilder

from sphinx_docsnav.core.compat.entries import (
    DOCTREE_CACHE,
    INDEX_DATA,
    KEPT_DOCTREES,
    PROJECT_DOCNAMES,
    PROJECT_PATHS,
    USER_CONFIG,
    absent,
)


def restore_index_entries(
    index: IndexBuilder, frozen: Mapping[str, Any], docnames: list[str]
) -> None:
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
    entries |= index._index_entries  # noqa: SLF001
    there = sorted(entries.keys() & index._titles.keys())  # noqa: SLF001
    index._index_entries = {docname: entries[docname] for docname in there}  # noqa: SLF001


def drop_lost_words(index: IndexBuilder) -> None:
    """Remove words that no page has any more."""
    for words in () if absent(index, *INDEX_DATA) else (index._mapping, index._title_mapping):  # noqa: SLF001
        for word in [word for word, docnames in words.items() if not docnames]:
            del words[word]


def tidy_index_tables(index: IndexBuilder, file_names: Mapping[str, str]) -> None:
    """Remove words that no page has any more, and entries of pages that are gone.

    :param file_names: the file name to show for documents that have no source file.
    """
    if absent(index, *INDEX_DATA):
        return
    drop_lost_words(index)
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


def clear_index(index: IndexBuilder) -> None:
    """Empty the tables of *index*."""
    if not absent(index, *INDEX_DATA):
        for entry in INDEX_DATA:
            setattr(index, entry.name, {})


def index_tables(index: IndexBuilder) -> dict[str, Any]:
    """Return the tables of *index* by their names, to be sent to another process."""
    return {entry.name: getattr(index, entry.name) for entry in INDEX_DATA}


def add_to_index(index: IndexBuilder, found: Mapping[str, Mapping[Any, Any]]) -> None:
    """Add the `index_tables` of another index, which has other documents."""
    for name, entries in found.items():
        table = getattr(index, name)
        for key, value in entries.items():
            if isinstance(value, set):  # the documents of a word
                table.setdefault(key, set()).update(value)
            else:
                table[key] = value


FINISHES_WITHOUT_DOCUMENTS = sphinx.version_info >= (8, 2)
"""Sphinx writes the index, the search page and the like also if it writes no document."""


def is_set(config: Config, name: str) -> bool:
    """Return whether setting *name* has a value in conf.py or on the command line."""
    return name in config.overrides or is_in_conf_py(config, name)


def settings_in_conf_py(config: Config) -> dict[str, object]:
    """Return the settings that have a value in conf.py or on the command line."""
    return {each.name: each.value for each in config if is_set(config, each.name)}


def is_in_conf_py(config: Config, name: str) -> bool:
    """Return whether conf.py sets *name*; without the private table, whether it has changed."""
    if absent(config, USER_CONFIG):
        default = config.values[name].default
        return not callable(default) and bool(config[name] != default)
    return name in config._raw_config  # noqa: SLF001


def has_conf(config: Config) -> bool:
    """Return whether the settings come from a conf.py; its namespace has ``__file__``."""
    return absent(config, USER_CONFIG) or "__file__" in config._raw_config  # noqa: SLF001


def add_document(project: Project, docname: str, path: Path) -> bool:
    """Add the file *path*, in any folder, as a document of *project*.

    :returns: whether that succeeded.
    """
    if absent(project, PROJECT_PATHS, PROJECT_DOCNAMES):
        return False
    project.docnames.add(docname)
    project._docname_to_path[docname] = path  # noqa: SLF001
    project._path_to_docname[path] = docname  # noqa: SLF001
    return True


def forget_cached_doctree(env: BuildEnvironment, docname: str) -> None:
    """Have the environment load a doctree again that has been written."""
    if not absent(env, DOCTREE_CACHE):
        env._pickled_doctree_cache.pop(docname, None)  # noqa: SLF001


def keep_doctrees(env: BuildEnvironment, docnames: Container[str], most: float = math.inf) -> None:
    """Drop the doctree that was read last from memory unless it is one of *docnames*.

    :param most: of how many documents the trees are kept.
    """
    if absent(env, KEPT_DOCTREES):
        return
    kept = env._write_doc_doctree_cache  # noqa: SLF001
    last = next(reversed(kept), None)
    if last is not None and (last not in docnames or len(kept) > most):
        release(kept.pop(last))


def release(document: nodes.document) -> None:
    """Let the nodes of a document go: each refers to the one above and to those below.

    To find them costs Python's collector of reference cycles a multiple of the time.
    """
    for node in document.findall():
        node.parent = None
    # References that are resolved are not in the tree, but still refer to the document.
    document.children = []
    for name, value in vars(document).items():
        if isinstance(value, dict) and name != "attributes":
            setattr(document, name, {})


def output_settings(builder: Builder) -> str:
    """Return a digest of the settings and tags that the pages of an HTML builder show.

    Sphinx stores its own digest before it writes the pages, so that pages which a killed build
    has not written again keep their former settings.
    """
    info = getattr(builder, "build_info", None)
    return f"{getattr(info, 'config_hash', '')} {getattr(info, 'tags_hash', '')}"
