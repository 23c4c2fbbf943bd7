"""The markup of a part of the navigation, rendered once and marked per page; where it is shown.

A template writes a *mark* wherever pages differ: the class of the current entry, ``open`` on the
branch that leads to it. The rendered text (`Part`) is kept without the marks; for a page, a handful
of insertions make it that page's.

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
from secrets import token_hex

from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.icons import is_drawing, svg_symbol, symbol_use
from sphinx_docsnav.sitefiles.nearest import Nearest

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
    """Return the entries of *options* that can be done."""
    return {part: str(place) for part, place in options.items() if place in CHOICES.get(part, ())}


def part_option_faults(options: Mapping[str, object]) -> Iterator[Fault]:
    """Yield a fault ``setting_ignored`` for each entry of *options* that cannot be done."""
    for part, place in options.items():
        if part not in CHOICES:
            found = f"there is no part '{part}'; it is ignored"
            near = Nearest(CHOICES).to(part)
            hint = f"did you mean '{near}'?" if near else f"there are {', '.join(CHOICES)}"
        elif place not in CHOICES[part]:
            wanted = " or ".join(f"'{choice}'" for choice in CHOICES[part])
            found = f"expected {wanted} for '{part}', found {place!r}; it is ignored"
            hint = ""
        else:
            continue
        message = f"docsnav_theme_options: {found}"
        yield Fault(FaultKind.SETTING_IGNORED, Severity.WARNING, message, hint=hint)


_MARK_OPEN, _MARK_CLOSE = "\ufdd0", "\ufdd1"
"""Unicode noncharacters: never in a text that is meant for interchange."""
_MARK = re.compile(f"{_MARK_OPEN}([^{_MARK_CLOSE}]*){_MARK_CLOSE}")


def mark(key: str, place: str = "") -> str:
    """Return the placeholder that a template writes for text that depends on the page.

    :param key: of an entry or a choice.
    :param place: ``item`` for classes of the current entry and those above it,
        ``link`` for attributes of the current page's link, ``open`` for the
        attribute that opens the entries above it; none for a URL.
    """
    return f"{_MARK_OPEN}{key}.{place}{_MARK_CLOSE}"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of markup with places for marks."""

    text: str
    """The markup of a page that nothing marks."""
    places: Mapping[str, tuple[int, ...]]
    """Offsets into `text` by key."""
    reads: frozenset[str] = frozenset()
    """The fields of the navigation that its template has read."""

    @classmethod
    def parse(cls, rendered: str, reads: Iterable[str] = ()) -> Part:
        """Take the marks out of a template's result."""
        pieces: list[str] = []
        places: dict[str, tuple[int, ...]] = {}
        end = length = 0
        for found in _MARK.finditer(rendered):
            pieces.append(rendered[end : found.start()])
            length += len(pieces[-1])
            places[found[1]] = (*places.get(found[1], ()), length)
            end = found.end()
        pieces.append(rendered[end:])
        return cls("".join(pieces), places, frozenset(reads))

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the markup with *values* put in their places; work grows with *values* only."""
        insertions = sorted(self._insertions(values))
        pieces: list[str] = []
        end = 0
        for offset, value in insertions:
            pieces += (self.text[end:offset], value)
            end = offset
        pieces.append(self.text[end:])
        return "".join(pieces)

    def _insertions(self, values: Mapping[str, str]) -> Iterable[tuple[int, str]]:
        for key, value in values.items():
            for offset in self.places.get(key, ()):
                yield offset, value


_ICON_OPEN, _ICON_CLOSE = "\ufdd5", "\ufdd6"
"""Unicode noncharacters: never in a text that is meant for interchange."""
_END = re.compile(r"</(?!script\b)")
_ICON = re.compile(f"{_ICON_OPEN}(\\d+){_ICON_CLOSE}")


class IconSymbols:
    """Takes the icons of a part while its template is rendered, and draws them afterwards."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._numbers: dict[str, int] = {}

    def place(self, icon: str) -> str:
        """Return what a template writes for an icon; for one that is no drawing, the icon."""
        if not is_drawing(icon):
            return icon
        return f"{_ICON_OPEN}{self._numbers.setdefault(icon, len(self._numbers))}{_ICON_CLOSE}"

    def draw(self, markup: str, *, is_whole: bool = True) -> str:
        """Return the rendered part with its icons, each drawn once if that is shorter.

        :param is_whole: the last element of *markup* is the part, not one of its pieces.
        """
        counts = Counter(int(found[1]) for found in _ICON.finditer(markup))
        icons, symbols = [], []
        for drawing, number in self._numbers.items():
            name = f"docsnav-{self._part}-{number}"
            use, symbol = symbol_use(name), svg_symbol(drawing, name)
            shared = counts[number] * (len(drawing) - len(use)) > len(symbol)
            icons.append(use if shared else drawing)
            symbols += [symbol] if shared else []
        drawn = _ICON.sub(lambda found: icons[int(found[1])], markup)
        if not symbols:
            return drawn
        drawings = f'<svg class="docsnav-symbols" width="0" height="0">{"".join(symbols)}</svg>'
        end = max(end.start() for end in _END.finditer(drawn)) if is_whole else len(drawn)
        return drawn[:end] + drawings + drawn[end:]


_START, _NAMED = "\ufdd2", "\ufdd3"
"""Unicode noncharacters: never in a text that is meant for interchange."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part in a page."""

    name: str
    """The part's name: ``sidebar``."""
    start: int
    """Where it begins."""
    length: int
    """How long it is."""


class PartMarks:
    """The marks of one build; a page cannot know them, and so not imitate them."""

    def __init__(self) -> None:
        self._token = token_hex(8)
        self._end = f"{_START}{self._token}{_NAMED}"  # begins alike: looked for in each page
        self._any = re.compile(f"{_START}{self._token}([^{_NAMED}]*){_NAMED}")

    def wrap(self, name: str, markup: str) -> str:
        """Return *markup* between marks; an empty text stays empty, as templates test for it."""
        return f"{_START}{self._token}{name}{_NAMED}{markup}{self._end}" if markup else markup

    def take_out(self, page: str) -> tuple[str, tuple[Span, ...] | None]:
        """Return *page* without marks, and its spans in characters.

        ``None`` instead of spans if marks do not pair up.
        """
        pieces: list[str] = []
        spans: list[Span] = []
        opened: tuple[str, int] | None = None
        end = length = 0
        paired = True
        for found in self._any.finditer(page):
            pieces.append(page[end : found.start()])
            length += len(pieces[-1])
            end = found.end()
            if found[1]:
                paired = paired and opened is None
                opened = (found[1], length)
            elif opened is None:
                paired = False
            else:
                spans.append(Span(opened[0], opened[1], length - opened[1]))
                opened = None
        pieces.append(page[end:])
        return "".join(pieces), tuple(spans) if paired and opened is None else None
