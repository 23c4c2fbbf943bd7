"""The rules of the utility classes of a page, in its head.

They depend only on the page, so that an edit of one page changes no other page.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.finished_html import end_of_head
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import MDX_FILETYPE, Setting, add_settings, metadata
from sphinx_docsnav.themes.base import Context

SINGLE_HTML = "singlehtml"
"""The builder that writes all documents into one page."""
_FRAME_CLASS = "docsnav-utilities"
_SCOPE = f".{_FRAME_CLASS}.{_FRAME_CLASS}"
"""Repeated for a higher specificity than the rules of themes for links, headings and images."""
_REM = "var(--docsnav-rem,1rem)"
"""The length of 1rem; themes that change the font size of the root set the variable."""
_BASE_RULES = (
    # Positioned elements of a page stay below the bar of the site.
    f".{_FRAME_CLASS}{{position:relative;isolation:isolate}}"
    f".{_FRAME_CLASS} :where(a,button,div,img,li,p,section,span,ul)[class]"
    "{box-sizing:border-box}\n"
    f".{_FRAME_CLASS} a:has(>:is(div,h2,h3,h4,p,img)){{text-decoration:none}}\n"
    # The block determines the distance of a heading at its start.
    f".{_FRAME_CLASS} :is(h1,h2,h3,h4,h5,h6):where([class]:first-child){{margin-top:0}}\n"
    # Only its classes determine the look of a button, unless it belongs to an extension.
    f".{_FRAME_CLASS} :where(button[class]:not([class*=docsnav],[class*=copy]))"
    "{background:none;border:0 solid;color:inherit;font:inherit;padding:0}\n"
    # A link around blocks does not have the colour of a link in text.
    f".{_FRAME_CLASS} a:has(>:is(div,h2,h3,h4,p)){{color:inherit}}\n"
    # The link is the grid item: it has the height of the row and can span columns.
    f".{_FRAME_CLASS} :is([class*=grid],[class*=flex])>.docsnav-link-block:not([style])"
    "{display:contents}\n"
    # A link that is drawn as a button has no line; links in white text are white.
    f".{_FRAME_CLASS} a:is([class*='bg-'],[class*=rounded]){{text-decoration:none}}\n"
    f".{_FRAME_CLASS} .text-white a:not([class*=text-],[class*=docsnav]){{color:inherit}}\n"
)
_PLAIN_CLASS = "not-prose"
_PLAIN_RULES = (
    f".{_FRAME_CLASS} .{_PLAIN_CLASS} :is(h1,h2,h3,h4,h5,h6,p,ul,ol,img){{margin:0}}\n"
    f".{_FRAME_CLASS} .{_PLAIN_CLASS} a{{text-decoration:none}}\n"
)
"""In an element with this class, text does not have the margins of running text."""


def add_utility_rules(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: nodes.document | None
) -> None:
    """Add the rules of its utility classes to a page (``html-page-context``)."""
    finish: Callable[[str], str] | None = context.get("docsnav_finish")
    # This page contains documents of all formats.
    is_single_page = app.builder.name == SINGLE_HTML
    if doctree is None or not app.config.docsnav_utility_classes:
        return
    is_book = app.builder.name == "epub"
    if finish is None and not is_single_page and not is_book:
        return
    suffix = PurePath(app.env.doc2path(pagename)).suffix
    if not is_single_page and app.config.source_suffix.get(suffix) != MDX_FILETYPE:
        # Documents of other formats have classes of other extensions, with other meanings.
        return
    # MDX has no containers of docutils: themes add them, with classes of their style sheets.
    elements = (
        node for node in doctree.findall(nodes.Element) if type(node) is not nodes.container
    )
    class_names = {str(name) for node in elements for name in node.attributes["classes"]}
    adapter = adapter_of(app)
    is_important = adapter is not None and adapter.important_classes
    from sphinx_docsnav.features.utility_classes.css import make_item_rules, make_utility_rules

    rem = "1rem" if is_book else _REM
    rules = make_item_rules(class_names, _SCOPE, important=is_important)
    rules += make_utility_rules(class_names, _SCOPE, important=is_important, rem=rem)
    if _PLAIN_CLASS in class_names:
        rules = _PLAIN_RULES + rules
    if not rules:
        return
    style = f"<style>{_BASE_RULES}{rules}</style>\n"
    # The chapters of an EPUB are XML. Readers of books do not support CSS variables.
    if is_book:
        style = f"<style>/*<![CDATA[*/\n{_BASE_RULES}{rules}/*]]>*/</style>\n"
    context["body"] = f'<div class="{_FRAME_CLASS}">\n{context.get("body") or ""}\n</div>\n'
    if finish is None:
        context["metatags"] = f"{context.get('metatags', '')}{style}"
    else:
        context["docsnav_finish"] = lambda page: end_of_head(finish(page), style)


SETTINGS = (
    Setting(
        "docsnav_utility_classes",
        True,  # noqa: FBT003 -- the default of a switch
        "Generate style rules for the utility classes of MDX pages (``grid gap-4 "
        "md:grid-cols-2``).",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app, "html-page-context", 407, add_utility_rules, "set_theme_inputs gives the page its end"
    )
    return metadata()
