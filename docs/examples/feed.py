"""Writes ``feed.xml``: an Atom feed of the pages that have a date."""

from datetime import date
from html import escape
from pathlib import Path

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.state import state_of

SETTINGS = (Setting("docsnav_feed_size", 20, "Maximum number of entries in the feed."),)


def write_feed(app, exception):
    """Write the feed after a successful build (``build-finished``)."""
    address = app.config.html_baseurl.rstrip("/")
    if exception is not None or app.builder.name not in ("html", "dirhtml") or not address:
        return
    dated = [
        (str(app.env.metadata[docname]["date"]), docname)
        for docname in state_of(app).site.listed
        if _is_date(str(app.env.metadata.get(docname, {}).get("date", "")))
    ]
    newest = sorted(dated, reverse=True)[: app.config.docsnav_feed_size]
    Path(app.outdir, "feed.xml").write_text(
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>{escape(app.config.project)}</title><id>{address}/</id>\n"
        f"<updated>{newest[0][0] if newest else '1970-01-01'}T00:00:00Z</updated>\n"
        + "".join(_entry(app, address, *entry) for entry in newest)
        + "</feed>\n",
        encoding="utf-8",
    )


def _entry(app, address, day, docname):
    url = escape(f"{address}/{app.builder.get_target_uri(docname)}")
    title = escape(app.env.titles[docname].astext())
    return (
        f'<entry><title>{title}</title><id>{url}</id><link href="{url}"/>'
        f"<updated>{day}T00:00:00Z</updated></entry>\n"
    )


def _is_date(text):
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def setup(app):
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, "build-finished", 500, write_feed, "all pages are written, with their titles")
    return metadata()
