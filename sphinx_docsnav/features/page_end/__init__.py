"""The end of a page: related pages, the date of its last change, feedback.

``docsnav_script`` names a script of the project. It receives ``integrations`` of docs.json, and an
event for each answer of a reader. docs.json itself cannot make a page load a script.
"""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from datetime import date, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from babel import UnknownLocaleError
from babel.dates import format_date
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.builders import builds_site
from sphinx_docsnav.core.events import FILES, SHOWN, connect
from sphinx_docsnav.core.language import find_language
from sphinx_docsnav.core.pages.assets import compact, compact_script
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.env_record import CANVAS_MODES
from sphinx_docsnav.core.state import derive, find_state, state_of
from sphinx_docsnav.sitefiles.languages import TranslationTable, find_catalog_code
from sphinx_docsnav.sitefiles.page_links import read_link
from sphinx_docsnav.sitefiles.safe_git import GitError, run_git, start_git
from sphinx_docsnav.sitefiles.safe_urls import clean_href, find_scheme
from sphinx_docsnav.themes.base import Adapter, Context

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

_GIT_TIMEOUT = 60
"""Time limit for git, in seconds; a page has no date if git has not listed it by then."""
_COMMIT_MARK = "\x01"
"""The character before the date of each commit in the output of git."""
_SOURCES = Path(__file__).parent
TEXT_KEYS = ("related", "updated", "helpful", "yes", "no", "thanks", "issue")
PAGE_END_TEXTS = TranslationTable(_SOURCES / "page_end.txt", TEXT_KEYS)
"""The texts by language."""
END_STYLE, END_SCRIPT = "docsnav-end.css", "docsnav-end.js"
"""The files of pages with a date or feedback; the script sends the answers."""
_DATES_EXTENSION = "sphinx_last_updated_by_git"
"""An extension with the dates of git, which the theme shows."""
_REPOSITORY_URL = re.compile(r"https://[^/]+/[^/]+/[^/{}]+(?=/(?:-/)?(?:edit|blob)/)")

logger = logging.getLogger(__name__)


def read_commit_dates(folder: Path, files: AbstractSet[str]) -> dict[str, str]:
    """Return the date of the last commit of each of *files*: ``2026-08-13``.

    :param files: POSIX paths relative to *folder*.
    :returns: dates by file; a file that was never committed is left out.
    :raises GitError: git is not installed, the folder is not in a repository, or the clone is
        shallow, so that its oldest commit seems to change every file.
    """
    if run_git("-C", str(folder), "rev-parse", "--is-shallow-repository").strip() == b"true":
        raise GitError("the clone is shallow; fetch the whole history ('git fetch --unshallow')")
    log = ["log", "-z", f"--format={_COMMIT_MARK}%cs", "--name-only", "--no-renames", "--relative"]
    dates: dict[str, str] = {}
    # The output is read while git runs, so that git need not list the whole history.
    with start_git("-C", str(folder), *log, "--", ".", stderr=subprocess.DEVNULL) as process:
        timer = threading.Timer(_GIT_TIMEOUT, process.kill)
        timer.start()
        day, incomplete = "", b""
        try:
            # Commits are listed from the newest: stop when each file has occurred once.
            while len(dates) < len(files) and (
                block := process.stdout and process.stdout.read(65536)
            ):
                # A block may end within a name.
                *pieces, incomplete = (incomplete + block).split(b"\0")
                for piece in pieces:
                    name = piece.decode("utf-8", "surrogateescape").strip("\n")
                    if name.startswith(_COMMIT_MARK):
                        day, _, name = name[1:].partition("\n")
                    if name in files:
                        dates.setdefault(name, day)
        finally:
            timer.cancel()
            process.kill()
    return dates


def add_related(app: Sphinx, doctree: nodes.document) -> None:
    """Add a list of the pages in ``related`` to the end of a page (``doctree-read``)."""
    docname = app.env.docname
    links = list(_make_related_links(app.env.metadata[docname].get("related"), docname))
    if links:
        # While a page is read, this is the language of the page.
        title = PAGE_END_TEXTS.of(str(app.config.language))["related"]
        items = (nodes.list_item("", nodes.paragraph("", "", link)) for link in links)
        related_list = nodes.bullet_list("", *items, classes=["docsnav-related"])
        sections = [child for child in doctree.children if isinstance(child, nodes.section)]
        # The list belongs to the section of the page title, not to its last subsection.
        section: nodes.Element = sections[-1] if sections else doctree
        section.extend([nodes.rubric("", title), related_list])


def _make_related_links(value: object, docname: str) -> Iterator[nodes.Element]:
    """Yield the links of ``related``.

    :param value: a list of paths and URLs, or of objects with titles as keys; or a text of paths.
    """
    rows = value.replace(",", " ").split() if isinstance(value, str) else value
    for row in rows if isinstance(rows, list) else ():
        pairs = row.items() if isinstance(row, Mapping) else [("", row)]
        for title, target in pairs:
            href = clean_href(target) if isinstance(target, str) else ""
            if find_scheme(href):
                yield nodes.reference("", str(title) or href, refuri=href)
            elif href:
                yield _make_page_link(href, str(title), docname)


def _make_page_link(href: str, title: str, docname: str) -> addnodes.pending_xref:
    """Return a link to a page of the site; without a *title*, it has the title of that page."""
    link = read_link(href, ("", docname.rpartition("/")[0]))
    paths = list(link.paths) or [docname]
    return addnodes.pending_xref(
        "",
        nodes.inline("", title or href),
        refdomain="",
        reftype="docsnav",
        reftarget=f"/{paths[0]}",
        refdoc=docname,
        refexplicit=bool(title),
        refwarn=False,
        docsnav_paths=paths,
        docsnav_anchor=link.anchor,
        docsnav_url=link.url,
    )


def _find_commit_dates(app: Sphinx) -> Mapping[str, str]:
    """Return the dates of the last commits by the files of documents."""
    root, generated = Path(app.srcdir), state_of(app).generated
    # Generated documents have no file in the repository.
    files = {
        Path(app.env.doc2path(name, base=False)).as_posix()
        for name in app.env.all_docs
        if name not in generated
    }
    try:
        return read_commit_dates(root, files)
    except (GitError, OSError) as error:
        logger.info("no dates of pages ('metadata.timestamp' of docs.json): %s", error)
        return {}


def find_ignored(
    docs: DocsJson, _adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield the fields that have no effect because of a setting, with the reasons."""
    if docs.metadata.timestamp and (reason := _find_theme_date(settings)):
        yield "/metadata/timestamp", reason
    edit_url = settings.get("docsnav_edit_url")
    has_edit_url = isinstance(edit_url, str) and edit_url
    if docs.feedback.issue and has_edit_url and not make_issue_url(str(edit_url), ""):
        yield "/feedback/raiseIssue", "docsnav_edit_url is no address of GitHub's or GitLab's form"


def _find_theme_date(settings: Mapping[str, object]) -> str:
    """Return why the theme shows a date; empty if it does not."""
    extensions = settings.get("extensions")
    if isinstance(extensions, Iterable) and _DATES_EXTENSION in extensions:
        return f"the theme shows the dates of {_DATES_EXTENSION}"
    if settings.get("html_last_updated_fmt") is not None:
        return "the theme shows the date of 'html_last_updated_fmt'"
    return ""


def find_change_date(app: Sphinx, docname: str) -> date | None:
    """Return the date of the last change that a page shows; ``None`` if it shows none."""
    meta = app.env.metadata.get(docname, {})
    timestamp = meta.get("timestamp", state_of(app).docs.metadata.timestamp)
    if str(timestamp).lower() not in {"true", ""} or docname not in app.env.all_docs:
        return None
    # If the theme shows a date, a second one on the page could differ from it.
    setting = {"html_last_updated_fmt": app.config.html_last_updated_fmt}
    if _find_theme_date({**setting, "extensions": app.extensions}):
        return None
    own_date = meta.get("lastUpdatedDate")
    # `datetime` is a subclass of `date`, so it is tested first.
    if isinstance(own_date, datetime):
        return own_date.date()
    if isinstance(own_date, date):
        return own_date
    commit_dates = {} if own_date else derive(app, _find_commit_dates)
    text = str(
        own_date or commit_dates.get(Path(app.env.doc2path(docname, base=False)).as_posix(), "")
    )
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _format_day(day: date, code: str) -> str:
    """Return a date in the long format of a language."""
    try:
        return format_date(day, "long", locale=find_catalog_code(code))
    except (UnknownLocaleError, ValueError):
        return day.isoformat()


def make_issue_url(edit_url: str, title: str) -> str:
    """Return the URL for reporting a problem of a page; empty for unknown hosts.

    :param edit_url: the value of ``docsnav_edit_url``.
    """
    match = _REPOSITORY_URL.match(edit_url)
    if not match:
        return ""
    if "gitlab" in (urlsplit(match[0]).hostname or ""):
        return f"{match[0]}/-/issues/new?issue[title]={quote(title, safe='')}"
    return f"{match[0]}/issues/new?title={quote(title, safe='')}"


def _make_date_markup(app: Sphinx, docname: str) -> str:
    """Return the markup of the date of the last change; empty if the page shows none."""
    day = find_change_date(app, docname)
    if day is None:
        return ""
    code = find_language(app, docname)
    time_element = f'<time datetime="{day.isoformat()}">{escape(_format_day(day, code))}</time>'
    return escape(PAGE_END_TEXTS.of(code)["updated"]).replace("{date}", time_element)


def _make_end_markup(app: Sphinx, docname: str, title: str, updated: str) -> str:
    """Return the markup below the text of a page; empty if there is nothing to show."""
    texts, feedback = PAGE_END_TEXTS.of(find_language(app, docname)), state_of(app).docs.feedback
    rows = [f"<p>{updated}</p>"] if updated else []
    feedback_parts = []
    if feedback.thumbs and app.config.docsnav_script:
        buttons = "".join(
            f'<button type="button" value="{answer}">{escape(texts[answer])}</button>'
            for answer in ("yes", "no")
        )
        feedback_parts.append(
            f'<span data-docsnav-feedback="{escape(docname)}" data-docsnav-thanks='
            f'"{escape(texts["thanks"])}" role="group">{escape(texts["helpful"])} {buttons}</span>'
        )
    edit_url = app.config.docsnav_edit_url if "docsnav_edit_url" in app.config else ""
    if feedback.issue and (url := make_issue_url(edit_url, title)):
        feedback_parts.append(f'<a href="{escape(url)}">{escape(texts["issue"])}</a>')
    rows += [f"<p>{' '.join(feedback_parts)}</p>"] if feedback_parts else []
    if not rows:
        return ""
    return f'\n<div class="docsnav-end">{"".join(rows)}</div>\n'


def add_end(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Add the end of a page, and the script of the project (``html-page-context``)."""
    if adapter_of(app) is None or not builds_site(app.builder):
        return
    # The script of the project is on all pages, also on those without this end.
    if script := app.config.docsnav_script:
        data = json.dumps({"integrations": state_of(app).settings.get("integrations", {})})
        attributes: dict[str, Any] = {"loading_method": "defer", "data-docsnav": data}
        app.add_js_file(script, **attributes)
    mode = str(app.env.metadata.get(pagename, {}).get("mode"))
    if doctree is None or mode in CANVAS_MODES:
        return
    title = app.env.titles[pagename].astext() if pagename in app.env.titles else pagename
    updated = context["docsnav_updated"] = _make_date_markup(app, pagename)
    if end := _make_end_markup(app, pagename, title, updated):
        context["body"] = f"{context.get('body', '')}{end}"
        app.add_css_file(END_STYLE)
        if "data-docsnav-feedback" in end:
            app.add_js_file(END_SCRIPT, loading_method="defer")


def describe_dates(app: Sphinx) -> Callable[[str], object] | None:
    """Return a function that returns the date of a document (``docsnav-shown``)."""
    if find_state(app) is None or not builds_site(app.builder):
        return None
    return lambda docname: str(find_change_date(app, docname) or "")


def add_end_files(app: Sphinx, texts: dict[str, str]) -> None:
    """Add the style sheet and the script (``docsnav-files``)."""
    docs = state_of(app).docs
    is_used = any((docs.metadata.timestamp, docs.feedback.thumbs, docs.feedback.issue)) or any(
        "timestamp" in meta for meta in app.env.metadata.values()
    )
    if is_used and builds_site(app.builder):
        texts[END_STYLE] = compact((_SOURCES / "page_end.css").read_text("utf-8"))
        texts[END_SCRIPT] = compact_script((_SOURCES / "page_end.js").read_text("utf-8"))


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "docsnav_script",
        "",
        "Script of your own that every HTML page loads: a file in ``html_static_path`` or a URL. "
        "``integrations`` of docs.json has no effect without it: the script reads it with "
        "``JSON.parse(document.currentScript.dataset.docsnav).integrations``. With "
        "``feedback.thumbsRating``, the event ``docsnav:feedback`` of ``document`` tells it the "
        "answers of readers.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, "doctree-read", 550, add_related, "Sphinx collects the metadata at 500")
    connect(app, SHOWN, 500, describe_dates, "a commit changes the date of a page, not its file")
    connect(app, FILES, 500, add_end_files, "the pages carry the digests of the files")
    connect(app, "html-page-context", 905, add_end, "the actions of the page show its date, too")
    return metadata()
