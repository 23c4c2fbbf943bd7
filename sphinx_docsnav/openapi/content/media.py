"""Bodies of requests and responses: media types with their schemas, examples and form fields."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape, quoteattr

from sphinx_docsnav.data_files.json_values import MISSING, as_object
from sphinx_docsnav.openapi.content.example import find_own_example, make_example, make_examples
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.page_values import Example, Media, Mode, PartEncoding
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
from sphinx_docsnav.openapi.content.schema_phrases import (
    shorten,
    write_json_line,
    write_type_label,
)
from sphinx_docsnav.openapi.content.serialization import (
    OTHER_ITEMS,
    FormField,
    NameAndValue,
    Style,
    write_header,
)
from sphinx_docsnav.openapi.content.value_reader import Reader, check_example, check_fields
from sphinx_docsnav.openapi.spec_document import Located

_NAME = re.compile(r"[^\w.:-]+")
"""Characters that names of XML elements cannot contain."""

_MAX_DEPTH = 20
"""Number of levels of XML elements in an example."""

MAX_MEDIA = 12
"""Number of media types of one body on a page."""

_MAX_CHECKED_VALUES = 10_000
"""Number of objects and lists of an example in which a ``$ref`` is looked for."""

MAX_GENERATED_TEXT = 1_000
"""Length up to which an example of an error is on every page, in characters."""


def write_xml(layout: Layout, flat: Flat, value: object, name: str = "root") -> str:
    """Return *value* as an XML document for the schema *flat*.

    :param name: the root element if neither the schema nor its component has a name.
    """
    name = str(_read_xml_rules(flat).get("name") or flat.name or name)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + _write_element(layout, name, flat, value, 0)


def _write_element(layout: Layout, name: str, flat: Flat, value: object, depth: int) -> str:
    """Return *value* as an XML element with its children."""
    xml_rules = _read_xml_rules(flat)
    tag = _make_tag(str(xml_rules.get("name") or name), xml_rules)
    pad = "  " * depth
    if depth > _MAX_DEPTH:
        return f"{pad}<{tag}/>"
    if isinstance(value, list):
        return _write_list(layout, tag, flat, value, depth)
    if not isinstance(value, dict):
        return f"{pad}<{tag}{_write_namespace(xml_rules)}>{escape(_write_scalar(value))}</{tag}>"
    attributes, inner_elements, text = _write_namespace(xml_rules), [], ""
    for key, item in value.items():
        property_schema = layout.flat(flat.properties[key]) if key in flat.properties else Flat()
        property_rules = _read_xml_rules(property_schema)
        # OpenAPI 3.2 has "nodeType", earlier versions only "attribute".
        node_type = property_rules.get(
            "nodeType", "attribute" if property_rules.get("attribute") is True else ""
        )
        if node_type == "attribute":
            name = _make_tag(str(property_rules.get("name") or key), property_rules)
            attributes += f" {name}={quoteattr(_write_scalar(item))}"
        elif node_type in ("text", "cdata"):
            text += escape(_write_scalar(item))
        else:
            inner_elements.append(_write_element(layout, key, property_schema, item, depth + 1))
    if not inner_elements:
        return f"{pad}<{tag}{attributes}>{text}</{tag}>"
    return "\n".join((f"{pad}<{tag}{attributes}>{text}", *inner_elements, f"{pad}</{tag}>"))


def _write_list(layout: Layout, tag: str, flat: Flat, value: list[object], depth: int) -> str:
    """Return an element for each item, and one around them if the schema wraps them."""
    items = flat.schemas.get("items")
    item_schema = layout.flat(items) if items else Flat()
    xml_rules = _read_xml_rules(flat)
    # A document has one root element, so a list at the top is always wrapped.
    is_wrapped = (
        xml_rules.get("wrapped") is True or xml_rules.get("nodeType") == "element" or depth == 0
    )
    name = str(_read_xml_rules(item_schema).get("name") or tag)
    item_depth = depth + 1 if is_wrapped else depth
    lines = [_write_element(layout, name, item_schema, item, item_depth) for item in value]
    if is_wrapped:
        pad = "  " * depth
        lines = [f"{pad}<{tag}{_write_namespace(xml_rules)}>", *lines, f"{pad}</{tag}>"]
    return "\n".join(lines)


def _read_xml_rules(flat: Flat) -> Mapping[str, object]:
    """Return the keyword ``xml`` of a schema."""
    return as_object(flat.keywords.get("xml"))


def _make_tag(name: str, xml_rules: Mapping[str, object]) -> str:
    """Return the name of an element with its prefix; invalid characters become dashes."""
    prefix = xml_rules.get("prefix")
    full_name = f"{prefix}:{name}" if isinstance(prefix, str) and prefix else name
    return _NAME.sub("-", full_name) or "item"


def _write_namespace(xml_rules: Mapping[str, object]) -> str:
    """Return the attribute that declares a namespace, with a blank before it, or ``""``."""
    uri, prefix = xml_rules.get("namespace"), xml_rules.get("prefix")
    if not isinstance(uri, str):
        return ""
    name = f"xmlns:{_NAME.sub('-', prefix)}" if isinstance(prefix, str) and prefix else "xmlns"
    return f" {name}={quoteattr(uri)}"


def _write_scalar(value: object) -> str:
    """Return a single value as XML has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def read_content(layout: Layout, owner: Located, mode: Mode) -> tuple[Media, ...]:
    """Return the bodies under ``content`` of *owner* in file order.

    A schema that occurs in several media types is expanded once; the others link to it.
    """
    reader = layout.reader
    contents: list[Media] = []
    for media_type, media in reader.entries(owner, "content"):
        if len(contents) == MAX_MEDIA:
            reader.report(f"more than {MAX_MEDIA} media types, the rest left out", media)
            break
        contents.append(_read_media(layout, media_type, media, mode))
    return tuple(contents)


def _read_media(layout: Layout, media_type: str, media: Located, mode: Mode) -> Media:
    """Return the body in one media type."""
    check_fields(layout.reader, media, "media type")
    if "/" not in media_type:
        message = f"{shorten(media_type, 40)!r} is no media type; shown as written"
        layout.reader.report(f"{message}; write a name such as 'application/json'", media)
    schema, is_stream = media.child("schema"), False
    if schema is None:
        schema, is_stream = media.child("itemSchema"), media.child("itemSchema") is not None
    view = layout.make_view((schema,), mode) if schema else None
    examples = tuple(read_examples(layout, media, media_type, mode))
    if view is not None and view.links and not view.fields and not layout.max_own_fields:
        # Errors have the same schema in all operations, whose page has the example.
        examples = tuple(
            e for e in examples if not (e.is_generated and len(e.text) > MAX_GENERATED_TEXT)
        )
    fields = read_form_fields(layout, media, media_type) if mode is Mode.REQUEST else ()
    if any(is_xml(field.content_type) for field in fields):
        examples = tuple(
            replace(e, value=_write_xml_fields(layout, schema, fields, e.value)) for e in examples
        )
    return Media(
        shorten(media_type, 120),
        view,
        is_stream,
        examples,
        tuple(_describe_encodings(layout, media)),
        fields,
    )


def _write_xml_fields(
    layout: Layout, schema: Located | None, fields: tuple[FormField, ...], value: object
) -> object:
    """Return the value of a form with the fields that are sent as XML written as documents."""
    if not isinstance(value, dict):
        return value
    schemas = dict(_list_properties(layout, layout.flat((schema,)))) if schema else {}
    documents: dict[str, object] = {}
    for name in (field.name for field in fields if is_xml(field.content_type)):
        flat, item = schemas.get(name, Flat()), value.get(name)
        # A list is sent item by item.
        if isinstance(item, list):
            items = flat.schemas.get("items")
            flat = layout.flat(items) if items else Flat()
            documents[name] = [
                write_xml(layout, flat, each, name) if isinstance(each, dict) else each
                for each in item
            ]
        elif isinstance(item, dict):
            documents[name] = write_xml(layout, flat, item, name)
    return {**value, **documents}


def read_examples(layout: Layout, media: Located, media_type: str, mode: Mode) -> Iterator[Example]:
    """Yield the examples of a body, or examples generated from its schema if it has none."""
    value = as_object(media.value)
    schema = media.child("schema") or media.child("itemSchema")
    writer = _MediaWriter(layout, (schema,) if schema else (), media_type)
    if "example" in value:
        yield writer.write_example("", value["example"])
        return
    has_examples = False
    for name, entry in layout.reader.entries(media, "examples"):
        has_examples = True
        check_example(layout.reader, entry)
        example = _read_named_example(layout.reader, name, entry, writer)
        if example.text or example.url or example.description:
            yield example
    if not has_examples and schema is not None:
        for name, example_value in make_examples(
            layout.flat, (schema,), mode, only_required=layout.only_required
        ):
            yield replace(writer.write_example(name, example_value), is_generated=True)


@dataclass(frozen=True, slots=True)
class _MediaWriter:
    """Serializes the examples of one media type."""

    layout: Layout
    parts: Parts
    """The schema; empty if there is none."""
    media_type: str

    def write_example(self, label: str, value: object) -> Example:
        """Return an example of *value*; XML is written as its schema describes it."""
        if is_xml(self.media_type) and not isinstance(value, str):
            text, language = write_xml(self.layout, self.layout.flat(self.parts), value), "xml"
        else:
            text, language = serialize_example(value, self.media_type)
        return Example(label, value, text, language)


def _read_named_example(reader: Reader, name: str, entry: Located, writer: _MediaWriter) -> Example:
    """Return an entry of ``examples`` with the text or URL that it has."""
    fields, summary = as_object(entry.value), reader.text(entry, "summary")
    value_key = next((key for key in ("value", "dataValue") if key in fields), "")
    # OpenAPI 3.2: the text as it is sent.
    if isinstance(text := fields.get("serializedValue"), str):
        language = serialize_example("", writer.media_type)[1]
        example = Example(name, fields.get("dataValue", MISSING), text, language)
    elif value_key:
        _check_references(reader, entry, value_key)
        example = writer.write_example(name, fields[value_key])
    else:
        example = Example(name, MISSING, "", "text", url=reader.text(entry, "externalValue"))
    return replace(
        example,
        name=summary or name,
        description=reader.text(entry, "description"),
        summary=" ".join(summary.split()),
    )


def _check_references(reader: Reader, entry: Located, key: str) -> None:
    """Report the first ``$ref`` inside a value: it is data there, which authors do not expect."""
    stack = [entry.child(key)]
    for _ in range(_MAX_CHECKED_VALUES):
        located = stack.pop() if stack else None
        if located is None:
            return
        value = located.value
        reference = value.get("$ref") if isinstance(value, dict) else None
        if isinstance(reference, str) and reader.is_resolvable(reference, located):
            message = f"$ref {reference!r} inside the value of an example is shown as written"
            hint = f"write '$ref' beside {key!r} instead, or name a file in 'externalValue'"
            reader.report(f"{message}; {hint}", located)
            return
        inner_keys: Iterable[object] = ()
        if isinstance(value, (dict, list)):
            inner_keys = value if isinstance(value, dict) else range(len(value))
        children = (located.child(str(inner_key)) for inner_key in inner_keys)
        stack += [child for child in children if child and isinstance(child.value, (dict, list))]


def serialize_example(value: object, media_type: str) -> tuple[str, str]:
    """Return *value* as text of a media type, and the name of the Pygments lexer."""
    if isinstance(value, str) and not is_json(media_type):
        return value, "xml" if is_xml(media_type) else "text"
    if is_json_lines(media_type) or is_json_sequence(media_type):
        items = value if isinstance(value, list) else [value]
        return "\n".join(map(write_json_line, items)), "json"
    text = json.dumps(value, indent=2, ensure_ascii=False, default=str)
    # Some authors write JSON as a text; it is not quoted again.
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        return value, "json"
    return text, "json"


def _describe_encodings(layout: Layout, media: Located) -> Iterator[PartEncoding]:
    """Yield the encoding of each part of a form."""
    reader = layout.reader
    named_entries = [*reader.entries(media, "encoding")]
    for number, entry in enumerate(reader.items(media, "prefixEncoding"), 1):
        named_entries.append((f"part {number}", entry))
    rest = reader.child(media, "itemEncoding")
    if rest is not None:
        named_entries.append(("every further part", rest))
    for name, entry in named_entries:
        check_fields(reader, entry, "encoding")
        media_type = shorten(reader.text(entry, "contentType"), 120)
        yield PartEncoding(name, media_type, _describe_encoding(layout, entry))


def _describe_encoding(layout: Layout, entry: Located) -> str:
    """Return headers and style of an Encoding Object in words."""
    reader, phrases = layout.reader, []
    headers = [_describe_header(layout, *header) for header in reader.entries(entry, "headers")]
    if headers:
        phrases.append(f"with headers {', '.join(headers)}")
    style = reader.text(entry, "style")
    if style:
        phrases.append(f"style {style}")
    if isinstance(entry.value, dict) and "explode" in entry.value:
        phrases.append("exploded" if entry.value.get("explode") is True else "not exploded")
    if reader.flag(entry, "allowReserved"):
        phrases.append("reserved characters as they are")
    return shorten(", ".join(phrases), 1_000)


def _describe_header(layout: Layout, name: str, header: Located) -> str:
    """Return a header of a part in words: ``X-Sum (string, required, The checksum)``."""
    reader, schema = layout.reader, header.child("schema")
    phrases = [
        write_type_label(layout.flat, layout.flat((schema,))) if schema else "",
        "required" if reader.flag(header, "required") else "",
        reader.text(header, "description").strip().rstrip("."),
    ]
    details = ", ".join(filter(None, phrases))
    return f"{name} ({details})" if details else name


def read_form_fields(layout: Layout, media: Located, media_type: str) -> tuple[FormField, ...]:
    """Return how the fields of a form are sent; nothing if the media type is no form."""
    if not is_form(media_type):
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
    """Yield the properties of a schema, and those of the first option of a choice."""
    for choice in flat.choices[:1]:
        yield from _list_properties(layout, layout.flat(choice.options[0]))
    for name, parts in flat.properties.items():
        yield name, layout.flat(parts)


def _read_form_field(layout: Layout, name: str, flat: Flat, encoding: Located | None) -> FormField:
    """Return how one field is sent."""
    items = flat.schemas.get("items")
    # A list is sent item by item.
    item_schema = layout.flat(items) if items and flat.types == ("array",) else flat
    is_file = is_file_schema(item_schema.keywords, item_schema.types)
    content_media_type = item_schema.keywords.get("contentMediaType")
    default_type = content_media_type if isinstance(content_media_type, str) and is_file else ""
    if encoding is None:
        return FormField(name, is_file, default_type)
    content_types = [k.strip() for k in layout.reader.text(encoding, "contentType").split(",")]
    # A range such as image/* cannot be sent.
    content_type = next((k for k in content_types if k and "*" not in k), default_type)
    if item_schema.types in ((), ("string",)) and "contentEncoding" not in item_schema.keywords:
        is_file = is_file or (bool(content_types[0]) and not is_textual(content_types[0]))
    return FormField(
        name,
        is_file,
        content_type,
        _read_field_style(layout, encoding),
        tuple(_read_part_headers(layout, encoding)),
    )


def _read_field_style(layout: Layout, encoding: Located) -> Style | None:
    """Return the style of a field, ``None`` if its media type determines how it is written."""
    value = as_object(encoding.value)
    if not {"style", "explode", "allowReserved"} & value.keys():
        return None
    name = layout.reader.text(encoding, "style") or "form"
    explode = value.get("explode")
    return Style(name, explode if isinstance(explode, bool) else name == "form")


def _read_part_headers(layout: Layout, encoding: Located) -> Iterator[NameAndValue]:
    """Yield headers of a part that have an example or are required."""
    for name, entry in layout.reader.entries(encoding, "headers"):
        if name.lower() in ("content-type", "content-disposition"):
            continue
        value: object = entry.value.get("example", MISSING) if isinstance(entry.value, dict) else ""
        schema = entry.child("schema")
        if value is MISSING and schema is not None:
            value = find_own_example(layout.flat((schema,)))
            # Optional headers without an example are not sent.
            if value is MISSING and layout.reader.flag(entry, "required"):
                value = make_example(
                    layout.flat, (schema,), Mode.REQUEST, only_required=layout.only_required
                )
        if value is not MISSING:
            yield name, write_header(value, explode=layout.reader.flag(entry, "explode"))
