"""The data of the banner, the navbar and the footer of docs.json for templates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING

from sphinx_docsnav.docs_json.kinds import Banner, Icon
from sphinx_docsnav.navigation.tree import Translate
from sphinx_docsnav.sitefiles.safe_urls import split_url
from sphinx_docsnav.themes.addresses import Addresses
from sphinx_docsnav.themes.brand import choose_text_color
from sphinx_docsnav.themes.variable import BarLink, FooterView, LinkColumn, NavbarView, Notice

if TYPE_CHECKING:
    from markdown_it.token import Token

    from sphinx_docsnav.docs_json.site_settings import Footer, FooterColumn, Navbar, NavbarLink


def make_notice(
    banner: Banner,
    addresses: Addresses,
    prefix: str,
    variables: Mapping[str, str] = MappingProxyType({}),
) -> Notice:
    """Return *banner* for the templates of pages at *prefix*.

    :param variables: the texts of docs.json for ``{{name}}``.

    Links to pages of the site are relative to these pages. A link with a scheme that is not
    allowed has no URL.
    """
    from sphinx_docsnav.mdx.source import substitute_variables

    content = substitute_variables(banner.content, variables)
    return Notice(
        html=render_inline_markup(" ".join(content.split()), addresses, prefix),
        kind=banner.kind,
        dismissible=banner.dismissible,
        # A banner with new content has a new key, so that readers who closed the old one see it.
        key=blake2b(content.encode("utf-8", "replace"), digest_size=8).hexdigest(),
        style=_make_style(banner),
    )


def _make_style(banner: Banner) -> str:
    """Return the colours of *banner*: the backgrounds, and readable colours of text on them."""
    backgrounds = {"light": banner.light, "dark": banner.dark}
    return ";".join(
        f"--docsnav-on-{mode}:{background};--docsnav-text-on-{mode}:{choose_text_color(background)}"
        for mode, background in backgrounds.items()
        if background
    )


def render_inline_markup(text: str, addresses: Addresses, prefix: str) -> str:
    """Return a line of Markdown as HTML, without HTML in it and with safe links only."""
    from sphinx_docsnav.mdx.description_tokens import MarkdownProfile, get_markdown_parser

    markdown = get_markdown_parser(MarkdownProfile.BANNER)
    tokens = markdown.parseInline(text)
    for token in tokens:
        for child in token.children or ():
            if child.type == "link_open":
                _set_link(child, addresses, prefix)
            elif child.type in {"s_open", "s_close"}:
                # Markdown of pages also becomes `del`, so that one style rule is enough.
                child.tag = "del"
    rendered: str = markdown.renderer.render(tokens, markdown.options, {})
    return rendered


def _set_link(link: Token, addresses: Addresses, prefix: str) -> None:
    url, external = addresses.link(str(link.attrs.get("href", "")), prefix)
    # Replace all attributes: a link that is not safe keeps its text and loses its target.
    link.attrs = {"href": url} if url else {}
    if external:
        link.attrs["rel"] = "noopener"


Draw = Callable[[Icon, str], str]
"""Returns an icon as markup for the pages at a prefix; empty if there is no such icon."""

NETWORKS = {
    "bluesky": "Bluesky",
    "discord": "Discord",
    "facebook": "Facebook",
    "github": "GitHub",
    "gitlab": "GitLab",
    "hacker-news": "Hacker News",
    "instagram": "Instagram",
    "linkedin": "LinkedIn",
    "mastodon": "Mastodon",
    "medium": "Medium",
    "podcast": "Podcast",
    "reddit": "Reddit",
    "slack": "Slack",
    "telegram": "Telegram",
    "threads": "Threads",
    "tiktok": "TikTok",
    "twitch": "Twitch",
    "twitter": "Twitter",
    "x": "X",
    "x-twitter": "X",
    "youtube": "YouTube",
}
"""The display names of networks, by their names in docs.json."""
ICONS = {"x": "x-twitter", "website": "globe", "earth-americas": "globe"}
"""The icons of networks whose icon has another name."""


class SiteBars:
    """Makes the view of ``navbar`` and ``footer`` for pages at a prefix."""

    def __init__(self, addresses: Addresses, prefix: str, draw: Draw, translate: Translate) -> None:
        self.addresses = addresses
        """Makes the URLs of pages and links."""
        self.prefix = prefix
        """The relative path from the pages to the root of the output."""
        self.draw = draw
        self.translate = translate

    def navbar(self, navbar: Navbar) -> NavbarView | None:
        """Return the links at the top; ``None`` if there are none."""
        links = [link for link in map(self._make_navbar_link, navbar.links) if link]
        primary = self._make_navbar_link(navbar.primary) if navbar.primary else None
        return NavbarView(links=links, primary=primary) if links or primary else None

    def footer(self, footer: Footer) -> FooterView | None:
        """Return the footer; ``None`` if there is nothing in it."""
        socials = list(self._make_social_links(footer))
        columns = [column for column in map(self._make_column, footer.links) if column["links"]]
        return FooterView(socials=socials, columns=columns) if socials or columns else None

    def _make_navbar_link(self, link: NavbarLink) -> BarLink | None:
        network = link.type.lower() if link.type.lower() in NETWORKS else ""
        icon = link.icon or (Icon(network) if network else None)
        label = self._render_text(link.label)
        if not label:
            name = network or (icon.name.lower() if icon else "")
            # A link without a label needs an accessible name: the network, or else the host.
            label = NETWORKS.get(name, "") or _find_host(link.href)
        icon_markup = self.draw(icon, self.prefix) if icon else ""
        # Without a label in docs.json, only the icon is shown.
        return self._make_link(
            link.href, label, icon_markup, bare=bool(icon_markup and not link.label.strip())
        )

    def _make_social_links(self, footer: Footer) -> Iterator[BarLink]:
        for name, href in footer.socials.items():
            network = name.lower()
            label = NETWORKS.get(network, "") or _find_host(href) or name
            icon = ICONS.get(network, network)
            # Logos of networks are in Font Awesome's set `brands`, whatever library the site has.
            style = "brands" if network in NETWORKS else ""
            icon_markup = self.draw(Icon(icon, style, "fontawesome"), self.prefix)
            icon_markup = icon_markup or self.draw(Icon("link"), self.prefix)
            link = self._make_link(href, label, icon_markup, bare=bool(icon_markup))
            if link:
                yield link

    def _make_column(self, column: FooterColumn) -> LinkColumn:
        links = (
            self._make_link(item.href, self._render_text(item.label), "") for item in column.items
        )
        return LinkColumn(
            header=self._render_text(column.header), links=[link for link in links if link]
        )

    def _make_link(self, href: str, label: str, icon: str, *, bare: bool = False) -> BarLink | None:
        url, external = self.addresses.link(href, self.prefix)
        # An unsafe link, or one to an index that is not built, is omitted, not printed as text.
        if not url:
            return None
        return BarLink(label=label or href, url=url, external=external, icon=icon, bare=bare)

    def _render_text(self, written: str) -> str:
        return self.translate(written).strip() if written.strip() else ""


def _find_host(href: str) -> str:
    """Return the host name of *href* without ``www.``; empty for a path of the site."""
    parts = split_url(href)
    return (parts.hostname or "").removeprefix("www.") if parts else ""
