"""The docstrings below the fields of a model, as descriptions and examples."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from functools import cache
from types import ModuleType

from pydantic import BaseModel

_EXAMPLE = re.compile(r"\s*For example\s+``(.+)``\.$", re.DOTALL)


@cache
def field_docs(model: type[BaseModel]) -> dict[str, str]:
    """Return the docstring of each field of *model*, inherited ones included."""
    docs: dict[str, str] = {}
    for base in reversed(model.__mro__):
        module = sys.modules.get(base.__module__)
        if module is not None and base.__module__.startswith("sphinx_docsnav."):
            docs |= _module_docs(module).get(base.__name__, {})
    return docs


def describe_field(model: type[BaseModel], name: str) -> dict[str, object]:
    """Return the keywords ``description`` and ``examples`` for a field of *model*."""
    text = field_docs(model).get(name, "")
    example = _EXAMPLE.search(text)
    description = (text[: example.start()] if example else text).replace("``", "`")
    keywords: dict[str, object] = {"description": description} if description else {}
    if example:
        keywords["examples"] = [json.loads(example[1])]
    return keywords


@cache
def _module_docs(module: ModuleType) -> dict[str, dict[str, str]]:
    """Return the attribute docstrings of each class of *module*."""
    tree = ast.parse(inspect.getsource(module))
    return {node.name: _class_docs(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _class_docs(node: ast.ClassDef) -> dict[str, str]:
    docs = {}
    for field, docstring in zip(node.body, node.body[1:], strict=False):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        if isinstance(docstring, ast.Expr) and isinstance(docstring.value, ast.Constant):
            docs[field.target.id] = " ".join(str(docstring.value.value).split())
    return docs
