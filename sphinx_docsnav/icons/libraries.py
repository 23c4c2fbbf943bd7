"""The icon libraries that are installed with the extension, read from their packages.

Each library is one archive of SVG files inside a package; it is opened when
the first icon is needed, and its list of names is cached.
"""

from __future__ import annotations

import importlib.util
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """One set of icons and where its archive is."""

    name: str
    """The name that docs.json uses: ``fontawesome``, ``lucide`` or ``tabler``."""
    package: str
    """The import package that holds the archive."""
    archive: str
    """The archive's file name in the package."""
    styles: tuple[str, ...]
    """The styles it draws, the usual one first; ``""`` where it has only one."""
    synonyms: Mapping[str, str]
    """Other words for a style, each with the nearest style there is."""


FONT_AWESOME = Library(
    "fontawesome",
    "justmyresource_font_awesome",
    "icons.zip",
    ("solid", "regular", "brands"),
    {
        "light": "regular",
        "thin": "regular",
        "duotone": "solid",
        "sharp": "solid",
        "sharp-solid": "solid",
        "sharp-regular": "regular",
        "sharp-light": "regular",
        "sharp-thin": "regular",
        "brand": "brands",
    },
)
LUCIDE = Library("lucide", "justmyresource_lucide", "icons.zip", ("",), {})
TABLER = Library(
    "tabler",
    "tablericons",
    "tablericons.zip",
    ("outline", "filled"),
    {"solid": "filled", "regular": "outline", "light": "outline", "thin": "outline"},
)

LIBRARIES: Mapping[str, Library] = {
    library.name: library for library in (FONT_AWESOME, LUCIDE, TABLER)
}
"""Every library by its name, in the order in which a name is looked for."""
STYLES = tuple(
    dict.fromkeys(
        style
        for library in LIBRARIES.values()
        for style in (*library.styles, *library.synonyms)
        if style
    )
)
"""The styles that some library has, or knows another word for."""
STYLE_EXPECTED = "a style of icons like 'solid', 'regular' or 'brands'"
"""What a message about another style expects."""


@cache
def icon_index(library: Library) -> Mapping[str, Mapping[str, str]]:
    """Return where each icon of *library* is: name, style, member of the archive.

    Empty if the package of the library is not installed.
    """
    archive = _open(library)
    if archive is None:
        return {}
    index: dict[str, dict[str, str]] = {}
    for member in archive.namelist():
        style, _, filename = member.rpartition("/")
        name = filename.removesuffix(".svg")
        if name != filename and style in library.styles:
            index.setdefault(name, {})[style] = member
    return index


def read_icon(library: Library, member: str) -> str:
    """Return the SVG text of *member*, which `icon_index` named."""
    archive = _open(library)
    if archive is None:
        msg = f"the package {library.package} is not installed"
        raise LookupError(msg)
    return archive.read(member).decode("utf-8")


@cache
def _open(library: Library) -> zipfile.ZipFile | None:
    """Return the library's archive, found without importing its package."""
    spec = importlib.util.find_spec(library.package)
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(next(iter(spec.submodule_search_locations))) / library.archive
    if not path.is_file():
        return None
    # In memory: an open file shares its offset with forked readers (sphinx-build -j).
    return zipfile.ZipFile(io.BytesIO(path.read_bytes()))


@cache
def aliases(library: str) -> Mapping[str, str]:
    """Return the other names of a library's icons, each with the icon's name."""
    return _table(f"{library}-aliases") if library in {"fontawesome", "lucide"} else {}


@cache
def substitutes() -> Mapping[str, tuple[str, str]]:
    """Return the icons that may not be shipped, each with (library, name) of the nearest."""
    pairs = (target.partition(":") for target in _table("substitutes").values())
    return dict(zip(_table("substitutes"), ((pair[0], pair[2]) for pair in pairs), strict=True))


@cache
def pro_names() -> frozenset[str]:
    """Return the names of Font Awesome that no installed library draws."""
    return frozenset(word for line in _lines("fontawesome-pro") for word in line.split())


@cache
def _table(name: str) -> Mapping[str, str]:
    """Return the pairs of a data file: two words a line, ``#`` begins a comment."""
    return dict(line.split() for line in _lines(name))


def _lines(name: str) -> list[str]:
    text = (files(__package__) / "data" / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
