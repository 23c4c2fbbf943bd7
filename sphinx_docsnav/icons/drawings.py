"""The drawings of icons, by their names in docs.json or on pages.

SVG files of the packs are sanitized: only shapes with their geometry and paint
are kept; no scripts, no links, no styles, no references to anything outside the icon.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree as ET

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.faults import Fault, FaultKind, Report, Severity
from sphinx_docsnav.icons.packs import (
    FONT_AWESOME,
    KNOWN_SETS,
    MAX_DRAWING,
    IconPack,
    PackError,
    find_installed_pack,
    read_pack,
    read_pro_names,
    read_substitutes,
)
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.sitefiles.nearest import Nearest

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_SHAPES = frozenset({"g", "path", "circle", "ellipse", "line", "polygon", "polyline", "rect"})
_PAINT = (
    "clip-rule",
    "fill",
    "fill-opacity",
    "fill-rule",
    "opacity",
    "stroke",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
)
_GEOMETRY = (
    "cx",
    "cy",
    "d",
    "height",
    "points",
    "r",
    "rx",
    "ry",
    "transform",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
)
_PREFIX = re.compile(r"\A(?:fa|lucide|tabler|ti)[-:]")
_SHORTHANDS = {"fas": "solid", "far": "regular", "fal": "light", "fab": "brands", "fat": "thin"}
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NO_PACK = "icons are left out, as no set of icons is installed"
_INSTALL = "install sphinx-docsnav[icons], or name SVG files in the setting docsnav_icons"
_PACK_HINT = "name a folder or an archive of SVG files"
_DRAWING_HINT = f"an icon is an SVG file with a viewBox, of at most {MAX_DRAWING:,} bytes"
_VALUE = re.compile(r"(?!.*url)[\w\s#%.,()+-]*\Z", re.IGNORECASE | re.ASCII | re.DOTALL)
_BLANK = re.compile(r"[\s,]*M0[\s,]+0h24v24H0z\Z")
MAX_DEPTH = 50
"""How many levels of groups of a drawing are read."""
_OPENING = (
    '<svg class="docsnav-icon" xmlns="http://www.w3.org/2000/svg" aria-hidden="true"'
    ' focusable="false" width="1em" height="1em"'
)


def make_inline_svg(text: str) -> str | None:
    """Return the icon in *text* as one ``<svg>`` element with the size and colour of its context.

    The element is well-formed XML and valid HTML, is hidden from screen readers
    and takes ``currentColor``. None if *text* is no SVG with a view box.
    """
    try:
        root = ET.fromstring(text)  # noqa: S314  a pack that the project has chosen, not input
    except ET.ParseError:
        return None
    box = root.get("viewBox", "")
    # Only checked values are copied below: a hostile drawing keeps neither scripts nor links.
    if root.tag != f"{_NAMESPACE}svg" or not _VALUE.match(box) or not box:
        return None
    paint = {name: root.get(name, "") for name in _PAINT if root.get(name)}
    # Sets without paint are black by default; they take the colour of the text instead.
    paint.setdefault("fill", "currentColor")
    shapes = _render_children(root, MAX_DEPTH)
    return f'{_OPENING} viewBox="{escape(box)}"{_render_attributes(paint)}>{shapes}</svg>'


def make_symbol(drawing: str, name: str) -> str:
    """Return what `make_inline_svg` has returned as a ``<symbol>`` with the id *name*."""
    return f'<symbol id="{name}"{drawing.removeprefix(_OPENING).removesuffix("</svg>")}</symbol>'


def make_symbol_use(name: str) -> str:
    """Return an icon whose drawing is the symbol *name* of the same page."""
    return (
        '<svg class="docsnav-icon" aria-hidden="true" focusable="false" width="1em" height="1em">'
        f'<use href="#{name}"/></svg>'
    )


def is_drawing(icon: str) -> bool:
    """Return whether *icon* is what `make_inline_svg` returns."""
    return icon.startswith(_OPENING)


def _render_children(parent: ET.Element, depth: int) -> str:
    """Return the shapes inside of *parent*, *depth* levels of them."""
    return "".join(_render_shape(child, depth - 1) for child in parent) if depth else ""


def _render_shape(element: ET.Element, depth: int) -> str:
    """Return one shape as XML; nothing for other elements and for blank backgrounds."""
    name = str(element.tag).removeprefix(_NAMESPACE)
    if name not in _SHAPES or _BLANK.match(element.get("d", "")):
        return ""
    attributes = {key: element.get(key, "") for key in (*_GEOMETRY, *_PAINT) if element.get(key)}
    inside = _render_children(element, depth)
    return f"<{name}{_render_attributes(attributes)}" + (f">{inside}</{name}>" if inside else "/>")


def _render_attributes(values: dict[str, str]) -> str:
    return "".join(f' {k}="{escape(v)}"' for k, v in values.items() if _VALUE.match(v))


class IconKind(enum.StrEnum):
    """What the text of an icon can be."""

    NAME = "name"
    """The name of an icon of a set."""
    URL = "url"
    """An image elsewhere: ``https://…`` or ``//…``."""
    FILE = "file"
    """An image of the site."""


@dataclass(frozen=True, slots=True)
class FoundIcon:
    """An icon with a drawing in a pack."""

    set_name: str
    """The name of its set."""
    name: str
    """Its name in the set."""
    style: str
    """Its style; empty if the set has only one."""
    file: str
    """Its file in the pack."""


def find_icon_kind(name: str) -> IconKind:
    """Distinguish the name of an icon of a set from the URL of an image and a file of the site."""
    if re.match(r"(?:[a-z][a-z0-9+.-]*:)?//", name, re.IGNORECASE):
        return IconKind.URL
    image = re.search(r"\.(?:svg|png|jpe?g|gif|webp|ico|avif)\Z", name, re.IGNORECASE)
    return IconKind.FILE if image or "/" in name else IconKind.NAME


class SiteIcons:
    """The sets of icons that a site can use, each with at most one pack.

    :param default: the name of the set of icons that name none (``icons.library`` of docs.json).
    :param own_packs: the packs that the project names, by the names of their sets. They take the
        place of installed packs.
    """

    def __init__(
        self,
        default: str = FONT_AWESOME.name,
        own_packs: Mapping[str, IconPack] = MappingProxyType({}),
    ) -> None:
        self.default = default
        self._own_packs = own_packs
        # Icons repeat on every page: each is looked for once.
        self.find = lru_cache(maxsize=4096)(self._find)
        self.svg = lru_cache(maxsize=4096)(self._find_svg)
        self.similar = lru_cache(maxsize=4096)(self._find_similar)

    def __reduce__(self) -> tuple[object, ...]:
        """Have another process read the same packs; open archives cannot be sent to it."""
        paths = {name: pack.path for name, pack in self._own_packs.items()}
        return _open_again, (self.default, paths)

    @property
    def identity(self) -> tuple[object, ...]:
        """A value that changes if a name can get another drawing."""
        own_paths = [pack.path for pack in self._own_packs.values()]
        times = [(str(path), path.stat().st_mtime_ns) for path in own_paths]
        return self.default, times, [pack.label for pack in self.packs.values()]

    @cached_property
    def packs(self) -> Mapping[str, IconPack]:
        """The packs by the names of their sets, in the order in which an icon is looked for."""
        packs = ((name, self._open_pack(name)) for name in self._set_names)
        return {name: pack for name, pack in packs if pack is not None}

    @cached_property
    def _set_names(self) -> list[str]:
        """The names of all sets, those of the project first."""
        return list(dict.fromkeys((*self._own_packs, *KNOWN_SETS)))

    def _open_pack(self, name: str) -> IconPack | None:
        """Return the pack of a set; that of the project replaces the installed one."""
        return self._own_packs.get(name) or find_installed_pack(KNOWN_SETS[name])

    def files_of(self, icon: Icon) -> tuple[Path, ...]:
        """Return the file of a drawing; if there is no drawing, the files that could provide it.

        Files of installed packages are left out: they do not change while an author works.
        """
        found = self.find(icon)
        if found is not None:
            own_pack = self._own_packs.get(found.set_name)
            return (own_pack.location(found.file),) if own_pack else ()
        name = self._split_style(icon)[0]
        return tuple(pack.location(f"{name}.svg") for pack in self._own_packs.values())

    def _find(self, icon: Icon) -> FoundIcon | None:
        """Return the drawing that *icon* means, None if no pack has one.

        Looked for in this order: the set that the icon names, else drawings of one's own and the
        default set, by name and by the names it once had; the nearest icon for names that may not
        be shipped; the other sets by name. A style that the icon is not drawn in gives the usual
        one of the set.
        """
        if find_icon_kind(icon.name) is not IconKind.NAME:
            return None
        name, style = self._split_style(icon)
        home = self._find_home_set(icon)
        for pack in self._search_order(icon):
            found = _find_in_pack(pack, name, style)
            # A substitute counts as an icon of the home set, so it precedes the remaining sets.
            if found is None and pack.name == home and name in read_substitutes():
                set_name, nearest = read_substitutes()[name]
                if other_pack := self._open_pack(set_name):
                    found = _find_in_pack(other_pack, nearest, style)
            if found is not None:
                return found
        # Last of all: a similar free icon is a guess, and used only for names that exist in Pro.
        is_pro = home == FONT_AWESOME.name and name in read_pro_names()
        return self._find_like_pro(name, style) if is_pro else None

    def _find_svg(self, icon: Icon) -> str | None:
        """Return *icon* as an inline ``<svg>`` element, None if no pack has a drawing of it.

        The caller shows icons that are files or URLs (`find_icon_kind`) itself.
        """
        found = self.find(icon)
        pack = self._open_pack(found.set_name) if found else None
        return make_inline_svg(pack.read(found.file)) if found and pack else None

    def _find_similar(self, icon: Icon) -> str:
        """Return the name of the drawn icon that *icon* misspells; empty if unclear."""
        name, _ = self._split_style(icon)
        similar_names = (
            self._names_by_pack[pack.name].to(name) for pack in self._search_order(icon)
        )
        return next(filter(None, similar_names), "")

    @cached_property
    def _names_by_pack(self) -> Mapping[str, Nearest]:
        """The names that each pack draws, by the name of its set."""
        return {
            name: Nearest((*pack.index, *pack.aliases, *read_substitutes()))
            for name, pack in self.packs.items()
        }

    def fault(self, icon: Icon) -> Fault | None:
        """Return the warning about an icon that no pack draws, without a place; else None.

        Without any pack, it is the same for all icons. An icon of Font Awesome Pro is called that,
        also where one like it is drawn. A file that is no drawing is named.
        """
        if find_icon_kind(icon.name) is not IconKind.NAME:
            return None
        found, similar = self.find(icon), ""
        if found is None and not self.packs:
            return Fault(FaultKind.ICON_MISSING, Severity.WARNING, _NO_PACK, hint=_INSTALL)
        if found is not None and self.svg(icon) is None:
            label = self.packs[found.set_name].label
            message = f"icon '{icon.name}' is left out: '{found.file}' of {label} is no drawing"
            return Fault(FaultKind.ICON_MISSING, Severity.WARNING, message, hint=_DRAWING_HINT)
        name = self._split_style(icon)[0]
        if found is not None and found.name == name:
            return None
        if name in read_pro_names() and (free := self._open_pack(FONT_AWESOME.name)):
            shown = f"'{found.name}' is drawn" if found else "it is left out"
            message = f"icon '{icon.name}' is not in {free.label}; {shown}"
        elif found is not None:
            return None
        else:
            similar = self.similar(icon)
            labels = [pack.label for pack in self._search_order(icon)]
            message = f"icon '{icon.name}' is not in {_join_labels(labels)}; it is left out"
        hint = did_you_mean(similar)
        return Fault(FaultKind.ICON_MISSING, Severity.WARNING, message, hint=hint)

    def _find_home_set(self, icon: Icon) -> str:
        """Return the name of the set in which *icon* is looked for first."""
        name = (icon.library or self.default).lower()
        return name if name in self._set_names else FONT_AWESOME.name

    def _search_order(self, icon: Icon) -> Iterator[IconPack]:
        """Yield all packs: first the set that *icon* names, else drawings of one's own.

        A pack is opened when the ones before it do not have the icon.
        """
        home = self._find_home_set(icon)

        def rank(name: str) -> int:
            if icon.library:
                return name != home
            return 0 if name not in KNOWN_SETS else 1 + (name != home)

        packs = map(self._open_pack, sorted(self._set_names, key=rank))
        return (pack for pack in packs if pack is not None)

    def _find_like_pro(self, name: str, style: str) -> FoundIcon | None:
        """Return the free icon that has the most words in common with one of Font Awesome Pro."""
        words, best, nearest = _count_words(name), (1, 0), None
        for pack, other, theirs in self._words_of_names:
            shared = words.keys() & theirs.keys()
            # A slash negates a drawing, so that both must have it or neither.
            if not shared or ("slash" in words) != ("slash" in theirs):
                continue
            # A first word says what is drawn; a word that only the other has changes the meaning.
            score = sum(2 if words[word] == 0 else 1 for word in shared) - len(theirs) + len(shared)
            if (score, -len(other)) > best:
                best, nearest = (score, -len(other)), (pack, other)
        return nearest and _find_in_pack(*nearest, style)

    @cached_property
    def _words_of_names(self) -> list[tuple[IconPack, str, dict[str, int]]]:
        return [
            (pack, name, _count_words(name)) for pack in self.packs.values() for name in pack.index
        ]

    def _split_style(self, icon: Icon) -> tuple[str, str]:
        """Return the name in the spelling of the sets, and the requested style.

        ``fa-solid fa-rocket`` and ``fab github`` are taken apart; ``ArrowRight`` becomes
        ``arrow-right``.
        """
        parts = [_PREFIX.sub("", word) for word in icon.name.replace("_", "-").split()]
        style = icon.style.lower()
        while len(parts) > 1:
            first = parts.pop(0).lower()
            style = style or _SHORTHANDS.get(first, first)
        name = parts[0] if parts else ""
        # Names are written in lower case, except for files of one's own.
        if name.islower():
            return name, style
        if any(name in pack.index for pack in self.packs.values()):
            return name, style
        spelled = _CAMEL.sub("-", name).lower()
        is_drawn = any(spelled in pack.index for pack in self.packs.values())
        return (spelled if is_drawn else name.lower(), style)


def read_packs(paths: Mapping[str, Path], report: Report) -> dict[str, IconPack]:
    """Return the packs of the setting ``docsnav_icons``, by the names of their sets.

    :param paths: for each name, the folder or archive of its SVG files.

    Faults: ``conf_setting``, one per path that is no pack.
    """
    packs = {}
    for name, path in paths.items():
        try:
            packs[name] = read_pack(name, path)
        except PackError as error:
            message = f"docsnav_icons: '{path}', for the set '{name}', cannot be used: {error}"
            report(Fault(FaultKind.CONF_SETTING, Severity.ERROR, message, hint=_PACK_HINT))
    return packs


def _open_again(default: str, paths: Mapping[str, Path]) -> SiteIcons:
    return SiteIcons(default, {name: read_pack(name, path) for name, path in paths.items()})


def _count_words(name: str) -> dict[str, int]:
    return {word.removesuffix("s"): place for place, word in enumerate(name.split("-"))}


def _join_labels(labels: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(labels[:-1]), labels[-1])))


def _find_in_pack(pack: IconPack, name: str, style: str) -> FoundIcon | None:
    """Return the icon of *pack* with that name or alias, in the nearest style drawn."""
    own_name = name if name in pack.index else pack.aliases.get(name, "")
    files = pack.index.get(own_name)
    if files is None:
        return None
    wanted = pack.icon_set.synonyms.get(style, style)
    # Every icon has a file in at least one style of its set.
    chosen = wanted if wanted in files else next(s for s in pack.icon_set.styles if s in files)
    return FoundIcon(pack.name, own_name, chosen, files[chosen])
