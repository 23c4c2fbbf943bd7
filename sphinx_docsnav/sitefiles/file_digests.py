"""Digests of what files hold, to know a file again whose time has changed."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from os import PathLike, fspath
from pathlib import Path
from types import MappingProxyType


def digest_of(data: bytes) -> str:
    """Return 32 hexadecimal digits that differ where *data* does."""
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
            try:
                self._known[name] = digest_of(Path(name).read_bytes())
            except OSError:
                self._known[name] = ""
        return self._known[name]
