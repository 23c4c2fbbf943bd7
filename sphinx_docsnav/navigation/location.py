"""The document of each entry of the navigation; entries without one are removed and reported.

Source: docs.json specification, 2.2; DESIGN's table of errors and warnings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from sphinx_docsnav.faults import Fault, FaultKind, Move, Report, Severity, position_key
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.navigation.inventory import (
    BUILDER_PAGES,
    is_page_pattern,
    list_matches,
    strip_extension,
)
from sphinx_docsnav.navigation.resolution import ResolvedNavigation
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.sitefiles.hidden_characters import describe_hidden_characters, make_visible_name
from sphinx_docsnav.sitefiles.nearest import Nearest

INDEX = "index"
"""The document at the site's own address, ``/``."""
_MAX_SINGLE_MESSAGES = 3
"""The most missing pages with the same cause that have a message each; more share one message."""


def locate(
    navigation: ResolvedNavigation,
    docnames: Collection[str],
    report: Report,
    left_out: Collection[str] = (),
    find_exclusion: Callable[[str], str] = lambda _docname: "",
) -> Site:
    """Return the site of *navigation* with the documents *docnames*.

    A file of the site with the docname of an endpoint page replaces that page, and has its
    operation.

    :param docnames: the documents on disk; generated pages need not be among them.
    :param left_out: pages whose files cannot be used; they were reported already.
    :param find_exclusion: returns the pattern of the project that excludes a page; empty if none
        does.

    Faults: ``page_missing`` for each entry without a document, ``page_path`` for each entry whose
    document is found although it is spelled differently.
    """
    faults: list[Fault] = []
    locator = _Locator(navigation, docnames, faults.append, left_out, find_exclusion)
    root = locator.locate_element(navigation.root)
    locator.report_missing_pages()
    # Missing pages are known last; faults are in the order of docs.json.
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
    # A document that docs.json does not list is a page outside of the navigation.
    unlisted = locator.docnames.difference(site.listed, site.reference_pages)
    return replace(site, unlisted=tuple(sorted(unlisted))) if unlisted else site


class _Locator:
    """Finds the documents of the entries of a navigation."""

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
        self.docnames = {*self.files, *self.endpoints, *navigation.references.pages}
        """All documents, with and without a file."""
        self.missing_pages: list[tuple[Page, str]] = []
        """The entries without a document, each with the docname that was searched."""

    def locate_element(self, element: Element) -> Element:
        """Return *element* without the entries that have no document."""
        children: list[Element | Page] = []
        for child in element.children:
            if isinstance(child, Element):
                children.append(self.locate_element(child))
            else:
                children.extend(self.locate_entry(child))
        root = self.locate_page(element.root) if element.root else None
        return replace(element, children=tuple(children), root=root)

    def locate_entry(self, page: Page) -> Iterable[Page]:
        """Return the pages of an entry: none, one, or those that a pattern matches."""
        text = page.docname.strip("/ ")
        if page.operation or page.url or text in self.docnames:
            located = self.locate_page(page)
            return () if located is None else (located,)
        # A document of the site has precedence over an index of the same name.
        if text in BUILDER_PAGES:
            name, title = BUILDER_PAGES[text]
            return (replace(page, docname="", url=f"/{name}", title=page.own_title or title),)
        # Names of files may contain brackets: a page of that name has precedence over the pattern.
        if is_page_pattern(text) and self.find_docname(page.docname)[0] not in self.docnames:
            return self.expand_pattern(page)
        located = self.locate_page(page)
        return () if located is None else (located,)

    def expand_pattern(self, page: Page) -> Iterable[Page]:
        """Return an entry for each page that a pattern matches and that no entry lists yet."""
        matches = list_matches(page.docname, self.files)
        if not matches:
            message = f"no page matches {page.docname!r}; the entry is left out"
            kind = FaultKind.PAGE_MISSING
            self.report(self.source.warning(kind, page.pointer, message))
        # As in Sphinx's toctrees, a pattern skips the pages that an entry names.
        unlisted = [docname for docname in matches if docname not in self.listed_docnames]
        self.listed_docnames.update(unlisted)
        return [replace(page, docname=docname, own_title="") for docname in unlisted]

    @cached_property
    def listed_docnames(self) -> set[str]:
        """The pages that entries name, and those that patterns have matched so far."""
        return {
            self.find_docname(page.docname)[0]
            for page in self.root.pages()
            if not page.operation and not page.url
        }

    def locate_page(self, page: Page) -> Page | None:
        """Return *page* with the name of its document, ``None`` if there is no document."""
        if page.operation or page.url:
            return page
        text = page.docname
        plain = text.removeprefix("/")
        # Nearly all entries are spelled like their document.
        if plain in self.docnames:
            return page if plain is text else replace(page, docname=plain)
        docname, problem = self.find_docname(text)
        if docname in self.docnames:
            if problem:
                message = f"page {text!r} {problem}; read as {docname!r}"
                hint = f"write {docname!r}"
                self.report(self.source.warning(FaultKind.PAGE_PATH, page.pointer, message, hint))
            return replace(page, docname=docname)
        # A file that cannot be used was reported with its reason.
        stem = strip_extension(docname)
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

    def find_docname(self, text: str) -> tuple[str, str]:
        """Return the document that an entry names, and the problem with its spelling or ``""``.

        If there is no such document, the docname is the one that it would have.
        """
        docname, problem = _clean_path(text)
        if docname in self.docnames:
            return docname, problem
        # From the smallest mistake to the largest: an extension, a folder, upper and lower case.
        stem = strip_extension(docname)
        if stem in self.docnames:
            return stem, "has an extension"
        if f"{stem}/{INDEX}" in self.docnames:
            return f"{stem}/{INDEX}", problem if stem == docname else "has an extension"
        if other_case := self.nearest.in_other_case(stem):
            return other_case, "is spelled with different upper and lower case"
        return docname, problem

    @cached_property
    def nearest(self) -> Nearest:
        """Finds the documents with the most similar names."""
        return Nearest(self.docnames)

    def report_missing_pages(self) -> None:
        """Report the entries without a document; those with the same cause have one message.

        They are errors if most of the pages that docs.json lists do not exist: it is then probably
        the docs.json of another site.
        """
        count = len(self.missing_pages)
        listed_count = sum(not page.operation and not page.url for page in self.root.pages())
        is_error = count > _MAX_SINGLE_MESSAGES and 2 * count > listed_count
        severity = Severity.ERROR if is_error else Severity.WARNING
        moves = find_moves([docname for _page, docname in self.missing_pages], self.docnames)
        pages_by_move: defaultdict[Move, list[tuple[Page, str]]] = defaultdict(list)
        for page, docname in self.missing_pages:
            if docname in moves:
                pages_by_move[moves[docname]].append((page, docname))
            else:
                self.report_missing_page(page, docname, severity)
        for move, pages in pages_by_move.items():
            message, hint = _describe_move(move, len(pages))
            pointer = pages[0][0].pointer
            fault = self.source.fault(FaultKind.PAGE_MISSING, severity, pointer, message, hint)
            self.report(replace(fault, move=move))
            # The single pages are remarks, which `--verbose` and programs show.
            for page, docname in pages:
                path_below = docname.removeprefix(move.old).strip("/")
                new_docname = None if move.new is None else f"{move.new}/{path_below}".strip("/")
                self.report_missing_page(page, docname, Severity.INFO, new_docname)

    def report_missing_page(
        self, page: Page, docname: str, severity: Severity, new_docname: str | None = None
    ) -> None:
        """Report an entry without a document.

        :param docname: the docname that was searched.
        :param new_docname: the docname of the page after it was moved; ``None`` if it is unknown.
        """
        message = f"page {page.docname!r} does not exist; its entry is left out"
        hint = ""
        if new_docname is not None:
            hint = f"write {new_docname!r}"
        elif "://" in docname:
            hint = "links begin with 'https://' or 'http://'"
        elif any(part.startswith(".") for part in docname.split("/")):
            hint = "files and folders whose names begin with a dot are not pages; rename it"
        elif near := self.nearest.to(strip_extension(docname).replace("\\", "/")):
            hint = did_you_mean(near)
        fault = self.source.fault(FaultKind.PAGE_MISSING, severity, page.pointer, message, hint)
        self.report(replace(fault, target=docname))


def _describe_move(move: Move, count: int) -> tuple[str, str]:
    """Return message and hint for *count* pages that were moved together."""
    old, new = move.old, move.new
    pages = f"pages below {old!r}" if old else "pages"
    new_location = "" if new is None else f"; they exist below {new or '/'!r}"
    message = f"{count:,} {pages} do not exist{new_location}; their entries are left out"
    if new is None:
        hint = f"the site has no folder {old!r}: correct the paths, or remove the entries"
    elif not new:
        hint = f"remove '{old}/' from their paths"
    elif old:
        hint = f"write '{new}/' instead of '{old}/'"
    else:
        hint = f"move docs.json into that folder, or write '{new}/' before their paths"
    return message, hint


def find_moves(missing: Collection[str], docnames: Collection[str]) -> dict[str, Move]:
    """Return the old and the new folder of each of *missing*, if many pages were moved together.

    :param missing: docnames that docs.json lists.
    :param docnames: the docnames of the site.
    :returns: ``Move("guides", "content/guides")`` for ``guides/a`` that is ``content/guides/a``;
        ``Move("guides", None)`` if the folder does not exist and the page is in no other. If at
        most three pages were moved to the same folder, they are left out.
    """
    if len(missing) <= _MAX_SINGLE_MESSAGES:
        return {}
    docnames_by_last_part: defaultdict[str, list[str]] = defaultdict(list)
    folders = {""}
    for name in docnames:
        docnames_by_last_part[name.rpartition("/")[2]].append(name)
        parts = name.split("/")
        folders.update("/".join(parts[:end]) for end in range(1, len(parts)))
    # A page with a common name, such as index, may have been moved from several folders.
    moves_by_name = {
        name: {_find_move(name, other) for other in docnames_by_last_part[name.rpartition("/")[2]]}
        for name in missing
    }
    common_moves = _find_common_moves(moves_by_name, folders)
    # The other pages have a common cause if they are below one folder that does not exist.
    missing_folders = {
        name: name.partition("/")[0]
        for name in missing
        if name not in common_moves and "/" in name and name.partition("/")[0] not in folders
    }
    folder_counts = Counter(missing_folders.values())
    for name, folder in missing_folders.items():
        if folder_counts[folder] > _MAX_SINGLE_MESSAGES:
            common_moves[name] = Move(folder, None)
    return common_moves


def _find_common_moves(
    moves_by_name: Mapping[str, Collection[tuple[str, str]]], folders: Collection[str]
) -> dict[str, Move]:
    """Return the move of each page that it shares with enough others.

    :param moves_by_name: the possible moves of each page: its old and its new folder.
    :param folders: the folders of the site.
    """
    # If its old folder exists, a page is missing rather than moved: it may not be translated yet.
    counts = Counter(
        move
        for moves in moves_by_name.values()
        for move in moves
        if not move[0] or move[0] not in folders
    )
    common_moves: dict[str, Move] = {}
    for name, moves in moves_by_name.items():
        # The move that most pages have in common; sorted, so that the result is reproducible.
        move = max(sorted(moves), key=lambda move: counts[move], default=None)
        if move is not None and counts[move] > _MAX_SINGLE_MESSAGES:
            common_moves[name] = Move(*move)
    return common_moves


def _find_move(old_docname: str, new_docname: str) -> tuple[str, str]:
    """Return the folders of two docnames above the parts that they have in common at their ends."""
    old, new = old_docname.split("/"), new_docname.split("/")
    while old and new and old[-1] == new[-1]:
        old.pop()
        new.pop()
    return "/".join(old), "/".join(new)


def _clean_path(text: str) -> tuple[str, str]:
    """Return a page path as a docname, and what was removed, as the end of a sentence."""
    path = text.strip()
    if "://" in path:
        return path, ""
    hidden = describe_hidden_characters(path, make_visible_name(path))
    path = make_visible_name(path)
    parts: list[str] = []
    has_dots = False
    for part in path.split("/"):
        if part in (".", ".."):
            has_dots = True
            # A path cannot lead out of the site.
            if part == ".." and parts:
                parts.pop()
        elif part:
            parts.append(part)
    if hidden:
        problem = f"has {hidden}"
    elif has_dots:
        problem = "has '.' or '..' in it"
    elif "//" in path:
        problem = "has a double slash"
    else:
        problem = "has blanks around it" if path != text else ""
    return "/".join(parts) or INDEX, problem
