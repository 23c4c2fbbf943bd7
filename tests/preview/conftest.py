"""Tests of the preview run where processes can be copied; elsewhere, sphinx-autobuild serves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests of this folder on Windows."""
    skip = pytest.mark.skipif(not hasattr(os, "fork"), reason="the preview copies processes")
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(skip)
