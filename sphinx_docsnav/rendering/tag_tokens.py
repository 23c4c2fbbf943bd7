"""Tags and expressions -> nodes: components, snippets, html."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.components.component_nodes import Component
from sphinx_docsnav.components.registry import ComponentType
from sphinx_docsnav.docs_json.phrases import misspelled
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx import Attribute, Expression, SpreadAttribute, Tag
from sphinx_docsnav.mdx.expressions import UNDEFINED, JsxComponent, Opaque, Unsupported, Value
from sphinx_docsnav.rendering import html_elements as render_html
from sphinx_docsnav.rendering import html_policy as html
from sphinx_docsnav.rendering.component_context import TagContext
from sphinx_docsnav.rendering.links import light_and_dark
from sphinx_docsnav.rendering.renderer import Renderer, TokenRule
from sphinx_docsnav.rendering.scope import OpenElement, Snippet
from sphinx_docsnav.rendering.snippets import (
    expand_component,
    refusal,
    show_file,
    show_snippet,
    show_value,
)
from sphinx_docsnav.rendering.tag_checks import (
    CODE,
    mark_part,
    report_addresses,
    report_at,
    report_attributes,
    report_element_id,
    report_order,
    take_parts,
    tell_unused,
)
from sphinx_docsnav.vocabulary.html_names import FORBIDDEN_ELEMENTS

_COMPONENTS = (JsxComponent, Opaque, Unsupported)
"""What a name of code can mean as a tag."""


def _open(out: Renderer, token: Token) -> None:
    element = _element(out, token)
    out.frames.append(element)
    out.verbatim += bool(element.type and element.type.verbatim)
    element.holder = out.holder()
    out.writing.stack.append(element.holder)


def _close(out: Renderer, _token: Token) -> None:
    children = out.writing.stack.pop().children
    element = out.frames.pop()
    out.verbatim -= bool(element.type and element.type.verbatim)
    out.writing.apart = True
    _write_part(out, element, children)


def _single(out: Renderer, token: Token) -> None:
    out.writing.apart = True
    _write_part(out, _element(out, token), [])


def _write_part(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Write *element*; a component of the page directly around it can look at it."""
    if "children" in element.values and not isinstance(element.target, JsxComponent):
        given = element.values.pop("children")
        children = children or out.collect(lambda: show_value(out, given, element.line))
    around = out.frames[-1] if out.frames else None
    holder = out.writing.stack[-1] if out.writing.stack else None
    is_part = around is not None and isinstance(around.target, JsxComponent)
    if around is None or holder is None or not is_part or around.holder is not holder:
        write_element(out, element, children)
        return
    copies = [child.deepcopy() for child in children]
    start = len(holder.children)
    write_element(out, element, children)
    around.parts.append((element, copies, start, len(holder.children)))


def _element(out: Renderer, token: Token) -> OpenElement:
    tag: Tag = token.meta["tag"]
    values = attribute_values(out, tag)
    out.spot = tag.line, tag.column
    element = start(out, tag.name, values, tag.line)
    element.tag = tag
    return element


def start(
    out: Renderer, name: str, values: dict[str, Any], line: int, target: Value = None
) -> OpenElement:
    """Return an element whose name is looked up and whose ids are chosen.

    The names that the settings give to components go before those of the page.
    """
    alias = out.writing.host.registry.alias(name)
    if alias is not None:
        values = alias.rename(values)
    values = {key: value for key, value in values.items() if value is not UNDEFINED}
    element = OpenElement(name, values, line, out.is_inline(), column=out.column_of(line))
    if alias is None:
        element.target = _look_up(out, name) if target is None else target
    if element.target is None:
        element.type = out.writing.host.registry.find(name)
        element.name = html.OTHER_NAMES.get(name, name) if element.type is None else name
    if element.type is not None:
        element.ids = _ids(out, element.type, values)
    return element


def _look_up(out: Renderer, name: str) -> Value:
    first, _, rest = name.partition(".")
    target = out.scope.get(first)
    if first.islower() and not rest and not isinstance(target, Snippet):
        # In JSX a small letter means an element of html; imported pages are inserted by name.
        is_html = name in html.ALLOWED or name in FORBIDDEN_ELEMENTS
        return target if isinstance(target, _COMPONENTS) and not is_html else None
    while rest and isinstance(target, dict):
        first, _, rest = rest.partition(".")
        target = target.get(first)
    return None if rest else target


def _ids(out: Renderer, kind: ComponentType, values: dict[str, Any]) -> tuple[str, ...]:
    for name in kind.id_from:
        value = values.get(name)
        if not isinstance(value, str) or not value.strip():
            continue
        if name == "id":
            return (value,)
        words = out.plain(value)
        prefixes = kind.id_prefixes.get(name)
        slugger = out.writing.slugger
        return slugger.claim_field(prefixes, words) if prefixes else slugger.claim_title(words)
    given = values.get("id")
    return (given,) if isinstance(given, str) and given else ()


def attribute_values(out: Renderer, tag: Tag) -> dict[str, Any]:
    """Return the attributes of *tag*; those without a known value are left out.

    Faults: ``expression``, one per attribute that needs code.
    """
    values: dict[str, Any] = {}
    for attribute in tag.attributes:
        if isinstance(attribute, SpreadAttribute):
            spread = evaluate_in(out, attribute.expression)
            values.update(spread if isinstance(spread, dict) else {})
        elif attribute.value is None:
            values[attribute.name] = True
        elif isinstance(attribute.value, str):
            values[attribute.name] = attribute.value
        else:
            _set_expression(out, values, attribute, attribute.value)
    return values


def _set_expression(
    out: Renderer, values: dict[str, Any], attribute: Attribute, expression: Expression
) -> None:
    if attribute.name.startswith("on") and attribute.name[2:3].isupper():
        return  # a handler: code, and never run
    value = evaluate_in(out, expression)
    if isinstance(value, Unsupported):
        if not (value.unbound and out.scope.lenient):
            out.spot = attribute.line, attribute.column
            message = f"attribute {attribute.name!r}: {value.reason}; left out"
            out.warn(FaultKind.EXPRESSION, message, attribute.line)
    elif value is not UNDEFINED:
        values[attribute.name] = value


def evaluate_in(out: Renderer, expression: Expression) -> Value:
    """Return the value of *expression* in the file's scope."""
    return out.evaluate(expression.source)


def write_element(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Write *element* with its *children*."""
    target, previous = element.target, out.line
    out.line = element.line
    out.spot = element.line, element.column
    if element.name in CODE:
        report_order(out, "".join(child.astext() for child in children), element.line)
    if isinstance(target, Snippet):
        show_snippet(out, target, element.values, children, element.line)
    elif isinstance(target, JsxComponent):
        expand_component(out, target, element, children)
    elif isinstance(target, Unsupported):
        _degrade(out, element, children, refusal(target))
    elif isinstance(target, Opaque):
        _degrade(out, element, children, target.reason)
    elif element.type is not None:
        report_addresses(out, element, children)
        _build(out, element, element.type, children)
        report_element_id(out, element, children)
    elif element.name == "Snippet":
        show_file(out, element.values, children, element.line)
    elif element.name in {"", "Fragment", "React.Fragment"}:
        _place_all(out, children)
    elif element.name in {*html.ALLOWED, *FORBIDDEN_ELEMENTS, render_html.HEADING}:
        report_attributes(out, element, children)
        _place_all(out, render_html.build(out, element, children))
        report_element_id(out, element, children)
    else:
        _degrade(out, element, children, "is not a known component")
    out.line = max(previous, out.line)


def _build(
    out: Renderer, element: OpenElement, kind: ComponentType, children: list[nodes.Node]
) -> None:
    props, wrong = kind.read(element.values)
    lacks = bool(kind.needs) and element.lacks(kind.needs)
    unknown = [(name, near) for name, near in kind.unknown(element.values) if near or lacks]
    for name, near in unknown:
        message = f"<{element.name}> has no attribute {name!r}; it is ignored"
        report_at(out, element, name, message, hint=near or kind.has)
    if out.writing.host.tells_unused:
        tell_unused(out, element, kind)
    for item in wrong:
        expected = f"expected {item.expected} as {item.name!r}"
        message = f"<{element.name}>: {expected}, found {item.found}; it is ignored"
        report_at(out, element, item.name, message, hint=item.hint)
    take_parts(out.writing, kind.name, children)
    context = TagContext(out, element)
    built = kind.build(context, props, children)
    if lacks and not wrong and not unknown:
        shown = "shown without it" if built else "nothing is shown"
        report_at(
            out, element, kind.needs[0], f"<{element.name}> has no {kind.needs[0]!r}; {shown}"
        )
    mark_part(out, element, built)
    _set_look(out, element, context.ids, built)
    for node in built:
        if isinstance(node, nodes.Element) and node.get("ids"):
            wanted, node["ids"] = node["ids"], []
            out.writing.claim_ids(node, wanted)
    _place_all(out, built)


def _set_look(
    out: Renderer, element: OpenElement, ids: Sequence[str], built: list[nodes.Node]
) -> None:
    """Give a component the classes and the style that its tag has, and *ids* if it has none."""
    values = element.values
    own = (node for node in built if isinstance(node, Component))
    others = (node for node in built if isinstance(node, nodes.Element))
    node = next(itertools.chain(own, others), None)
    if node is None:
        return
    written = values.get("className") or values.get("class")
    if written or "style" in values:
        out.writing.has_author_markup = True
    node["classes"] += light_and_dark(html.clean_classes(written))
    inside = (each for other in built for each in other.findall(nodes.Element))
    if ids and not any(ids[0] in each["ids"] for each in inside):
        node["ids"] += ids
    if isinstance(node, Component) and "style" in values:
        style = out.allowed_style(values["style"], element.place_of("style"))
        if style:
            node["docsnav_style"] = style


def _degrade(out: Renderer, element: OpenElement, children: list[nodes.Node], reason: str) -> None:
    message = f"<{element.name}> {reason}; its content is shown without it"
    hint = ""
    if element.target is None:
        hint = out.writing.host.registry.nearest(element.name)
        hint = hint or misspelled(element.name, html.ALLOWED)
    out.warn(
        FaultKind.COMPONENT_UNKNOWN,
        message,
        element.line,
        once=element.name,
        hint=f"did you mean <{hint}>?" if hint else "",
    )
    take_parts(out.writing, "", children)
    _place_all(out, children)


def _place_all(out: Renderer, found: list[nodes.Node]) -> None:
    for node in list(found):
        out.place(node)


def _expression(out: Renderer, token: Token) -> None:
    source = token.content
    if out.verbatim:
        out.place(nodes.Text(_verbatim(out, source)))
        return
    if is_comment(source):
        return
    line = token.meta.get("line", out.line)
    out.spot = line, token.meta.get("column", 1)
    out.writing.apart = True
    value = out.evaluate(source)
    if not isinstance(value, Unsupported):
        show_value(out, value, line)
        return
    if value.unbound and out.scope.lenient:
        return
    if _follows_colons(out):
        out.place(nodes.Text("{" + source + "}"))  # a directive, which has a message
        return
    message = f"{{{source.strip()[:60]}}}: {value.reason}; kept as text"
    out.warn(FaultKind.EXPRESSION, message, line, hint="write \\{ for a brace")
    out.place(nodes.Text("{" + source + "}"))


def _follows_colons(out: Renderer) -> bool:
    before = out.writing.current.children[-1:]
    return bool(before) and isinstance(before[0], nodes.Text) and before[0].endswith(":::")


def _verbatim(out: Renderer, source: str) -> str:
    """Return the text of braces where they are text; a string in them is written to be one."""
    value = out.evaluate(source) if source.strip()[:1] in {'"', "'", "`"} else None
    return value if isinstance(value, str) else "{" + source + "}"


def is_comment(source: str) -> bool:
    """Return whether an expression is empty or only a comment."""
    bare = source.strip()
    return not bare or (bare.startswith("/*") and bare.find("*/") == len(bare) - 2)


RULES: dict[str, TokenRule] = {
    "mdx_jsx_open": _open,
    "mdx_jsx_close": _close,
    "mdx_jsx": _single,
    "mdx_expression": _expression,
}
