"""Whatever the package imports is declared, and whatever is declared is used."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import sphinx_docsnav

ROOT = Path(__file__).parent.parent
PACKAGE = Path(sphinx_docsnav.__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

NOT_DECLARED = {
    "sphinxcontrib.mermaid": "imported only where the project itself has loaded this extension",
}
"""Modules that are imported without being declared, and why that is right."""
MODULES_OF_EXTRAS = {
    "cli/mcp.py": "mcp",
    "features/thumbnails/drawing.py": "thumbnails",
}
"""Modules that need an extra as soon as they are imported."""
NOT_IMPORTED = {
    "furo": "a theme, loaded by Sphinx",
    "justmyresource-font-awesome": "an archive of drawings, read as a file",
    "justmyresource-lucide": "an archive of drawings, read as a file",
    "pygments-styles": "styles that Pygments finds by entry points",
    "pystemmer": "used by snowballstemmer where it is installed",
    "sphinx-copybutton": "an extension, loaded by Sphinx",
    "tablericons2": "an archive of drawings, read as a file",
    "websockets": "what uvicorn speaks with open pages",
}
"""Declared distributions that no module imports, and what they are for."""


def declared_names(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(text).name) for text in requirements}


CORE = declared_names(PROJECT["dependencies"])
EXTRAS = {
    extra: declared_names(requirements)
    for extra, requirements in PROJECT["optional-dependencies"].items()
}


def is_typing_only(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imported_modules(node: ast.AST, *, at_start: bool) -> Iterator[tuple[str, bool]]:
    """Yield each imported module, and whether it is imported as soon as its importer is."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, at_start) for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module:
            yield child.module, at_start
        inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        lazy = inside or (isinstance(child, ast.stmt) and is_typing_only(child))
        yield from imported_modules(child, at_start=at_start and not lazy)


def foreign_imports() -> Iterator[tuple[str, str, bool]]:
    """Yield importing file, distribution and whether it is imported at once, for each import."""
    distributions = packages_distributions()
    for path in sorted(PACKAGE.rglob("*.py")):
        for module, at_start in imported_modules(ast.parse(path.read_text("utf-8")), at_start=True):
            top = module.partition(".")[0]
            if top == "sphinx_docsnav" or module in NOT_DECLARED:
                continue
            owners = distributions.get(top, [])
            # Distributions share a namespace package: the next part of the name tells them apart.
            if len(set(owners)) > 1:
                owners = [f"{top}-{module.split('.')[1]}"]
            for owner in owners:
                yield path.relative_to(PACKAGE).as_posix(), canonicalize_name(owner), at_start


IMPORTS = sorted(set(foreign_imports()))


def test_imports_are_found() -> None:
    assert ("preview/server.py", "uvicorn", True) in IMPORTS
    assert ("openapi/files.py", "jsonpath-rfc9535", False) in IMPORTS


@pytest.mark.parametrize("file", sorted({file for file, _, _ in IMPORTS}))
def test_what_a_module_imports_is_declared(file: str) -> None:
    declared = CORE.union(*EXTRAS.values())
    at_start = CORE | EXTRAS.get(MODULES_OF_EXTRAS.get(file, ""), set())
    assert {name for other, name, _ in IMPORTS if other == file} <= declared
    assert {name for other, name, early in IMPORTS if other == file and early} <= at_start


def test_what_is_declared_is_imported_or_has_a_reason() -> None:
    unconditional = [
        requirement
        for requirement in map(
            Requirement, chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
        )
        if requirement.marker is None
    ]
    # "sphinx-docsnav[…]" is an extra that includes others.
    names = {canonicalize_name(requirement.name) for requirement in unconditional}
    declared = names - {"sphinx-docsnav"}
    imported = {name for _, name, _ in IMPORTS}
    assert declared - imported == NOT_IMPORTED.keys()


@pytest.mark.parametrize("name", ["sphinx-autobuild"])
def test_a_dependency_for_one_system_is_imported_there_alone(name: str) -> None:
    (requirement,) = (
        item for item in map(Requirement, PROJECT["dependencies"]) if item.name == name
    )
    assert requirement.marker is not None
    # By the name of its module: it is not installed on other systems.
    module = name.replace("-", "_")
    importers = [
        (path.relative_to(PACKAGE).as_posix(), early)
        for path in PACKAGE.rglob("*.py")
        for other, early in imported_modules(ast.parse(path.read_text("utf-8")), at_start=True)
        if other.partition(".")[0] == module
    ]
    assert importers == [("cli/serve.py", False)]
