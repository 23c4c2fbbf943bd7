"""Count how often "did you mean" is right, on wrong names made from real sites.

``DOCSNAV_SITES`` names the folder of the sites::

    cd tests && python -m tools.hints [--count 100] [--seed 7] [--verbose]

Two hundred searches, for pages, icons, anchors of headings, and components. Half of the missing
names are misspelled names of the site, whose right answer is known: a letter is left out, two
letters are swapped, the name is written with other separators or moved to another folder, or it
has the prefix of a language, as links of translated pages have. The other half are right names
that the site does not have: the name is removed from the list, and every hint is wrong. These
are pages and icons only.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from site_pages import SitePage

from sphinx_docsnav.components import make_builtin_registry
from sphinx_docsnav.icons.packs import FONT_AWESOME, find_installed_pack
from sphinx_docsnav.sitefiles.nearest import Nearest

_LANGUAGES = ("de", "es", "fr", "ja", "pt-BR", "zh")
"""Prefixes of paths and names that a translator adds."""
_RIGHT_PERCENT = 90
"""How many of the misspelled names should have the right hint."""
_WRONG_PERCENT = 5
"""How many of the missing names may have a hint."""
_SHORTEST = 4
"""Shorter names are not misspelled: a letter less leaves too little."""
_PAGE_SUFFIXES = (".md", ".mdx")


@dataclass(frozen=True)
class NameList:
    """The names of one kind that a site has."""

    site: str
    kind: str
    """``page``, ``icon``, ``anchor`` or ``component``."""
    names: tuple[str, ...]
    """All that a hint may suggest."""
    used_names: tuple[str, ...]
    """Those that the pages of the site contain; cases misspell or remove them."""
    same_names: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The names of the same icon or heading, by each of them; a name without others is left out."""


@dataclass(frozen=True)
class HintCase:
    """A missing name, and what its hint should be."""

    kind: str
    change: str
    """How the name was made wrong; ``remove`` if it is right but missing."""
    wanted: str
    names: tuple[str, ...]
    expected: frozenset[str]
    """The right hints; empty if there is none."""

    def find_hint(self) -> str:
        """Return the name that the hint suggests, ``""`` without a hint."""
        return Nearest(self.names).to(self.wanted)


def read_name_lists(sites: Path) -> list[NameList]:
    """Return the names of each site below *sites*, at most one list of each kind per site."""
    same_icons = _read_icon_names()
    icons = tuple(sorted(same_icons))
    registry = make_builtin_registry()
    components = tuple(sorted((*registry.types, *registry.aliases)))
    lists = []
    for root in sorted(sites.glob("*/source")):
        site = root.parent.name
        files = sorted(p for p in root.rglob("*") if p.suffix in _PAGE_SUFFIXES)
        pages = tuple(p.relative_to(root).with_suffix("").as_posix() for p in files)
        lists.append(NameList(site, "page", pages, pages))
        texts = [p.read_text("utf-8", "replace") for p in files]
        used_icons = {n for text in texts for n in re.findall(r'\bicon="([a-z0-9-]+)"', text)}
        shown_icons = tuple(sorted(used_icons.intersection(icons)))
        lists.append(NameList(site, "icon", icons, shown_icons, same_icons))
        used_tags = {n for text in texts for n in re.findall(r"<([A-Z]\w+)", text)}
        known_tags = tuple(sorted(used_tags.intersection(components)))
        lists.append(NameList(site, "component", components, known_tags))
        lists.append(_read_anchors(site, root, files))
    return [one for one in lists if one.used_names]


def _read_icon_names() -> Mapping[str, frozenset[str]]:
    """Return the names of Font Awesome with all names of the same icon."""
    pack = find_installed_pack(FONT_AWESOME)
    if pack is None:
        sys.exit("install the icons: pip install --group test -e .")
    drawn_names = {name: name for name in pack.index} | dict(pack.aliases)
    names_by_icon: dict[str, set[str]] = {}
    for name, icon in drawn_names.items():
        names_by_icon.setdefault(icon, set()).add(name)
    return {name: frozenset(names_by_icon[icon]) for name, icon in drawn_names.items()}


def _read_anchors(site: str, root: Path, files: Sequence[Path]) -> NameList:
    """Return the anchors of the page of a site that has the most text."""
    page = SitePage(root, max(files, key=lambda path: path.stat().st_size))
    document, _host = page.render()
    ids = tuple(sorted(document.ids))
    # A heading has an anchor by the rules of each service that the site may come from.
    same_ids = {name: frozenset(node["ids"]) for name, node in document.ids.items()}
    return NameList(site, "anchor", ids, ids, same_ids)


def make_cases(lists: Sequence[NameList], count: int, seed: int) -> list[HintCase]:
    """Return *count* misspelled names and as many missing ones, of all kinds and sites in turn."""
    rng = random.Random(seed)  # noqa: S311 - the same cases in every run
    by_kind = {
        kind: [o for o in lists if o.kind == kind] for kind in sorted({o.kind for o in lists})
    }
    cases: list[HintCase] = []
    halves = ((list(by_kind), list(_CHANGES)), (["icon", "page"], ["remove"]))
    for kinds, changes in halves:
        number = added = 0
        while added < count:
            kind = kinds[number % len(kinds)]
            change = changes[number // len(kinds) % len(changes)]
            number += 1
            one = rng.choice(by_kind[kind])
            case = _make_case(one, rng.choice(one.used_names), change, rng)
            if case is not None and case not in cases:
                cases.append(case)
                added += 1
    return cases


def _make_case(one: NameList, name: str, change: str, rng: random.Random) -> HintCase | None:
    """Return a case made from *name*, None if the change has no effect or gives another name."""
    same_names = one.same_names.get(name, frozenset({name}))
    if change == "remove":
        remaining = tuple(other for other in one.names if other not in same_names)
        return HintCase(one.kind, change, name, remaining, frozenset())
    if len(name.rpartition("/")[2]) < _SHORTEST:
        return None
    wanted = _CHANGES[change](name, one.kind, rng)
    return (
        None
        if wanted in one.names or wanted == name
        else HintCase(one.kind, change, wanted, one.names, same_names)
    )


def _delete_letter(name: str, _kind: str, rng: random.Random) -> str:
    start = name.rfind("/") + 1
    position = rng.randrange(start, len(name))
    return name[:position] + name[position + 1 :]


def _swap_letters(name: str, _kind: str, rng: random.Random) -> str:
    position = rng.randrange(name.rfind("/") + 1, len(name) - 1)
    return name[:position] + name[position + 1] + name[position] + name[position + 2 :]


def _rename(name: str, kind: str, rng: random.Random) -> str:
    """Return a name with other separators, or a page in a folder that does not exist."""
    if kind == "page" and "/" in name and rng.random() < 1 / 2:
        folder, _, last = name.rpartition("/")
        return f"{folder}-old/{last}"
    if kind == "component":
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
    return name.replace("-", "_") if "-" in name else name.title()


def _translate(name: str, kind: str, rng: random.Random) -> str:
    """Return a path below the folder of a language, or a name in another tool's notation."""
    if kind == "page":
        return f"{rng.choice(_LANGUAGES)}/{name}"
    if kind == "component":
        return f"{name}s"
    return "".join(part.title() for part in name.split("-")) if kind == "icon" else f"{name}-"


_CHANGES: dict[str, Callable[[str, str, random.Random], str]] = {
    "delete": _delete_letter,
    "swap": _swap_letters,
    "rename": _rename,
    "translate": _translate,
}


def main() -> int:
    """Print wrong hints and both counts; return 1 if there are too many."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=100, help="cases in each half")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--verbose", action="store_true", help="print right hints, too")
    options = parser.parse_args()
    sites = Path(os.environ.get("DOCSNAV_SITES", ""))
    lists = read_name_lists(sites) if sites.name else []
    if not lists:
        print("DOCSNAV_SITES names no folder of sites", file=sys.stderr)
        return 2
    right_hints = wrong_hints = false_hints = 0
    for case in make_cases(lists, options.count, options.seed):
        hint = case.find_hint()
        is_right = hint in case.expected if case.expected else not hint
        if case.expected:
            right_hints += is_right
            wrong_hints += bool(hint) and not is_right
        else:
            false_hints += bool(hint)
        if options.verbose or not is_right:
            word = "right" if is_right else "wrong" if hint else "none "
            print(f"{word} {case.kind:9} {case.change:9} {case.wanted!r} -> {hint!r}", end="")
            print("" if is_right else f" instead of {sorted(case.expected)}")
    print(f"misspelled names: {right_hints} right and {wrong_hints} wrong hints of {options.count}")
    print(f"missing names: {false_hints} wrong hints of {options.count}")
    is_good = right_hints * 100 >= _RIGHT_PERCENT * options.count
    return int(not is_good or false_hints * 100 > _WRONG_PERCENT * options.count)


if __name__ == "__main__":
    sys.exit(main())
