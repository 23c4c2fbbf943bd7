"""Texts of samples: requests as they are sent, and string literals of each language.

No text of a specification has a meaning in a literal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import urlencode

from sphinx_docsnav.openapi.content.request import (
    Chunk,
    FileBody,
    FileChunk,
    FormBody,
    JsonBody,
    MultipartBody,
    Request,
    TextBody,
    multipart_chunks,
)

_INVISIBLE = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Breaks lines, changes the direction of the text or is refused by some compiler."""

_CONTROL = re.compile(f"[\x00-\x08\x0b-\x1f]|{_INVISIBLE.pattern}")

_SHELL_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def http(request: Request) -> str:
    """Return the text of the HTTP request."""
    scheme, _, rest = request.url.rpartition("://")
    host, slash, path = rest.partition("/")
    if not slash:
        host, mark, path = rest.partition("?")
        path = mark + path
    body = "".join(
        chunk if isinstance(chunk, str) else f"(content of {chunk.name!r})"
        for chunk in body_chunks(request)
    )
    lines = [f"{request.method} /{path} HTTP/1.1", f"Host: {host if scheme else rest}"]
    lines += [f"{name}: {value}" for name, value in chunk_headers(request)]
    return "\n".join([*lines, "", body.replace("\r\n", "\n")]).rstrip("\n")


def body_text(request: Request) -> str | None:
    """Return a body that is text; None if it is a file, has parts, or is none."""
    body = request.body
    if isinstance(body, (JsonBody, TextBody)):
        return body.text
    return form_text(body) if isinstance(body, FormBody) else None


def form_text(body: FormBody) -> str:
    """Return the serialized form."""
    return urlencode(body.pairs)


def body_chunks(request: Request) -> tuple[Chunk, ...]:
    """Return any body in pieces of text and files."""
    if isinstance(request.body, MultipartBody):
        return multipart_chunks(request.body, request.media_type)[1]
    if isinstance(request.body, FileBody):
        return (FileChunk(request.body.name),)
    text = body_text(request)
    return () if text is None else (text,)


def chunk_headers(request: Request) -> tuple[tuple[str, str], ...]:
    """Return all headers for a body that is written in pieces."""
    if isinstance(request.body, MultipartBody):
        kind = multipart_chunks(request.body, request.media_type)[0]
        return (*request.sent_headers, ("Content-Type", kind))
    return request.all_headers


def has_plain_parts(request: Request) -> bool:
    """Return whether a form has text without a media type, and files, without further headers."""
    return (
        isinstance(request.body, MultipartBody)
        and request.is_plain_form
        and not any(p.headers or (p.content_type and not p.is_file) for p in request.body.parts)
    )


def has_simple_parts(request: Request) -> bool:
    """Return whether a form has no parts with further headers."""
    return (
        isinstance(request.body, MultipartBody)
        and request.is_plain_form
        and not any(part.headers for part in request.body.parts)
    )


def c_string(text: str) -> str:
    """Return *text* as a string that JSON, Python, JavaScript, Java, Go, C# and Dart read."""
    plain = json.dumps(text, ensure_ascii=False)
    return _INVISIBLE.sub(lambda match: f"\\u{ord(match[0]):04x}", plain)


def dollar_string(text: str) -> str:
    """Return *text* as a string of Kotlin or Dart, where ``$`` starts a variable."""
    escaped = re.sub(r"\\(\\|f)", lambda m: m[0] if m[1] == "\\" else "\\u000c", c_string(text))
    return escaped.replace("$", "\\$")


def braced_string(text: str) -> str:
    """Return *text* as a string of Swift or Rust, whose escapes have braces."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    shown = (
        escapes.get(c) or (c if c.isprintable() and c != "\ufeff" else f"\\u{{{ord(c):x}}}")
        for c in text
    )
    return '"' + "".join(shown) + '"'


def rust_string(text: str) -> str:
    """Return *text* as a string of Rust, a raw one if that is easier to read."""
    if '"' in text and '"#' not in text and _is_shown(text):
        return f'r#"{text}"#'
    return braced_string(text)


def go_string(text: str) -> str:
    """Return *text* as a string of Go, a raw one if it has several lines."""
    return f"`{text}`" if "\n" in text and "`" not in text and _is_shown(text) else c_string(text)


def php_string(text: str) -> str:
    """Return *text* as a string of PHP."""
    return _single_quoted(text) if _is_shown(text) else _double_quoted(text, "$")


def ruby_string(text: str) -> str:
    """Return *text* as a string of Ruby."""
    return _single_quoted(text) if _is_shown(text) else _double_quoted(text, "#")


def shell_string(text: str) -> str:
    """Return *text* as one word of a shell: of any, or of Bash if it has control characters."""
    if not _SHELL_CONTROL.search(text):
        return "'" + text.replace("'", "'\\''") + "'"
    plain = text.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + _SHELL_CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", plain) + "'"


def powershell_string(text: str) -> str:
    """Return *text* as a string of PowerShell, which takes curved quotes for straight ones."""
    if _is_shown(text):
        return "'" + re.sub("(['\u2018-\u201b])", r"\1\1", text) + "'"
    plain = re.sub('([`$"\u201c-\u201e])', r"`\1", text)
    return '"' + _CONTROL.sub(lambda match: f"`u{{{ord(match[0]):x}}}", plain) + '"'


def commented(text: str, mark: str) -> str:
    """Return *text* as comment lines; no character in it ends a comment early."""
    lines = re.split("\r\n|[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", text)
    return "\n".join(f"{mark} {_INVISIBLE.sub(' ', line)}".rstrip() for line in lines)


def python_literal(value: object, indent: str = "") -> str:
    """Return a JSON value as Python source, laid out over lines."""
    return _literal(value, indent, "    ", repr)


def json_source(value: object, indent: str = "") -> str:
    """Return a JSON value as JavaScript source, laid out over lines."""
    return _literal(value, indent, "  ", json.dumps)


def _literal(value: object, indent: str, step: str, scalar: Callable[[object], str]) -> str:
    inner = indent + step
    if isinstance(value, dict) and value:
        rows = [
            f"{inner}{c_string(str(key))}: {_literal(item, inner, step, scalar)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        rows = [inner + _literal(item, inner, step, scalar) for item in value]
        return "[\n" + ",\n".join(rows) + f"\n{indent}]"
    return c_string(value) if isinstance(value, str) else scalar(value)


def _is_shown(text: str) -> bool:
    """Return whether *text* can be written to a page without escapes."""
    return not _CONTROL.search(text)


def _single_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _double_quoted(text: str, mark: str) -> str:
    plain = re.sub(rf'([\\"{mark}])', r"\\\1", text)
    plain = plain.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t")
    return '"' + _CONTROL.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", plain) + '"'
