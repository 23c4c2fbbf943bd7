"""The specifications that ``docsnav_openapi`` of conf.py names."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.openapi.files import SUFFIXES
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


def openapi_sources(app: Sphinx) -> OpenApiSources:
    """Return the specifications of ``docsnav_openapi``; write those that are values to files.

    A path is relative to the folder of conf.py. It may lead out of the source folder,
    as conf.py is no part of what strangers write.
    """
    names: dict[str, str] = {}
    files: dict[str, Path] = {}
    for docname, source in app.config.docsnav_openapi.items():
        if isinstance(source, str) and "://" in source:
            names[docname] = source
            continue
        if isinstance(source, dict):
            name = f"{docname}.json"
            path = Path(app.doctreedir) / "_docsnav" / FOLDER / name
            write_if_changed(path, json.dumps(source, ensure_ascii=False, default=str))
        else:
            path = Path(os.path.normpath(Path(app.confdir or app.srcdir, source)))
            name = _name(Path(app.srcdir), path, docname)
        names[docname] = name
        files[name] = path
    return OpenApiSources(names, files)


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


_DOCNAME = re.compile(r"(?!\.)[^/\\\s?#%:*\"<>|]+(/(?!\.)[^/\\\s?#%:*\"<>|]+)*(?<!\.rst)(?<!\.md)")
