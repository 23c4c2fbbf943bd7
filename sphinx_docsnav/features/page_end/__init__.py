"""What is below the text of a page: related pages, the date of its last change, feedback.

``docsnav_script`` names a script of the project's own. It gets ``integrations`` of docs.json and
an event for each answer; nothing of docs.json makes a page load a script or ask another host.
"""

from __future__ import annotations

import json
import re
import shutil
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

from sphinx_docsnav.core.events import FILES, SHOWN, connect
from sphinx_docsnav.core.language import page_code
from sphinx_docsnav.core.pages.assets import compact, compact_script
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.env_record import CANVAS_MODES
from sphinx_docsnav.core.site.generate import LEADING_BUILDERS
from sphinx_docsnav.core.state import derive, find_state, state_of
from sphinx_docsnav.sitefiles.languages import TranslationTable, catalog_code
from sphinx_docsnav.sitefiles.page_links import read_link
from sphinx_docsnav.sitefiles.safe_urls import safe_href, scheme_of
from sphinx_docsnav.themes.base import Adapter, Context

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

_PATIENCE = 60
"""Seconds after which the dates that are known have to do."""
_COMMIT = "\x01"
_SAFE = ("safe.bareRepository=explicit", "core.fsmonitor=false", "log.showSignature=false")
"""Settings with which git runs no program that the files of a site could name."""


class NoDatesError(Exception):
    """Git cannot tell the dates; the message says why."""


def commit_dates(folder: Path, files: AbstractSet[str]) -> dict[str, str]:
    """Return the day of the last commit of each of *files*, ``2026-08-13``.

    :param files: POSIX paths relative to *folder*. One that was never committed has no date.
    :raises NoDatesError: git is not installed, the folder is in no repository, or the clone is
        shallow: its oldest commit seems to change every file.
    """
    git = shutil.which("git")
    if git is None:
        raise NoDatesError("git is not installed")
    command = [git, *(part for setting in _SAFE for part in ("-c", setting))]
    question = [*command, "rev-parse", "--is-shallow-repository"]
    asked = subprocess.run(  # noqa: S603 -- no text of the site is among the arguments
        question, cwd=folder, capture_output=True, text=True, check=False
    )
    if asked.returncode:
        raise NoDatesError("the site is in no git repository")
    if asked.stdout.strip() == "true":
        raise NoDatesError(
            "the clone is shallow; fetch the whole history ('git fetch --unshallow')"
        )
    log = ["log", "-z", f"--format={_COMMIT}%cs", "--name-only", "--no-renames", "--relative"]
    found: dict[str, str] = {}
    with subprocess.Popen(  # noqa: S603 -- as above
        [*command, *log, "--", "."], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        limit = threading.Timer(_PATIENCE, process.kill)
        limit.start()
        day, rest = "", b""
        try:
            while len(found) < len(files) and (
                block := process.stdout and process.stdout.read(65536)
            ):
                *pieces, rest = (rest + block).split(b"\0")
                for piece in pieces:
                    name = piece.decode("utf-8", "surrogateescape").strip("\n")
                    if name.startswith(_COMMIT):
                        day, _, name = name[1:].partition("\n")
                    if name in files:
                        found.setdefault(name, day)
        finally:
            limit.cancel()
            process.kill()
    return found


logger = logging.getLogger(__name__)

FOLDER = Path(__file__).parent
NAMES = ("related", "updated", "helpful", "yes", "no", "thanks", "issue")
TEXTS = TranslationTable(FOLDER / "page_end.txt", NAMES)
"""The texts by language."""
STYLE, SCRIPT = "docsnav-end.css", "docsnav-end.js"
"""The files of pages with a date or feedback; the script is for the answers."""
_OTHER_DATES = "sphinx_last_updated_by_git"
"""An extension with the dates of git, which the theme shows."""


def add_related(app: Sphinx, doctree: nodes.document) -> None:
    """List the pages of front matter ``related`` at the end of a page (``doctree-read``)."""
    docname = app.env.docname
    links = list(_related(app.env.metadata[docname].get("related"), docname))
    if links:
        title = TEXTS.of(str(app.config.language))["related"]  # while a page is read, its own
        items = (nodes.list_item("", nodes.paragraph("", "", link)) for link in links)
        listed = nodes.bullet_list("", *items, classes=["docsnav-related"])
        sections = [child for child in doctree.children if isinstance(child, nodes.section)]
        place: nodes.Element = sections[-1] if sections else doctree
        place.extend([nodes.rubric("", title), listed])


def _related(value: object, docname: str) -> Iterator[nodes.Element]:
    """Yield the links of ``related``: paths, addresses, or each with a title as its key."""
    rows = value.replace(",", " ").split() if isinstance(value, str) else value
    for row in rows if isinstance(rows, list) else ():
        pairs = row.items() if isinstance(row, Mapping) else [("", row)]
        for title, target in pairs:
            href = safe_href(target) if isinstance(target, str) else ""
            if scheme_of(href):
                yield nodes.reference("", str(title) or href, refuri=href)
            elif href:
                yield _page_link(href, str(title), docname)


def _page_link(href: str, title: str, docname: str) -> addnodes.pending_xref:
    """Return a link to a page of the site, named after it unless it has a *title*."""
    address = read_link(href, ("", docname.rpartition("/")[0]))
    paths = list(address.paths) or [docname]
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
        docsnav_anchor=address.anchor,
        docsnav_url=address.url,
    )


def _commit_dates(app: Sphinx) -> Mapping[str, str]:
    """Return the days of the last commits by the files of documents; asks git once."""
    root, generated = Path(app.srcdir), state_of(app).generated
    files = {
        Path(app.env.doc2path(name, base=False)).as_posix()
        for name in app.env.all_docs
        if name not in generated
    }
    try:
        return commit_dates(root, files)
    except (NoDatesError, OSError) as error:
        logger.info("no dates of pages ('metadata.timestamp' of docs.json): %s", error)
        return {}


def ignored(
    docs: DocsJson, _adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield the fields that a setting of Sphinx leaves without effect, with the reasons."""
    if docs.metadata.timestamp and (reason := _date_of_theme(settings)):
        yield "/metadata/timestamp", reason
    edit_url = settings.get("docsnav_edit_url")
    is_given = isinstance(edit_url, str) and edit_url
    if docs.feedback.issue and is_given and not issue_url(str(edit_url), ""):
        yield "/feedback/raiseIssue", "docsnav_edit_url is no address of GitHub's or GitLab's form"


def _date_of_theme(settings: Mapping[str, object]) -> str:
    """Return why the theme shows a date of its own; empty if it shows none."""
    extensions = settings.get("extensions")
    if isinstance(extensions, Iterable) and _OTHER_DATES in extensions:
        return f"the theme shows the dates of {_OTHER_DATES}"
    if settings.get("html_last_updated_fmt") is not None:
        return "the theme shows the date of 'html_last_updated_fmt'"
    return ""


def changed_on(app: Sphinx, docname: str) -> date | None:
    """Return the day of the last change that a page shows; ``None`` if it shows none."""
    meta = app.env.metadata.get(docname, {})
    asked = meta.get("timestamp", state_of(app).docs.metadata.timestamp)
    if str(asked).lower() not in {"true", ""} or docname not in app.env.all_docs:
        return None
    shown = {"html_last_updated_fmt": app.config.html_last_updated_fmt}
    if _date_of_theme({**shown, "extensions": app.extensions}):
        return None
    own = meta.get("lastUpdatedDate")
    if isinstance(own, datetime):
        return own.date()
    if isinstance(own, date):
        return own
    days = {} if own else derive(app, _commit_dates)
    text = str(own or days.get(Path(app.env.doc2path(docname, base=False)).as_posix(), ""))
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _day(day: date, code: str) -> str:
    """Return a day in words of a language."""
    try:
        return format_date(day, "long", locale=catalog_code(code))
    except (UnknownLocaleError, ValueError):
        return day.isoformat()


_EDIT = re.compile(r"https://[^/]+/[^/]+/[^/{}]+(?=/(?:-/)?(?:edit|blob)/)")


def issue_url(edit_url: str, title: str) -> str:
    """Return where readers report a problem of a page, from the setting ``docsnav_edit_url``."""
    found = _EDIT.match(edit_url)
    if not found:
        return ""
    if "gitlab" in (urlsplit(found[0]).hostname or ""):
        return f"{found[0]}/-/issues/new?issue[title]={quote(title, safe='')}"
    return f"{found[0]}/issues/new?title={quote(title, safe='')}"


def _code(app: Sphinx, docname: str) -> str:
    return page_code(state_of(app).site, docname) or str(app.config.language)


def _updated(app: Sphinx, docname: str) -> str:
    """Return when a page was changed, as markup; empty if it shows no date."""
    day = changed_on(app, docname)
    if day is None:
        return ""
    code = _code(app, docname)
    shown = f'<time datetime="{day.isoformat()}">{escape(_day(day, code))}</time>'
    return escape(TEXTS.of(code)["updated"]).replace("{date}", shown)


def _end(app: Sphinx, docname: str, title: str, updated: str) -> str:
    """Return the markup below the text of a page; empty if there is nothing to show."""
    said, feedback = TEXTS.of(_code(app, docname)), state_of(app).docs.feedback
    rows = [f"<p>{updated}</p>"] if updated else []
    parts = []
    if feedback.thumbs and app.config.docsnav_script:
        buttons = "".join(
            f'<button type="button" value="{answer}">{escape(said[answer])}</button>'
            for answer in ("yes", "no")
        )
        parts.append(
            f'<span data-docsnav-feedback="{escape(docname)}" data-docsnav-thanks='
            f'"{escape(said["thanks"])}" role="group">{escape(said["helpful"])} {buttons}</span>'
        )
    edit_url = app.config.docsnav_edit_url if "docsnav_edit_url" in app.config else ""
    if feedback.issue and (url := issue_url(edit_url, title)):
        parts.append(f'<a href="{escape(url)}">{escape(said["issue"])}</a>')
    rows += [f"<p>{' '.join(parts)}</p>"] if parts else []
    if not rows:
        return ""
    return f'\n<div class="docsnav-end">{"".join(rows)}</div>\n'


def add_end(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Add to a page what is below its text, and the project's script (``html-page-context``)."""
    if adapter_of(app) is None or app.builder.name not in LEADING_BUILDERS:
        return
    if script := app.config.docsnav_script:
        known = json.dumps({"integrations": state_of(app).settings.get("integrations", {})})
        attributes: dict[str, Any] = {"loading_method": "defer", "data-docsnav": known}
        app.add_js_file(script, **attributes)
    mode = str(app.env.metadata.get(pagename, {}).get("mode"))
    if doctree is None or mode in CANVAS_MODES:
        return
    title = app.env.titles[pagename].astext() if pagename in app.env.titles else pagename
    updated = context["docsnav_updated"] = _updated(app, pagename)
    if end := _end(app, pagename, title, updated):
        context["body"] = f"{context.get('body', '')}{end}"
        app.add_css_file(STYLE)
        if "data-docsnav-feedback" in end:
            app.add_js_file(SCRIPT, loading_method="defer")


def shown_end(app: Sphinx) -> Callable[[str], object] | None:
    """Return the date that each page shows (``docsnav-shown``)."""
    if find_state(app) is None or app.builder.name not in LEADING_BUILDERS:
        return None
    return lambda docname: str(changed_on(app, docname) or "")


def write_files(app: Sphinx, texts: dict[str, str]) -> None:
    """Add the style sheet and the script (``docsnav-files``)."""
    docs = state_of(app).docs
    used = any((docs.metadata.timestamp, docs.feedback.thumbs, docs.feedback.issue)) or any(
        "timestamp" in meta for meta in app.env.metadata.values()
    )
    if used and app.builder.name in LEADING_BUILDERS:
        texts[STYLE] = compact((FOLDER / "page_end.css").read_text("utf-8"))
        texts[SCRIPT] = compact_script((FOLDER / "page_end.js").read_text("utf-8"))


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
    connect(app, SHOWN, 500, shown_end, "a commit changes the date of a page, not its file")
    connect(app, FILES, 500, write_files, "the pages carry the digests of the files")
    connect(app, "html-page-context", 905, add_end, "the actions of the page show its date, too")
    return metadata()
