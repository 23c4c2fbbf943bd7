"""Components of real sites show what React shows of them: the same texts in the same order.

Needs node and, in the folder that DOCSNAV_REACT names, the result of
``npm install react react-dom sucrase``. It runs the components' JavaScript in node.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it.token import Token

from sphinx_docsnav.mdx.esm import Export
from sphinx_docsnav.mdx.expressions import (
    UNDEFINED,
    JsxComponent,
    JsxValue,
    Unsupported,
    bind_exports,
    evaluate,
    expand,
    to_text,
)
from sphinx_docsnav.mdx.source import parse_mdx
from sphinx_docsnav.mdx.tags import Expression, Tag

SITES = Path(os.environ.get("DOCSNAV_SITES", ""))
REACT = os.environ.get("DOCSNAV_REACT", "")
USES = 30
"""So many different uses of a component are compared."""

pytestmark = [
    pytest.mark.on_demand,
    pytest.mark.sites,
    pytest.mark.skipif(not REACT, reason="DOCSNAV_REACT names no folder with React"),
]


def _tags(tokens: Iterable[Token]) -> Iterator[Tag]:
    for token in tokens:
        if isinstance(token.meta.get("tag"), Tag):
            yield token.meta["tag"]
        yield from _tags(token.children or ())


def _code(export: Export) -> str:
    if export.is_function:
        return f"function {export.name} {export.source}"
    return f"const {export.name} = {export.source};"


def _props(tag: Tag) -> dict[str, Any] | None:
    """Return the properties of *tag*, if they are data."""
    found: dict[str, Any] = {}
    for attribute in tag.attributes:
        value = getattr(attribute, "value", UNDEFINED)
        if isinstance(value, Expression):
            value = evaluate(value.source, {})
        found[getattr(attribute, "name", "")] = True if value is None else value
    try:
        return dict(json.loads(json.dumps(found)))
    except TypeError:
        return None


def _text(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "".join(map(_text, value))
    if isinstance(value, JsxValue):
        if isinstance(value.target, JsxComponent):
            inside = {"children": list(value.children)} if value.children else {}
            return _text(expand(value.target, {**value.props, **inside}))
        return _text(value.children)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    return to_text(value)


def _cases() -> Iterator[tuple[str, dict[str, Any], JsxComponent]]:
    """Yield each different use of a component: where, what React is given, and the component."""
    for root in sorted(SITES.glob("*/source")):
        pages = [path for path in sorted(root.rglob("*.mdx")) if "export " in path.read_text()]
        known: dict[str, tuple[str, JsxComponent]] = {}
        for path in pages:
            exports = parse_mdx(path.read_text("utf-8")).exports
            scope: dict[str, Any] = {}
            bind_exports(exports, scope)
            code = "\n".join(map(_code, exports))
            for name, value in scope.items():
                if isinstance(value, JsxComponent) and name[:1].isupper():
                    known.setdefault(name, (code, value))
        uses: dict[str, set[str]] = {name: set() for name in known}
        for path in sorted(root.rglob("*.mdx")):
            text = path.read_text("utf-8", "replace")
            if not any(f"<{name}" in text for name in known):
                continue
            for tag in _tags(parse_mdx(text).page_tokens):
                props = _props(tag) if tag.name in known else None
                key = json.dumps(props)
                if props is None or key in uses[tag.name] or len(uses[tag.name]) >= USES:
                    continue
                uses[tag.name].add(key)
                code, component = known[tag.name]
                where = f"{path.relative_to(root)}:{tag.line} of {root.parent.name}: <{tag.name}>"
                yield where, {"code": code, "name": tag.name, "props": props}, component


def test_components_show_what_react_shows() -> None:
    cases = list(_cases())
    script = shutil.copy(Path(__file__).with_name("react.mjs"), REACT)
    lines = "\n".join(json.dumps(given) for _where, given, _component in cases)
    command = ["node", script]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    different, refused, same = [], [], 0
    for (where, given, component), line in zip(cases, done.stdout.splitlines(), strict=True):
        theirs = json.loads(line)
        value = expand(component, given["props"])
        if "error" in theirs or isinstance(value, Unsupported):
            refused.append((where, theirs.get("error"), value if "error" not in theirs else ""))
            continue
        ours, at = "".join(_text(value).split()), 0
        for piece in theirs["pieces"]:
            words = "".join(piece.split())
            found = ours.find(words, at)
            if found < 0:
                different.append((where, words, ours[:300]))
                break
            at = found + len(words)
        else:
            same += 1
    print(f"{len(cases)} uses, {same} the same, {len(refused)} refused")  # noqa: T201  # the measure
    for item in (*refused, *different):
        print(*item)  # noqa: T201  # what to look at
    assert same > 0
    assert different == []
