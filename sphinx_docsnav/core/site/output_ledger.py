"""What builds have written into an output folder, and what of it has to be removed.

Each file belongs to an *owner*: a part of this extension that writes it, or lets Sphinx or a worker
process write it. In each build, an owner names all of its files, and then finishes: what it named
in earlier builds, and not in this one, is removed. A file that somebody else has changed since is
never removed, and not replaced by one that gives way.

The ledger is a file beside the doctrees. Names are stored before their files are written, so that
it has each file of a build that was killed; what these hold is then unknown, and written again.
Worker processes do not change it: the process that started them names their files.

It also stores what the next build compares or repeats: what each page shows and was made from, and
the messages about documents that were written.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.builders import builds_site, has_page_files
from sphinx_docsnav.core.settings import list_our_suffixes
from sphinx_docsnav.core.state import STORAGE, SiteState, build_state, find_state, reading_of
from sphinx_docsnav.navigation.inventory import MADE_BY_SPHINX, make_covered_fault
from sphinx_docsnav.sitefiles.write import digest, digest_of, replace_if_changed, write_if_changed

CLOCK_STEP = 20_000_000
"""Tolerance for file times in nanoseconds: they come from a clock with coarse steps."""
PAGES = "pages"
"""The owner of pages, and of the copies of their sources."""
_BUILD_INFO_LINES = 4
"""Of the file ``.buildinfo``, in which Sphinx stores digests of the settings of the last build."""


class OutputEntry(NamedTuple):
    """The record of a file of the output."""

    owner: str
    """Who wrote it, or had it written."""
    digest: str
    """The digest of what the owner wrote; empty if Sphinx or a worker process wrote it."""
    stamp: str
    """Its size and times after that; empty if no build has come so far."""
    build: int
    """The number of the build that wrote it last."""


class OutputLedger:
    """The ledger of one output folder.

    :param folder: the output folder; all names are relative to it, with slashes.
    :param record: the file of the ledger.
    :param started: when the build began, in nanoseconds since 1970.
    """

    def __init__(self, folder: Path, record: Path, started: int) -> None:
        self.page_keys: dict[str, str] = {}
        """What each page shows of others, as a digest, by docname; as the last build wrote it."""
        self.page_contents: dict[str, str] = {}
        """What each page was made from, as a digest, by docname; see `content_digests`."""
        self.messages: dict[str, list[Any]] = {}
        """What was found while documents were written, as JSON has it; see `document_messages`."""
        self.link_targets = ""
        """A digest of what links could lead to at that time."""
        self.interrupted = 0
        """When the first of the builds began that did not end since; 0 if the last one ended."""
        self.build = 1
        """The number of this build."""
        self.record = record
        """The file of the ledger."""
        self._folder = folder
        self._started = started
        self._entries: dict[str, OutputEntry] = {}
        self._named: dict[str, set[str]] = {}
        self._has_begun = False
        self._length = 0
        """The length of the complete ledger in the file, in bytes."""
        self._load()
        self._loaded = self._collect_values(), self._entries.copy()

    def _load(self) -> None:
        """Read the file: the last complete ledger, then what interrupted builds have added."""
        try:
            complete, *added = self.record.read_text("utf-8").splitlines()
            before = json.loads(complete)
            self.build = before["build"] + 1
            self.page_keys, self.page_contents = before["pages"], before["contents"]
            self.messages, self.link_targets = before["messages"], before["targets"]
            self._entries = {name: OutputEntry(*row) for name, row in before["files"].items()}
            self._length = len(complete)  # in bytes, too: json.dumps escapes the rest
        except (OSError, ValueError, LookupError, TypeError):
            self._entries, self.page_keys, self.page_contents = {}, {}, {}
            self.messages, self.link_targets, added = {}, "", []
        # Lines behind the complete ledger are from builds that did not end.
        for line in added:
            with suppress(ValueError):  # a killed build leaves an unfinished line
                self._load_interrupted(json.loads(line))

    def _load_interrupted(self, line: Mapping[str, object]) -> None:
        """Take over a line of a build that did not end; see `_append`."""
        self.interrupted = self.interrupted or int(str(line.get("begun", 0)))
        names = line.get("files", ())
        for name in names if isinstance(names, list) else ():
            before = self._entries.get(name)
            stamp = before.stamp if before else ""  # the file may be as it was
            self._entries[name] = OutputEntry(str(line["owner"]), "", stamp, self.build)

    def begin(self) -> None:
        """Note that this build writes from now on; if it does not end, the next one knows it."""
        if self._has_begun:
            return
        self._has_begun = True
        self.record.parent.mkdir(parents=True, exist_ok=True)
        if self.build == 1:
            self.record.write_text(self._complete(0), "utf-8")
        self._append({"begun": self._started - CLOCK_STEP})

    def _append(self, line: Mapping[str, object]) -> None:
        # A build that was killed in a line has left no end of it.
        with self.record.open("a", encoding="utf-8") as record:
            record.write(f"\n{json.dumps(line)}")

    def _complete(self, build: int) -> str:
        value = {"build": build, **self._collect_values(), "files": self._entries}
        return json.dumps(value, separators=(",", ":"))

    def _collect_values(self) -> dict[str, object]:
        """Return what the ledger stores beside its files, by the name in its file."""
        return {
            "pages": self.page_keys,
            "contents": self.page_contents,
            "messages": self.messages,
            "targets": self.link_targets,
        }

    def end(self) -> None:
        """Store the ledger, if this build has changed something; it has ended."""
        for names in self._named.values():
            for name in names & self._entries.keys():
                self._note_written(name, self._entries[name])
        if not self._has_begun:
            return
        # A build that has changed nothing does not write a megabyte to say so.
        now = self._collect_values(), self._entries
        if self._length and now == self._loaded and not self.interrupted:
            os.truncate(self.record, self._length)  # takes back that this build has begun
        else:
            replace_if_changed(self.record, [self._complete(self.build)])
        self._has_begun = False

    def names(self, owner: str) -> Iterator[str]:
        """Yield the files of *owner*, of earlier builds and of this one."""
        yield from [name for name, entry in self._entries.items() if entry.owner == owner]

    def claim(self, owner: str, names: Iterable[str]) -> None:
        """Name files of *owner* that Sphinx or a worker process writes, or that stay."""
        claimed = set(names)
        entries = self._entries
        new_names = [n for n in claimed if n not in entries or entries[n].owner != owner]
        if new_names:
            self.begin()
            # Stored before the files are written: a killed build leaves none that nobody knows.
            self._append({"owner": owner, "files": new_names})
            entries.update(dict.fromkeys(new_names, OutputEntry(owner, "", "", self.build)))
        self._named.setdefault(owner, set()).update(claimed)

    def adopt(self, owner: str, names: Iterable[str]) -> None:
        """Take over files of *owner* that worker processes have written, if there are any.

        They may be those of a killed build, and stay only if they are named as well.
        """
        for name in set(names) - self._entries.keys():
            with suppress(OSError):
                stamp = _read_stamp(self._folder / name)
                self.begin()
                self._entries[name] = OutputEntry(owner, "", stamp, self.build)

    def write(
        self, owner: str, name: str, content: str | bytes, *, gives_way: bool = False
    ) -> bool:
        """Write a file of *owner* unless it has that content; name it.

        :param gives_way: a file that *owner* has not written, or that was changed since, stays.
        :returns: whether the file is the owner's.
        :raises OSError: the file system refuses.
        """
        data = content.encode("utf-8") if isinstance(content, str) else content
        path, entry = self._folder / name, self._entries.get(name)
        is_own = entry is not None and entry.owner == owner and self._is_as_written(path, entry)
        # Somebody else's file stays; links count as well.
        if gives_way and not is_own and os.path.lexists(path):
            return False
        self.claim(owner, [name])
        content_digest = digest_of(data)
        # A build that was killed may have written other content than the entry says.
        if self.interrupted or not is_own or entry is None or entry.digest != content_digest:
            self.begin()
            write_if_changed(path, data)
            self._entries[name] = OutputEntry(owner, content_digest, _read_stamp(path), self.build)
        return True

    def finish(self, owner: str) -> None:
        """Remove the files of *owner* that this build has not named, and that are as written."""
        names = self._named.get(owner, set())
        for name in [name for name in self.names(owner) if name not in names]:
            self.begin()
            self._remove(name, self._entries.pop(name))

    def _note_written(self, name: str, entry: OutputEntry) -> None:
        """Note the stamp of a file that was written in this build, by whomever.

        That includes what themes and extensions make of a file after its owner has written it.
        """
        try:
            # Of each page in each build: without an object for the path.
            stamp = _read_stamp(f"{self._folder}/{name}")
        except OSError:  # a page of a part that this build does not write
            del self._entries[name]
            return
        # Files of earlier builds keep their stamp, by which changes of others are noticed. What was
        # changed while an interrupted build ran is taken for its work: Sphinx does not write a file
        # whose content has not changed since.
        since = self.interrupted or self._started - CLOCK_STEP
        is_new = not entry.stamp or int(stamp.rpartition(" ")[2]) >= since
        if stamp != entry.stamp and is_new:
            self.begin()
            self._entries[name] = OutputEntry(entry.owner, entry.digest, stamp, self.build)

    def _remove(self, name: str, entry: OutputEntry) -> None:
        """Remove a file if it is as written, and the folders that are empty then."""
        path = self._folder / name
        # A folder of the output may have become a link to somewhere else.
        is_inside = path.parent.resolve().is_relative_to(self._folder.resolve())
        if not is_inside or not self._is_as_written(path, entry):
            return
        path.unlink()
        for folder in path.relative_to(self._folder).parents[:-1]:
            with suppress(OSError):  # it has files
                (self._folder / folder).rmdir()

    def _is_as_written(self, path: Path, entry: OutputEntry) -> bool:
        """Return whether a file is what its owner, or a build that was killed, has written."""
        try:
            stamp = _read_stamp(path)
        except OSError:
            return False
        if stamp == entry.stamp:
            return True
        size_and_time, _, changed = stamp.rpartition(" ")
        if entry.digest and digest_of(path.read_bytes()) == entry.digest:
            return True
        # The last of the times changes when an output is copied from somewhere with its times.
        if not entry.digest and size_and_time == entry.stamp.rpartition(" ")[0]:
            return True
        # A file that was changed while an interrupted build ran is taken for its work.
        return bool(self.interrupted) and self.interrupted <= int(changed) < self._started


def _read_stamp(path: str | Path) -> str:
    """Return size and times of a file; whoever sets the time back changes the last of them.

    :raises OSError: there is no such file, or it is a folder or a link.
    """
    status = os.lstat(path)
    if not stat.S_ISREG(status.st_mode):
        raise FileNotFoundError(path)
    # On Windows, st_ctime is the time of creation, which a change of the file does not change.
    changed = status.st_mtime_ns if sys.platform == "win32" else status.st_ctime_ns
    return f"{status.st_size} {status.st_mtime_ns} {changed}"


def ledger_of(app: Sphinx) -> OutputLedger:
    """Return the ledger of the build's output folder; drafts of pages have one beside them."""
    state = build_state(app)
    return _open_ledger(app) if state.is_drafting else state.slot(_open_ledger)


def _open_ledger(app: Sphinx) -> OutputLedger:
    name = f"outputs-{app.builder.name}-{digest(str(app.outdir))}.json"
    record = Path(app.builder.doctreedir, STORAGE, name)
    return OutputLedger(Path(app.outdir), record, build_state(app).started)


def remove_unfinished_build_info(app: Sphinx) -> None:
    """Remove the settings that Sphinx stored, if a killed build left a part (``builder-inited``).

    Sphinx does without the file, but fails on one that ends too early. Here, settings that pages
    show count in their keys; see `sphinx_docsnav.core.pages_to_write`.
    """
    path = Path(app.outdir, ".buildinfo")
    # Sphinx ignores a file that cannot be read.
    with suppress(OSError):
        if len(path.read_bytes().splitlines()) < _BUILD_INFO_LINES:
            path.unlink()


def end_ledger(app: Sphinx, exception: Exception | None) -> None:
    """Store the ledger (``build-finished``), unless the build failed."""
    if exception is None:
        ledger_of(app).end()


def begin_writing(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Name the files of pages before they are written (``env-get-updated``)."""
    state, builder = find_state(app), app.builder
    if build_state(app).is_drafting or state is None:
        return []
    ledger = ledger_of(app)
    has_navigation = reading_of(app).has_navigation
    # In a project without our navigation, only generated pages are ours.
    docnames = env.all_docs.keys() if has_navigation else state.generated.keys()
    if has_page_files(builder):
        ledger.claim(PAGES, list_page_files(builder, docnames))
    ledger.begin()
    return []


def page_file(builder: StandaloneHTMLBuilder, pagename: str) -> str:
    """Return the file of a page in the output, relative to that."""
    # Of each page in each build: without more objects for paths.
    file = os.fspath(builder.get_outfilename(pagename))
    return file[len(f"{builder.outdir}/") :].replace(os.sep, "/")


def list_page_files(builder: StandaloneHTMLBuilder, docnames: Iterable[str]) -> Iterator[str]:
    """Yield the files of documents in the output: each page, and the copy of its source."""
    end, has_sources = builder.config.html_sourcelink_suffix, builder.config.html_copy_source
    for docname in docnames:
        yield page_file(builder, docname)
        if has_sources:
            suffix = builder.env.doc2path(docname, base=False).suffix
            yield f"_sources/{docname}{suffix}{end if end != suffix else ''}"


def remove_stale_pages(app: Sphinx, exception: Exception | None) -> None:
    """Remove the files of documents that are no more (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(PAGES)


def warn_covered(app: Sphinx, state: SiteState) -> None:
    """Warn of each document whose page has the same file as another page.

    With builder ``dirhtml`` the documents ``a`` and ``a/index`` have one file. A
    document of another reader at the address of a page of Sphinx's is there for
    a purpose: to have that page in a toctree.
    """
    builder = app.builder
    if not builds_site(builder):
        return
    suffixes = list_our_suffixes(app.config)
    # Of each page in each build: by addresses, which are text, and as different as the files.
    docname_by_address = {builder.get_target_uri(name): "" for name in MADE_BY_SPHINX}
    for docname in sorted(app.env.all_docs):
        # The first document in alphabetical order has the address.
        owner = docname_by_address.setdefault(builder.get_target_uri(docname), docname)
        if owner == docname:
            continue
        path = Path(app.env.doc2path(docname))
        if not owner and path.suffix not in suffixes:
            continue
        state.report(make_covered_fault(docname, path, owner))
