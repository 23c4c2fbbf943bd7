"""Parts of request samples: bodies and headers as text, and string literals of each language.

Every literal escapes what its language would interpret, so a specification cannot insert code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import urlencode

from sphinx_docsnav.openapi.content.request import (
    Chunk,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Request,
    TextBody,
    split_multipart,
)

_INVISIBLE = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Characters that break lines, change the direction of text, or are refused by some compiler."""

_CONTROL = re.compile(f"[\x00-\x08\x0b-\x1f]|{_INVISIBLE.pattern}")
"""Control characters except tab and line feed, and invisible characters."""

_SHELL_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
"""Control characters that a word in single quotes should not contain."""


def write_http(request: Request) -> str:
    """Return a request as the text of an HTTP message; contents of files are placeholders."""
    scheme, _, rest = request.url.rpartition("://")
    host, slash, path = rest.partition("/")
    # A URL without a path may still have a query: https://example.com?page=1.
    if not slash:
        host, mark, path = rest.partition("?")
        path = mark + path
    body = "".join(
        chunk if isinstance(chunk, str) else f"(content of {chunk.name!r})"
        for chunk in split_body(request)
    )
    lines = [f"{request.method} /{path} HTTP/1.1", f"Host: {host if scheme else rest}"]
    lines += [f"{name}: {value}" for name, value in list_headers(request)]
    return "\n".join([*lines, "", body.replace("\r\n", "\n")]).rstrip("\n")


def find_body_text(request: Request) -> str | None:
    """Return the body if it is text; ``None`` for files, multipart bodies and no body."""
    body = request.body
    if isinstance(body, (JsonBody, TextBody)):
        return body.text
    return urlencode(body.pairs) if isinstance(body, FormBody) else None


def split_body(request: Request) -> tuple[Chunk, ...]:
    """Return a body in pieces: texts and files in the order in which they are sent."""
    if isinstance(request.body, MultipartBody):
        return split_multipart(request.body, request.media_type)[1]
    if isinstance(request.body, FileBody):
        return (request.body,)
    text = find_body_text(request)
    return () if text is None else (text,)


def write_pieces(
    request: Request, quote: Callable[[str], str], text_form: str, file_form: str
) -> list[str]:
    """Return an expression of the language for each piece of a body, in order.

    :param quote: returns a text as a literal of the language.
    :param text_form: the expression for a text, with ``{}`` for the literal.
    :param file_form: the expression for the content of a file, with ``{}`` for its name.
    """
    return [
        text_form.format(quote(chunk))
        if isinstance(chunk, str)
        else file_form.format(quote(chunk.name))
        for chunk in split_body(request)
    ]


def list_headers(request: Request) -> tuple[tuple[str, str], ...]:
    """Return all headers; that of a multipart body has the boundary that `split_body` uses."""
    if isinstance(request.body, MultipartBody):
        content_type = split_multipart(request.body, request.media_type)[0]
        return (*request.sent_headers, ("Content-Type", content_type))
    return request.all_headers


def has_plain_parts(request: Request) -> bool:
    """Return whether a form has only files, and texts without a media type.

    No part may have headers of its own.
    """
    return (
        isinstance(request.body, MultipartBody)
        and request.is_plain_form
        and not any(p.headers or (p.content_type and not p.is_file) for p in request.body.parts)
    )


def has_simple_parts(request: Request) -> bool:
    """Return whether the body is a form whose parts have no headers of their own."""
    return (
        isinstance(request.body, MultipartBody)
        and request.is_plain_form
        and not any(part.headers for part in request.body.parts)
    )


def quote_c(text: str) -> str:
    """Return a string literal for JSON, Python, JavaScript, Java, Go and C#."""
    plain = json.dumps(text, ensure_ascii=False)
    # JSON leaves these unescaped, but some of the languages end a line at them.
    return _INVISIBLE.sub(lambda match: f"\\u{ord(match[0]):04x}", plain)


def quote_dollar(text: str) -> str:
    """Return a string literal for Kotlin or Dart, where ``$`` starts an expression."""
    # Kotlin has no escape \f; a backslash that is escaped itself stays.
    escaped = re.sub(r"\\(\\|f)", lambda m: m[0] if m[1] == "\\" else "\\u000c", quote_c(text))
    return escaped.replace("$", "\\$")


def quote_braced(text: str) -> str:
    r"""Return a string literal for Swift or Rust, which write code points as ``\u{7f}``."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    characters = (
        escapes.get(c) or (c if c.isprintable() and c != "\ufeff" else f"\\u{{{ord(c):x}}}")
        for c in text
    )
    return '"' + "".join(characters) + '"'


def quote_rust(text: str) -> str:
    """Return a string literal for Rust, a raw one if that needs fewer escapes."""
    if '"' in text and '"#' not in text and _needs_no_escapes(text):
        return f'r#"{text}"#'
    return quote_braced(text)


def quote_go(text: str) -> str:
    """Return a string literal for Go, a raw one for several lines."""
    return (
        f"`{text}`"
        if "\n" in text and "`" not in text and _needs_no_escapes(text)
        else quote_c(text)
    )


def quote_php(text: str) -> str:
    """Return a string literal for PHP."""
    return _quote_single(text) if _needs_no_escapes(text) else _quote_double(text, "$")


def quote_ruby(text: str) -> str:
    """Return a string literal for Ruby."""
    return _quote_single(text) if _needs_no_escapes(text) else _quote_double(text, "#")


def quote_shell(text: str) -> str:
    """Return one word of a POSIX shell, or of Bash if the text has control characters."""
    if not _SHELL_CONTROL.search(text):
        # A single quote cannot be escaped inside of single quotes: end them, write it, start again.
        return "'" + text.replace("'", "'\\''") + "'"
    plain = text.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + _SHELL_CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", plain) + "'"


def quote_powershell(text: str) -> str:
    """Return a string literal for PowerShell, which treats curved quotes like straight ones."""
    if _needs_no_escapes(text):
        return "'" + re.sub("(['\u2018-\u201b])", r"\1\1", text) + "'"
    plain = re.sub('([`$"\u201c-\u201e])', r"`\1", text)
    return '"' + _CONTROL.sub(lambda match: f"`u{{{ord(match[0]):x}}}", plain) + '"'


def write_comment(text: str, mark: str) -> str:
    """Return a text as comment lines that start with *mark*; no character ends a comment early."""
    lines = re.split("\r\n|[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", text)
    return "\n".join(f"{mark} {_INVISIBLE.sub(' ', line)}".rstrip() for line in lines)


def write_literal(
    value: object, step: str, scalar: Callable[[object], str], indent: str = ""
) -> str:
    """Return a JSON value as Python or JavaScript source over several lines.

    :param step: the additional indentation of each level.
    :param scalar: writes values other than text, lists and objects.
    :param indent: what the lines of the value are indented by.
    """
    inner = indent + step
    if isinstance(value, dict) and value:
        rows = [
            f"{inner}{quote_c(str(key))}: {write_literal(item, step, scalar, inner)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        rows = [inner + write_literal(item, step, scalar, inner) for item in value]
        return "[\n" + ",\n".join(rows) + f"\n{indent}]"
    return quote_c(value) if isinstance(value, str) else scalar(value)


def _needs_no_escapes(text: str) -> bool:
    """Return whether a literal can contain a text unchanged."""
    return not _CONTROL.search(text)


def _quote_single(text: str) -> str:
    """Return a literal in single quotes for PHP or Ruby."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _quote_double(text: str, mark: str) -> str:
    """Return a literal in double quotes for PHP or Ruby; *mark* starts expressions in it."""
    plain = re.sub(rf'([\\"{mark}])', r"\\\1", text)
    plain = plain.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t")
    return '"' + _CONTROL.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", plain) + '"'
