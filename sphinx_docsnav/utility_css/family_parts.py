"""What families of utility classes are made of: readers of values, and declarations."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sphinx_docsnav.utility_css.class_values import arbitrary, size

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
