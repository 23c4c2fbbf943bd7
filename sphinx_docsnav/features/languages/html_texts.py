"""A theme's own words (Next, Search …) and dates in the language of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util.i18n import format_date

from sphinx_docsnav.core.language import sphinx_language_of
from sphinx_docsnav.core.pages.site_name import mark_names
from sphinx_docsnav.features.languages.domain_texts import english_texts
from sphinx_docsnav.sitefiles.languages import browser_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.base import Context


KNOWN_AS = {"Next": "next", "Previous": "previous", "On this page": "Contents"}
"""Words of themes that few catalogues have, and what Sphinx's catalogues have instead."""


def translate_context(
    app: Sphinx,
    pagename: str,  # noqa: ARG001 -- an event
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,  # noqa: ARG001 -- an event
) -> None:
    """Translate words and the date of the last update (``html-page-context``)."""
    code = context.pop("docsnav_language", "")
    if not code:
        return
    language_switch = sphinx_language_of(app)
    language = language_switch.known(code)
    if language == language_switch.own:
        context["language"] = browser_code(language)
    words = language_switch.translations(language)
    context["_"] = context["gettext"] = _with_known_names(words.gettext)
    context["ngettext"] = words.ngettext
    _speak_shared(app, context, language)
    if context.get("last_updated") and app.config.html_last_updated_fmt is not None:
        context["last_updated"] = format_date(
            app.config.html_last_updated_fmt or words.gettext("%b %d, %Y"),
            language=language,
            local_time=not app.config.html_last_updated_use_utc,
        )


def _with_known_names(translate: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function that translates the words of `KNOWN_AS`, too."""

    def translated(word: str) -> str:
        found, known = translate(word), KNOWN_AS.get(word)
        if found != word or known is None:
            return found
        other = translate(known)
        return word if other == known else other[:1].upper() + other[1:]

    return translated


def _speak_shared(app: Sphinx, context: Context, language: str) -> None:
    """Translate what Sphinx prepares once for all pages: the site's title, links to indexes."""
    language_switch = sphinx_language_of(app)
    words = language_switch.translations(language)
    english = english_texts(app)

    def again(word: str) -> str:
        return words.gettext(english.get(word, word))

    with language_switch.using(language):  # titles that conf.py does not set have words of Sphinx
        context["docstitle"] = app.config.html_title
        context["shorttitle"] = app.config.html_short_title
    mark_names(app, context)
    context["rellinks"] = [
        row if row[0] in app.env.all_docs else (row[0], again(row[1]), row[2], again(row[3]))
        for row in context.get("rellinks", ())
    ]
