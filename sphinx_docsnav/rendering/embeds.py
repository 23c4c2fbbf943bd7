"""Files and other sites inside a page: videos, sounds, frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.expressions import to_text
from sphinx_docsnav.sitefiles.page_links import AddressKind, find_file, read_image
from sphinx_docsnav.sitefiles.safe_urls import split_url

if TYPE_CHECKING:
    from sphinx_docsnav.rendering.open_tag import OpenElement
    from sphinx_docsnav.rendering.renderer import Renderer

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
            return f"docsnav-file:{host.publish(file)}"
        message = f"the site has no file {url!r}; it is left out"
        out.warn(FaultKind.IMAGE_MISSING, message, line, once=url)
    elif address.where is AddressKind.UNSAFE:
        message = f"address {url[:80]!r} of a file is not of an allowed kind; left out"
        out.warn(FaultKind.LINK_UNSAFE, message, line)
    return ""


def frame_address(out: Renderer, element: OpenElement) -> dict[str, str] | list[nodes.Node] | None:
    """Return the attributes of a frame that shows another site over https, in a sandbox.

    :returns: a link in its place for hosts that ``docsnav_iframe_hosts`` doesn't
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
        message = f"<iframe> of {name} is not allowed by docsnav_iframe_hosts; shown as a link"
        out.warn(FaultKind.HTML_DROPPED, message, element.line)
        return out.link(address.url, [nodes.Text(address.url)], line=element.line)
    return {
        "src": address.url,
        "loading": "lazy",
        "referrerpolicy": "strict-origin-when-cross-origin",
        "sandbox": _SANDBOX if name != out.writing.host.own_host else _OWN_SANDBOX,
    }
