"""Addresses of links and pictures -> docutils and Sphinx nodes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from docutils import nodes

from sphinx_docsnav.components.markup import DARK_ONLY, LIGHT_ONLY, PictureNode
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.rendering.html_policy import clean_classes
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.sitefiles.page_links import (
    Address,
    AddressKind,
    find_file,
    read_image,
    read_link,
)
from sphinx_docsnav.sitefiles.safe_urls import scheme_of

_LENGTH = re.compile(r"\d{1,5}(?:\.\d+)?(?:px|%|em|rem|pt|cm|mm|in|vw|ch)?")


def link_nodes(
    out: Renderer, url: str, words: list[nodes.Node], *, line: int, title: str = ""
) -> list[nodes.Node]:
    """Return *words* as a link to *url*; without it, after a warning, if it is unsafe.

    Faults: ``link_unsafe``.
    """
    address = read_link(url, out.folders)
    if address.where is AddressKind.EMPTY or any(has_link(word) for word in words):
        return words
    allowed = scheme_of(address.url) in out.writing.host.link_schemes
    if address.where is AddressKind.UNSAFE and not allowed:
        message = f"address {url!r} is not of an allowed kind; kept as text"
        hint = "http, https, mailto, tel and ftp are, and those in docsnav_allowed['link_schemes']"
        out.warn(FaultKind.LINK_UNSAFE, message, line, hint=hint)
        return words
    if address.where is AddressKind.ELSEWHERE or address.where is AddressKind.UNSAFE:
        link: nodes.Element = nodes.reference("", "", *words, refuri=address.url)
    else:
        link = _inside(out, address, words)
        link["docsnav_column"] = out.column_of(line)
    if title:
        link["reftitle"] = title
    if not any(getattr(word, "support_smartquotes", True) for word in words):
        # docutils takes the mark of a text away before it comes to the elements in a line
        link["support_smartquotes"] = False
    link.source, link.line = out.source, line
    return [link]


def _inside(out: Renderer, address: Address, words: list[nodes.Node]) -> nodes.Element:
    inner = nodes.inline("", "", *words)  # Sphinx resolves no link that is left without a child
    last = address.paths[0].rpartition("/")[2] if address.paths else ""
    if "." in last and not last.endswith((".mdx", ".md")):
        file = find_file(address.paths, out.writing.host.root)
        if file is not None:
            out.warn_of_name(file)
            return out.writing.host.download(file, inner)
    return out.writing.host.link(address, inner)


def has_link(node: nodes.Node) -> bool:
    """Return whether there is a link in *node*."""
    if isinstance(node, nodes.Text) or not node.children:
        return False
    return any(_is_link(inner) for inner in node.findall(nodes.Element))


def _is_link(node: nodes.Node) -> bool:
    """Return whether *node* is a link or a reference that is resolved after reading."""
    return isinstance(node, nodes.reference) or (
        isinstance(node, nodes.Element) and "reftarget" in node
    )


def image_nodes(
    out: Renderer, url: str, alt: str, *, line: int, attributes: Mapping[str, Any]
) -> list[nodes.Node]:
    """Return a picture of the site or of another one.

    :param attributes: ``title``, ``width``, ``height``, ``style``,
        ``className`` and ``noZoom``, as a page writes them.
    :returns: the *alt* text in place of a picture that is missing or unsafe.

    Faults: ``image_missing``, ``link_unsafe``.
    """
    address = read_image(url, out.folders)
    replacement = _alternative(alt, attributes)
    if address.where is AddressKind.EMPTY:
        return replacement
    if address.where is AddressKind.UNSAFE:
        message = f"address {url[:80]!r} of an image is not of an allowed kind; left out"
        out.warn(FaultKind.LINK_UNSAFE, message, line)
        return replacement
    picture = PictureNode(url, uri=address.url, alt=alt)  # without a source, Sphinx takes its line
    if address.where is AddressKind.ELSEWHERE:
        picture["docsnav_remote"] = not address.url.startswith("data:")
    else:
        file = find_file(address.paths, out.writing.host.root)
        if file is None:
            for path in address.paths:
                out.writing.host.depend(out.writing.host.root / path)
            shown = "its alternative text is shown" if alt else "it is left out"
            message = f"the site has no image {url!r}; {shown}"
            out.warn(FaultKind.IMAGE_MISSING, message, line, once=url)
            return replacement
        out.warn_of_name(file, line)
        picture["uri"] = "/" + file.relative_to(out.writing.host.root).as_posix()
    picture.source, picture.line = out.source, line
    _dress(out, picture, attributes)
    return [picture]


UNNAMED = "docsnav_unnamed"
"""The attribute of a picture whose author has not said what it shows; ``alt=""`` does."""


def mark_unnamed(node: nodes.Node, *, is_named: bool) -> None:
    """Note that the author of a page gave a picture no alternative text, for ``check --a11y``."""
    if isinstance(node, PictureNode) and not is_named:
        node[UNNAMED] = True


def _alternative(alt: str, attributes: Mapping[str, Any]) -> list[nodes.Node]:
    """Return the words for a missing picture; those for dark pages only show on dark pages."""
    classes = light_and_dark(clean_classes(attributes.get("className")))
    mode = [name for name in classes if name in {LIGHT_ONLY, DARK_ONLY}]
    if not alt:
        return []
    return [nodes.inline("", alt, classes=mode)] if mode else [nodes.Text(alt)]


def _dress(out: Renderer, picture: PictureNode, attributes: Mapping[str, Any]) -> None:
    picture["style"] = out.allowed_style(attributes.get("style"), out.spot)
    picture["classes"] += light_and_dark(clean_classes(attributes.get("className")))
    if not picture["alt"].strip():
        # Sphinx makes a picture with a size a link to its file; such a link would have no name.
        picture["classes"].append("no-scaled-link")
    picture["title"] = str(attributes.get("title") or "")
    if attributes.get("noZoom"):
        picture["docsnav_zoom"] = False
    for name in ("width", "height"):
        value = str(attributes.get(name) or "").strip()
        if _LENGTH.fullmatch(value):
            picture[name] = value


def light_and_dark(classes: list[str]) -> list[str]:
    """Return *classes* with our own for pictures that show in one mode only.

    Pages write pairs: ``block dark:hidden`` and ``hidden dark:block``.
    """
    if "dark:hidden" in classes:
        return [*classes, LIGHT_ONLY]
    if "hidden" in classes and any(name.startswith("dark:") for name in classes):
        rest = [name for name in classes if name != "hidden"]
        return [*rest, DARK_ONLY]
    return classes
