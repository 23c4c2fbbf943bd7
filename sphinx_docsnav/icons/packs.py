"""Sets of icons, and the packs of SVG files with their drawings.

A pack is a folder or an archive of SVG files: an installed package of Python, a package of npm, a
checkout of a set, or drawings of one's own. It is opened when the first icon is needed.
"""

from __future__ import annotations

import importlib.util
import io
import json
import lzma
import os
import posixpath
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path, PurePosixPath

from sphinx_docsnav.data_files.data_reader import MAX_BYTES, read_bytes
from sphinx_docsnav.data_files.json_values import DataError

STYLE_EXPECTED = "a style of icons like 'solid', 'regular' or 'brands'"
"""The description of a valid style in messages."""
MAX_DRAWING = 200_000
"""The largest SVG file that is read as an icon, in bytes."""
MAX_DRAWINGS = 50_000
"""The maximum number of files in the folder of a pack."""
MATERIAL_ICON = re.compile(
    r"(?:octicons[-/](?P<octicon>[a-z\d-]+?)(?:-\d\d)?"
    r"|(?:material|simple|fontawesome-(?P<style>brands|regular|solid))[-/](?P<name>[a-z\d-]+))"
)
"""An icon as MkDocs Material names it, with hyphens only; Octicons end with their size."""
_NO_ARCHIVE = "neither a folder nor a zip or tar archive"


class PackError(Exception):
    """A pack cannot be read; the text is the reason."""


_READ_ERRORS = (
    DataError,
    OSError,
    ValueError,
    EOFError,
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    # Of `zipfile`: an encrypted file, or an unknown compression. Of `json`: deep nesting.
    RuntimeError,
)
"""The exceptions that reading a damaged or hostile pack raises."""


@dataclass(frozen=True, slots=True, eq=False)
class IconSet:
    """The properties of a set of icons that do not depend on the source of its drawings."""

    name: str
    """The name in docs.json, such as ``fontawesome``."""
    label: str
    """The name in messages, such as "Font Awesome Free"."""
    styles: tuple[str, ...] = ("",)
    """The styles it is drawn in, the usual one first; ``""`` where it has only one. Drawings of a
    style are in a folder of that name."""
    synonyms: Mapping[str, str] = field(default_factory=dict)
    """Other names of a style, each with the nearest style of the set."""
    module: str = ""
    """The Python package that may be installed with an archive of the drawings."""
    distribution: str = ""
    """The name of that package in package indexes."""
    archive: str = ""
    """The file name of the archive inside the Python package."""


FONT_AWESOME = IconSet(
    "fontawesome",
    "Font Awesome Free",
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
    "justmyresource_font_awesome",
    "justmyresource-font-awesome",
    "icons.zip",
)
LUCIDE = IconSet(
    "lucide",
    "Lucide",
    module="justmyresource_lucide",
    distribution="justmyresource-lucide",
    archive="icons.zip",
)
TABLER = IconSet(
    "tabler",
    "Tabler Icons",
    ("outline", "filled"),
    {"solid": "filled", "regular": "outline", "light": "outline", "thin": "outline"},
    "tablericons",
    "tablericons2",
    "tablericons.zip",
)
KNOWN_SETS: Mapping[str, IconSet] = {
    icon_set.name: icon_set for icon_set in (FONT_AWESOME, LUCIDE, TABLER)
}
"""The sets that docs.json can name, in the order in which an icon is looked for."""
STYLES = tuple(
    dict.fromkeys(
        style
        for icon_set in KNOWN_SETS.values()
        for style in (*icon_set.styles, *icon_set.synonyms)
        if style
    )
)
"""The names of all styles of the known sets, including synonyms."""


class IconPack:
    """The drawings of one set.

    :param path: the folder or the archive.
    :param names: the files of the pack, as POSIX paths.
    :param read: returns the bytes of one of them.
    :param release: the version of the set; empty if nothing says it.
    """

    def __init__(
        self,
        icon_set: IconSet,
        path: Path,
        names: list[str],
        read: Callable[[str], bytes],
        release: str = "",
    ) -> None:
        self.icon_set = icon_set
        self.path = path
        self._names = names
        self._read = read
        self._release = release

    @property
    def name(self) -> str:
        """The name of the set."""
        return self.icon_set.name

    @cached_property
    def label(self) -> str:
        """Name and version of the set, for messages."""
        return f"{self.icon_set.label} {self._release or self._find_version()}".rstrip()

    @cached_property
    def index(self) -> Mapping[str, Mapping[str, str]]:
        """The file of each icon: name, then style, then file."""
        index: dict[str, dict[str, str]] = {}
        # Packages hold the same drawing more than once: the shortest path has it in its plain form.
        drawings = (name for name in self._names if name.endswith(".svg"))
        for name in sorted(drawings, key=lambda name: (name.count("/"), len(name), name)):
            # Strings, not paths: packs have thousands of names.
            folders, _, file_name = name.rpartition("/")
            if (style := self._find_style(folders.rpartition("/")[2])) is not None:
                stem = file_name.removesuffix(".svg")
                index.setdefault(stem, {}).setdefault(style, name)
        return index

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """Other and earlier names of icons, each with the name of the icon."""
        # Metadata of the pack overrides the list of this package, which can be older.
        aliases = {**read_listed_aliases(self.icon_set), **dict(self._list_own_aliases())}
        return {
            alias: name
            for alias, name in aliases.items()
            # An alias never hides a drawing of that name, and one without a drawing is useless.
            if name in self.index and alias not in self.index
        }

    def read(self, name: str) -> str:
        """Return the SVG text of a file that `index` names; empty if it cannot be read."""
        # Cut off one byte above the limit: such a text is no complete XML, and so no drawing.
        return self._read_file(name)[: MAX_DRAWING + 1].decode("utf-8", "replace")

    def location(self, name: str) -> Path:
        """Return the file on the disk that holds a file of the pack."""
        return self.path / name if self.path.is_dir() else self.path

    def _find_style(self, folder: str) -> str | None:
        """Return the style of the drawings in a folder, by its name; None if they are no icons."""
        if self.icon_set.styles != ("",):
            return folder if folder in self.icon_set.styles else None
        # Lucide's packages have fonts beside the folder of the icons.
        is_lucide = self.icon_set is LUCIDE and folder not in {"", "icons"}
        return None if is_lucide else ""

    def _list_own_aliases(self) -> Iterator[tuple[str, str]]:
        """Yield the aliases in the metadata that the pack has beside its drawings.

        Font Awesome: ``metadata/icon-families.json``; Tabler: ``aliases.json``; Lucide: a JSON file
        beside each drawing.
        """
        for file in (name for name in self._names if name.endswith(".json")):
            path = PurePosixPath(file)
            if self.icon_set is FONT_AWESOME and path.name == "icon-families.json":
                for name, facts in self._read_json(file).items():
                    aliases = _get_value(_get_value(facts, "aliases"), "names")
                    yield from _list_pairs(aliases, name)
            elif self.icon_set is TABLER and path.name == "aliases.json":
                for names in self._read_json(file).values():
                    yield from ((a, n) for a, n in _list_items(names) if isinstance(n, str))
            elif self.icon_set is LUCIDE and path.stem in self.index:
                yield from _list_pairs(_get_value(self._read_json(file), "aliases"), path.stem)

    def _find_version(self) -> str:
        """Return the version in the nearest package.json to the root; empty without one."""
        manifests = (name for name in self._names if posixpath.basename(name) == "package.json")
        # An archive can also contain the manifests of its dependencies, which are deeper.
        manifest = min(manifests, key=lambda name: name.count("/"), default="")
        found = self._read_json(manifest).get("version") if manifest else ""
        return found if isinstance(found, str) else ""

    def _read_file(self, name: str) -> bytes:
        """Return the bytes of a file of the pack; none if it is damaged, encrypted or no file."""
        try:
            return self._read(name)
        except _READ_ERRORS:
            return b""

    def _read_json(self, name: str) -> dict[str, object]:
        """Return an object in a JSON file of the pack; empty if it holds something else."""
        try:
            value = json.loads(self._read_file(name))
        except _READ_ERRORS:
            return {}
        return value if isinstance(value, dict) else {}


def _get_value(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None


def _list_items(value: object) -> Iterator[tuple[str, object]]:
    yield from value.items() if isinstance(value, dict) else ()


def _list_pairs(aliases: object, name: str) -> Iterator[tuple[str, str]]:
    """Yield each alias with *name*; Lucide has them as texts, and as objects with a ``name``."""
    for alias in aliases if isinstance(aliases, list) else ():
        text = _get_value(alias, "name") or alias
        if isinstance(text, str):
            yield text, name


@cache
def find_installed_pack(icon_set: IconSet) -> IconPack | None:
    """Return the pack of a set that is installed as a Python package, None if it is not.

    The package is found without importing it.
    """
    spec = importlib.util.find_spec(icon_set.module)
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(next(iter(spec.submodule_search_locations))) / icon_set.archive
    try:
        names, read = _open_files(path)
    except PackError:
        return None
    # Of the other packages, the version is not that of the drawings.
    release = "" if icon_set is TABLER else _find_distribution_version(icon_set.distribution)
    return IconPack(icon_set, path, names, read, release)


def read_pack(name: str, path: Path) -> IconPack:
    """Return the pack of SVG files at *path*, a folder or an archive, for the set *name*.

    :raises PackError: nothing can be read there, or it has no drawings of the set.
    """
    names, read = _open_files(path)
    pack = IconPack(KNOWN_SETS.get(name) or IconSet(name, f"'{name}'"), path, names, read)
    if not pack.index:
        styles = " and ".join(f"'{style}'" for style in pack.icon_set.styles if style)
        where = f" in folders {styles}" if styles else ""
        raise PackError(f"no SVG files{where}")
    return pack


def _open_files(path: Path) -> tuple[list[str], Callable[[str], bytes]]:
    """Return the names of the files in a folder or an archive, and a function that reads one.

    :raises PackError: *path* is neither.
    """
    try:
        # Followed once, so that a name that is too long or leads in a circle has its reason.
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return _open_folder(path)
        if not stat.S_ISREG(mode):
            # Reading a pipe or a device would not end.
            raise PackError(_NO_ARCHIVE)
        # In memory: an open file shares its offset with the processes of sphinx-build -j.
        data = path.read_bytes()
        if zipfile.is_zipfile(io.BytesIO(data)):
            return _open_zip(data)
        return _open_tar(data)
    except OSError as error:
        raise PackError(error.strerror or str(error)) from None
    except _READ_ERRORS:
        raise PackError(_NO_ARCHIVE) from None


def _open_folder(top: Path) -> tuple[list[str], Callable[[str], bytes]]:
    names: list[str] = []
    # Folders that are no part of a set, and of which a checkout has many files.
    skipped = {"node_modules", ".git"}
    for folder, folders, file_names in os.walk(top):
        folders[:] = sorted(name for name in folders if name not in skipped)
        below = Path(folder).relative_to(top)
        names += ((below / name).as_posix() for name in file_names if _is_used(name))
        if len(names) > MAX_DRAWINGS:
            raise PackError(f"more than {MAX_DRAWINGS} files")
    return names, lambda name: read_bytes(top / name, "a file")


def _open_zip(data: bytes) -> tuple[list[str], Callable[[str], bytes]]:
    archive = zipfile.ZipFile(io.BytesIO(data))
    # A few bytes of an archive can stand for gigabytes.
    names = [each.filename for each in archive.infolist() if each.file_size <= MAX_BYTES]
    return names, archive.read


def _open_tar(data: bytes) -> tuple[list[str], Callable[[str], bytes]]:
    """Read the drawings and the metadata of an archive, which has no index, at once."""
    contents: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        # One pass: finding a member of a compressed archive later would decompress it again.
        for member in archive:
            if member.isfile() and member.size <= MAX_BYTES and _is_used(member.name):
                file = archive.extractfile(member)
                contents[member.name] = file.read() if file else b""
    return list(contents), contents.__getitem__


def _is_used(name: str) -> bool:
    return name.endswith((".svg", ".json"))


def _find_distribution_version(name: str) -> str:
    """Return the version of an installed package, without the number of its own releases."""
    try:
        return version(name).partition(".post")[0]
    except PackageNotFoundError:
        return ""


@cache
def read_listed_aliases(icon_set: IconSet) -> Mapping[str, str]:
    """Return the other names of the icons of a set that are known without its metadata."""
    return _read_table(f"{icon_set.name}-aliases") if icon_set in {FONT_AWESOME, LUCIDE} else {}


@cache
def read_substitutes() -> Mapping[str, tuple[str, str]]:
    """Return the icons that may not be shipped, each with (set, name) of the nearest."""
    pairs = (target.partition(":") for target in _read_table("substitutes").values())
    return dict(
        zip(_read_table("substitutes"), ((pair[0], pair[2]) for pair in pairs), strict=True)
    )


def read_material_icon(match: re.Match[str]) -> tuple[str, str]:
    """Return the name in the sets, and the style, of the icon that `MATERIAL_ICON` has matched."""
    name = match["octicon"] or match["name"]
    return _read_table("material-names").get(name, name), match["style"] or ""


@cache
def read_pro_names() -> frozenset[str]:
    """Return names of Font Awesome that its free set did not have when the list was made."""
    return frozenset(name for line in _read_lines("fontawesome-pro") for name in line.split())


@cache
def _read_table(name: str) -> Mapping[str, str]:
    """Return the pairs of a data file: two words a line, ``#`` begins a comment."""
    return dict(line.split() for line in _read_lines(name))


def _read_lines(name: str) -> list[str]:
    text = (files(__package__) / "data" / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
