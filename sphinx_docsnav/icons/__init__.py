"""Icons by name, drawn from libraries that are installed with the extension.

Font Awesome Free (icons CC BY 4.0), Lucide (ISC) and Tabler (MIT); nothing is
fetched from a network.
"""

from sphinx_docsnav.icons.drawings import (
    FoundIcon,
    IconKind,
    find_icon,
    icon_fault,
    icon_kind,
    icon_svg,
    is_drawing,
    nearest_name,
    svg_symbol,
    symbol_use,
)

__all__ = [
    "FoundIcon",
    "IconKind",
    "find_icon",
    "icon_fault",
    "icon_kind",
    "icon_svg",
    "is_drawing",
    "nearest_name",
    "svg_symbol",
    "symbol_use",
]
