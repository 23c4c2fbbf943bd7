"""Tests of the preview run where processes can be copied; elsewhere, sphinx-autobuild serves."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest
from preview.driving import DrivenWorker, driven_worker
from sphinx_processes import SphinxProcesses

from sphinx_docsnav.preview.channel import SphinxArguments

Drive: TypeAlias = Callable[[SphinxArguments], AbstractContextManager[DrivenWorker]]
"""Runs a worker for builds with some arguments."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests of this folder on Windows."""
    skip = pytest.mark.skipif(not hasattr(os, "fork"), reason="the preview copies processes")
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(skip)


@pytest.fixture
def drive(processes: SphinxProcesses, tmp_path: Path) -> Drive:
    """Return a function that runs a worker, in the folder ``preview``."""
    return partial(driven_worker, processes, tmp_path / "preview")
