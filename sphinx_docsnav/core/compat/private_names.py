"""Access to private attributes of Sphinx; each function has a fallback for their absence."""

from __future__ import annotations

import math
from collections.abc import Container
from pathlib import Path

import sphinx
from docutils import nodes
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.project import Project

from sphinx_docsnav.core.compat.entries import (
    DOCTREE_CACHE,
    KEPT_DOCTREES,
    PROJECT_DOCNAMES,
    PROJECT_PATHS,
    USER_CONFIG,
    lacks_any,
)

FINISHES_WITHOUT_DOCUMENTS = sphinx.version_info >= (8, 2)
"""Sphinx writes the index, the search page and the like also if it writes no document."""


def is_set(config: Config, name: str) -> bool:
    """Return whether setting *name* has a value in conf.py or on the command line."""
    return name in config.overrides or is_in_conf_py(config, name)


def list_settings_in_conf_py(config: Config) -> dict[str, object]:
    """Return the settings that have a value in conf.py or on the command line."""
    return {setting.name: setting.value for setting in config if is_set(config, setting.name)}


def is_in_conf_py(config: Config, name: str) -> bool:
    """Return whether conf.py sets *name*; without the private table, whether it has changed."""
    if lacks_any(config, USER_CONFIG):
        default = config.values[name].default
        return not callable(default) and bool(config[name] != default)
    return name in config._raw_config  # noqa: SLF001


def has_conf(config: Config) -> bool:
    """Return whether the settings come from a conf.py; its namespace has ``__file__``."""
    return lacks_any(config, USER_CONFIG) or "__file__" in config._raw_config  # noqa: SLF001


def add_document(project: Project, docname: str, path: Path) -> bool:
    """Add the file *path*, in any folder, as a document of *project*.

    :returns: whether that succeeded.
    """
    if lacks_any(project, PROJECT_PATHS, PROJECT_DOCNAMES):
        return False
    # Sphinx looks up names and paths in both directions.
    project.docnames.add(docname)
    project._docname_to_path[docname] = path  # noqa: SLF001
    project._path_to_docname[path] = docname  # noqa: SLF001
    return True


def forget_cached_doctree(env: BuildEnvironment, docname: str) -> None:
    """Have the environment load a doctree again that has been written."""
    if not lacks_any(env, DOCTREE_CACHE):
        env._pickled_doctree_cache.pop(docname, None)  # noqa: SLF001


def keep_doctrees(env: BuildEnvironment, docnames: Container[str], most: float = math.inf) -> None:
    """Drop the doctree that was read last from memory unless it is one of *docnames*.

    :param most: of how many documents the trees are kept.
    """
    if lacks_any(env, KEPT_DOCTREES):
        return
    doctrees = env._write_doc_doctree_cache  # noqa: SLF001
    # Documents are read one by one: the one that was read last is the newest entry.
    last = next(reversed(doctrees), None)
    if last is not None and (last not in docnames or len(doctrees) > most):
        release(doctrees.pop(last))


def release(document: nodes.document) -> None:
    """Remove the references between the nodes of a document, so that Python frees them at once."""
    unlink(document)
    # References that are resolved are not in the tree, but still refer to the document.
    document.children = []
    for name, value in vars(document).items():
        if isinstance(value, dict) and name != "attributes":
            setattr(document, name, {})


def unlink(tree: nodes.Node) -> None:
    """Remove the references from the nodes of a tree to their parents.

    Each node and its parent refer to each other; Python's garbage collector takes several times as
    long to find such cycles.
    """
    for node in [*tree.findall()]:
        node.parent = None


def digest_output_settings(builder: Builder) -> str:
    """Return a digest of the settings and tags that the pages of an HTML builder show.

    Sphinx stores its own digest before it writes the pages, so that pages which a killed build
    has not written again keep their former settings.
    """
    info = getattr(builder, "build_info", None)
    return f"{getattr(info, 'config_hash', '')} {getattr(info, 'tags_hash', '')}"
