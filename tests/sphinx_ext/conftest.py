"""Sites to build."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sphinx_ext.building import SITES, Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project."""
    return Project(tmp_path)


@pytest.fixture
def features(project: Project) -> Project:
    """A site without conf.py that has every kind of page and most kinds of element."""
    shutil.copytree(SITES / "features", project.src)
    return project
