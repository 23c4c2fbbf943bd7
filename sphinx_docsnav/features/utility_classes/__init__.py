"""The rules of a page's utility classes, in the page's own head.

They depend on nothing but the page, so an edit of one page changes no other,
and a page without such classes gets nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.compat.finished_html import end_of_head
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import MDX_FILETYPE, Setting, add_settings, metadata
from sphinx_docsnav.themes.base import Context

SINGLE = "singlehtml"
"""The builder of one page."""
_FRAME = "docsnav-utilities"
_SCOPE = f".{_FRAME}.{_FRAME}"
"""Repeated, for a higher specificity than the themes' rules for links, headings and images."""
_REM = "var(--docsnav-rem,1rem)"
"""One rem of a theme that leaves the size of the root alone; readers of books have no variables."""
_BASE = (
    # What a page places by itself stays above its own text and below the bar of the site.
    f".{_FRAME}{{position:relative;isolation:isolate}}"
    f".{_FRAME} :where(a,button,div,img,li,p,section,span,ul)[class]{{box-sizing:border-box}}\n"
    f".{_FRAME} a:has(>:is(div,h2,h3,h4,p,img)){{text-decoration:none}}\n"
    # A heading that begins a block is as far from its edge as the block says.
    f".{_FRAME} :is(h1,h2,h3,h4,h5,h6):where([class]:first-child){{margin-top:0}}\n"
    # A button has the look of its classes alone; those of extensions have style sheets.
    f".{_FRAME} :where(button[class]:not([class*=docsnav],[class*=copy]))"
    "{background:none;border:0 solid;color:inherit;font:inherit;padding:0}\n"
    # A link around a block is no line of text: only what the author colours differs.
    f".{_FRAME} a:has(>:is(div,h2,h3,h4,p)){{color:inherit}}\n"
    # The link itself is the item of a grid: it has the height of the row, and spans columns.
    f".{_FRAME} :is([class*=grid],[class*=flex])>.docsnav-link-block:not([style])"
    "{display:contents}\n"
    # Nor is one that is drawn as a button; and links are read on every ground with white text.
    f".{_FRAME} a:is([class*='bg-'],[class*=rounded]){{text-decoration:none}}\n"
    f".{_FRAME} .text-white a:not([class*=text-],[class*=docsnav]){{color:inherit}}\n"
)
_BARE = "not-prose"
_BARE_RULES = (
    f".{_FRAME} .{_BARE} :is(h1,h2,h3,h4,h5,h6,p,ul,ol,img){{margin:0}}\n"
    f".{_FRAME} .{_BARE} a{{text-decoration:none}}\n"
)
"""In an element with this class, text has none of the distances of running text."""


def add_utility_rules(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: nodes.document | None
) -> None:
    """Give a page the rules of its utility classes (``html-page-context``)."""
    finish: Callable[[str], str] | None = context.get("docsnav_finish")
    whole = app.builder.name == SINGLE  # one page of all documents, whatever their formats
    if doctree is None or not app.config.docsnav_utility_classes:
        return
    book = app.builder.name == "epub"
    if finish is None and not whole and not book:
        return
    suffix = PurePath(app.env.doc2path(pagename)).suffix
    if not whole and app.config.source_suffix.get(suffix) != MDX_FILETYPE:
        return  # other formats have classes of their extensions, with another meaning
    elements = doctree.findall(nodes.Element)
    names = {str(name) for node in elements for name in node.attributes["classes"]}
    adapter = adapter_of(app)
    important = adapter is not None and adapter.important_classes
    from sphinx_docsnav.features.utility_classes.css import utility_rules

    rem = "1rem" if book else _REM
    rules = utility_rules(names, _SCOPE, important=important, rem=rem)
    if _BARE in names:
        rules = _BARE_RULES + rules
    if not rules:
        return
    style = f"<style>{_BASE}{rules}</style>\n"
    if book:  # a chapter is XML
        style = f"<style>/*<![CDATA[*/\n{_BASE}{rules}/*]]>*/</style>\n"
    context["body"] = f'<div class="{_FRAME}">\n{context.get("body") or ""}\n</div>\n'
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
