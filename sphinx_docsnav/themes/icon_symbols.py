"""The icons of a part of the navigation: a repeated drawing is included once.

A sidebar of a thousand entries has some dozen icons. Each part contains its own
symbols, inside its last element, so that it is complete wherever a theme, or a
theme's script, inserts it.
"""

from __future__ import annotations

import re
from collections import Counter

from sphinx_docsnav.icons import is_drawing, svg_symbol, symbol_use

_OPEN, _CLOSE = "\ufdd5", "\ufdd6"
"""Unicode noncharacters: never in a text that is meant for interchange."""
_END = re.compile(r"</(?!script\b)")
_ICON = re.compile(f"{_OPEN}(\\d+){_CLOSE}")


class IconSymbols:
    """Takes the icons of a part while its template is rendered, and draws them afterwards."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._numbers: dict[str, int] = {}

    def place(self, icon: str) -> str:
        """Return what a template writes for an icon; for one that is no drawing, the icon."""
        if not is_drawing(icon):
            return icon
        return f"{_OPEN}{self._numbers.setdefault(icon, len(self._numbers))}{_CLOSE}"

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
