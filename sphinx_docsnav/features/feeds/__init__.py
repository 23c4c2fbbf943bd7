"""Atom feeds of changelogs: pages with ``rss: true``, and documents of ``docsnav_feed``.

Each ``<Update>`` of a page is an entry; on a page without updates, each section below the title.
The date of an entry is in its heading. Source: https://www.rfc-editor.org/rfc/rfc4287
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
from sphinx_docsnav.core.builders import builds_site, make_page_url
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.language import find_language
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.reading.text_dates import find_day, number_months
from sphinx_docsnav.core.settings import Setting, add_settings, check_strings, metadata
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import find_state, state_of
from sphinx_docsnav.themes.base import Context

logger = logging.getLogger(__name__)

FEEDS_OWNER = "feeds"
"""The owner of the feeds in the ledger of outputs."""
FEED_FILE = "rss.xml"
"""The name of a feed; subscribers of sites of the service already use it."""
_MAX_ENTRIES, _MAX_SUMMARY = 50, 600
"""The maximum number of entries of a feed, and of characters in the summary of an entry."""
_NOT_IN_XML = r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A part of a page that is an entry of its feed."""

    title: str
    """The heading of the entry."""
    text: str
    """The text below the heading, without markup."""
    anchor: str
    """The id of the heading in the page."""
    day: date | None
    """The date in the heading; ``None`` without one."""


def list_feed_entries(doctree: nodes.document, months: Mapping[str, int]) -> list[FeedEntry]:
    """Return the entries of a page in its order.

    An entry without a date has that of the entry before it.

    :param months: the numbers of months, by their names in the language of the page.
    """
    entries = list(islice(_find_entries(doctree, months), _MAX_ENTRIES))
    days = [entry.day for entry in entries if entry.day]
    # Entries before the first date have this date.
    dated, last_day = [], days[0] if days else None
    for entry in entries:
        last_day = entry.day or last_day
        dated.append(FeedEntry(entry.title, entry.text, entry.anchor, last_day))
    return dated


def _find_entries(doctree: nodes.document, months: Mapping[str, int]) -> Iterator[FeedEntry]:
    updates = list(doctree.findall(UpdateNode))
    for update in updates:
        head, body = update.children[0], update.children[1:]
        rss_texts = update.get("rss") or {}
        title = rss_texts.get("title") or update["toc"]
        text = rss_texts.get("description") or " ".join(_join_lines(part) for part in body)
        day = find_day(f"{update['toc']} {head.astext()} {title}", months)
        yield FeedEntry(title, text, next(iter(update["ids"]), ""), day)
    # The sections of a changelog are below the section of its title.
    top_section = next(doctree.findall(nodes.section), None)
    for section in top_section.children if top_section is not None and not updates else ():
        if isinstance(section, nodes.section):
            title, *body = section.children
            text = " ".join(map(_join_lines, body))
            # Some changelogs have the date below the heading.
            day = find_day(title.astext(), months) or find_day(text[:200], months)
            yield FeedEntry(title.astext(), text, section["ids"][0], day)


def _join_lines(node: nodes.Node) -> str:
    return " ".join(node.astext().split())


def is_feed(app: Sphinx, docname: str) -> bool:
    """Return whether a page has a feed."""
    rss_value = str(app.env.metadata.get(docname, {}).get("rss", "false")).lower()
    return docname in app.env.all_docs and (
        rss_value in {"true", ""} or docname in app.config.docsnav_feed
    )


def make_feed_path(docname: str) -> str:
    """Return the path of the feed of a page in the output: ``changelog/rss.xml``."""
    folder = posixpath.dirname(docname) if posixpath.basename(docname) == "index" else docname
    return posixpath.join(folder, FEED_FILE)


def _is_active(app: Sphinx) -> bool:
    state = find_state(app)
    return state is not None and adapter_of(app) is not None and builds_site(app.builder)


def link_feed(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Link to the feed in the head of its page, and above its text (``html-page-context``)."""
    if doctree is None or not app.config.html_baseurl or not _is_active(app):
        return
    if is_feed(app, pagename) and _list_dated_entries(app, pagename):
        url = context["pathto"](make_feed_path(pagename), 1)
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
        if entries := _list_dated_entries(app, docname):
            ledger.write(FEEDS_OWNER, make_feed_path(docname), _make_feed(app, docname, entries))
        else:
            logger.info("no feed of page '%s': no heading of it names a date", docname)
    ledger.finish(FEEDS_OWNER)


def _list_dated_entries(app: Sphinx, docname: str) -> list[FeedEntry]:
    """Return the entries of a page; empty if none has a date, which Atom requires."""
    entries = list_feed_entries(
        app.env.get_doctree(docname), number_months(find_language(app, docname))
    )
    return entries if any(entry.day for entry in entries) else []


def _make_feed(app: Sphinx, docname: str, entries: list[FeedEntry]) -> str:
    """Return the feed of a page."""
    url, code = make_page_url(app, docname), find_language(app, docname)
    feed_url = posixpath.join(app.config.html_baseurl, make_feed_path(docname))
    newest = max(entry.day for entry in entries if entry.day)
    name = str(app.config.project)
    title = f"{name}: {app.env.titles[docname].astext()}"
    # The id of an entry is its URL, so that feed readers recognize an edited entry.
    rows = "".join(
        f"<entry>{_make_element('title', entry.title)}<id>{escape(f'{url}#{entry.anchor}')}</id>"
        f'<link href="{escape(f"{url}#{entry.anchor}")}"/>'
        f"<updated>{entry.day}T00:00:00Z</updated>{_make_element('summary', entry.text)}</entry>\n"
        for entry in entries
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{escape(code)}">\n'
        f"{_make_element('title', title)}<id>{escape(url)}</id>\n"
        f'<link href="{escape(url)}"/><link rel="self" href="{escape(feed_url)}"/>\n'
        f"<updated>{newest}T00:00:00Z</updated><author>{_make_element('name', name)}</author>\n"
        f"{rows}</feed>\n"
    )


def _make_element(name: str, text: str) -> str:
    short = text if len(text) <= _MAX_SUMMARY else f"{text[:_MAX_SUMMARY].rpartition(' ')[0]} …"
    return f"<{name}>{escape(re.sub(_NOT_IN_XML, '', short))}</{name}>"


SETTINGS = (
    Setting(
        "docsnav_feed",
        [],
        'Documents with an Atom feed, such as ``["changes"]``; ``rss: true`` in the front matter '
        "of a page does the same. Each ``<Update>`` is an entry, or each section below the title; "
        "its heading names the date. The feed is ``changes/rss.xml``, and needs ``html_baseurl``.",
        rebuild="html",
        check=check_strings,
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, "html-page-context", 610, link_feed, "the buttons above a page follow at 910")
    connect(app, "build-finished", 500, write_feeds, "the doctrees of all pages are complete")
    return metadata()
