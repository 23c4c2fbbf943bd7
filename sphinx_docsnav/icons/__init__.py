"""Icons by name, drawn from packs of SVG files; nothing is fetched from a network.

Font Awesome Free (icons CC BY 4.0), Lucide (ISC) and Tabler (MIT) are known sets: installed with
the extra ``icons``, or read from a folder or archive that the project names.
"""

from sphinx_docsnav.icons.drawings import (
    FoundIcon,
    IconKind,
    SiteIcons,
    icon_kind,
    is_drawing,
    read_packs,
    svg_symbol,
    symbol_use,
)
from sphinx_docsnav.icons.packs import STYLE_EXPECTED, STYLES, IconPack

__all__ = [
    "STYLES",
    "STYLE_EXPECTED",
    "FoundIcon",
    "IconKind",
    "IconPack",
    "SiteIcons",
    "icon_kind",
    "is_drawing",
    "read_packs",
    "svg_symbol",
    "symbol_use",
]
