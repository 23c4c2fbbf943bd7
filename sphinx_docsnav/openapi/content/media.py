"""What a request or a response contains: media types with their schemas and examples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape, quoteattr

from sphinx_docsnav.data_files.json_values import MISSING
from sphinx_docsnav.openapi.content.example import find_own_example, make_example, make_examples
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.page_values import Example, Media, Mode
from sphinx_docsnav.openapi.content.request import (
    is_file_schema,
    is_form,
    is_json,
    is_json_lines,
    is_json_sequence,
    is_textual,
    is_xml,
)
from sphinx_docsnav.openapi.content.schema import Flat, Parts
from sphinx_docsnav.openapi.content.schema_phrases import shorten, write_type_label
from sphinx_docsnav.openapi.content.serialization import (
    OTHER_ITEMS,
    FormField,
    NameAndValue,
    Style,
    write_header,
)
from sphinx_docsnav.openapi.content.value_reader import Reader, check_fields
from sphinx_docsnav.openapi.spec_document import Located

_NAME = re.compile(r"[^\w.:-]+")

_MAX_DEPTH = 20

MAX_MEDIA = 12
"""How many media types of one content are shown."""

MAX_GENERATED_TEXT = 1_000
"""How many characters an example has at most that is made from a schema shown elsewhere."""


def write_xml(layout: Layout, parts: Parts, value: object) -> str:
    """Return *value* as an XML document that fits the schema *parts*."""
    flat = layout.flat(parts)
    name = _read_xml_rules(flat).get("name") or flat.name or "root"
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + _write_element(
        layout, str(name), flat, value, 0
    )


def _write_element(layout: Layout, name: str, flat: Flat, value: object, depth: int) -> str:
    rule = _read_xml_rules(flat)
    tag = _make_tag(str(rule.get("name") or name), rule)
    pad = "  " * depth
    if depth > _MAX_DEPTH:
        return f"{pad}<{tag}/>"
    if isinstance(value, list):
        return _write_list(layout, tag, flat, value, depth)
    if not isinstance(value, dict):
        return f"{pad}<{tag}{_write_namespace(rule)}>{escape(_write_scalar(value))}</{tag}>"
    attributes, inside, text = _write_namespace(rule), [], ""
    for key, item in value.items():
        below = layout.flat(flat.properties[key]) if key in flat.properties else Flat()
        own = _read_xml_rules(below)
        kind = own.get("nodeType", "attribute" if own.get("attribute") is True else "")
        if kind == "attribute":
            attributes += (
                f" {_make_tag(str(own.get('name') or key), own)}={quoteattr(_write_scalar(item))}"
            )
        elif kind in ("text", "cdata"):
            text += escape(_write_scalar(item))
        else:
            inside.append(_write_element(layout, key, below, item, depth + 1))
    if not inside:
        return f"{pad}<{tag}{attributes}>{text}</{tag}>"
    return "\n".join((f"{pad}<{tag}{attributes}>{text}", *inside, f"{pad}</{tag}>"))


def _write_list(layout: Layout, tag: str, flat: Flat, value: list[object], depth: int) -> str:
    """Return each item as an element; inside one element of their own if they are wrapped."""
    items = flat.schemas.get("items")
    inner = layout.flat(items) if items else Flat()
    rule = _read_xml_rules(flat)
    wrapped = rule.get("wrapped") is True or rule.get("nodeType") == "element" or depth == 0
    name = str(_read_xml_rules(inner).get("name") or tag)
    below = depth + 1 if wrapped else depth
    lines = [_write_element(layout, name, inner, item, below) for item in value]
    if wrapped:
        pad = "  " * depth
        lines = [f"{pad}<{tag}{_write_namespace(rule)}>", *lines, f"{pad}</{tag}>"]
    return "\n".join(lines)


def _read_xml_rules(flat: Flat) -> dict[str, object]:
    rule = flat.keywords.get("xml")
    return rule if isinstance(rule, dict) else {}


def _make_tag(name: str, rule: dict[str, object]) -> str:
    prefix = rule.get("prefix")
    full = f"{prefix}:{name}" if isinstance(prefix, str) and prefix else name
    return _NAME.sub("-", full) or "item"


def _write_namespace(rule: dict[str, object]) -> str:
    uri, prefix = rule.get("namespace"), rule.get("prefix")
    if not isinstance(uri, str):
        return ""
    name = f"xmlns:{_NAME.sub('-', prefix)}" if isinstance(prefix, str) and prefix else "xmlns"
    return f" {name}={quoteattr(uri)}"


def _write_scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def read_content(layout: Layout, owner: Located, mode: Mode) -> tuple[Media, ...]:
    """Return what the ``content`` of *owner* holds, in file order.

    Equal schemas under several media types are laid out once: the others link there.
    """
    reader = layout.reader
    contents: list[Media] = []
    for kind, media in reader.entries(owner, "content"):
        if len(contents) == MAX_MEDIA:
            reader.report(f"more than {MAX_MEDIA} media types, the rest left out", media)
            break
        contents.append(_read_media(layout, kind, media, mode))
    return tuple(contents)


def _read_media(layout: Layout, kind: str, media: Located, mode: Mode) -> Media:
    check_fields(layout.reader, media, "media type")
    if "/" not in kind:
        message = f"{shorten(kind, 40)!r} is no media type; shown as written"
        layout.reader.report(f"{message}; write a name such as 'application/json'", media)
    schema, stream = media.child("schema"), False
    if schema is None:
        schema, stream = media.child("itemSchema"), media.child("itemSchema") is not None
    view = layout.make_view((schema,), mode) if schema else None
    examples = tuple(read_examples(layout, media, kind, mode))
    if view is not None and view.links and not view.fields and not layout.max_own_fields:
        # The page of the schema has that of an error, once.
        examples = tuple(
            e for e in examples if not (e.is_generated and len(e.text) > MAX_GENERATED_TEXT)
        )
    return Media(
        shorten(kind, 120),
        view,
        stream,
        examples,
        tuple(_describe_encodings(layout, media)),
        read_form_fields(layout, media, kind) if mode is Mode.REQUEST else (),
    )


def read_examples(layout: Layout, media: Located, kind: str, mode: Mode) -> Iterator[Example]:
    """Yield the examples of a media type, else one made from its schema."""
    value = media.value if isinstance(media.value, dict) else {}
    schema = media.child("schema") or media.child("itemSchema")
    writer = _MediaWriter(layout, (schema,) if schema else (), kind)
    if "example" in value:
        yield writer.write_example("", value["example"])
        return
    found = False
    for name, entry in layout.reader.entries(media, "examples"):
        found = True
        yield _read_named_example(layout.reader, name, entry, writer)
    if not found and schema is not None:
        for name, made in make_examples(
            layout.flat, (schema,), mode, only_required=layout.only_required
        ):
            yield replace(writer.write_example(name, made), is_generated=True)


@dataclass(frozen=True, slots=True)
class _MediaWriter:
    """Writes the examples of one media type."""

    layout: Layout
    parts: Parts
    """The schema; empty without one."""
    media_type: str

    def write_example(self, label: str, value: object, about: str = "") -> Example:
        """Return an example of *value*; what XML has no text for is written by the schema."""
        if is_xml(self.media_type) and not isinstance(value, str):
            text, language = write_xml(self.layout, self.parts, value), "xml"
        else:
            text, language = serialize_example(value, self.media_type)
        return Example(label, value, text, language, about)


def _read_named_example(reader: Reader, name: str, entry: Located, writer: _MediaWriter) -> Example:
    summary, about = reader.text(entry, "summary"), reader.text(entry, "description")
    found = _read_example(reader, summary or name, entry, writer, about)
    return replace(found, summary=" ".join(summary.split()))


def _read_example(
    reader: Reader, label: str, entry: Located, writer: _MediaWriter, about: str
) -> Example:
    value = entry.value if isinstance(entry.value, dict) else {}
    if isinstance(value.get("serializedValue"), str):
        text, language = value["serializedValue"], serialize_example("", writer.media_type)[1]
        return Example(label, value.get("dataValue", MISSING), text, language, about)
    for key in ("value", "dataValue"):
        if key in value:
            return writer.write_example(label, value[key], about)
    return Example(label, MISSING, "", "text", about, url=reader.text(entry, "externalValue"))


def serialize_example(value: object, kind: str) -> tuple[str, str]:
    """Return *value* serialized as *kind*, and the language for highlighting."""
    if isinstance(value, str) and not is_json(kind):
        return value, "xml" if is_xml(kind) else "text"
    if is_json_lines(kind) or is_json_sequence(kind):
        items = value if isinstance(value, list) else [value]
        return "\n".join(_write_json_line(item) for item in items), "json"
    text = json.dumps(value, indent=2, ensure_ascii=False, default=str)
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        return value, "json"  # an example that is JSON already, written as text
    return text, "json"


def _write_json_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _describe_encodings(layout: Layout, media: Located) -> Iterator[tuple[str, str]]:
    """Yield for each part of a form how it is sent."""
    reader = layout.reader
    for name, entry in reader.entries(media, "encoding"):
        yield name, _describe_encoding(layout, entry)
    for number, entry in enumerate(reader.items(media, "prefixEncoding"), 1):
        yield f"part {number}", _describe_encoding(layout, entry)
    rest = reader.child(media, "itemEncoding")
    if rest is not None:
        yield "every further part", _describe_encoding(layout, rest)


def _describe_encoding(layout: Layout, entry: Located) -> str:
    reader = layout.reader
    words = [reader.text(entry, "contentType")]
    headers = [_describe_header(layout, *header) for header in reader.entries(entry, "headers")]
    if headers:
        words.append(f"with headers {', '.join(headers)}")
    style = reader.text(entry, "style")
    if style:
        words.append(f"style {style}")
    if isinstance(entry.value, dict) and "explode" in entry.value:
        words.append("exploded" if reader.flag(entry, "explode") else "not exploded")
    if reader.flag(entry, "allowReserved"):
        words.append("reserved characters as they are")
    return shorten(", ".join(word for word in words if word), 1_000)


def _describe_header(layout: Layout, name: str, header: Located) -> str:
    """Return a header of a part: ``X-Sum (string, required, The checksum)``."""
    reader, schema = layout.reader, header.child("schema")
    words = [
        write_type_label(layout.flat, layout.flat((schema,))) if schema else "",
        "required" if reader.flag(header, "required") else "",
        reader.text(header, "description").strip().rstrip("."),
    ]
    told = ", ".join(filter(None, words))
    return f"{name} ({told})" if told else name


def read_form_fields(layout: Layout, media: Located, kind: str) -> tuple[FormField, ...]:
    """Return how the fields of *media* are sent; nothing if *kind* is no form."""
    if not is_form(kind):
        return ()
    schema = media.child("schema")
    schemas = dict(_list_properties(layout, layout.flat((schema,)))) if schema else {}
    encodings = dict(layout.reader.entries(media, "encoding"))
    names = dict.fromkeys((*schemas, *encodings))
    fields = [_read_form_field(layout, n, schemas.get(n, Flat()), encodings.get(n)) for n in names]
    for number, entry in enumerate(layout.reader.items(media, "prefixEncoding")):
        fields.append(_read_form_field(layout, str(number), Flat(), entry))
    rest = layout.reader.child(media, "itemEncoding")
    if rest is not None:
        fields.append(_read_form_field(layout, OTHER_ITEMS, Flat(), rest))
    return tuple(fields)


def _list_properties(layout: Layout, flat: Flat) -> Iterator[tuple[str, Flat]]:
    """Yield the properties of a schema, with those of its first options."""
    for choice in flat.choices[:1]:
        yield from _list_properties(layout, layout.flat(choice.options[0]))
    for name, parts in flat.properties.items():
        yield name, layout.flat(parts)


def _read_form_field(layout: Layout, name: str, flat: Flat, encoding: Located | None) -> FormField:
    items = flat.schemas.get("items")
    single = layout.flat(items) if items and flat.types == ("array",) else flat
    is_file = is_file_schema(single.keywords, single.types)
    own = single.keywords.get("contentMediaType")
    kind = own if isinstance(own, str) and is_file else ""
    if encoding is None:
        return FormField(name, is_file, kind)
    kinds = [k.strip() for k in layout.reader.text(encoding, "contentType").split(",")]
    sent = next((k for k in kinds if k and "*" not in k), kind)
    if single.types in ((), ("string",)) and "contentEncoding" not in single.keywords:
        is_file = is_file or (bool(kinds[0]) and not is_textual(kinds[0]))
    return FormField(
        name,
        is_file,
        sent,
        _read_field_style(layout, encoding),
        tuple(_read_part_headers(layout, encoding)),
    )


def _read_field_style(layout: Layout, encoding: Located) -> Style | None:
    """Return the style of a field; None if its media type decides instead."""
    value = encoding.value if isinstance(encoding.value, dict) else {}
    if not {"style", "explode", "allowReserved"} & value.keys():
        return None
    name = layout.reader.text(encoding, "style") or "form"
    given = value.get("explode")
    return Style(name, given if isinstance(given, bool) else name == "form")


def _read_part_headers(layout: Layout, encoding: Located) -> Iterator[NameAndValue]:
    for name, entry in layout.reader.entries(encoding, "headers"):
        if name.lower() in ("content-type", "content-disposition"):
            continue
        value: object = entry.value.get("example", MISSING) if isinstance(entry.value, dict) else ""
        schema = entry.child("schema")
        if value is MISSING and schema is not None:
            value = find_own_example(layout.flat((schema,)))
            if value is MISSING and layout.reader.flag(entry, "required"):
                value = make_example(
                    layout.flat, (schema,), Mode.REQUEST, only_required=layout.only_required
                )
        if value is not MISSING:
            yield name, write_header(value, explode=layout.reader.flag(entry, "explode"))
