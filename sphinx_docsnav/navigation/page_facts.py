"""Facts of pages from their files: front matter, or a title read off the text, not parsed."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.faults import Report
from sphinx_docsnav.icons import MATERIAL_ICON, read_material_icon
from sphinx_docsnav.mdx.frontmatter import read_flag, read_front_matter, read_second_front_matter
from sphinx_docsnav.navigation.inventory import MDX_SUFFIXES
from sphinx_docsnav.sitefiles.hidden_characters import make_visible_title
from sphinx_docsnav.sitefiles.safe_files import drop_forbidden_characters, normalize

_KNOWN = frozenset(
    """
    title sidebarTitle description icon iconType tag hidden deprecated noindex openapi
    url mode
    """.split()  # noqa: SIM905  # a list of words
)
FRONT_MATTER_TITLE = "docsnav_front_matter"
"""The attribute of the title of a document that is the ``title`` of front matter, rendered."""
PLAIN_TITLE, MARKED_TITLE = "plain", "marked"
"""Its values: whether the title has marks or entities of Markdown, so that its text is another."""
_ATTRIBUTES = re.compile(r"(?<![ \t])[ \t]+\{:?[ \t]*[#.][^{}]*\}\Z")
"""The id of a heading, and other attributes that are not shown."""
_ICON_AT_START = re.compile(rf"\A:{MATERIAL_ICON.pattern}:(?:\{{[^{{}}\n]*\}})?[ \t]*")
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\Z")


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


def read_page_facts(path: str | Path, report: Report | None = None) -> PageFacts:
    """Return the facts of the page at *path*.

    :param report: ``None`` for a page whose own parser reports the faults.

    Faults: ``front_matter``.
    """
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 -- half the time, for 20,000 pages
            text = normalize(stream.read().decode("utf-8", "replace"))
    except OSError:
        return PageFacts()
    suffix = os.path.splitext(path)[1]  # noqa: PTH122 -- half the time, as above
    if suffix not in MDX_SUFFIXES:
        return PageFacts(title=find_own_title(text, suffix))
    # The page's own parser reports them.
    text, _forbidden = drop_forbidden_characters(text)
    front_matter = read_front_matter(text)
    if report is not None:
        # The tree has the titles of the service, which reads an empty front matter as one; the page
        # itself is built from a second one behind it, with a warning.
        second = read_second_front_matter(text, front_matter)
        for fault in (second or front_matter).faults:
            report(replace(fault, path=Path(path)))
    data = front_matter.data
    # Looking for a title in the text is left out where front matter has one.
    if data and (facts := extract_page_facts(data)).title:
        return facts
    return extract_page_facts(data, find_own_title(text[front_matter.end :], suffix))


def extract_page_facts(data: dict[str, Any], title: str = "") -> PageFacts:
    """Return the facts in front matter *data*; invalid values count as absent.

    :param title: the title of a page whose front matter names none.
    """
    if not data:
        return PageFacts(title)
    return PageFacts(
        title=make_visible_title(read_text(data.get("title"))) or title,
        sidebar_title=make_visible_title(read_text(data.get("sidebarTitle"))),
        description=read_text(data.get("description")),
        icon=_read_icon(data),
        tag=read_text(data.get("tag")),
        hidden=read_flag(data.get("hidden")) or False,
        deprecated=read_flag(data.get("deprecated")) or False,
        noindex=read_flag(data.get("noindex")) or False,
        openapi=read_text(data.get("openapi")),
        url=read_text(data.get("url")),
        mode=read_text(data.get("mode")),
        extra=tuple(
            (key, read_text(value))
            for key, value in data.items()
            if key not in _KNOWN and read_text(value)
        ),
    )


def read_text(value: object) -> str:
    """Return a scalar as one line of text without what XML forbids, "" for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return " ".join(drop_forbidden_characters(str(value))[0].split())
    return ""


def _read_icon(data: dict[str, Any]) -> Icon | None:
    """Return the icon: a name, or an object with name, style and library."""
    icon = data.get("icon")
    if isinstance(icon, dict):
        style, library = icon.get("style") or icon.get("type"), icon.get("library")
        name = icon.get("name")
    else:
        name, style, library = icon, None, None
    text = read_text(name)
    # The icons of MkDocs Material are folders of files: ``fontawesome/brands/github``.
    if match := MATERIAL_ICON.fullmatch(text.replace("fontawesome/", "fontawesome-", 1)):
        text, own_style = read_material_icon(match)
        style = style or own_style
    return (
        Icon(text, read_text(style or data.get("iconType")), read_text(library)) if text else None
    )


def find_own_title(text: str, suffix: str) -> str:
    """Return the title that *text* begins with, ``""`` if it begins otherwise.

    Markdown: a ``#`` heading in the first line that is not blank. Notebooks:
    the same in the first cell. Everything else is read as reStructuredText.
    """
    if suffix in (".md", ".mdx"):
        return _find_markdown_title(text)
    if suffix == ".ipynb":
        return _find_markdown_title(_find_first_cell(text))
    return _find_underlined_title(text)


def _find_markdown_title(text: str) -> str:
    """Return the title of the ``#`` heading that *text* begins with, ``""`` without one."""
    # Only blank lines may come before the heading, so the character before it ends a line.
    begin = len(text) - len(text.lstrip())
    if not text.startswith(("# ", "#\t"), begin) or any(text[begin - 1 : begin].splitlines()):
        return ""
    end = text.find("\n", begin)
    first = text[begin : end if end >= 0 else len(text)].splitlines()[0]
    title = _ATTRIBUTES.sub("", _ICON_AT_START.sub("", first[1:].strip()))
    # A closing row of "#" counts only behind a blank.
    without = title.rstrip("#")
    return make_visible_title(without.strip() if without[-1:] in ("", " ", "\t") else title)


def _find_first_cell(text: str) -> str:
    try:
        notebook = json.loads(text)
        source = notebook["cells"][0]["source"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        return ""
    return "".join(source) if isinstance(source, list) else str(source)


def _find_underlined_title(text: str) -> str:
    """Return the first line that is underlined with punctuation of at least its length."""
    before = ""
    for line in text.splitlines():
        stripped = line.rstrip()
        # A line of punctuation below a line of text: the text is the title.
        if before and _ADORNMENT.match(stripped) and not _ADORNMENT.match(before):
            return before.strip() if len(stripped) >= len(before.strip()) else ""
        if (
            stripped
            and before
            and not before.startswith(("..", " ", ":"))
            and (not _ADORNMENT.match(before))
        ):
            return ""
        # Blank lines, comments, directives and overlines may come before the title.
        before = stripped
    return ""
