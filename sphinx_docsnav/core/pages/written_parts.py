"""The parts of the navigation in written pages: recorded when written, replaced when they change.

An edit of docs.json or of a title changes the sidebars of many pages and
nothing else on them. Such pages are not written again by Sphinx: the parts in
their files are replaced. That is done only where the file is, to the byte, what
was recorded, so that whatever changes files after Sphinx (a theme, an extension,
a build that was interrupted) leads to a page that is written as usual.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import IO

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.builders import renders_pages, shows_navigation
from sphinx_docsnav.core.pages.assets import STATIC, join_sources
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.sitefiles.write import replace_if_changed, write_if_changed
from sphinx_docsnav.themes.division_frame import Frame
from sphinx_docsnav.themes.page_view import CRUMBS, DATA, PageView
from sphinx_docsnav.themes.part_markup import PartMarks, Span
from sphinx_docsnav.themes.shared_sidebar import FILES, PART, SharedSidebar

SIDEBAR_LIMIT = 40 * 1024
"""Size of a sidebar up to which each page contains all of it, in bytes of markup.

Crawlers and readers without JavaScript see only a part of a larger one. With 200 pages in Furo, a
sidebar has 35 KB, and a page is 1.5 KB smaller without it after compression; with 1,000 pages, it
has 171 KB, and a page is 6.6 KB smaller.
"""
FOLDED_SIDEBAR_LIMIT = 8 * 1024
"""The same for a sidebar whose endpoints are in closed groups, see `Frame.folds_endpoints`.

The short sidebar links to the page of each group, which lists its endpoints, so that it leaves
nothing out. It makes the output of a reference with 97 endpoints, whose sidebar has 28 KB, smaller
by almost a half.
"""
GUEST_MARK = "<!--docsnav-{}-->"
"""What encloses the parts of a page that other divisions list, unless the adapter has another."""
GUESTS = "docsnav-in-"
"""What the names of the scripts of divisions begin with that list pages of other divisions."""
SCRIPT = STATIC / "shared_sidebar.js"
"""The script of shared sidebars, without their markup."""
SIDEBARS, GUEST_SCRIPTS = "shared sidebars", "scripts of divisions"
"""The owners of both kinds of scripts in the ledger of outputs."""
_NOT_REPLACEABLE = ""
"""The digest of a page whose parts cannot be separated from the rest; matches no file."""
_ALL = "all.jsonl"
"""The records of all pages; each process of a build adds a file of its own to it."""


def shares_sidebars(app: Sphinx) -> bool:
    """Return whether the builder writes pages that can share files."""
    return shows_navigation(app.builder) and renders_pages(app.builder)


def make_shared_sidebar(app: Sphinx, make_frame: Callable[[], Frame]) -> SharedSidebar | None:
    """Return the shared sidebar of a division, with its file; ``None`` if it is small."""
    if not shares_sidebars(app):
        return None
    # The size is known only when the sidebar is rendered.
    frame = make_frame()
    shared = SharedSidebar(frame.part(PART), frame.short_sidebar, join_sources((SCRIPT,)))
    if shared.size <= (FOLDED_SIDEBAR_LIMIT if frame.folds_endpoints else SIDEBAR_LIMIT):
        return None
    write_if_changed(Path(app.outdir, "_static", shared.file), shared.script)
    return shared


@dataclass(frozen=True, slots=True)
class PageKey:
    """The key of a page, in the pieces that show in different places."""

    own: str
    """The digest of what only templates and handlers show: neighbours, versions, settings …"""
    crumbs: str
    """The way to the page."""
    bars: str
    """The digest of what only parts show, except the sidebar: bars and switchers."""
    sidebar: str
    """The sidebar of the division."""

    def __str__(self) -> str:
        return f"{self.own}:{self.crumbs}:{self.bars}:{self.sidebar}"

    @classmethod
    def parse(cls, text: str) -> PageKey:
        """Parse the text of a key; any other text gives a key that equals no other."""
        own, crumbs, bars, sidebar = (*text.split(":"), "", "", "")[:4]
        return cls(own, crumbs, bars, sidebar)


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """The record of a page in the output: a digest of the file, and where its parts are."""

    docname: str
    """The document."""
    digest: str
    """The digest of the file's text."""
    reads: tuple[str, ...]
    """The values that its templates have used outside of parts: `CRUMBS`, `DATA`."""
    empty: tuple[str, ...]
    """The parts that templates have used and that were empty."""
    spans: tuple[Span, ...]
    """The positions of its parts in the file, in bytes."""
    sidebars: tuple[str, ...]
    """The parts that show the sidebar and nothing of other divisions."""
    files: tuple[str, ...]
    """The names of files that its parts refer to."""

    def line(self) -> str:
        """Return it as a line of JSON, with the name first and the files last."""
        spans = [[span.name, span.start, span.length] for span in self.spans]
        lists = (self.reads, self.empty, spans, self.sidebars, self.files)
        values = [self.docname, self.digest, *lists]
        return json.dumps(values, separators=(",", ":")) + "\n"

    @classmethod
    def parse(cls, line: str) -> WrittenPage:
        """Parse a line that `line` returned."""
        docname, digest, *lists = json.loads(line)
        reads, empty, rows, sidebars, files = map(tuple, lists)
        spans = tuple(Span(*span) for span in rows)
        return cls(docname, digest, reads, empty, spans, sidebars, files)

    def shows_the_change(self, before: PageKey, now: PageKey) -> bool:
        """Return whether a change of the navigation affects its parts only."""
        if before.own != now.own or DATA in self.reads:
            return False
        return before.crumbs == now.crumbs or CRUMBS not in self.reads

    def replaced(
        self, data: bytes, view: PageView, *, same_sidebar: bool
    ) -> tuple[bytes, WrittenPage] | None:
        """Return the content of its file with the parts of *view*.

        :param same_sidebar: parts with nothing but the sidebar need not be made.

        ``None`` if it is another file, or if a part holds something now and held nothing,
        or the other way round: templates may show other things then.
        """
        # Not the file that was written, or a part appears or disappears: templates decide anew.
        if digest_bytes(data) != self.digest or any(view.markup(name) for name in self.empty):
            return None
        pieces: list[bytes] = []
        spans: list[Span] = []
        same = self.sidebars if same_sidebar else ()
        end = length = 0
        # Copy what is between the parts, and put the new parts in.
        for span in self.spans:
            if span.name in same:
                markup = data[span.start : span.start + span.length]
            else:
                markup = encode_page(view.markup(span.name))
            if not markup:
                return None
            unchanged = data[end : span.start]
            spans.append(Span(span.name, length + len(unchanged), len(markup)))
            pieces += (unchanged, markup)
            length += len(unchanged) + len(markup)
            end = span.start + span.length
        content = b"".join((*pieces, data[end:]))
        files = self.files if same else view.files
        return content, replace(self, digest=digest_bytes(content), spans=tuple(spans), files=files)


@dataclass(frozen=True, slots=True)
class StoredPage:
    """The record of a page in its file: most builds need those of few pages."""

    line: str
    """The record as `WrittenPage.line` has made it."""
    files: list[str]
    """`WrittenPage.files`."""


def encode_page(text: str) -> bytes:
    """Return a page as Sphinx writes it to a file; one with lone surrogates is in no file."""
    return text.replace("\n", os.linesep).encode("utf-8", "surrogatepass")


def convert_spans_to_bytes(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the spans in the file of a page whose *spans* count in characters of its text."""
    byte_spans: list[Span] = []
    end = length = 0
    for span in spans:
        # Only the text since the last span is encoded: the whole page is encoded once.
        start = length + len(encode_page(text[end : span.start]))
        end = span.start + span.length
        length = start + len(encode_page(text[span.start : end]))
        byte_spans.append(Span(span.name, start, length - start))
    return tuple(byte_spans)


def digest_bytes(data: bytes) -> str:
    """Return the digest of a page: by an algorithm that most processors have instructions for."""
    return sha256(data).hexdigest()[:24]


class WrittenParts:
    """The records of one output folder."""

    def __init__(self, app: Sphinx) -> None:
        self.marks = PartMarks()
        """The marks of this build."""
        self.files: set[str] = set()
        """The files that pages without a document refer to."""
        self._folder = ledger_of(app).record.with_suffix(".parts")
        self._added: IO[bytes] | None = None
        """The records of the process `_process`, open until they are joined."""
        self._process = 0

    def without_marks(self, view: PageView, docname: str, page: str, *, document: bool) -> str:
        """Return *page* without marks; record where its parts are, if it shows a document.

        Pieces that a theme renders in advance keep their marks until the page is rendered;
        one that it renders later may end up anywhere.
        """
        # A piece that the theme renders in advance; it comes back with the page.
        if not view.theme_has_run:
            return page
        text, spans = self.marks.take_out(page)
        if "<body" not in text:
            view.reads.add(DATA)
        elif not document:
            self.files |= set(view.files)
        # The marks are where they were put, and what they enclose is what the view has given.
        elif spans is not None and all(
            text.startswith(view.markup(span.name), span.start)
            and len(view.markup(span.name)) == span.length
            for span in spans
        ):
            page_record = WrittenPage(
                docname,
                digest_bytes(encode_page(text)),
                tuple(sorted(view.reads)),
                tuple(sorted(name for name in view.inserted_parts if not view.markup(name))),
                convert_spans_to_bytes(text, spans),
                tuple(s.name for s in spans if view.frame.shows_only_sidebar(s.name)),
                view.files,
            )
            self.record([page_record])
        else:
            self.record([WrittenPage(docname, _NOT_REPLACEABLE, (), (), (), (), view.files)])
        return text

    def record(self, pages: Iterable[WrittenPage]) -> None:
        """Add pages to the records of this process."""
        # A forked process must not write into the file of its parent.
        if self._added is None or self._process != os.getpid():
            self._process = os.getpid()
            self._folder.mkdir(parents=True, exist_ok=True)
            self._added = (self._folder / f"{self._process}.jsonl").open("ab", buffering=0)
        self._added.write("".join(page.line() for page in pages).encode())

    def load(self) -> dict[str, StoredPage]:
        """Return all records, except those of another release, and unfinished ones.

        A killed process leaves an unfinished record.
        """
        pages: dict[str, StoredPage] = {}
        texts = (path.read_text("utf-8") for path in self._list_files())
        for line in chain.from_iterable(map(str.splitlines, texts)):
            try:
                docname, _, _, _, _, _, files = json.loads(line)
            except ValueError:
                continue
            pages[docname] = StoredPage(line, files)
        return pages

    def _list_files(self) -> list[Path]:
        files = self._folder.glob("*.jsonl")
        return sorted(files, key=lambda path: (path.name != _ALL, path.stat().st_mtime_ns))

    def join(self, docnames: Iterable[str]) -> Mapping[str, StoredPage] | None:
        """Make one file of the records of all processes; keep those of *docnames*.

        :returns: the kept records; ``None`` if no page was written.
        """
        if self._added is not None:
            self._added.close()
            self._added = None
        files = self._list_files()
        if [path.name for path in files] in ([], [_ALL]):
            return None
        records = self.load()
        existing = sorted(records.keys() & set(docnames))
        replace_if_changed(self._folder / _ALL, (f"{records[name].line}\n" for name in existing))
        for path in files:
            if path.name != _ALL:
                path.unlink()
        return {name: records[name] for name in existing}


def written_parts_of(app: Sphinx) -> WrittenParts:
    """Return the records of the build's output folder."""
    return build_state(app).slot(WrittenParts)


def replace_parts(
    app: Sphinx, changes: Mapping[str, tuple[str, str]], view_of: Callable[[str], PageView]
) -> set[str]:
    """Replace the parts in the files of pages that show nothing else of a change.

    :param changes: the digests of the navigation of changed pages, before and now.
    :param view_of: returns the view of a page by docname.
    :returns: the pages whose files are as Sphinx would write them.
    """
    builder = app.builder
    if not changes or app.config.docsnav_only or not renders_pages(builder):
        return set()
    records = written_parts_of(app)
    stored = records.load()
    done: list[WrittenPage] = []
    for docname in sorted(changes.keys() & stored.keys()):
        # Pages without a record are written by Sphinx.
        before, now = (PageKey.parse(value) for value in changes[docname])
        written = WrittenPage.parse(stored[docname].line)
        if written.shows_the_change(before, now):
            path, view = builder.get_outfilename(docname), view_of(docname)
            same_sidebar = before.sidebar == now.sidebar
            page = _replace_in(path, written, view, same_sidebar=same_sidebar)
            done += [page] if page else []
    if done:
        records.record(done)
    return {page.docname for page in done}


def _replace_in(
    path: str | os.PathLike[str], written: WrittenPage, view: PageView, *, same_sidebar: bool
) -> WrittenPage | None:
    """Replace the parts of one file; ``None`` if it is another file, or cannot be changed."""
    try:
        with open(path, "r+b") as file:  # noqa: PTH123 -- of each page that changes
            data = file.read()
            replaced = written.replaced(data, view, same_sidebar=same_sidebar)
            # A page whose parts look the same keeps its file and its time.
            if replaced is not None and replaced[0] != data:
                _overwrite(file, replaced[0])
    except OSError:
        return None
    return replaced[1] if replaced else None


def _overwrite(file: IO[bytes], data: bytes) -> None:
    """Replace the content of a file: in a third of the time that a new one takes.

    A page that is written in part only is written by Sphinx in the next build.
    """
    file.seek(0)
    file.write(data)
    file.truncate()


def join_records(app: Sphinx, exception: Exception | None) -> Mapping[str, StoredPage] | None:
    """Join the records of all processes; remove files without a page.

    :returns: the records; ``None`` if no page was written, or the build failed.
    """
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return None
    parts = written_parts_of(app)
    pages = parts.join(app.env.all_docs)
    # Also those that worker processes, or a build that was killed, have written.
    scripts = Path(app.outdir, "_static").glob(f"{FILES}*.js")
    ledger = ledger_of(app)
    ledger.adopt(SIDEBARS, (f"_static/{path.name}" for path in scripts))
    if pages is None or exception is not None:
        return None
    # A page of an earlier build, with docsnav_only, may refer to a file without a record.
    unrecorded = app.env.all_docs.keys() - pages.keys()
    if not any(Path(app.builder.get_outfilename(name)).is_file() for name in unrecorded):
        names = parts.files.union(*(page.files for page in pages.values()))
        ledger.claim(SIDEBARS, (f"_static/{name}" for name in names))
        ledger.finish(SIDEBARS)
    return pages
