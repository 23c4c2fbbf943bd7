"""The site that ships with the project has nothing to complain about."""

from __future__ import annotations

from pathlib import Path

from support import Command

from sphinx_docsnav.cli.console import ExitCode

EXAMPLE = Path(__file__).parent.parent / "docs" / "example"


def test_check_finds_nothing_in_the_example(command: Command) -> None:
    assert (command("check", EXAMPLE, "-W"), command.out) == (ExitCode.DONE, "")


def test_the_example_builds_without_a_warning(command: Command, tmp_path: Path) -> None:
    assert (command("build", EXAMPLE, tmp_path, "-q", "-W"), command.err) == (ExitCode.DONE, "")
    endpoint = (tmp_path / "api-reference/bookings/book-a-place.html").read_text("utf-8")
    assert "Book a place" in endpoint
