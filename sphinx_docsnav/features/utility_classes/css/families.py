"""Every utility class with a value: ``mt-4``, ``grid-cols-2``, ``text-zinc-500``, ``w-[12rem]``.

A family makes declarations of a value. First what families are made of, then those for
place, size and arrangement, then those for text, colours, borders, effects and movement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sphinx_docsnav.features.utility_classes.css.class_values import (
    arbitrary,
    colour,
    negated,
    number,
    size,
    spacing,
)
from sphinx_docsnav.features.utility_classes.css.fixed_classes import SOFT_BORDER

Family = Callable[[str], str]
"""Makes declarations of a value; none of a value that the family does not have."""
Read = Callable[[str], str]

SIDES = {"t": ("top",), "r": ("right",), "b": ("bottom",), "l": ("left",)} | {
    "x": ("left", "right"),
    "y": ("top", "bottom"),
    "s": ("inline-start",),
    "e": ("inline-end",),
}


def declare(*properties: str, read: Read = size) -> Family:
    """Return a family that gives its value to *properties*."""

    def family(value: str) -> str:
        found = read(value)
        return ";".join(f"{name}:{found}" for name in properties) if found else ""

    return family


def either(*families: Family) -> Family:
    """Return a family that tries *families* in turn."""
    return lambda value: next(filter(None, (family(value) for family in families)), "")


def named(values: Mapping[str, str], then: Read = arbitrary) -> Read:
    """Return a reader of the names in *values*; *then* reads everything else."""
    return lambda value: values.get(value) or then(value)


def pattern(text: str, read: Read) -> Read:
    """Return a reader that puts what *read* finds into *text*."""

    def reader(value: str) -> str:
        found = read(value)
        return text.format(found) if found else ""

    return reader


def pixels(value: str) -> str:
    """Return a whole number of pixels."""
    return f"{value}px" if value.isdecimal() else arbitrary(value)


def hundredths(value: str) -> str:
    """Return a percentage as a number: ``50`` is 0.5."""
    return f"{int(value) / 100:g}" if value.isdecimal() else arbitrary(value)


def degrees(value: str) -> str:
    """Return an angle."""
    return f"{value}deg" if value.isdecimal() else arbitrary(value)


def milliseconds(value: str) -> str:
    """Return a time."""
    return f"{value}ms" if value.isdecimal() else arbitrary(value)


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


_TEXT_SIZES = {
    "xs": ".75rem;line-height:1rem",
    "sm": ".875rem;line-height:1.25rem",
    "base": "1rem;line-height:1.5rem",
    "lg": "1.125rem;line-height:1.75rem",
    "xl": "1.25rem;line-height:1.75rem",
    "2xl": "1.5rem;line-height:2rem",
    "3xl": "1.875rem;line-height:2.25rem",
    "4xl": "2.25rem;line-height:2.5rem",
    "5xl": "3rem;line-height:1",
    "6xl": "3.75rem;line-height:1",
    "7xl": "4.5rem;line-height:1",
    "8xl": "6rem;line-height:1",
    "9xl": "8rem;line-height:1",
}
_WEIGHTS = {
    name: str(100 * place)
    for place, name in enumerate(
        "thin extralight light normal medium semibold bold extrabold black".split(),  # noqa: SIM905 -- words
        1,
    )
}
_RADII = {
    "none": "0",
    "xs": ".125rem",
    "sm": ".125rem",
    "": ".25rem",
    "md": ".375rem",
    "lg": ".5rem",
    "xl": ".75rem",
    "2xl": "1rem",
    "3xl": "1.5rem",
    "4xl": "2rem",
    "full": "9999px",
}
CORNERS = {
    "": ("",),
    "-t": ("-top-left", "-top-right"),
    "-r": ("-top-right", "-bottom-right"),
    "-b": ("-bottom-left", "-bottom-right"),
    "-l": ("-top-left", "-bottom-left"),
    "-tl": ("-top-left",),
    "-tr": ("-top-right",),
    "-bl": ("-bottom-left",),
    "-br": ("-bottom-right",),
}
_LEADING = {"none": "1", "tight": "1.25", "snug": "1.375", "normal": "1.5"} | {
    "relaxed": "1.625",
    "loose": "2",
}
_TRACKING = {"tighter": "-.05em", "tight": "-.025em", "normal": "0"} | {
    "wide": ".025em",
    "wider": ".05em",
    "widest": ".1em",
}
_DIRECTIONS = {"t": "top", "r": "right", "b": "bottom", "l": "left"} | {
    f"{up}{side}": f"{long} {across}"
    for up, long in (("t", "top"), ("b", "bottom"))
    for side, across in (("r", "right"), ("l", "left"))
}
_BLURS = {"none": "0", "sm": "4px", "": "8px", "md": "12px", "lg": "16px", "xl": "24px"} | {
    "2xl": "40px",
    "3xl": "64px",
}
_GRADIENT = "var(--docsnav-from,transparent),var(--docsnav-via,)var(--docsnav-to,transparent)"
_RING = "var(--docsnav-ring-color,currentColor)"
_ORIGINS = {
    name: name.replace("-", " ")
    for name in ("center", "top", "bottom", "left", "right", "top-left", "top-right")
}


def _clamp(value: str) -> str:
    if not value.isdecimal():
        return ""
    return (
        "overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;"
        f"-webkit-line-clamp:{value}"
    )


def _border(*sides: str) -> Family:
    """Return the family of the borders at *sides*: a line if the class has no value."""
    line = ";".join(f"border-{side}:1px {SOFT_BORDER}" for side in sides)
    valued = either(
        declare(*(f"border-{side}-width" for side in sides), read=pixels),
        declare(*(f"border-{side}-color" for side in sides), read=colour),
    )
    return lambda value: valued(value) if value else line


LOOKS: dict[str, Family] = {
    "text": either(
        declare("font-size", read=lambda value: _TEXT_SIZES.get(value, "")),
        declare("color", read=colour),
        declare("font-size", read=arbitrary),
    ),
    "font": declare("font-weight", read=lambda value: _WEIGHTS.get(value) or number(value)),
    "leading": declare("line-height", read=named(_LEADING, spacing)),
    "tracking": declare("letter-spacing", read=named(_TRACKING)),
    "line-clamp": _clamp,
    "underline-offset": declare("text-underline-offset", read=pixels),
    "decoration": either(
        declare("text-decoration-thickness", read=pixels),
        declare("text-decoration-color", read=colour),
    ),
    "indent": declare("text-indent", read=spacing),
    "bg": declare("background-color", read=colour),
    **{
        f"bg-{word}-to": declare(
            "background-image",
            read=pattern(
                f"linear-gradient(to {{}},{_GRADIENT})", lambda value: _DIRECTIONS.get(value, "")
            ),
        )
        for word in ("gradient", "linear")
    },
    # A gradient inside another one has none of the outer one's other colours.
    "from": declare(
        "--docsnav-from", read=pattern("{};--docsnav-via: ;--docsnav-to:transparent", colour)
    ),
    "via": declare("--docsnav-via", read=pattern("{},", colour)),
    "to": declare("--docsnav-to", read=colour),
    **{
        f"rounded{key}": declare(
            *(f"border{corner}-radius" for corner in corners), read=named(_RADII)
        )
        for key, corners in CORNERS.items()
    },
    "border": either(
        declare("border-width", read=pixels),
        declare("border-color", read=colour),
    ),
    **{f"border-{key}": _border(*sides) for key, sides in SIDES.items()},
    "divide-x": declare("border-inline-start", read=pattern(f"{{}} {SOFT_BORDER}", pixels)),
    "divide-y": declare("border-block-start", read=pattern(f"{{}} {SOFT_BORDER}", pixels)),
    "divide": declare("border-color", read=colour),
    "ring": either(
        declare("box-shadow", read=pattern(f"0 0 0 {{}} {_RING}", pixels)),
        declare("--docsnav-ring-color", read=colour),
    ),
    "shadow": declare("box-shadow", read=arbitrary),
    "opacity": declare("opacity", read=hundredths),
    "blur": declare("filter", read=pattern("blur({})", named(_BLURS))),
    "backdrop-blur": declare("backdrop-filter", read=pattern("blur({})", named(_BLURS))),
    "fill": declare("fill", read=colour),
    "stroke": either(declare("stroke-width", read=number), declare("stroke", read=colour)),
    "accent": declare("accent-color", read=colour),
    "scale": declare("scale", read=hundredths),
    "rotate": declare("rotate", read=degrees),
    "translate-x": declare("--docsnav-x"),
    "translate-y": declare("--docsnav-y"),
    "origin": declare("transform-origin", read=lambda value: _ORIGINS.get(value, "")),
    "duration": declare("transition-duration", read=milliseconds),
    "delay": declare("transition-delay", read=milliseconds),
}
"""The prefix before the value -> the family."""


MOVED = "translate:var(--docsnav-x,0) var(--docsnav-y,0)"
"""What an element with a shift along one axis has as well."""
BETWEEN_CHILDREN = frozenset({"space-x", "space-y", "divide-x", "divide-y", "divide"})
"""Families that style each child but the first, not the element."""
_NEGATIVE = frozenset({"m", "z", "order", *(f"m{key}" for key in SIDES)}) | frozenset(
    {"inset", "inset-x", "inset-y", "top", "right", "bottom", "left", "space-x", "space-y"}
    | {"translate-x", "translate-y", "rotate", "tracking", "indent"}
)
"""Families that have negative values: ``-mt-4``."""
FAMILIES = {**BOXES, **LOOKS}
"""The prefix before the value -> the family."""
WITHOUT_VALUE = frozenset(
    {"blur", "backdrop-blur"}
    | {f"rounded{key}" for key in CORNERS}
    | {f"border-{key}" for key in SIDES}
)
"""Families that have a class without a value: ``rounded``, ``border-t``."""


def negative(prefix: str, value: str) -> str:
    """Return the declarations of ``-prefix-value``; none if the family has no negative values."""
    if prefix not in _NEGATIVE:
        return ""
    name, _, found = FAMILIES[prefix](value).partition(":")
    if not found:
        return ""
    rest = [part.partition(":")[0] for part in found.split(";")[1:]]
    length = negated(found.split(";")[0])
    return ";".join(f"{each}:{length}" for each in (name, *rest))
