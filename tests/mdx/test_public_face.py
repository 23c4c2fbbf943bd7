"""The public face of `sphinx_docsnav.mdx`, as docs/reference/mdx-package.rst describes it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sphinx_docsnav import mdx

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "mdx-package.rst"

RUN_ALONE = f"""
import sys, doctest

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("sphinx", "docutils"):
            raise ImportError(name + " is not there")

sys.meta_path.insert(0, Refuse())
found = doctest.testfile({str(PAGE)!r}, module_relative=False, encoding="utf-8")
print(found.attempted > 10, found.failed)
"""


def test_the_examples_of_the_page_are_true_without_sphinx_and_docutils() -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALONE], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True 0\n"


def test_every_public_name_is_there_and_on_the_page() -> None:
    names = PAGE.read_text("utf-8").partition("\nNames\n")[2]
    documented = {
        name
        for line in re.findall(r"^``.*$", names, re.MULTILINE)
        for name in re.findall(r"``(\w+)", line)
    }
    assert documented == set(mdx.__all__)
    assert all(getattr(mdx, name).__doc__ for name in mdx.__all__)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'parse'"):
        _ = mdx.parse  # type: ignore[attr-defined]  # it does not exist
