"""Every utility class with a value: ``mt-4``, ``grid-cols-2``, ``text-zinc-500``, ``w-[12rem]``.

A family makes declarations of a value. First the values: lengths, fractions, named colours (the
default palette of Tailwind CSS 3, MIT), and values in brackets. Then the families: those for
place, size and arrangement, and those for text, colours, borders, effects and movement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from sphinx_docsnav.features.utility_classes.css.fixed_classes import SOFT_BORDER

SHADES = ("50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950")
"""The names of the shades, in the order of `_HUES`."""

_HUES = {
    "slate": "f8fafc f1f5f9 e2e8f0 cbd5e1 94a3b8 64748b 475569 334155 1e293b 0f172a 020617",
    "gray": "f9fafb f3f4f6 e5e7eb d1d5db 9ca3af 6b7280 4b5563 374151 1f2937 111827 030712",
    "zinc": "fafafa f4f4f5 e4e4e7 d4d4d8 a1a1aa 71717a 52525b 3f3f46 27272a 18181b 09090b",
    "neutral": "fafafa f5f5f5 e5e5e5 d4d4d4 a3a3a3 737373 525252 404040 262626 171717 0a0a0a",
    "stone": "fafaf9 f5f5f4 e7e5e4 d6d3d1 a8a29e 78716c 57534e 44403c 292524 1c1917 0c0a09",
    "red": "fef2f2 fee2e2 fecaca fca5a5 f87171 ef4444 dc2626 b91c1c 991b1b 7f1d1d 450a0a",
    "orange": "fff7ed ffedd5 fed7aa fdba74 fb923c f97316 ea580c c2410c 9a3412 7c2d12 431407",
    "amber": "fffbeb fef3c7 fde68a fcd34d fbbf24 f59e0b d97706 b45309 92400e 78350f 451a03",
    "yellow": "fefce8 fef9c3 fef08a fde047 facc15 eab308 ca8a04 a16207 854d0e 713f12 422006",
    "lime": "f7fee7 ecfccb d9f99d bef264 a3e635 84cc16 65a30d 4d7c0f 3f6212 365314 1a2e05",
    "green": "f0fdf4 dcfce7 bbf7d0 86efac 4ade80 22c55e 16a34a 15803d 166534 14532d 052e16",
    "emerald": "ecfdf5 d1fae5 a7f3d0 6ee7b7 34d399 10b981 059669 047857 065f46 064e3b 022c22",
    "teal": "f0fdfa ccfbf1 99f6e4 5eead4 2dd4bf 14b8a6 0d9488 0f766e 115e59 134e4a 042f2e",
    "cyan": "ecfeff cffafe a5f3fc 67e8f9 22d3ee 06b6d4 0891b2 0e7490 155e75 164e63 083344",
    "sky": "f0f9ff e0f2fe bae6fd 7dd3fc 38bdf8 0ea5e9 0284c7 0369a1 075985 0c4a6e 082f49",
    "blue": "eff6ff dbeafe bfdbfe 93c5fd 60a5fa 3b82f6 2563eb 1d4ed8 1e40af 1e3a8a 172554",
    "indigo": "eef2ff e0e7ff c7d2fe a5b4fc 818cf8 6366f1 4f46e5 4338ca 3730a3 312e81 1e1b4b",
    "violet": "f5f3ff ede9fe ddd6fe c4b5fd a78bfa 8b5cf6 7c3aed 6d28d9 5b21b6 4c1d95 2e1065",
    "purple": "faf5ff f3e8ff e9d5ff d8b4fe c084fc a855f7 9333ea 7e22ce 6b21a8 581c87 3b0764",
    "fuchsia": "fdf4ff fae8ff f5d0fe f0abfc e879f9 d946ef c026d3 a21caf 86198f 701a75 4a044e",
    "pink": "fdf2f8 fce7f3 fbcfe8 f9a8d4 f472b6 ec4899 db2777 be185d 9d174d 831843 500724",
    "rose": "fff1f2 ffe4e6 fecdd3 fda4af fb7185 f43f5e e11d48 be123c 9f1239 881337 4c0519",
}

PALETTE = {
    f"{hue}-{shade}": f"#{value}"
    for hue, values in _HUES.items()
    for shade, value in zip(SHADES, values.split(), strict=True)
}
"""Colour names such as ``slate-500``."""

SITE_COLOURS = dict.fromkeys(
    ("primary", "primary-light", "primary-dark"), "var(--docsnav-accent,currentColor)"
)
"""The colours of docs.json, of which the style sheet of the theme has the fitting one."""

KEYWORDS = {
    "black": "#000",
    "white": "#fff",
    "transparent": "transparent",
    "current": "currentColor",
    "inherit": "inherit",
}
"""Colours without shades."""

COLOURS = {**PALETTE, **SITE_COLOURS, **KEYWORDS}
"""Every colour that a class can name."""


_SPACING_STEP = 0.25
"""Size of one step of the spacing scale, in rem."""
_NUMBER = re.compile(r"\d{1,4}(?:\.\d{1,3})?")
_FRACTION = re.compile(r"(\d{1,4})/(\d{1,4})")
_BRACKETS = re.compile(r"\[([^\[\]]{1,120})\]")
_PLAIN = re.compile(r"[\w.%#+*/(), -]+")
_FUNCTION = re.compile(r"([\w-]*)\(")
_FUNCTIONS = frozenset(
    "calc clamp fit-content hsl hsla max min minmax oklab oklch repeat rgb rgba var".split()  # noqa: SIM905 -- words
)
_CALCULATES = re.compile(r"\b(?:calc|clamp|max|min)\(")
_OPERATOR = re.compile(
    r"(?P<name>var\([^()]*\))"
    r"|(?<=[\w%)])\s*(?P<sign>[-+*/])\s*(?=[\d.(]|(?:calc|clamp|max|min|var)\()"
)
"""An operator between two values, or the name of a variable, which may look like two."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}|(?:rgba?|hsla?|oklch|oklab)\(.*\)|var\(--[\w-]+\)")
_SIZES = {
    "auto": "auto",
    "px": "1px",
    "full": "100%",
    "fit": "fit-content",
    "min": "min-content",
    "max": "max-content",
    "none": "none",
}


def arbitrary(value: str) -> str:
    """Return what *value* has in brackets as a CSS value, empty if it is not safe to use.

    Safe are numbers, words, colours and a few functions; no quotes, braces,
    escapes or addresses, so that a value cannot end its rule or load anything.
    """
    found = _BRACKETS.fullmatch(value)
    if found is None or not _PLAIN.fullmatch(found[1]):
        return ""
    text = found[1].replace("_", " ")
    if _CALCULATES.search(text):
        text = _OPERATOR.sub(_spaced, text)
    known = all(name in _FUNCTIONS for name in _FUNCTION.findall(text))
    return text if known and _is_balanced(text) else ""


def _spaced(found: re.Match[str]) -> str:
    """Return an operator with the spaces that CSS requires; names as they are."""
    return found["name"] or f" {found['sign']} "


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def number(value: str) -> str:
    """Return a plain number, or one in brackets; empty for anything else."""
    return value if _NUMBER.fullmatch(value) else arbitrary(value)


def spacing(value: str) -> str:
    """Return a length of the spacing scale: ``4`` is 1rem."""
    if value == "px":
        return "1px"
    if _NUMBER.fullmatch(value):
        steps = float(value) * _SPACING_STEP
        return f"{steps:g}rem" if steps else "0"
    return arbitrary(value)


def size(value: str) -> str:
    """Return a length, a fraction of what is around, or a word such as ``full``."""
    fraction = _FRACTION.fullmatch(value)
    if fraction and int(fraction[2]):
        return f"{100 * int(fraction[1]) / int(fraction[2]):.6g}%"
    return _SIZES.get(value) or spacing(value)


def negated(length: str) -> str:
    """Return *length* with the other sign."""
    if "(" in length or " " in length:
        return f"calc({length} * -1)"
    return length.removeprefix("-") if length.startswith("-") else f"-{length}"


def colour(value: str) -> str:
    """Return a colour: ``zinc-950``, ``white/20`` or ``[#fff]``; empty for anything else."""
    name, slash, share = value.partition("/")
    if value.startswith("["):
        name, slash, share = (*value.partition("]/"),) if "]/" in value else (value, "", "")
        name = name if name.endswith("]") else f"{name}]"
        text = arbitrary(name)
        found = text if _COLOUR.fullmatch(text) else ""
    else:
        found = COLOURS.get(name, "")
    if not found or not slash:
        return found
    part = _share(share)
    return f"color-mix(in srgb,{found} {part},transparent)" if part else ""


def _share(value: str) -> str:
    """Return an opacity as a percentage: ``20``, ``[0.2]`` or ``[20%]``."""
    if _NUMBER.fullmatch(value):
        return f"{value}%"
    inner = arbitrary(value)
    if _NUMBER.fullmatch(inner):
        return f"{float(inner) * 100:g}%"
    return inner if _NUMBER.fullmatch(inner.removesuffix("%")) else ""


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
