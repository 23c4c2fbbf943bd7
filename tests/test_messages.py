"""Similar messages are shown at three places, then counted."""

from __future__ import annotations

import json
from pathlib import Path

from sphinx_docsnav.faults import Fault, FaultKind, Move, Position, Severity
from sphinx_docsnav.messages import PROBLEMS, Grouping, MessageFormat, grouped, lines_of, shown_of

SITE = Path("/site")


def icon(name: str, line: int) -> Fault:
    return Fault(
        FaultKind.ICON_MISSING,
        Severity.WARNING,
        f"no free icon library has '{name}'",
        Path("/site/docs.json"),
        Position(line, 3),
    )


def test_three_places_of_a_problem_are_shown_without_a_count() -> None:
    faults = [icon("a", line) for line in range(3)]
    assert list(grouped(faults, SITE)) == faults


def test_the_number_of_more_places_follows_the_third() -> None:
    faults = [icon("a", 1), icon("a", 2), icon("b", 3), icon("a", 4), icon("a", 5), icon("a", 6)]
    lines = [fault.message for fault in grouped(faults, SITE)]
    assert lines == [
        "no free icon library has 'a'",
        "no free icon library has 'a'",
        "no free icon library has 'b'",
        "no free icon library has 'a'",
        "2 more places with the same problem (no free icon library has 'a')",
    ]
    assert shown_of(faults, SITE) == 4


def test_different_messages_about_one_problem_are_grouped() -> None:
    faults = [
        Fault(FaultKind.OPENAPI_PAGE, Severity.WARNING, f"page {n}", problem="no 'api.json'")
        for n in range(5)
    ]
    *shown, last = grouped(faults, SITE)
    assert shown == faults[:3]
    assert last.message == "2 more places with the same problem (no 'api.json')"


def test_many_problems_of_one_type_are_counted_after_the_twentieth() -> None:
    faults = [icon(str(n), n) for n in range(PROBLEMS + 7)]
    *shown, last = grouped(faults, SITE)
    assert shown == faults[:PROBLEMS]
    assert last.message == "7 more messages of this type"


def test_errors_and_warnings_of_a_type_are_counted_apart() -> None:
    grouping = Grouping(SITE)
    for severity in (Severity.WARNING, Severity.ERROR):
        for _ in range(4):
            grouping.admit(Fault(FaultKind.EMPTY, severity, "x"))
    assert [(line.severity, line.message.partition(" ")[0]) for line in grouping.rest()] == [
        (Severity.WARNING, "1"),
        (Severity.ERROR, "1"),
    ]


def test_everything_is_shown_if_asked_for() -> None:
    faults = [icon("a", line) for line in range(9)]
    assert len(list(lines_of(faults, Path("/site"), MessageFormat.TEXT, verbose=True))) == 9


def test_programs_get_every_place() -> None:
    faults = [icon("a", line) for line in range(1, 10)]
    lines = list(lines_of(faults, Path("/site"), MessageFormat.JSON))
    assert [json.loads(line)["line"] for line in lines] == list(range(1, 10))
    assert json.loads(lines[0]) == {
        "level": "warning",
        "type": "docsnav.icon_missing",
        "file": "docs.json",
        "line": 1,
        "column": 3,
        "pointer": None,
        "message": "no free icon library has 'a'",
        "hint": None,
    }


def test_an_annotation_of_github_escapes_what_would_end_it() -> None:
    fault = Fault(
        FaultKind.PAGE_MISSING,
        Severity.INFO,
        "100% of\nit",
        Path("/site/a,b:c.mdx"),
        Position(2),
        hint="write more",
    )
    (line,) = lines_of([fault], Path("/site"), MessageFormat.GITHUB)
    assert line == (
        "::notice file=a%2Cb%3Ac.mdx,line=2,col=1,title=docsnav.page_missing"
        "::100%25 of\\u000ait; write more"
    )


def test_what_is_missing_because_of_a_move_is_counted_with_it(tmp_path: Path) -> None:
    for name in ("guides/a.mdx", "images/a.png"):
        (tmp_path / "content" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "content" / name).touch()
    kind, warning = FaultKind.LINK_MISSING, Severity.WARNING
    moved = Fault(
        FaultKind.PAGE_MISSING, Severity.ERROR, "4 pages do not exist", move=Move("", "content")
    )
    faults = [
        moved,
        Fault(FaultKind.PAGE_MISSING, Severity.INFO, "page 'guides/a'", target="guides/a"),
        Fault(kind, warning, "link to '/guides/a'", target="guides/a"),
        Fault(kind, warning, "link to '/guides/none'", target="guides/none"),
        Fault(FaultKind.IMAGE_MISSING, warning, "no image", target="images/a.png"),
    ]
    assert [fault.message for fault in grouped(faults, tmp_path)] == [
        "4 pages do not exist",
        "2 links and images have the same cause (4 pages do not exist)",
        "link to '/guides/none'",
    ]
    assert shown_of(faults, tmp_path) == 2
    assert len(list(lines_of(faults, tmp_path, MessageFormat.JSON))) == 5
    assert list(grouped(faults[1:], tmp_path)) == faults[1:]
    gone = Fault(FaultKind.PAGE_MISSING, warning, "gone", move=Move("guides", None))
    assert len(list(grouped([gone, *faults[1:]], tmp_path))) == 3
