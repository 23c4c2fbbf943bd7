"""Values of expressions, components defined by pages, and imported files -> nodes.

A component of the page is expanded to what its function returns. An imported file replaces the tag
with its name.
"""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Iterable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

from docutils import nodes

from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx import Export, Import, MdxSource
from sphinx_docsnav.mdx.esm import parse_esm
from sphinx_docsnav.mdx.expressions import (
    UNDEFINED,
    JsxComponent,
    JsxValue,
    Opaque,
    Unsupported,
    Value,
    bind_exports,
    expand,
    parse_number,
)
from sphinx_docsnav.rendering.links import suggest_searched_paths
from sphinx_docsnav.rendering.page_state import (
    ChildNodes,
    OpenElement,
    RenamedComponent,
    Scope,
    Snippet,
)
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.sitefiles.page_links import find_file, list_site_paths
from sphinx_docsnav.sitefiles.safe_files import IMAGE_SUFFIXES

MAX_COMPONENT_DEPTH = 20
"""The maximum depth of components of a page that show components."""
MAX_SNIPPET_DEPTH = 20
"""The maximum depth of snippets in snippets."""
_TEXT_SUFFIXES = frozenset({".mdx", ".md"})
"""Files that can be snippets."""
_CODE_SUFFIXES = frozenset({".jsx", ".js", ".tsx", ".ts"})
"""Files that contain only code."""
_MARKDOWN: dict[type[nodes.Node], str] = {
    nodes.paragraph: "p",
    nodes.strong: "strong",
    nodes.emphasis: "em",
    nodes.literal: "code",
    nodes.reference: "a",
}
"""The element of React for each node of Markdown."""


def describe_refusal(value: Unsupported) -> str:
    """Return why a component has no content, as a clause after its name."""
    position = value.position
    location = f" in line {position.line} of {position.file}" if position and position.file else ""
    return f"needs JavaScript{location}: {value.reason}"


def _get_children(element: OpenElement, children: list[nodes.Node]) -> Value:
    """Return the value of ``children`` that React would pass to a component of the page."""
    values: list[Value] = []
    position = 0
    for child, copies, start, end in element.child_elements:
        values += map(_get_child, children[position:start])
        content: tuple[Value, ...] = (ChildNodes(copies),) if copies else ()
        if copies and all(isinstance(node, nodes.Text) for node in copies):
            content = ("".join(node.astext() for node in copies),)
        whole = ChildNodes(children[start:end])
        values.append(JsxValue(child.name, child.props, content, child.target, whole))
        position = end
    values += map(_get_child, children[position:])
    if element.child_elements:
        # Beside elements, React drops the white space between lines.
        values = [item for item in values if not isinstance(item, str) or item.strip()]
    if values and all(isinstance(item, str) for item in values):
        return "".join(values)
    return values if len(values) > 1 else values[0] if values else UNDEFINED


def _get_child(node: nodes.Node) -> Value:
    """Return the element of React for a node that Markdown created."""
    if isinstance(node, nodes.Text):
        return node.astext()
    whole = ChildNodes([node])
    if isinstance(node, nodes.literal_block):
        language = {"className": f"language-{node.get('language', '')}"}
        code = JsxValue("code", language, (node.astext(),))
        return JsxValue("pre", {}, (code,), whole=whole)
    name = _MARKDOWN.get(type(node), "")
    # Other blocks are passed on as a whole, without their structure.
    if not name:
        return JsxValue("", {}, (ChildNodes([node], used=True),), whole=whole)
    if all(isinstance(child, nodes.Text) for child in node.children):
        return JsxValue(name, {}, (node.astext(),), whole=whole)
    return JsxValue(name, {}, tuple(map(_get_child, node.children)), whole=whole)


def expand_component(
    out: Renderer, component: JsxComponent, element: OpenElement, children: list[nodes.Node]
) -> Value:
    """Return what a component of the page returns for its properties.

    Faults: ``component_unknown`` if it needs code to run; its children are shown instead.
    """
    result: Any = Unsupported("shows itself again and again")
    if out.page.depth < MAX_COMPONENT_DEPTH and out.page.spend():
        child_value = _get_children(element, children)
        props = (
            element.values
            if child_value is UNDEFINED
            else {**element.values, "children": child_value}
        )
        result = expand(component, props, out.page.reserve, nested=out.page.depth > 0)
        out.report_date(element.line)
        if out.page.reserve.has_state:
            out.page.reserve.has_state = False
            message = f"<{element.name}> changes with JavaScript; only its first state is shown"
            hint = "write its other contents into the page, such as in <Tabs>"
            kind = FaultKind.COMPONENT_UNKNOWN
            out.warn(kind, message, element.line, once=message, hint=hint)
    if isinstance(result, Unsupported) and result.is_reported:
        return ChildNodes(children)
    if isinstance(result, Unsupported):
        out.warn(
            FaultKind.COMPONENT_UNKNOWN,
            f"<{element.name}> {describe_refusal(result)}; its content is shown without it",
            element.line,
            once=element.name,
            hint=f"'docsnav_components' can name a component that replaces <{element.name}>",
        )
        return ChildNodes(children)
    return result


def create_scope(
    out: Renderer,
    imports: Iterable[Import],
    exports: Iterable[Export],
    properties: Mapping[str, Any] | None = None,
    values: MutableMapping[str, Any] | None = None,
) -> Scope:
    """Return the names of the file that *out* renders.

    :param properties: the properties and children that a tag gives to a snippet.
    :param values: the dictionary that the names are added to; by default a new one.

    Faults: ``import_missing``, one per import without a file.
    """
    values = {} if values is None else values
    for statement in imports:
        values.update(_read_import_statement(out, statement))
    values.update(properties or {})
    root, path = out.page.host.root, out.path
    file = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
    # Exports are evaluated last, as their code can use imports and properties.
    bind_exports(tuple(exports), values, file, out.page.reserve)
    out.report_date(out.line)
    return Scope(values, lenient=out.scope.lenient, chain=out.scope.chain)


def _read_import_statement(out: Renderer, statement: Import) -> dict[str, Any]:
    """Return the local names of an import, and their values."""
    out.line, out.position = statement.line, (statement.line, statement.column)
    names = [(imported, local) for imported, local in statement.named]
    if statement.default:
        names.append(("default", statement.default))
    if statement.source == "react":
        # The evaluator knows hooks and fragments without it.
        return {}
    if statement.namespace:
        names.append(("*", statement.namespace))
    # A word without a slash is a package, even if the site has a file of that name.
    path = find_import(out, statement.source) if "/" in statement.source else None
    if path is None and _is_package(statement.source):
        reason = f"comes from the package {statement.source!r}, which pages cannot use here"
        return _make_opaque(out, names, reason)
    if path is None:
        problem = f"import of {statement.source!r}: no such file in the site"
        message = f"{problem}; its tags show only their content"
        places = suggest_searched_paths(_list_import_paths(out, statement.source))
        hint = f"correct its path; {places}" if places else "correct its path"
        once = f"{out.path}: {statement.source}"
        out.warn(FaultKind.IMPORT_MISSING, message, statement.line, once=once, hint=hint)
        return _make_opaque(out, names, "could not be imported", is_reported=True)
    exported = _get_module(out, path)
    result: dict[str, Any] = {}
    for imported, local in names:
        if imported == "*":
            result[local] = dict(exported)
        elif imported == "default" and path.suffix in _TEXT_SUFFIXES:
            result[local] = Snippet(path)
        else:
            missing = Opaque(f"is not exported by {path.name}")
            result[local] = exported.get(imported, missing)
    return result


def _is_package(source: str) -> bool:
    """Return whether an import that names no file of the site comes from a package."""
    return "/" not in source or not (source.startswith((".", "/")) or Path(source).suffix)


def _make_opaque(
    out: Renderer, names: list[tuple[str, str]], reason: str, *, is_reported: bool = False
) -> dict[str, Any]:
    """Return values for names that cannot be imported; registered components need no import."""
    registry = out.page.host.registry
    return {
        local: RenamedComponent(reason, name=imported)
        if imported in registry.types
        else Opaque(reason, is_reported)
        for imported, local in names
        if registry.find(local) is None
    }


def find_import(out: Renderer, source: str) -> Path | None:
    """Return the file that an import names, from the root or from the importing file's folder."""
    root, paths = out.page.host.root, _list_import_paths(out, source)
    # The suffix may be missing, as in JavaScript.
    endings = ("", ".mdx", ".jsx", ".md", ".tsx", ".js")
    file = find_file(tuple(path + ending for path in paths for ending in endings), root)
    # The page depends on the file, or on all files that could be added for it.
    for path in [file] if file else [root / name for name in paths]:
        out.page.host.depend(path)
    return file


def _list_import_paths(out: Renderer, source: str) -> tuple[str, ...]:
    """Return the paths from the root of the site that an import may mean."""
    root, folder = out.page.host.root, out.path.parent
    is_inside = folder.is_relative_to(root)
    return list_site_paths(source, (folder.relative_to(root).as_posix() if is_inside else "",))


def _get_module(out: Renderer, path: Path) -> Mapping[str, Any]:
    """Return the exported values of a file; none while the file is being read."""
    modules = out.page.modules
    if path not in modules:
        # Files can import each other in a circle.
        modules[path] = {}
        modules[path] = _read_module(out, path)
    return modules[path]


def _read_module(out: Renderer, path: Path) -> Mapping[str, Any]:
    """Return the exported values of the file at *path*, by its suffix."""
    try:
        if path.suffix == ".json":
            return {"default": json.loads(path.read_text("utf-8"), parse_int=parse_number)}
        if path.suffix in _TEXT_SUFFIXES:
            source = out.page.host.source(path)
            imports, exports = list(source.imports), list(source.exports)
        elif path.suffix in _CODE_SUFFIXES:
            imports, exports = parse_esm(path.read_text("utf-8"), 1)
        elif path.suffix.lower() in IMAGE_SUFFIXES:
            return {"default": f"/{path.relative_to(out.page.host.root.resolve()).as_posix()}"}
        else:
            return {}
    except (OSError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        message = f"{path.name!r} cannot be read, so what it exports is missing: {reason}"
        out.warn(FaultKind.IMPORT_MISSING, message, once=str(path))
        return {}
    inner = out.create_inner(path, Scope(lenient=True, chain=(*out.scope.chain, path)))
    # The service inserts imported code into the page, so that it can use the page's names.
    values = ChainMap[str, Any]({}, out.page.names)
    names = create_scope(inner, imports, exports, values=values).names
    return {
        export.name: _export_value(names[export.name]) for export in exports if export.name in names
    }


def _export_value(value: Value) -> Value:
    """Return an exported value; one that cannot be evaluated keeps its reason."""
    if isinstance(value, Unsupported):
        return Opaque(describe_refusal(value), value.is_reported)
    return value


def show_snippet(
    out: Renderer,
    snippet: Snippet,
    values: Mapping[str, Any],
    children: list[nodes.Node],
    line: int,
) -> None:
    """Write the content of a snippet's file in place of its tag.

    Faults: ``snippet_cycle`` if a snippet includes itself or the page shows too much.
    """
    source = _read_snippet(out, snippet, line)
    if source is None:
        return
    # A snippet uses its own imports, and the properties of its tag.
    inner = out.create_inner(
        snippet.path, Scope(lenient=True, chain=(*out.scope.chain, snippet.path))
    )
    props = {**values, "children": ChildNodes(children)}
    inner.scope = create_scope(inner, source.imports, source.exports, {**props, "props": props})
    inner.report(source.problems)
    container, start = out.page.current, len(out.page.current.children)
    inner.run(source.tokens)
    written = container.children[start:]
    out.page.snippet_lists += (
        node for node in (*written[:1], *written[1:][-1:]) if isinstance(node, nodes.bullet_list)
    )


def _read_snippet(out: Renderer, snippet: Snippet, line: int) -> MdxSource | None:
    """Return the parsed file of a snippet; ``None``, with a message, if it is left out."""
    # A snippet in a cycle is found before it is read.
    if snippet.path in out.scope.chain or len(out.scope.chain) > MAX_SNIPPET_DEPTH:
        message = f"snippet {snippet.path.name!r} includes itself; it is left out here"
        out.warn(FaultKind.SNIPPET_CYCLE, message, line, once=str(snippet.path))
        return None
    try:
        source = out.page.host.source(snippet.path)
    except OSError as error:
        message = f"snippet {snippet.path.name!r} cannot be read, left out: {error.strerror}"
        out.warn(FaultKind.IMPORT_MISSING, message, line, once=str(snippet.path))
        return None
    if not out.page.spend(len(source.tokens)):
        message = "the page shows too many snippets; the rest is left out"
        hint = "split the page"
        out.warn(FaultKind.SNIPPET_CYCLE, message, line, once="too many", hint=hint)
        return None
    return source


def show_file(
    out: Renderer, values: Mapping[str, Any], children: list[nodes.Node], line: int
) -> None:
    """Write the file that ``<Snippet file="name.mdx" />`` names, in ``snippets`` or ``_snippets``.

    Faults: ``import_missing``.
    """
    value = values.get("file") or values.get("path") or ""
    name = value if isinstance(value, str) else ""
    paths = [
        path
        for folder in ("snippets", "_snippets", "")
        for path in list_site_paths(f"/{folder}/{name}", ("",))
    ]
    file = find_file((*paths, *(f"{path}.mdx" for path in paths)), out.page.host.root)
    if not name or file is None:
        # Only texts and numbers are shown as they are written.
        has_file = value and isinstance(value, (str, int, float))
        problem = f"of {value!r}: no such file in snippets/" if has_file else "has no 'file'"
        message = f"<Snippet> {problem}; only its content is shown"
        if not (isinstance(value, Opaque) and value.is_reported):
            out.warn(FaultKind.IMPORT_MISSING, message, line)
        for child in list(children):
            out.place(child)
        return
    show_snippet(out, Snippet(file), values, children, line)
