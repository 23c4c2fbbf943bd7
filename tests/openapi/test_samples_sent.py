"""Samples are run against a server on this machine, which keeps what they send.

``conformance/requests.yaml`` says what every operation sends, byte by byte where that
matters. A language whose interpreter or compiler is missing is skipped.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote

import pytest
from openapi.echo_server import Received, echo_server
from openapi.received_parts import ReceivedPart, read_parts
from openapi.sample_runners import FILE, NOT_RUN, RUNNERS, SAME, Runner

from sphinx_docsnav.faults import Fault
from sphinx_docsnav.openapi import SampleSettings, Specifications, read_operation
from sphinx_docsnav.openapi.content.sample_requests import LANGUAGES

CASES = Path(__file__).parent / "conformance" / "requests.yaml"
SERVER = "https://api.example.com/case"
REFUSED = {
    # fetch refuses these, and the sample says so in a comment.
    "javascript": {"GET /get-body", "TRACE /trace"},
    "node": {"GET /get-body", "TRACE /trace"},
    # A form with a file can't be given to wget.
    "wget": {"POST /parts-files"},
    # No URI of Java has the placeholder of a credential in it.
    "java": {"GET /key-query"},
}


def _refuse(message: str, place: object) -> None:
    raise AssertionError(f"{message} {place}")


def _samples(root: Path, language: str) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    """Return the samples and what they should send, by operation."""
    faults: list[Fault] = []
    shutil.copy(CASES, root / "openapi.yaml")
    specification = Specifications(root, faults.append).load("openapi.yaml")
    codes, wanted = {}, {}
    assert faults == []
    for operation in specification.operations:
        content = read_operation(operation, _refuse, samples=SampleSettings((language,)))
        codes[operation.name] = content.samples[0].code
        sent = operation.value["x-sent"]
        assert isinstance(sent, dict)
        wanted[operation.name] = {"method": operation.method.upper(), **sent}
    return codes, wanted


QUICK = ("curl", "python", "javascript", "node")


@pytest.mark.parametrize(
    "runner",
    [
        pytest.param(runner, id=name, marks=() if name in QUICK else pytest.mark.slow)
        for name, runner in RUNNERS.items()
    ],
)
def test_samples_send_what_the_specification_says(runner: Runner, tmp_path: Path) -> None:
    if reason := runner.missing():
        pytest.skip(reason)
    codes, wanted = _samples(tmp_path, runner.language)
    refused = REFUSED.get(runner.language, set())
    with echo_server() as server:
        told = runner.run(
            {
                name: code.replace(SERVER, f"{server.address}/{number}")
                for number, (name, code) in enumerate(codes.items())
                if name not in refused
            },
            tmp_path,
        )
        differences = [
            difference
            for number, (name, sent) in enumerate(wanted.items())
            if name not in refused
            for difference in compare_request(name, server.received.get(str(number), []), sent)
        ]
    assert differences == [], told


def test_every_language_is_run_or_named_as_not_run(tmp_path: Path) -> None:
    assert sorted((*RUNNERS, *SAME, *NOT_RUN)) == sorted(LANGUAGES)
    for language, other in SAME.items():
        assert _samples(tmp_path, language) == _samples(tmp_path, other)


def compare_request(name: str, found: list[Received], sent: dict[str, Any]) -> list[str]:
    """Return how the requests of an operation differ from the one that it should send."""
    if len(found) != 1:
        return [f"{name}: {len(found)} requests"]
    received = found[0]
    pairs: list[tuple[str, object, object]] = [
        ("method", received.method, sent["method"]),
        ("target", _normal(received.target), _normal(sent["target"])),
        *((n, received.header(n), value) for n, value in sent.get("headers", {}).items()),
    ]
    kind = received.header("Content-Type")
    if "parts" in sent:
        pairs.append(("type", (kind or "").partition(";")[0], sent["type"]))
        pairs.append(("parts", read_parts(received), [_part(*p) for p in sent["parts"]]))
        pairs.append(("headers", sent.get("contains", "").encode() in received.body, True))
    elif "type" in sent:
        pairs.append(("type", kind, sent["type"]))
    if "json" in sent:
        pairs.append(("body", json.loads(received.body or b"0"), sent["json"]))
    elif "form" in sent:
        pairs.append(("body", _form(received), sorted(map(tuple, sent["form"]))))
    elif "text" in sent:
        pairs.append(("body", received.body.decode(), sent["text"]))
    elif "parts" not in sent:
        pairs.append(("body", received.body, FILE if "file" in sent else b""))
    return [f"{name}: {what} {a!r}, expected {b!r}" for what, a, b in pairs if a != b]


def _normal(target: str) -> str:
    """Return a target in which equal ones are equal: RFC 3986, 6.2.2.2."""
    pieces = re.split("(%[0-9A-Fa-f]{2})", target)
    return "".join(
        piece.upper() if re.fullmatch("%[0-9A-F]{2}", piece.upper()) else quote(piece, safe=_SAFE)
        for piece in pieces
    )


_SAFE = "/?:@!$&()*+,;=-._~"


def _form(received: Received) -> list[tuple[str, str]]:
    """Return names and values by name; Go sorts them."""
    return sorted(parse_qsl(received.body.decode(), keep_blank_values=True))


def _part(name: str, text: str | None, kind: str = "") -> ReceivedPart:
    usual = "application/octet-stream" if text is None else "text/plain"
    return name, FILE if text is None else text.encode(), kind or usual
