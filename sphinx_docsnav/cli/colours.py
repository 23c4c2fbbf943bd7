"""A brand colour made readable: the nearest shade that has enough contrast with the page."""

from __future__ import annotations

READABLE = 4.5
"""Contrast that text needs (WCAG 2.2, 1.4.3, level AA)."""

Colour = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


def parse_colour(text: str) -> Colour:
    """Return the colour that ``#rgb`` or ``#rrggbb`` names.

    :raises ValueError: *text* is neither.
    """
    digits = text.removeprefix("#")
    if len(digits) == len("rgb"):
        digits = "".join(char * 2 for char in digits)
    if len(digits) != len("rrggbb"):
        msg = f"{text!r} is not of the form #rgb or #rrggbb"
        raise ValueError(msg)
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 (none) to 21 (black on white)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(text: str, background: str) -> str:
    """Return the colour *text* as ``#rrggbb``, moved away from *background* until it is readable.

    A light colour on white gets darker, a dark one on black lighter; its hue stays.
    """
    ground = parse_colour(background)
    colour = parse_colour(text)
    far = max(BLACK, WHITE, key=lambda end: contrast(ground, end))
    shades = (_mix(colour, far, step / 20) for step in range(20))
    best = next((shade for shade in shades if contrast(shade, ground) >= READABLE), far)
    return "#" + bytes(best).hex()


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return *one* with a *share* of *other*, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _luminance(colour: Colour) -> float:
    """Return the relative luminance that WCAG 2.2 defines."""
    red, green, blue = (_linear(value / 255) for value in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    """Return the light of one sRGB channel, 0 to 1."""
    end_of_straight_part = 0.04045
    return part / 12.92 if part <= end_of_straight_part else ((part + 0.055) / 1.055) ** 2.4
