"""Atom feeds of changelogs: pages with ``rss: true``, and those that ``docsnav_feed`` lists.

Each ``<Update>`` of a page is an entry; on a page without one, each section below the title. An
entry has the date that its heading names. Source: https://www.rfc-editor.org/rfc/rfc4287
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from html import escape
from itertools import islice

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.components.markup import UpdateNode
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.language import page_code
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.reading.heading_dates import day_in, months_of
from sphinx_docsnav.core.settings import Setting, add_settings, metadata, not_strings
from sphinx_docsnav.core.site.generate import LEADING_BUILDERS
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import find_state, state_of
from sphinx_docsnav.themes.base import Context

logger = logging.getLogger(__name__)

OWNER = "feeds"
"""The owner of the feeds in the ledger of outputs."""
FILE = "rss.xml"
"""The name of a feed, which readers of the service's sites have subscribed to."""
_MOST, _LONGEST = 50, 600
"""Entries of a feed, and characters of the text of one."""
_NOT_IN_XML = r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A part of a page that is an entry of its feed."""

    title: str
    """Its heading."""
    text: str
    """What it says, without markup."""
    anchor: str
    """Its id in the page."""
    day: date | None
    """The date that it names."""


def entries_of(doctree: nodes.document, months: Mapping[str, int]) -> list[FeedEntry]:
    """Return the entries of a page, in its order, each with its date or that of its neighbour."""
    found = list(islice(_entries(doctree, months), _MOST))
    days = [entry.day for entry in found if entry.day]
    dated, last = [], days[0] if days else None
    for entry in found:
        last = entry.day or last
        dated.append(FeedEntry(entry.title, entry.text, entry.anchor, last))
    return dated


def _entries(doctree: nodes.document, months: Mapping[str, int]) -> Iterator[FeedEntry]:
    updates = list(doctree.findall(UpdateNode))
    for update in updates:
        head, body = update.children[0], update.children[1:]
        own = update.get("rss") or {}
        title = own.get("title") or update["toc"]
        text = own.get("description") or " ".join(_words(part) for part in body)
        day = day_in(f"{update['toc']} {head.astext()} {title}", months)
        yield FeedEntry(title, text, next(iter(update["ids"]), ""), day)
    top = next(doctree.findall(nodes.section), None)
    for section in top.children if top is not None and not updates else ():
        if isinstance(section, nodes.section):
            title, *body = section.children
            text = " ".join(map(_words, body))
            day = day_in(title.astext(), months) or day_in(text[:200], months)
            yield FeedEntry(title.astext(), text, section["ids"][0], day)


def _words(node: nodes.Node) -> str:
    return " ".join(node.astext().split())


def is_feed(app: Sphinx, docname: str) -> bool:
    """Return whether a page has a feed."""
    asked = str(app.env.metadata.get(docname, {}).get("rss", "false")).lower()
    return docname in app.env.all_docs and (
        asked in {"true", ""} or docname in app.config.docsnav_feed
    )


def feed_path(docname: str) -> str:
    """Return the path of the feed of a page: ``changelog/rss.xml``."""
    folder = posixpath.dirname(docname) if posixpath.basename(docname) == "index" else docname
    return posixpath.join(folder, FILE)


def _is_active(app: Sphinx) -> bool:
    state = find_state(app)
    return (
        state is not None and adapter_of(app) is not None and app.builder.name in LEADING_BUILDERS
    )


def name_feed(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Name the feed in the head of its page, and link it above (``html-page-context``)."""
    if doctree is None or not app.config.html_baseurl or not _is_active(app):
        return
    if is_feed(app, pagename) and _dated_entries(app, pagename):
        url = context["pathto"](feed_path(pagename), 1)
        link = f'<link rel="alternate" type="application/atom+xml" href="{escape(url)}">\n'
        context["metatags"] = f"{context.get('metatags', '')}{link}"
        context["docsnav_links"] = [("RSS", url), *context.get("docsnav_links", ())]


def write_feeds(app: Sphinx, exception: Exception | None) -> None:
    """Write the feeds after a successful build (``build-finished``)."""
    if exception is not None:
        return
    ledger, docnames = ledger_of(app), app.env.all_docs if _is_active(app) else ()
    for docname in sorted(name for name in docnames if is_feed(app, name)):
        if not app.config.html_baseurl:
            if docname in state_of(app).generated:
                continue
            logger.info("no feed of page '%s': it needs whole addresses (html_baseurl)", docname)
            continue
        if entries := _dated_entries(app, docname):
            ledger.write(OWNER, feed_path(docname), _feed(app, docname, entries))
        else:
            logger.info("no feed of page '%s': no heading of it names a date", docname)
    ledger.finish(OWNER)


def _code(app: Sphinx, docname: str) -> str:
    return page_code(state_of(app).site, docname) or str(app.config.language)


def _dated_entries(app: Sphinx, docname: str) -> list[FeedEntry]:
    """Return the entries of a page; none if it names no date, as each entry must have one."""
    entries = entries_of(app.env.get_doctree(docname), months_of(_code(app, docname)))
    return entries if any(entry.day for entry in entries) else []


def _feed(app: Sphinx, docname: str, entries: list[FeedEntry]) -> str:
    """Return the feed of a page."""
    base, code = app.config.html_baseurl, _code(app, docname)
    url = posixpath.join(base, app.builder.get_target_uri(docname))
    own = posixpath.join(base, feed_path(docname))
    newest = max(entry.day for entry in entries if entry.day)
    name = str(app.config.project)
    rows = "".join(
        f"<entry>{_tag('title', entry.title)}<id>{escape(f'{url}#{entry.anchor}')}</id>"
        f'<link href="{escape(f"{url}#{entry.anchor}")}"/>'
        f"<updated>{entry.day}T00:00:00Z</updated>{_tag('summary', entry.text)}</entry>\n"
        for entry in entries
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{escape(code)}">\n'
        f"{_tag('title', f'{name}: {app.env.titles[docname].astext()}')}<id>{escape(url)}</id>\n"
        f'<link href="{escape(url)}"/><link rel="self" href="{escape(own)}"/>\n'
        f"<updated>{newest}T00:00:00Z</updated><author>{_tag('name', name)}</author>\n"
        f"{rows}</feed>\n"
    )


def _tag(name: str, text: str) -> str:
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST].rpartition(' ')[0]} …"
    return f"<{name}>{escape(re.sub(_NOT_IN_XML, '', short))}</{name}>"


SETTINGS = (
    Setting(
        "docsnav_feed",
        [],
        'Documents with an Atom feed, such as ``["changes"]``; ``rss: true`` in the front matter '
        "of a page does the same. Each ``<Update>`` is an entry, or each section below the title; "
        "its heading names the date. The feed is ``changes/rss.xml``, and needs ``html_baseurl``.",
        rebuild="html",
        check=not_strings,
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, "html-page-context", 610, name_feed, "the buttons above a page follow at 910")
    connect(app, "build-finished", 500, write_feeds, "the doctrees of all pages are complete")
    return metadata()
