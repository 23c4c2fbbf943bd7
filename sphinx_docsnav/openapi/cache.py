"""Files beside the doctrees that save work: parsed YAML, and fetched specifications."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from sphinx_docsnav.faults import Position
from sphinx_docsnav.openapi.raw_data import Data, DataProblem

_FORMAT = 2
"""Raised when what is stored changes, so that old files count as absent."""

MIN_BYTES = 20_000
"""Smaller files are parsed faster than looked up."""

FRESH_SECONDS = 600.0
"""A fetched copy younger than this is used without asking again."""

_KEPT = 40


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of files that may be lost at any time."""

    folder: Path
    """Made when first written to."""

    def parsed(self, content: bytes) -> Data | None:
        """Return what the file with *content* holds, ``None`` if that is not known."""
        try:
            stored = json.loads(self._parsed(content).read_bytes())
            problems = [
                DataProblem(m, Position(line, column)) for m, line, column in stored["problems"]
            ]
            return Data(stored["value"], problems)
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    def keep_parsed(self, content: bytes, data: Data) -> None:
        """Remember that the file with *content* holds *data*."""
        problems = [(p.message, p.position.line, p.position.column) for p in data.problems]
        text = json.dumps({"value": data.value, "problems": problems})
        self._write(self._parsed(content), text.encode())

    def fetched(self, url: str, *, fresh: bool) -> bytes | None:
        """Return the copy of what was at *url*; only a young one if *fresh*."""
        file = self._fetched(url)
        try:
            if fresh and time.time() - file.stat().st_mtime > FRESH_SECONDS:
                return None
            return file.read_bytes()
        except OSError:
            return None

    def keep_fetched(self, url: str, content: bytes) -> None:
        """Remember that *content* was at *url* just now."""
        self._write(self._fetched(url), content)

    def _parsed(self, content: bytes) -> Path:
        digest = hashlib.sha256(content).hexdigest()[:40]
        return self.folder / f"parsed-{_FORMAT}-{digest}.json"

    def _fetched(self, url: str) -> Path:
        return self.folder / f"fetched-{hashlib.sha256(url.encode()).hexdigest()[:40]}"

    def _write(self, file: Path, content: bytes) -> None:
        """Write *file* in one step, so that builds beside each other never see half of it."""
        with contextlib.suppress(OSError):  # a cache that cannot be written costs time only
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder)
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(name).replace(file)
            self._forget("parsed-*")

    def _forget(self, pattern: str) -> None:
        """Delete all but the newest of our own files of one sort."""
        files = sorted(self.folder.glob(pattern), key=lambda f: f.stat().st_mtime, reverse=True)
        for file in files[_KEPT:]:
            file.unlink(missing_ok=True)
