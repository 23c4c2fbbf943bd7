"""The prefixes of utility classes: ``sm:``, ``dark:``, ``hover:``, ``group-hover:``."""

from __future__ import annotations

from dataclasses import dataclass

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
