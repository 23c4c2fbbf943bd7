"""Checks of tags: missing addresses, misspelled attributes, repeated ids, lone parts.

A part such as ``<Step>`` that is not directly inside its component is only known on the finished
page, as the part can come from a snippet and the component from the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from docutils import nodes

from sphinx_docsnav.components import ComponentType
from sphinx_docsnav.components.document_structure import collect_nodes
from sphinx_docsnav.components.markup import HeadingNode
from sphinx_docsnav.docs_json.ledger import COMPONENTS, WithoutEffect, make_unused_fault
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx import Attribute
from sphinx_docsnav.messages import did_you_mean
from sphinx_docsnav.rendering.html_policy import find_similar_attribute
from sphinx_docsnav.rendering.page_state import OpenElement, PageState
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.sitefiles.hidden_characters import (
    REORDERING,
    describe_hidden_characters,
    make_visible_title,
)
from sphinx_docsnav.sitefiles.page_links import clean_id
from sphinx_docsnav.vocabulary.svg_names import SVG_ELEMENTS

_ADDRESSES = {
    "href": FaultKind.LINK_MISSING,
    "src": FaultKind.IMAGE_MISSING,
    "img": FaultKind.IMAGE_MISSING,
}
"""Attributes that are addresses, and the kind of message if one is empty."""
_SOURCED = frozenset(("img", "video", "audio"))
"""HTML elements that show a file."""
_OFTEN_EQUAL = SVG_ELEMENTS | {"h1", "h2", "h3", "h4", "h5", "h6"}
"""Elements that may repeat an id: copies of drawings, and headings, which get numbers."""
REORDERS = re.compile(f"[{REORDERING}]")
"""Invisible characters after which code is displayed in another order than it runs."""
CODE = frozenset({"CodeBlock", "code", "pre"})
"""Tags whose text is code."""
_NOT_NEEDED = "the component does without it"
"""Why an attribute of a component has no effect, if nothing else is known."""
_PART_NUMBER = "docsnav_part"
"""An attribute of a part's node: the index of the message about it."""


def report_attributes(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Report misspelled attributes of an HTML element; without any, report missing addresses.

    The attributes of components are compared with their properties when these are read.

    Faults: ``component_property`` and those of `_report_addresses`.
    """
    is_html = element.type is None
    similar_names = {
        name: find_similar_attribute(element.name, name) for name in element.values if is_html
    }
    for name, similar in similar_names.items():
        if similar:
            message = f"<{element.name}> has no attribute {name!r}; it is ignored"
            kind, hint = FaultKind.COMPONENT_PROPERTY, did_you_mean(similar)
            out.warn(kind, message, at=element.get_position(name), hint=hint)
    if not any(similar_names.values()):
        _report_addresses(out, element, children)


def _report_addresses(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Report empty addresses of a tag, and an image, video or audio without an address.

    Faults: ``link_missing``, ``image_missing``.
    """
    # Frames have messages of their own.
    if element.name == "iframe":
        return
    for attribute in element.tag.attributes if element.tag is not None else ():
        if not isinstance(attribute, Attribute) or attribute.name not in _ADDRESSES:
            continue
        if isinstance(attribute.value, str) and not attribute.value.strip():
            name = attribute.name
            message = f"<{element.name}>: {name!r} is empty; it has no effect"
            hint = "write the address, or remove the attribute"
            out.warn(_ADDRESSES[name], message, at=element.get_position(name), hint=hint)
            return
    if element.name in _SOURCED and not children and element.lacks(("src", "srcSet", "srcset")):
        effect = (
            "its alternative text is shown" if element.values.get("alt") else "nothing is shown"
        )
        message = f"<{element.name}> has no 'src'; {effect}"
        out.warn(FaultKind.IMAGE_MISSING, message, at=element.get_position("src"))


def report_element_id(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Report the id of a tag that has been rendered if another element of the page has it.

    Translation tools put a block with the id of the original around each heading that has an id of
    its own; this is accepted.
    """
    author_id = element.values.get("id")
    if element.tag is None or not isinstance(author_id, str):
        return
    # An id that the element did not get is none.
    if clean_id(author_id) not in out.page.document.ids:
        return
    if element.name not in _OFTEN_EQUAL and not any(
        isinstance(child, (HeadingNode, nodes.title)) for child in children
    ):
        report_id(out, f"<{element.name}>", author_id, element.get_position("id"))


def report_order(out: Renderer, code: str, line: int) -> None:
    """Report once per page that *code*, from *line*, is displayed in another order than it runs.

    Faults: ``mdx_syntax``.
    """
    if not code.isascii() and (match := REORDERS.search(code)):
        line += code.count("\n", 0, match.start())
        message = f"code has the invisible character U+{ord(match[0]):04X}, which changes its order"
        hint = "remove it, unless the code is meant to show it"
        out.warn(FaultKind.MDX_SYNTAX, message, line, once="reordered code", hint=hint)


def clean_heading(out: Renderer, heading: nodes.Element) -> None:
    """Remove hidden characters from a heading, and report them once.

    Other pages show headings as titles. Faults: ``mdx_syntax``.
    """
    title = heading.astext()
    hidden = describe_hidden_characters(title, make_visible_title(title))
    if not hidden:
        return
    for text in list(heading.findall(nodes.Text)):
        text.parent.replace(text, nodes.Text(make_visible_title(str(text))))
    message = f"the heading has {hidden}; it is left out"
    out.warn(FaultKind.MDX_SYNTAX, message, once=f"heading {title}", hint="remove it")


def report_id(out: Renderer, element: str, author_id: str, position: tuple[int, int]) -> None:
    """Report that the id *author_id* at *position* is also the id of another element.

    :param element: the element, as the message calls it.
    :param position: line and column of the id.

    Faults: ``component_property``.
    """
    name, here = clean_id(author_id), (out.source, *position)
    first = out.page.author_ids.setdefault(name, here)
    if first == here:
        # The same tag was rendered before: in a loop, or a snippet that is used twice.
        return
    message = f"{element}: line {first[1]} has the id {name!r}, too; links to '#{name}' lead there"
    hint = "give one of them another id"
    out.warn(FaultKind.COMPONENT_PROPERTY, message, at=position, hint=hint)


def report_unused(out: Renderer, element: OpenElement, kind: ComponentType) -> None:
    """Report ``unused_field`` for each attribute of a component that has no effect."""
    unknown = [name for name, similar in kind.find_unknown(element.values) if not similar]
    for name in (*kind.without_effect, *unknown):
        if name in element.values:
            line, column = element.get_position(name)
            path = f"{kind.name}.{name}"
            entry = COMPONENTS.get(path)
            why = entry.note if entry else kind.has if name in unknown else _NOT_NEEDED
            finding = WithoutEffect(path, "", why)
            out.page.host.report(make_unused_fault(finding, out.path, Position(line, column)))


def mark_part(out: Renderer, element: OpenElement, built: Iterable[nodes.Node]) -> None:
    """Mark the nodes *built* for *element* if it is a part of another component.

    The mark is the number of a message, which is reported at the end unless the component accepts
    the part.
    """
    kind, parts = element.type, out.page.parts
    if kind is None or not kind.part_of:
        return
    parent = kind.part_of[0]
    message = f"<{element.name}> is not directly inside <{parent}>; shown by itself"
    fault = Fault(
        FaultKind.COMPONENT_PROPERTY,
        Severity.WARNING,
        message,
        out.path,
        Position(element.line, element.column),
        hint=f"put it inside <{parent}>…</{parent}>, with no other tag between them",
    )
    for node in built:
        if isinstance(node, nodes.Element):
            node[_PART_NUMBER] = len(parts)
    parts.append((kind.part_of, fault))


def accept_parts(page: PageState, parent: str, children: Iterable[nodes.Node]) -> None:
    """Accept the parts of *parent* among *children*; if *parent* is ``""``, accept all."""
    for child in children if page.parts else ():
        if isinstance(child, nodes.Element) and _PART_NUMBER in child:
            parents, _ = page.parts[child[_PART_NUMBER]]
            if not parent or parent in parents:
                del child[_PART_NUMBER]


def report_lone_parts(page: PageState) -> None:
    """Report the parts on the finished page that no component has accepted.

    Faults: ``component_property``, one per tag.
    """
    if not page.parts:
        return
    numbers = {
        node.attributes.pop(_PART_NUMBER)
        for node in collect_nodes(page.document)
        if isinstance(node, nodes.Element) and _PART_NUMBER in node
    }
    for number in sorted(numbers):
        page.host.report(page.parts[number][1])
