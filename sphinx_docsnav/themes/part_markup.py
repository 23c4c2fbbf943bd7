"""The markup of a part of the navigation, rendered once and marked per page; where it is shown.

A template writes a *mark* wherever pages differ: the class of the current entry, ``open`` on the
branch that leads to it. The rendered text (`Part`) is stored without the marks; for each page, a
few texts are inserted at their positions.

`IconSymbols` includes each repeated drawing once. A sidebar of a thousand entries has some dozen
icons. Each part contains its own symbols, inside its last element, so that it is complete wherever
a theme, or a theme's script, inserts it.

`PartMarks` finds parts in a finished page. A part is wrapped in two marks when a template inserts
it. When the page is finished, the marks are removed, and the start and length of each part are
stored. With these, a part of a written file can be replaced.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.icons import is_drawing, make_symbol, make_symbol_use
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.sitefiles.languages import TranslationTable
from sphinx_docsnav.sitefiles.nearest import find_nearest

_TEXT_NAMES = (
    *("tabs", "sidebar", "anchors", "products", "dropdowns", "versions", "languages"),
    *("breadcrumbs", "close", "deprecated", "menu", "more", "banner", "header", "footer"),
    *("copy", "copied", "markdown", "edit", "filter", "contents", "mode", "skip", "copy_code"),
)
"""The columns of `theme_texts.txt`."""
PART_TEXTS = TranslationTable(Path(__file__).with_name("theme_texts.txt"), _TEXT_NAMES)
"""The translated texts that this extension adds to pages; others are in Sphinx's own catalogues."""
HIDE, SIDEBAR = "hide", "sidebar"
CHOICES: Mapping[str, tuple[str, ...]] = {
    "anchors": (HIDE,),
    "banner": (HIDE,),
    "dropdowns": (HIDE,),
    "footer": (HIDE,),
    "languages": (HIDE,),
    "navbar": (HIDE,),
    "products": (HIDE,),
    "sidebar": (HIDE,),
    "tabs": (HIDE, SIDEBAR),
    "versions": (HIDE,),
}
"""The options of each part."""


def read_part_options(options: Mapping[str, object]) -> dict[str, str]:
    """Return the valid entries of *options*."""
    return {part: str(place) for part, place in options.items() if place in CHOICES.get(part, ())}


def check_part_options(options: Mapping[str, object]) -> Iterator[Fault]:
    """Yield a fault for each invalid entry of *options*.

    Faults: ``setting_ignored``.
    """
    for part, place in options.items():
        if part not in CHOICES:
            problem = f"there is no part '{part}'; it is ignored"
            similar = find_nearest(part, CHOICES)
            hint = did_you_mean(similar) or f"there are {', '.join(CHOICES)}"
        elif place not in CHOICES[part]:
            choices = " or ".join(f"'{choice}'" for choice in CHOICES[part])
            problem = f"expected {choices} for '{part}', found {place!r}; it is ignored"
            hint = ""
        else:
            continue
        message = f"docsnav_theme_options: {problem}"
        yield Fault(FaultKind.SETTING_IGNORED, Severity.WARNING, message, hint=hint)


_MARK_OPEN, _MARK_CLOSE = "\ufdd0", "\ufdd1"
"""Unicode noncharacters: never in a text that is meant for interchange."""
_MARK = re.compile(f"{_MARK_OPEN}([^{_MARK_CLOSE}]*){_MARK_CLOSE}")


def mark(key: str, place: str = "") -> str:
    """Return the placeholder for text that depends on the page; called by templates.

    :param key: the key of an entry or a choice.
    :param place: ``item`` for classes of the current entry and the entries above it, ``link`` for
        attributes of the link of the current page, ``open`` for the attribute that opens the
        entries above it; empty for a URL.
    """
    return f"{_MARK_OPEN}{key}.{place}{_MARK_CLOSE}"


@dataclass(frozen=True, slots=True)
class Part:
    """The markup of a part, with the positions of its placeholders."""

    text: str
    """The markup without placeholders."""
    places: Mapping[str, tuple[int, ...]]
    """The offsets of placeholders in `text`, by key."""
    reads: frozenset[str] = frozenset()
    """The fields of the navigation that the template has read."""

    @classmethod
    def parse(cls, rendered: str, reads: Iterable[str] = ()) -> Part:
        """Return the part of a rendered template, whose placeholders are removed."""
        pieces: list[str] = []
        places: dict[str, tuple[int, ...]] = {}
        end = length = 0
        for match in _MARK.finditer(rendered):
            # Offsets count in the text without placeholders, so that `fill` need not parse it
            # again.
            pieces.append(rendered[end : match.start()])
            length += len(pieces[-1])
            places[match[1]] = (*places.get(match[1], ()), length)
            end = match.end()
        pieces.append(rendered[end:])
        return cls("".join(pieces), places, frozenset(reads))

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the markup with *values* inserted; its time depends on the number of *values*."""
        # Insert from left to right, so that each piece of the text is copied once.
        insertions = sorted(self._list_insertions(values))
        pieces: list[str] = []
        end = 0
        for offset, value in insertions:
            pieces += (self.text[end:offset], value)
            end = offset
        pieces.append(self.text[end:])
        return "".join(pieces)

    def _list_insertions(self, values: Mapping[str, str]) -> Iterable[tuple[int, str]]:
        for key, value in values.items():
            for offset in self.places.get(key, ()):
                yield offset, value


_ICON_OPEN, _ICON_CLOSE = "\ufdd5", "\ufdd6"
"""Unicode noncharacters: never in a text that is meant for interchange."""
_END = re.compile(r"</(?!script\b)")
_ICON = re.compile(f"{_ICON_OPEN}(\\d+){_ICON_CLOSE}")


class IconSymbols:
    """Collects the icons of a part while its template is rendered, and draws them afterwards."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._numbers: dict[str, int] = {}

    def place(self, icon: str) -> str:
        """Return the placeholder of an icon; return an icon that is not a drawing unchanged."""
        if not is_drawing(icon):
            return icon
        # The number of an icon is the order of its first use, so equal builds give equal markup.
        return f"{_ICON_OPEN}{self._numbers.setdefault(icon, len(self._numbers))}{_ICON_CLOSE}"

    def draw(self, markup: str, *, is_whole: bool = True) -> str:
        """Return the rendered part with its icons; an icon is shared if this is shorter.

        :param is_whole: whether the last element of *markup* encloses the part.
        """
        counts = Counter(int(match[1]) for match in _ICON.finditer(markup))
        icons, symbols = [], []
        for drawing, number in self._numbers.items():
            name = f"docsnav-{self._part}-{number}"
            use, symbol = make_symbol_use(name), make_symbol(drawing, name)
            # Compare the characters that references save with those that the symbol adds.
            is_shared = counts[number] * (len(drawing) - len(use)) > len(symbol)
            icons.append(use if is_shared else drawing)
            symbols += [symbol] if is_shared else []
        drawn = _ICON.sub(lambda match: icons[int(match[1])], markup)
        if not symbols:
            return drawn
        drawings = f'<svg class="docsnav-symbols" width="0" height="0">{"".join(symbols)}</svg>'
        # Symbols go before the last end tag, but not into a script, whose text is no markup.
        end = max(end.start() for end in _END.finditer(drawn)) if is_whole else len(drawn)
        return drawn[:end] + drawings + drawn[end:]


_START, _NAME_END = "\ufdd2", "\ufdd3"
"""Unicode noncharacters: never in a text that is meant for interchange."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part in a page."""

    name: str
    """The part's name: ``sidebar``."""
    start: int
    """The offset of its start."""
    length: int
    """Its length."""


class PartMarks:
    """The marks of one build; they contain a random token, so that a page cannot imitate them."""

    def __init__(self) -> None:
        self._token = token_hex(8)
        # It begins like a start mark, so that one search in a page finds both.
        self._end = f"{_START}{self._token}{_NAME_END}"
        self._any = re.compile(f"{_START}{self._token}([^{_NAME_END}]*){_NAME_END}")

    def wrap(self, name: str, markup: str) -> str:
        """Return *markup* between marks; empty markup stays empty, because templates test this."""
        return f"{_START}{self._token}{name}{_NAME_END}{markup}{self._end}" if markup else markup

    def take_out(self, page: str) -> tuple[str, tuple[Span, ...] | None]:
        """Return *page* without marks, and the spans of its parts, in characters.

        :returns: ``None`` in place of spans if the marks are not paired.
        """
        pieces: list[str] = []
        spans: list[Span] = []
        opened: tuple[str, int] | None = None
        end = length = 0
        is_paired = True
        for match in self._any.finditer(page):
            pieces.append(page[end : match.start()])
            length += len(pieces[-1])
            end = match.end()
            # A theme's template can print a part within another, or half of one; then nothing is
            # replaced.
            if match[1]:
                is_paired = is_paired and opened is None
                opened = (match[1], length)
            elif opened is None:
                is_paired = False
            else:
                spans.append(Span(opened[0], opened[1], length - opened[1]))
                opened = None
        pieces.append(page[end:])
        return "".join(pieces), tuple(spans) if is_paired and opened is None else None
