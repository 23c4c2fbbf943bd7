"""One control above a page: copy its Markdown, view it, open it in an assistant, edit it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.pages.assets import (
    NavigationSource,
    assets_of,
    bundles_assets,
    compact,
    compact_script,
)
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import Setting, add_settings, expected, is_on, metadata
from sphinx_docsnav.core.site.env_record import CANVAS_MODES
from sphinx_docsnav.core.site.generate import LEADING_BUILDERS
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.sitefiles.safe_urls import safe_href, scheme_of
from sphinx_docsnav.themes.base import Adapter, Context
from sphinx_docsnav.themes.theme_texts import words

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

ASSISTANTS = {
    "chatgpt": ("ChatGPT", "https://chatgpt.com/?hints=search&q={}"),
    "claude": ("Claude", "https://claude.ai/new?q={}"),
    "perplexity": ("Perplexity", "https://www.perplexity.ai/search?q={}"),
    "grok": ("Grok", "https://grok.com/?q={}"),
    "aistudio": ("AI Studio", "https://aistudio.google.com/prompts/new_chat?prompt={}"),
}
"""Name and address of each assistant by its name in ``contextual.options``."""
_QUESTION = "Read {} so that I can ask questions about it."
"""In English: the assistants know it best, and the reader writes the next sentence."""


def assistant_link(name: str, page: str) -> tuple[str, str]:
    """Return label and address of the link that opens *page*, a whole address."""
    label, address = ASSISTANTS[name]
    return label, address.format(quote(_QUESTION.format(page), safe=""))


def custom_link(option: Mapping[str, object], page: str, path: str) -> tuple[str, str]:
    """Return label and address of an *option* of the site's own; an empty address if unusable.

    :param option: ``title`` and ``href``, which is an address or an object with ``base`` and
        ``query``. ``$page`` in it stands for the address of the copy, ``$path`` for *path*.
    """
    href, label = option.get("href"), str(option.get("title") or "").strip()
    values = {"$page": page, "$path": path}
    if isinstance(href, Mapping):
        listed = href.get("query")
        rows = (
            [row for row in listed if isinstance(row, Mapping)] if isinstance(listed, list) else []
        )
        pairs = [
            (str(row.get("key", "")), _filled(str(row.get("value", "")), values)) for row in rows
        ]
        base = str(href.get("base") or "")
        url = f"{base}{'&' if '?' in base else '?'}{urlencode(pairs)}" if pairs else base
    else:
        url = _filled(str(href or ""), {key: quote(text, safe="") for key, text in values.items()})
    is_usable = label and "$mcp" not in url and scheme_of(url) in {"http", "https"}
    return label, safe_href(url) if is_usable else ""


def _filled(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(name, value)
    return text


logger = logging.getLogger(__name__)

COPY, VIEW, EDIT = "copy", "view", "edit"
"""The buttons that there are."""
OWNER = "page actions"
"""The owner of both files in the ledger of outputs."""
STYLE, SCRIPT = "docsnav-page.css", "docsnav-page.js"
"""The files of pages with buttons; the script is for `COPY`."""
_STYLE, _SCRIPT = (Path(__file__).with_name(f"page_actions.{kind}") for kind in ("css", "js"))


def _asked(app: Sphinx, pagename: str) -> list[object]:
    """Return the actions of a page: ``contextual.options`` of its front matter, else those of all.

    A site without actions has none on any page.
    """
    if not (app.config.docsnav_page_actions and is_on(app, "docsnav_markdown")):
        return []
    own = app.env.metadata.get(pagename, {}).get("contextual")
    options = own.get("options") if isinstance(own, dict) else None
    return options if isinstance(options, list) else list(app.config.docsnav_page_actions)


def _wanted(app: Sphinx, pagename: str = "") -> list[str]:
    """Return the buttons of a page that are not assistants, in order; by default, of the build."""
    adapter = adapter_of(app)
    if adapter is None or app.builder.name not in LEADING_BUILDERS:
        return []
    asked = _asked(app, pagename)
    wanted = [name for name in (COPY, VIEW) if name in asked]
    if app.config.docsnav_edit_url and not links_to_sources(adapter, app.config.html_context):
        wanted.append(EDIT)
    return wanted


def links_to_sources(adapter: Adapter, context: Mapping[str, Any]) -> bool:
    """Return whether the project has set up the theme's own links to edit a page.

    :param context: ``html_context`` of the project.
    """
    values = {**context, **adapter.options}
    return any(all(values.get(name) for name in names) for names in adapter.edit_settings)


def _assistants(app: Sphinx, pagename: str = "") -> list[object]:
    """Return the assistants and the links of the site's own, in order."""
    adapter = adapter_of(app)
    if adapter is None or app.builder.name not in LEADING_BUILDERS:
        return []
    has_address = bool(app.config.html_baseurl)
    asked = (each for each in _asked(app, pagename) if isinstance(each, dict) or _is_known(each))
    return [each for each in asked if has_address or not _needs_address(each)]


def _is_known(option: object) -> bool:
    return isinstance(option, str) and option in ASSISTANTS


def _needs_address(option: object) -> bool:
    """Return whether the link of an option has the whole address of the page in it."""
    if isinstance(option, dict):
        return "$page" in str(option.get("href"))
    return _is_known(option)


def tell_missing_address(app: Sphinx) -> None:
    """Say once why a build has no links to assistants, and which (``builder-inited``)."""
    asked = [
        str(each.get("title") if isinstance(each, dict) else each)
        for each in app.config.docsnav_page_actions
        if _needs_address(each)
    ]
    if asked and not app.config.html_baseurl and app.builder.name in LEADING_BUILDERS:
        names = ", ".join(asked)
        logger.info("no links to %s, which need the address of the site (html_baseurl)", names)


def ignored(
    docs: DocsJson, _adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield ``/contextual`` if ``conf.py`` names other buttons, or asks for no copies of pages."""
    named, options = settings.get("docsnav_page_actions"), docs.contextual.options
    if named and options and not settings.get("docsnav_markdown"):
        yield "/contextual", "docsnav_markdown is not set"
    elif named and options and named != [each for each in options if _is_static(each)]:
        yield "/contextual", "conf.py sets 'docsnav_page_actions'"


def _is_static(option: object) -> bool:
    if isinstance(option, Mapping):
        return "$mcp" not in str(option.get("href"))  # a server of the service
    return option in (COPY, VIEW, *ASSISTANTS)


def _links(app: Sphinx, pagename: str, copy: str) -> list[str]:
    """Return the links to assistants of a page."""
    page = posixpath.join(app.config.html_baseurl, copy) if app.config.html_baseurl else copy
    made = []
    for option in _assistants(app, pagename):
        if isinstance(option, dict):
            label, url = custom_link(option, page, pagename)
        else:
            label, url = assistant_link(str(option), page)
        about = option.get("description") if isinstance(option, dict) else ""
        title = f' title="{escape(about)}"' if about and isinstance(about, str) else ""
        if url:
            made.append(f'<a href="{escape(url)}"{title}>{escape(label)}</a>')
    return made


def _control(actions: list[str], more: str, updated: str) -> str:
    """Return one control: the first action as a button, the others in a menu beside it.

    :param updated: when the page was changed, the last row of the menu.
    """
    if not actions:
        return ""
    first, *others = actions
    for tag in ("<a ", "<button "):
        first = first.replace(tag, f'{tag}class="docsnav-action" ', 1)
    listed = "".join(f"<li>{each}</li>" for each in others)
    listed = listed.replace("<li><a ", '<li><a class="docsnav-option" ')
    listed += f'<li class="docsnav-updated">{updated}</li>' if updated else ""
    menu = (
        '<details class="docsnav-menu" name="docsnav-menus">'
        f'<summary class="docsnav-action" aria-label="{escape(more)}"></summary>'
        f'<ul class="docsnav-choices">{listed}</ul></details>'
    )
    return f'<div class="docsnav-actions">{first}{menu * bool(listed)}</div>'


def write_action_files(app: Sphinx, _builder: object) -> None:
    """Write the style sheet and the script of the buttons (``write-started``)."""
    ledger, is_own = ledger_of(app), not bundles_assets(app)
    if is_own and _has_actions(app):
        ledger.write(OWNER, f"_static/{STYLE}", compact(_STYLE.read_text("utf-8")))
    if is_own and _has_copy(app):
        ledger.write(OWNER, f"_static/{SCRIPT}", compact_script(_SCRIPT.read_text("utf-8")))
    ledger.finish(OWNER)


def _has_actions(app: Sphinx) -> bool:
    feeds = any("rss" in meta for meta in app.env.metadata.values()) or is_on(app, "docsnav_feed")
    return bool(app.config.docsnav_page_actions or _wanted(app) or feeds)


def _has_copy(app: Sphinx) -> bool:
    pages = (name for name, meta in app.env.metadata.items() if "contextual" in meta)
    return any(COPY in _wanted(app, name) for name in ("", *pages))


def add_page_actions(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Put the buttons above the text of a page (``html-page-context``)."""
    wanted = _wanted(app, pagename)
    meta = app.env.metadata.get(pagename, {})
    further = context.get("docsnav_links", ())  # of other features: label and address
    if not (wanted or further or _assistants(app, pagename)):
        return
    if doctree is None or str(meta.get("mode")) in CANVAS_MODES:
        return
    said = words(str(context.get("language") or app.config.language))
    made: dict[str, str] = {}
    if copy := context.get("docsnav_copy"):
        url = escape(context["pathto"](copy, 1))
        made[COPY] = (
            f'<button type="button" data-docsnav-copy="{url}"'
            f' data-docsnav-done="{escape(said["copied"])}">{escape(said["copy"])}</button>'
        )
        made[VIEW] = f'<a href="{url}">{escape(said["markdown"])}</a>'
    if EDIT in wanted and (url := edit_url(app, pagename)):
        made[EDIT] = f'<a rel="edit" href="{escape(url)}">{escape(said["edit"])}</a>'
    edit = made.pop(EDIT, "")
    shown = [made[name] for name in wanted if name in made]
    actions = [*shown, *(_links(app, pagename, copy) if copy else ()), *([edit] if edit else ())]
    actions += [f'<a href="{escape(url)}">{escape(label)}</a>' for label, url in further]
    if not actions:
        return
    if VIEW in made and VIEW in wanted:
        context["show_source"] = False  # the theme's own link to the same text
    updated = context.get("docsnav_updated", "")
    control = _control(actions, said["more"], updated)
    # Some themes copy pages themselves, which only the rendered page shows.
    others = [each for each in actions if each not in (made.get(COPY), made.get(VIEW))]
    context["docsnav_actions"] = control, _control(others, said["more"], updated)
    context["body"] = control + context.get("body", "")
    if bundles_assets(app):
        return
    app.add_css_file(STYLE)
    if COPY in wanted and COPY in made:
        app.add_js_file(SCRIPT, loading_method="defer")


def edit_url(app: Sphinx, docname: str) -> str:
    """Return where the source of a document is edited; empty if it is no file of the project."""
    if docname not in app.env.all_docs or docname in state_of(app).generated:
        return ""
    root = Path(app.srcdir).resolve()
    path = Path(app.env.doc2path(docname)).resolve()
    if not path.is_relative_to(root):
        return ""
    written = quote(path.relative_to(root).as_posix(), errors="surrogateescape")
    url: str = app.config.docsnav_edit_url
    return url.replace("{path}", written)


_EDIT_URL = re.compile(r"https?://[^/\s{}]+/[^\s{}]*\{path\}[^\s{}]*", re.IGNORECASE)


def wrong_edit_url(url: str) -> Iterator[str]:
    """Yield what is wrong with the address where pages are edited."""
    if url and not _EDIT_URL.fullmatch(url):
        hint = "write it like 'https://github.com/OWNER/REPO/edit/main/docs/{path}'"
        yield expected("a URL with https:// or http:// and {path}", url, hint)


SETTINGS = (
    Setting(
        "docsnav_page_actions",
        [],
        "Buttons above a page: ``copy`` copies its Markdown, or its text where a browser opens "
        "files without a server; ``view`` leads to its Markdown copy; "
        "``chatgpt``, ``claude``, ``perplexity``, ``grok`` and ``aistudio`` open the page in that "
        "assistant and need ``html_baseurl``; a dict with ``title`` and ``href`` is a link of your "
        "own, in which ``$page`` is the address of the copy, which needs ``html_baseurl``, and "
        "``$path`` the name of the page. They need :confval:`docsnav_markdown`. A site without "
        "``conf.py`` has those of ``contextual.options`` in docs.json.",
        rebuild="html",
    ),
    Setting(
        "docsnav_edit_url",
        "",
        "URL where readers edit a page, with ``{path}`` for its source file in the source "
        "directory, such as ``https://github.com/OWNER/REPO/edit/main/docs/{path}``. It is a button"
        " above each page that has a source file (builders ``html`` and ``dirhtml``), unless the "
        "theme is configured to show such links.",
        rebuild="html",
        check=wrong_edit_url,
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    assets_of(app).navigation += [
        NavigationSource(_STYLE, lambda app, own: own.bundles and _has_actions(app)),
        NavigationSource(_SCRIPT, lambda app, own: own.bundles and _has_copy(app)),
    ]
    connect(app, "builder-inited", 500, tell_missing_address, "one line for the whole build")
    connect(
        app, "write-started", 500, write_action_files, "the pages carry the digests of the files"
    )
    connect(
        app,
        "html-page-context",
        910,
        add_page_actions,
        "name_assets at 500 must not take the buttons for components; themes read the body",
    )
    return metadata()
