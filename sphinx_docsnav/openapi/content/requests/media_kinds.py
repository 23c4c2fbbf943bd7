"""What a media type is: JSON, text, a form or binary data."""

from __future__ import annotations

from sphinx_docsnav.openapi.content.requests.request import essence

URLENCODED = "application/x-www-form-urlencoded"

_TEXT_ENDS = ("json", "xml", "yaml", "yml", "javascript", "graphql", "csv", "toml", "sql", "html")
_LINES = ("jsonl", "ndjson", "x-ndjson", "jsonlines", "x-jsonlines", "json-lines")
_CONCRETE = {
    "*/*": "application/json",
    "application/*": "application/json",
    "text/*": "text/plain",
    "image/*": "image/png",
    "multipart/*": "multipart/form-data",
}


def is_json(media_type: str) -> bool:
    """Return whether the type is JSON, by its own name or by its suffix; ranges are JSON."""
    name = essence(media_type)
    return name.endswith(("/json", "+json", "/*")) or name == "*"


def is_json_lines(media_type: str) -> bool:
    """Return whether the type is a JSON value on each line."""
    return essence(media_type).rpartition("/")[2] in _LINES


def is_json_sequence(media_type: str) -> bool:
    """Return whether the type is a sequence of JSON texts (RFC 7464)."""
    return essence(media_type).endswith(("/json-seq", "+json-seq"))


def is_xml(media_type: str) -> bool:
    """Return whether the type is XML."""
    return essence(media_type).endswith(("/xml", "+xml"))


def is_form(media_type: str) -> bool:
    """Return whether the type has fields: URL-encoded or multipart."""
    name = essence(media_type)
    return name == URLENCODED or name.startswith("multipart/")


def is_textual(media_type: str) -> bool:
    """Return whether the type is known to be text."""
    name = essence(media_type)
    return (
        name.startswith("text/")
        or name.endswith(_TEXT_ENDS)
        or is_form(name)
        or is_json(name)
        or is_json_lines(name)
        or is_json_sequence(name)
    )


def concrete(media_type: str) -> str:
    """Return a type that can be sent: of a range its usual member."""
    name = essence(media_type)
    if "*" not in name:
        return media_type
    return _CONCRETE.get(name, "application/octet-stream")


def is_file_schema(keywords: dict[str, object], types: tuple[str, ...]) -> bool:
    """Return whether a schema, by its plain keywords, describes the content of a file.

    OpenAPI 3.0 uses ``format: binary``; later versions name a ``contentMediaType`` and
    no ``contentEncoding``.
    """
    if types not in ((), ("string",)) or "contentEncoding" in keywords:
        return False
    kind = keywords.get("contentMediaType")
    return keywords.get("format") == "binary" or (isinstance(kind, str) and not is_textual(kind))
