"""The form with which readers send a request, as data for ``try_it.js``.

Its values are those of the samples. The script serializes what readers type by the same rules,
so the data contain styles, unencoded characters and media types.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from sphinx_docsnav.data_files.json_values import MISSING
from sphinx_docsnav.openapi.content.build_request import (
    MAX_ALTERNATIVES,
    SAFE_IN_ADDRESSES,
    choose_base_url,
    list_bodies,
    make_body,
    place_credentials,
)
from sphinx_docsnav.openapi.content.page_values import (
    Content,
    FieldView,
    Media,
    Parameter,
    Requirement,
)
from sphinx_docsnav.openapi.content.request import (
    FORBIDDEN_METHODS,
    HEADER_NAME,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    TextBody,
    is_forbidden_header,
    is_form,
    is_json,
    is_textual,
)
from sphinx_docsnav.openapi.content.schema_phrases import write_json_line
from sphinx_docsnav.openapi.content.serialization import (
    OTHER_ITEMS,
    FormField,
    clean_header_value,
    list_safe,
    replace_unsendable,
    write_scalar,
)

MAX_TEXT = 20_000
"""Length up to which an example is filled in, in characters."""

FormValues = dict[str, object]
"""A JSON object; entries that are empty, false or zero are left out."""


def make_request_form(content: Content, *, prefill: bool = True) -> FormValues:
    """Return the form of an operation.

    :param prefill: whether fields start with examples; otherwise they are empty, and only required
        ones are selected.
    :returns: ``fields``, ``bodies`` and ``security`` are what readers fill in, in the order of the
        page; ``blocked`` names what browsers do not send.
    """
    blocked = [] if content.method not in FORBIDDEN_METHODS else [content.method]
    fields = []
    for parameter in content.parameters:
        name = parameter.name
        # Scripts cannot set cookies of another site, nor some headers.
        if parameter.location == "cookie":
            blocked.append(f"Cookie: {name}")
        elif parameter.location != "header":
            fields.append(_describe_parameter(parameter))
        elif is_forbidden_header(name):
            blocked.append(name)
        elif HEADER_NAME.fullmatch(name) and name.lower() != "content-type":
            fields.append(_describe_parameter(parameter))
    choices = list_bodies(content)
    bodies: list[FormValues] = []
    # fetch refuses a body with GET.
    if content.method == "GET" and choices:
        blocked.append(f"GET + {choices[0][1].type}")
    else:
        bodies = [{**_describe_body(media), "label": label} for label, media in choices]
    servers = [server.example for server in content.servers if "://" in server.example]
    return _drop_empty(
        method=content.method,
        path=content.absolute_path,
        safe=SAFE_IN_ADDRESSES,
        servers=servers or [choose_base_url(content.servers)],
        refused=content.method in FORBIDDEN_METHODS
        or bool(content.method == "GET" and content.body and content.body.required),
        blocked=blocked,
        security=[_describe_credentials(requirement) for requirement in content.security],
        fields=fields if prefill else [_clear_field(field) for field in fields],
        bodies=bodies if prefill else [_clear_field(body) for body in bodies],
    )


def _clear_field(field: FormValues) -> FormValues:
    """Return a field, or a body with its rows, without values."""
    rows = field.get("rows")
    empty: FormValues = {"text": ""} if "text" in field else {}
    if field.get("kind") in ("scalar", "serialized"):
        empty["kind"] = "text"
    if "sent" in field:
        empty["sent"] = bool(field.get("required"))
    if isinstance(rows, list):
        empty["rows"] = [_clear_field(row) for row in rows]
    return {**field, **empty}


def list_sample_choices(content: Content) -> FormValues:
    """Return what readers fill in for the samples of an operation.

    :returns: ``security``: for each alternative, its fields with placeholders; ``bodies``: the
        labels of the bodies if there are several; ``samples``: for each sample the kind of its
        string literals (empty for an author's sample), then for each further combination of body
        and credentials its difference, see `_find_difference`.
    """
    bodies = list_bodies(content)
    # The same limit as for the samples.
    body_count = MAX_ALTERNATIVES // max(1, len(content.security))
    return {
        "bodies": [name for name, _ in bodies[:body_count]] if len(bodies) > 1 else [],
        "security": [_list_credential_fields(requirement) for requirement in content.security],
        "samples": [
            [sample.quoting, *(_find_difference(sample.code, other) for other in sample.others)]
            for sample in content.samples
        ],
    }


def _list_credential_fields(requirement: Requirement) -> FormValues:
    """Return label and fields of one alternative."""
    credential_fields = [
        [c.label, c.location, c.placeholder] for c in place_credentials(requirement)
    ]
    return {"label": " + ".join(scheme.name for scheme in requirement), "fields": credential_fields}


def _find_difference(text: str, other: str) -> tuple[int, int, str]:
    """Return start and end of what differs, in UTF-16 units, and its text in *other*."""
    start = _count_equal(text, other)
    # Only what differs is stored: samples of a page are nearly equal.
    equal_at_end = _count_equal(text[start:][::-1], other[start:][::-1])
    end = len(text) - equal_at_end
    return (
        _count_utf16_units(text[:start]),
        _count_utf16_units(text[:end]),
        other[start : len(other) - equal_at_end],
    )


def _count_equal(text: str, other: str) -> int:
    """Return the number of equal characters at the start of two texts."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, other, strict=False))
    )


def _count_utf16_units(text: str) -> int:
    """Return the length of *text* in UTF-16 units, in which JavaScript counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _drop_empty(**values: object) -> FormValues:
    """Return the values that are not empty, false or zero."""
    return {name: value for name, value in values.items() if value not in ("", False, None, [], {})}


def _describe_credentials(requirement: Requirement) -> list[FormValues]:
    """Return the credentials of one alternative."""
    return [
        _drop_empty(
            label=credential.label,
            place=credential.location,
            name=credential.name,
            value=credential.value,
        )
        for credential in place_credentials(requirement)
    ]


def _describe_value(value: object) -> FormValues:
    """Return the kind of a value (``text``, ``scalar``, ``list``, ``object``) and its text."""
    if value is MISSING or isinstance(value, str):
        kind, text = "text", replace_unsendable(write_scalar(value))
    elif isinstance(value, (dict, list)):
        kind = "list" if isinstance(value, list) else "object"
        text = write_json_line(value)
    else:
        kind, text = "scalar", write_scalar(value)
    return {"kind": kind, "text": text if len(text) <= MAX_TEXT else ""}


def _list_options(view: FieldView) -> list[str]:
    """Return the values to choose from, nothing if the page does not show all of them."""
    for fact in view.facts:
        if fact.kind == "enum":
            return [] if fact.hidden_count else list(fact.values)
    return ["true", "false"] * (view.type == "boolean")


def _describe_parameter(parameter: Parameter) -> FormValues:
    """Return the field of a parameter; an optional one is selected if it has an example."""
    is_path = parameter.location == "path"
    value = _describe_value(parameter.example)
    if parameter.serialized:
        value = {"kind": "serialized", "text": parameter.serialized}
    is_scalar = value["kind"] in ("text", "scalar")
    options = _list_options(parameter.view) if is_scalar else []
    # A generated example is only a hint.
    if is_scalar and not (
        parameter.has_own_example or options or (parameter.required and not is_path)
    ):
        value = {**value, "text": "", "hint": value["text"]}
    needs_text = is_path and not (parameter.has_own_example and value["text"] == "")
    return {
        **_drop_empty(
            place=parameter.location,
            name=parameter.name,
            about=parameter.view.type,
            sent=parameter.required or parameter.has_own_example,
            required=parameter.required,
            needed=needs_text,
            style=parameter.style,
            explode=parameter.explode,
            reserved=parameter.allow_reserved,
            safe=list_safe(parameter.location, reserved=parameter.allow_reserved),
            media=_choose_serialization(parameter),
            options=options,
            rows=[_describe_row(field, {}) for field in parameter.fields],
        ),
        **value,
    }


def _choose_serialization(parameter: Parameter) -> str:
    """Return how a value with a media type is serialized: ``form``, ``json`` or ``text``."""
    if not parameter.media:
        return ""
    is_form_in_query = parameter.location == "querystring" and is_form(parameter.media)
    return "form" if is_form_in_query else "json" if is_json(parameter.media) else "text"


def _describe_body(media: Media) -> FormValues:
    """Return a body: rows of a form, a file, or a text."""
    media_type, body = make_body(media)
    value = media.examples[0].value if media.examples else MISSING
    views = {field.name: field.view for field in media.view.fields} if media.view else {}
    # A form has a row for each field.
    if isinstance(body, (FormBody, MultipartBody)) or (value is MISSING and is_form(media_type)):
        return _drop_empty(
            type=clean_header_value(media_type),
            kind="parts" if media_type.lower().startswith("multipart/") else "form",
            rows=list(_describe_rows(value, media.fields, views)),
        )
    if isinstance(body, FileBody) and not is_textual(media_type):
        return _drop_empty(type=clean_header_value(media_type), kind="file")
    text = body.text if isinstance(body, (JsonBody, TextBody)) else ""
    text = text if len(text) <= MAX_TEXT else ""
    return _drop_empty(type=clean_header_value(media_type), kind="text", text=text)


def _describe_rows(
    value: object, fields: tuple[FormField, ...], views: dict[str, FieldView]
) -> Iterator[FormValues]:
    """Yield the rows of a form: the fields of its example, then the others."""
    fields_by_name = {field.name: field for field in fields}
    # Parts of a list have no names.
    if isinstance(value, list):
        other_items = fields_by_name.get(OTHER_ITEMS, FormField(OTHER_ITEMS))
        for number, item in enumerate(value):
            row = _describe_row(fields_by_name.get(str(number), other_items), _describe_value(item))
            yield {**row, "name": "", "label": str(number + 1), "sent": True}
        return
    values = value if isinstance(value, dict) else {}
    for name in dict.fromkeys((*values, *fields_by_name)):
        item = values.get(name, MISSING)
        view = views.get(name, FieldView(""))
        row = _describe_row(fields_by_name.get(name, FormField(name)), _describe_value(item))
        yield {
            **row,
            **_drop_empty(
                about=view.type,
                sent=item is not MISSING and item is not None,
                options=_list_options(view) if row["kind"] in ("text", "scalar") else [],
            ),
        }


def _describe_row(field: FormField, value: FormValues) -> FormValues:
    """Return one row of a form."""
    style = field.style
    return {
        **_drop_empty(
            file=field.is_file,
            many=value.get("kind") == "list",
            type=field.content_type,
            json=is_json(field.content_type or "text/plain"),
            style=style.name if style else "",
            explode=bool(style and style.explode),
            headers=[list(pair) for pair in field.headers],
        ),
        **value,
        "name": replace_unsendable(field.name),
    }
