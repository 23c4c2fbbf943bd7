"""The banner as a reader sees it."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json.kinds import Banner
from sphinx_docsnav.themes.addresses import Addresses
from sphinx_docsnav.themes.colours import text_on
from sphinx_docsnav.themes.variable_types import Notice

if TYPE_CHECKING:
    from markdown_it.token import Token


def notice(banner: Banner, addresses: Addresses, prefix: str) -> Notice:
    """Return *banner* for the templates of pages at *prefix*.

    Links lead to pages of the site from wherever the banner is shown; a link
    with a scheme that is not allowed loses its address.
    """
    return Notice(
        html=_inline(" ".join(banner.content.split()), addresses, prefix),
        kind=banner.kind,
        dismissible=banner.dismissible,
        key=blake2b(banner.content.encode("utf-8", "replace"), digest_size=8).hexdigest(),
        style=_style(banner),
    )


def _style(banner: Banner) -> str:
    """Return the colours of *banner*, each background with a text that can be read on it."""
    backgrounds = {"light": banner.light, "dark": banner.dark}
    return ";".join(
        f"--docsnav-on-{mode}:{background};--docsnav-text-on-{mode}:{text_on(background)}"
        for mode, background in backgrounds.items()
        if background
    )


def _inline(text: str, addresses: Addresses, prefix: str) -> str:
    from sphinx_docsnav.mdx.markdown_profiles import MarkdownProfile, markdown_parser

    markdown = markdown_parser(MarkdownProfile.BANNER)
    tokens = markdown.parseInline(text)
    for token in tokens:
        for child in token.children or ():
            if child.type == "link_open":
                _lead(child, addresses, prefix)
            elif child.type in {"s_open", "s_close"}:
                child.tag = "del"  # as on pages
    rendered: str = markdown.renderer.render(tokens, markdown.options, {})
    return rendered


def _lead(link: Token, addresses: Addresses, prefix: str) -> None:
    url, external = addresses.link(str(link.attrs.get("href", "")), prefix)
    link.attrs = {"href": url} if url else {}
    if external:
        link.attrs["rel"] = "noopener"
