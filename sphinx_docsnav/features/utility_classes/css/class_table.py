"""The utility classes and their declarations.

`FIXED_CLASSES` are those without a value, and `FAMILIES` those with one: ``mt-4``, ``grid-cols-2``,
``text-zinc-500``, ``w-[12rem]``. A reader converts the value of a class into a CSS value: lengths,
fractions, named colours (the default palette of Tailwind CSS 3, MIT), and values in brackets. A
family, the part before the value, makes declarations of it.
Source: https://tailwindcss.com/docs
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

SOFT_BORDER = "solid color-mix(in srgb,currentColor 20%,transparent)"
"""Style and colour of a border whose class does not set them."""

_DISPLAY = {
    name: f"display:{name}"
    for name in [
        "block",
        "inline-block",
        "inline",
        "flex",
        "inline-flex",
        "grid",
        "inline-grid",
        "contents",
        "flow-root",
        "table",
        "table-row",
        "table-cell",
        "list-item",
    ]
}
_POSITION = {name: f"position:{name}" for name in ("static", "relative", "absolute")}
_ALIGNED = ("start", "end", "center", "stretch")
_SPACED = ("between", "around", "evenly")
_ALIGNMENT = {
    f"{prefix}-{word}": f"{name}:{box * (word in {'start', 'end'})}"
    f"{'space-' * (word in _SPACED)}{word}"
    # A class overrides the shorthand in front of it, as in the order of Tailwind CSS.
    for prefix, name, box, words in (
        ("place-content", "place-content", "", (*_ALIGNED, *_SPACED, "baseline")),
        ("place-items", "place-items", "", (*_ALIGNED, "baseline")),
        ("content", "align-content", "flex-", (*_ALIGNED, *_SPACED, "baseline", "normal")),
        ("items", "align-items", "flex-", (*_ALIGNED, "baseline")),
        ("justify", "justify-content", "flex-", (*_ALIGNED, *_SPACED, "normal")),
        ("justify-items", "justify-items", "", _ALIGNED),
        ("place-self", "place-self", "", (*_ALIGNED, "auto")),
        ("self", "align-self", "flex-", (*_ALIGNED, "baseline", "auto")),
        ("justify-self", "justify-self", "", (*_ALIGNED, "auto")),
    )
    for word in words
}
_FLEX = {
    "flex-row": "flex-direction:row",
    "flex-row-reverse": "flex-direction:row-reverse",
    "flex-col": "flex-direction:column",
    "flex-col-reverse": "flex-direction:column-reverse",
    "flex-wrap": "flex-wrap:wrap",
    "flex-wrap-reverse": "flex-wrap:wrap-reverse",
    "flex-nowrap": "flex-wrap:nowrap",
    "flex-1": "flex:1 1 0%",
    "flex-auto": "flex:1 1 auto",
    "flex-initial": "flex:0 1 auto",
    "flex-none": "flex:none",
    "grow": "flex-grow:1",
    "flex-grow": "flex-grow:1",
    "shrink": "flex-shrink:1",
    "flex-shrink": "flex-shrink:1",
    "order-first": "order:-9999",
    "order-last": "order:9999",
    "order-none": "order:0",
}
_TEXT = {
    **{
        f"text-{side}": f"text-align:{side}"
        for side in ("left", "center", "right", "justify", "start", "end")
    },
    "italic": "font-style:italic",
    "not-italic": "font-style:normal",
    "underline": "text-decoration-line:underline",
    "overline": "text-decoration-line:overline",
    "line-through": "text-decoration-line:line-through",
    "no-underline": "text-decoration-line:none",
    "uppercase": "text-transform:uppercase",
    "lowercase": "text-transform:lowercase",
    "capitalize": "text-transform:capitalize",
    "normal-case": "text-transform:none",
    "truncate": "overflow:hidden;text-overflow:ellipsis;white-space:nowrap",
    "text-ellipsis": "text-overflow:ellipsis",
    "text-wrap": "text-wrap:wrap",
    "text-nowrap": "text-wrap:nowrap",
    "text-balance": "text-wrap:balance",
    "text-pretty": "text-wrap:pretty",
    "break-words": "overflow-wrap:break-word",
    "break-all": "word-break:break-all",
    "tabular-nums": "font-variant-numeric:tabular-nums",
    "font-mono": "font-family:ui-monospace,monospace",
    "font-sans": "font-family:ui-sans-serif,system-ui,sans-serif",
    "font-serif": "font-family:ui-serif,Georgia,serif",
    "antialiased": "-webkit-font-smoothing:antialiased",
    "list-none": "list-style-type:none",
    "list-disc": "list-style-type:disc",
    "list-decimal": "list-style-type:decimal",
    "list-inside": "list-style-position:inside",
    "list-outside": "list-style-position:outside",
}
_BORDERS = {
    **{
        f"bg-clip-{name}": f"-webkit-background-clip:{box};background-clip:{box}"
        for name, box in (
            ("text", "text"),
            ("border", "border-box"),
            ("padding", "padding-box"),
            ("content", "content-box"),
        )
    },
    "border": f"border:1px {SOFT_BORDER}",
    "border-solid": "border-style:solid",
    "border-dashed": "border-style:dashed",
    "border-dotted": "border-style:dotted",
    "border-double": "border-style:double",
    "border-none": "border-style:none",
    "border-collapse": "border-collapse:collapse",
    "border-separate": "border-collapse:separate",
    "outline-none": "outline:2px solid transparent;outline-offset:2px",
}
_EFFECTS = {
    "sr-only": "position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;"
    "clip-path:inset(50%);white-space:nowrap;border-width:0",
    "invisible": "visibility:hidden",
    "visible": "visibility:visible",
    "isolate": "isolation:isolate",
    "box-border": "box-sizing:border-box",
    "box-content": "box-sizing:content-box",
    "pointer-events-none": "pointer-events:none",
    "pointer-events-auto": "pointer-events:auto",
    "aspect-auto": "aspect-ratio:auto",
    "aspect-square": "aspect-ratio:1",
    "aspect-video": "aspect-ratio:16/9",
    "filter": "",
    "transform": "",
    "transform-none": "translate:none;scale:none;rotate:none",
    "group": "",
    "hidden": "display:none",
}
_WRAPPING = {
    f"{prefix}-{word}": f"{name}:{word.replace('-', ' ') if name == 'object-position' else word}"
    for prefix, name, words in (
        ("overflow", "overflow", "auto hidden visible scroll clip"),
        ("overflow-x", "overflow-x", "auto hidden visible scroll clip"),
        ("overflow-y", "overflow-y", "auto hidden visible scroll clip"),
        ("object", "object-fit", "contain cover fill none scale-down"),
        ("object", "object-position", "center top bottom left right left-top right-top"),
        ("whitespace", "white-space", "normal nowrap pre pre-line pre-wrap break-spaces"),
        ("cursor", "cursor", "auto default pointer text move help not-allowed wait grab"),
        ("select", "user-select", "none text all auto"),
        ("align", "vertical-align", "baseline top middle bottom text-top text-bottom sub super"),
        ("float", "float", "left right none"),
        ("clear", "clear", "left right both none"),
        ("bg", "background-size", "cover contain auto"),
        ("bg", "background-position", "center top bottom left right"),
        ("bg", "background-repeat", "no-repeat repeat repeat-x repeat-y"),
        ("decoration", "text-decoration-style", "solid double dotted dashed wavy"),
        ("mix-blend", "mix-blend-mode", "normal multiply screen overlay darken lighten"),
    )
    for word in words.split()
}
_SHADOWS = {
    f"shadow{name}": f"box-shadow:{value}"
    for name, value in (
        ("", "0 1px 3px 0 rgb(0 0 0/.1),0 1px 2px -1px rgb(0 0 0/.1)"),
        ("-xs", "0 1px 2px 0 rgb(0 0 0/.05)"),
        ("-sm", "0 1px 2px 0 rgb(0 0 0/.05)"),
        ("-md", "0 4px 6px -1px rgb(0 0 0/.1),0 2px 4px -2px rgb(0 0 0/.1)"),
        ("-lg", "0 10px 15px -3px rgb(0 0 0/.1),0 4px 6px -4px rgb(0 0 0/.1)"),
        ("-xl", "0 20px 25px -5px rgb(0 0 0/.1),0 8px 10px -6px rgb(0 0 0/.1)"),
        ("-2xl", "0 25px 50px -12px rgb(0 0 0/.25)"),
        ("-inner", "inset 0 2px 4px 0 rgb(0 0 0/.05)"),
        ("-none", "none"),
    )
}
_ANIMATED = "cubic-bezier(.4,0,.2,1);transition-duration:.15s"
_TRANSITIONS = {
    f"transition{name}": f"transition-property:{value};transition-timing-function:{_ANIMATED}"
    for name, value in (
        ("", "color,background-color,border-color,opacity,box-shadow,translate,scale,rotate"),
        ("-all", "all"),
        ("-colors", "color,background-color,border-color,text-decoration-color,fill,stroke"),
        ("-opacity", "opacity"),
        ("-shadow", "box-shadow"),
        ("-transform", "translate,scale,rotate"),
    )
} | {
    "transition-none": "transition-property:none",
    "ease-linear": "transition-timing-function:linear",
    "ease-in": "transition-timing-function:cubic-bezier(.4,0,1,1)",
    "ease-out": "transition-timing-function:cubic-bezier(0,0,.2,1)",
    "ease-in-out": "transition-timing-function:cubic-bezier(.4,0,.2,1)",
}

FIXED_CLASSES = {
    **_DISPLAY,
    **_POSITION,
    **_ALIGNMENT,
    **_FLEX,
    **_TEXT,
    **_BORDERS,
    **_EFFECTS,
    **_WRAPPING,
    **_SHADOWS,
    **_TRANSITIONS,
}
"""The declarations of each class; empty for a class that only marks an element."""
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
"""The hexadecimal values of named colours such as ``slate-500``."""

SITE_COLOURS = dict.fromkeys(
    ("primary", "primary-light", "primary-dark"), "var(--docsnav-accent,currentColor)"
)
"""The colours of docs.json; the style sheet of the theme sets the one for light or dark pages."""

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
_SAFE_VALUE = re.compile(r"[\w.%#+*/(), -]+")
_FUNCTION = re.compile(r"([\w-]*)\(")
_FUNCTIONS = frozenset(
    "calc clamp fit-content hsl hsla max min minmax oklab oklch repeat rgb rgba var".split()  # noqa: SIM905 -- words
)
_CALCULATION = re.compile(r"\b(?:calc|clamp|max|min)\(")
_OPERATOR = re.compile(
    r"(?P<name>var\([^()]*\))"
    r"|(?<=[\w%)])\s*(?P<sign>[-+*/])\s*(?=[\d.(]|(?:calc|clamp|max|min|var)\()"
)
"""An operator between two values, or the name of a variable, which may look like two."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}|(?:rgba?|hsla?|oklch|oklab)\(.*\)|var\(--[\w-]+\)")
_NAMED_SIZES = {
    "auto": "auto",
    "px": "1px",
    "full": "100%",
    "fit": "fit-content",
    "min": "min-content",
    "max": "max-content",
    "none": "none",
}


def read_brackets(value: str) -> str:
    """Return the text of *value* in brackets as a CSS value; empty if it is not safe.

    Numbers, words, colours and a few functions are safe. Quotes, braces, escapes, comments and URLs
    are not: a value must not end its rule, hide the next ones, or load anything.
    """
    match = _BRACKETS.fullmatch(value)
    if match is None or not _SAFE_VALUE.fullmatch(match[1]) or "/*" in match[1]:
        return ""
    text = match[1].replace("_", " ")
    if _CALCULATION.search(text):
        text = _OPERATOR.sub(_add_spaces, text)
    are_functions_safe = all(name in _FUNCTIONS for name in _FUNCTION.findall(text))
    return text if are_functions_safe and _is_balanced(text) else ""


def _add_spaces(match: re.Match[str]) -> str:
    """Return an operator with the spaces that CSS requires; the name of a variable unchanged."""
    return match["name"] or f" {match['sign']} "


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def read_number(value: str) -> str:
    """Return a plain number, or one in brackets; empty for anything else."""
    return value if _NUMBER.fullmatch(value) else read_brackets(value)


def read_spacing(value: str) -> str:
    """Return a length of the spacing scale: ``4`` is 1rem."""
    if value == "px":
        return "1px"
    if _NUMBER.fullmatch(value):
        steps = float(value) * _SPACING_STEP
        return f"{steps:g}rem" if steps else "0"
    return read_brackets(value)


def read_size(value: str) -> str:
    """Return a length, a percentage for a fraction, or the length of a word such as ``full``."""
    fraction = _FRACTION.fullmatch(value)
    if fraction and int(fraction[2]):
        return f"{100 * int(fraction[1]) / int(fraction[2]):.6g}%"
    return _NAMED_SIZES.get(value) or read_spacing(value)


def negate_length(length: str) -> str:
    """Return *length* with the opposite sign."""
    if "(" in length or " " in length:
        return f"calc({length} * -1)"
    return length.removeprefix("-") if length.startswith("-") else f"-{length}"


def read_colour(value: str) -> str:
    """Return a colour: ``zinc-950``, ``white/20`` or ``[#fff]``; empty for anything else."""
    name, slash, opacity = value.partition("/")
    if value.startswith("["):
        name, slash, opacity = (*value.partition("]/"),) if "]/" in value else (value, "", "")
        name = name if name.endswith("]") else f"{name}]"
        text = read_brackets(name)
        css_colour = text if _COLOUR.fullmatch(text) else ""
    else:
        css_colour = COLOURS.get(name, "")
    if not css_colour or not slash:
        return css_colour
    percentage = _read_opacity(opacity)
    return f"color-mix(in srgb,{css_colour} {percentage},transparent)" if percentage else ""


def _read_opacity(value: str) -> str:
    """Return an opacity as a percentage: ``20``, ``[0.2]`` or ``[20%]``."""
    if _NUMBER.fullmatch(value):
        return f"{value}%"
    inner = read_brackets(value)
    if _NUMBER.fullmatch(inner):
        return f"{float(inner) * 100:g}%"
    return inner if _NUMBER.fullmatch(inner.removesuffix("%")) else ""


Family = Callable[[str], str]
"""Returns the declarations for a value; empty if the family has no such value."""
ReadValue = Callable[[str], str]

SIDE_PROPERTIES = {"t": ("top",), "r": ("right",), "b": ("bottom",), "l": ("left",)} | {
    "x": ("left", "right"),
    "y": ("top", "bottom"),
    "s": ("inline-start",),
    "e": ("inline-end",),
}


def declare(*properties: str, read: ReadValue = read_size) -> Family:
    """Return a family that sets *properties* to its value."""

    def family(value: str) -> str:
        css_value = read(value)
        return ";".join(f"{name}:{css_value}" for name in properties) if css_value else ""

    return family


def try_families(*families: Family) -> Family:
    """Return a family with the declarations of the first of *families* that has the value."""
    return lambda value: next(filter(None, (family(value) for family in families)), "")


def read_named(values: Mapping[str, str], read_other: ReadValue = read_brackets) -> ReadValue:
    """Return a reader of the names in *values*; *read_other* reads other values."""
    return lambda value: values.get(value) or read_other(value)


def read_into(text: str, read: ReadValue) -> ReadValue:
    """Return a reader that formats *text* with the result of *read*."""

    def reader(value: str) -> str:
        css_value = read(value)
        return text.format(css_value) if css_value else ""

    return reader


def read_pixels(value: str) -> str:
    """Return a whole number of pixels."""
    return f"{value}px" if value.isdecimal() else read_brackets(value)


def read_percentage(value: str) -> str:
    """Return a number for a percentage: ``50`` is 0.5."""
    return f"{int(value) / 100:g}" if value.isdecimal() else read_brackets(value)


def read_angle(value: str) -> str:
    """Return an angle."""
    return f"{value}deg" if value.isdecimal() else read_brackets(value)


def read_time(value: str) -> str:
    """Return a time."""
    return f"{value}ms" if value.isdecimal() else read_brackets(value)


_NAMED_WIDTHS = {
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


def _read_columns(value: str) -> str:
    if value in {"none", "subgrid"}:
        return value
    return f"repeat({value},minmax(0,1fr))" if value.isdecimal() else read_brackets(value)


def _read_span(value: str) -> str:
    if value == "full":
        return "1/-1"
    return f"span {value}/span {value}" if value.isdecimal() else ""


def _read_line(value: str) -> str:
    return value if value.isdecimal() or value == "auto" else ""


def _declare_ratio(value: str) -> str:
    ratio = read_brackets(value)
    return f"aspect-ratio:{ratio}" if ratio else ""


LAYOUT_FAMILIES: dict[str, Family] = {
    "inset": declare("inset"),
    "inset-x": declare("left", "right"),
    "inset-y": declare("top", "bottom"),
    **{side: declare(side) for side in ("top", "right", "bottom", "left")},
    "start": declare("inset-inline-start"),
    "end": declare("inset-inline-end"),
    "z": declare("z-index", read=lambda value: "auto" if value == "auto" else read_number(value)),
    "order": declare("order", read=read_number),
    "m": declare("margin"),
    **{
        f"m{key}": declare(*(f"margin-{side}" for side in SIDE_PROPERTIES[key]))
        for key in SIDE_PROPERTIES
    },
    "p": declare("padding", read=read_spacing),
    **{
        f"p{key}": declare(*(f"padding-{side}" for side in SIDE_PROPERTIES[key]), read=read_spacing)
        for key in SIDE_PROPERTIES
    },
    "space-x": declare("margin-inline-start", read=read_spacing),
    "space-y": declare("margin-block-start", read=read_spacing),
    "gap": declare("gap", read=read_spacing),
    "gap-x": declare("column-gap", read=read_spacing),
    "gap-y": declare("row-gap", read=read_spacing),
    "size": declare("width", "height"),
    "w": declare("width", read=read_named(_NAMED_WIDTHS, read_size)),
    "h": declare("height", read=read_named({"screen": "100vh", "dvh": "100dvh"}, read_size)),
    "min-w": declare("min-width", read=read_named(_NAMED_WIDTHS, read_size)),
    "min-h": declare(
        "min-height", read=read_named({"screen": "100vh", "dvh": "100dvh"}, read_size)
    ),
    "max-w": declare("max-width", read=read_named(_NAMED_WIDTHS, read_size)),
    "max-h": declare(
        "max-height", read=read_named({"screen": "100vh", "dvh": "100dvh"}, read_size)
    ),
    "aspect": _declare_ratio,
    "basis": declare("flex-basis", read=read_named(_NAMED_WIDTHS, read_size)),
    "flex": declare("flex", read=read_brackets),
    "grow": declare("flex-grow", read=read_number),
    "shrink": declare("flex-shrink", read=read_number),
    "flex-grow": declare("flex-grow", read=read_number),
    "flex-shrink": declare("flex-shrink", read=read_number),
    "columns": declare("columns", read=read_named(_NAMED_WIDTHS, read_number)),
    "grid-cols": declare("grid-template-columns", read=_read_columns),
    "grid-rows": declare("grid-template-rows", read=_read_columns),
    "auto-cols": declare(
        "grid-auto-columns", read=read_named({"fr": "minmax(0,1fr)", "auto": "auto"}, read_brackets)
    ),
    "auto-rows": declare(
        "grid-auto-rows", read=read_named({"fr": "minmax(0,1fr)", "auto": "auto"}, read_brackets)
    ),
    "grid-flow": declare("grid-auto-flow", read=read_named({"row": "row", "col": "column"})),
    "col-span": declare("grid-column", read=_read_span),
    "row-span": declare("grid-row", read=_read_span),
    "col-start": declare("grid-column-start", read=_read_line),
    "col-end": declare("grid-column-end", read=_read_line),
    "row-start": declare("grid-row-start", read=_read_line),
    "row-end": declare("grid-row-end", read=_read_line),
}
"""The families of layout, by the prefix before the value."""


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
_FONT_WEIGHTS = {
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
_LINE_HEIGHTS = {"none": "1", "tight": "1.25", "snug": "1.375", "normal": "1.5"} | {
    "relaxed": "1.625",
    "loose": "2",
}
_LETTER_SPACINGS = {"tighter": "-.05em", "tight": "-.025em", "normal": "0"} | {
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


def _declare_line_clamp(value: str) -> str:
    if not value.isdecimal():
        return ""
    return (
        "overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;"
        f"-webkit-line-clamp:{value}"
    )


def _declare_border(*sides: str) -> Family:
    """Return the family of the borders at *sides*; without a value, it draws a line."""
    line = ";".join(f"border-{side}:1px {SOFT_BORDER}" for side in sides)
    read_value = try_families(
        declare(*(f"border-{side}-width" for side in sides), read=read_pixels),
        declare(*(f"border-{side}-color" for side in sides), read=read_colour),
    )
    return lambda value: read_value(value) if value else line


STYLE_FAMILIES: dict[str, Family] = {
    "text": try_families(
        declare("font-size", read=lambda value: _TEXT_SIZES.get(value, "")),
        declare("color", read=read_colour),
        declare("font-size", read=read_brackets),
    ),
    "font": declare(
        "font-weight", read=lambda value: _FONT_WEIGHTS.get(value) or read_number(value)
    ),
    "leading": declare("line-height", read=read_named(_LINE_HEIGHTS, read_spacing)),
    "tracking": declare("letter-spacing", read=read_named(_LETTER_SPACINGS)),
    "line-clamp": _declare_line_clamp,
    "underline-offset": declare("text-underline-offset", read=read_pixels),
    "decoration": try_families(
        declare("text-decoration-thickness", read=read_pixels),
        declare("text-decoration-color", read=read_colour),
    ),
    "indent": declare("text-indent", read=read_spacing),
    "bg": declare("background-color", read=read_colour),
    **{
        f"bg-{word}-to": declare(
            "background-image",
            read=read_into(
                f"linear-gradient(to {{}},{_GRADIENT})", lambda value: _DIRECTIONS.get(value, "")
            ),
        )
        for word in ("gradient", "linear")
    },
    # Resets the other colours, so that a gradient does not inherit those of one around it.
    "from": declare(
        "--docsnav-from", read=read_into("{};--docsnav-via: ;--docsnav-to:transparent", read_colour)
    ),
    "via": declare("--docsnav-via", read=read_into("{},", read_colour)),
    "to": declare("--docsnav-to", read=read_colour),
    **{
        f"rounded{key}": declare(
            *(f"border{corner}-radius" for corner in corners), read=read_named(_RADII)
        )
        for key, corners in CORNERS.items()
    },
    "border": try_families(
        declare("border-width", read=read_pixels),
        declare("border-color", read=read_colour),
    ),
    **{f"border-{key}": _declare_border(*sides) for key, sides in SIDE_PROPERTIES.items()},
    "divide-x": declare("border-inline-start", read=read_into(f"{{}} {SOFT_BORDER}", read_pixels)),
    "divide-y": declare("border-block-start", read=read_into(f"{{}} {SOFT_BORDER}", read_pixels)),
    "divide": declare("border-color", read=read_colour),
    "ring": try_families(
        declare("box-shadow", read=read_into(f"0 0 0 {{}} {_RING}", read_pixels)),
        declare("--docsnav-ring-color", read=read_colour),
    ),
    "shadow": declare("box-shadow", read=read_brackets),
    "opacity": declare("opacity", read=read_percentage),
    "blur": declare("filter", read=read_into("blur({})", read_named(_BLURS))),
    "backdrop-blur": declare("backdrop-filter", read=read_into("blur({})", read_named(_BLURS))),
    "fill": declare("fill", read=read_colour),
    "stroke": try_families(
        declare("stroke-width", read=read_number), declare("stroke", read=read_colour)
    ),
    "accent": declare("accent-color", read=read_colour),
    "scale": declare("scale", read=read_percentage),
    "rotate": declare("rotate", read=read_angle),
    "translate-x": declare("--docsnav-x"),
    "translate-y": declare("--docsnav-y"),
    "origin": declare("transform-origin", read=lambda value: _ORIGINS.get(value, "")),
    "duration": declare("transition-duration", read=read_time),
    "delay": declare("transition-delay", read=read_time),
}
"""The families of text, colours and effects, by the prefix before the value."""


TRANSLATION = "translate:var(--docsnav-x,0) var(--docsnav-y,0)"
"""The declaration that applies the shifts along both axes."""
BETWEEN_CHILDREN = frozenset({"space-x", "space-y", "divide-x", "divide-y", "divide"})
"""Families that style all children but the first instead of the element."""
_NEGATIVE = frozenset({"m", "z", "order", *(f"m{key}" for key in SIDE_PROPERTIES)}) | frozenset(
    {"inset", "inset-x", "inset-y", "top", "right", "bottom", "left", "space-x", "space-y"}
    | {"translate-x", "translate-y", "rotate", "tracking", "indent"}
)
"""Families that have negative values: ``-mt-4``."""
FAMILIES = {**LAYOUT_FAMILIES, **STYLE_FAMILIES}
"""All families, by the prefix before the value."""
WITHOUT_VALUE = frozenset(
    {"blur", "backdrop-blur"}
    | {f"rounded{key}" for key in CORNERS}
    | {f"border-{key}" for key in SIDE_PROPERTIES}
)
"""Families that have a class without a value: ``rounded``, ``border-t``."""


def negate_family(prefix: str, value: str) -> str:
    """Return the declarations of ``-prefix-value``; empty if the family has no negative values."""
    if prefix not in _NEGATIVE:
        return ""
    name, _, css_values = FAMILIES[prefix](value).partition(":")
    if not css_values:
        return ""
    # `-mx-4` sets two properties; both get the negative length.
    other_names = [part.partition(":")[0] for part in css_values.split(";")[1:]]
    length = negate_length(css_values.split(";")[0])
    return ";".join(f"{property_name}:{length}" for property_name in (name, *other_names))
