"""The parts that a project shows in another place than the theme: ``docsnav_theme_options``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.sitefiles.nearest import Nearest

HIDE, SIDEBAR = "hide", "sidebar"
CHOICES: Mapping[str, tuple[str, ...]] = {
    "anchors": (HIDE,),
    "banner": (HIDE,),
    "dropdowns": (HIDE,),
    "footer": (HIDE,),
    "languages": (HIDE,),
    "navbar": (HIDE,),
    "products": (HIDE,),
    "sidebar": (HIDE,),
    "tabs": (HIDE, SIDEBAR),
    "versions": (HIDE,),
}
"""The options of each part."""


def read_part_options(options: Mapping[str, object]) -> dict[str, str]:
    """Return the entries of *options* that can be done."""
    return {part: str(place) for part, place in options.items() if place in CHOICES.get(part, ())}


def part_option_faults(options: Mapping[str, object]) -> Iterator[Fault]:
    """Yield a fault ``setting_ignored`` for each entry of *options* that cannot be done."""
    for part, place in options.items():
        if part not in CHOICES:
            found = f"there is no part '{part}'; it is ignored"
            near = Nearest(CHOICES).to(part)
            hint = f"did you mean '{near}'?" if near else f"there are {', '.join(CHOICES)}"
        elif place not in CHOICES[part]:
            wanted = " or ".join(f"'{choice}'" for choice in CHOICES[part])
            found = f"expected {wanted} for '{part}', found {place!r}; it is ignored"
            hint = ""
        else:
            continue
        message = f"docsnav_theme_options: {found}"
        yield Fault(FaultKind.SETTING_IGNORED, Severity.WARNING, message, hint=hint)
