"""The checked docs.json of the last build, which the next one uses if no file has changed."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.faults import Fault, Report
from sphinx_docsnav.sitefiles.write import write_if_changed

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json.loading import DocsJson


def kept_docs(
    cache: Path, key: object, read: Callable[[Report], DocsJson], report: Report
) -> DocsJson:
    """Return what *read* returns, from *cache* with its faults if nothing has changed.

    :param cache: a file of our own; only what this function has written is read.
    :param key: what *read* depends on besides the files of docs.json.
    :param read: reads and checks docs.json; see `plain_values`.
    :raises DocsNavError: *read* raises it.
    """
    key = (key, _code())
    known = _load(cache)
    if known is not None and known[0] == key and all(map(_is_unchanged, known[1].items())):
        docs, faults = known[2:]
        for fault in faults:
            report(fault)
        return docs
    noted: list[Fault] = []

    def noting(fault: Fault) -> None:
        noted.append(fault)
        report(fault)

    docs = read(noting)
    with suppress(RecursionError):  # hundreds of levels
        write_if_changed(cache, pickle.dumps((key, docs.source.texts, docs, noted)))
    return docs


def _load(cache: Path) -> tuple[object, dict[Path, str], DocsJson, list[Fault]] | None:
    """Return what the last build has kept, ``None`` if there is nothing that can be read."""
    try:
        return pickle.loads(cache.read_bytes())  # type: ignore[no-any-return]  # noqa: S301 -- it lies beside Sphinx's own pickles
    except Exception:  # noqa: BLE001 -- a file of another version, or half a file
        return None


def _is_unchanged(file: tuple[Path, str]) -> bool:
    try:
        return file[0].read_bytes() == file[1].encode()
    except (OSError, ValueError):
        return False


def _code() -> int:
    """Return when the code that checks docs.json was changed last."""
    return max(file.stat().st_mtime_ns for file in Path(__file__).parent.glob("*.py"))
