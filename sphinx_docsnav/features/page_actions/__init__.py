"""The control above a page: copy its Markdown, view it, open it in an assistant, edit it."""

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

from sphinx_docsnav.core.builders import builds_site
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.pages.assets import (
    NavigationSource,
    assets_of,
    bundles_assets,
    compact,
    compact_script,
)
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import Setting, add_settings, format_expectation, is_on, metadata
from sphinx_docsnav.core.site.env_record import CANVAS_MODES
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.sitefiles.safe_urls import clean_href, find_scheme
from sphinx_docsnav.themes.base import Adapter, Context
from sphinx_docsnav.themes.part_markup import PART_TEXTS

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson

ASSISTANTS = {
    "chatgpt": ("ChatGPT", "https://chatgpt.com/?hints=search&q={}"),
    "claude": ("Claude", "https://claude.ai/new?q={}"),
    "perplexity": ("Perplexity", "https://www.perplexity.ai/search?q={}"),
    "grok": ("Grok", "https://grok.com/?q={}"),
    "aistudio": ("AI Studio", "https://aistudio.google.com/prompts/new_chat?prompt={}"),
}
"""The name and the URL of each assistant by its key in ``contextual.options``."""
_QUESTION = "Read {} so that I can ask questions about it."
"""The first question to an assistant, in English; the reader writes the next one."""
COPY, VIEW, EDIT = "copy", "view", "edit"
"""The buttons other than links to assistants."""
ACTIONS_OWNER = "page actions"
"""The owner of both files in the ledger of outputs."""
ACTIONS_STYLE, ACTIONS_SCRIPT = "docsnav-page.css", "docsnav-page.js"
"""The files of pages with buttons; the script is for `COPY`."""
_STYLE_SOURCE, _SCRIPT_SOURCE = (
    Path(__file__).with_name(f"page_actions.{kind}") for kind in ("css", "js")
)
_EDIT_URL = re.compile(r"https?://[^/\s{}]+/[^\s{}]*\{path\}[^\s{}]*", re.IGNORECASE)

logger = logging.getLogger(__name__)


def make_custom_link(option: Mapping[str, object], page: str, path: str) -> tuple[str, str]:
    """Return the label and the URL of a link of the site; an empty URL if it is unusable.

    :param option: ``title`` and ``href``, which is a URL or an object with ``base`` and ``query``.
        ``$page`` in it is replaced by *page*, ``$path`` by *path*.
    :param page: the URL of the copy of the page.
    """
    href, label = option.get("href"), str(option.get("title") or "").strip()
    values = {"$page": page, "$path": path}
    if isinstance(href, Mapping):
        query = href.get("query")
        rows = [row for row in query if isinstance(row, Mapping)] if isinstance(query, list) else []
        pairs = [
            (str(row.get("key", "")), _fill_placeholders(str(row.get("value", "")), values))
            for row in rows
        ]
        base = str(href.get("base") or "")
        url = f"{base}{'&' if '?' in base else '?'}{urlencode(pairs)}" if pairs else base
    else:
        # In a URL, values must be encoded; `urlencode` has done so for a query.
        url = _fill_placeholders(
            str(href or ""), {key: quote(text, safe="") for key, text in values.items()}
        )
    is_usable = label and "$mcp" not in url and find_scheme(url) in {"http", "https"}
    return label, clean_href(url) if is_usable else ""


def _fill_placeholders(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(name, value)
    return text


def _find_actions(app: Sphinx, pagename: str) -> list[object]:
    """Return the actions of a page: ``contextual.options`` of its front matter or of the site.

    If the site has no actions, no page has any.
    """
    if not (app.config.docsnav_page_actions and is_on(app, "docsnav_markdown")):
        return []
    page_value = app.env.metadata.get(pagename, {}).get("contextual")
    options = page_value.get("options") if isinstance(page_value, dict) else None
    return options if isinstance(options, list) else list(app.config.docsnav_page_actions)


def _find_buttons(app: Sphinx, pagename: str = "") -> list[str]:
    """Return the buttons of a page in order, without assistants; those of the site by default."""
    adapter = adapter_of(app)
    if adapter is None or not builds_site(app.builder):
        return []
    actions = _find_actions(app, pagename)
    buttons = [name for name in (COPY, VIEW) if name in actions]
    if app.config.docsnav_edit_url and not has_edit_links(adapter, app.config.html_context):
        buttons.append(EDIT)
    return buttons


def has_edit_links(adapter: Adapter, context: Mapping[str, Any]) -> bool:
    """Return whether the theme is configured to link to the source of pages.

    :param context: ``html_context`` of the project.
    """
    values = {**context, **adapter.options}
    return any(all(values.get(name) for name in names) for names in adapter.edit_settings)


def _find_links(app: Sphinx, pagename: str) -> list[object]:
    """Return the options of a page that are assistants or links of the site, in order."""
    adapter = adapter_of(app)
    if adapter is None or not builds_site(app.builder):
        return []
    has_base_url = bool(app.config.html_baseurl)
    options = (
        option
        for option in _find_actions(app, pagename)
        if isinstance(option, dict) or _is_assistant(option)
    )
    return [option for option in options if has_base_url or not _needs_address(option)]


def _is_assistant(option: object) -> bool:
    return isinstance(option, str) and option in ASSISTANTS


def _needs_address(option: object) -> bool:
    """Return whether the link of an option contains the absolute URL of the page."""
    if isinstance(option, dict):
        return "$page" in str(option.get("href"))
    return _is_assistant(option)


def report_missing_base_url(app: Sphinx) -> None:
    """Report which links to assistants need ``html_baseurl`` (``builder-inited``)."""
    labels = [
        str(option.get("title") if isinstance(option, dict) else option)
        for option in app.config.docsnav_page_actions
        if _needs_address(option)
    ]
    if labels and not app.config.html_baseurl and builds_site(app.builder):
        names = ", ".join(labels)
        logger.info("no links to %s, which need the address of the site (html_baseurl)", names)


def find_ignored(
    docs: DocsJson, _adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield ``/contextual`` if ``conf.py`` sets other buttons, or does not enable copies."""
    configured, options = settings.get("docsnav_page_actions"), docs.contextual.options
    if configured and options and not settings.get("docsnav_markdown"):
        yield "/contextual", "docsnav_markdown is not set"
    elif (
        configured
        and options
        and configured != [option for option in options if _is_supported(option)]
    ):
        yield "/contextual", "conf.py sets 'docsnav_page_actions'"


def _is_supported(option: object) -> bool:
    if isinstance(option, Mapping):
        # "$mcp" is the URL of a server of the service.
        return "$mcp" not in str(option.get("href"))
    return option in (COPY, VIEW, *ASSISTANTS)


def _make_links(app: Sphinx, pagename: str, copy: str) -> list[str]:
    """Return the markup of the links of a page to assistants and links of the site."""
    page = posixpath.join(app.config.html_baseurl, copy) if app.config.html_baseurl else copy
    links = []
    for option in _find_links(app, pagename):
        if isinstance(option, dict):
            label, url = make_custom_link(option, page, pagename)
        else:
            label, address = ASSISTANTS[str(option)]
            url = address.format(quote(_QUESTION.format(page), safe=""))
        description = option.get("description") if isinstance(option, dict) else ""
        title = (
            f' title="{escape(description)}"'
            if description and isinstance(description, str)
            else ""
        )
        if url:
            links.append(f'<a href="{escape(url)}"{title}>{escape(label)}</a>')
    return links


def _make_control(actions: list[str], more: str, updated: str) -> str:
    """Return the markup of a control: the first action is a button, the others are in a menu.

    :param actions: the markup of links and buttons.
    :param more: the label of the menu.
    :param updated: the markup of the date of the last change, the last row of the menu.
    """
    if not actions:
        return ""
    # Only the first action is visible without opening the menu.
    first, *other_actions = actions
    for tag in ("<a ", "<button "):
        first = first.replace(tag, f'{tag}class="docsnav-action" ', 1)
    items = "".join(f"<li>{action}</li>" for action in other_actions)
    items = items.replace("<li><a ", '<li><a class="docsnav-option" ')
    items += f'<li class="docsnav-updated">{updated}</li>' if updated else ""
    menu = (
        '<details class="docsnav-menu" name="docsnav-menus">'
        f'<summary class="docsnav-action" aria-label="{escape(more)}"></summary>'
        f'<ul class="docsnav-choices">{items}</ul></details>'
    )
    return f'<div class="docsnav-actions">{first}{menu * bool(items)}</div>'


def write_action_files(app: Sphinx, _builder: object) -> None:
    """Write the style sheet and the script of the buttons (``write-started``)."""
    ledger, is_own = ledger_of(app), not bundles_assets(app)
    if is_own and _has_actions(app):
        ledger.write(
            ACTIONS_OWNER, f"_static/{ACTIONS_STYLE}", compact(_STYLE_SOURCE.read_text("utf-8"))
        )
    if is_own and _has_copy_button(app):
        ledger.write(
            ACTIONS_OWNER,
            f"_static/{ACTIONS_SCRIPT}",
            compact_script(_SCRIPT_SOURCE.read_text("utf-8")),
        )
    ledger.finish(ACTIONS_OWNER)


def _has_actions(app: Sphinx) -> bool:
    feeds = any("rss" in meta for meta in app.env.metadata.values()) or is_on(app, "docsnav_feed")
    return bool(app.config.docsnav_page_actions or _find_buttons(app) or feeds)


def _has_copy_button(app: Sphinx) -> bool:
    pages = (name for name, meta in app.env.metadata.items() if "contextual" in meta)
    return any(COPY in _find_buttons(app, name) for name in ("", *pages))


def add_page_actions(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Add the control above the text of a page (``html-page-context``)."""
    meta = app.env.metadata.get(pagename, {})
    if doctree is None or str(meta.get("mode")) in CANVAS_MODES:
        return
    texts = PART_TEXTS.of(str(context.get("language") or app.config.language))
    buttons = _make_buttons(app, pagename, context, texts)
    # The link for editing follows the assistants.
    edit = buttons.pop(EDIT, "")
    copy = context.get("docsnav_copy")
    further_actions = [
        *(_make_links(app, pagename, copy) if copy else ()),
        *([edit] if edit else ()),
        # Other features add pairs of a label and a URL.
        *(
            f'<a href="{escape(url)}">{escape(label)}</a>'
            for label, url in context.get("docsnav_links", ())
        ),
    ]
    actions = [*buttons.values(), *further_actions]
    if not actions:
        return
    if VIEW in buttons:
        # Hides the link of the theme to the same text.
        context["show_source"] = False
    updated = context.get("docsnav_updated", "")
    control = _make_control(actions, texts["more"], updated)
    # Some themes have a copy button, which only the rendered page shows. They use this control.
    context["docsnav_actions"] = control, _make_control(further_actions, texts["more"], updated)
    context["body"] = control + context.get("body", "")
    if bundles_assets(app):
        return
    app.add_css_file(ACTIONS_STYLE)
    if COPY in buttons:
        app.add_js_file(ACTIONS_SCRIPT, loading_method="defer")


def _make_buttons(
    app: Sphinx, pagename: str, context: Context, texts: Mapping[str, str]
) -> dict[str, str]:
    """Return the markup of the buttons of a page in order, by their names."""
    names, markup = _find_buttons(app, pagename), dict[str, str]()
    if copy := context.get("docsnav_copy"):
        url = escape(context["pathto"](copy, 1))
        markup[COPY] = (
            f'<button type="button" data-docsnav-copy="{url}"'
            f' data-docsnav-done="{escape(texts["copied"])}">{escape(texts["copy"])}</button>'
        )
        markup[VIEW] = f'<a href="{url}">{escape(texts["markdown"])}</a>'
    if EDIT in names and (edit_url := make_edit_url(app, pagename)):
        markup[EDIT] = f'<a rel="edit" href="{escape(edit_url)}">{escape(texts["edit"])}</a>'
    return {name: markup[name] for name in names if name in markup}


def make_edit_url(app: Sphinx, docname: str) -> str:
    """Return the URL for editing the source of a document; empty without a file in the project."""
    if docname not in app.env.all_docs or docname in state_of(app).generated:
        return ""
    root = Path(app.srcdir).resolve()
    path = Path(app.env.doc2path(docname)).resolve()
    if not path.is_relative_to(root):
        return ""
    quoted_path = quote(path.relative_to(root).as_posix(), errors="surrogateescape")
    url: str = app.config.docsnav_edit_url
    return url.replace("{path}", quoted_path)


def check_edit_url(url: str) -> Iterator[str]:
    """Yield the problems of a value of ``docsnav_edit_url``."""
    if url and not _EDIT_URL.fullmatch(url):
        hint = "write it like 'https://github.com/OWNER/REPO/edit/main/docs/{path}'"
        yield format_expectation("a URL with https:// or http:// and {path}", url, hint)


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
        check=check_edit_url,
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    assets_of(app).navigation += [
        NavigationSource(_STYLE_SOURCE, lambda app, own: own.bundles and _has_actions(app)),
        NavigationSource(_SCRIPT_SOURCE, lambda app, own: own.bundles and _has_copy_button(app)),
    ]
    connect(app, "builder-inited", 500, report_missing_base_url, "one line for the whole build")
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
