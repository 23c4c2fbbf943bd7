"""What no block of a template reaches, done to the finished page.

Also the place of last resort for parts of the navigation: what the templates of
a theme, or of a project, have left out stands at the top of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from sphinx_docsnav.themes.base import FOOTER

if TYPE_CHECKING:
    from sphinx_docsnav.themes.page_view import PageView

_HTML_TAG = re.compile(r"<html\b([^>]*)>", re.IGNORECASE)
_BODY_TAG = re.compile(r"<body\b[^>]*>", re.IGNORECASE)
_DIRECTION = re.compile(r"\sdir\s*=", re.IGNORECASE)

IN_SIDEBAR = frozenset({"switch", "products", "divisions", "drawer", "anchors", "sidebar"})
"""Parts that a page without a sidebar is not to show."""


@dataclass(frozen=True, slots=True)
class FinalMarkup:
    """Looks at one page when it has been rendered."""

    view: PageView
    """What its templates were given."""
    head: str
    """What goes to the end of the page's head."""
    required: Iterable[str]
    """The parts that it must show."""
    above: Mapping[str, str]
    """Parts that stand at the top of a page if they are left out, and what stands for each."""
    report: Callable[[str], None]
    """Takes the name of each part that the templates have left out."""

    def finish(self, page: str) -> str:
        """Return *page* with its direction, and with the parts that no template has shown."""
        if "<body" not in page:  # a fragment that a theme renders by itself
            return page
        if self.head:
            page = page.replace("</head>", f"{self.head}</head>", 1)
        direction = self.view.frame.language["direction"]
        if direction != "ltr":
            page = _HTML_TAG.sub(lambda tag: _directed(tag, direction), page, count=1)
        missing = [name for name in self.required if not self._has(page, name)]
        if FOOTER in missing:
            missing.remove(FOOTER)
            page = self._with_footer(page)
        if missing:
            markup = self._fallback(missing)
            page = _BODY_TAG.sub(lambda tag: f"{tag[0]}{markup}", page, count=1)
        return page

    def _with_footer(self, page: str) -> str:
        """Return *page* with the footer of docs.json at its end."""
        self.report(FOOTER)
        before, end, after = page.rpartition("</body>")
        return f"{before}{self.view.part(FOOTER)}{end}{after}" if end else page

    def _has(self, page: str, name: str) -> bool:
        """Say if the first two tags of a part stand on the page, or if it is empty here."""
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


def _directed(tag: re.Match[str], direction: str) -> str:
    if _DIRECTION.search(tag[1]):
        return tag[0]
    return f'<html{tag[1]} dir="{escape(direction)}">'
