"""Names of classes, types and modules have one meaning in the whole package."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import sphinx_docsnav

PACKAGE = Path(sphinx_docsnav.__file__).parent
REPEATED = frozenset({"__init__", "__main__", "adapter"})
"""Modules that each package may have: one adapter per theme."""


def types(tree: ast.Module) -> Iterator[str]:
    """Yield the classes and the type aliases at the top of a module."""
    for statement in tree.body:
        match statement:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name.strip("_")[:1].isupper() and not name.isupper():
                    yield name


def test_no_two_modules_define_a_class_or_type_of_the_same_name() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in types(ast.parse(path.read_text("utf-8"))):
            places[name].append(path.relative_to(PACKAGE).as_posix())
    assert len(places) > 100
    assert {name: found for name, found in places.items() if len(set(found)) > 1} == {}


def test_no_two_modules_have_the_same_name() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.stem not in REPEATED:
            places[path.stem].append(path.relative_to(PACKAGE).as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_packages_define_all_names_that_they_export() -> None:
    packages = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(sphinx_docsnav.__path__, "sphinx_docsnav.")
        if module.ispkg
    ]
    exports = {package.__name__: getattr(package, "__all__", []) for package in packages}
    assert exports["sphinx_docsnav.openapi"]
    missing = [
        f"{package.__name__}.{name}"
        for package in packages
        for name in exports[package.__name__]
        if not hasattr(package, name)
    ]
    assert missing == []
