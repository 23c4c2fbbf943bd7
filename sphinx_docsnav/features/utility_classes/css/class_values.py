"""The values of utility classes: lengths, fractions, named colours, and values in brackets.

Values of the named colours: the default palette of Tailwind CSS 3 (MIT).
"""

from __future__ import annotations

import re

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
    return f"calc({length} * -1)" if "(" in length or " " in length else f"-{length}"


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
