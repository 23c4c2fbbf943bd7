"""The messages that stand over an open page: its own, and those about the whole site."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx_docsnav.faults import shown_path

AROUND = 2
"""How many lines before and after the line of a message are shown."""
WIDTH = 200
"""Characters of an excerpt's line."""
MOST = 20
"""Messages over a page."""


class FaultTable:
    """What the newest builds have said about each file."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.faults: list[dict[str, Any]] = []
        self.failures: list[dict[str, Any]] = []
        """What has ended the newest build, such as an error in conf.py."""
        self.pages: dict[str, str] = {}
        """The URL of each document, by its file, relative to the sources."""

    def update(self, report: Mapping[str, Any]) -> None:
        """Replace the messages about what a build has looked at.

        A build says nothing about a document that it neither reads nor writes.
        """
        self.pages.update(report["pages"])
        checked_files = set(report["documents"])
        still_valid = [
            fault
            for fault in self.faults
            if fault["file"] in self.pages and fault["file"] not in checked_files
        ]
        new = [{**fault, **self._excerpt_of(fault)} for fault in report["faults"]]
        self.faults = still_valid + [fault for fault in new if fault not in still_valid]
        failure = report["failure"]
        self.failures = [{**failure, **self._excerpt_of(failure)}] if failure else []

    def is_page(self, path: Path) -> bool:
        """Return whether the newest build knows *path* as the file of a page."""
        return path.is_relative_to(self.source) and shown_path(path, self.source) in self.pages

    def of(self, name: str) -> list[dict[str, Any]]:
        """Return the messages for the page of URL *name*, errors first."""
        names = {name, f"{name}index.html" if name.endswith("/") or not name else name}
        faults = self.failures + [
            fault
            for fault in self.faults
            if self._is_of_site(fault) or self.pages.get(fault["file"]) in names
        ]
        unique = {(fault["file"], fault["line"], fault["message"]): fault for fault in faults}
        return sorted(unique.values(), key=lambda fault: fault["level"] != "error")[:MOST]

    def _is_of_site(self, fault: Mapping[str, Any]) -> bool:
        """Return whether a message is about docs.json, or an error in a file that is no page."""
        file = fault["file"]
        return file == "docs.json" or (
            fault["level"] == "error" and file is not None and file not in self.pages
        )

    def _excerpt_of(self, fault: Mapping[str, Any]) -> dict[str, Any]:
        """Return the whole path of the file and the lines around."""
        if not fault["file"]:
            return {"path": None, "excerpt": []}
        path = self.source / fault["file"]
        line = fault["line"]
        try:
            lines = path.read_text("utf-8", "replace").splitlines() if line else []
        except OSError:
            lines = []
        first = max(0, (line or 1) - 1 - AROUND)
        excerpt = lines[first : (line or 0) + AROUND]
        numbered = [[number, text[:WIDTH]] for number, text in enumerate(excerpt, first + 1)]
        return {"path": str(path), "excerpt": numbered}
