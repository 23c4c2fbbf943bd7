"""The specifications that ``docsnav_openapi`` of conf.py names."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.openapi.files import SUFFIXES, normal_name
from sphinx_docsnav.sitefiles.write import write_if_changed

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "specifications"
"""The folder beside the doctrees for specifications that conf.py has as values."""


@dataclass(frozen=True, slots=True)
class OpenApiSources:
    """The specifications of ``docsnav_openapi``."""

    names: Mapping[str, str]
    """What each is called, by the document that introduces it."""
    files: Mapping[str, Path]
    """The files of those that are not addresses, by that name."""
    history: Mapping[str, tuple[str, ...]]
    """By that name, the names of older versions, the oldest first; their files are in `files`."""


def openapi_sources(app: Sphinx) -> OpenApiSources:
    """Return the specifications of ``docsnav_openapi``; write those that are values to files.

    A path is relative to the folder of conf.py. It may lead out of the source folder,
    as conf.py is no part of what strangers write.
    """
    names: dict[str, str] = {}
    files: dict[str, Path] = {}
    for docname, source in app.config.docsnav_openapi.items():
        if not isinstance(source, dict):
            names[docname] = _file_of(app, source, docname, files)
            continue
        name = names[docname] = f"{docname}.json"
        files[name] = Path(app.doctreedir) / "_docsnav" / FOLDER / name
        write_if_changed(files[name], json.dumps(source, ensure_ascii=False, default=str))
    history = {}
    for name, given in app.config.docsnav_openapi_history.items():
        older = [given] if isinstance(given, str | os.PathLike) else given
        found = (_file_of(app, each, f"older/{len(files)}", files) for each in older)
        history[names.get(name, normal_name(name))] = tuple(found)
    return OpenApiSources(names, files, history)


def _file_of(
    app: Sphinx, source: str | os.PathLike[str], called: str, files: dict[str, Path]
) -> str:
    """Return the name of *source*, an address or a path from conf.py, and note its file.

    :param called: its name, if it is outside of the source folder.
    """
    if isinstance(source, str) and "://" in source:
        return source
    path = Path(os.path.normpath(Path(app.confdir or app.srcdir, source)))
    name = _name(Path(app.srcdir), path, called)
    files[name] = path
    return name


def _name(srcdir: Path, path: Path, docname: str) -> str:
    """Return the path of a file from the source folder; for one outside of it, a name.

    The name has no blanks: front matter separates it by one from the operation.
    """
    inside = Path(os.path.relpath(path, srcdir)).as_posix()
    if not inside.startswith("../") and re.search(r"\s", inside) is None:
        return inside
    suffix = path.suffix.lower() if path.suffix.lower() in SUFFIXES else ".json"
    return f"{docname}{suffix}"


def wrong_sources(value: Mapping[object, object]) -> Iterator[str]:
    """Yield what is wrong with the value of ``docsnav_openapi``."""
    for docname, source in value.items():
        if not isinstance(docname, str) or _DOCNAME.fullmatch(docname) is None:
            yield f"expected the name of a document, such as 'api/index', found {docname!r}"
        elif not isinstance(source, str | dict | os.PathLike):
            found = type(source).__name__
            yield f"at {docname!r}, expected a path, an address or a dict, found {found}"


def wrong_history(value: Mapping[object, object]) -> Iterator[str]:
    """Yield what is wrong with the value of ``docsnav_openapi_history``."""
    for name, older in value.items():
        listed = older if isinstance(older, list | tuple) else [older]
        if not isinstance(name, str) or not all(isinstance(e, str | os.PathLike) for e in listed):
            yield f"at {name!r}, expected a path or a list of paths, found {older!r}"


_DOCNAME = re.compile(r"(?!\.)[^/\\\s?#%:*\"<>|]+(/(?!\.)[^/\\\s?#%:*\"<>|]+)*(?<!\.rst)(?<!\.md)")
