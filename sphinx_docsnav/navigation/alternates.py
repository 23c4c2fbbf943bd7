"""Links to a page's translations, for search engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sphinx_docsnav.navigation.switch import Target
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.navigation.visibility import default_of
from sphinx_docsnav.sitefiles.languages import browser_code

DEFAULT = "x-default"
"""The code of the page for readers of all other languages."""


def alternates(
    languages: Iterable[Element], target: Callable[[Element], Target | None]
) -> list[tuple[str, Page]]:
    """Return the code and the page of each language that has the same page.

    The page's own language is among them. The page of the default language comes
    once more at the end, as ``x-default``. Empty for a page in one language only.

    :param languages: the language of the page and those beside it.
    :param target: returns where the switch to a language leads from the page.
    """
    beside = tuple(languages)
    found = {
        element: reached.page
        for element in beside
        if (reached := target(element)) is not None and reached.rule.is_same_page
    }
    if len(found) < 2:  # noqa: PLR2004 -- one language is no choice
        return []
    links = [(browser_code(element.code), page) for element, page in found.items()]
    default = default_of(beside)
    return [*links, (DEFAULT, found[default])] if default in found else links
