"""The messages above an open page: those about the page, and those about the whole site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from sphinx_docsnav.faults import shown_path

CONTEXT_LINES = 2
"""Number of lines before and after the line of a message that are shown."""
EXCERPT_WIDTH = 200
"""Maximum length of a line in an excerpt, in characters."""
MAX_FAULTS = 20
"""Maximum number of messages above a page."""


class FaultTable:
    """The current messages about each file."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.faults: list[dict[str, Any]] = []
        self.failures: list[dict[str, Any]] = []
        """The error that has stopped the newest build, such as one in conf.py."""
        self.pages: dict[str, str] = {}
        """The URL of each document, by its file, relative to the sources."""
        self.page_count = 0
        """The number of pages, without a start page that only leads to the first page."""
        self.update_count = 0
        """The number of builds whose messages were added."""

    def update(self, report: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Replace the messages about the files of a build.

        A build reports nothing about documents that it neither reads nor writes, so the messages
        about these are kept.

        :returns: the messages that did not exist after the build before.
        """
        previous_faults = [*self.faults, *self.failures]
        self.update_count += 1
        # A build that has ended before it looked for documents has none.
        self.pages = report["pages"] or self.pages
        self.page_count = report["page_count"] or self.page_count
        checked_files = set(report["documents"])
        still_valid = [
            fault
            for fault in self.faults
            # Messages about docs.json are repeated by each build, so old ones are dropped.
            if fault["file"] in self.pages and fault["file"] not in checked_files
        ]
        # A build of a site without conf.py reports messages about all documents.
        places = {(fault["line"], _identify(fault)) for fault in still_valid}
        self.faults = still_valid + [
            {**fault, **self._read_excerpt(fault)}
            for fault in report["faults"]
            if (fault["line"], _identify(fault)) not in places
        ]
        failure = report["failure"]
        self.failures = [{**failure, **self._read_excerpt(failure)}] if failure else []
        faults = [*self.faults, *self.failures]
        _date_faults(faults, previous_faults, self.update_count)
        return [fault for fault in faults if fault["since"] == self.update_count]

    def drop_mended(self, files: Collection[str], faults: Iterable[Mapping[str, Any]]) -> None:
        """Drop messages about *files* that a draft no longer has.

        New messages come with the build, which knows all pages. So do those without a line, which
        concern the place of a page in the site.

        :param files: the files that the draft has read, relative to the sources.
        :param faults: the messages of the draft.
        """
        remaining = Counter(map(_identify, faults))
        kept_faults = []
        for fault in self.faults:
            key = _identify(fault)
            if fault["file"] in files and fault["line"] and remaining[key] <= 0:
                continue
            remaining[key] -= 1
            kept_faults.append(fault)
        self.faults = kept_faults
        self.failures = [fault for fault in self.failures if fault["file"] not in files]

    def find_url(self, path: Path) -> str | None:
        """Return the URL of the page whose file *path* was in the newest build."""
        inside = path.is_relative_to(self.source)
        return self.pages.get(shown_path(path, self.source)) if inside else None

    def find_faults(self, name: str) -> list[dict[str, Any]]:
        """Return the messages for the page of URL *name*, newest first; errors before warnings."""
        faults = self.failures + [
            fault
            for fault in self.faults
            if self._concerns_site(fault) or self.pages.get(fault["file"]) == name
        ]
        # A snippet reports its messages for each page that uses it.
        unique = {(fault["file"], fault["line"], fault["message"]): fault for fault in faults}
        newest_first = sorted(
            unique.values(), key=lambda fault: (-fault["since"], fault["level"] != "error")
        )
        return newest_first[:MAX_FAULTS]

    def _concerns_site(self, fault: Mapping[str, Any]) -> bool:
        """Return whether a message is about docs.json, or an error in a file that is not a page."""
        file = fault["file"]
        return file == "docs.json" or (
            fault["level"] == "error" and file is not None and file not in self.pages
        )

    def _read_excerpt(self, fault: Mapping[str, Any]) -> dict[str, Any]:
        """Return the absolute path of the file, and the lines around the message."""
        if not fault["file"]:
            return {"path": None, "excerpt": []}
        path = self.source / fault["file"]
        line = fault["line"]
        try:
            lines = path.read_text("utf-8", "replace").splitlines() if line else []
        except OSError:
            lines = []
        first = max(0, (line or 1) - 1 - CONTEXT_LINES)
        excerpt = lines[first : (line or 0) + CONTEXT_LINES]
        numbered_lines = [
            [number, text[:EXCERPT_WIDTH]] for number, text in enumerate(excerpt, first + 1)
        ]
        return {"path": str(path), "excerpt": numbered_lines}


def _date_faults(
    faults: Iterable[dict[str, Any]], previous_faults: Iterable[dict[str, Any]], number: int
) -> None:
    """Set the key ``since`` of *faults*: the number of the build that has reported each first.

    :param previous_faults: the messages after the build before, with this key.
    :param number: the number of this build.
    """
    # An edit above a message moves it to another line, so lines are not compared.
    numbers: dict[tuple[str, ...], list[int]] = {}
    for fault in previous_faults:
        numbers.setdefault(_identify(fault), []).append(fault["since"])
    for fault in faults:
        earlier_numbers = numbers.get(_identify(fault))
        fault["since"] = earlier_numbers.pop(0) if earlier_numbers else number


def _identify(fault: Mapping[str, Any]) -> tuple[str, ...]:
    return fault["level"], fault["file"] or "", fault["message"]
