"""Families of utility classes for place, size and arrangement."""

from __future__ import annotations

from sphinx_docsnav.utility_css.class_values import arbitrary, number, size, spacing
from sphinx_docsnav.utility_css.family_parts import SIDES, Family, declare, named

_WIDTHS = {
    "3xs": "16rem",
    "2xs": "18rem",
    "xs": "20rem",
    "sm": "24rem",
    "md": "28rem",
    "lg": "32rem",
    "xl": "36rem",
    "2xl": "42rem",
    "3xl": "48rem",
    "4xl": "56rem",
    "5xl": "64rem",
    "6xl": "72rem",
    "7xl": "80rem",
    "prose": "65ch",
    "screen": "100vw",
    "screen-sm": "640px",
    "screen-md": "768px",
    "screen-lg": "1024px",
    "screen-xl": "1280px",
    "screen-2xl": "1536px",
}


def _columns(value: str) -> str:
    if value in {"none", "subgrid"}:
        return value
    return f"repeat({value},minmax(0,1fr))" if value.isdecimal() else arbitrary(value)


def _span(value: str) -> str:
    if value == "full":
        return "1/-1"
    return f"span {value}/span {value}" if value.isdecimal() else ""


def _line(value: str) -> str:
    return value if value.isdecimal() or value == "auto" else ""


def _ratio(value: str) -> str:
    found = arbitrary(value)
    return f"aspect-ratio:{found}" if found else ""


BOXES: dict[str, Family] = {
    "inset": declare("inset"),
    "inset-x": declare("left", "right"),
    "inset-y": declare("top", "bottom"),
    **{side: declare(side) for side in ("top", "right", "bottom", "left")},
    "start": declare("inset-inline-start"),
    "end": declare("inset-inline-end"),
    "z": declare("z-index", read=lambda value: "auto" if value == "auto" else number(value)),
    "order": declare("order", read=number),
    "m": declare("margin"),
    **{f"m{key}": declare(*(f"margin-{side}" for side in SIDES[key])) for key in SIDES},
    "p": declare("padding", read=spacing),
    **{
        f"p{key}": declare(*(f"padding-{side}" for side in SIDES[key]), read=spacing)
        for key in SIDES
    },
    "space-x": declare("margin-inline-start", read=spacing),
    "space-y": declare("margin-block-start", read=spacing),
    "gap": declare("gap", read=spacing),
    "gap-x": declare("column-gap", read=spacing),
    "gap-y": declare("row-gap", read=spacing),
    "size": declare("width", "height"),
    "w": declare("width", read=named(_WIDTHS, size)),
    "h": declare("height", read=named({"screen": "100vh", "dvh": "100dvh"}, size)),
    "min-w": declare("min-width", read=named(_WIDTHS, size)),
    "min-h": declare("min-height", read=named({"screen": "100vh", "dvh": "100dvh"}, size)),
    "max-w": declare("max-width", read=named(_WIDTHS, size)),
    "max-h": declare("max-height", read=named({"screen": "100vh", "dvh": "100dvh"}, size)),
    "aspect": _ratio,
    "basis": declare("flex-basis", read=named(_WIDTHS, size)),
    "flex": declare("flex", read=arbitrary),
    "grow": declare("flex-grow", read=number),
    "shrink": declare("flex-shrink", read=number),
    "flex-grow": declare("flex-grow", read=number),
    "flex-shrink": declare("flex-shrink", read=number),
    "columns": declare("columns", read=named(_WIDTHS, number)),
    "grid-cols": declare("grid-template-columns", read=_columns),
    "grid-rows": declare("grid-template-rows", read=_columns),
    "auto-cols": declare(
        "grid-auto-columns", read=named({"fr": "minmax(0,1fr)", "auto": "auto"}, arbitrary)
    ),
    "auto-rows": declare(
        "grid-auto-rows", read=named({"fr": "minmax(0,1fr)", "auto": "auto"}, arbitrary)
    ),
    "grid-flow": declare("grid-auto-flow", read=named({"row": "row", "col": "column"})),
    "col-span": declare("grid-column", read=_span),
    "row-span": declare("grid-row", read=_span),
    "col-start": declare("grid-column-start", read=_line),
    "col-end": declare("grid-column-end", read=_line),
    "row-start": declare("grid-row-start", read=_line),
    "row-end": declare("grid-row-end", read=_line),
}
"""The prefix before the value -> the family."""
