"""Links and images -> nodes of docutils and Sphinx."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from docutils import nodes

from sphinx_docsnav.components.markup import DARK_ONLY, LIGHT_ONLY, PictureNode
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.messages import did_you_mean, join_names
from sphinx_docsnav.rendering.html_policy import clean_classes
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.sitefiles.page_links import (
    Address,
    AddressKind,
    find_file,
    read_image,
    read_link,
)
from sphinx_docsnav.sitefiles.safe_urls import find_scheme

_LENGTH = re.compile(r"\d{1,5}(?:\.\d+)?(?:px|%|em|rem|pt|cm|mm|in|vw|ch)?")
"""A length that an image may have."""
_SHOWN_ON_DARK = re.compile(
    r"dark:(?:.*:)?!?(?:(?:inline-)?(?:block|flex|grid|table)|inline|contents|flow-root|list-item"
    r"|table-(?:row|cell|column|caption|(?:row|column|header|footer)-group))!?"
)
"""A class that shows a hidden element on dark pages; other classes only give it another look."""
UNNAMED = "docsnav_unnamed"
"""The attribute of an image without alternative text; ``alt=""`` counts as one."""


def make_link(
    out: Renderer, url: str, children: list[nodes.Node], *, line: int, title: str = ""
) -> list[nodes.Node]:
    """Return *children* as a link to *url*; if it is unsafe, without a link and after a warning.

    Faults: ``link_unsafe``.
    """
    address = read_link(url, out.folders)
    # HTML allows no link in a link.
    if address.where is AddressKind.EMPTY or any(has_link(child) for child in children):
        return children
    allowed = find_scheme(address.url) in out.page.host.link_schemes
    if address.where is AddressKind.UNSAFE and not allowed:
        message = f"address {url!r} is not of an allowed kind; kept as text"
        hint = "http, https, mailto, tel and ftp are, and those in docsnav_allowed['link_schemes']"
        out.warn(FaultKind.LINK_UNSAFE, message, line, hint=hint)
        return children
    if address.where is AddressKind.ELSEWHERE or address.where is AddressKind.UNSAFE:
        link: nodes.Element = nodes.reference("", "", *children, refuri=address.url)
    else:
        link = _link_in_site(out, address, children)
        link["docsnav_column"] = out.get_column(line)
        if out.is_description and "docsnav_url" in link:
            link["docsnav_operation"] = True
    if title:
        link["reftitle"] = title
    if not any(getattr(child, "support_smartquotes", True) for child in children):
        # docutils removes the mark of a text before it reads that of the inline elements.
        link["support_smartquotes"] = False
    link.source, link.line = out.source, line
    return [link]


def _link_in_site(out: Renderer, address: Address, children: list[nodes.Node]) -> nodes.Element:
    """Return a link to a page of the site, or a download of a file."""
    # Sphinx does not resolve a link without a child, so the children are one node.
    inner = nodes.inline("", "", *children)
    last = address.paths[0].rpartition("/")[2] if address.paths else ""
    # A suffix other than that of pages means a file.
    if "." in last and not last.endswith((".mdx", ".md")):
        file = find_file(address.paths, out.page.host.root)
        if file is not None:
            out.report_hidden_characters(file)
            return out.page.host.download(file, inner)
    return out.page.host.link(address, inner)


def has_link(node: nodes.Node) -> bool:
    """Return whether *node* contains a link."""
    if isinstance(node, nodes.Text) or not node.children:
        return False
    return any(_is_link(inner) for inner in node.findall(nodes.Element))


def _is_link(node: nodes.Node) -> bool:
    """Return whether *node* is a link, or a reference that Sphinx resolves later."""
    return isinstance(node, nodes.reference) or (
        isinstance(node, nodes.Element) and "reftarget" in node
    )


def make_image(
    out: Renderer, url: str, alt: str, *, line: int, attributes: Mapping[str, Any] | None = None
) -> list[nodes.Node]:
    """Return an image of this or another site.

    :param attributes: ``title``, ``width``, ``height``, ``style``, ``className`` and ``noZoom`` as
        written on the page.
    :returns: the *alt* text instead of an image that is missing or unsafe.

    Faults: ``image_missing``, ``link_unsafe``.
    """
    attributes = attributes or {}
    address = read_image(url, out.folders)
    replacement = _make_alternative(alt, attributes)
    if address.where is AddressKind.EMPTY:
        return replacement
    if address.where is AddressKind.UNSAFE:
        message = f"address {url[:80]!r} of an image is not of an allowed kind; left out"
        out.warn(FaultKind.LINK_UNSAFE, message, line)
        return replacement
    # If the raw source were empty, Sphinx would take the line of the page for it.
    picture = PictureNode(url, uri=address.url, alt=alt)
    if address.where is AddressKind.ELSEWHERE:
        picture["docsnav_remote"] = not address.url.startswith("data:")
    else:
        file = find_file(address.paths, out.page.host.root)
        if file is None:
            _report_missing_image(out, url, address, alt, line)
            return replacement
        out.report_hidden_characters(file, line)
        picture["uri"] = "/" + file.relative_to(out.page.host.root).as_posix()
    picture.source, picture.line = out.source, line
    _set_image_look(out, picture, attributes)
    return [picture]


def _report_missing_image(out: Renderer, url: str, address: Address, alt: str, line: int) -> None:
    """Report an image that the site does not have; the page is read again when it is added."""
    for path in address.paths:
        out.page.host.depend(out.page.host.root / path)
    effect = "its alternative text is shown" if alt else "it is left out"
    message = f"the site has no image {url!r}; {effect}"
    hint = _suggest_image(out, address.paths)
    kind, target = FaultKind.IMAGE_MISSING, address.paths[0]
    out.warn(kind, message, line, once=url, hint=hint, target=target)


def mark_unnamed(node: nodes.Node, *, is_named: bool) -> None:
    """Mark an image whose author gave no alternative text, for ``check --a11y``."""
    if isinstance(node, PictureNode) and not is_named:
        node[UNNAMED] = True


def _make_alternative(alt: str, attributes: Mapping[str, Any]) -> list[nodes.Node]:
    """Return the text in place of a missing image, shown in the same colour mode as the image."""
    classes = mark_mode_classes(clean_classes(attributes.get("className")))
    mode = [name for name in classes if name in {LIGHT_ONLY, DARK_ONLY}]
    if not alt:
        return []
    return [nodes.inline("", alt, classes=mode)] if mode else [nodes.Text(alt)]


def _suggest_image(out: Renderer, paths: tuple[str, ...]) -> str:
    """Return the hint for an image that lies beside the page instead of in its folder."""
    name = paths[0].rpartition("/")[2] if paths else ""
    beside_page = tuple(f"{folder}/{name}".strip("/") for folder in out.folders)
    # The page is read again, and has another hint, when the image is added or removed.
    for path in set(beside_page).difference(paths) if name else ():
        out.page.host.depend(out.page.host.root / path)
    file = find_file(beside_page, out.page.host.root) if name else None
    if file:
        return did_you_mean(f"/{file.relative_to(out.page.host.root).as_posix()}")
    return suggest_searched_paths(paths) if out.scope.chain else ""


def suggest_searched_paths(paths: Sequence[str]) -> str:
    """Return the hint that lists where a missing file was looked for; ``""`` for a single path.

    A path in a snippet starts from the root, or from the folder of the snippet or of the page,
    which authors of snippets do not see.
    """
    return f"looked for {join_names([f'/{path}' for path in paths], 'and')}" if paths[1:] else ""


def _set_image_look(out: Renderer, picture: PictureNode, attributes: Mapping[str, Any]) -> None:
    """Set the style, classes, title and size of an image."""
    picture["style"] = out.get_allowed_style(attributes.get("style"), out.position)
    picture["classes"] += mark_mode_classes(clean_classes(attributes.get("className")))
    if not picture["alt"].strip():
        # Sphinx links an image with a size to its file; such a link would have no name.
        picture["classes"].append("no-scaled-link")
    picture["title"] = str(attributes.get("title") or "")
    # Without the attribute, the size of the file decides.
    if attributes.get("noZoom"):
        picture["docsnav_zoom"] = False
    for name in ("width", "height"):
        value = str(attributes.get(name) or "").strip()
        if _LENGTH.fullmatch(value):
            picture[name] = value


def mark_mode_classes(classes: list[str]) -> list[str]:
    """Return *classes* with this package's class for images of one colour mode.

    Pages have pairs of images: ``block dark:hidden`` and ``hidden dark:block``.
    """
    # These are utility classes of Tailwind, whose styles may not be available.
    if "dark:hidden" in classes:
        return [*classes, LIGHT_ONLY]
    if "hidden" in classes and any(map(_SHOWN_ON_DARK.fullmatch, classes)):
        remaining = [name for name in classes if name != "hidden"]
        return [*remaining, DARK_ONLY]
    return classes
