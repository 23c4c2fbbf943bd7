"""The icons and logos that a site names: which of them there are.

An icon is the name of a drawing, an ``https`` address, or an image of the site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.icons import IconKind, icon_fault, icon_kind
from sphinx_docsnav.mdx.frontmatter import front_matter_position
from sphinx_docsnav.navigation.bars import navbar_links
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.sitefiles.confinement import site_image

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.navigation.site import Site


def picture_faults(docs: DocsJson, root: Path) -> Iterator[Fault]:
    """Yield ``image_missing`` for logos and favicons that are no images of the site."""
    named = {
        "/favicon": docs.favicon.light if docs.favicon else "",
        "/logo/light": docs.logo.light if docs.logo else "",
        "/logo/dark": docs.logo.dark if docs.logo else "",
    }
    told: set[str] = set()
    for pointer, path in named.items():
        if path and path not in told and not _is_there(path, root):
            told.add(path)
            yield _placed(_missing(path), docs, pointer)


def icon_faults(
    docs: DocsJson, site: Site, root: Path, file_of: Callable[[str], Path | None]
) -> Iterator[Fault]:
    """Yield one fault per element and link of docs.json, and per page, whose icon is not shown.

    :param file_of: gives the file of a document, ``None`` for one without.
    """
    told: set[str] = set()
    for item in walk_all(site.root):
        if item.icon is None or (isinstance(item, Page) and item.docname in told):
            continue
        fault = _icon_fault(item.icon, docs.icons.library, root)
        if fault is None:
            continue
        if isinstance(item, Element):
            yield _placed(fault, docs, f"{item.pointer}/icon")
        else:
            told.add(item.docname)
            yield _of_page(fault, docs, item, file_of(item.docname))
    for link, pointer in navbar_links(docs, site.root):
        if link.icon and (fault := _icon_fault(link.icon, docs.icons.library, root)):
            yield _placed(fault, docs, f"{pointer}/icon")


def icon_images(docs: DocsJson, site: Site, root: Path) -> dict[str, Path]:
    """Return the images of the site that are icons in its navigation, by the names they have."""
    icons = [item.icon for item in walk_all(site.root)]
    icons += [link.icon for link, _ in navbar_links(docs, site.root)]
    names = {icon.name for icon in icons if icon is not None}
    files = {name: site_image(root, name) for name in names if icon_kind(name) is IconKind.FILE}
    return {name: file for name, file in files.items() if file is not None}


def walk_all(element: Element) -> Iterator[Element | Page]:
    """Yield what is below *element*, global elements with what they hold included."""
    for item in element.global_elements:
        yield item
        yield from walk_all(item)
    for below in element.walk():
        yield below
        if isinstance(below, Element):
            for item in below.global_elements:
                yield item
                yield from walk_all(item)


def _icon_fault(icon: Icon, library: str, root: Path) -> Fault | None:
    if icon_kind(icon.name) is IconKind.NAME:
        return icon_fault(icon, library)
    return None if _is_there(icon.name, root) else _missing(icon.name)


def _is_there(path: str, root: Path) -> bool:
    return path.startswith("https://") or site_image(root, path) is not None


def _missing(path: str) -> Fault:
    what = "not an https URL" if "://" in path else "not an image file of the site"
    hint = "write the path of an image from the root of the site, or an https URL"
    message = f"{path!r} is {what}; it is left out"
    return Fault(FaultKind.IMAGE_MISSING, Severity.WARNING, message, hint=hint)


def _of_page(fault: Fault, docs: DocsJson, page: Page, path: Path | None) -> Fault:
    """Return *fault* at the icon in the page's front matter, else at its entry in docs.json."""
    if path is None:
        return _placed(fault, docs, page.pointer)
    return replace(fault, path=path, position=front_matter_position(path, "icon"))


def _placed(fault: Fault, docs: DocsJson, pointer: str) -> Fault:
    path, position = docs.source.file(pointer), docs.source.position(pointer)
    return replace(fault, path=path, position=position, pointer=pointer)
