"""Requests for compiled languages."""

from __future__ import annotations

from collections.abc import Callable

from sphinx_docsnav.openapi.content.request import Request
from sphinx_docsnav.openapi.content.scripts import quoted


def _body(request: Request, quote: Callable[[str], str] = quoted) -> str:
    """Return the body as a string literal; of a form its fields in one line."""
    if request.form:
        return quote("&".join(f"{name}={value}" for name, value, _ in request.form))
    return quote(f"@{request.file}" if request.file else request.body)


def _has_body(request: Request) -> bool:
    return bool(request.body or request.form or request.file)


def go(request: Request) -> str:
    """Return Go with net/http."""
    body, imports = "nil", ["fmt", "io", "net/http"]
    setup = []
    if request.file:
        imports.append("os")
        setup = [f"body, _ := os.Open({quoted(request.file)})"]
        body = "body"
    elif request.form:
        return _go_form(request)
    elif request.body:
        imports.append("strings")
        raw = "`" not in request.body and "\r" not in request.body
        text = f"`{request.body}`" if raw else quoted(request.body)
        setup, body = [f"body := strings.NewReader({text})"], "body"
    arguments = f"{quoted(request.method)}, {quoted(request.url)}, {body}"
    setup.append(f"req, _ := http.NewRequest({arguments})")
    return _go_program(imports, setup, request)


def _go_form(request: Request) -> str:
    setup = ["var body bytes.Buffer", "form := multipart.NewWriter(&body)"]
    imports = ["bytes", "fmt", "io", "mime/multipart", "net/http"]
    for name, value, is_file in request.form:
        if is_file:
            imports.append("os")
            setup += [
                f"file, _ := os.Open({quoted(value)})",
                f"part, _ := form.CreateFormFile({quoted(name)}, {quoted(value)})",
                "io.Copy(part, file)",
            ]
        else:
            setup.append(f"form.WriteField({quoted(name)}, {quoted(value)})")
    setup += [
        "form.Close()",
        f"req, _ := http.NewRequest({quoted(request.method)}, {quoted(request.url)}, &body)",
        'req.Header.Add("Content-Type", form.FormDataContentType())',
    ]
    return _go_program(imports, setup, request)


def _go_program(imports: list[str], setup: list[str], request: Request) -> str:
    listed = "\n".join(f'\t"{name}"' for name in sorted(set(imports)))
    steps = [
        *setup,
        *(f"req.Header.Add({quoted(name)}, {quoted(value)})" for name, value in request.headers),
        "",
        "res, _ := http.DefaultClient.Do(req)",
        "defer res.Body.Close()",
        "text, _ := io.ReadAll(res.Body)",
        "fmt.Println(string(text))",
    ]
    inside = "\n".join(f"\t{step}" if step else "" for step in steps)
    return f"package main\n\nimport (\n{listed}\n)\n\nfunc main() {{\n{inside}\n}}"


def java(request: Request) -> str:
    """Return Java with java.net.http."""
    publisher = "noBody()"
    if request.file:
        publisher = f"ofFile(Path.of({quoted(request.file)}))"
    elif _has_body(request):
        publisher = f"ofString({_body(request)})"
    headers = "".join(f"\n    .header({quoted(n)}, {quoted(v)})" for n, v in request.headers)
    return (
        "HttpRequest request = HttpRequest.newBuilder()\n"
        f"    .uri(URI.create({quoted(request.url)})){headers}\n"
        f"    .method({quoted(request.method)}, HttpRequest.BodyPublishers.{publisher})\n"
        "    .build();\n"
        "HttpResponse<String> response = HttpClient.newHttpClient()\n"
        "    .send(request, HttpResponse.BodyHandlers.ofString());\n"
        "System.out.println(response.body());"
    )


def kotlin(request: Request) -> str:
    """Return Kotlin with java.net.http."""
    publisher = "noBody()"
    if _has_body(request):
        publisher = f"ofString({_body(request, _dollar)})"
    headers = "".join(f"\n    .header({_dollar(n)}, {_dollar(v)})" for n, v in request.headers)
    return (
        "val request = HttpRequest.newBuilder()\n"
        f"    .uri(URI.create({_dollar(request.url)})){headers}\n"
        f"    .method({_dollar(request.method)}, HttpRequest.BodyPublishers.{publisher})\n"
        "    .build()\n"
        "val response = HttpClient.newHttpClient()\n"
        "    .send(request, HttpResponse.BodyHandlers.ofString())\n"
        "println(response.body())"
    )


def _dollar(text: str) -> str:
    """Return a string literal for languages in which ``$`` starts a variable."""
    return quoted(text).replace("$", "\\$")


def csharp(request: Request) -> str:
    """Return C# with HttpClient."""
    method = f"new HttpMethod({quoted(request.method)})"
    lines = [
        "using var client = new HttpClient();",
        f"using var request = new HttpRequestMessage({method}, {quoted(request.url)});",
    ]
    kind = dict(request.headers).get("Content-Type", "")
    lines += [
        f"request.Headers.TryAddWithoutValidation({quoted(name)}, {quoted(value)});"
        for name, value in request.headers
        if name != "Content-Type"
    ]
    if request.form:
        lines.append("var form = new MultipartFormDataContent();")
        lines += [
            f"form.Add(new StreamContent(File.OpenRead({quoted(v)})), {quoted(n)}, {quoted(v)});"
            if is_file
            else f"form.Add(new StringContent({quoted(v)}), {quoted(n)});"
            for n, v, is_file in request.form
        ]
        lines.append("request.Content = form;")
    elif request.file:
        lines.append(f"request.Content = new StreamContent(File.OpenRead({quoted(request.file)}));")
    elif request.body:
        media = quoted(kind.partition(";")[0])
        lines.append(
            f"request.Content = new StringContent({quoted(request.body)}, Encoding.UTF8, {media});"
        )
    return "\n".join(
        [
            *lines,
            "using var response = await client.SendAsync(request);",
            "Console.WriteLine(await response.Content.ReadAsStringAsync());",
        ]
    )


def swift(request: Request) -> str:
    """Return Swift with URLSession."""
    lines = [
        "import Foundation",
        "",
        f"var request = URLRequest(url: URL(string: {_swift(request.url)})!)",
        f"request.httpMethod = {_swift(request.method)}",
    ]
    lines += [
        f"request.setValue({_swift(value)}, forHTTPHeaderField: {_swift(name)})"
        for name, value in request.headers
    ]
    if request.file:
        file = f"URL(fileURLWithPath: {_swift(request.file)})"
        lines.append(f"request.httpBody = try Data(contentsOf: {file})")
    elif _has_body(request):
        lines.append(f"request.httpBody = Data({_body(request, _swift)}.utf8)")
    return "\n".join(
        [
            *lines,
            "",
            "let (data, _) = try await URLSession.shared.data(for: request)",
            "print(String(decoding: data, as: UTF8.self))",
        ]
    )


def _swift(text: str) -> str:
    """Return a Swift string literal; the escapes of Swift are braced."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    shown = "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in plain)
    return f'"{shown}"'


def rust(request: Request) -> str:
    """Return Rust with reqwest."""
    method = f"reqwest::Method::from_bytes(b{_rust(request.method)})?"
    steps = [f".header({_rust(name)}, {_rust(value)})" for name, value in request.headers]
    if request.form:
        parts = "".join(
            f"\n            .file({_rust(n)}, {_rust(v)}).await?"
            if is_file
            else f"\n            .text({_rust(n)}, {_rust(v)})"
            for n, v, is_file in request.form
        )
        steps.append(f".multipart(reqwest::multipart::Form::new(){parts})")
    elif request.file:
        steps.append(f".body(std::fs::read({_rust(request.file)})?)")
    elif request.body:
        steps.append(f".body({_rust(request.body)})")
    chain = "".join(f"\n        {step}" for step in [*steps, ".send()", ".await?"])
    return (
        "#[tokio::main]\nasync fn main() -> Result<(), Box<dyn std::error::Error>> {\n"
        "    let response = reqwest::Client::new()\n"
        f"        .request({method}, {_rust(request.url)})"
        f'{chain};\n    println!("{{}}", response.text().await?);\n    Ok(())\n}}'
    )


def _rust(text: str) -> str:
    """Return a Rust string literal, a raw one where that is easier to read."""
    if '"' in text and '"#' not in text and text.isprintable() is False and "\r" not in text:
        return f'r#"{text}"#'
    return _swift(text)


def dart(request: Request) -> str:
    """Return Dart with the http package."""
    kind = "MultipartRequest" if request.form else "Request"
    uri = f"Uri.parse({_dollar(request.url)})"
    lines = [
        "import 'package:http/http.dart' as http;",
        "",
        "void main() async {",
        f"  final request = http.{kind}({_dollar(request.method)}, {uri});",
    ]
    lines += [f"  request.headers[{_dollar(n)}] = {_dollar(v)};" for n, v in request.headers]
    for name, value, is_file in request.form:
        if is_file:
            part = f"await http.MultipartFile.fromPath({_dollar(name)}, {_dollar(value)})"
            lines.append(f"  request.files.add({part});")
        else:
            lines.append(f"  request.fields[{_dollar(name)}] = {_dollar(value)};")
    if not request.form and _has_body(request):
        lines.append(f"  request.body = {_body(request, _dollar)};")
    return "\n".join(
        [
            *lines,
            "  final response = await http.Response.fromStream(await request.send());",
            "  print(response.body);",
            "}",
        ]
    )
