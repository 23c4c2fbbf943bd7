"""Digests of files, and functions that write a file only if its content changes.

Other programs compare the modification times of files, so these change with the content only.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from hashlib import blake2b
from os import PathLike, fspath
from pathlib import Path
from types import MappingProxyType


def digest(*parts: object) -> str:
    """Return a short digest of *parts*, equal for parts that print equal."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def digest_of(data: bytes) -> str:
    """Return the digest of *data*, 32 hexadecimal digits."""
    return blake2b(data, digest_size=16).hexdigest()


class FileDigests:
    """Digests of files; each file is read once.

    :param known: digests of files that were read already, by path.
    """

    def __init__(self, known: Mapping[str, str] = MappingProxyType({})) -> None:
        self._known = dict(known)

    def of(self, path: str | PathLike[str]) -> str:
        """Return the digest of a file's content, empty if it cannot be read."""
        name = fspath(path)
        if name not in self._known:
            file = Path(name)
            try:
                # Reading a named pipe would wait for a writer.
                self._known[name] = digest_of(file.read_bytes()) if file.is_file() else ""
            except OSError:
                self._known[name] = ""
        return self._known[name]


def write_if_changed(path: Path, content: str | bytes) -> bool:
    """Write *content*, text as UTF-8, unless the file has it already; make missing folders.

    :returns: whether the file was written.
    :raises OSError: the file system refuses.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True


def replace_if_changed(
    path: Path, pieces: Iterable[str | bytes], *, is_shared: bool = False
) -> bool:
    """Write *pieces* one after the other, as `write_if_changed` writes its content.

    They are written into a new file, which replaces the old one: a killed program leaves the old
    file, and others never see half of the new one. Neither file is ever in memory as a whole.

    :param is_shared: whether several processes may write the file at a time. Each has a name for
        its new file, which stays if it is killed; with one name, the next call overwrites it.
    :returns: whether the file was replaced.
    :raises OSError: the file system refuses.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid() if is_shared else 'new'}")
    try:
        with new.open("wb") as out, path.open("rb") if path.is_file() else nullcontext() as old:
            is_new = old is None
            for piece in pieces:
                data = piece.encode("utf-8") if isinstance(piece, str) else piece
                out.write(data)
                # Compare with the old file while writing, as long as both are equal so far.
                is_new = is_new or (old is not None and old.read(len(data)) != data)
            # The old file is longer.
            is_new = is_new or (old is not None and old.read(1) != b"")
        if is_new:
            new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    return is_new
