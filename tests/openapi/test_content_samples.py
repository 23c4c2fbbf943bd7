"""Requests in every language: what is sent, and that its text is of that language."""

from __future__ import annotations

import ast
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from openapi.page_text import find, make_nodes, page_text
from openapi.specs import load, spec, write

from sphinx_docsnav.data_files.json_values import Keys
from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.field_list import make_facts_node
from sphinx_docsnav.openapi import Content, SampleSettings, read_operation
from sphinx_docsnav.openapi.content.page_values import translate_text
from sphinx_docsnav.openapi.content.postman import make_postman_collection
from sphinx_docsnav.openapi.content.request import (
    URLENCODED,
    FileBody,
    FormBody,
    FormPart,
    JsonBody,
    MultipartBody,
    Request,
    TextBody,
)
from sphinx_docsnav.openapi.content.request_form import (
    _find_difference,
    list_sample_choices,
    make_request_form,
)
from sphinx_docsnav.openapi.content.sample_requests import LANGUAGES, find_language, write_samples
from sphinx_docsnav.openapi.content.schema_phrases import make_choice_fact

TRICKY = 'it\'s "q" \\ $x ${y} #{z} `t` %d\n\ttab é \u2028 </script>'
ADDRESS = "https://example.com/a"
QUERY = (("b", "c"),)
POST = Request("POST", ADDRESS, QUERY)
REQUESTS = {
    "none": replace(POST, method="GET"),
    "head": replace(POST, method="HEAD"),
    "json": replace(
        POST,
        headers=(("X-T", "v"),),
        body=JsonBody('{\n  "a": [1, true, null, "x"]\n}'),
        media_type="application/json",
    ),
    "text": replace(POST, body=TextBody(TRICKY), media_type="text/plain"),
    "form": replace(POST, body=FormBody((("a b", TRICKY), ("a b", "2"))), media_type=URLENCODED),
    "parts": replace(
        POST,
        body=MultipartBody((FormPart("note", TRICKY), FormPart("cover", "file", is_file=True))),
        media_type="multipart/form-data",
    ),
    "mixed": replace(
        POST, body=MultipartBody((FormPart("", TRICKY),)), media_type="multipart/mixed"
    ),
    "file": replace(POST, body=FileBody("file"), media_type="image/png"),
}


def _content(root: Path, operation: dict[str, object], **fields: object) -> Content:
    value = {"responses": {}, **operation}
    item = {"parameters": [{"name": "id", "in": "path"}], "post": value}
    write(root, openapi=spec({"/a/{id}": item}, **fields))
    wanted = SampleSettings(("curl", "http", "no"))
    return read_operation(find(root, "post /a/{id}"), _refuse, samples=wanted)


def _refuse(message: str, _place: object) -> None:
    raise AssertionError(message)


def test_the_form_offers_the_values_of_an_enum_if_the_page_has_all(tmp_path: Path) -> None:
    kind = {"name": "kind", "in": "query", "schema": {"enum": ["a", "b"]}}
    content = _content(tmp_path, {"parameters": [kind]})
    *others, parameter = content.parameters

    def options(more: int) -> object:
        view = replace(parameter.view, facts=(make_choice_fact(("a", "b"), more),))
        shown = replace(content, parameters=(*others, replace(parameter, view=view)))
        fields = make_request_form(shown)["fields"]
        assert isinstance(fields, list)
        return fields[-1].get("options")

    assert [options(0), options(1)] == [["a", "b"], None]


def test_the_form_has_the_fields_of_a_query_string(tmp_path: Path) -> None:
    fields = {URLENCODED: {"schema": {"properties": {"a": {"type": "string"}}}}}
    content = _content(
        tmp_path, {"parameters": [{"name": "q", "in": "querystring", "content": fields}]}
    )
    shown = make_request_form(content)["fields"]
    assert isinstance(shown, list)
    assert [row["name"] for row in shown[-1]["rows"]] == ["a"]
    assert shown[-1]["media"] == "form"


def test_the_form_names_headers_that_browsers_do_not_send(tmp_path: Path) -> None:
    names = ("Host", "Sec-Purpose", "X-A")
    headers = [{"name": name, "in": "header"} for name in names]
    form = make_request_form(_content(tmp_path, {"parameters": headers}))
    assert form["blocked"] == ["Host", "Sec-Purpose"]


@pytest.mark.parametrize(
    "texts", [("a=1", "a=2&b"), ("a=2&b", "a=1"), ("\U0001f600a", "\U0001f600b")]
)
def test_the_difference_of_two_texts_makes_the_second_of_the_first(texts: tuple[str, str]) -> None:
    text, other = (each.encode("utf-16-le") for each in texts)
    start, end, replacement = _find_difference(*texts)
    assert text[: 2 * start] + replacement.encode("utf-16-le") + text[2 * end :] == other


def test_a_parameter_without_a_schema_has_no_hidden_fields(tmp_path: Path) -> None:
    (parameter,) = _content(tmp_path, {}).parameters
    assert parameter.view.hidden_count == 0


def test_a_form_in_a_parameter_is_sent_as_text(tmp_path: Path) -> None:
    q = {"name": "q", "in": "query", "content": {URLENCODED: {"example": "a=b"}}}
    fields = make_request_form(_content(tmp_path, {"parameters": [q]}))["fields"]
    assert isinstance(fields, list)
    assert fields[-1]["media"] == "text"


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
@pytest.mark.parametrize("name", LANGUAGES)
def test_every_language_says_method_address_and_headers(name: str, request_: Request) -> None:
    code = LANGUAGES[name].write(request_)
    assert "example.com" in code
    assert "a?b=c" in code
    assert request_.method.lower() in code.lower() or request_.method == "HEAD"
    assert all(header in code for header, _ in request_.headers if header != "Content-Type")
    parts = request_.body.parts if isinstance(request_.body, MultipartBody) else ()
    assert all(part.name in code for part in parts)


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_python_samples_are_python(request_: Request) -> None:
    tree = ast.parse(LANGUAGES["python"].write(request_))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert request_.url in texts
    assert not isinstance(request_.body, TextBody) or request_.body.text in texts


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_curl_samples_are_one_shell_command(request_: Request) -> None:
    shell = shutil.which("sh")
    assert shell is not None
    script = f"curl() {{ printf '%s\\036' \"$@\"; }}\n{LANGUAGES['curl'].write(request_)}"
    done = subprocess.run([shell, "-c", script], capture_output=True, check=True)
    words = done.stdout.decode().split("\036")
    head = ["--head"] if request_.method == "HEAD" else ["--request", request_.method]
    assert words[: len(head) + 2] == [*head, "--url", request_.url]
    assert not isinstance(request_.body, TextBody) or words[-2] == request_.body.text


@pytest.mark.parametrize(
    ("name", "label"),
    [("bash", "cURL"), ("JS", "JavaScript"), ("c#", "C#"), ("golang", "Go"), ("node", "Node.js")],
)
def test_languages_are_known_by_the_names_that_sites_use(name: str, label: str) -> None:
    language = find_language(name)
    assert language is not None
    assert language.label == label


def test_a_language_named_twice_is_written_once_and_an_unknown_one_not_at_all() -> None:
    samples = write_samples(REQUESTS["none"], ("curl", "bash", "klingon", "python"))
    assert [sample.label for sample in samples] == ["cURL", "Python"]


def _shown(
    root: Path, own: list[dict[str, str]], *, generated: bool = True
) -> list[tuple[str, str, str]]:
    operation = {"x-codeSamples": own, "responses": {}}
    write(root, openapi=spec({"/a": {"get": operation}}))
    settings = SampleSettings(("curl", "python"), generated=generated)
    samples = read_operation(find(root, "get /a"), _refuse, samples=settings).samples
    return [(s.label, s.title, s.code.partition("\n")[0][:11]) for s in samples]


def test_a_sample_without_source_is_reported_and_does_not_replace_a_generated_one(
    tmp_path: Path,
) -> None:
    own = [{"lang": "Python"}, {"lang": "C#", "source": "\r\n"}, {"lang": "Go", "source": "a"}]
    write(tmp_path, openapi=spec({"/a": {"get": {"x-codeSamples": own, "responses": {}}}}))
    settings = SampleSettings(("curl", "python"))
    problems: list[tuple[Keys, str]] = []
    content = read_operation(
        find(tmp_path, "get /a"),
        lambda message, located: problems.append((located.keys, message)),
        samples=settings,
    )
    assert [sample.label for sample in content.samples] == ["Go", "cURL", "Python"]
    place = ("paths", "/a", "get", "x-codeSamples")
    message = "sample without 'source'; left out"
    assert problems == [((*place, "0"), message), ((*place, "1"), message)]


def test_samples_of_the_author_are_told_apart_by_language_and_keep_their_labels(
    tmp_path: Path,
) -> None:
    label = "Get file"
    own = [
        {"lang": "curl", "label": label, "source": "a"},
        {"lang": "Python", "label": label, "source": "b"},
        {"lang": "dotnet", "label": "C#", "source": "c"},
        {"lang": "python", "label": "All files", "source": "d"},
        {"lang": "shell", "label": "CLI", "source": "run\n"},
        {"lang": "bash", "label": "cURL", "source": "curl x"},
        {"label": "Elixir", "source": "e"},
    ]
    assert _shown(tmp_path, own) == [
        ("cURL", label, "a"),
        ("cURL", "", "curl x"),
        ("Python", label, "b"),
        ("Python", "All files", "d"),
        ("C#", "", "c"),
        ("Shell", "CLI", "run"),
        ("Elixir", "", "e"),
    ]


def test_samples_are_generated_in_the_languages_that_the_author_left_out(tmp_path: Path) -> None:
    own = [{"lang": "bash", "label": "CLI", "source": "run"}, {"lang": "python", "source": "x"}]
    mine = [("Shell", "CLI", "run"), ("Python", "", "x")]
    assert _shown(tmp_path, own) == [*mine, ("cURL", "", "curl --requ")]
    assert _shown(tmp_path, own, generated=False) == mine
    assert _shown(tmp_path, [], generated=False) == []


def test_samples_have_what_is_required_or_every_parameter_as_the_site_says(
    tmp_path: Path,
) -> None:
    properties = {"a": {"type": "string"}, "b": {"type": "integer"}}
    schema = {"type": "object", "required": ["a"], "properties": properties}
    operation = {
        "parameters": [
            {"name": "n", "in": "query", "schema": {"type": "string"}},
            {"name": "l", "in": "query", "example": 1},
            {"name": "r", "in": "query", "required": True, "example": 2},
        ],
        "requestBody": {"content": {"application/json": {"schema": schema}}},
    }
    write(tmp_path, openapi=spec({"/a": {"post": operation}}))

    def sent(defaults: str) -> tuple[str, bool]:
        settings = SampleSettings(("http",), defaults=defaults)
        content = read_operation(find(tmp_path, "post /a"), _refuse, samples=settings)
        line, _, rest = content.samples[0].code.partition(" HTTP/1.1")
        return line.partition("?")[2], '"b"' in rest

    assert sent("") == ("l=1&r=2", True)
    assert sent("all") == ("n=string&l=1&r=2", True)
    assert sent("required") == ("r=2", False)


def test_a_form_that_is_not_filled_in_has_no_values(tmp_path: Path) -> None:
    operation: dict[str, object] = {
        "parameters": [{"name": "l", "in": "query", "example": 1}],
        "requestBody": {"content": {URLENCODED: {"example": {"a": "b"}}}},
    }
    form = make_request_form(_content(tmp_path, operation), prefill=False)
    assert "b" not in [value for value in _texts(form) if len(value) == 1 and value != "l"]
    fields = form["fields"]
    assert isinstance(fields, list)
    assert [(field["name"], field["text"], field["sent"]) for field in fields[1:]] == [
        ("l", "", False)
    ]


def _texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for key, item in value.items() for text in _texts(item) if key != "name"]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return [value] if isinstance(value, str) else []


def test_credentials_of_one_request_have_placeholders_of_their_own(tmp_path: Path) -> None:
    key = {"type": "apiKey", "in": "header", "name": "X-Key"}
    schemes = {"one": key, "two": {**key, "name": "X-App"}, "same": {**key, "name": "x-key"}}
    operation: dict[str, object] = {"security": [{"one": [], "two": [], "same": []}]}
    content = _content(tmp_path, operation, components={"securitySchemes": schemes})
    assert "--header 'X-Key: <api-key>'" in content.samples[0].code
    assert "--header 'X-App: <api-key-2>'" in content.samples[0].code
    assert list_sample_choices(content)["security"] == [
        {
            "label": "one + two + same",
            "fields": [["one", "header", "<api-key>"], ["two", "header", "<api-key-2>"]],
        }
    ]


def test_a_sample_in_an_unknown_language_has_no_colours(tmp_path: Path) -> None:
    own = [{"lang": "klingon", "source": "x"}, {"lang": "Elixir", "source": "y"}]
    operation = {"x-codeSamples": own, "description": "```klingon\nz\n```"}
    write(tmp_path, openapi=spec({"/a": {"get": operation}}))
    made, _ = make_nodes(find(tmp_path, "get /a"), samples=SampleSettings(generated=False))
    shown = [block for node in made for block in node.findall(nodes.literal_block)]
    assert {block.astext(): block["language"] for block in shown} == {
        "x": "text",
        "y": "elixir",
        "z": "text",
    }


def test_requests_have_colours_however_long_they_are(tmp_path: Path) -> None:
    long = "x" * 9_000
    own = [{"lang": "Python", "source": f"a = '{long}'"}, {"lang": "Elixir", "source": long}]
    content = {"application/json": {"examples": {name: {"value": long} for name in "ab"}}}
    operation = {"x-codeSamples": own, "responses": {"200": {"content": content}}}
    write(tmp_path, openapi=spec({"/a": {"get": operation}}))
    made, _ = make_nodes(find(tmp_path, "get /a"), samples=SampleSettings(generated=False))
    shown = [block for node in made for block in node.findall(nodes.literal_block)]
    assert [block["language"] for block in shown] == ["python", "elixir", "text", "text"]


def test_the_request_has_what_is_required_and_what_has_an_example(tmp_path: Path) -> None:
    content = _content(
        tmp_path,
        {
            "parameters": [
                {"name": "id", "in": "path", "example": "a/b"},
                {"name": "q", "in": "query", "required": True, "schema": {"type": "string"}},
                {"name": "n", "in": "query", "schema": {"type": "string"}},
                {"name": "l", "in": "query", "example": [1, 2]},
                {"name": "f", "in": "query", "style": "deepObject", "example": {"a": "b c"}},
                {"name": "X-A", "in": "header", "required": True, "example": 3},
                {"name": "s", "in": "cookie", "example": "t"},
            ],
            "security": [{"key": [], "token": []}, {"other": []}],
            "requestBody": {
                "content": {"application/x-www-form-urlencoded": {"example": {"a": "b c"}}}
            },
        },
        servers=[{"url": "https://{host}/v1/", "variables": {"host": {"default": "h.example"}}}],
        components={
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "query", "name": "k"},
                "token": {"type": "http", "scheme": "bearer"},
                "other": {"type": "apiKey", "in": "header", "name": "X-K"},
            }
        },
    )
    assert content.samples[1].code == (
        "POST /v1/a/a%2Fb?q=string&l=1&l=2&f%5Ba%5D=b%20c&k=<api-key> HTTP/1.1\n"
        "Host: h.example\n"
        "Authorization: Bearer <token>\n"
        "X-A: 3\n"
        "Cookie: s=t\n"
        "Content-Type: application/x-www-form-urlencoded\n\n"
        "a=b+c"
    )


def test_examples_of_a_parameter_replace_those_of_its_schema(tmp_path: Path) -> None:
    schema = {"type": "integer", "examples": [1]}
    parameters = [
        {"name": "a", "in": "query", "schema": schema},
        {"name": "b", "in": "query", "schema": schema, "example": 2},
    ]
    *_, first, second = _content(tmp_path, {"parameters": parameters}).parameters
    examples = [
        [fact.values for fact in parameter.view.facts if fact.kind == "example"]
        for parameter in (first, second)
    ]
    assert examples == [[("1",)], [("2",)]]


def test_security_schemes_are_found_by_their_names_and_uris(tmp_path: Path) -> None:
    uri = "#/components/securitySchemes/key"
    key = {"type": "apiKey", "in": "header", "name": "X-K"}
    content = _content(
        tmp_path,
        {"security": [{"key": []}, {uri: []}]},
        components={"securitySchemes": {"key": key}},
    )
    schemes = [scheme for requirement in content.security for scheme in requirement]
    assert [(scheme.name, scheme.field) for scheme in schemes] == [("key", "X-K"), (uri, "X-K")]


def test_a_list_in_xml_has_one_root_element(tmp_path: Path) -> None:
    tags = {"type": "array", "items": {"xml": {"name": "tag"}}}
    pets = {"type": "array", "items": {"xml": {"name": "pet"}, "properties": {"tags": tags}}}
    media = {"schema": pets, "example": [{"tags": ["a", "b"]}]}
    content = _content(tmp_path, {"requestBody": {"content": {"application/xml": media}}})
    xml = content.samples[1].code.partition("?>\n")[2]
    assert "".join(xml.split()) == "<root><pet><tag>a</tag><tag>b</tag></pet></root>"


def test_a_relative_server_stands_behind_a_made_up_host_in_samples_only(tmp_path: Path) -> None:
    content = _content(tmp_path, {"servers": [{"url": "/api"}]})
    assert content.servers[0].url == "/api"
    assert "https://api.example.com/api/a/{id}" in content.samples[0].code


def test_standard_headers_are_described_and_left_to_what_decides_them(tmp_path: Path) -> None:
    names = ("Accept", "Content-Type", "Authorization")
    content = _content(
        tmp_path,
        {
            "parameters": [
                {"name": name, "in": "header", "required": True, "description": f"On {name}."}
                for name in names
            ]
            + [{"name": "id", "in": "path"}],
            "security": [{"token": []}],
            "requestBody": {"content": {"text/plain": {"example": "x"}}},
        },
        components={"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    )
    headers = [p for p in content.parameters if p.location == "header"]
    assert [p.view.description for p in headers] == [f"On {name}." for name in names]
    assert [translate_text(p.view.facts[-1].label) for p in headers] == [
        "OpenAPI takes this header from the media types of the responses",
        "OpenAPI takes this header from the media type of the request body",
        "OpenAPI takes this header from the security schemes",
    ]
    assert "Content-Type: text/plain" in content.samples[1].code
    assert "Authorization: Bearer <token>" in content.samples[1].code
    assert content.samples[1].code.count("Content-Type") == 1


def test_what_a_path_says_of_its_operations_is_kept(tmp_path: Path) -> None:
    item = {"summary": "All of it.", "description": "More.", "get": {"description": "Own."}}
    write(tmp_path, openapi=spec({"/a": item}))
    content = read_operation(find(tmp_path, "get /a"), _refuse)
    assert (content.path_summary, content.description) == ("All of it.", "Own.\n\nMore.")


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        (
            {"name": "a b", "in": "header"},
            (
                "no header can have the name 'a b', so samples leave it out; use letters, "
                "digits and hyphens"
            ),
        ),
        (
            {"name": "q", "in": "query", "style": "simple"},
            "no query parameter has the style 'simple'; 'form' is used",
        ),
    ],
)
def test_a_parameter_that_cannot_be_sent_is_told(
    parameter: dict[str, str], message: str, tmp_path: Path
) -> None:
    write(tmp_path, openapi=spec({"/a": {"get": {"parameters": [parameter]}}}))
    told: list[str] = []
    read_operation(find(tmp_path, "get /a"), lambda text, _place: told.append(text))
    assert told == [message]


def test_literals_hold_control_characters_that_no_page_keeps() -> None:
    request = replace(POST, body=TextBody("a\r\n\u202eb"), media_type="text/plain")
    for name in set(LANGUAGES) - {"http"}:
        assert "\r" not in LANGUAGES[name].write(request), name


@pytest.mark.parametrize("language", ["ruby", "java", "kotlin", "swift"])
def test_placeholders_are_written_so_that_libraries_take_the_address(language: str) -> None:
    request = Request("GET", "https://a.example/p/{id}/{x-y}", (("key", "<api-key>"), ("b", "%7B")))
    (sample,) = write_samples(request, [language])
    assert "https://a.example/p/:id/:x-y?key=%3Capi-key%3E&b=%7B" in sample.code


def test_swift_shows_a_request_that_its_library_cannot_send_as_a_comment() -> None:
    request = Request("GET", "https://a.example/p", body=TextBody("a"), media_type="text/plain")
    (sample,) = write_samples(request, ["swift"])
    assert sample.code.startswith("// URLSession sends no body with GET; send this with another")
    assert all(line.startswith("//") for line in sample.code.splitlines())


def test_what_is_said_about_examples_parts_and_callbacks_is_on_the_page(tmp_path: Path) -> None:
    values = [f"value_{number}_of_a_long_list" for number in range(100)]
    operation = {
        "parameters": [
            {
                "name": "q",
                "in": "query",
                "examples": {
                    "few": {"summary": "A few", "description": "Not many.", "value": 3},
                    "plain": {"value": "plain"},
                },
            }
        ],
        "requestBody": {
            "content": {
                "multipart/form-data": {
                    "schema": {"type": "object", "properties": {"file": {"type": "string"}}},
                    "encoding": {
                        "file": {
                            "headers": {
                                "X-Sum": {
                                    "description": "The checksum.",
                                    "required": True,
                                    "schema": {"type": "string"},
                                }
                            }
                        }
                    },
                    "examples": {
                        "one": {"summary": "Only one", "description": "Told.", "value": {}}
                    },
                }
            }
        },
        "responses": {
            "200": {
                "description": "",
                "content": {
                    "application/json": {
                        "schema": {"type": "object", "properties": {"e": {"enum": values}}},
                        "examples": {
                            "ok": {"summary": "Fine", "description": "**Good**", "value": 1}
                        },
                    }
                },
            }
        },
        "callbacks": {
            "done": {"{$url}": {"post": {"summary": "It is done", "description": "Later."}}}
        },
    }
    write(tmp_path, openapi=spec({"/a": {"post": operation}}))
    text = page_text(find(tmp_path, "post /a"))
    for said in (
        "3: A few. Not many",
        "file: with headers X-Sum (string, required, The checksum)",
        "Fine",
        "Good",
        "It is done",
        "Later.",
    ):
        assert said in text, said
    assert "plain:" not in text


def test_values_that_fold_are_counted_with_those_that_are_left_out() -> None:
    facts = make_facts_node([make_choice_fact(("a" * 200, "b" * 200), 150)], EndpointTexts())
    assert facts["counts"] == {0: 152}


def test_a_collection_has_every_request_with_variables_for_server_and_credentials(
    tmp_path: Path,
) -> None:
    def sent(kind: str, **properties: object) -> dict[str, Any]:
        schema = {"type": "object", "properties": properties}
        return {"requestBody": {"content": {kind: {"schema": schema}}}}

    text, file = {"type": "string", "example": "a b"}, {"type": "string", "format": "binary"}
    path = {"in": "path", "name": "id", "required": True, "schema": {"type": "string"}}
    paths: dict[str, Any] = {
        "/pets/{id}": {
            "parameters": [path],
            "get": {"summary": "One", "tags": ["Pets"], "security": [{"q": []}]},
            "put": {"tags": ["Pets"], **sent("application/json", a=text)},
        },
        "/form": {"post": sent("application/x-www-form-urlencoded", a=text)},
        "/files": {"post": sent("multipart/form-data", a=text, f=file)},
        "/hidden": {"get": {"x-excluded": True}},
        "/else": {"servers": [{"url": "https://other.example"}], "get": {"security": []}},
    }
    schemes = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "q": {"type": "apiKey", "in": "query", "name": "key"},
    }
    value = spec(
        paths,
        servers=[{"url": "https://api.example/v1"}],
        security=[{"bearer": []}],
        components={"securitySchemes": schemes},
        webhooks={"new": {"post": {}}},
    )
    specification, _ = load(tmp_path, value)
    collection: dict[str, Any] = make_postman_collection(specification)
    *single, pets = collection["item"]
    assert pets["name"] == "Pets"
    requests = [each["request"] for each in (*pets["item"], *single)]
    assert [f"{each['method']} {each['url']}" for each in requests] == [
        "GET {{baseUrl}}/pets/:id?key={{api-key}}",
        "PUT {{baseUrl}}/pets/:id",
        "POST {{baseUrl}}/form",
        "POST {{baseUrl}}/files",
        "GET https://other.example/else",
    ]
    bearer = {"key": "Authorization", "value": "Bearer {{token}}"}
    assert [header for header in requests[1]["header"] if header == bearer] == [bearer]
    assert [header["key"] for header in requests[3]["header"]] == ["Authorization"]
    assert requests[1]["body"]["raw"] == '{\n  "a": "a b"\n}'
    assert requests[2]["body"]["urlencoded"] == [{"key": "a", "value": "a b"}]
    assert [part["type"] for part in requests[3]["body"]["formdata"]] == ["text", "file"]
    assert collection["variable"] == [
        {"key": "api-key", "value": ""},
        {"key": "baseUrl", "value": "https://api.example/v1"},
        {"key": "token", "value": ""},
    ]
