"""Requests in Go."""

from __future__ import annotations

from sphinx_docsnav.openapi.content.requests.multipart_text import part_headers
from sphinx_docsnav.openapi.content.requests.request import (
    FileBody,
    FormBody,
    MultipartBody,
    Request,
)
from sphinx_docsnav.openapi.content.samples.http_text import (
    body_chunks,
    body_text,
    chunk_headers,
    has_simple_parts,
)
from sphinx_docsnav.openapi.content.samples.string_literals import c_string, go_string

_BASE = ("fmt", "io", "net/http")


def go(request: Request) -> str:
    """Return Go with net/http."""
    body, headers = request.body, chunk_headers(request)
    text = body_text(request)
    imports: list[str] = []
    setup: list[str] = []
    after: list[str] = []
    given = "nil"
    if isinstance(body, MultipartBody) and has_simple_parts(request):
        imports, setup = _form(body)
        headers, given = request.sent_headers, "&body"
        after = ['req.Header.Add("Content-Type", form.FormDataContentType())']
    elif isinstance(body, FormBody):
        imports, given = ["net/url", "strings"], "strings.NewReader(form.Encode())"
        setup = ["form := url.Values{}"]
        setup += [f"form.Add({c_string(n)}, {c_string(v)})" for n, v in body.pairs]
    elif isinstance(body, FileBody):
        imports, given = ["os"], "body"
        setup = [f"body, _ := os.Open({c_string(body.name)})"]
    elif text:
        imports, given = ["strings"], "body"
        setup = [f"body := strings.NewReader({go_string(text)})"]
    elif body is not None and text is None:
        imports, setup, given = ["bytes"], ["var body bytes.Buffer"], "&body"
        for number, chunk in enumerate(body_chunks(request)):
            if isinstance(chunk, str):
                setup.append(f"body.WriteString({c_string(chunk)})")
            else:
                imports.append("os")
                setup.append(f"file{number}, _ := os.ReadFile({c_string(chunk.name)})")
                setup.append(f"body.Write(file{number})")
    new = f"http.NewRequest({c_string(request.method)}, {c_string(request.url)}, {given})"
    setup += [f"req, _ := {new}"]
    setup += [f"req.Header.Add({c_string(name)}, {c_string(value)})" for name, value in headers]
    return _program(imports, [*setup, *after])


def _form(body: MultipartBody) -> tuple[list[str], list[str]]:
    """Return imports and lines that make a form; a part with a media type has its own headers."""
    imports = ["bytes", "mime/multipart"]
    setup = ["var body bytes.Buffer", "form := multipart.NewWriter(&body)"]
    for number, part in enumerate(body.parts):
        if not part.is_file and not part.content_type:
            setup.append(f"form.WriteField({c_string(part.name)}, {c_string(part.value)})")
            continue
        made = f"CreateFormFile({c_string(part.name)}, {c_string(part.value)})"
        if part.content_type:
            imports.append("net/textproto")
            rows = "".join(
                f"\t\t{c_string(name)}: {{{c_string(value)}}},\n"
                for name, value in part_headers(part)
            )
            made = f"CreatePart(textproto.MIMEHeader{{\n{rows}\t}})"
        setup.append(f"part{number}, _ := form.{made}")
        if part.is_file:
            imports.append("os")
            setup.append(f"file{number}, _ := os.Open({c_string(part.value)})")
            setup.append(f"io.Copy(part{number}, file{number})")
        else:
            setup.append(f"io.WriteString(part{number}, {go_string(part.value)})")
    return imports, [*setup, "form.Close()"]


def _program(imports: list[str], setup: list[str]) -> str:
    listed = "\n".join(f'\t"{name}"' for name in sorted({*imports, *_BASE}))
    steps = [
        *setup,
        "",
        "res, _ := http.DefaultClient.Do(req)",
        "defer res.Body.Close()",
        "text, _ := io.ReadAll(res.Body)",
        "fmt.Println(string(text))",
    ]
    inside = "\n".join(f"\t{step}" if step else "" for step in steps)
    return f"package main\n\nimport (\n{listed}\n)\n\nfunc main() {{\n{inside}\n}}"
