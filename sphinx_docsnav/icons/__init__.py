"""Icons by name, drawn from packs of SVG files; nothing is fetched from a network.

Font Awesome Free (icons CC BY 4.0), Lucide (ISC) and Tabler (MIT) are known sets: installed with
the extra ``icons``, or read from a folder or archive that the project names.
"""

from sphinx_docsnav.icons.drawings import (
    FoundIcon,
    IconKind,
    SiteIcons,
    find_icon_kind,
    is_drawing,
    make_symbol,
    make_symbol_use,
    read_packs,
)
from sphinx_docsnav.icons.packs import (
    MATERIAL_ICON,
    STYLE_EXPECTED,
    STYLES,
    IconPack,
    read_material_icon,
)

__all__ = [
    "MATERIAL_ICON",
    "STYLES",
    "STYLE_EXPECTED",
    "FoundIcon",
    "IconKind",
    "IconPack",
    "SiteIcons",
    "find_icon_kind",
    "is_drawing",
    "make_symbol",
    "make_symbol_use",
    "read_material_icon",
    "read_packs",
]
