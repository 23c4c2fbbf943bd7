"""Parameters and headers of an operation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sphinx_docsnav.docs_json.phrases import did_you_mean, listing
from sphinx_docsnav.openapi.content.example import example
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.media import read_content
from sphinx_docsnav.openapi.content.members import FieldView, Mode
from sphinx_docsnav.openapi.content.schema_phrases import (
    SHORT,
    Fact,
    example_fact,
    shorten,
    value_text,
)
from sphinx_docsnav.openapi.content.sentences import Sentence
from sphinx_docsnav.openapi.content.serialization import FormField
from sphinx_docsnav.openapi.content.value_reader import Reader, check_fields
from sphinx_docsnav.openapi.json_values import MISSING
from sphinx_docsnav.openapi.spec_document import Located

PLACES = ("path", "query", "querystring", "header", "cookie")
"""Where parameters are, in the order of the page."""

_OLD_PLACES = ("body", "formData")
"""Where parameters of OpenAPI 2 can be."""
_STYLES = {
    "path": "simple",
    "query": "form",
    "header": "simple",
    "cookie": "form",
    "querystring": "",
}
_ALLOWED_STYLES = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "header": ("simple",),
    "cookie": ("form", "cookie"),
}
_STANDARD_HEADERS = {
    "accept": "OpenAPI takes this header from the media types of the responses",
    "content-type": "OpenAPI takes this header from the media type of the request body",
    "authorization": "OpenAPI takes this header from the security schemes",
}
HEADER_NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
"""The names that headers can have."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter, or a header of a response."""

    name: str
    """Its name."""
    place: str
    """One of `PLACES`."""
    required: bool
    """It must be sent."""
    view: FieldView
    """Its schema; description and deprecation are the parameter's own where it has them."""
    example: object
    """An example value, `MISSING` if there is none."""
    given: bool
    """The example is the specification's own."""
    media: str = ""
    """The media type it is written in, if it is one of ``content``."""
    style: str = ""
    """How lists and objects are written, ``form`` …; the usual style of the place if unset."""
    explode: bool = False
    """Lists and objects are spread over several parameters."""
    allow_reserved: bool = False
    """Reserved characters are not encoded."""
    serialized: str = ""
    """The serialized example, if the specification has no other form."""
    fields: tuple[FormField, ...] = ()
    """How the fields of a form are sent, if the parameter is one."""


def read_parameters(layout: Layout, levels: tuple[Located, ...]) -> tuple[Parameter, ...]:
    """Return the parameters of path item and operation; the operation's replace equal ones."""
    found: dict[tuple[str, str], Parameter] = {}
    for level in levels:
        own: set[tuple[str, str]] = set()
        for entry in layout.reader.items(level, "parameters"):
            key = _place_and_name(layout.reader, entry)
            if key is None:
                continue
            place, name = key
            if key in own:
                layout.reader.odd(
                    f"there are two {place} parameters {name!r}; the last one is shown; "
                    "remove or rename the other",
                    entry,
                )
            own.add(key)
            if place == "header" and not HEADER_NAME.fullmatch(name):
                layout.reader.odd(
                    f"no header can have the name {name!r}, so samples leave it out; use "
                    "letters, digits and hyphens",
                    entry,
                )
            found[key] = _parameter(layout, entry, name, place, Mode.REQUEST)
    return tuple(sorted(found.values(), key=lambda p: PLACES.index(p.place)))


def _place_and_name(reader: Reader, entry: Located) -> tuple[str, str] | None:
    """Return where a parameter is and its name; ``None``, with a message, without one of them."""
    if not isinstance(entry.value, dict):
        reader.odd("expected a parameter object; left out", entry)
        return None
    meant = check_fields(reader, entry, "parameter")
    place, name = reader.text(entry, "in"), reader.text(entry, "name")
    called = f"parameter {name!r}" if name else "parameter"
    if (not name and "name" in meant) or (not place and "in" in meant):
        return None
    if not name:
        reader.odd("this parameter has no 'name'; left out; add one", entry)
    elif not place:
        where = f"write {listing(PLACES, 'or')}"
        reader.odd(f"{called} has no 'in', which says where it is sent; left out; {where}", entry)
    elif place not in PLACES:
        old = "describe it in 'requestBody'" if place in _OLD_PLACES else ""
        near = old or did_you_mean(place, PLACES) or f"write {listing(PLACES, 'or')}"
        reader.odd(f"unknown place {place!r} of {called}; left out; {near}", entry)
    else:
        return place, name
    return None


def read_headers(layout: Layout, owner: Located) -> tuple[Parameter, ...]:
    """Return the headers of a response or of an encoding."""
    found = []
    for name, entry in layout.reader.entries(owner, "headers"):
        if name.lower() != "content-type" and isinstance(entry.value, dict):
            check_fields(layout.reader, entry, "header")
            found.append(_parameter(layout, entry, name, "header", Mode.RESPONSE))
    return tuple(found)


def _parameter(layout: Layout, entry: Located, name: str, place: str, mode: Mode) -> Parameter:
    reader = layout.reader
    schema = entry.child("schema")
    contents = () if schema else read_content(layout, entry, mode)
    view = layout.view((schema,), mode) if schema else contents[0].view if contents else None
    view = view or FieldView("any")
    style = _style(reader, entry, place)
    value = entry.value if isinstance(entry.value, dict) else {}
    explode = value.get("explode")
    is_exploded = explode if isinstance(explode, bool) else style in ("form", "cookie")
    shown = next((media for _, media in reader.entries(entry, "content") if contents), entry)
    given = list(_examples(layout, shown))
    serialized = "" if given else _serialized(reader, shown)
    made = example(layout, (schema,), mode) if schema and not given else MISSING
    if not schema and contents and contents[0].examples:
        made = contents[0].examples[0].value
    view = replace(
        view,
        description="\n\n".join(
            filter(
                None,
                (
                    _told(reader.text(entry, "description"), view.description),
                    _told_of_examples(reader, shown),
                ),
            )
        ),
        deprecated=reader.flag(entry, "deprecated") or view.deprecated,
        since=layout.since(entry),
        facts=(
            *(fact for fact in view.facts if fact.kind != "example" or not given),
            *_own_facts(
                layout,
                entry,
                given or ([serialized] if serialized else []),
                place,
                style="" if style == _STYLES[place] else style,
            ),
        ),
    )
    return Parameter(
        name,
        place,
        reader.flag(entry, "required") or place == "path",
        view,
        given[0] if given else made,
        bool(given or serialized),
        contents[0].type if contents else "",
        style,
        is_exploded,
        reader.flag(entry, "allowReserved"),
        serialized,
        contents[0].fields if contents else (),
    )


def _told(own: str, of_schema: str) -> str:
    """Return what a parameter and its schema say, without what one of them repeats."""
    told, more = (" ".join(text.split()).rstrip(".") for text in (own, of_schema))
    if more in told:
        return own
    return of_schema if told in more else f"{own.rstrip()}\n\n{of_schema}"


def _told_of_examples(reader: Reader, entry: Located) -> str:
    """Return what is said about the examples of a parameter, as a list."""
    lines = []
    for name, named in reader.entries(entry, "examples"):
        about = [reader.text(named, key) for key in ("summary", "description")]
        fields = named.value if isinstance(named.value, dict) else {}
        value = next((fields[key] for key in ("value", "dataValue") if key in fields), name)
        text = shorten(value_text(value), SHORT)
        words = ". ".join(" ".join(each.split()).rstrip(".") for each in about if each.strip())
        if "`" not in text and (words or (name != text and value is not name)):
            lines.append(f"* ``{text}``: {words or name}")
    return "\n".join(lines)


def _style(reader: Reader, entry: Located, place: str) -> str:
    """Return the style of a parameter; the usual one if the place has no such style."""
    usual = _STYLES[place]
    style = reader.text(entry, "style") or usual
    allowed = _ALLOWED_STYLES.get(place, ())
    if style in allowed or not allowed:
        return style
    reader.odd(f"no {place} parameter has the style {style!r}; {usual!r} is used", entry)
    return usual


def _examples(layout: Layout, entry: Located) -> Iterator[object]:
    value = entry.value
    if isinstance(value, dict) and "example" in value:
        yield value["example"]
    for _, named in layout.reader.entries(entry, "examples"):
        fields = named.value if isinstance(named.value, dict) else {}
        for key in ("value", "dataValue"):
            if key in fields:
                yield fields[key]
                break


def _serialized(reader: Reader, entry: Located) -> str:
    """Return the first example that is given in serialized form."""
    texts = (
        reader.text(named, "serializedValue") for _, named in reader.entries(entry, "examples")
    )
    return next(filter(None, texts), "")


def _own_facts(
    layout: Layout, entry: Located, given: list[object], place: str, *, style: str
) -> Iterator[Fact]:
    """Yield the parameter's own examples, and how it is written if unusual."""
    name = layout.reader.text(entry, "name").lower()
    if place == "header" and name in _STANDARD_HEADERS:
        yield Fact(Sentence(_STANDARD_HEADERS[name]))
    short = [v for v in given if not isinstance(v, (dict, list)) or len(str(v)) < SHORT]
    if short:
        yield example_fact(short[:5])
    if style:
        yield Fact(Sentence("style"), (style,))
    explode = entry.value.get("explode") if isinstance(entry.value, dict) else None
    if isinstance(explode, bool) and place in ("query", "cookie"):
        said = "one parameter per value" if explode else "all values in one parameter"
        yield Fact(Sentence(said))
    if layout.reader.flag(entry, "allowReserved"):
        yield Fact(Sentence("reserved characters are sent as they are"))
    if layout.reader.flag(entry, "allowEmptyValue"):
        yield Fact(Sentence("may be empty"))
