"""Rules for tags and expressions: components, snippets, HTML.

The value of an expression can be an element, which is written like the tag of a page.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.components.component_nodes import Component
from sphinx_docsnav.components.registry import ComponentType
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx import Attribute, Expression, SpreadAttribute, Tag
from sphinx_docsnav.mdx.expressions import (
    UNDEFINED,
    DateValue,
    JsxComponent,
    JsxValue,
    Opaque,
    RefusalError,
    RegexValue,
    Unsupported,
    Value,
    is_function,
    to_text,
)
from sphinx_docsnav.mdx.tags import is_handler
from sphinx_docsnav.messages import describe
from sphinx_docsnav.rendering import html_elements as render_html
from sphinx_docsnav.rendering import html_policy as html
from sphinx_docsnav.rendering import markdown_tokens
from sphinx_docsnav.rendering.component_context import TagContext
from sphinx_docsnav.rendering.links import mark_mode_classes
from sphinx_docsnav.rendering.page_state import (
    SPREAD,
    ChildNodes,
    OpenElement,
    RenamedComponent,
    Snippet,
)
from sphinx_docsnav.rendering.renderer import Renderer, TokenRule, make_literal_text
from sphinx_docsnav.rendering.snippets import (
    describe_refusal,
    expand_component,
    show_file,
    show_snippet,
)
from sphinx_docsnav.rendering.tag_checks import (
    CODE,
    accept_parts,
    mark_part,
    report_attributes,
    report_element_id,
    report_order,
    report_unused,
)
from sphinx_docsnav.sitefiles.nearest import find_misspelled
from sphinx_docsnav.vocabulary.html_names import FORBIDDEN_ELEMENTS

_COMPONENTS = (JsxComponent, Opaque, Unsupported)
"""What a name of the file can refer to if it is used as a tag."""
_WITH_TEXT = (str, int, float, DateValue, RegexValue)
"""The types of values that are text in an attribute."""
_TEXT_OF_ANY_TAG = frozenset(("id", "className", "class"))
"""Attributes of components that are text as in HTML."""
_NO_TEXT = frozenset(("style", "children", "dangerouslySetInnerHTML"))
"""Attributes of HTML whose values have a form of their own."""
_HTML_NAMES = frozenset({*html.ALLOWED, *FORBIDDEN_ELEMENTS, render_html.HEADING})
"""The names of HTML elements that are shown, or left out with a message."""


def _open_tag(out: Renderer, token: Token) -> None:
    """Begin an element, and collect what follows as its children."""
    element = _read_tag(out, token)
    out.frames.append(element)
    out.verbatim += bool(element.type and element.type.verbatim)
    element.container = out.make_container()
    out.page.stack.append(element.container)


def _close_tag(out: Renderer, _token: Token) -> None:
    """Write an element with the children that were collected."""
    children = out.page.stack.pop().children
    element = out.frames.pop()
    out.verbatim -= bool(element.type and element.type.verbatim)
    out.page.is_separate = True
    _write_in_parent(out, element, children)


def _write_single_tag(out: Renderer, token: Token) -> None:
    """Write an element without children."""
    out.page.is_separate = True
    _write_in_parent(out, _read_tag(out, token), [])


def _write_in_parent(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Write *element*; a component of the page directly around it gets a copy of it."""
    if "children" in element.values and not isinstance(element.target, JsxComponent):
        prop = element.values.pop("children")
        children = children or out.collect(lambda: show_value(out, prop, element.line))
    parent, container = out.frames[-1] if out.frames else None, out.page.current
    is_in_component = parent is not None and isinstance(parent.target, JsxComponent)
    if parent is None or not is_in_component or parent.container is not container:
        write_element(out, element, children)
        return
    # The component may show its children one by one, or only some of them.
    copies = [child.deepcopy() for child in children]
    start = len(container.children)
    write_element(out, element, children)
    parent.child_elements.append((element, copies, start, len(container.children)))


def _read_tag(out: Renderer, token: Token) -> OpenElement:
    """Return the element of a tag token."""
    tag: Tag = token.meta["tag"]
    values = evaluate_attributes(out, tag)
    out.position = tag.line, tag.column
    return begin_element(out, tag.name, values, tag.line, tag=tag)


def begin_element(  # noqa: PLR0913 -- a tag and all that is known of it
    out: Renderer,
    name: str,
    values: dict[str, Any],
    line: int,
    target: Value = None,
    *,
    tag: Tag | None = None,
) -> OpenElement:
    """Return an element whose name is resolved and whose ids are chosen.

    Components that the settings name go before the names of the page.
    """
    alias = out.page.host.registry.alias(name)
    if alias is not None:
        values = alias.rename(values)
    refused = frozenset(key for key, value in values.items() if isinstance(value, Unsupported))
    # ``undefined`` means the same as a missing attribute.
    values = {
        key: value for key, value in values.items() if value is not UNDEFINED and key not in refused
    }
    column = out.get_column(line)
    element = OpenElement(
        name,
        values,
        line,
        out.is_inline(),
        column=column,
        tag=tag,
        props=values,
        refused=refused,
    )
    if alias is None:
        element.target = _look_up(out, name) if target is None else target
    if isinstance(element.target, RenamedComponent):
        name, element.target = element.target.name, None
    if element.target is None:
        element.type = out.page.host.registry.find(name)
        element.name = html.HTML_ALIASES.get(name, name) if element.type is None else name
    if not isinstance(element.target, (JsxComponent, Snippet)):
        names = [key for key in values if is_handler(key) and values[key]]
        codes = {key: values.pop(key) for key in names}
        element.handlers = {
            key: code.function.source if isinstance(code, JsxComponent) else code
            for key, code in codes.items()
        }
        # A component of the page around the tag compares and calculates with the values.
        element.props = {key: value for key, value in values.items() if key != "children"}
        _convert_attributes(out, element)
    if element.type is not None:
        element.ids = _claim_ids(out, element.type, values)
    return element


def _convert_attributes(out: Renderer, element: OpenElement) -> None:
    """Convert the attributes of *element* that become text in the page, here and nowhere else.

    HTML has texts only, but for the style; a component decides about its properties, except for
    those that every tag may have. A value without a text is left out.

    Faults: ``expression``, one per attribute that has an effect, unless its import was reported.
    """
    kind, values = element.type, element.values
    if kind is None and element.name not in _HTML_NAMES:
        return
    refused = set(element.refused)
    for name, value in _list_other_values(element):
        is_text = name not in _NO_TEXT if kind is None else name in _TEXT_OF_ANY_TAG
        if name == "style":
            values[name] = _convert_style(out, element, value)
            continue
        if value is True:
            # A name without a value, which is no id and no class.
            if name in _TEXT_OF_ANY_TAG:
                del values[name]
            continue
        text = _find_text(value) if is_text else None
        if text is not None:
            values[name] = text
        elif is_text or isinstance(value, Opaque) or is_function(value):
            del values[name]
            refused.add(name)
            if kind is not None or html.has_effect(element.name, name):
                _report_missing_text(out, element, name, value)
    element.refused = frozenset(refused)


def _list_other_values(element: OpenElement) -> list[tuple[str, Value]]:
    """Return the attributes whose values are no text, without those that a component ignores."""
    kind = element.type
    return [
        (name, value)
        for name, value in element.values.items()
        if not (value is None or value is False or isinstance(value, str))
        and (kind is None or kind.has_effect(name))
    ]


def _convert_style(out: Renderer, element: OpenElement, style: Value) -> dict[str, Value]:
    """Return the properties of a style in JSX, without those whose values have no text."""
    if not isinstance(style, dict):
        _report_missing_text(out, element, "style", style)
        return {}
    properties = {name: value for name, value in style.items() if value is not UNDEFINED}
    for name, value in tuple(properties.items()):
        if value is None or isinstance(value, (str, int, float)):
            continue
        text = _find_text(value)
        if text is None:
            del properties[name]
            _report_missing_text(out, element, "style", value)
        else:
            properties[name] = text
    return properties


def _find_text(value: Value) -> str | None:
    """Return the text of *value* in an attribute; ``None`` if it has none."""
    items = value if isinstance(value, list) else (value,)
    try:
        return to_text(value) if all(isinstance(item, _WITH_TEXT) for item in items) else None
    except RefusalError:
        return None


def _report_missing_text(out: Renderer, element: OpenElement, name: str, value: Value) -> None:
    """Report that the attribute *name* is left out because *value* has no text."""
    if isinstance(value, Opaque):
        if value.is_reported:
            return
        reason = f"a name that is used as text {value.reason}"
    elif is_function(value):
        reason = "expected text, found a function"
    else:
        reason = f"expected text, found {describe(value)}"
    message = f"attribute {name!r}: {reason}; left out"
    out.warn(FaultKind.EXPRESSION, message, at=element.get_position(name))


def _look_up(out: Renderer, name: str) -> Value:
    """Return the value of a tag's name in the file; ``None`` if it is HTML or unknown."""
    first, _, rest = name.partition(".")
    target = out.scope.get(first)
    if first.islower() and not rest and not isinstance(target, Snippet):
        # In JSX, a lower-case name is an HTML element; imported pages can have one, too.
        is_html = name in html.ALLOWED or name in FORBIDDEN_ELEMENTS
        return target if isinstance(target, _COMPONENTS) and not is_html else None
    while rest and isinstance(target, dict):
        first, _, rest = rest.partition(".")
        target = target.get(first)
    # What cannot be imported has no members, either.
    return None if rest and not isinstance(target, Opaque) else target


def _claim_ids(out: Renderer, kind: ComponentType, values: dict[str, Any]) -> tuple[str, ...]:
    """Return the ids of a component: the author's, or those of the property that is its title."""
    for name in kind.id_from:
        value = values.get(name)
        if not isinstance(value, str) or not value.strip():
            continue
        if name == "id":
            return (value,)
        text = out.get_plain_text(value)
        prefixes = kind.id_prefixes.get(name)
        slugger = out.page.slugger
        return slugger.claim_field(prefixes, text) if prefixes else slugger.claim_title(text)
    author_id = values.get("id")
    return (author_id,) if isinstance(author_id, str) and author_id else ()


def evaluate_attributes(out: Renderer, tag: Tag) -> dict[str, Any]:
    """Return the values of the attributes of *tag*; one that is refused is `Unsupported`.

    Faults: ``expression``, one per attribute that needs code.
    """
    values: dict[str, Any] = {}
    for attribute in tag.attributes:
        if isinstance(attribute, SpreadAttribute):
            spread = out.evaluate(attribute.expression.source)
            if isinstance(spread, Opaque):
                refusal = spread.refuse("a name whose members are read")
                spread = Unsupported(refusal.reason, is_reported=refusal.is_reported)
            if isinstance(spread, Unsupported):
                _refuse(out, values, spread, attribute)
            # Later attributes override those of a spread.
            values.update(spread if isinstance(spread, dict) else {})
        elif attribute.value is None:
            values[attribute.name] = True
        elif isinstance(attribute.value, str):
            values[attribute.name] = attribute.value
        else:
            _evaluate_attribute(out, values, attribute, attribute.value)
    return values


def _evaluate_attribute(
    out: Renderer, values: dict[str, Any], attribute: Attribute, expression: Expression
) -> None:
    """Set the value of an attribute whose value is an expression."""
    value = out.evaluate(expression.source)
    if is_handler(attribute.name):
        # The text of the code; a component of the page may pass it on.
        if isinstance(value, JsxComponent):
            values[attribute.name] = value.function.source
    elif isinstance(value, Unsupported):
        _refuse(out, values, value, attribute)
    elif value is not UNDEFINED:
        values[attribute.name] = value


def _refuse(
    out: Renderer,
    values: dict[str, Any],
    refused: Unsupported,
    attribute: Attribute | SpreadAttribute,
) -> None:
    """Set the value of an attribute that is refused, and report that it is left out.

    A property that the page does not give to a snippet is an attribute without a value.
    """
    if refused.unbound and out.scope.lenient:
        return
    if isinstance(attribute, Attribute):
        name, subject = attribute.name, f"attribute {attribute.name!r}"
        out.position = attribute.line, attribute.column
    else:
        expression = attribute.expression
        name, subject = SPREAD, f"attributes {{...{expression.source.strip()[:60]}}}"
        out.position = expression.line, expression.column
    values[name] = refused
    if not refused.is_reported:
        message = f"{subject}: {refused.reason}; left out"
        out.warn(FaultKind.EXPRESSION, message, out.position[0])


def write_element(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Write *element* with its *children*, by what its name refers to."""
    line_before, out.line = out.line, element.line
    out.position = element.line, element.column
    if element.name in CODE:
        report_order(out, "".join(child.astext() for child in children), element.line)
    # Names of the file come first, then components, then HTML.
    if isinstance(element.target, (Snippet, *_COMPONENTS)):
        _write_target(out, element, children)
    elif element.type is not None or element.name in _HTML_NAMES:
        report_attributes(out, element, children)
        if element.type is not None:
            _build_component(out, element, element.type, children)
        else:
            _place_nodes(out, render_html.render_element(out, element, children))
        report_element_id(out, element, children)
    elif element.name == "Snippet":
        show_file(out, element.values, children, element.line)
    elif element.name in {"", "Fragment", "React.Fragment"}:
        _place_nodes(out, children)
    else:
        _write_without_tag(out, element, children, "is not a known component")
    out.line = max(line_before, out.line)


def _write_target(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Write what the name of *element* refers to in the file: a snippet or a component."""
    target = element.target
    if isinstance(target, Snippet):
        show_snippet(out, target, element.values, children, element.line)
    elif isinstance(target, JsxComponent):
        result = expand_component(out, target, element, children)
        # Components inside the result count as nested.
        out.page.depth += 1
        show_value(out, result, element.line)
        out.page.depth -= 1
    else:
        reason = describe_refusal(target) if isinstance(target, Unsupported) else target.reason
        _write_without_tag(out, element, children, reason)


def _build_component(
    out: Renderer, element: OpenElement, kind: ComponentType, children: list[nodes.Node]
) -> None:
    """Build a component of the registry, and report mistakes in its attributes."""
    props, invalid = kind.read(element.values)
    lacks = bool(kind.needs) and element.lacks(kind.needs)
    misspelled_names = [
        (name, similar) for name, similar in kind.find_unknown(element.values) if similar or lacks
    ]
    mistake = FaultKind.COMPONENT_PROPERTY
    for name, similar in misspelled_names:
        message = f"<{element.name}> has no attribute {name!r}; it is ignored"
        out.warn(mistake, message, at=element.get_position(name), hint=similar or kind.has)
    if out.page.host.tells_unused:
        report_unused(out, element, kind)
    for error in invalid:
        expected = f"expected {error.expected} as {error.name!r}"
        message = f"<{element.name}>: {expected}, found {error.found}; it is ignored"
        out.warn(mistake, message, at=element.get_position(error.name), hint=error.hint)
    # Parts inside it are accepted before it is marked as a part itself.
    accept_parts(out.page, kind.name, children)
    context = TagContext(out, element)
    built = kind.build(context, props, children)
    if lacks and not invalid and not misspelled_names:
        effect = "shown without it" if built else "nothing is shown"
        message = f"<{element.name}> has no {kind.needs[0]!r}; {effect}"
        out.warn(mistake, message, at=element.get_position(kind.needs[0]))
    mark_part(out, element, built)
    _set_component_look(out, element, context.ids, built)
    for node in built:
        if isinstance(node, nodes.Element) and node.get("ids"):
            ids, node["ids"] = node["ids"], []
            out.page.claim_ids(node, ids)
    _place_nodes(out, built)


def _set_component_look(
    out: Renderer, element: OpenElement, ids: Sequence[str], built: list[nodes.Node]
) -> None:
    """Give a component the classes, the style and the ids of its tag."""
    values = element.values
    components = (node for node in built if isinstance(node, Component))
    elements = (node for node in built if isinstance(node, nodes.Element))
    node = next(itertools.chain(components, elements), None)
    if node is None:
        return
    classes = values.get("className") or values.get("class")
    if classes or "style" in values:
        out.page.has_author_markup = True
    node["classes"] += mark_mode_classes(html.clean_classes(classes))
    # The builder may have given the ids to a node inside.
    inside = (inner for outer in built for inner in outer.findall(nodes.Element))
    if ids and not any(ids[0] in inner["ids"] for inner in inside):
        node["ids"] += ids
    if isinstance(node, Component) and "style" in values:
        style = out.get_allowed_style(values["style"], element.get_position("style"))
        if style:
            node["docsnav_style"] = style


def _write_without_tag(
    out: Renderer, element: OpenElement, children: list[nodes.Node], reason: str
) -> None:
    """Report a tag that cannot be rendered, unless its import was reported; write its content."""
    if isinstance(element.target, (Opaque, Unsupported)) and element.target.is_reported:
        _write_content(out, children)
        return
    message = f"<{element.name}> {reason}; its content is shown without it"
    hint = ""
    if element.target is None:
        similar_name = out.page.host.registry.nearest(element.name)
        similar_name = similar_name or find_misspelled(element.name, html.ALLOWED)
        hint = f"did you mean <{similar_name}>?" if similar_name else ""
        component, dot, _ = element.name.partition(".")
        if dot and out.page.host.registry.find(component):
            # Other tools write the parts of a component as its members.
            parts = out.page.host.registry.list_parts(component)
            hint = f"write <{component}>" + (f" and <{parts[0]}>" if parts else "")
        # A snippet uses its own imports only; authors expect those of the page, too.
        if element.name.partition(".")[0] in out.page.names:
            hint = f"the page has it, but '{out.path.name}' does not: import it there, too"
    kind = FaultKind.COMPONENT_UNKNOWN
    out.warn(kind, message, element.line, once=element.name, hint=hint)
    _write_content(out, children)


def _write_content(out: Renderer, children: list[nodes.Node]) -> None:
    """Write the content of a tag that cannot be rendered."""
    accept_parts(out.page, "", children)
    _place_nodes(out, children)


def _place_nodes(out: Renderer, children: list[nodes.Node]) -> None:
    """Add nodes, taken out of the element that collected them."""
    for node in list(children):
        out.place(node)


def _write_expression(out: Renderer, token: Token) -> None:
    """Write the value of ``{…}``; one that cannot be evaluated stays as text."""
    source = token.content
    if out.verbatim:
        out.place(nodes.Text(_keep_braces(out, source)))
        return
    if is_comment(source):
        return
    line = token.meta.get("line", out.line)
    out.position = line, token.meta.get("column", 1)
    out.page.is_separate = True
    value = out.evaluate(source)
    if not isinstance(value, Unsupported):
        show_value(out, value, line)
        return
    # Snippets may use properties that the page does not give them.
    if value.unbound and out.scope.lenient:
        return
    text = make_literal_text("{" + source + "}")
    if value.is_reported or _follows_colons(out):
        # A missing import, or a directive such as ``:::{note}``, has a message already.
        out.place(text)
        return
    message = f"{{{source.strip()[:60]}}}: {value.reason}; kept as text"
    out.warn(FaultKind.EXPRESSION, message, line, hint="write \\{ for a brace")
    # On lines of its own, it is a paragraph, and not part of the text after it.
    is_paragraph = token.block and not out.is_inline()
    out.place(nodes.paragraph(str(text), "", text) if is_paragraph else text)


def show_value(out: Renderer, value: Value, line: int) -> None:
    """Write *value* in place of an expression; text is not parsed as Markdown."""
    if isinstance(value, bool):
        return
    if isinstance(value, (str, int, float)):
        if text := to_text(value):
            out.place(make_literal_text(text))
    elif isinstance(value, list):
        for item in value:
            show_value(out, item, line)
    elif isinstance(value, ChildNodes):
        # Children that are shown twice can double the page with each component.
        if value.used and not out.page.spend(sum(map(_count_tokens, value.children))):
            message = "the children of a component are shown again and again; left out from here"
            out.warn(FaultKind.COMPONENT_UNKNOWN, message, line, once=message)
            return
        _show_children(out, value)
    elif isinstance(value, JsxValue):
        _show_element(out, value, line)


def _count_tokens(node: nodes.Node) -> int:
    """Return the number of tokens that a copy of *node* counts for; long text counts more."""
    return sum(
        1 + len(inner) // 10 if isinstance(inner, nodes.Text) else 1 for inner in node.findall()
    )


def _show_children(out: Renderer, value: ChildNodes) -> None:
    """Write the children of a component; ids in a copy get a suffix."""
    is_copy = value.used
    for node in value.take():
        for element in node.findall(nodes.Element) if is_copy else ():
            ids, element["ids"] = [f"{name}-copy" for name in element["ids"][:1]], []
            out.page.claim_ids(element, ids, always=bool(ids))
        out.place(node)


def _show_element(out: Renderer, value: JsxValue, line: int) -> None:
    """Write an element that an expression returned."""
    # The children of a component are rendered before it is expanded.
    if value.whole is not None:
        show_value(out, value.whole, line)
        return
    element = begin_element(out, value.name, dict(value.props), line, value.target)
    children = out.collect(lambda: show_value(out, list(value.children), line))
    write_element(out, element, children)


def _write_value(out: Renderer, token: Token) -> None:
    """Write the value of a token that `make_value_token` has made."""
    show_value(out, token.meta["value"], token.meta["line"])


def _follows_colons(out: Renderer) -> bool:
    """Return whether the text before ends with ``:::``."""
    before = out.page.current.children[-1:]
    return bool(before) and isinstance(before[0], nodes.Text) and before[0].endswith(":::")


def _keep_braces(out: Renderer, source: str) -> str:
    """Return the braces around *source* as text; for a string in them, its value."""
    value = out.evaluate(source) if source.strip()[:1] in {'"', "'", "`"} else None
    return value if isinstance(value, str) else "{" + source + "}"


def is_comment(source: str) -> bool:
    """Return whether an expression is empty or only a comment."""
    bare = source.strip()
    return not bare or (bare.startswith("/*") and bare.find("*/") == len(bare) - 2)


RULES: dict[str, TokenRule] = {
    **markdown_tokens.RULES,
    "mdx_jsx_open": _open_tag,
    "mdx_jsx_close": _close_tag,
    "mdx_jsx": _write_single_tag,
    "mdx_expression": _write_expression,
    "mdx_value": _write_value,
}
"""The rules of a page, by the types of its tokens."""
