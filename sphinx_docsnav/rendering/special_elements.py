"""Html elements with rules of their own: videos, sounds, frames, forms and their fields.

A page shows forms, but they have no effect: a built page has no server that takes
what readers write, and runs no code of its author.
"""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from sphinx_docsnav.components.markup import MarkupInlineNode
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.expressions import to_text
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.rendering.scope import OpenElement
from sphinx_docsnav.sitefiles.page_links import AddressKind, find_file, read_image
from sphinx_docsnav.sitefiles.safe_urls import split_url

_OWN_SANDBOX = "allow-scripts allow-popups allow-forms allow-presentation"
"""For frames of the site itself, which could take their sandbox away from inside."""
_SANDBOX = "allow-scripts allow-same-origin allow-popups allow-forms allow-presentation"


def file_address(out: Renderer, url: str, line: int) -> str:
    """Return the address of a video or sound; a site's file as ``docsnav-file:`` and its name."""
    address = read_image(
        url.split(",", maxsplit=1)[0].split(" ", maxsplit=1)[0] if "," in url else url, out.folders
    )
    host = out.writing.host
    if address.where is AddressKind.ELSEWHERE:
        return address.url
    if address.where is AddressKind.SITE:
        file = find_file(address.paths, host.root)
        if file is not None:
            out.warn_of_name(file, line)
            return f"docsnav-file:{host.publish(file)}"
        message = f"the site has no file {url!r}; it is left out"
        out.warn(FaultKind.IMAGE_MISSING, message, line, once=url)
    elif address.where is AddressKind.UNSAFE:
        message = f"address {url[:80]!r} of a file is not of an allowed kind; left out"
        out.warn(FaultKind.LINK_UNSAFE, message, line)
    return ""


def frame_address(out: Renderer, element: OpenElement) -> dict[str, str] | list[nodes.Node] | None:
    """Return the attributes of a frame that shows another site over https, in a sandbox.

    :returns: a link in its place for hosts that ``docsnav_allowed`` doesn't
        name; ``None`` for addresses that may not be shown at all.

    Faults: ``html_dropped`` for both.
    """
    url = to_text(element.values.get("src", "")).strip()
    if not url:
        message = "<iframe> has no address in 'src'; left out"
        out.warn(FaultKind.HTML_DROPPED, message, element.line)
        return None
    address, hosts = read_image(url, ("",)), out.writing.host.iframe_hosts
    parts = split_url(address.url) if address.where is AddressKind.ELSEWHERE else None
    if parts is None or parts.scheme != "https" or not parts.hostname:
        message = f"<iframe> of {url[:80]!r} is not allowed, only https addresses are; left out"
        out.warn(FaultKind.HTML_DROPPED, message, element.line)
        return None
    name = parts.hostname
    if hosts and not any(name == host or name.endswith(f".{host}") for host in hosts):
        message = (
            f"<iframe> of {name} is not allowed by docsnav_allowed['iframe_hosts']; shown as a link"
        )
        out.warn(FaultKind.HTML_DROPPED, message, element.line)
        return out.link(address.url, [nodes.Text(address.url)], line=element.line)
    return {
        "src": address.url,
        "loading": "lazy",
        "referrerpolicy": "strict-origin-when-cross-origin",
        "sandbox": _SANDBOX if name != out.writing.host.own_host else _OWN_SANDBOX,
    }


_HANDLERS = frozenset(("onclick", "onsubmit", "onchange", "oninput"))
"""Code that a reader starts; other handlers change the look at most."""
_BUTTONS = {"submit": "Submit", "reset": "Reset", "button": ""}
"""Types of ``<input>`` that are buttons, with the text of one without a value."""


def report_controls(out: Renderer, element: OpenElement) -> None:
    """Report a form, or an element with code for clicks and input.

    Faults: ``html_dropped``, once per page for each of the two.
    """
    if element.name == "form":
        message = "<form> sends nothing: a built page has no server; its fields are shown"
        hint = "link to a page that takes the input"
        out.warn(FaultKind.HTML_DROPPED, message, element.line, once="form", hint=hint)
    written = element.tag.attributes if element.tag else ()
    names = {*element.values, *(getattr(attribute, "name", "") for attribute in written)}
    for name in sorted(names):
        if name.lower() in _HANDLERS:
            message = f"{name!r} of <{element.name}> has no effect: pages run no JavaScript"
            hint = "use a link, or a component such as <Tabs> or <Accordion>"
            out.warn(FaultKind.HTML_DROPPED, message, element.line, once="handler", hint=hint)
            return


def input_node(values: dict[str, object], attributes: dict[str, str]) -> list[nodes.Node]:
    """Return an ``<input>`` that cannot be changed; one that is a button as a button.

    :param attributes: those that HTML gets.
    """
    kind = to_text(values.get("type", "text"))
    value = to_text(values.get("value", values.get("defaultValue", "")))
    if kind == "hidden":
        return []
    if kind in _BUTTONS:
        words = nodes.Text(value or _BUTTONS[kind])
        html = {"type": "button", "disabled": ""}
        return [MarkupInlineNode("", "", words, tag="button", html=html)]
    html = attributes | ({"value": value} if value else {}) | {"disabled": ""}
    return [MarkupInlineNode("", "", tag="input", html=html)]


def text_area(
    values: dict[str, object], attributes: dict[str, str], children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a ``<textarea>`` that cannot be changed; it holds text only."""
    words = "\n".join(child.astext() for child in children)
    text = words or to_text(values.get("value", values.get("defaultValue", "")))
    html = attributes | {"disabled": ""}
    return [MarkupInlineNode("", "", nodes.Text(text), tag="textarea", html=html)]


def choices(attributes: dict[str, str], children: list[nodes.Node]) -> list[nodes.Node]:
    """Return a ``<select>`` with the options in *children*; it holds nothing else."""
    options = (
        MarkupInlineNode("", "", nodes.Text(words), tag="option", html={})
        for words in _options(children)
    )
    return [MarkupInlineNode("", "", *options, tag="select", html=attributes)]


def _options(children: list[nodes.Node]) -> Iterator[str]:
    for child in children:
        if not isinstance(child, nodes.Element):
            continue
        if child.get("tag") == "option":
            yield child.astext()
        else:
            yield from _options(child.children)
