"""Families of utility classes for text, colours, borders, effects and movement."""

from __future__ import annotations

from sphinx_docsnav.utility_css.class_values import arbitrary, colour, number, spacing
from sphinx_docsnav.utility_css.family_parts import (
    SIDES,
    Family,
    declare,
    degrees,
    either,
    hundredths,
    milliseconds,
    named,
    pattern,
    pixels,
)
from sphinx_docsnav.utility_css.fixed_classes import SOFT_BORDER

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
