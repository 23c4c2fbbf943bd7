"""What stands in place of expressions and of tags that a page defines or imports.

Values of expressions become nodes, components of the page are expanded, and a file that the
page imports is written in place of its tag.
"""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Iterable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

from docutils import nodes

from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx import Export, Import
from sphinx_docsnav.mdx.esm import parse_esm
from sphinx_docsnav.mdx.expressions import (
    UNDEFINED,
    JsxComponent,
    JsxValue,
    Opaque,
    StateNote,
    Unsupported,
    Value,
    bind_exports,
    expand,
    number_of,
    to_text,
)
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.rendering.scope import ChildNodes, OpenElement, Scope, Snippet
from sphinx_docsnav.sitefiles.page_links import find_file, site_paths
from sphinx_docsnav.sitefiles.safe_files import IMAGE_SUFFIXES

MAX_COMPONENT_DEPTH = 20
"""Components of a page that show components nest no deeper."""


def text_as_written(text: str) -> nodes.Text:
    """Return *text* for what is no prose: ``--flag`` keeps its hyphens."""
    shown = nodes.Text(text)
    shown.support_smartquotes = False  # type: ignore[attr-defined]  # Sphinx reads it
    return shown


def show_value(out: Renderer, value: Value, line: int) -> None:
    """Write *value* in place of the expression; text is not read as Markdown."""
    if isinstance(value, bool):
        return
    if isinstance(value, (str, int, float)):
        if text := to_text(value):
            out.place(text_as_written(text))
    elif isinstance(value, list):
        for item in value:
            show_value(out, item, line)
    elif isinstance(value, ChildNodes):
        if value.used and not out.writing.spend(sum(map(_size, value.found))):
            message = "the children of a component are shown again and again; left out from here"
            out.warn(FaultKind.COMPONENT_UNKNOWN, message, line, once=message)
            return
        _show_children(out, value)
    elif isinstance(value, JsxValue):
        _show_element(out, value, line)


def _size(node: nodes.Node) -> int:
    """Return how many tokens a copy of *node* counts for; a long text counts for several."""
    return sum(
        1 + len(inner) // 10 if isinstance(inner, nodes.Text) else 1 for inner in node.findall()
    )


def _show_children(out: Renderer, value: ChildNodes) -> None:
    is_copy = value.used
    for node in value.take():
        for element in node.findall(nodes.Element) if is_copy else ():
            names, element["ids"] = [f"{name}-copy" for name in element["ids"][:1]], []
            out.writing.claim_ids(element, names, always=bool(names))
        out.place(node)


def _show_element(out: Renderer, value: JsxValue, line: int) -> None:
    if value.whole is not None:
        show_value(out, value.whole, line)
        return
    element = out.begin(value.name, dict(value.props), line, value.target)
    children = out.collect(lambda: show_value(out, list(value.children), line))
    out.write_element(element, children)


def refusal(value: Unsupported) -> str:
    """Return why a component has no content, as a clause that follows its name."""
    place = value.place
    where = f" in line {place.line} of {place.file}" if place and place.file else ""
    return f"needs JavaScript{where}: {value.reason}"


def _child_values(element: OpenElement, children: list[nodes.Node]) -> Value:
    """Return ``children`` of a component of the page: what React would make of its content."""
    found: list[Value] = []
    at = 0
    for part, inside, start, end in element.parts:
        found += map(_child_value, children[at:start])
        content: tuple[Value, ...] = (ChildNodes(inside),) if inside else ()
        if inside and all(isinstance(node, nodes.Text) for node in inside):
            content = ("".join(node.astext() for node in inside),)
        whole = ChildNodes(children[start:end])
        found.append(JsxValue(part.name, part.values, content, part.target, whole))
        at = end
    found += map(_child_value, children[at:])
    if element.parts:
        found = [item for item in found if not isinstance(item, str) or item.strip()]
    if found and all(isinstance(item, str) for item in found):
        return "".join(found)
    return found if len(found) > 1 else found[0] if found else UNDEFINED


_MARKDOWN: dict[type[nodes.Node], str] = {
    nodes.paragraph: "p",
    nodes.strong: "strong",
    nodes.emphasis: "em",
    nodes.literal: "code",
    nodes.reference: "a",
}


def _child_value(node: nodes.Node) -> Value:
    """Return a node that Markdown made as an element of React."""
    if isinstance(node, nodes.Text):
        return node.astext()
    whole = ChildNodes([node])
    if isinstance(node, nodes.literal_block):
        language = {"className": f"language-{node.get('language', '')}"}
        code = JsxValue("code", language, (node.astext(),))
        return JsxValue("pre", {}, (code,), whole=whole)
    name = _MARKDOWN.get(type(node), "")
    if not name:
        return JsxValue("", {}, (ChildNodes([node], used=True),), whole=whole)
    if all(isinstance(child, nodes.Text) for child in node.children):
        return JsxValue(name, {}, (node.astext(),), whole=whole)
    return JsxValue(name, {}, tuple(map(_child_value, node.children)), whole=whole)


def expand_component(
    out: Renderer, component: JsxComponent, element: OpenElement, children: list[nodes.Node]
) -> None:
    """Write what a component of the page makes of its properties.

    Faults: ``component_unknown`` if it needs code to run; its children are shown.
    """
    result: Any = Unsupported("shows itself again and again")
    if out.writing.depth < MAX_COMPONENT_DEPTH and out.writing.spend():
        inside = _child_values(element, children)
        props = element.values if inside is UNDEFINED else {**element.values, "children": inside}
        notes: list[StateNote] = []
        nested = out.writing.depth > 0
        result = expand(component, props, out.writing.reserve, notes, nested=nested)
        out.tell_date(element.line)
        for note in notes:
            message = f"<{element.name}> {note.clause}"
            kind = FaultKind.COMPONENT_UNKNOWN
            out.warn(kind, message, element.line, once=message, hint=note.hint)
    if isinstance(result, Unsupported):
        out.warn(
            FaultKind.COMPONENT_UNKNOWN,
            f"<{element.name}> {refusal(result)}; its content is shown without it",
            element.line,
            once=element.name,
            hint=f"'docsnav_components' can name a component that replaces <{element.name}>",
        )
        for child in list(children):
            out.place(child)
        return
    out.writing.depth += 1
    show_value(out, result, element.line)
    out.writing.depth -= 1


MAX_DEPTH = 20
"""Snippets in snippets nest no deeper."""
_TEXT_SUFFIXES = frozenset({".mdx", ".md"})
_CODE_SUFFIXES = frozenset({".jsx", ".js", ".tsx", ".ts"})


def file_scope(
    out: Renderer,
    imports: Iterable[Import],
    exports: Iterable[Export],
    given: Mapping[str, Any] | None = None,
    values: MutableMapping[str, Any] | None = None,
) -> Scope:
    """Return the names of the file that *out* walks.

    :param given: names from outside, for snippets: properties and children.
    :param values: takes the names.

    Faults: ``import_missing``, one per import without a file.
    """
    values = {} if values is None else values
    for statement in imports:
        values.update(_imported(out, statement))
    values.update(given or {})
    root, path = out.writing.host.root, out.path
    file = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
    bind_exports(tuple(exports), values, file, out.writing.reserve)
    out.tell_date(out.line)
    return Scope(values, lenient=out.scope.lenient, chain=out.scope.chain)


def _imported(out: Renderer, statement: Import) -> dict[str, Any]:
    out.line, out.spot = statement.line, (statement.line, statement.column)
    names = [(imported, local) for imported, local in statement.named]
    if statement.default:
        names.append(("default", statement.default))
    if not statement.source.startswith((".", "/")) and "/" not in statement.source:
        if statement.source == "react":
            return {}  # hooks and fragments are known without it
        reason = f"comes from the package {statement.source!r}, which pages cannot use here"
        return _opaque(out, names, reason)
    path = find_import(out, statement.source)
    if path is None:
        message = f"import of {statement.source!r}: no such file in the site; it is ignored"
        out.warn(FaultKind.IMPORT_MISSING, message, statement.line, hint="correct its path")
        return _opaque(out, names, "could not be imported")
    exported = _module(out, path)
    result: dict[str, Any] = {}
    for imported, local in names:
        if imported == "default" and path.suffix in _TEXT_SUFFIXES:
            result[local] = Snippet(path)
        else:
            missing = Opaque(f"is not exported by {path.name}")
            result[local] = exported.get(imported, missing)
    if statement.namespace:
        result[statement.namespace] = dict(exported)
    return result


def _opaque(out: Renderer, names: list[tuple[str, str]], reason: str) -> dict[str, Any]:
    """Return values for what cannot be imported; a component of the format needs no import."""
    find = out.writing.host.registry.find
    return {local: Opaque(reason) for _name, local in names if find(local) is None}


def find_import(out: Renderer, source: str) -> Path | None:
    """Return the file that an import names, from the root or beside the importing file."""
    root = out.writing.host.root
    beside = out.path.parent
    folder = beside.relative_to(root).as_posix() if beside.is_relative_to(root) else ""
    paths = site_paths(source, (folder,))
    endings = ("", ".mdx", ".jsx", ".md", ".tsx", ".js")
    found = find_file(tuple(path + ending for path in paths for ending in endings), root)
    for path in [found] if found else [root / name for name in paths]:
        out.writing.host.depend(path)
    return found


def _module(out: Renderer, path: Path) -> Mapping[str, Any]:
    """Return what a file exports; nothing of a file that is being read already."""
    known = out.writing.modules
    if path not in known:
        known[path] = {}
        known[path] = _read_module(out, path)
    return known[path]


def _read_module(out: Renderer, path: Path) -> Mapping[str, Any]:
    try:
        if path.suffix == ".json":
            return {"default": json.loads(path.read_text("utf-8"), parse_int=number_of)}
        if path.suffix in _TEXT_SUFFIXES:
            source = out.writing.host.source(path)
            imports, exports = list(source.imports), list(source.exports)
        elif path.suffix in _CODE_SUFFIXES:
            imports, exports = parse_esm(path.read_text("utf-8"), 1)
        elif path.suffix.lower() in IMAGE_SUFFIXES:
            return {"default": f"/{path.relative_to(out.writing.host.root.resolve()).as_posix()}"}
        else:
            return {}
    except (OSError, ValueError, RecursionError) as error:
        why = " ".join(str(error).split())
        message = f"{path.name!r} cannot be read, so what it exports is missing: {why}"
        out.warn(FaultKind.IMPORT_MISSING, message, once=str(path))
        return {}
    inner = out.inside(path, Scope(lenient=True, chain=(*out.scope.chain, path)))
    # The service writes imported code into the page, so that it sees the page's names, too.
    own = ChainMap[str, Any]({}, out.writing.names)
    names = file_scope(inner, imports, exports, values=own).names
    return {
        export.name: _importable(names[export.name]) for export in exports if export.name in names
    }


def _importable(value: Value) -> Value:
    if isinstance(value, Unsupported):
        return Opaque(refusal(value))
    return value


def show_snippet(
    out: Renderer,
    snippet: Snippet,
    values: Mapping[str, Any],
    children: list[nodes.Node],
    line: int,
) -> None:
    """Write the content of a snippet's file in place of the tag.

    Faults: ``snippet_cycle`` when a snippet shows itself or too much is shown.
    """
    writing = out.writing
    if snippet.path in out.scope.chain or len(out.scope.chain) > MAX_DEPTH:
        message = f"snippet {snippet.path.name!r} includes itself; it is left out here"
        out.warn(FaultKind.SNIPPET_CYCLE, message, line, once=str(snippet.path))
        return
    try:
        source = writing.host.source(snippet.path)
    except OSError as error:
        message = f"snippet {snippet.path.name!r} cannot be read, left out: {error.strerror}"
        out.warn(FaultKind.IMPORT_MISSING, message, line, once=str(snippet.path))
        return
    if not writing.spend(len(source.tokens)):
        message = "the page shows too many snippets; the rest is left out"
        hint = "split the page"
        out.warn(FaultKind.SNIPPET_CYCLE, message, line, once="too many", hint=hint)
        return
    inner = out.inside(snippet.path, Scope(lenient=True, chain=(*out.scope.chain, snippet.path)))
    given = {**values, "children": ChildNodes(children)}
    inner.scope = file_scope(inner, source.imports, source.exports, {**given, "props": given})
    inner.report(source.problems)
    inner.run(source.tokens)


def show_file(
    out: Renderer, values: Mapping[str, Any], children: list[nodes.Node], line: int
) -> None:
    """Write what ``<Snippet file="name.mdx" />`` names: a file in ``snippets`` or ``_snippets``.

    Faults: ``import_missing``.
    """
    name = values.get("file") or values.get("path") or ""
    paths = [
        path
        for folder in ("snippets", "_snippets", "")
        for path in site_paths(f"/{folder}/{name}", ("",))
    ]
    file = find_file((*paths, *(f"{path}.mdx" for path in paths)), out.writing.host.root)
    if not isinstance(name, str) or not name or file is None:
        found = f"of {name!r}: no such file in snippets/" if name else "has no 'file'"
        message = f"<Snippet> {found}; only its content is shown"
        out.warn(FaultKind.IMPORT_MISSING, message, line)
        for child in list(children):
            out.place(child)
        return
    show_snippet(out, Snippet(file), values, children, line)
