"""Sites of these tests."""

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
def kitchen(project: Project) -> Project:
    """Languages, versions, tabs and menus: English, French and Arabic, two versions."""
    shutil.copytree(SITES / "divisions", project.src)
    project.conf["numfig"] = True
    return project
