"""A fault is one line: place, level, pointer, message, hint, kind."""

from __future__ import annotations

from pathlib import Path

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity, fault_text

SITE = Path("/site")
FAULT = Fault(
    FaultKind.UNKNOWN_FIELD,
    Severity.WARNING,
    "unknown field, ignored",
    SITE / "nav" / "docs.json",
    Position(21, 7),
    "/navigation/tabs/1/icn",
    "did you mean 'icon'?",
)


def test_all_parts() -> None:
    assert fault_text(FAULT, SITE) == (
        "nav/docs.json:21:7: WARNING: /navigation/tabs/1/icn: unknown field, ignored;"
        " did you mean 'icon'? [docsnav.unknown_field]"
    )


def test_a_path_outside_stays_whole() -> None:
    assert fault_text(FAULT, Path("/other")).startswith("/site/nav/docs.json:21:7: ")
    assert fault_text(FAULT).startswith("/site/nav/docs.json:21:7: ")


def test_only_what_is_known() -> None:
    bare = Fault(FaultKind.SYNTAX, Severity.ERROR, "expected a JSON file, found a directory")
    assert fault_text(bare) == ("ERROR: expected a JSON file, found a directory [docsnav.syntax]")
    placed = Fault(FaultKind.SYNTAX, Severity.ERROR, "expected JSON", SITE / "docs.json")
    assert fault_text(placed, SITE) == "docs.json: ERROR: expected JSON [docsnav.syntax]"


def test_a_line_stays_a_line() -> None:
    odd = Fault(FaultKind.SYNTAX, Severity.ERROR, "a\nb\r\x1b[31m\u2028\ud800", pointer="/\t")
    assert fault_text(odd) == (
        r"ERROR: /\u0009: a\u000ab\u000d\u001b[31m\u2028\ud800 [docsnav.syntax]"
    )
