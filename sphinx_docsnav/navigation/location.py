"""The tree and the documents on disk -> the site: entries without a document are removed.

Source: docs.json specification, 2.2; DESIGN's table of errors and warnings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cached_property

from sphinx_docsnav.faults import Fault, FaultKind, Move, Report, Severity, position_key
from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.navigation.inventory import without_extension
from sphinx_docsnav.navigation.resolution import ResolvedNavigation
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.special_entries import ENTRIES, is_page_pattern, matching
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.sitefiles.hidden_characters import hidden_characters, visible_name
from sphinx_docsnav.sitefiles.nearest import Nearest

INDEX = "index"
"""The document at the site's own address, ``/``."""
_MOST_SINGLE = 3
"""How many missing pages with the same cause have a message each; more have one message."""


def locate(
    navigation: ResolvedNavigation,
    docnames: Collection[str],
    report: Report,
    left_out: Collection[str] = (),
    find_exclusion: Callable[[str], str] = lambda _docname: "",
) -> Site:
    """Return the site of *navigation* with the documents *docnames*.

    Entries without a document are left out. A file of the site at the address
    of an endpoint page takes its place and keeps its operation.

    :param docnames: the documents found on disk; generated pages count as found
        whether they are among them or not.
    :param left_out: pages whose files cannot be used, which has been reported.
    :param find_exclusion: returns the pattern of the project that excludes a page; empty if none
        does.

    Faults: ``page_missing`` once per entry without a document, ``page_path``
    once per entry that is written oddly but meant unmistakably.
    """
    faults: list[Fault] = []
    locator = _Locator(navigation, docnames, faults.append, left_out, find_exclusion)
    root = locator.element(navigation.root)
    locator.report_missing()
    # Missing pages are known last, and are reported where docs.json lists them.
    for fault in sorted(faults, key=position_key):
        report(fault)
    files = set(docnames)
    site = Site(
        root,
        navigation=navigation,
        endpoints=tuple(page for page in navigation.endpoints if page.docname not in files),
        operations={page.docname: page.operation for page in navigation.endpoints},
        reference_pages={
            docname: page
            for docname, page in navigation.references.pages.items()
            if docname not in files
        },
    )
    # What docs.json does not list is still a page, outside of the navigation.
    unlisted = locator.found.difference(site.listed, site.reference_pages)
    return replace(site, unlisted=tuple(sorted(unlisted))) if unlisted else site


class _Locator:
    def __init__(
        self,
        navigation: ResolvedNavigation,
        docnames: Iterable[str],
        report: Report,
        left_out: Collection[str],
        find_exclusion: Callable[[str], str],
    ) -> None:
        self.source = navigation.source
        self.report = report
        self.left_out = left_out
        self.find_exclusion = find_exclusion
        self.endpoints: dict[str, EndpointPage] = {p.docname: p for p in navigation.endpoints}
        self.root = navigation.root
        self.files = frozenset(docnames)
        self.found = {*self.files, *self.endpoints, *navigation.references.pages}
        self.missing_pages: list[tuple[Page, str]] = []
        """The entries without a document, each with the docname that it means."""

    def element(self, element: Element) -> Element:
        """Return *element* with the pages that were found."""
        children: list[Element | Page] = []
        for child in element.children:
            if isinstance(child, Element):
                children.append(self.element(child))
                continue
            children.extend(self.pages(child))
        root = self.page(element.root) if element.root else None
        return replace(element, children=tuple(children), root=root)

    def pages(self, page: Page) -> Iterable[Page]:
        """Return the pages of an entry: none, one, or those that a pattern matches."""
        text = page.docname.strip("/ ")
        if page.operation or page.url or text in self.found:
            located = self.page(page)
            return () if located is None else (located,)
        # A document of the site comes before an index of the same name.
        if text in ENTRIES:
            name, title = ENTRIES[text]
            return (replace(page, docname="", url=f"/{name}", title=page.own_title or title),)
        # Names of files may contain brackets: a page of that name comes before the pattern.
        if is_page_pattern(text) and self.meant(page.docname)[0] not in self.found:
            return self.matches(page)
        located = self.page(page)
        return () if located is None else (located,)

    def matches(self, page: Page) -> Iterable[Page]:
        """Return an entry for each page that a pattern matches and no entry has so far."""
        matches = matching(page.docname, self.files)
        if not matches:
            message = f"no page matches {page.docname!r}; the entry is left out"
            kind = FaultKind.PAGE_MISSING
            self.report(self.source.warning(kind, page.pointer, message))
        # A pattern stands for the pages that no entry names, as in Sphinx's toctrees.
        unlisted = [docname for docname in matches if docname not in self.named]
        self.named.update(unlisted)
        return [replace(page, docname=docname, own_title="") for docname in unlisted]

    @cached_property
    def named(self) -> set[str]:
        """The pages that entries name, and those that patterns have matched so far."""
        return {
            self.meant(page.docname)[0]
            for page in self.root.pages()
            if not page.operation and not page.url
        }

    def page(self, page: Page) -> Page | None:
        """Return *page* with its document's name, ``None`` if there is no document."""
        if page.operation or page.url:
            return page
        text = page.docname
        plain = text.removeprefix("/")
        # Nearly all entries are spelled like their document.
        if plain in self.found:
            return page if plain is text else replace(page, docname=plain)
        docname, oddity = self.meant(text)
        if docname in self.found:
            if oddity:
                self.odd(page, docname, oddity)
            return replace(page, docname=docname)
        # A file that cannot be used was reported with its reason.
        stem = without_extension(docname)
        if pattern := self.find_exclusion(stem):
            message = (
                f"page {page.docname!r} is excluded by {pattern!r} in exclude_patterns; its entry "
                "is left out"
            )
            hint = "remove the pattern from conf.py, or the entry"
            kind = FaultKind.PAGE_MISSING
            self.report(self.source.warning(kind, page.pointer, message, hint))
        elif stem not in self.left_out:
            self.missing_pages.append((page, docname))
        return None

    def meant(self, text: str) -> tuple[str, str]:
        """Return the document that an entry means, and what is odd about its spelling."""
        docname, oddity = _cleaned(text)
        if docname in self.found:
            return docname, oddity
        # From the smallest mistake to the largest: an extension, a folder, upper and lower case.
        stem = without_extension(docname)
        if stem in self.found:
            return stem, "has an extension"
        if f"{stem}/{INDEX}" in self.found:
            return f"{stem}/{INDEX}", oddity if stem == docname else "has an extension"
        folded = self.nearest.in_other_case(stem)
        return (
            (folded, "is spelled with different upper and lower case")
            if folded
            else (docname, oddity)
        )

    @cached_property
    def nearest(self) -> Nearest:
        """The documents, for the entries that name none."""
        return Nearest(self.found)

    def odd(self, page: Page, docname: str, oddity: str) -> None:
        message = f"page {page.docname!r} {oddity}; read as {docname!r}"
        hint = f"write {docname!r}"
        self.report(self.source.warning(FaultKind.PAGE_PATH, page.pointer, message, hint))

    def report_missing(self) -> None:
        """Report the entries without a document, those with the same cause in one message.

        They are errors if less than half of the pages that docs.json lists exist: it is then the
        docs.json of other pages.
        """
        count = len(self.missing_pages)
        listed_count = sum(not page.operation and not page.url for page in self.root.pages())
        is_error = count > _MOST_SINGLE and 2 * count > listed_count
        severity = Severity.ERROR if is_error else Severity.WARNING
        moves = find_moves([docname for _page, docname in self.missing_pages], self.found)
        pages_by_move: defaultdict[Move, list[tuple[Page, str]]] = defaultdict(list)
        for page, docname in self.missing_pages:
            if docname in moves:
                pages_by_move[moves[docname]].append((page, docname))
            else:
                self.missing(page, docname, severity)
        for move, pages in pages_by_move.items():
            old, new = move.old, move.new
            where = f"pages below {old!r}" if old else "pages"
            known = "" if new is None else f"; they exist below {new or '/'!r}"
            message = f"{len(pages):,} {where} do not exist{known}; their entries are left out"
            if new is None:
                hint = f"the site has no folder {old!r}: correct the paths, or remove the entries"
            elif not new:
                hint = f"remove '{old}/' from their paths"
            elif old:
                hint = f"write '{new}/' instead of '{old}/'"
            else:
                hint = f"move docs.json into that folder, or write '{new}/' before their paths"
            pointer = pages[0][0].pointer
            fault = self.source.fault(FaultKind.PAGE_MISSING, severity, pointer, message, hint)
            self.report(replace(fault, move=move))
            # Each page for itself is a remark, which `--verbose` and programs show.
            for page, docname in pages:
                below = docname.removeprefix(old).strip("/")
                moved = None if new is None else f"{new}/{below}".strip("/")
                self.missing(page, docname, Severity.INFO, moved)

    def missing(
        self, page: Page, docname: str, severity: Severity, moved: str | None = None
    ) -> None:
        """Report an entry without a document.

        :param moved: the docname of the page in the folder that it was moved to, if it was.
        """
        message = f"page {page.docname!r} does not exist; its entry is left out"
        hint = ""
        if moved is not None:
            hint = f"write {moved!r}"
        elif "://" in docname:
            hint = "links begin with 'https://' or 'http://'"
        elif any(part.startswith(".") for part in docname.split("/")):
            hint = "files and folders whose names begin with a dot are not pages; rename it"
        elif near := self.nearest.to(without_extension(docname).replace("\\", "/")):
            hint = f"did you mean {near!r}?"
        fault = self.source.fault(FaultKind.PAGE_MISSING, severity, page.pointer, message, hint)
        self.report(replace(fault, target=docname))


def find_moves(missing: Collection[str], found: Collection[str]) -> dict[str, Move]:
    """Return the folder that each of *missing* was in and where it is now, if many moved together.

    :param missing: docnames that docs.json lists.
    :param found: the docnames of the site.
    :returns: ``Move("guides", "content/guides")`` for ``guides/a`` that is ``content/guides/a``;
        ``Move("guides", None)`` if the folder does not exist and the page is in no other. Pages of
        which at most three were moved to the same folder are left out.
    """
    if len(missing) <= _MOST_SINGLE:
        return {}
    found_by_last: defaultdict[str, list[str]] = defaultdict(list)
    folders = {""}
    for name in found:
        found_by_last[name.rpartition("/")[2]].append(name)
        parts = name.split("/")
        folders.update("/".join(parts[:end]) for end in range(1, len(parts)))
    # A page with a common name, such as index, may have been moved from several folders.
    moves_by_name = {
        name: {_find_move(name, other) for other in found_by_last[name.rpartition("/")[2]]}
        for name in missing
    }
    # In a folder that exists, a page is missing rather than moved, as one that is not translated.
    counts = Counter(
        move
        for moves in moves_by_name.values()
        for move in moves
        if not move[0] or move[0] not in folders
    )
    common_moves: dict[str, Move] = {}
    for name, moves in moves_by_name.items():
        # The move of most pages is the likeliest; sorted, so that each run gives the same.
        move = max(sorted(moves), key=lambda move: counts[move], default=None)
        if move is not None and counts[move] > _MOST_SINGLE:
            common_moves[name] = Move(*move)
    # Of the others, those below the same folder that does not exist have the same cause.
    missing_folders = {
        name: name.partition("/")[0]
        for name in missing
        if name not in common_moves and "/" in name and name.partition("/")[0] not in folders
    }
    folder_counts = Counter(missing_folders.values())
    for name, folder in missing_folders.items():
        if folder_counts[folder] > _MOST_SINGLE:
            common_moves[name] = Move(folder, None)
    return common_moves


def _find_move(missing: str, found: str) -> tuple[str, str]:
    """Return what is before the parts that two docnames have in common at their ends."""
    old, new = missing.split("/"), found.split("/")
    while old and new and old[-1] == new[-1]:
        old.pop()
        new.pop()
    return "/".join(old), "/".join(new)


def _cleaned(text: str) -> tuple[str, str]:
    """Return a page path without what does not belong in one, and what that was."""
    path = text.strip()
    if "://" in path:
        return path, ""
    hidden = hidden_characters(path, visible_name(path))
    path = visible_name(path)
    parts: list[str] = []
    dots = False
    for part in path.split("/"):
        if part in (".", ".."):
            dots = True
            # A path cannot leave the site: further steps up are dropped.
            if part == ".." and parts:
                parts.pop()
        elif part:
            parts.append(part)
    if hidden:
        oddity = f"has {hidden}"
    elif dots:
        oddity = "has '.' or '..' in it"
    elif "//" in path:
        oddity = "has a double slash"
    else:
        oddity = "has blanks around it" if path != text else ""
    return "/".join(parts) or INDEX, oddity
