"""The nodes of endpoint pages: their HTML, and their form in all other formats.

A page may show hundreds of fields, and Sphinx visits every node of a page many times. Therefore a
field has few nodes: what surrounds its name and description are attributes that the node writes
itself. Outside of HTML, a schema is one flat list with dotted names, because LaTeX supports only
six levels of lists.

A page has two columns, text and samples; on narrow screens, samples follow the address.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, takewhile

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    Component,
    HtmlOutput,
    InlineComponent,
    wrap_inline_children,
)
from sphinx_docsnav.data_files.json_values import make_script_data

INDEX_PAGE = "docsnav-endpoints"
"""The page with the index of all endpoints."""

_FOLDS = frozenset(["docsnav-schema", "docsnav-variant"])
"""Classes of the elements that "Expand all" opens."""

_FEW_FOLDS = 2
"""Number of folds up to which a page has no such buttons."""

LONG_VALUES = 300
"""Length of all values together above which they fold, in characters."""

_BEFORE_SLASH = re.compile(r"(?<=[^\s:/])(?=/)")
_COLOURLESS = re.compile(r'<span></span>|<span class="(?:w|p|n|nx|o)">([^<]*)</span>')
"""Elements of highlighted code for blanks, names, punctuation and operators, and the empty one."""
_EQUAL_NEIGHBOURS = re.compile(r'<span class="(\w+)">[^<]*(?:</span>\s*<span class="\1">[^<]*)+')
"""Elements of highlighted code with the same class, with nothing but blanks between them."""
_NEXT_ELEMENT = re.compile(r'</span>(\s*)<span class="\w+">')
"""The end of an element of highlighted code, and the start of the next one."""


class LayoutStartNode(Component):
    """Starts the two columns of a page: text, and samples beside it.

    Attributes describe the operation of the page: ``operation`` (``GET /pets``),
    ``operation_id``, ``title``, ``tag`` and ``specification``; ``words`` are
    those of the script, if they are not English.
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Open the page and what comes before both columns."""
        texts = self.get("words")
        texts_json = json.dumps(texts, ensure_ascii=False) if texts else ""
        data = {"data-docsnav-words": texts_json} if texts_json else {}
        # Styles that wait for the samples would move the page later.
        has_samples = any(isinstance(n, LayoutEndNode) and n.children for n in self.parent)
        classes = "docsnav-endpoint" + " docsnav-endpoint-sampled" * has_samples
        out.body.append(out.starttag(self, "div", "", CLASS=classes, **data))
        out.body.append(
            '<div class="docsnav-endpoint-columns">\n<div class="docsnav-endpoint-head">\n'
        )

    def close_html(self, out: HtmlOutput) -> None:
        """Leave it open: `LayoutTextNode` closes it."""


class LayoutTextNode(Component):
    """Starts the column of text."""

    def open_html(self, out: HtmlOutput) -> None:
        """Close what comes before both columns and open the first.

        The row for the buttons "Expand all" and "Collapse all" is empty without the script.
        """
        out.body.append('</div>\n<div class="docsnav-endpoint-text">\n')
        if self._count_folds() > _FEW_FOLDS:
            out.body.append('<p class="docsnav-endpoint-folds"></p>\n')

    def _count_folds(self) -> int:
        """Return how many schemas and options of the column fold."""
        following = self.parent[self.parent.index(self) + 1 :]
        column = takewhile(lambda node: not isinstance(node, LayoutEndNode), following)
        elements = chain.from_iterable(node.findall(nodes.Element) for node in column)
        return sum(not _FOLDS.isdisjoint(element["classes"]) for element in elements)

    def close_html(self, out: HtmlOutput) -> None:
        """Leave the column open: `LayoutEndNode` closes it after the sections."""


class LayoutEndNode(Component):
    """Ends the column of text; its children are the column of samples, named ``title``.

    Attribute ``servers``: the addresses that the samples may be sent to, the
    first of which they have; ``choices``: what readers fill in for the samples
    (`request_form.list_sample_choices`); ``api``: the identity of the specification, for
    which the browser remembers what is filled in. Without it, nothing is remembered.
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Close the first column and open the second."""
        out.body.append("</div>\n")
        if self.children:
            label = out.encode(self["title"])
            servers = out.encode(json.dumps(self.get("servers", [])))
            choices = json.dumps(self.get("choices", {}), ensure_ascii=False, separators=(",", ":"))
            out.body.append(
                f'<aside class="docsnav-endpoint-samples" aria-label="{label}" '
                f'data-docsnav-api="{out.encode(self.get("api", ""))}" '
                f'data-docsnav-servers="{servers}" '
                f'data-docsnav-choices="{out.encode(choices)}"><details open="open">'
                f"<summary>{label}</summary>\n"
            )

    def close_html(self, out: HtmlOutput) -> None:
        """Close what is open."""
        out.body.append("</details></aside>\n</div></div>\n" if self.children else "</div></div>\n")

    def plain(self) -> list[nodes.Node]:
        """Return a section with the samples."""
        if not self.children:
            return []
        title = nodes.title(self["title"], self["title"])
        return [nodes.section("", title, *self.children, ids=self["ids"])]


class FieldsNode(BlockComponent):
    """A list of fields."""

    html_tag = "dl"

    def plain(self) -> list[nodes.Node]:
        """Return a definition list of the fields, and those inside them."""
        return [_make_definition_list([self])]


def make_field_list(fields: Iterable[nodes.Node]) -> FieldsNode:
    """Return a list of *fields*."""
    return FieldsNode("", *fields, classes=["docsnav-fields", "simple"])


class OperationFieldNode(BlockComponent):
    """A field: its head, then its description and members."""

    def open_html(self, out: HtmlOutput) -> None:
        """Open the group."""
        out.body.append(out.starttag(self, "div", ""))

    def close_html(self, out: HtmlOutput) -> None:
        """Close the description, which the head opened, and the group."""
        out.body.append("</dd></div>\n")

    def plain(self) -> list[nodes.Node]:
        """Return a definition list with the field and those inside it."""
        return [_make_definition_list([self])]


class FieldHeadNode(Component, nodes.TextElement):
    """A field's name with type and marks; its text is the name.

    Attributes: ``path`` (dotted name), ``type``, ``about`` (component) with
    ``docname`` (its page) and later ``uri`` (the same as an address), ``anchor``
    (the field's id), and ``marks``, words each with a CSS class.
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Open the head; the name is text of its own, so that search finds it."""
        anchor = self["anchor"]
        link = f'<a href="#{out.encode(anchor)}">' if anchor else ""
        out.body.append(f"<dt>{link}<code>")

    def close_html(self, out: HtmlOutput) -> None:
        """Write type and marks, and open the description."""
        parts = ["</code></a>" if self["anchor"] else "</code>"]
        if self["type"]:
            parts.append(f' <span class="docsnav-field-type">{out.encode(self["type"])}</span>')
        if self["about"]:
            # The page of the component may be missing in this output.
            tag, uri = ("a", self.get("uri", "")) if self.get("uri") else ("span", "")
            href = f' href="{out.encode(uri)}"' if uri else ""
            about = out.encode(self["about"])
            parts.append(f' <{tag} class="docsnav-field-about"{href}>{about}</{tag}>')
        for css, text in self["marks"]:
            parts.append(f' <span class="docsnav-field-{css}">{out.encode(text)}</span>')
        out.body.append("".join(parts) + "</dt><dd>\n")

    def words(self) -> Iterator[tuple[str, str]]:
        """Yield what is said after the whole name: words, each with an address or nothing."""
        yield self["type"], ""
        yield self["about"], self.get("uri", "")
        for _, mark in self["marks"]:
            yield mark, ""

    def term(self) -> nodes.term:
        """Return a term with the whole name."""
        term = nodes.term("", "", nodes.literal(self["path"], self["path"]))
        for text, uri in self.words():
            if text:
                link = nodes.reference("", text, refuri=uri, internal=True) if uri else None
                term += [nodes.Text(" "), link or nodes.emphasis(text, text)]
        return term


class FactsNode(Component):
    """Limits, defaults and examples in one line.

    Attributes: ``facts``, and ``counts``, how many values those have that show some of them.
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Write each fact: words, then values as code."""
        parts = ['<div class="docsnav-facts">']
        counts: dict[int, int] = self.get("counts") or {}
        for number, (label, values) in enumerate(self["facts"]):
            codes = " ".join(f"<code>{out.encode(value)}</code>" for value in values)
            codes = codes.replace("&quot;", '"')
            label_html = out.encode(label)
            # Many values would push the description off the screen.
            if is_long(values):
                count = counts.get(number, len(values))
                label_html += f" ({count})" if count > 1 else ""
                folded = f"<summary>{label_html}</summary>{codes}</details> "
                parts.append(f'<details class="docsnav-values">{folded}')
            else:
                parts.append(f"<span>{label_html}{' ' if codes else ''}{codes}</span> ")
        out.body.append("".join(parts) + "</div>\n")

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing: `open_html` has written the whole element."""

    def plain(self) -> list[nodes.Node]:
        """Return a paragraph."""
        paragraph = nodes.paragraph()
        for number, (label, values) in enumerate(self["facts"]):
            paragraph += nodes.Text("; " if number else "")
            paragraph += nodes.Text(label)
            for index, value in enumerate(values):
                paragraph += [nodes.Text(", " if index else " "), nodes.literal(value, value)]
        return [paragraph]


def is_long(values: Sequence[str]) -> bool:
    """Return whether values are collapsible."""
    return sum(map(len, values)) > LONG_VALUES


class SchemaNode(BlockComponent):
    """Fields that fold under a summary; attributes ``summary``, ``about`` and ``open``."""

    html_tag = "details"

    def html_attributes(self) -> dict[str, str]:
        """Return the attribute that opens the fold."""
        return {"open": "open"} if self["open"] else {}

    def open_html(self, out: HtmlOutput) -> None:
        """Open the fold and write its summary."""
        super().open_html(out)
        about = f" <span>{out.encode(self['about'])}</span>" if self.get("about") else ""
        out.body.append(f"<summary>{out.encode(self['summary'])}{about}</summary>\n")


class FoldedListNode(SchemaNode):
    """A list that folds; attributes ``summary`` and ``open``."""

    def plain(self) -> list[nodes.Node]:
        """Return the summary and the list."""
        return [nodes.paragraph(self["summary"], self["summary"]), *self.children]


class ChoiceNode(BlockComponent):
    """Schemas to choose from; attribute ``label``."""

    def open_html(self, out: HtmlOutput) -> None:
        """Open the box and write what the choice is."""
        super().open_html(out)
        out.body.append(f'<p class="docsnav-one-of-label">{out.encode(self["label"])}</p>\n')

    def plain(self) -> list[nodes.Node]:
        """Return the label and a list of the options, and of the fields inside them."""
        return [nodes.paragraph(self["label"], self["label"]), _make_definition_list([self])]


class OptionNode(OperationFieldNode):
    """One of the schemas to choose from: a fold with the head as its summary, or head and facts."""

    @property
    def folds(self) -> bool:
        """Whether there is more below the head than facts."""
        return not all(isinstance(child, FactsNode) for child in self.children[1:])

    def open_html(self, out: HtmlOutput) -> None:
        """Open the fold."""
        opened = {"open": "open"} if self["open"] and self.folds else {}
        out.body.append(out.starttag(self, "details" if self.folds else "div", "", **opened))

    def close_html(self, out: HtmlOutput) -> None:
        """Close the fold."""
        out.body.append("</div></details>\n" if self.folds else "</div>\n")


class OptionHeadNode(FieldHeadNode):
    """The head of an option."""

    def open_html(self, out: HtmlOutput) -> None:
        """Open the summary."""
        tag = "<summary>" if self._is_folding else '<p class="docsnav-variant-head">'
        out.body.append(f'{tag}<span class="docsnav-variant-name">')

    def close_html(self, out: HtmlOutput) -> None:
        """Write the type and open the content."""
        kind = f' <span class="docsnav-field-type">{out.encode(self["type"])}</span>'
        end = '</summary><div class="docsnav-variant-body">' if self._is_folding else "</p>"
        out.body.append(f"</span>{kind}{end}\n")

    @property
    def _is_folding(self) -> bool:
        return not isinstance(self.parent, OptionNode) or self.parent.folds


class SchemaLinkNode(InlineComponent):
    """The name of a schema, with a link to what shows it if there is one.

    Attributes: ``docname`` of its page and later ``uri``, the same as an address;
    or ``target``, an id of this page.
    """

    @property
    def html_tag(self) -> str:  # type: ignore[override]  # of each node, not of all
        """A link, or the words alone."""
        return "a" if self.html_attributes() else "span"

    def html_attributes(self) -> dict[str, str]:
        """Return the address."""
        uri = self.get("uri") or (f"#{self['target']}" if self.get("target") else "")
        return {"href": uri} if uri else {}

    def plain(self) -> list[nodes.Node]:
        """Return a reference, or the words alone."""
        if self.get("uri"):
            return [nodes.reference("", "", *self.children, refuri=self["uri"], internal=True)]
        if self.get("target"):
            return [nodes.reference("", "", *self.children, refid=self["target"], internal=True)]
        return list(self.children)


class BreakNode(Component):
    """A position where a line may break inside a word."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the element for the position."""
        out.body.append("<wbr />")

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing more."""

    def plain(self) -> list[nodes.Node]:
        """Return nothing: other formats break lines by rules of their own."""
        return []


_CONTAINERS = (FieldsNode, OperationFieldNode, SchemaNode, ChoiceNode)


def walk_fields(children: Iterable[nodes.Node]) -> Iterator[tuple[nodes.Node, list[nodes.Node]]]:
    """Yield every field among and inside *children*: its head, and its other blocks."""
    for child in children:
        if isinstance(child, OperationFieldNode):
            head, *rest = child.children
            body = [block for block in rest if not isinstance(block, _CONTAINERS)]
            yield head, wrap_inline_children(body)
            yield from walk_fields(rest)
        elif isinstance(child, _CONTAINERS):
            yield from walk_fields(child.children)


def _make_definition_list(children: Iterable[nodes.Node]) -> nodes.definition_list:
    """Return all fields among and inside *children* as one list without nested lists."""
    definition_list = nodes.definition_list()
    for head, body in walk_fields(children):
        term = head.term() if isinstance(head, FieldHeadNode) else nodes.term("", "", head)
        definition = nodes.definition("", *(body or [nodes.paragraph()]))
        definition_list += nodes.definition_list_item("", term, definition)
    return definition_list


def make_head(  # noqa: PLR0913 - what a head shows
    name: str,
    path: str,
    kind: str,
    *,
    about: str = "",
    docname: str = "",
    anchor: str = "",
    marks: Iterable[tuple[str, str]] = (),
) -> FieldHeadNode:
    """Return the head of the field *name*, whose whole name is *path*."""
    return FieldHeadNode(
        name,
        name,
        path=path,
        type=kind,
        about=about,
        docname=docname,
        anchor=anchor,
        marks=tuple(marks),
    )


def make_option_head(name: str, path: str, kind: str) -> OptionHeadNode:
    """Return the head of an option, with its place before it outside HTML."""
    return OptionHeadNode(name, name, path=path, type=kind, about="", marks=())


class SampleCodeNode(nodes.literal_block):
    """A sample whose HTML has few elements, which would be half of a page otherwise."""

    def write_html(self, out: HtmlOutput) -> None:
        """Write the block as Sphinx does, then take elements out."""
        try:
            out.visit_literal_block(self)
        finally:
            html = _COLOURLESS.sub(r"\1", out.body[-1])
            out.body[-1] = _EQUAL_NEIGHBOURS.sub(lambda run: _NEXT_ELEMENT.sub(r"\1", run[0]), html)

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing more: Sphinx skips this."""


class OperationNameNode(nodes.literal):
    """Method and path whose HTML has no element for each word, which would be half of a list."""

    def write_html(self, out: HtmlOutput) -> None:
        """Write the whole name, in which lines break before slashes and not inside of words."""
        steps = _BEFORE_SLASH.split(out.encode(self.astext()))
        out.body.append(f"<code>{'<wbr />'.join(steps)}</code>")
        raise nodes.SkipNode

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing more: Sphinx skips this."""


class BareParagraphNode(nodes.paragraph):
    """The only paragraph of a cell or a list item, written without an element in HTML."""

    def write_html(self, out: HtmlOutput) -> None:
        """Write nothing."""

    def close_html(self, out: HtmlOutput) -> None:
        """Write nothing."""


class TryItNode(Component):
    """The closed form; its script builds it from ``form`` when a reader opens it."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the fold and the values of the form, which are data for every browser."""
        if out.builder.name == "epub":
            return
        form = json.dumps(self["form"], ensure_ascii=False, separators=(",", ":"))
        out.body.append(out.starttag(self, "details", "", CLASS="docsnav-try-it"))
        out.body.append(
            f"<summary>{out.encode(self['title'])}</summary>\n"
            f'<script type="application/json">{make_script_data(form)}</script></details>\n'
        )

    def close_html(self, out: HtmlOutput) -> None:
        """Leave nothing open."""

    def plain(self) -> list[nodes.Node]:
        """Return nothing: only a browser sends requests."""
        return []


class TryItLinkNode(InlineComponent):
    """A link to the form beside the address of the operation."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the whole link."""
        if out.builder.name != "epub":
            href, title = out.encode(self["target"]), out.encode(self["title"])
            out.body.append(f'<a class="docsnav-try-link" href="#{href}">{title}</a>')

    def close_html(self, out: HtmlOutput) -> None:
        """Leave nothing open."""

    def plain(self) -> list[nodes.Node]:
        """Return nothing, as there is no form."""
        return []


NODES: tuple[type[nodes.Element], ...] = (
    LayoutStartNode,
    LayoutTextNode,
    LayoutEndNode,
    FieldsNode,
    OperationFieldNode,
    FieldHeadNode,
    FactsNode,
    SchemaNode,
    FoldedListNode,
    ChoiceNode,
    OptionNode,
    OptionHeadNode,
    SchemaLinkNode,
    BreakNode,
    SampleCodeNode,
    OperationNameNode,
    BareParagraphNode,
    TryItNode,
    TryItLinkNode,
)
"""Every node of an operation's page."""
