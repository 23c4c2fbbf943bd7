"""Utility classes of MDX pages (``grid gap-4 md:grid-cols-2``) -> the rules of a style sheet.

A closed table defines each class; classes that are not in it are ignored.
All functions take and return text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sphinx_docsnav.features.utility_classes.css.families import (
    BETWEEN_CHILDREN,
    FAMILIES,
    MOVED,
    WITHOUT_VALUE,
    negative,
)
from sphinx_docsnav.features.utility_classes.css.fixed_classes import FIXED_CLASSES

__all__ = ["is_utility", "utility_rules"]

_WIDTHS = {"sm": 640, "md": 768, "lg": 1024, "xl": 1280, "2xl": 1536}
"""The least width of a window for each prefix, in pixels."""
_STATES = {
    "first": ":first-child",
    "last": ":last-child",
    "odd": ":nth-child(odd)",
    "even": ":nth-child(even)",
    "hover": ":hover",
    "focus": ":focus",
    "focus-within": ":focus-within",
    "focus-visible": ":focus-visible",
    "active": ":active",
    "disabled": ":disabled",
}
_GROUP = "group-"
_DARK = ":is([data-theme=dark],html.dark,[data-md-color-scheme=slate],[data-mode^=dark])"
"""Selectors by which themes mark a dark page."""
_DARK_SYSTEM = "body[data-theme=auto]"
"""Selector by which Furo marks a page that follows the system's colour scheme."""


@dataclass(frozen=True, slots=True)
class Prefixes:
    """The prefixes of a utility class, and the conditions of its rule."""

    least: int = 0
    """The least width of the window, in pixels."""
    most: int = 0
    """The width that the window does not reach; 0: any."""
    dark: bool = False
    """The rule holds on dark pages."""
    states: tuple[str, ...] = ()
    """Pseudo-classes of the element."""
    group: tuple[str, ...] = ()
    """Pseudo-classes of the nearest element with the class ``group``."""
    important: bool = False
    """The rule is stronger than those that are not marked so."""

    @property
    def order(self) -> tuple[bool, int, int, int]:
        """The place among the rules: dark pages, wider windows and states override."""
        return self.dark, self.least, -self.most, len(self.states) + len(self.group)

    def selectors(self, scope: str, element: str) -> list[str]:
        """Return the selectors of the rule; for dark pages a second one, for a dark system."""
        own = f"{element}{''.join(self.states)}"
        inside = f".group{''.join(self.group)} {own}" if self.group else own
        plain = f"{scope} {inside}"
        return [f"{_DARK} {plain}", f"{_DARK_SYSTEM} {plain}"] if self.dark else [plain]

    def enclosed(self, rule: str, place: int) -> str:
        """Return *rule* in what limits it; *place* is that of its selector."""
        limits = [f"(min-width:{self.least}px)"] * bool(self.least)
        limits += [f"(max-width:{self.most - 0.02:g}px)"] * bool(self.most)
        limits += ["(prefers-color-scheme:dark)"] * (self.dark and place > 0)
        return f"@media {' and '.join(limits)}{{{rule}}}\n" if limits else f"{rule}\n"


def read_prefixes(name: str) -> tuple[Prefixes | None, str]:
    """Return the prefixes of a class and the class without them; ``None`` for one not known."""
    *prefixes, bare = _split(name)
    important = bare.startswith("!") or bare.endswith("!")
    least = most = 0
    dark = False
    states: list[str] = []
    group: list[str] = []
    for prefix in prefixes:
        if prefix in _WIDTHS:
            least = max(least, _WIDTHS[prefix])
        elif prefix.removeprefix("max-") in _WIDTHS:
            most = _WIDTHS[prefix.removeprefix("max-")]
        elif prefix == "dark":
            dark = True
        elif prefix in _STATES:
            states.append(_STATES[prefix])
        elif prefix.startswith(_GROUP) and prefix.removeprefix(_GROUP) in _STATES:
            group.append(_STATES[prefix.removeprefix(_GROUP)])
        else:
            return None, bare
    found = Prefixes(least, most, dark, tuple(states), tuple(group), important)
    return found, bare.strip("!")


def _split(name: str) -> list[str]:
    """Return the parts between colons; a colon in brackets does not part."""
    head, bracket, tail = name.partition("[")
    *prefixes, last = head.split(":")
    return [*prefixes, f"{last}{bracket}{tail}"]


_LONGEST = 80
_REM = re.compile(r"(?<![\w.-])(-?[\d.]+)rem\b")
_UNUSUAL = re.compile(r"[^\w-]", re.ASCII)
_ORDER = {name: place for place, name in enumerate((*FIXED_CLASSES, *FAMILIES))}
# A shorthand comes before what it holds: "p-4" before "px-2", "border" before "border-red-500".
_FIRST = {"border": -2, "rounded": -1}


@dataclass(frozen=True, slots=True)
class _Rule:
    """One class with all that its rule needs."""

    place: int
    name: str
    declarations: str
    prefixes: Prefixes
    children: bool


@lru_cache(maxsize=4096)
def _rule(name: str) -> _Rule | None:
    """Return the rule of a class, nothing if it does not belong to the scheme."""
    if len(name) > _LONGEST:
        return None
    prefixes, bare = read_prefixes(name)
    if prefixes is None:
        return None
    found = _declarations(bare)
    if found is None:
        return None
    family, declarations = found
    place = _FIRST.get(bare, _ORDER[family])
    return _Rule(place, name, declarations, prefixes, family in BETWEEN_CHILDREN)


def _declarations(bare: str) -> tuple[str, str] | None:
    """Return the family of a class without its prefixes, and its declarations."""
    if bare in FIXED_CLASSES:
        return bare, FIXED_CLASSES[bare]
    if bare in WITHOUT_VALUE:
        return bare, FAMILIES[bare]("")
    minus = bare.startswith("-")
    text = bare.removeprefix("-")
    end = text.find("[") if "[" in text else len(text)
    for at in range(end - 1, 0, -1):
        family, value = text[:at], text[at + 1 :]
        if text[at] != "-" or family not in FAMILIES or not value:
            continue
        declarations = negative(family, value) if minus else FAMILIES[family](value)
        if declarations:
            moved = f";{MOVED}" if family.startswith("translate-") else ""
            return family, declarations + moved
    return None


def is_utility(name: str) -> bool:
    """Return whether a class belongs to the scheme."""
    return _rule(name) is not None


def utility_rules(
    names: Iterable[str], scope: str, *, important: bool = False, rem: str = "1rem"
) -> str:
    """Return the rules of those of *names* that belong to the scheme, each once.

    :param scope: the selector of the element in which the rules hold.
    :param important: every rule overrides the theme's important ones.
    :param rem: the length that classes mean by one rem, as a CSS value; themes
        may give their root another size than browsers do.
    :returns: rules in the order of the scheme, so that the order of the names
        in a page does not matter; empty if no name makes a rule.
    """
    rules = [rule for name in set(names) if (rule := _rule(name)) and rule.declarations]
    rules.sort(key=lambda rule: (rule.prefixes.order, rule.place, rule.name))
    return "".join(_written(rule, scope, important=important, rem=rem) for rule in rules)


def _times(count: str, length: str) -> str:
    return length if float(count) == 1 else f"calc({count} * {length})"


def _written(rule: _Rule, scope: str, *, important: bool, rem: str) -> str:
    element = f".{_escaped(rule.name)}"
    below = ">*+*" if rule.children else ""
    declarations = rule.declarations
    if rem != "1rem":
        declarations = _REM.sub(lambda found: _times(found[1], rem), declarations)
    if important or rule.prefixes.important:
        declarations = ";".join(f"{part}!important" for part in declarations.split(";"))
    texts = [
        f"{selector}{below}{{{declarations}}}"
        for selector in rule.prefixes.selectors(scope, element)
    ]
    return "".join(rule.prefixes.enclosed(text, place) for place, text in enumerate(texts))


def _escaped(name: str) -> str:
    """Return the name of a class as a selector writes it."""
    escaped = _UNUSUAL.sub(lambda found: f"\\{found[0]}", name)
    return f"\\3{escaped[0]} {escaped[1:]}" if escaped[:1].isdigit() else escaped
