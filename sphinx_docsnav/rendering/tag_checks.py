"""Report tags without the address that they need, misspelled attributes, and ids given twice.

Also tags such as ``<Step>`` that are not directly inside the component they are a part of:
only the finished page shows it, as a part may come from a snippet, and its parent from the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from docutils import nodes

from sphinx_docsnav.components import ComponentType
from sphinx_docsnav.components.document_structure import nodes_below
from sphinx_docsnav.components.markup import HeadingNode
from sphinx_docsnav.docs_json.ledger import COMPONENTS, WithoutEffect, unused_field
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx import Attribute
from sphinx_docsnav.rendering.html_policy import meant_attribute
from sphinx_docsnav.rendering.page_state import Writing
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.rendering.scope import OpenElement
from sphinx_docsnav.sitefiles.hidden_characters import (
    REORDERING,
    hidden_characters,
    visible_title,
)
from sphinx_docsnav.sitefiles.page_links import clean_id
from sphinx_docsnav.vocabulary.svg_names import SVG_ELEMENTS

_ADDRESSES = {
    "href": FaultKind.LINK_MISSING,
    "src": FaultKind.IMAGE_MISSING,
    "img": FaultKind.IMAGE_MISSING,
}
"""Attributes that hold an address, each with the type of message if it is empty."""
_SOURCED = frozenset(("img", "video", "audio"))
"""HTML elements that show a file."""
_OFTEN_EQUAL = SVG_ELEMENTS | {"h1", "h2", "h3", "h4", "h5", "h6"}
"""Elements whose ids repeat for a reason: copies of drawings, and headings, which get numbers."""


def report_addresses(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Report the empty addresses of a tag, and an image, video or audio without one.

    Faults: ``link_missing``, ``image_missing``.
    """
    if element.name == "iframe":
        return  # has a message of its own
    for attribute in element.tag.attributes if element.tag is not None else ():
        if not isinstance(attribute, Attribute) or attribute.name not in _ADDRESSES:
            continue
        if isinstance(attribute.value, str) and not attribute.value.strip():
            name = attribute.name
            message = f"<{element.name}>: {name!r} is empty; it has no effect"
            hint = "write the address, or remove the attribute"
            report_at(out, element, name, message, hint=hint, kind=_ADDRESSES[name])
            return
    if element.name in _SOURCED and not children and element.lacks(("src", "srcSet", "srcset")):
        shown = "its alternative text is shown" if element.values.get("alt") else "nothing is shown"
        message = f"<{element.name}> has no 'src'; {shown}"
        report_at(out, element, "src", message, kind=FaultKind.IMAGE_MISSING)


def report_attributes(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Report attributes of an HTML element that misspell others, else missing addresses.

    Faults: ``component_property`` and those of `report_addresses`.
    """
    meant = {name: meant_attribute(element.name, name) for name in element.values}
    for name, near in meant.items():
        if near:
            message = f"<{element.name}> has no attribute {name!r}; it is ignored"
            report_at(out, element, name, message, hint=f"did you mean {near!r}?")
    if not any(meant.values()):
        report_addresses(out, element, children)


def report_element_id(out: Renderer, element: OpenElement, children: list[nodes.Node]) -> None:
    """Report the id of a tag that has been built if something else on the page has it.

    Tools for translation put a block with the id of the original around each heading, which
    has an id of its own.
    """
    given = element.values.get("id")
    if element.tag is None or not isinstance(given, str):
        return
    if clean_id(given) not in out.writing.document.ids:
        return
    if element.name not in _OFTEN_EQUAL and not any(
        isinstance(child, (HeadingNode, nodes.title)) for child in children
    ):
        report_id(out, f"<{element.name}>", given, element.place_of("id"))


def report_order(out: Renderer, code: str, line: int) -> None:
    """Report once that *code*, from *line*, reads in another order than it runs.

    Faults: ``mdx_syntax``.
    """
    if not code.isascii() and (found := REORDERS.search(code)):
        line += code.count("\n", 0, found.start())
        message = f"code has the invisible character U+{ord(found[0]):04X}, which changes its order"
        hint = "remove it, unless the code is meant to show it"
        out.warn(FaultKind.MDX_SYNTAX, message, line, once="reordered code", hint=hint)


REORDERS = re.compile(f"[{REORDERING}]")
"""Invisible characters after which code reads in another order than it runs."""


def clean_heading(out: Renderer, heading: nodes.Element) -> None:
    """Take hidden characters out of a heading, which other pages show as a title; report once.

    Faults: ``mdx_syntax``.
    """
    words = heading.astext()
    hidden = hidden_characters(words, visible_title(words))
    if not hidden:
        return
    for text in list(heading.findall(nodes.Text)):
        text.parent.replace(text, nodes.Text(visible_title(str(text))))
    message = f"the heading has {hidden}; it is left out"
    out.warn(FaultKind.MDX_SYNTAX, message, once=f"heading {words}", hint="remove it")


CODE = frozenset({"CodeBlock", "code", "pre"})
"""Tags whose text is code."""


def report_id(out: Renderer, shown: str, given: str, place: tuple[int, int]) -> None:
    """Report that *given*, an author's id at *place*, is the id of something else as well.

    :param shown: what has the id, for the message.
    Faults: ``component_property``.
    """
    name, here = clean_id(given), (out.source, *place)
    first = out.writing.given_ids.setdefault(name, here)
    if first == here:
        return  # a part of a loop, a snippet or a component that is used twice
    before, out.spot = out.spot, place
    message = f"{shown}: line {first[1]} has the id {name!r}, too; links to '#{name}' lead there"
    out.warn(FaultKind.COMPONENT_PROPERTY, message, place[0], hint="give one of them another id")
    out.spot = before


def report_at(  # noqa: PLR0913 -- a message and its place
    out: Renderer,
    element: OpenElement,
    name: str,
    message: str,
    *,
    hint: str = "",
    kind: FaultKind = FaultKind.COMPONENT_PROPERTY,
) -> None:
    """Report what is wrong with attribute *name*, at its place, or else at the tag's."""
    before, out.spot = out.spot, element.place_of(name)
    out.warn(kind, message, out.spot[0], hint=hint)
    out.spot = before


_SPARE = "the component does without it"


def tell_unused(out: Renderer, element: OpenElement, kind: ComponentType) -> None:
    """Tell ``unused_field`` of each attribute of a component that changes nothing."""
    unknown = [name for name, near in kind.unknown(element.values) if not near]
    for name in (*kind.without_effect, *unknown):
        if name in element.values:
            line, column = element.place_of(name)
            path = f"{kind.name}.{name}"
            entry = COMPONENTS.get(path)
            why = entry.note if entry else kind.has if name in unknown else _SPARE
            found = WithoutEffect(path, "", why)
            out.writing.host.report(unused_field(found, out.path, Position(line, column)))


_NUMBER = "docsnav_part"
"""The attribute of a part's node: the number of its message."""


def mark_part(out: Renderer, element: OpenElement, built: Iterable[nodes.Node]) -> None:
    """Mark the nodes *built* for *element* if it is a part of another component."""
    kind, parts = element.type, out.writing.parts
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
            node[_NUMBER] = len(parts)
    parts.append((kind.part_of, fault))


def take_parts(writing: Writing, parent: str, children: Iterable[nodes.Node]) -> None:
    """Accept the parts among the *children* of the component *parent*; ``""`` accepts all."""
    for child in children if writing.parts else ():
        if isinstance(child, nodes.Element) and _NUMBER in child:
            parents, _ = writing.parts[child[_NUMBER]]
            if not parent or parent in parents:
                del child[_NUMBER]


def report_lone_parts(writing: Writing) -> None:
    """Report the parts of the page that no component has accepted, at its end.

    Faults: ``component_property``, one per tag.
    """
    if not writing.parts:
        return
    alone = {
        node.attributes.pop(_NUMBER)
        for node in nodes_below(writing.document)
        if isinstance(node, nodes.Element) and _NUMBER in node
    }
    for number in sorted(alone):
        writing.host.report(writing.parts[number][1])
