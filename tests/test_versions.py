"""Versions agree: lower bounds with tox, the changelog with the package."""

from __future__ import annotations

import configparser
import importlib.metadata
import os
import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import sphinx_docsnav

ROOT = Path(__file__).parent.parent


def lower_bounds() -> dict[str, Version]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    extras.pop("mcp")  # needs a newer pydantic than all else; the other environments have it
    written = [*project["dependencies"], *chain(*extras.values())]
    bounds = {}
    for requirement in map(Requirement, written):
        if requirement.marker and not requirement.marker.evaluate():
            continue  # for another system
        if requirement.name == "sphinx-docsnav":
            continue  # an extra that includes others
        (lowest,) = (item.version for item in requirement.specifier if item.operator == ">=")
        bounds[requirement.name] = Version(lowest)
    return bounds


def pins() -> dict[str, Version]:
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini", "utf-8")
    lines = tox["testenv:lowest"]["deps"].split()
    return {name: Version(version) for name, version in (line.split("==") for line in lines)}


def test_the_lowest_environment_pins_every_lower_bound() -> None:
    assert pins() == lower_bounds()


@pytest.mark.skipif("DOCSNAV_LOWEST" not in os.environ, reason="only in tox's environment 'lowest'")
def test_the_lowest_environment_runs_on_its_pins() -> None:
    assert {name: Version(importlib.metadata.version(name)) for name in pins()} == pins()


def test_the_changelog_has_the_version_of_the_package_after_unreleased_changes() -> None:
    text = (ROOT / "docs" / "changes.rst").read_text("utf-8")
    titles = [title for title, _ in re.findall(r"^(\S.*)\n(=+)$", text, re.MULTILINE)][1:]
    released = [title.split()[0] for title in titles if title != "Unreleased"]
    assert released[0] == sphinx_docsnav.__version__
    assert released == sorted(released, key=Version, reverse=True)
    assert "Unreleased" not in titles[1:]
