"""Numbers of a command line, checked before anything begins."""

from __future__ import annotations

import argparse
import os

MAX_PORT = 65_535
"""The highest port that there is."""


def jobs(text: str) -> int:
    """Return the N of ``-j N``."""
    if text == "auto":
        return os.cpu_count() or 1
    return _whole(text, 1, None, f"expected a whole number from 1, or auto, not {text!r}")


def part(text: str) -> tuple[int, int]:
    """Return the K and the N of ``--part K/N``."""
    message = f"expected K/N, such as 2/4, not {text!r}"
    number, _, count = text.partition("/")
    jobs = _whole(count, 1, None, message)
    return _whole(number, 1, jobs, message), jobs


def port(text: str) -> int:
    """Return the port of ``--port``."""
    return _whole(text, 0, MAX_PORT, f"expected a number from 0 to {MAX_PORT}, not {text!r}")


def _whole(text: str, least: int, most: int | None, message: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(message)
    number = int(text)
    if number < least or (most is not None and number > most):
        raise argparse.ArgumentTypeError(message)
    return number
