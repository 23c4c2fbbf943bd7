"""The Chromium of this machine, for tests and tools."""

from __future__ import annotations

import os
import shutil
import subprocess

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs that are Chromium, in order of preference.

The shell renders the same without the windows of the whole browser, in a quarter of its time.
"""
MISSING = "no Chromium is installed"
"""The reason of the tests that are skipped without a browser."""


def find_browser() -> str | None:
    """Return the path of the program that DOCSNAV_CHROMIUM names, or of the first installed one."""
    chosen = os.environ.get("DOCSNAV_CHROMIUM")
    if chosen and not shutil.which(chosen):
        raise SystemExit(f"DOCSNAV_CHROMIUM is {chosen!r}, but there is no such program")
    return next(filter(None, map(shutil.which, [chosen] if chosen else BROWSERS)), None)


def describe_browser() -> str:
    """Return the version and the path of the browser, or that there is none."""
    program = find_browser()
    if not program:
        return MISSING
    run = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return f"{run.stdout.strip() or 'unknown version'} ({program})"
