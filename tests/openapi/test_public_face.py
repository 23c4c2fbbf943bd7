"""The public names of `sphinx_docsnav.openapi`: documented, and enough for other packages."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import sphinx_docsnav
from sphinx_docsnav import openapi

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "openapi-package.rst"
PACKAGE = Path(sphinx_docsnav.__file__).parent


def test_the_examples_of_the_documentation_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = re.search(r"code-block:: yaml\n\n((?: {3}.*\n|\n)+)", PAGE.read_text("utf-8"))
    assert block is not None
    (tmp_path / "shop.yaml").write_text(textwrap.dedent(block[1]), "utf-8")
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.attempted > 15
    assert not found.failed


def test_every_public_name_is_documented() -> None:
    documented = set(re.findall(r"``(\w+)", PAGE.read_text("utf-8")))
    assert set(openapi.__all__) <= documented


def test_the_public_names_need_neither_sphinx_nor_docutils() -> None:
    program = (
        "import sys\n"
        "sys.modules['sphinx'] = sys.modules['docutils'] = None\n"
        "from sphinx_docsnav.openapi import *\n"
        "import sphinx_docsnav.openapi as face\n"
        "assert all(getattr(face, name) is globals()[name] for name in face.__all__)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = openapi.nothing


def test_pages_are_not_written_by_what_only_reads() -> None:
    program = (
        "import sys\n"
        "import sphinx_docsnav.openapi\n"
        "assert not [name for name in sys.modules if 'openapi.content.' in name]\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_other_packages_import_public_names_from_the_package() -> None:
    elsewhere = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {name.name}"
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).parts[0] != "openapi"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("sphinx_docsnav.openapi.")
        for name in node.names
        if name.name in openapi.__all__
    ]
    assert elsewhere == []
