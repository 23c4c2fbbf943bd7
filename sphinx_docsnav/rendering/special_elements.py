"""HTML elements with rules of their own: video, audio, frames, forms and their fields.

Forms are shown, but have no effect: a built page has no server that receives their data, and runs
no code of its author.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes

from sphinx_docsnav.components.markup import MarkupInlineNode
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.expressions import to_text
from sphinx_docsnav.rendering.links import make_link
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.rendering.scope import OpenElement
from sphinx_docsnav.sitefiles.page_links import AddressKind, find_file, read_image
from sphinx_docsnav.sitefiles.safe_urls import split_url

_OWN_SANDBOX = "allow-scripts allow-popups allow-forms allow-presentation"
"""The sandbox of frames of the same host, which could otherwise remove the sandbox from inside."""
_SANDBOX = "allow-scripts allow-same-origin allow-popups allow-forms allow-presentation"
"""The sandbox of frames of other hosts."""
_HANDLERS = frozenset(("onclick", "onsubmit", "onchange", "oninput"))
"""Attributes with code that a reader starts; other handlers change only the look."""
_SEARCH_FIELD = re.compile(r"""(["'`])#?search-bar-entry(-mobile)?\1""")
"""The id of the service's search field in code."""
_BUTTONS = {"submit": "Submit", "reset": "Reset", "button": ""}
"""The types of ``<input>`` that are buttons, and the text of one without a value."""


def get_file_address(out: Renderer, url: str, line: int) -> str:
    """Return the address of a video or sound, a site file as ``docsnav-file:NAME``.

    :returns: ``""``, after a warning, if there is no such file or the address is unsafe.
    """
    # ``srcset`` is a list of addresses with sizes, of which the first is used.
    address = read_image(
        url.split(",", maxsplit=1)[0].split(" ", maxsplit=1)[0] if "," in url else url, out.folders
    )
    host = out.page.host
    if address.where is AddressKind.ELSEWHERE:
        return address.url
    if address.where is AddressKind.SITE:
        file = find_file(address.paths, host.root)
        if file is not None:
            out.report_hidden_characters(file, line)
            return f"docsnav-file:{host.publish(file)}"
        message = f"the site has no file {url!r}; it is left out"
        out.warn(FaultKind.IMAGE_MISSING, message, line, once=url, target=address.paths[0])
    elif address.where is AddressKind.UNSAFE:
        message = f"address {url[:80]!r} of a file is not of an allowed kind; left out"
        out.warn(FaultKind.LINK_UNSAFE, message, line)
    return ""


def check_frame(out: Renderer, element: OpenElement) -> dict[str, str] | list[nodes.Node] | None:
    """Return the attributes of a frame that shows another site over https, in a sandbox.

    :returns: a link in its place for hosts that ``docsnav_allowed`` does not name; ``None`` for
        addresses that may not be shown at all.

    Faults: ``html_dropped`` for both.
    """
    url = to_text(element.values.get("src", "")).strip()
    if not url:
        message = "<iframe> has no address in 'src'; left out"
        out.warn(FaultKind.HTML_DROPPED, message, element.line)
        return None
    address, hosts = read_image(url, ("",)), out.page.host.iframe_hosts
    # Files of the site are not shown in frames.
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
        return make_link(out, address.url, [nodes.Text(address.url)], line=element.line)
    return {
        "src": address.url,
        "loading": "lazy",
        "referrerpolicy": "strict-origin-when-cross-origin",
        "sandbox": _SANDBOX if name != out.page.host.own_host else _OWN_SANDBOX,
    }


def opens_search(element: OpenElement) -> bool:
    """Return whether a click on *element* opens the search of the page.

    Front pages have a large search box whose code clicks the search field of the service.
    """
    codes = (element.handlers.get("onClick"), element.values.get("onclick"))
    fields = ((code, _SEARCH_FIELD.search(code)) for code in codes if isinstance(code, str))
    return any(field and ".click(" in code[field.end() :] for code, field in fields)


def report_controls(out: Renderer, element: OpenElement) -> None:
    """Report a form, or an element with code that runs on clicks or input.

    Faults: ``html_dropped``, once per page for each of the two.
    """
    if element.name == "form":
        message = "<form> sends nothing: a built page has no server; its fields are shown"
        hint = "link to a page that takes the input"
        out.warn(FaultKind.HTML_DROPPED, message, element.line, once="form", hint=hint)
    attributes = element.tag.attributes if element.tag else ()
    names = {*element.values, *element.handlers}
    names |= {getattr(attribute, "name", "") for attribute in attributes}
    for name in sorted(names):
        if name.lower() in _HANDLERS and not (name.lower() == "onclick" and opens_search(element)):
            message = f"{name!r} of <{element.name}> has no effect: pages run no JavaScript"
            hint = "use a link, or a component such as <Tabs> or <Accordion>"
            out.warn(FaultKind.HTML_DROPPED, message, element.line, once="handler", hint=hint)
            return


def make_input(values: dict[str, object], attributes: dict[str, str]) -> list[nodes.Node]:
    """Return an ``<input>`` that cannot be changed, or a button for a type that is one.

    :param attributes: the allowed attributes by their HTML names.
    """
    kind = to_text(values.get("type", "text"))
    value = to_text(values.get("value", values.get("defaultValue", "")))
    if kind == "hidden":
        return []
    if kind in _BUTTONS:
        label = nodes.Text(value or _BUTTONS[kind])
        html = {"type": "button", "disabled": ""}
        return [MarkupInlineNode("", "", label, tag="button", html=html)]
    html = attributes | ({"value": value} if value else {}) | {"disabled": ""}
    return [MarkupInlineNode("", "", tag="input", html=html)]


def make_text_area(
    values: dict[str, object], attributes: dict[str, str], children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a ``<textarea>`` that cannot be changed; it contains text only."""
    content = "\n".join(child.astext() for child in children)
    text = content or to_text(values.get("value", values.get("defaultValue", "")))
    html = attributes | {"disabled": ""}
    return [MarkupInlineNode("", "", nodes.Text(text), tag="textarea", html=html)]


def make_select(attributes: dict[str, str], children: list[nodes.Node]) -> list[nodes.Node]:
    """Return a ``<select>`` with the options in *children* and nothing else."""
    options = (
        MarkupInlineNode("", "", nodes.Text(text), tag="option", html={})
        for text in _find_options(children)
    )
    return [MarkupInlineNode("", "", *options, tag="select", html=attributes)]


def _find_options(children: list[nodes.Node]) -> Iterator[str]:
    """Yield the text of each ``<option>`` in *children*, at any depth."""
    for child in children:
        if not isinstance(child, nodes.Element):
            continue
        if child.get("tag") == "option":
            yield child.astext()
        else:
            yield from _find_options(child.children)
