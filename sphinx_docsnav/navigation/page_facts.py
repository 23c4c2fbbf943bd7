"""Facts of pages from their files."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.mdx.front_matter_values import flag_of
from sphinx_docsnav.sitefiles.characters import drop_forbidden_characters


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The facts of a page from its file."""

    title: str = ""
    """Front matter ``title``, else the document's own title; empty if it has none."""
    untitled: bool = False
    """A document without any title; ``title`` is what Sphinx calls it."""
    sidebar_title: str = ""
    """Front matter ``sidebarTitle``."""
    description: str = ""
    """Front matter ``description``."""
    icon: Icon | None = None
    """Front matter ``icon`` (with ``iconType``)."""
    tag: str = ""
    """Front matter ``tag``."""
    hidden: bool = False
    """Front matter ``hidden: true``."""
    deprecated: bool = False
    """Front matter ``deprecated: true``."""
    noindex: bool = False
    """Front matter ``noindex: true``: in the navigation, not in search."""
    openapi: str = ""
    """Front matter ``openapi``: ``[spec] METHOD /path``."""
    url: str = ""
    """Front matter ``url``: the entry links there."""
    mode: str = ""
    """Front matter ``mode``: ``wide``, ``custom``, ``center`` …"""
    extra: tuple[tuple[str, str], ...] = field(default=())
    """Other front matter with a text value, for templates."""


_KNOWN = frozenset(
    """
    title sidebarTitle description icon iconType tag hidden deprecated noindex openapi
    url mode
    """.split()  # noqa: SIM905  # a list of words
)


def page_facts(data: dict[str, Any], title: str = "") -> PageFacts:
    """Return the facts in front matter *data*; invalid values count as absent.

    :param title: the title of a page whose front matter names none.
    """
    if not data:
        return PageFacts(title)
    return PageFacts(
        title=_text(data.get("title")) or title,
        sidebar_title=_text(data.get("sidebarTitle")),
        description=_text(data.get("description")),
        icon=_icon(data),
        tag=_text(data.get("tag")),
        hidden=flag_of(data.get("hidden")) or False,
        deprecated=flag_of(data.get("deprecated")) or False,
        noindex=flag_of(data.get("noindex")) or False,
        openapi=_text(data.get("openapi")),
        url=_text(data.get("url")),
        mode=_text(data.get("mode")),
        extra=tuple(
            (key, _text(value)) for key, value in data.items() if key not in _KNOWN and _text(value)
        ),
    )


def _text(value: object) -> str:
    """Return a scalar as one line of text without what XML forbids, "" for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return " ".join(drop_forbidden_characters(str(value))[0].split())
    return ""


def _icon(data: dict[str, Any]) -> Icon | None:
    """Return the icon: a name, or an object with name, style and library."""
    icon = data.get("icon")
    if isinstance(icon, dict):
        style, library = icon.get("style") or icon.get("type"), icon.get("library")
        name = icon.get("name")
    else:
        name, style, library = icon, None, None
    text = _text(name)
    return Icon(text, _text(style or data.get("iconType")), _text(library)) if text else None
