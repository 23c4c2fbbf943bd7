"""Conversion of utility classes (``grid gap-4 md:grid-cols-2``) into the rules of a style sheet.

A closed table defines the classes; others are ignored. All functions take and return text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sphinx_docsnav.features.utility_classes.css.class_table import (
    BETWEEN_CHILDREN,
    FAMILIES,
    FIXED_CLASSES,
    TRANSLATION,
    WITHOUT_VALUE,
    negate_family,
)

__all__ = ["is_utility_class", "make_item_rules", "make_utility_rules"]

_WINDOW_WIDTHS = {"sm": 640, "md": 768, "lg": 1024, "xl": 1280, "2xl": 1536}
"""The minimum width of the window for each prefix, in pixels."""
_PSEUDO_CLASSES = {
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
_FLEX_ITEMS = {
    # Between paragraphs in a column without a gap, the margin is the only space.
    ">p:where(:last-child,:where(:not([class*=flex-col]),[class*=gap-])>*)": "margin-block:0",
    # An item that scrolls may be narrower than its content; an icon must keep its size.
    ">:has(pre,table)": "min-width:0",
}
_GRID_ITEMS = {
    ">p:where(:last-child,:where([class*=gap-])>*)": "margin-block:0",
    ">*": "min-width:0",
}
_ITEM_RULES = {
    **dict.fromkeys(("flex", "inline-flex"), _FLEX_ITEMS),
    **dict.fromkeys(("grid", "inline-grid"), _GRID_ITEMS),
}
"""The declarations for what each class arranges, by the selector after that of the class."""
_GROUP_PREFIX = "group-"
_DARK_PAGE = ":is([data-theme=dark],html.dark,[data-md-color-scheme=slate],[data-mode^=dark])"
"""Selectors of dark pages, in all themes."""
_DARK_SYSTEM = "body[data-theme=auto]"
"""Selector of pages that follow the colour scheme of the system, in Furo."""
_NAME_LIMIT = 80
"""The length of the longest class that is read."""
_REM = re.compile(r"(?<![\w.-])(-?[\d.]+)rem\b")
_SPECIAL_CHARACTER = re.compile(r"[^\w-]", re.ASCII)
_FAMILY_ORDER = {
    name: order_number for order_number, name in enumerate((*FIXED_CLASSES, *FAMILIES))
}
"""The position of the rules of each family of classes in the style sheet."""
# A shorthand must come before more specific classes, such as "border" before "border-red-500".
_SHORTHAND_ORDER = {"border": -2, "rounded": -1}


@dataclass(frozen=True, slots=True)
class Prefixes:
    """The prefixes of a utility class, and the conditions of its rule."""

    min_width: int = 0
    """The minimum width of the window, in pixels; 0 for any."""
    max_width: int = 0
    """The width that the window must not reach, in pixels; 0 for any."""
    is_dark: bool = False
    """Whether the rule applies to dark pages only."""
    states: tuple[str, ...] = ()
    """Pseudo-classes of the element."""
    group: tuple[str, ...] = ()
    """Pseudo-classes of the nearest element with the class ``group``."""
    important: bool = False
    """Whether the declarations are ``!important``."""

    @property
    def order(self) -> tuple[bool, int, int, int]:
        """The sort key of the rule: rules for dark pages, wider windows and states come later."""
        return self.is_dark, self.min_width, -self.max_width, len(self.states) + len(self.group)

    def selectors(self, scope: str, element: str) -> list[str]:
        """Return the selectors of the rule; for dark pages also one for a dark system."""
        own_selector = f"{element}{''.join(self.states)}"
        selector = f".group{''.join(self.group)} {own_selector}" if self.group else own_selector
        scoped = f"{scope} {selector}"
        return [f"{_DARK_PAGE} {scoped}", f"{_DARK_SYSTEM} {scoped}"] if self.is_dark else [scoped]

    def enclose_rule(self, rule: str, index: int) -> str:
        """Return *rule* with its media query.

        :param index: the index of the selector; the second one is for a dark system.
        """
        # Paper is light on dark pages, too.
        conditions = ["screen"] * self.is_dark
        conditions += [f"(min-width:{self.min_width}px)"] * bool(self.min_width)
        # Widths of zoomed windows are fractions; the rule must not apply at exactly the next width.
        conditions += [f"(max-width:{self.max_width - 0.02:g}px)"] * bool(self.max_width)
        conditions += ["(prefers-color-scheme:dark)"] * (self.is_dark and index > 0)
        return f"@media {' and '.join(conditions)}{{{rule}}}\n" if conditions else f"{rule}\n"


def read_prefixes(name: str) -> tuple[Prefixes | None, str]:
    """Return the prefixes of a class, and the class without them.

    :returns: ``None`` in place of the prefixes if one of them is unknown.
    """
    *prefixes, bare = _split_prefixes(name)
    # The mark is at the start in version 3 of Tailwind CSS, and at the end in version 4.
    important = bare.startswith("!") or bare.endswith("!")
    min_width = max_width = 0
    is_dark = False
    states: list[str] = []
    group: list[str] = []
    for prefix in prefixes:
        if prefix in _WINDOW_WIDTHS:
            min_width = max(min_width, _WINDOW_WIDTHS[prefix])
        elif prefix.removeprefix("max-") in _WINDOW_WIDTHS:
            max_width = _WINDOW_WIDTHS[prefix.removeprefix("max-")]
        elif prefix == "dark":
            is_dark = True
        elif prefix in _PSEUDO_CLASSES:
            states.append(_PSEUDO_CLASSES[prefix])
        elif (
            prefix.startswith(_GROUP_PREFIX)
            and prefix.removeprefix(_GROUP_PREFIX) in _PSEUDO_CLASSES
        ):
            group.append(_PSEUDO_CLASSES[prefix.removeprefix(_GROUP_PREFIX)])
        else:
            return None, bare
    result = Prefixes(min_width, max_width, is_dark, tuple(states), tuple(group), important)
    return result, bare.strip("!")


def _split_prefixes(name: str) -> list[str]:
    """Return the parts of a class between colons; a colon in brackets does not separate."""
    head, bracket, tail = name.partition("[")
    *prefixes, last = head.split(":")
    return [*prefixes, f"{last}{bracket}{tail}"]


@dataclass(frozen=True, slots=True)
class _Rule:
    """The rule of one class."""

    order_number: int
    name: str
    declarations: str
    prefixes: Prefixes
    is_between_children: bool


@lru_cache(maxsize=4096)
def _make_rule(name: str) -> _Rule | None:
    """Return the rule of a class; ``None`` if it is not a utility class."""
    if len(name) > _NAME_LIMIT:
        return None
    prefixes, bare = read_prefixes(name)
    if prefixes is None:
        return None
    match = _find_declarations(bare)
    if match is None:
        return None
    family, declarations = match
    order_number = _SHORTHAND_ORDER.get(bare, _FAMILY_ORDER[family])
    return _Rule(order_number, name, declarations, prefixes, family in BETWEEN_CHILDREN)


def _find_declarations(bare: str) -> tuple[str, str] | None:
    """Return the family and the declarations of a class without prefixes; ``None`` if unknown."""
    if bare in FIXED_CLASSES:
        return bare, FIXED_CLASSES[bare]
    if bare in WITHOUT_VALUE:
        return bare, FAMILIES[bare]("")
    is_negative = bare.startswith("-")
    text = bare.removeprefix("-")
    # A family may contain hyphens: try the longest prefix first, but do not split in brackets.
    end = text.find("[") if "[" in text else len(text)
    for index in range(end - 1, 0, -1):
        family, value = text[:index], text[index + 1 :]
        if text[index] != "-" or family not in FAMILIES or not value:
            continue
        declarations = negate_family(family, value) if is_negative else FAMILIES[family](value)
        if declarations:
            # Shifts along both axes are variables, which one declaration combines.
            extra = f";{TRANSLATION}" if family.startswith("translate-") else ""
            return family, declarations + extra
    return None


def is_utility_class(name: str) -> bool:
    """Return whether a class is a utility class."""
    return _make_rule(name) is not None


def make_utility_rules(
    names: Iterable[str], scope: str, *, important: bool = False, rem: str = "1rem"
) -> str:
    """Return the rules of the utility classes among *names*.

    :param scope: the selector of the element in which the rules apply.
    :param important: whether all declarations are ``!important``.
    :param rem: the length of 1rem as a CSS value; some themes change the font size of the root.
    :returns: a style sheet, whose order does not depend on that of *names*; empty without rules.
    """
    rules = [rule for name in set(names) if (rule := _make_rule(name)) and rule.declarations]
    rules.sort(key=lambda rule: (rule.prefixes.order, rule.order_number, rule.name))
    return "".join(_write_rule(rule, scope, important=important, rem=rem) for rule in rules)


def make_item_rules(names: Iterable[str], scope: str, *, important: bool = False) -> str:
    """Return the rules for the children of the boxes that *names* make flexible or a grid.

    The margin of a paragraph is no space around text there, and wide code scrolls. Classes of the
    children have a higher specificity.

    :param scope: the selector of the element in which the rules apply.
    :param important: whether all declarations are ``!important``.
    """
    rules = []
    for name in sorted(set(names)):
        prefixes, bare = read_prefixes(name)
        if prefixes is None:
            continue
        suffix = "!important" if important or prefixes.important else ""
        for children, declaration in _ITEM_RULES.get(bare, {}).items():
            selectors = prefixes.selectors(scope, f":where(.{_escape_name(name)})")
            rules += [
                prefixes.enclose_rule(f"{selector}{children}{{{declaration}{suffix}}}", index)
                for index, selector in enumerate(selectors)
            ]
    return "".join(rules)


def _multiply(count: str, length: str) -> str:
    return length if float(count) == 1 else f"calc({count} * {length})"


def _write_rule(rule: _Rule, scope: str, *, important: bool, rem: str) -> str:
    element = f".{_escape_name(rule.name)}"
    child_combinator = ">*+*" if rule.is_between_children else ""
    declarations = rule.declarations
    if rem != "1rem":
        declarations = _REM.sub(lambda match: _multiply(match[1], rem), declarations)
    if important or rule.prefixes.important:
        declarations = ";".join(f"{part}!important" for part in declarations.split(";"))
    rules_by_selector = [
        f"{selector}{child_combinator}{{{declarations}}}"
        for selector in rule.prefixes.selectors(scope, element)
    ]
    return "".join(
        rule.prefixes.enclose_rule(text, index) for index, text in enumerate(rules_by_selector)
    )


def _escape_name(name: str) -> str:
    """Return the name of a class, escaped for a selector."""
    escaped = _SPECIAL_CHARACTER.sub(lambda match: f"\\{match[0]}", name)
    return f"\\3{escaped[0]} {escaped[1:]}" if escaped[:1].isdigit() else escaped
