"""The last changes to a rendered page: head, direction, and parts that the templates left out.

Such parts are shown in the fallback position, at the top of the page. So is a link to the
search in themes that have neither a field nor a link for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from sphinx_docsnav.core.compat.finished_html import (
    end_of_body,
    end_of_head,
    is_whole_page,
    start_of_body,
    with_direction,
)
from sphinx_docsnav.themes.base import FOOTER

if TYPE_CHECKING:
    from sphinx_docsnav.themes.page_view import PageView

_SEARCH_FIELD = re.compile(r"""<input\b[^>]*\b(?:name=["']?q\b|type=["']?search\b)""")


@dataclass(frozen=True, slots=True)
class FinalMarkup:
    """Looks at one page when it has been rendered."""

    view: PageView
    """What its templates were given."""
    head: str
    """Markup for the end of the page's head."""
    required: Iterable[str]
    """The parts that it must show."""
    above: Mapping[str, str]
    """Parts that are added at the top of a page if the templates omit them, with their markup."""
    report: Callable[[str], None]
    """Takes the name of each part that the templates have left out."""
    search: tuple[str, str] = ("", "")
    """The address of the search page and a link to it; empty if the page is not to have one."""

    def with_missed_parts(self, page: str) -> str:
        """Return *page* with its direction, and with the parts that no template has shown."""
        if not is_whole_page(page):
            return page
        page = end_of_head(page, self.head)
        direction = self.view.frame.language["direction"]
        if direction != "ltr":
            page = with_direction(page, direction)
        missing = [name for name in self.required if not self._has(page, name)]
        if FOOTER in missing:
            missing.remove(FOOTER)
            self.report(FOOTER)
            page = end_of_body(page, self.view.part(FOOTER))
        if missing:
            page = start_of_body(page, self._fallback(missing))
        return self._with_search(page)

    def _with_search(self, page: str) -> str:
        address, link = self.search
        if not address or _SEARCH_FIELD.search(page):
            return page
        shown = re.search(rf'<a\b[^>]*\bhref="{re.escape(escape(address))}"', page)
        return page if shown else start_of_body(page, link)

    def _has(self, page: str, name: str) -> bool:
        """Return whether the first two tags of a part are on the page, or the part is empty."""
        self.view.asked.add(name)
        markup = self.view.markup(name)
        return markup[: markup.find(">", markup.find(">") + 1) + 1] in page

    def _fallback(self, missing: Iterable[str]) -> str:
        above, below = "", ""
        for name in missing:
            self.report(name)
            if name in self.above:
                above += self.view.part(self.above[name])
            else:
                below += self.view.part(name)
        if below:
            label = escape(self.view.frame.words["menu"])
            below = (
                f'<details class="docsnav-menu docsnav-fallback"><summary>{label}</summary>'
                f'<div class="docsnav-choices">{below}</div></details>'
            )
        return above + below
