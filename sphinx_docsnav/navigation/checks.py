"""Checks of links between pages, and of what docs.json names besides pages.

Each function yields the faults of one kind of name in docs.json: those that lead nowhere, and those
that only this extension understands (``check --portable``). An icon is the name of a
drawing, an ``https`` address, or an image of the site. `LinkCheck` yields those of the links in
pages, whose links and anchors a `CheckedPage` has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx_docsnav.data_files.json_values import as_object, find_value, split_pointer
from sphinx_docsnav.docs_json.kinds import CODE_THEMES, Banner, Icon, Kind, PageEntry
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.icons import IconKind, SiteIcons, find_icon_kind
from sphinx_docsnav.mdx.frontmatter import find_front_matter_position
from sphinx_docsnav.messages import quote
from sphinx_docsnav.navigation.inventory import (
    MDX_SUFFIXES,
    PageInventory,
    is_builder_page,
    is_page_pattern,
)
from sphinx_docsnav.navigation.site import Site
from sphinx_docsnav.navigation.tree import Element, Page, list_bar_links, list_navbar_links
from sphinx_docsnav.sitefiles.hidden_characters import describe_hidden_characters, make_visible_name
from sphinx_docsnav.sitefiles.nearest import suggest_name
from sphinx_docsnav.sitefiles.page_links import (
    Address,
    AddressKind,
    SiteDocuments,
    explain_missing_anchor,
    find_circular_redirects,
    find_meant_anchor,
    find_path,
    find_unknown_wildcards,
    is_pattern,
    leads_to_top,
)
from sphinx_docsnav.sitefiles.safe_files import find_font_kind, find_site_file, find_site_image
from sphinx_docsnav.sitefiles.safe_urls import find_scheme, is_external

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

_LISTED = frozenset(Kind) - {Kind.NAVIGATION, Kind.ITEM}
_LISTS = "|".join(("pages", "menu", *(f"{kind}s" for kind in Kind if kind in _LISTED)))
_NOT_GLOBAL = re.compile(rf"(?<!/global)/(?:{_LISTS})/\d+/href$")
"""The pointer to the ``href`` of an element that is not global."""
_CODE_WORDS = ("system", "dark")
"""What ``styling.codeblocks`` can be instead of an object."""
MATHML_RENDERER = "docsnav_mathml"
"""The value of ``html_math_renderer`` with which this package converts formulas."""
MERMAID_EXTENSION = "sphinxcontrib.mermaid"
"""The extension that draws the diagrams of projects that have it."""
PageLink = tuple[str, str, tuple[str, ...], str, str, int, int]
"""A link to a page of the site: the fields of its `Address`, with the name of the kind; the file
that has it, empty for the page's own; line and column. A site has many, and most are right."""


def check_hrefs(docs: DocsJson, site: Site, root: Path) -> Iterator[Fault]:
    """Yield ``link_missing`` for each link of docs.json to a path of the site where nothing is.

    Links are those of elements, of banners, of the logo, and of ``navbar`` and ``footer``, and
    the destinations of redirects. For an element that is not global, ``href_relative`` says that a
    path that leads somewhere should be a URL (rule 9); a path that is redirected twice gives
    ``no_effect``, redirects in a circle ``redirect_file``.
    """
    yield from _check_redirects(docs, site.documents, site.first_page(site.root))
    rules = site.documents.redirects()
    for href, pointer in list_site_links(docs, site):
        if is_external(href):
            continue
        path = find_path(href)
        if (
            site.documents.find((path,)) is not None
            or rules.find(path) is not None  # its destination is reported
            or _find_file(href, root) is not None
            or site.documents.is_unread(path)
        ):
            # Rule 9: only global anchors may have a path. The path leads somewhere, so it is
            # used.
            if docs.source.is_written and _NOT_GLOBAL.search(pointer):
                problem = f"'href' has the path {quote(href)}, which only global anchors may have"
                message = f"{problem}; it is used as a link to that page"
                hint = "write a full URL, or list the page in 'pages'"
                yield docs.source.warning(FaultKind.HREF_RELATIVE, pointer, message, hint)
            continue
        hint = site.documents.suggest_address(href, path)
        message = f"{href!r} does not lead to a page or file of the site"
        fault = docs.source.warning(FaultKind.LINK_MISSING, pointer, message, hint)
        yield replace(fault, target=path)


def find_linked_files(docs: DocsJson, site: Site, root: Path) -> dict[str, Path]:
    """Return the files of the site that docs.json links to, by their paths in the output.

    A path that leads to a page, too, means the page.
    """
    files: dict[str, Path] = {}
    for href in {href for href, _ in list_site_links(docs, site) if not is_external(href)}:
        path = find_path(href)
        if site.documents.find((path,)) is not None:
            continue
        if (file := _find_file(href, root)) is not None:
            # The name in the output is that of the file, however the link is spelled.
            files[file.relative_to(root).as_posix()] = file
    return files


def _find_file(href: str, root: Path) -> Path | None:
    """Return the file of the site that an address of docs.json leads to."""
    path = find_path(href)
    return find_site_file(root, path) if path else None


def find_indirect_links(docs: DocsJson, site: Site) -> list[tuple[str, str]]:
    """Return the paths of docs.json that are no pages, with where they lead.

    These are folders, redirected addresses, and those that begin with the path on the server.
    """
    paths = {find_path(href) for href, _ in list_site_links(docs, site) if not is_external(href)}
    targets = {path: site.documents.find((path,)) for path in paths}
    return sorted(
        (path, f"{target.docname or target.url}#{target.anchor}")
        for path, target in targets.items()
        if target is not None and not target.is_builder_page and site.documents.page(path) is None
    )


def _check_redirects(
    docs: DocsJson, documents: SiteDocuments, first_page: Page | None
) -> Iterator[Fault]:
    """Yield ``no_effect`` and ``redirect_file`` for redirects that bring readers nowhere.

    :param first_page: where the address of a site leads that has no page of its own.
    """
    first: dict[str, int] = {}
    for number, redirect in enumerate(docs.redirects):
        yield from _check_redirect(docs, number, documents, first_page)
        # The first redirect of an address counts.
        earlier = first.setdefault(unquote(redirect.source).strip("/"), number)
        if earlier != number:
            target = docs.redirects[earlier].destination
            if target.strip("/") == redirect.destination.strip("/"):
                continue  # the same address once more, with a slash at its end
            problem = f"{quote(redirect.source)} is already redirected to {quote(target)}"
            message, hint = f"{problem}; this redirect is ignored", "remove one of them"
            pointer = docs.source.written(f"/redirects/{number}/source")
            yield docs.source.warning(FaultKind.NO_EFFECT, pointer, message, hint)
    rules = [(rule.source, rule.destination) for rule in docs.redirects]
    for number in find_circular_redirects(rules, documents):
        message = f"{quote(docs.redirects[number].source)} is redirected in a circle; left out"
        pointer = docs.source.written(f"/redirects/{number}/destination")
        hint = "name a page of the site as one of the destinations"
        yield docs.source.warning(FaultKind.REDIRECT_FILE, pointer, message, hint)


def _check_redirect(
    docs: DocsJson, number: int, documents: SiteDocuments, first_page: Page | None
) -> Iterator[Fault]:
    """Yield the faults of one redirect, apart from the others; see `_check_redirects`."""
    redirect = docs.redirects[number]
    source = unquote(redirect.source).strip("/")
    source_pointer = docs.source.written(f"/redirects/{number}/source")
    if hidden := describe_hidden_characters(source, make_visible_name(source)):
        message = f"the source of a redirect has {hidden}, which its address leaves out"
        yield docs.source.warning(FaultKind.REDIRECT_FILE, source_pointer, message, "remove it")
    why, hint = _explain_ignored_redirect(source, redirect.destination, documents, first_page)
    if why:
        message = f"{quote(redirect.source)} {why}; its redirect is ignored"
        fault = docs.source.warning(FaultKind.NO_EFFECT, source_pointer, message, hint)
        # Readers see the page, as they would if the redirect were not there.
        yield replace(fault, severity=Severity.INFO)
    if unknown := find_unknown_wildcards(redirect.source, redirect.destination):
        names = ", ".join(map(quote, unknown))
        problem = f"the destination names {names}, no wildcard of {quote(redirect.source)}"
        message = f"{problem}; it may lead to no page"
        pointer = docs.source.written(f"/redirects/{number}/destination")
        hint = "use the wildcards of the source"
        yield docs.source.warning(FaultKind.REDIRECT_FILE, pointer, message, hint)


def _explain_ignored_redirect(
    source: str, destination: str, documents: SiteDocuments, first_page: Page | None
) -> tuple[str, str]:
    """Return why a page takes the place of a redirect, and the remedy; both empty if none does.

    :param source: its path, without slashes around it.
    """
    name = source.removesuffix(".html") or documents.root_doc
    if name in documents.docnames:
        # Pages of that builder are folders, which leave the name of the file free.
        unless = ", unless you build with 'dirhtml'" if source.endswith(".html") else ""
        return "is a page of the site", f"remove one of them{unless}"
    if source or first_page is None:
        return "", ""
    # A site without a page of that name has one that leads to the first page.
    target = documents.find((find_path(destination),))
    if target is not None and target.docname == first_page.docname:
        return "", ""
    why = f"leads to the first page, {quote(first_page.docname)}"
    return why, f"list another page first, or write a page {quote(name)}"


def list_site_links(docs: DocsJson, site: Site) -> Iterator[tuple[str, str]]:
    """Yield each link in docs.json with its JSON pointer."""
    if docs.banner is not None:
        yield from _find_banner_links(docs, docs.banner, "")
    if docs.logo is not None and docs.logo.href:
        yield docs.logo.href, docs.source.written("/logo/href")
    yield from list_bar_links(docs, site.root)
    for number, redirect in enumerate(docs.redirects):
        # Where a pattern leads depends on the address that it matches.
        if not is_pattern(redirect.destination):
            pointer = docs.source.written(f"/redirects/{number}/destination")
            yield redirect.destination, pointer
    for item in site.root.walk(with_global=True):
        if isinstance(item, Page):
            if item.url and not item.docname:
                yield item.url, item.pointer
            continue
        if item.href:
            yield item.href, f"{item.pointer}/href"
        if item.banner is not None:
            yield from _find_banner_links(docs, item.banner, item.pointer)


def _find_banner_links(docs: DocsJson, banner: Banner, pointer: str) -> Iterator[tuple[str, str]]:
    from sphinx_docsnav.mdx.description_tokens import MarkdownProfile, get_markdown_parser
    from sphinx_docsnav.mdx.source import substitute_variables

    parser = get_markdown_parser(MarkdownProfile.BANNER)
    content = substitute_variables(banner.content, docs.variables)
    for token in parser.parseInline(" ".join(content.split())):
        for child in token.children or ():
            if child.type == "link_open":
                yield str(child.attrs.get("href", "")), f"{pointer}/banner/content"


def check_pictures(docs: DocsJson, root: Path) -> Iterator[Fault]:
    """Yield ``image_missing`` for pictures that docs.json names and that are none of the site.

    Faults: ``setting_ignored``, one per font that is no font of the site.
    """
    reported: set[str] = set()
    for pointer, path in _list_pictures(docs):
        if path and path not in reported and not _is_image(path, root):
            reported.add(path)
            yield _set_position(_make_image_fault(path), docs, pointer)
    fonts = {"": docs.fonts, "/heading": docs.fonts.heading, "/body": docs.fonts.body}
    for part, font in fonts.items():
        if font.source and not find_scheme(font.source) and not find_font_kind(root, font.source):
            message = f"{font.source!r} is not a WOFF or WOFF2 file of the site; it is ignored"
            hint = "convert the font, or correct the path"
            pointer = f"/fonts{part}/source"
            yield docs.source.warning(FaultKind.SETTING_IGNORED, pointer, message, hint)


def check_icons(
    docs: DocsJson,
    icons: SiteIcons,
    site: Site,
    root: Path,
    file_of: Callable[[str], Path | None],
) -> Iterator[Fault]:
    """Yield one fault per element and link of docs.json, and per page, whose icon is not shown.

    :param file_of: gives the file of a document, ``None`` for one without.
    """
    reported: set[str] = set()
    for item in site.root.walk(with_global=True):
        if item.icon is None or (isinstance(item, Page) and item.docname in reported):
            continue
        fault = _check_icon(item.icon, icons, root)
        if fault is None:
            continue
        if isinstance(item, Element):
            # Without any set of icons, one message without a place is enough.
            yield _set_position(fault, docs, f"{item.pointer}/icon") if icons.packs else fault
        else:
            reported.add(item.docname)
            yield _move_to_page(fault, docs, item, file_of(item.docname)) if icons.packs else fault
    for link, pointer in list_navbar_links(docs, site.root):
        if link.icon and (fault := _check_icon(link.icon, icons, root)):
            yield _set_position(fault, docs, f"{pointer}/icon") if icons.packs else fault


def _list_pictures(docs: DocsJson) -> Iterator[tuple[str, str]]:
    """Yield the pointer and path of each picture, as docs.json names them."""
    pictures = {
        "/background/image": docs.background.image,
        "/favicon": docs.favicon,
        "/logo": docs.logo,
    }
    for pointer, images in pictures.items():
        if images is None:
            continue
        written = find_value(docs.source.value, split_pointer(pointer))
        if isinstance(written, str):
            yield pointer, images.light
            continue
        # An image for one mode stands for the other, too.
        modes = as_object(written)
        yield from (
            (f"{pointer}/{mode}", path)
            for mode, path in (("light", images.light), ("dark", images.dark))
            if modes.get(mode)
        )
    if docs.thumbnails:
        yield "/thumbnails/background", docs.thumbnails.background


def find_icon_images(docs: DocsJson, site: Site, root: Path) -> dict[str, Path]:
    """Return the images of the site that are icons in its navigation, by the names they have."""
    icons = [item.icon for item in site.root.walk(with_global=True)]
    icons += [link.icon for link, _ in list_navbar_links(docs, site.root)]
    names = {icon.name for icon in icons if icon is not None}
    files = {
        name: find_site_image(root, name) for name in names if find_icon_kind(name) is IconKind.FILE
    }
    return {name: file for name, file in files.items() if file is not None}


def _check_icon(icon: Icon, icons: SiteIcons, root: Path) -> Fault | None:
    if find_icon_kind(icon.name) is IconKind.NAME:
        return icons.fault(icon)
    return None if _is_image(icon.name, root) else _make_image_fault(icon.name)


def _is_image(path: str, root: Path) -> bool:
    return path.startswith("https://") or find_site_image(root, path) is not None


def _make_image_fault(path: str) -> Fault:
    problem = "not an https URL" if "://" in path else "not an image file of the site"
    hint = "write the path of an image from the root of the site, or an https URL"
    message = f"{path!r} is {problem}; it is left out"
    return Fault(FaultKind.IMAGE_MISSING, Severity.WARNING, message, hint=hint)


def _move_to_page(fault: Fault, docs: DocsJson, page: Page, path: Path | None) -> Fault:
    """Return *fault* at the icon in the page's front matter, else at its entry in docs.json."""
    if path is None:
        return _set_position(fault, docs, page.pointer)
    return replace(fault, path=path, position=find_front_matter_position(path, "icon"))


def _set_position(fault: Fault, docs: DocsJson, pointer: str) -> Fault:
    path, position = docs.source.file(pointer), docs.source.position(pointer)
    return replace(fault, path=path, position=position, pointer=pointer)


def check_sample_languages(docs: DocsJson) -> Iterator[Fault]:
    """Yield ``wrong_value``, one per unknown language in ``api.examples.languages``."""
    if not docs.api.examples.languages:
        return
    from sphinx_docsnav.openapi.content.sample_requests import LANGUAGES, find_language

    for number, name in enumerate(docs.api.examples.languages):
        if find_language(name) is not None:
            continue
        pointer = docs.source.written(f"/api/examples/languages/{number}")
        message = f"expected one of {', '.join(LANGUAGES)}, found {name!r}; left out"
        hint = suggest_name(name, list(LANGUAGES))
        yield docs.source.warning(FaultKind.WRONG_VALUE, pointer, message, hint)


def check_code_themes(docs: DocsJson) -> Iterator[Fault]:
    """Yield ``wrong_value``, one per theme of code that neither the format nor Pygments has."""
    fields = docs.source.value
    styling = fields.get("styling") if isinstance(fields, dict) else None
    code = styling.get("codeblocks") if isinstance(styling, dict) else None
    if not code or code in _CODE_WORDS:
        return
    from pygments.styles import get_all_styles

    pointer, theme_names = "/styling/codeblocks", sorted({*CODE_THEMES, *get_all_styles()})
    # Authors write the theme where the format wants an object.
    if isinstance(code, str):
        correction = f'write {{"theme": {json.dumps(code)}}}' if code in theme_names else ""
        hint = correction or suggest_name(code, _CODE_WORDS)
        message = f"{quote(code)} is not 'system' or 'dark'; it is ignored"
        yield docs.source.warning(FaultKind.WRONG_VALUE, pointer, message, hint)
        return
    theme = code.get("theme") if isinstance(code, dict) else None
    names_by_mode = theme if isinstance(theme, dict) else {"": theme}
    for mode in ("", "light", "dark"):
        name = names_by_mode.get(mode)
        if isinstance(name, str) and name and name not in theme_names:
            mode_pointer = f"{pointer}/theme/{mode}".rstrip("/")
            message = f"there is no theme of code {quote(name)}; another one is used"
            hint = suggest_name(name, theme_names)
            yield docs.source.warning(FaultKind.WRONG_VALUE, mode_pointer, message, hint)


def check_portability(docs: DocsJson, site: Site, inventory: PageInventory) -> Iterator[Fault]:
    """Yield ``not_portable`` for each entry that is an addition of this extension."""
    documents = {page.pointer: page.docname for page in site.root.pages()}
    for item in docs.navigation.walk():
        if isinstance(item, PageEntry):
            addition, hint = _explain_unportable(item, documents.get(item.pointer, ""), inventory)
            pointer = item.pointer
        elif item.is_elsewhere:
            addition, hint = "versions from git", "copy their pages into folders"
            pointer = f"{item.pointer}/{'ref' if item.ref else 'repository'}"
        else:
            is_index = bool(item.href) and is_builder_page(item.href)
            addition = f"the index page {item.href!r}" if is_index else ""
            hint, pointer = "link to a page", f"{item.pointer}/href"
        if addition:
            message = f"only sphinx-docsnav understands {addition}"
            yield docs.source.error(FaultKind.NOT_PORTABLE, pointer, message, hint)


def _explain_unportable(
    entry: PageEntry, docname: str, inventory: PageInventory
) -> tuple[str, str]:
    """Return what is not portable about an entry, and what to do; both empty if nothing is."""
    if entry.href:
        return "a link in 'pages'", "write an anchor with 'href'"
    if entry.title:
        return "an object with 'page' in 'pages'", "write 'sidebarTitle' into the page"
    file = inventory.pages.get(entry.text.strip("/ "), "")
    if file:
        return (
            ("", "") if file.endswith(MDX_SUFFIXES) else (f"the page {file!r}", "convert it to MDX")
        )
    if is_builder_page(entry.text) and not docname:
        return f"the index page {entry.text!r}", "leave it out"
    if is_page_pattern(entry.text):
        return f"the pattern {entry.text!r}", "list the pages"
    return "", ""


@dataclass(frozen=True, slots=True)
class Conversions:
    """What this package converts while a build writes pages; a project may have others for it."""

    formulas: bool = True
    """To MathML."""
    diagrams: bool = True
    """To drawings, if the package for it is installed."""

    @classmethod
    def of_conf(cls, settings: Mapping[str, object]) -> Conversions:
        """Return what is converted in a project, as far as its conf.py writes it out.

        :param settings: the values that conf.py assigns, by name.
        """
        extensions = settings.get("extensions", ())
        return cls(
            formulas=settings.get("html_math_renderer") == MATHML_RENDERER,
            # A list that is not written out may have the other extension.
            diagrams=isinstance(extensions, (list, tuple)) and MERMAID_EXTENSION not in extensions,
        )


@dataclass(frozen=True, slots=True)
class CheckedPage:
    """What a page holds that is checked: its faults, links and anchors."""

    faults: tuple[Fault, ...]
    """What is wrong with it."""
    links: Sequence[PageLink] = ()
    anchors: frozenset[str] = frozenset()
    """The anchors that links can name."""
    files: Collection[str] = ()
    """The snippets and imported files that it was made from."""
    accessibility: tuple[Fault, ...] = ()
    """Faults that hinder readers who use a screen reader."""
    elsewhere: Sequence[tuple[str, str, int]] = ()
    """Its links that leave the site: URL, the file that has it, as in `PageLink`, and line."""


class LinkCheck:
    """Compares the links of pages with the pages of the site.

    :param documents: what an address of the site leads to.
    :param endpoints: documents that show an operation; only a build knows all their anchors.
    """

    def __init__(self, documents: SiteDocuments, endpoints: Collection[str] = ()) -> None:
        self._endpoints = endpoints
        self._documents = documents
        self._target = cache(self._documents.find)

    def find_faults(
        self, pages: Mapping[str, CheckedPage], file_of: Callable[[str], Path | None]
    ) -> Iterator[Fault]:
        """Yield ``link_missing`` and ``anchor_missing`` for the links of *pages*.

        :param pages: what was found in the pages, by docname.
        :param file_of: gives the file of a page.
        """
        resolved_paths: set[tuple[str, ...]] = set()  # where links without an anchor lead to a page
        for docname, page in pages.items():
            for where, url, names, anchor, file, line, column in page.links:
                # Most links have no anchor, and lead where an earlier one has led.
                key = tuple(names)
                if not anchor and key in resolved_paths:
                    continue
                address = Address(AddressKind[where], url, key, anchor)
                problem = self.find_problem(docname, address, pages)
                if problem is not None:
                    kind, message, hint, common = problem
                    path = Path(file) if file else file_of(docname)
                    position = Position(line, column)
                    fault = Fault(kind, Severity.WARNING, message, path, position, hint=hint)
                    is_page = kind is FaultKind.LINK_MISSING
                    target = address.paths[0] if is_page else ""
                    yield replace(fault, problem=common, target=target)
                elif not anchor:
                    resolved_paths.add(key)

    def find_problem(
        self, docname: str, address: Address, pages: Mapping[str, CheckedPage]
    ) -> tuple[FaultKind, str, str, str] | None:
        """Return what is wrong with a link on the page *docname*, ``None`` if it leads somewhere.

        :returns: kind, message, hint, and what it has in common with others (`Fault.problem`).
        """
        anchor, target = address.anchor, docname
        if address.where is not AddressKind.HERE:
            destination = self._target(address.paths)
            if destination is None:
                # Pages of a specification that could not be read are neither there nor missing.
                if self._documents.is_unread(address.paths[0]):
                    return None
                path = address.paths[0]
                message, hint = self._documents.missing_page(address.url, path)
                common = self._documents.find_common_problem(path)
                return FaultKind.LINK_MISSING, message, hint, common
            if destination.docname is None:
                return None
            target, anchor = destination.docname, anchor or destination.anchor
        # Only a build knows the anchors of an endpoint page.
        if not anchor or target not in pages or target in self._endpoints:
            return None
        anchors = pages[target].anchors
        if anchor in anchors or leads_to_top(anchor) or find_meant_anchor(anchor, anchors):
            return None
        message, hint = explain_missing_anchor(address.url, target, anchor, anchors)
        return FaultKind.ANCHOR_MISSING, message, hint, ""
